# The part of a database that a code belongs to: mix(code) modulo the number of parts.

from libc.stdint cimport int64_t, uint64_t


cdef inline uint64_t mix(int64_t code) noexcept nogil:
    """Return a number whose every bit depends on every bit of a code: SplitMix64's finalizer."""
    cdef uint64_t z = <uint64_t>code
    z = (z ^ (z >> 30)) * <uint64_t>0xbf58476d1ce4e5b9ULL
    z = (z ^ (z >> 27)) * <uint64_t>0x94d049bb133111ebULL
    return z ^ (z >> 31)
