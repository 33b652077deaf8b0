"""Masks of the sparse-space method: which makes the fewest heaps rare, and which heaps those are.

See `_sparse` for what masks are, and parities.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from graphgame._kernel.buffer cimport int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


# ---------------------------------------------------------------------------------------------
# The mask: the one with the fewest rare heaps.  spectrum[v] starts as the number of heaps of value
# v, those of the other parity than `parity` subtracted if parities count; its Walsh-Hadamard
# transform at a mask is the number of rare heaps less that of common ones.


cdef int _transform(int64_t[::1] spectrum) except -1 nogil:
    cdef Py_ssize_t half = 1, i
    cdef int64_t a, b
    while half < spectrum.shape[0]:
        for i in range(spectrum.shape[0]):
            if not i & half:
                a, b = spectrum[i], spectrum[i + half]
                spectrum[i], spectrum[i + half] = a + b, a - b
        half *= 2
        check_signals()
    return 0


cdef int64_t _best_mask(
    const int32_t[::1] values, int64_t count, int parity, int64_t[::1] spectrum
) except -1 nogil:
    cdef int64_t h, mask, best = 0
    for h in range(1, count):
        spectrum[values[h]] += 1 if parity < 0 or not (h ^ parity) & 1 else -1
        if h % SIGNAL_STEPS == 0:
            check_signals()
    _transform(spectrum)
    for mask in range(spectrum.shape[0]):
        if spectrum[mask] < spectrum[best]:
            best = mask
    return best


def choose_mask(
    const int32_t[::1] values not None, int64_t count, int64_t width, int parity=-1
):
    """Choose the mask that makes the fewest heaps rare.

    Parameters
    ----------
    values : (k,) int32
        ``values[:count]`` are known and below `width`.
    count : int
    width : int
        A power of 2.
    parity : int
        That of the numbers that may be taken if two heaps are left, if the parity of heaps is to
        count; -1 if not.

    Returns
    -------
    (mask, rare) : int, int
        With how many of the heaps from 1 to count - 1 are rare.

    Notes
    -----
    O(n + v log v) time for n heaps and v = width; 8 bytes × width.

    >>> from array import array
    >>> choose_mask(array("i", [0, 1, 2, 2, 1, 0, 3]), 7, 4)
    (3, 2)
    >>> choose_mask(array("i", [0, 1, 2, 1, 0, 1, 2]), 7, 4, 1)
    (1, 0)
    """
    cdef int64_t[::1] spectrum = int64_buffer(width)
    cdef int64_t mask
    with nogil:
        mask = _best_mask(values, count, parity, spectrum)
    return mask, (count - 1 + spectrum[mask]) // 2


cdef int _census(
    const int32_t[::1] values, int64_t count, uint64_t mask, int parity, int64_t[::1] found
) except -1 nogil:
    cdef int64_t h
    for h in range(count):
        if counts_as_rare(h, values[h], mask, parity):
            found[0] += 1
            found[1] = h
        if values[h] > values[found[2]]:
            found[2] = h
        if h % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def census(const int32_t[::1] values not None, int64_t count, int64_t mask, int parity=-1):
    """Count the rare heaps, heap 0 with them, as papers do.

    Parameters
    ----------
    values, count
        As in `choose_mask`; count is at least 1.
    mask, parity : int

    Returns
    -------
    (rare, last, greatest) : int, int, int
        How many heaps are rare, the last of them, or -1, and the first heap of the greatest value.

    >>> from array import array
    >>> census(array("i", [0, 1, 2, 2, 1, 0, 3]), 7, 3)
    (3, 6, 6)
    """
    cdef int64_t[::1] found = int64_buffer(3)
    found[1] = -1
    with nogil:
        _census(values, count, <uint64_t>mask, parity, found)
    return found[0], found[1], found[2]
