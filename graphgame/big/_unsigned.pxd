# Arrays of unsigned numbers of 1, 2 or 4 bytes, as the longest game needs.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

from graphgame._kernel.buffer cimport Buffer


cdef Buffer widened_numbers(Buffer narrow, int width, int64_t special)


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
