"""The kernel that gives names, any hashable objects, their indices: `NameIndex`, a hash table."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.object cimport Py_EQ, PyObject
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from collections.abc import Mapping

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int32_pairs, int64_buffer, uint64_buffer
from graphgame._kernel.outcome cimport MOST_POSITIONS
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS
from graphgame.graphs._table cimport drawn_number

# An odd number drawn for the process, so that no file can hold names of one home.
cdef uint64_t FACTOR = drawn_number(b"graphgame names")


cdef inline uint32_t mix(int64_t hashed) noexcept:
    # Hashes of Python are hardly mixed: that of a small int is itself.
    cdef uint64_t h = <uint64_t>hashed
    return <uint32_t>(((h ^ (h >> 32)) * FACTOR) >> 32)


@cython.final
cdef class NameIndex:
    """A numbering of hashable objects: 0, 1, 2, … in the order in which they were added.

    Names are equal as the keys of a dict are: the same object, or of one hash and equal.

    Parameters
    ----------
    count : int
        Names to begin with: 0 to count - 1.

    Attributes
    ----------
    count : int
        How many names there are.
    is_counted : bool
        Whether the names are 0, 1, 2, … themselves, of type int: then they take no memory.

    Notes
    -----
    An open-addressing table with linear probing, 16 bytes a slot, at least 4 slots for 3 names and
    at most 8: 21 to 43 bytes a name, besides 16 for its hash and the reference to it.  Names are
    numbered in blocks: all of a block are hashed before the first is looked up, so that their
    misses of the cache overlap.
    """

    def __init__(self, Py_ssize_t count=0):
        self.is_counted, self.count = True, count

    def __len__(self) -> int:
        return self.count

    def __reduce__(self) -> Any:
        return _restored, (self.count if self.is_counted else self.kept,)

    @property
    def nbytes(self) -> int:
        """Number of bytes of the table, without the names and their hashes."""
        return 0 if self.slot_buffer is None else self.slot_buffer.nbytes

    def names(self, Py_ssize_t start=0) -> list[Any]:
        """Return a new list of the names from one on, in their order."""
        return list(range(start, self.count)) if self.kept is None else self.kept[start:]

    def __getitem__(self, name: object) -> int:
        """Return the index of a name; KeyError if it was not added."""
        cdef Py_ssize_t index = self.seek(name)
        if index < 0:
            raise KeyError(name)
        return index

    def __contains__(self, name: object) -> bool:
        try:
            self[name]
        except KeyError:
            return False
        return True

    def add(self, names: list[Any]) -> Buffer:
        """Number names, those that are known as they are numbered.

        Parameters
        ----------
        names : list of hashable

        Returns
        -------
        (k,) int32 Buffer
            The index of every name.

        Raises
        ------
        TypeError
            If one cannot be hashed; the names before it are added.
        """
        return self._rows([names], None, True)

    def look_up(self, names: list[Any]) -> Buffer:
        """Return the index of every name, (k,) int32 Buffer; -1 where it was not added."""
        return self._rows([names], None, False)

    def add_rows(self, rows: list[Any]) -> tuple[Buffer, Buffer]:
        """Number the entries of rows, in their order.

        Parameters
        ----------
        rows : list of iterables of hashable
            Of a mapping its keys are read.

        Returns
        -------
        ptr : (k + 1,) int64 Buffer
            Where the entries of every row start; as many rows as there are names then, if these are
            more, the last ones empty.
        idx : (m,) int32 Buffer
            Their indices.

        Raises
        ------
        TypeError
            If an entry cannot be hashed.

        Notes
        -----
        Rows may be changed meanwhile, by what compares their entries: a row is read as it is when
        it is its turn, or in parts of a block.
        """
        cdef Buffer ptr = int64_buffer(len(rows) + 1)
        cdef Py_ssize_t r, first = len(ptr)
        idx = self._rows(rows, ptr, True)
        if self.count >= first:
            ptr.resize(self.count + 1)
            for r in range(first, self.count + 1):
                (<int64_t *>ptr.data)[r] = len(idx)
        return ptr, idx

    def look_up_rows(self, rows: list[Any]) -> tuple[Buffer, Buffer]:
        """Look up the entries of rows, as `add_rows`; -1 stands for those that were not added."""
        cdef Buffer ptr = int64_buffer(len(rows) + 1)
        idx = self._rows(rows, ptr, False)
        return ptr, idx

    def _rows(self, rows: list[Any], ptr: Buffer | None, adding: bool) -> Buffer:
        """Number the entries of rows; write to ptr where they end."""
        cdef Py_ssize_t r, m = 0
        cdef Buffer idx = int32_buffer(0)
        cdef Buffer ends = ptr
        cdef list held = []
        cdef Block *block = self.begin()
        try:
            for r in range(len(rows)):
                if r + NEAR < len(rows) and not FREE_THREADED:
                    prefetch(list_item(<PyObject *>rows, r + NEAR))
                m = self.put_row(block, rows[r], held, idx, m, adding)
                if ends is not None:
                    (<int64_t *>ends.data)[r + 1] = m + block.filled
            m = self.flush(block, held, idx, m, adding)
        finally:
            self.end(block)
        idx.resize(m)
        return idx

    cdef object name(self, Py_ssize_t i):
        """Return name i."""
        return i if self.kept is None else self.kept[i]

    cdef list part(self, Py_ssize_t start, Py_ssize_t end):
        """Return a new list of names start to end - 1."""
        return list(range(start, end)) if self.kept is None else self.kept[start:end]

    cdef Py_ssize_t seek(self, object name) except -2:
        """Return the index of a name, -1 if it was not added."""
        cdef int64_t hashed = hash(name)
        if self.is_counted:
            return hashed if 0 <= hashed < self.count and name == hashed else -1
        return self._find(<PyObject *>name, hashed, mix(hashed), False)

    cdef int append(self, object name) except -1:
        """Add a name that was not added yet."""
        cdef Block *block = self.begin()
        cdef int32_t index
        try:
            block.objects[0] = <PyObject *>name
            block.filled = 1
            _own(block)
            self._number(block, &index, True)
        finally:
            self.end(block)
        return 0

    cdef Block *begin(self) except NULL:
        cdef Block *block
        if self.busy:
            raise RuntimeError("names are being added, and what compares them adds more")
        block = _taken()
        if block == NULL:
            raise MemoryError("no memory for a block of names")
        block.filled = block.owned = block.done = 0
        self.busy = True
        return block

    cdef void end(self, Block *block) noexcept:
        _let_go(block)
        _put_back(block)
        self.busy = False

    cdef Py_ssize_t put_row(
        self, Block *block, object row, list held, Buffer idx, Py_ssize_t m, bint adding
    ) except -1:
        cdef PyObject *it = <PyObject *>row
        cdef PyObject *name
        cdef Py_ssize_t i = 0, size, end
        if type(row) is list and not FREE_THREADED:
            while True:
                size = list_size(it)  # after a flush it may be another
                end = min(size, i + BLOCK - block.filled)
                while i < end:
                    block.objects[block.filled] = list_item(it, i)
                    block.filled += 1
                    i += 1
                if i >= size:
                    return m
                m = self.flush(block, held, idx, m, adding)
        if type(row) is dict and not FREE_THREADED and dict_size(it) <= BLOCK:
            size = dict_size(it)
            if block.filled + size > BLOCK:
                m = self.flush(block, held, idx, m, adding)
            while block.filled < BLOCK and dict_next(it, &i, &name, NULL):
                block.objects[block.filled] = name
                block.filled += 1
            return m
        if type(row) is not tuple:
            _own(block)  # what comes may run any code
            row = tuple(row)
            it = <PyObject *>row
            held.append(row)
        size = tuple_size(it)
        while i < size:
            if block.filled == BLOCK:
                m = self.flush(block, held, idx, m, adding)
            block.objects[block.filled] = tuple_item(it, i)
            block.filled += 1
            i += 1
        return m

    cdef Py_ssize_t flush(
        self, Block *block, list held, Buffer idx, Py_ssize_t m, bint adding
    ) except -1:
        cdef Py_ssize_t k = block.filled
        _own(block)
        if k:
            idx.reserve(m + k)
            self._number(block, <int32_t *>idx.data + m, adding)
            PyErr_CheckSignals()
        _let_go(block)
        if held:
            held.clear()
        return m + k

    cdef int _number(self, Block *block, int32_t *out, bint adding) except -1:
        """Write the indices of the names of a block; -1 for those that are not there, nor added."""
        cdef Py_ssize_t i, first = 0, end = block.filled
        cdef Slot *slot
        cdef int shift
        block.done = 0
        if self.is_counted:
            first = self._count(block, out, adding)
            block.done = first
            if first == end:
                return 0
            self._uncount(end - first if adding else 0)
        shift = 32 - self.bits
        error = None
        i = first
        try:
            while i < end:
                block.hashes[i] = hash_of(block.objects[i])
                block.marks[i] = mix(block.hashes[i])
                prefetch(&self.slots[block.marks[i] >> shift])
                i += 1
        except BaseException as raised:  # the names before it come first
            error = raised
        end = i
        for i in range(first, end):
            slot = &self.slots[block.marks[i] >> shift]
            if slot.mark == block.marks[i] and slot.name != NULL:
                if slot.name != block.objects[i]:  # it will be compared
                    prefetch(slot.name)
                    prefetch(&(<int64_t *>self.hash_buffer.data)[slot.index])
        for i in range(first, end):
            out[i] = self._find(block.objects[i], block.hashes[i], block.marks[i], adding)
            block.done = i + 1
        if error is not None:
            raise error
        return 0

    cdef Py_ssize_t _count(self, Block *block, int32_t *out, bint adding) except -1:
        """Number the first names of the block, while all names are 0, 1, 2, …; return how many."""
        cdef Py_ssize_t i
        cdef int overflow = 0
        cdef long long value
        for i in range(block.filled):
            if not is_int(block.objects[i]):
                return i
            value = int_value(block.objects[i], &overflow)
            if overflow == 0 and 0 <= value < self.count:
                out[i] = <int32_t>value
            elif not adding:
                out[i] = -1
            elif overflow == 0 and value == self.count and value < MOST_POSITIONS:
                out[i] = <int32_t>value
                self.count += 1
            else:
                return i
        return block.filled

    cdef int _uncount(self, Py_ssize_t more) except -1:
        """Enter the ints below `count` into slots, like any other names; make room for more."""
        cdef Py_ssize_t i, count = self.count
        cdef list names = list(range(count))
        self.kept, self.hash_buffer = [], int64_buffer(0)
        self._reserve(count + more)
        self.is_counted, self.count = False, 0
        try:
            for i in range(count):
                self._find(list_item(<PyObject *>names, i), i, mix(i), True)
                if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                    PyErr_CheckSignals()
        except BaseException:
            self.is_counted, self.count = True, count
            self.kept, self.hash_buffer, self.slot_buffer, self.slots = None, None, None, NULL
            self.bits, self.room = 0, 0
            raise
        return 0

    cdef int32_t _find(
        self, PyObject *name, int64_t hashed, uint32_t mark, bint adding
    ) except -2:
        """Return the index of a name; without one, add it, or return -1."""
        cdef uint64_t mask = (<uint64_t>1 << self.bits) - 1
        cdef uint64_t s = mark >> (32 - self.bits)
        cdef Slot *slots = self.slots
        cdef Slot *slot
        cdef PyObject *other
        cdef int32_t index
        cdef Py_ssize_t steps = 0
        cdef bint equal
        while True:
            slot = &slots[s]
            if slot.name == NULL:
                return self._append(name, hashed, mark, slot) if adding else -1
            if slot.mark == mark:
                index, other = slot.index, slot.name
                if other == name:
                    return index
                if type_of(other) == <PyObject *>str and type_of(name) == <PyObject *>str:
                    if compared(other, name) == 0:  # it runs no code of a user
                        return index
                elif is_int(other) and is_int(name):
                    if is_same_int(other, name, hashed):
                        return index
                elif (<int64_t *>self.hash_buffer.data)[index] == hashed:
                    incref(other)
                    try:
                        equal = is_equal(other, name, Py_EQ)
                    finally:
                        decref(other)
                    if equal:
                        return index
                    if self.slots != slots:  # names were added meanwhile
                        return self._find(name, hashed, mark, adding)
            s = (s + 1) & mask
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                PyErr_CheckSignals()

    cdef int32_t _append(
        self, PyObject *name, int64_t hashed, uint32_t mark, Slot *slot
    ) except -2:
        if self.count == MOST_POSITIONS:
            raise OverflowError(f"more than {MOST_POSITIONS} positions")
        if self.count == self.room:
            self._reserve(self.count + 1)
            return self._append(name, hashed, mark, self._empty(mark))
        self.hash_buffer.reserve(self.count + 1)
        append_to(<PyObject *>self.kept, name)
        (<int64_t *>self.hash_buffer.data)[self.count] = hashed
        slot.name, slot.mark, slot.index = name, mark, <int32_t>self.count
        self.count += 1
        return slot.index

    cdef Slot *_empty(self, uint32_t mark) noexcept:
        """Return the slot for a name that is in none."""
        cdef uint64_t mask = (<uint64_t>1 << self.bits) - 1
        cdef uint64_t s = mark >> (32 - self.bits)
        while self.slots[s].name != NULL:  # one of 4 is empty
            s = (s + 1) & mask
        return &self.slots[s]

    cdef int _reserve(self, Py_ssize_t count) except -1:
        """Make room for so many names in all: slots, and places for their hashes."""
        cdef int bits = max(self.bits, FIRST_BITS)
        cdef Py_ssize_t i
        cdef uint64_t s, mask
        cdef Buffer buffer
        cdef Slot *slots
        cdef Slot *slot
        self.hash_buffer.reserve(count)
        while 4 * count > 3 * (<Py_ssize_t>1 << bits):
            bits += 1
        if bits == self.bits:
            return 0
        buffer = uint64_buffer(2 << bits)
        slots = <Slot *>buffer.data
        mask = (<uint64_t>1 << bits) - 1
        # Homes grow with marks, and so do the slots that are read: both are passed in their order.
        for i in range(<Py_ssize_t>1 << self.bits if self.bits else 0):
            slot = &self.slots[i]
            if slot.name != NULL:
                s = slot.mark >> (32 - bits)
                while slots[s].name != NULL:
                    s = (s + 1) & mask
                slots[s] = slot[0]
            if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
                PyErr_CheckSignals()
        self.slots, self.bits, self.slot_buffer = slots, bits, buffer
        self.room = 3 * (<Py_ssize_t>1 << bits) // 4
        return 0


cdef inline bint is_same_int(PyObject *one, PyObject *other, int64_t hashed) except -1:
    """Return whether two ints are equal; `hashed` is the hash of `other`."""
    cdef int overflow = 0
    cdef long long value = int_value(one, &overflow)
    if overflow == 0 and value == hashed:
        value = int_value(other, &overflow)
        if overflow == 0 and value == hashed:
            return True
    return is_equal(one, other, Py_EQ)  # of ints it runs no code of a user


# The block that was used last: to allocate one takes as long as to number ten names.
cdef Block *spare = NULL


cdef Block *_taken() noexcept:
    """Return memory for a block, or NULL."""
    global spare
    cdef Block *block = spare
    if block == NULL or FREE_THREADED:
        return <Block *>malloc(sizeof(Block))
    spare = NULL
    return block


cdef void _put_back(Block *block) noexcept:
    """Keep the memory of a block for the next one, or free it."""
    global spare
    if spare == NULL and not FREE_THREADED:
        spare = block
    else:
        free(block)


cdef void _own(Block *block) noexcept:
    """Keep all names of the block alive; on the way each is fetched, for its hash."""
    cdef Py_ssize_t i
    for i in range(block.owned, block.filled):
        if i + AHEAD < block.filled:
            prefetch(block.objects[i + AHEAD])
        incref(block.objects[i])
    block.owned = block.filled


cdef void _let_go(Block *block) noexcept:
    """Remove all names from the block."""
    cdef Py_ssize_t i, owned = block.owned
    block.filled = block.owned = 0
    for i in range(owned):
        decref(block.objects[i])


def _restored(names):
    """Return the index of names, or of a count of them, from a pickle."""
    index = NameIndex(0 if isinstance(names, list) else names)
    if isinstance(names, list):
        index.add(names)
    return index


def kinds(items: list[Any]) -> set[type]:
    """Return the types of the entries of a list.

    >>> sorted(kind.__name__ for kind in kinds([1, 2, "a", 3]))
    ['int', 'str']
    """
    cdef Py_ssize_t i
    cdef PyObject *it = <PyObject *>items
    cdef PyObject *last = NULL
    cdef PyObject *kind
    cdef set found = set()
    if FREE_THREADED:
        return set(map(type, items))
    for i in range(list_size(it)):
        kind = type_of(list_item(it, i))
        if kind != last:
            found.add(<object>kind)
            last = kind
    return found


def has_weights(row: object) -> bool:
    """Return whether options are a mapping from positions to floating-point numbers alone."""
    values = row.values() if isinstance(row, Mapping) else ()
    return len(values) > 0 and all([isinstance(value, float) for value in values])


def integer_pairs(rows: list[Any]) -> Buffer | None:
    """Return a list of pairs of ints as an array.

    Parameters
    ----------
    rows : list

    Returns
    -------
    (m, 2) int32 Buffer, or None
        None if a row is no tuple of two, or an entry no int of 32 bits: bool is none.
    """
    cdef Py_ssize_t i, m = len(rows)
    cdef PyObject *row
    cdef PyObject *entry
    cdef int overflow = 0, end
    cdef long long value
    cdef Buffer pairs
    cdef int32_t *out
    if FREE_THREADED:
        return None
    pairs = int32_pairs(m)
    out = <int32_t *>pairs.data
    for i in range(m):
        row = list_item(<PyObject *>rows, i)
        if type_of(row) != <PyObject *>tuple or tuple_size(row) != 2:
            return None
        for end in range(2):
            entry = tuple_item(row, end)
            if not is_int(entry):
                return None
            value = int_value(entry, &overflow)
            if overflow or value != <int32_t>value:
                return None
            out[2 * i + end] = <int32_t>value
        if i % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            PyErr_CheckSignals()
            if len(rows) != m:  # a signal handler has changed it
                return None
    return pairs
