from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t, uint64_t

from graphgame._kernel.buffer cimport Buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    # The time of a state without a capture: greater than every time.  The arrays hold -1 instead.
    NEVER = 2147483647


cdef class Board:
    cdef readonly int64_t rows
    cdef readonly Buffer won_buffer, lost_buffer, times_buffer  # type: Buffer | None
    cdef int32_t n, k
    cdef Py_ssize_t words, width
    cdef int64_t steps
    cdef int times_width
    cdef int64_t[::1] out_ptr, in_ptr, place, turn
    cdef int32_t[::1] out_idx, in_idx, hand
    cdef uint64_t[::1] near, won, lost
    cdef uint16_t[::1] times16
    cdef int32_t[::1] times32

    cdef int load(
        self, const int64_t[::1] ptr, const int32_t[::1] idx,
        const int64_t[::1] back_ptr, const int32_t[::1] back_idx,
        const int32_t[::1] members, const int32_t[::1] local,
    ) except -1 nogil
    cdef int unrank(self, int64_t c) except -1 nogil
    cdef int64_t rank_of_hand(self) except -1 nogil
    cdef int advance_hand(self, Py_ssize_t size) except -1 nogil
    cdef int _fill_place(self) except -1 nogil
    cdef int _load_rows(
        self, const int64_t[::1] ptr, const int32_t[::1] idx,
        const int32_t[::1] members, const int32_t[::1] local,
        int64_t[::1] new_ptr, int32_t[::1] new_idx,
    ) except -1 nogil
    cdef int32_t _robber_time(self, int64_t c, int32_t robber) except -1 nogil
    cdef bint _is_won(self, int64_t c, int32_t robber, bint robber_to_move) except -1 nogil
    cdef int64_t _tightest(self) except -1 nogil
    cdef int64_t _rank(self, const int32_t[::1] cops) except -1
    cdef int _find_move(
        self, const int32_t[::1] cops, int32_t robber, int32_t wanted, int32_t[::1] moves
    ) except -1 nogil


# Both kernels call these from their innermost loops; defined here, they are inlined into both.


cdef inline int count_steps(Board board, int64_t steps) except -1 nogil:
    """Check for signals about every SIGNAL_STEPS steps."""
    board.steps += steps
    if board.steps >= SIGNAL_STEPS:
        board.steps = 0
        check_signals()
    return 0


cdef inline int set_time(Board board, int64_t at, int64_t time) except -1 nogil:
    """Store a time, or -1 for never."""
    if board.times_width == 2:
        board.times16[at] = <uint16_t>time
    else:
        board.times32[at] = <int32_t>time
    return 0


cdef inline int32_t get_time(Board board, int64_t at) except -1 nogil:
    """Return the rounds to the capture with the cops to move, NEVER where there is none."""
    cdef int32_t time
    if board.times_width == 4:
        time = board.times32[at]
    else:
        time = <int16_t>board.times16[at]
    return NEVER if time < 0 else time
