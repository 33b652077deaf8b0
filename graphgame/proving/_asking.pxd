# What a search asks of a rule, for the search and for what collects its proofs.

from libc.stdint cimport int64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame._kernel.outcome cimport LOSE, WIN
from graphgame.rules.compiled._stage cimport Functions


cdef class Asking:
    cdef Functions functions
    cdef Functions owners, orders
    cdef object ask
    cdef readonly bint misere, owned
    # Whether options are known by two codes: their own one, and that of what stands for its class.
    cdef bint has_classes
    # The options of the code that was asked about last, and what stands for their classes.
    cdef Buffer codes, row
    # Who moves where a rule that is not compiled was asked last, if it says so.
    cdef int64_t asked_owner

    cdef int64_t options(self, int64_t code, int64_t *preset) except -1 nogil
    cdef int64_t listed(self, int64_t code) except -1 nogil
    cdef int64_t _ask(self, int64_t code, int64_t *preset) except -1
    cdef int64_t preset(self, int64_t code) except -2 nogil
    cdef int moves(self, int64_t code, int question) except -1 nogil
    cdef int order(self, int64_t code, int64_t *value) except -1 nogil


cdef inline bint is_won(int64_t outcome, bint attacks) noexcept nogil:
    """Return whether the outcome of who moves is a win of the attacker."""
    return outcome == WIN if attacks else outcome == LOSE
