"""Arrays of unsigned numbers of 1, 2 or 4 bytes, made wider when a number does not fit."""

from libc.stdint cimport int64_t

from graphgame._kernel.buffer cimport Buffer, unsigned_buffer
from graphgame._kernel.signals cimport check_signals


cdef Buffer widened_numbers(Buffer narrow, int width, int64_t special):
    """Return numbers in twice the width; those from `special` on stay as far below the greatest."""
    cdef int64_t v, x, size = narrow.shape[0]
    cdef Buffer wide = unsigned_buffer(2 * width, size, 0)
    cdef int64_t more = (<int64_t>1 << 16 * width) - (<int64_t>1 << 8 * width)
    with nogil:
        for v in range(size):
            x = get_number(narrow.data, width, v)
            set_number(wide.data, 2 * width, v, x + more if x >= special else x)
            if v % (1 << 22) == 0:
                check_signals()
    return wide
