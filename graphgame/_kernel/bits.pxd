# Sets of small numbers as the bits of a word.

from libc.stdint cimport uint64_t

cdef extern from "_kernel/compiler.h":
    int lowest_bit "GG_LOWEST"(uint64_t bits) noexcept nogil
    int popcount "gg_popcount"(uint64_t bits) noexcept nogil


cdef inline int mex_of_bits(uint64_t bits) noexcept nogil:
    """Return the least number that is not in a set; the set must not have all 64."""
    return lowest_bit(~bits)
