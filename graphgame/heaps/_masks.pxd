"""Whether a value is rare for a heap, as the sparse-space method has it: see `_sparse`."""

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.bits cimport popcount


cdef inline bint counts_as_rare(int64_t h, int64_t x, uint64_t mask, int parity) noexcept nogil:
    """Say whether the value x is rare for heap h; parity -1 leaves that of heaps out."""
    cdef int odd = popcount(<uint64_t>x & mask) & 1
    return odd == 0 if parity < 0 else odd == ((h ^ parity) & 1)
