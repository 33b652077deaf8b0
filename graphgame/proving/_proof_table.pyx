"""What a search for a proof remembers, in a fixed amount of memory."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from graphgame._kernel.buffer cimport Buffer, int8_buffer, uint64_buffer
from graphgame.proving._entries cimport (
    BUCKET, BUSY, INFINITE, Entry, disproof_in, is_disproven, is_entry, is_marked, is_proven, known,
    place, proof_in, worth
)

cdef enum:
    FIRST_BUCKETS = 1 << 10
    # Threads may fill a part of this before it can grow.
    SHARED_BUCKETS = 1 << 18


cdef class ProofTable:
    """Proof and disproof numbers of nodes; those that took the least work are forgotten first.

    It begins small, so that a short search stays in the caches, and grows in place.

    Parameters
    ----------
    entries : int
        The most entries: 16 bytes each.
    shared : bool
        Whether threads use it at the same time.  Then it grows only when it is told to.
    """

    def __init__(self, int64_t entries, bint shared=False):
        cdef int64_t first = SHARED_BUCKETS if shared else FIRST_BUCKETS
        self.entries.buckets = max(entries // BUCKET, 1)
        self.nbytes_at_most = 16 * BUCKET * self.entries.buckets
        self.growths = 0
        while self.entries.buckets > first:
            self.entries.buckets //= 4
            self.growths += 1
        self.room = uint64_buffer(2 * BUCKET * self.entries.buckets)
        self.entries.first = <Entry *>self.room.data
        memset(self.room.data, 0, 16 * BUCKET * self.entries.buckets)
        self.entries.used = 0
        self.shared = shared
        self.ended = 0
        # Counts that threads change at once may go wrong: the order of options is another one then.
        self.busy = int8_buffer(BUSY if shared else 0)
        self.entries.busy = <uint8_t *>self.busy.data if shared else NULL

    def begin_turn(self) -> None:
        """Start a turn; the first search to have done enough ends it for all."""
        self.ended = 0

    def grow_if_full(self) -> None:
        """Make room for four times as many entries, where half of the table is used.

        All entries of bucket b come to lie in buckets 4 b to 4 b + 3, so that buckets are moved
        from the last one on, in place.  No other thread may use the table.
        """
        cdef Entry moved[BUCKET]
        cdef Entry *table
        cdef int64_t b, old = self.entries.buckets, code
        cdef int k
        if not self.growths or 2 * self.entries.used <= BUCKET * old:
            return
        self.room.resize(2 * BUCKET * 4 * old)
        self.growths -= 1
        table = self.entries.first = <Entry *>self.room.data
        memset(table + BUCKET * old, 0, 3 * BUCKET * old * sizeof(Entry))
        self.entries.buckets = 4 * old
        for b in range(old - 1, -1, -1):
            memcpy(moved, table + BUCKET * b, sizeof(moved))
            memset(table + BUCKET * b, 0, sizeof(moved))
            for k in range(BUCKET):
                if moved[k].word != 0:
                    code = <int64_t>(moved[k].mixed ^ moved[k].word)
                    place(&self.entries, code)[0] = moved[k]

    def known(self, int64_t code, int question) -> tuple[int, int, bool] | None:
        """Return the proof and the disproof number of a node, and whether it is marked."""
        word = known(&self.entries, code, question)
        if word == 0:
            return None
        proof = proof_in(word)
        return proof, disproof_in(word) if proof else INFINITE, bool(is_marked(word))

    def forget_marked(self) -> None:
        """Drop the entries of disproofs that are marked."""
        cdef int64_t i
        cdef Entry *entry = self.entries.first
        for i in range(BUCKET * self.entries.buckets):
            if is_marked(entry[i].word):
                entry[i].word = 0
                self.entries.used -= 1

    def forget_decided(self, bint proven) -> None:
        """Drop the entries of what is proven, or of what is disproven."""
        cdef int64_t i
        cdef Entry *entry = self.entries.first
        for i in range(BUCKET * self.entries.buckets):
            if is_proven(entry[i].word) if proven else is_disproven(entry[i].word):
                entry[i].word = 0
                self.entries.used -= 1

    def shrink(self) -> int:
        """Return how many bytes are given back: three quarters, or 0 where the table is small.

        Of buckets 4 b to 4 b + 3 four entries stay, in bucket b: decided ones before others, and
        those that took the most work.  No other thread may use the table, which does not grow back.
        """
        cdef Entry group[4 * BUCKET]
        cdef Entry *table = self.entries.first
        cdef int64_t b, count = self.entries.buckets // 4, before = self.room.nbytes
        cdef int i, k, best
        if count < FIRST_BUCKETS or self.entries.buckets % 4:
            return 0
        self.entries.used = 0
        for b in range(count):
            # Bucket b has been moved before its place is written to.
            memcpy(group, table + 4 * BUCKET * b, sizeof(group))
            for i in range(BUCKET):
                best = 0
                for k in range(1, 4 * BUCKET):
                    if worth(group[k].word) > worth(group[best].word):
                        best = k
                table[BUCKET * b + i] = group[best]
                self.entries.used += group[best].word != 0
                group[best].word = 0
        self.room.resize(2 * BUCKET * count)
        self.entries.first = <Entry *>self.room.data
        self.entries.buckets = count
        self.nbytes_at_most = 16 * BUCKET * count * <int64_t>(4.0 ** self.growths)
        return before - self.room.nbytes

    def held(self) -> Buffer:
        """Return all entries: of each the code, as it is in 64 bits, and the word."""
        cdef Buffer found
        cdef uint64_t *words
        cdef const Entry *entry = self.entries.first
        cdef int64_t i, count = 0
        for i in range(BUCKET * self.entries.buckets):
            count += entry[i].word != 0
        found = uint64_buffer(2 * count)
        words, count = <uint64_t *>found.data, 0
        for i in range(BUCKET * self.entries.buckets):
            if entry[i].word != 0:
                words[2 * count] = entry[i].mixed ^ entry[i].word
                words[2 * count + 1] = entry[i].word
                count += 1
        return found

    def put(self, const uint64_t[::1] words not None) -> None:
        """Add entries, as `held` returns them; what is none, or finds no place, is left out."""
        cdef int64_t i, used = self.entries.used, growths = -1
        cdef Entry *entry
        # They stand in the order of their buckets: in a table that grows meanwhile the first ones
        # would find no place.
        self.entries.used += words.shape[0] // 2
        while self.growths != growths:
            growths = self.growths
            self.grow_if_full()
        self.entries.used = used
        for i in range(0, words.shape[0] - 1, 2):
            if not is_entry(words[i + 1]):
                continue
            entry = place(&self.entries, <int64_t>words[i])
            if worth(words[i + 1]) > worth(entry.word):
                self.entries.used += entry.word == 0
                entry.mixed, entry.word = words[i] ^ words[i + 1], words[i + 1]

    @property
    def load(self) -> float:
        """Which part of the largest table is used."""
        return self.entries.used / (BUCKET * self.entries.buckets * 4.0 ** self.growths)

    @property
    def nbytes(self) -> int:
        """Bytes of the table as it is now."""
        return self.room.nbytes
