# Sets of small numbers as the bits of a word.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define graphgame_lowest_bit(bits) __builtin_ctzll(bits)
    #else
    static int graphgame_lowest_bit(unsigned long long bits) {
        int place = 0;
        for (; !(bits & 1); bits >>= 1) place++;
        return place;
    }
    #endif
    """
    int lowest_bit "graphgame_lowest_bit"(unsigned long long bits) noexcept nogil


cdef inline int popcount(uint64_t bits) noexcept nogil:
    """Count the bits: in fields of 2, 4 and 8, which a product adds up."""
    bits -= (bits >> 1) & <uint64_t>0x5555555555555555
    bits = (bits & <uint64_t>0x3333333333333333) + ((bits >> 2) & <uint64_t>0x3333333333333333)
    bits = (bits + (bits >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F
    return <int>((bits * <uint64_t>0x0101010101010101) >> 56)


cdef inline int mex_of_bits(uint64_t bits) noexcept nogil:
    """Give the least number that is not in a set; the set must not have all 64."""
    return lowest_bit(~bits)
