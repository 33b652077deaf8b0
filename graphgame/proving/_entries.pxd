# Where an entry of the table lies, and how much work stands behind it.

from libc.stdint cimport int64_t, uint64_t

cdef extern from *:
    """
    static inline uint64_t gg_below(uint64_t hash, uint64_t count)
    {
        return (uint64_t)(((unsigned __int128)hash * count) >> 64);
    }
    """
    # A hash as a number below `count`: it rises with the hash.
    uint64_t below "gg_below" (uint64_t hash, uint64_t count) noexcept nogil


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """Return a number whose every bit depends on every bit of another."""
    x = (x ^ (x >> 33)) * <uint64_t>0xff51afd7ed558ccdULL
    x = (x ^ (x >> 33)) * <uint64_t>0xc4ceb9fe1a85ec53ULL
    return x ^ (x >> 33)


cdef inline uint64_t work_class(int64_t work) noexcept nogil:
    """Return a number of 6 bits that grows with the work."""
    cdef uint64_t k = 0
    while work > 1 and k < 62:
        k += 2
        if work < 4:
            return k + (work > 2)
        work >>= 1
    return k
