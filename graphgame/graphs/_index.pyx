"""The kernel that gives int64 codes their indices: `CodeIndex`, a hash table or an array."""

cimport cython
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int32_t, int64_t, uint64_t, uintptr_t
from libc.string cimport memcpy

from graphgame._kernel.atomic cimport load_place, store_place
from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport MOST_POSITIONS
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS
from graphgame.graphs._table cimport AHEAD, CodeTable

cdef enum:
    # How far ahead of a look-up in a wide table the code of its slot is fetched.
    CODE_AHEAD = 16


class CodeRangeError(ValueError):
    """A code is not one of the integers below `size`."""

    def __init__(self, code: int, size: int):
        super().__init__(f"expected codes from 0 to {size - 1}, got {code}")
        self.code, self.size = code, size


@cython.final
cdef class CodeIndex(CodeTable):
    """A numbering of int64 codes: 0, 1, 2, … in the order in which they were added.

    Parameters
    ----------
    size : int
        If it is above 0, codes are integers from 0 to size - 1, and an array of int32 takes the
        place of the table.
    expect : int
        How many codes to make slots for at first; more can be added.
    packed : bool
        Whether codes take 5 bytes each, until one needs more, rather than 8.

    Notes
    -----
    An open-addressing table, which is searched a line of the cache at a time.  It has 8 bytes per
    slot, at least 4 slots for 3 codes and at most 8: 10.7 to 21.3 bytes per code, besides 8 for the
    code itself.  A look-up takes O(1) time and one miss of the cache, which many look-ups at once
    overlap; of a code of more than 60 bits two misses.  With `size`, 4 bytes per integer below it.
    """

    # A dense index has places: places[code] is the index of a code plus 1, 0 where there is none;
    # and no slots.

    def __init__(self, int64_t size=0, int64_t expect=0, bint packed=False):
        CodeTable.__init__(self, packed)
        self.size = max(size, 0)
        if self.size:
            self.slot_buffer = int32_buffer(size)
            self.places = <int32_t *>self.slot_buffer.data
        else:
            self._enter_all(expect)

    def __len__(self) -> int:
        return self.count

    @property
    def nbytes(self) -> int:
        """Number of bytes of the table or the array, without the codes."""
        return 0 if self.slot_buffer is None else self.slot_buffer.nbytes

    def __getitem__(self, code: object) -> int:
        """Return the index of a code; KeyError if it was not added."""
        cdef int64_t wanted
        cdef int32_t index
        if code is True or code is False:  # 1 is a code, and True is none
            raise KeyError(code)
        try:
            wanted = PyNumber_Index(code)  # 7.5 is no code, though C would make 7 of it
        except (TypeError, OverflowError):
            raise KeyError(code) from None
        self.reserve(0)
        index = self._find(wanted)
        if index < 0:
            raise KeyError(code)
        return index

    def finish(self) -> Buffer:
        """Return the codes as an int64 Buffer.  No code can be added afterwards."""
        if self.width < 8:
            self._spread_codes(8)
        self.code_buffer.resize(self.count)
        self._locate()
        return self.code_buffer

    def release(self) -> None:
        """Free the slots, which are made again when a code is looked up."""
        self.slots = NULL
        if self.places is NULL:
            self.slot_buffer = None

    def batch(self, int64_t start, int64_t stop) -> Buffer:
        """Copy codes start to stop into a new int64 Buffer."""
        if not 0 <= start <= stop <= self.count:
            raise IndexError(f"expected a range within 0 to {self.count}, got {start} to {stop}")
        cdef Buffer buffer = int64_buffer(stop - start)
        cdef int64_t *copy = <int64_t *>buffer.data
        self.copy_codes(start, stop - start, copy)
        return buffer

    cdef void copy_codes(self, int64_t start, int64_t count, int64_t *copy) noexcept nogil:
        """Copy some codes, from `start` on."""
        cdef int64_t i
        if self.width == 8:
            memcpy(copy, self.codes + start, sizeof(int64_t) * count)
            return
        for i in range(count):
            copy[i] = self.code(start + i)

    def add(self, const int64_t[::1] codes not None, int32_t[::1] indices not None) -> None:
        """Return the index of every code; codes that have none are added.

        Parameters
        ----------
        codes : (k,) int64
        indices : (k,) int32
            Filled with the indices.

        Raises
        ------
        CodeRangeError
            If a code is not below `size`.
        OverflowError
            If there are more than 2^31 - 2 different codes.
        """
        if indices.shape[0] != codes.shape[0]:
            raise ValueError("expected as many indices as codes")
        if codes.shape[0]:
            self.reserve(codes.shape[0])
            with nogil:
                self.add_codes(&codes[0], &indices[0], codes.shape[0])

    def find(self, const int64_t[::1] codes not None, int32_t[::1] indices not None) -> None:
        """Return the index of every code; -1 for codes that were not added.

        Parameters
        ----------
        codes : (k,) int64
        indices : (k,) int32
            Filled with the indices.
        """
        if indices.shape[0] != codes.shape[0]:
            raise ValueError("expected as many indices as codes")
        cdef int64_t k = codes.shape[0]
        cdef Buffer rest = int64_buffer(k), places = int32_buffer(k)
        self.reserve(0)
        if k:
            with nogil:
                self.find_codes(
                    &codes[0], &indices[0], k, <int64_t *>rest.data, <int32_t *>places.data
                )

    cdef int reserve(self, int64_t more) except -1:
        """Make room for so many more codes; of slots only for as many as there are."""
        if self.slots is NULL and self.places is NULL:
            self._enter_all(0)
        self._reserve_codes(self.count + more)
        return 0

    cdef int32_t _find(self, int64_t code) noexcept nogil:
        cdef uint64_t slot, field
        if self.places is not NULL:
            return load_place(&self.places[code]) - 1 if 0 <= code < self.size else -1
        if <uint64_t>code + self.offset > self.most:
            return -1
        return self._seek(code, self._hash(code), &slot, &field)

    cdef int add_codes(self, const int64_t *codes, int32_t *indices, int64_t k) except -1 nogil:
        """Look k codes up, adding those that are new; reserve(k) has made room for them."""
        cdef int64_t done = 0
        if self.places is not NULL:
            done = self._add_places(codes, indices, k)
            return 0 if done == k else self._refuse(codes[done])
        while done < k:
            done += self._add_run(codes + done, indices + done, k - done)
            if done < k:
                with gil:
                    self._widen(codes[done])
                    self._reserve_codes(self.count + k - done)
        return 0

    cdef int64_t add_known_room(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil:
        """Add k codes, or those before the first for which more than they must change."""
        k = min(k, self.capacity - self.count)
        if self.places is not NULL:
            return self._add_places(codes, indices, min(k, MOST_POSITIONS - self.count))
        return self._add_run(codes, indices, min(k, self.room - self.count))

    # The loops below fetch the slots of the codes AHEAD places further on.  Their hashes wait in a
    # ring: each is computed once.

    cdef int64_t _add_run(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil:
        """Add k codes, or those before the first that the table is too narrow for; return how many.
        """
        cdef uint64_t[AHEAD] hashes
        cdef uint64_t h, slot = 0, field = 0
        cdef int64_t i
        cdef int32_t index
        for i in range(min(AHEAD, k)):
            hashes[i] = self._hash(codes[i])
            prefetch(&self.slots[hashes[i] >> self.shift])
        for i in range(k):
            if <uint64_t>codes[i] + self.offset > self.most:
                return i
            h = hashes[i & (AHEAD - 1)]
            if i + AHEAD < k:
                hashes[i & (AHEAD - 1)] = self._hash(codes[i + AHEAD])
                prefetch(&self.slots[hashes[i & (AHEAD - 1)] >> self.shift])
            if self.exact == 0 and i + CODE_AHEAD < k:
                slot = hashes[(i + CODE_AHEAD) & (AHEAD - 1)] >> self.shift
                prefetch(&self.codes[<int64_t>(self.slots[slot] & self.mask) - 1])
            index = self._seek(codes[i], h, &slot, &field)
            if index < 0:
                index = <int32_t>self.count
                if self.count >= self.room:
                    index = self._add_one(codes[i])
                else:
                    self._append(codes[i], slot, field)
            indices[i] = index
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                self._check()
        return k

    cdef int64_t _add_places(
        self, const int64_t *codes, int32_t *indices, int64_t k
    ) except -1 nogil:
        """Add k codes to a dense index, or those before the first out of range; return how many."""
        cdef int64_t i, code
        cdef int32_t place
        for i in range(k):
            if i + AHEAD < k:
                self._prefetch_place(codes[i + AHEAD])
            code = codes[i]
            if not 0 <= code < self.size:
                return i
            place = self.places[code]
            if place == 0:
                self._require_places()
                self.put_code(code)
                self.count += 1
                place = <int32_t>self.count
                store_place(&self.places[code], place)
            indices[i] = place - 1
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                self._check()
        return k

    cdef inline void _prefetch_place(self, int64_t code) noexcept nogil:
        # As numbers: the code may lie anywhere.
        prefetch(<const void *>(<uintptr_t>self.places + sizeof(int32_t) * <uintptr_t>code))

    cdef int64_t find_codes(
        self, const int64_t *codes, int32_t *indices, int64_t k, int64_t *rest, int32_t *places
    ) except -1 nogil:
        """Look k codes up, and add none, so that other threads may do the same; return a count.

        So many codes have no index, -1 in `indices`: they go to `rest`, and where each stands among
        the codes to `places`, which have room for k.
        """
        cdef uint64_t[AHEAD] hashes
        cdef uint64_t h, slot, field
        cdef int64_t i, missing = 0
        for i in range(min(AHEAD, k)):
            hashes[i] = self._hash(codes[i])
        for i in range(k):
            if self.places is not NULL:
                if i + AHEAD < k:
                    self._prefetch_place(codes[i + AHEAD])
                indices[i] = self._find(codes[i])
            else:
                h = hashes[i & (AHEAD - 1)]
                if i + AHEAD < k:
                    hashes[i & (AHEAD - 1)] = self._hash(codes[i + AHEAD])
                    prefetch(&self.slots[hashes[i & (AHEAD - 1)] >> self.shift])
                if <uint64_t>codes[i] + self.offset > self.most:
                    indices[i] = -1
                else:
                    indices[i] = self._seek(codes[i], h, &slot, &field)
            rest[missing] = codes[i]  # overwritten by the next one unless counted
            places[missing] = <int32_t>i
            missing += indices[i] < 0
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                self._check()
        return missing

    cdef int32_t _add_one(self, int64_t code) except -1 nogil:
        """Return the index of a code, which is added if it is new."""
        cdef uint64_t slot = 0, field = 0
        cdef int32_t index
        if self.places is not NULL:
            self.add_codes(&code, &index, 1)
            return index
        if <uint64_t>code + self.offset > self.most:
            with gil:
                self._widen(code)
                self._reserve_codes(self.count + 1)
        index = self._seek(code, self._hash(code), &slot, &field)
        if index >= 0:
            return index
        self._require_places()
        if self.count >= self.room:
            with gil:
                self._grow()
            self._seek(code, self._hash(code), &slot, &field)
        self._append(code, slot, field)
        return <int32_t>(self.count - 1)

    cdef int _refuse(self, int64_t code) except -1 nogil:
        with gil:
            raise CodeRangeError(code, self.size)
