# The choice of one move among the options of a position, and how often to check for Ctrl-C while
# it is made for all positions.  For the kernels of best moves.

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


# The best move so far, -1 as long as there is none, and its key: the least is best.
cdef struct Choice:
    int32_t move
    int64_t key


cdef inline void weigh(Choice *best, int32_t w, int64_t key) noexcept nogil:
    """Take the move to w if it is better than the best so far.  Ties: the lowest index."""
    if best.move < 0 or key < best.key or (key == best.key and w < best.move):
        best.move, best.key = w, key


cdef inline int check_after(int64_t work, int64_t *next_check) except -1 nogil:
    """Check for Ctrl-C each time the work done has grown by SIGNAL_STEPS."""
    if work >= next_check[0]:
        next_check[0] = work + SIGNAL_STEPS
        return check_signals()
    return 0
