# Proof-number search, for what collects its proofs.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.rules.compiled._stage cimport Functions

cdef enum:
    # A proof or disproof number that is infinite, and the greatest finite one.
    INFINITE = (1 << 28) - 1
    MOST = INFINITE - 1
    # Entries of the table that one look-up reads: a line of the cache.
    BUCKET = 4
    # Numbers of 64 bits that a Child takes.
    CHILD = 3
    FIRST_ROOM = 1 << 12
    FIRST_BUCKETS = 1 << 10
    # Options beyond the room of a rule: one that takes no notice of its room does no harm there.
    SPARE = 1 << 10
    SIGNAL_NODES = 1 << 8
    # In `lowest`: no position of the way matters; and a disproof that depends on another way.
    NEVER = 1 << 30
    ELSEWHERE = -1

cdef struct Entry:
    uint64_t key
    # From the low end: the proof and the disproof number, 28 bits each; the question;
    # whether it is a disproof that is marked; the work that it took, 6 bits.  0: it is empty.
    # Where the proof number is 0, the rank stands in place of the disproof number: it is infinite.
    uint64_t word

cdef struct Child:
    int64_t code
    uint32_t proof, disproof
    # How far up the way a disproof reaches, and in how many plies a proof ends.
    int32_t lowest, rank

cdef struct Frame:
    int64_t code
    int64_t first, stop  # of its options, in `children`
    int64_t most_proof, most_disproof  # where to leave it
    int64_t chosen
    int64_t work
    uint8_t question, attacks


cdef class Search:
    cdef Functions functions
    cdef object ask
    cdef bint misere, owned
    cdef Functions owners
    cdef Buffer table, children, frames, row, way
    cdef int64_t buckets, used, top, way_mask
    # How often the table can still grow.
    cdef int growths
    # Who moves where a rule that is not compiled was asked last, if it says so.
    cdef int64_t asked_owner
    cdef readonly bint marked
    cdef readonly int64_t depth, nodes
    cdef readonly int64_t proof, disproof, winner

    cdef inline Entry *_bucket(self, int64_t code) noexcept nogil
    cdef Entry *_find(self, int64_t code, int question) noexcept nogil
    cdef void _store(
        self, int64_t code, int question, int64_t proof, int64_t disproof, bint marked,
        int64_t work,
    ) noexcept nogil
    cdef Entry *_place(self, int64_t code) noexcept nogil
    cdef int _grow(self) except -1
    cdef void _clear_way(self) noexcept nogil
    cdef int64_t _way_slot(self, int64_t code, int question) noexcept nogil
    cdef int64_t _on_way(self, int64_t code, int question) noexcept nogil
    cdef int _enter_way(self, int64_t depth) except -1 nogil
    cdef void _leave_way(self, int64_t depth) noexcept nogil
    cdef int64_t _options(self, int64_t code, int64_t *preset) except -1 nogil
    cdef int64_t _ask(self, int64_t code, int64_t *preset) except -1
    cdef int64_t _preset(self, int64_t code) except -2 nogil
    cdef int _moves(self, int64_t code, int question) except -1 nogil
    cdef inline bint _is_won(self, int64_t outcome, bint attacks) noexcept nogil
    cdef int _finish(self, int64_t code, int question, bint won, int64_t work) except -1 nogil
    cdef int _leave(
        self, int64_t code, int question, int64_t proof, int64_t disproof, int32_t lowest,
        int64_t rank, int64_t work,
    ) except -1 nogil
    cdef int _push(
        self, int64_t code, int question, int64_t most_proof, int64_t most_disproof
    ) except -1 nogil
    cdef int _begin_child(self, Child *child, int64_t code, int question) except -1 nogil
    cdef int _step(self) except -1 nogil
    cdef int _begin(self, int64_t code, int question) except -1 nogil
    cdef int _ask_anew(self, int64_t code, int question) except -1 nogil
