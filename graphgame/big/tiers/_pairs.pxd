# Pairs of a code and a word, collected in memory and sorted together.

from libc.stdint cimport int64_t

from graphgame._kernel.buffer cimport Buffer

cdef struct Pair:
    int64_t code
    int64_t word


cdef class Pairs:
    # pairs[:count] are the pairs, two int64 each; spare has room to sort them.
    cdef readonly int64_t count, most
    cdef Buffer pairs, spare

    # Push a pair, for which room has been made.
    cdef inline void push(self, int64_t code, int64_t word) noexcept nogil:
        cdef Pair *pair = <Pair *>self.pairs.data + self.count
        pair.code = code
        pair.word = word
        self.count += 1
