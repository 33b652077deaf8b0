# Searches for proofs, for what collects them.

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame.proving._asking cimport Asking
from graphgame.proving._proof_table cimport ProofTable

cdef enum:
    # Numbers of 64 bits that a Child takes.
    CHILD = 6
    FIRST_NODES = 1 << 8
    SIGNAL_NODES = 1 << 8
    # Nodes below one for which it is worth while to tell other threads of it.
    SHARED_WORK = 1 << 6
    # In `lowest`: no position of the way matters; and a disproof that depends on another way.
    NEVER = 1 << 30
    ELSEWHERE = -1
    # Places of each kind of the history.
    PLACES = 1 << 14

cdef struct Child:
    int64_t code, key  # its own, and that of what stands for its class
    int64_t score  # where it is least, it is tried first
    uint32_t proof, disproof
    # How far up the way a disproof reaches, and in how many plies a proof ends.
    int32_t lowest, rank
    uint16_t places[2]  # of the move, in the history

cdef struct Frame:
    int64_t code, key
    int64_t first, stop  # of its options, in `children`
    int64_t most_proof, most_disproof  # where to leave it
    int64_t chosen
    int64_t work
    uint8_t question, attacks, is_busy


cdef class Search:
    cdef readonly Asking asking
    cdef readonly ProofTable table
    cdef bint depth_first, learns
    cdef Buffer children, frames, way, history
    cdef int64_t top, way_mask
    cdef int64_t most_bytes
    cdef int64_t added  # entries, that the table has not counted yet
    cdef readonly int64_t depth, nodes
    cdef readonly int64_t proof, disproof, winner

    cdef void _clear_way(self) noexcept nogil
    cdef int64_t _way_slot(self, int64_t key, int question) noexcept nogil
    cdef int _enter_way(self, int64_t depth) except -1 nogil
    cdef void _leave_way(self, int64_t depth) noexcept nogil
    cdef int _finish(
        self, int64_t key, int question, bint won, int64_t work
    ) except -1 nogil
    cdef int _leave(
        self, int64_t key, int question, int64_t proof, int64_t disproof, int32_t lowest,
        int64_t rank, int64_t work,
    ) except -1 nogil
    cdef int _reserve(self, int64_t count) except -1
    cdef int _push(
        self, int64_t code, int64_t key, int question, int64_t most_proof, int64_t most_disproof
    ) except -1 nogil
    cdef int _begin_child(self, Child *child, int question) except -1 nogil
    cdef int _rate(
        self, Child *child, int64_t parent, int64_t grandparent, int attacks
    ) except -1 nogil
    cdef void _learn(self, const Frame *frame, int64_t best) noexcept nogil
    cdef void _mark_busy(self, const Frame *frame, int change) noexcept nogil
    cdef void _count(self) noexcept nogil
    cdef bint _has_failed(self, const Frame *frame) noexcept nogil
    cdef int _take(self, const Frame *frame, uint64_t word) except -1 nogil
    cdef int _step(self) except -1 nogil
    cdef int _choose(
        self, Frame *frame, int64_t best, int64_t second, int64_t proof, int64_t disproof
    ) except -1 nogil
    cdef int _begin(self, int64_t key, int question) except -1 nogil
    cdef int _ask_anew(self, int64_t key, int question) except -1 nogil
