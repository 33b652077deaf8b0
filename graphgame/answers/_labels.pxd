# Labels of one byte, as kernels write them; see graphgame/answers/labels.py.

from libc.stdint cimport int64_t

cdef enum:
    # The greatest labels of one byte: a DRAW that never ends, a preset DRAW, and no position.
    NEVER = 255
    PRESET_DRAW = 254
    NO_POSITION = 253


cdef inline int64_t never(int width) noexcept nogil:
    """Return the label of a DRAW that never ends, in labels of `width` bytes."""
    return (<int64_t>1 << 8 * width) - 1


cdef inline int64_t preset_draw(int width) noexcept nogil:
    """Return the label of a preset DRAW."""
    return (<int64_t>1 << 8 * width) - 2


cdef inline int64_t no_position(int width) noexcept nogil:
    """Return the label of an index that no game reaches, or that is undecided."""
    return (<int64_t>1 << 8 * width) - 3


cdef inline int64_t lost(int64_t remoteness) noexcept nogil:
    """Return the label of a LOSE."""
    return 2 * remoteness


cdef inline int64_t won(int64_t remoteness) noexcept nogil:
    """Return the label of a WIN."""
    return 2 * remoteness + 1
