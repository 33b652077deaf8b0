"""A compiled function of scores as one of presets: a score becomes a win, a draw or a loss.

So exploring a compiled rule, which knows presets and no scores, calls no Python for a score.
"""

from libc.stdint cimport INT64_MIN, int64_t, uintptr_t

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.outcome cimport NO_PRESET

ctypedef int64_t (*Number)(int64_t code, void *data) noexcept nogil


# data[0] is the address of the function of scores, data[1] what it takes last, data[2] a number
# that is left as it is, and data[3] the least score that is a win.
cdef int64_t _sign(int64_t code, void *data) noexcept nogil:
    """Return what the score of a code is as a preset; `NO_PRESET` where it has none."""
    cdef const int64_t *held = <const int64_t *>data
    cdef int64_t score = (<Number><uintptr_t>held[0])(code, <void *><uintptr_t>held[1])
    if score == INT64_MIN:
        return NO_PRESET
    if score == held[2]:
        return score
    return (score >= held[3]) - (score <= -held[3])


def wrap_scores(uintptr_t score, uintptr_t data, int64_t kept) -> tuple[int, int, Buffer]:
    """Return a compiled function of presets that calls one of scores.

    Parameters
    ----------
    score, data : int
        The address of ``int64_t score(int64_t code, void *data)``, and what it takes last.  It
        returns -2^63 for a code without a score.
    kept : int
        A number that the function of presets returns as it is: what stands for failing, or else 0,
        which is its own sign.

    Returns
    -------
    address : int
        Of a function that takes what `score` does and returns -1, 0 or 1, and 2 for no score: the
        sign, or 0 where neither player gets what is in ``holder[3]``, which is 1 at first.
    data : int
        What that function takes last.
    holder : Buffer
        What `data` is the address of; it must live as long.
    """
    cdef Buffer held = int64_buffer(4)
    cdef int64_t[::1] entries = held
    entries[0], entries[1], entries[2], entries[3] = <int64_t>score, <int64_t>data, kept, 1
    return <uintptr_t>&_sign, <uintptr_t>held.data, held
