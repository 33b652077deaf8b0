"""Kernels that rank and unrank arrays: loops over the functions of ranking.h."""

from libc.stdint cimport int64_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer, uint64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef extern from "big/indexed/ranking.h":
    int64_t gg_rank_digits(const int64_t *bases, int64_t k, const int64_t *digits) nogil
    void gg_unrank_digits(const int64_t *bases, int64_t k, int64_t index, int64_t *digits) nogil
    void gg_binomials(int64_t n, int64_t k, int64_t *table) nogil
    int64_t gg_rank_cells(
        const int64_t *table, int64_t n, int64_t k, const int64_t *cells
    ) nogil
    void gg_unrank_cells(
        const int64_t *table, int64_t n, int64_t k, int64_t index, int64_t *cells
    ) nogil
    int64_t gg_rank_bits(const int64_t *table, int64_t n, int64_t k, uint64_t bits) nogil
    uint64_t gg_unrank_bits(const int64_t *table, int64_t n, int64_t k, int64_t index) nogil
    int64_t gg_rank_pieces(
        const int64_t *counts, int64_t kinds, int64_t n, int64_t total, const int64_t *pieces,
        int64_t *left
    ) nogil
    void gg_unrank_pieces(
        const int64_t *counts, int64_t kinds, int64_t n, int64_t total, int64_t index,
        int64_t *pieces, int64_t *left
    ) nogil


def rank_digits(const int64_t[::1] bases not None, const int64_t[::1] digits not None) -> Buffer:
    """Return the index of each row of len(bases) digits, -1 where there is none.

    Parameters
    ----------
    bases : (k,) int64
    digits : (m k,) int64

    Returns
    -------
    indices : (m,) int64 Buffer
    """
    cdef int64_t k = bases.shape[0], r, rows = digits.shape[0] // k
    cdef Buffer indices = int64_buffer(rows)
    with nogil:
        for r in range(rows):
            (<int64_t *>indices.data)[r] = gg_rank_digits(&bases[0], k, &digits[r * k])
            if r % SIGNAL_STEPS == 0:
                check_signals()
    return indices


def unrank_digits(const int64_t[::1] bases not None, const int64_t[::1] indices not None) -> Buffer:
    """Return the digits of each index, row after row: an (m k,) int64 Buffer."""
    cdef int64_t k = bases.shape[0], r
    cdef Buffer digits = int64_buffer(indices.shape[0] * k)
    with nogil:
        for r in range(indices.shape[0]):
            gg_unrank_digits(&bases[0], k, indices[r], <int64_t *>digits.data + r * k)
            if r % SIGNAL_STEPS == 0:
                check_signals()
    return digits


def binomials(int64_t n, int64_t k) -> Buffer:
    """Return the table that ranks of combinations need: a ((k + 1) (n + 1),) int64 Buffer."""
    cdef Buffer table = int64_buffer((k + 1) * (n + 1))
    gg_binomials(n, k, <int64_t *>table.data)
    return table


def rank_cells(
    const int64_t[::1] table not None, int64_t n, int64_t k, const int64_t[::1] cells not None
) -> Buffer:
    """Return the index of each row of k > 0 cells, -1 where there is none."""
    cdef int64_t r, rows = cells.shape[0] // k
    cdef Buffer indices = int64_buffer(rows)
    with nogil:
        for r in range(rows):
            (<int64_t *>indices.data)[r] = gg_rank_cells(&table[0], n, k, &cells[r * k])
            if r % SIGNAL_STEPS == 0:
                check_signals()
    return indices


def unrank_cells(
    const int64_t[::1] table not None, int64_t n, int64_t k, const int64_t[::1] indices not None
) -> Buffer:
    """Return the cells of each index, row after row: an (m k,) int64 Buffer."""
    cdef int64_t r
    cdef Buffer cells = int64_buffer(indices.shape[0] * k)
    with nogil:
        for r in range(indices.shape[0]):
            gg_unrank_cells(&table[0], n, k, indices[r], <int64_t *>cells.data + r * k)
            if r % SIGNAL_STEPS == 0:
                check_signals()
    return cells


def rank_bits(
    const int64_t[::1] table not None, int64_t n, int64_t k, const uint64_t[::1] sets not None
) -> Buffer:
    """Return the index of each set of cells, -1 where there is none."""
    cdef int64_t r
    cdef Buffer indices = int64_buffer(sets.shape[0])
    with nogil:
        for r in range(sets.shape[0]):
            (<int64_t *>indices.data)[r] = gg_rank_bits(&table[0], n, k, sets[r])
            if r % SIGNAL_STEPS == 0:
                check_signals()
    return indices


def unrank_bits(
    const int64_t[::1] table not None, int64_t n, int64_t k, const int64_t[::1] indices not None
) -> Buffer:
    """Return the set of cells of each index: an (m,) uint64 Buffer."""
    cdef int64_t r
    cdef Buffer sets = uint64_buffer(indices.shape[0])
    with nogil:
        for r in range(indices.shape[0]):
            (<uint64_t *>sets.data)[r] = gg_unrank_bits(&table[0], n, k, indices[r])
            if r % SIGNAL_STEPS == 0:
                check_signals()
    return sets


def rank_pieces(
    const int64_t[::1] counts not None, int64_t n, int64_t total,
    const int64_t[::1] pieces not None,
) -> Buffer:
    """Return the index of each row of n > 0 pieces, -1 where there is none.

    Parameters
    ----------
    counts : (q,) int64
        How many pieces there are of each kind, n in all.
    n : int
    total : int
        The number of arrangements.
    pieces : (m n,) int64
    """
    cdef int64_t r, rows = pieces.shape[0] // n
    cdef Buffer indices = int64_buffer(rows), left = int64_buffer(counts.shape[0])
    with nogil:
        for r in range(rows):
            (<int64_t *>indices.data)[r] = gg_rank_pieces(
                &counts[0], counts.shape[0], n, total, &pieces[r * n], <int64_t *>left.data
            )
            if r % SIGNAL_STEPS == 0:
                check_signals()
    return indices


def unrank_pieces(
    const int64_t[::1] counts not None, int64_t n, int64_t total,
    const int64_t[::1] indices not None,
) -> Buffer:
    """Return the pieces of each index, row after row: an (m n,) int64 Buffer."""
    cdef int64_t r
    cdef Buffer pieces = int64_buffer(indices.shape[0] * n), left = int64_buffer(counts.shape[0])
    with nogil:
        for r in range(indices.shape[0]):
            gg_unrank_pieces(
                &counts[0], counts.shape[0], n, total, indices[r],
                <int64_t *>pieces.data + r * n, <int64_t *>left.data
            )
            if r % SIGNAL_STEPS == 0:
                check_signals()
    return pieces
