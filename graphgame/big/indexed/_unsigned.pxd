# Arrays of unsigned numbers of 1, 2 or 4 bytes, made wider when a number does not fit.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

from graphgame._kernel.buffer cimport Buffer, unsigned_buffer
from graphgame._kernel.signals cimport check_signals


cdef inline int64_t get_number(const void *numbers, int width, int64_t i) noexcept nogil:
    """Return number i of those of `width` bytes."""
    if width == 1:
        return (<const uint8_t *>numbers)[i]
    if width == 2:
        return (<const uint16_t *>numbers)[i]
    return (<const uint32_t *>numbers)[i]


cdef inline void set_number(void *numbers, int width, int64_t i, int64_t x) noexcept nogil:
    """Write number i."""
    if width == 1:
        (<uint8_t *>numbers)[i] = <uint8_t>x
    elif width == 2:
        (<uint16_t *>numbers)[i] = <uint16_t>x
    else:
        (<uint32_t *>numbers)[i] = <uint32_t>x


cdef inline Buffer widened_numbers(Buffer narrow, int width, int64_t special):
    """Return numbers in twice the width; those from `special` on stay as far below the greatest."""
    cdef int64_t v, x, size = narrow.shape[0]
    cdef inline Buffer wide = unsigned_buffer(2 * width, size, 0)
    cdef int64_t more = (<int64_t>1 << 16 * width) - (<int64_t>1 << 8 * width)
    with nogil:
        for v in range(size):
            x = get_number(narrow.data, width, v)
            set_number(wide.data, 2 * width, v, x + more if x >= special else x)
            if v % (1 << 22) == 0:
                check_signals()
    return wide
