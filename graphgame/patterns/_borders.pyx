"""The kernel of periods in tables: how far each end of a sequence repeats its own end."""

from libc.stdint cimport int64_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals


# The failure function of D. E. Knuth, J. H. Morris and V. R. Pratt ("Fast pattern matching in
# strings", SIAM Journal on Computing 6, 1977), read from the end of the sequence.
#
# x is the entry `place` before the last one. Before it is read, k is the length of the longest
# border of the last `place` entries that may still grow by x; border[t] is final for t < place.
# Every fall of k was paid for by a rise of 1, hence O(n), and k < place: the inner loop ends.
cdef int _borders(const int64_t[::1] word, int64_t[::1] border) except -1 nogil:
    cdef int64_t n = word.shape[0], k = 0, place, x
    if n:
        border[0] = 0
    for place in range(1, n):
        x = word[n - 1 - place]
        while k and word[n - 1 - k] != x:
            k = border[k - 1]
        if word[n - 1 - k] == x:
            k += 1
        border[place] = k
        if place % SIGNAL_STEPS == 0:
            check_signals()
    return 0


def borders(const int64_t[::1] word not None) -> Buffer:
    """Return the longest border of each end of a sequence.

    A border is shorter than what it is a border of, and both its beginning and its end.

    Parameters
    ----------
    word : (n,) int64

    Returns
    -------
    (n,) int64 Buffer
        Entry t is the length of the longest border of the last t + 1 entries.

    Notes
    -----
    O(n) time, and 8 bytes for each entry.

    >>> from array import array
    >>> memoryview(borders(array("q", [7, 1, 2, 1, 2]))).tolist()
    [0, 0, 1, 2, 0]
    """
    cdef Buffer buffer = int64_buffer(word.shape[0])
    cdef int64_t[::1] border = buffer
    with nogil:
        _borders(word, border)
    return buffer
