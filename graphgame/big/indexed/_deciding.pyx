"""The kernel that decides positions whose options are decided, by labels in an order.

While the game is solved, labels are in the order of what the player to move would take: the least
label among the options decides.  With M the greatest label and H = (M + 1)/2 they are

    0        no position, or one that is not decided
    r + 1    an option that loses in r plies
    H - 1    a draw that never ends
    H        a preset draw
    M - r    an option that wins in r plies
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport check_signals
from graphgame.big._windows cimport AHEAD, GIVEN_DRAW, NO_LABEL, Window
from graphgame.rules.compiled._stage cimport refuse

ctypedef fused Label:
    uint8_t
    uint16_t
    uint32_t

ctypedef fused Narrow:
    uint8_t
    uint16_t


cdef int64_t decide_window(
    void *labels, int width, const Window *window, bint misere, int64_t *most
) except -1 nogil:
    """Decide the positions of a window in their order; stop at the first whose label does not fit.

    All options of codes[k] are decided: those in the window stand before it.  Returns the k at
    which it stops, or their number.
    """
    if window.count == 0:
        return 0
    # What is prefetched behind the last option is a label, too.
    memset(window.options + window.ends[window.count - 1], 0, AHEAD * sizeof(int64_t))
    if width == 1:
        return _decide(<uint8_t *>labels, window, _greatest(1), misere, most)
    if width == 2:
        return _decide(<uint16_t *>labels, window, _greatest(2), misere, most)
    return _decide(<uint32_t *>labels, window, _greatest(4), misere, most)


cdef int widen_labels(
    const void *labels, int width, void *wider, int64_t size
) except -1 nogil:
    """Write labels of a width, 1 or 2, as those of twice the width."""
    if width == 1:
        return _widen(<const uint8_t *>labels, <uint16_t *>wider, size)
    return _widen(<const uint16_t *>labels, <uint32_t *>wider, size)


cdef int to_public(
    void *labels, int width, int64_t size, int64_t most, int64_t *counts
) except -1 nogil:
    """Convert labels to those of a database, and count them; see `OrderedGame.finish`."""
    if width == 1:
        return _make_bytes_public(<uint8_t *>labels, size, most, counts)
    if width == 2:
        return _make_public(<uint16_t *>labels, size, _greatest(2), most, counts)
    return _make_public(<uint32_t *>labels, size, _greatest(4), most, counts)


cdef int64_t _greatest(int width) noexcept nogil:
    """Return the greatest label of a width."""
    return (<int64_t>1 << (8 * width)) - 1


cdef int64_t _decide(
    Label *labels, const Window *window, int64_t greatest, bint misere, int64_t *most
) except -1 nogil:
    """Decide the positions of a window; as `decide_window`."""
    cdef int64_t middle = (greatest + 1) // 2, e = 0, k, least, ends, end, label, given
    cdef const int64_t *options = window.options
    cdef uint32_t lowest
    for k in range(window.count):
        given, end = window.given[k], window.ends[k]
        least = greatest + 1
        if e < end:
            lowest = <uint32_t>greatest
            while e < end:
                prefetch(&labels[options[e + AHEAD]])
                lowest = min(lowest, <uint32_t>labels[options[e]])
                e += 1
            least = lowest
        if given != NO_LABEL:
            if given == GIVEN_DRAW:
                labels[window.codes[k]] = <Label>middle
                continue
            ends = given >> 1
            label = greatest - ends if given & 1 else ends + 1
        elif least < middle - 1:
            if least == 0:
                refuse("second", window.codes[k], 0)
            ends = least
            label = greatest - ends
        elif least <= middle:
            labels[window.codes[k]] = <Label>(middle - 1)
            continue
        elif least == greatest + 1:
            ends = 0
            label = greatest if misere else 1
        else:
            ends = greatest - least + 1
            label = ends + 1
        if ends > middle - 3:
            return k
        if ends > most[0]:
            most[0] = ends
        labels[window.codes[k]] = <Label>label
    return window.count


cdef int _widen(const Narrow *labels, Label *wider, int64_t size) except -1 nogil:
    """Write labels in the order of one width as those of another."""
    cdef int64_t v, x, greatest = _greatest(sizeof(Narrow)), wide = _greatest(sizeof(Label))
    cdef int64_t middle = (greatest + 1) // 2, wide_middle = (wide + 1) // 2
    for v in range(size):
        x = labels[v]
        if x > middle:
            x += wide - greatest
        elif x >= middle - 1:
            x += wide_middle - middle
        wider[v] = <Label>x
        if v % (1 << 22) == 0:
            check_signals()
    return 0


cdef int _make_public(
    Label *labels, int64_t size, int64_t greatest, int64_t most, int64_t *counts
) except -1 nogil:
    """Convert labels to those of a database, and count them."""
    cdef int64_t v, x
    for v in range(size):
        x = _public(labels[v], greatest)
        counts[x if x < greatest - 2 else 2 * most + 4 + x - greatest] += 1
        labels[v] = <Label>x
        if v % (1 << 22) == 0:
            check_signals()
    return 0


cdef inline int64_t _public(int64_t x, int64_t greatest) noexcept nogil:
    """Return the label of a database for a label in the order."""
    cdef int64_t middle = (greatest + 1) // 2
    if x > middle:
        return 2 * (greatest - x) + 1
    if x >= middle - 1:
        return greatest - (x - (middle - 1))
    return 2 * (x - 1) if x else greatest - 2


cdef int _make_bytes_public(
    uint8_t *labels, int64_t size, int64_t most, int64_t *counts
) except -1 nogil:
    """Convert labels of a byte, and count them: four at a time, as equal ones often follow another.

    found[256 t:256 t + 256] are the counts of labels v with v % 4 = t.
    """
    cdef int64_t found[4 * 256]
    cdef uint8_t to[256]
    cdef int64_t v, x, t
    memset(found, 0, sizeof(found))
    for x in range(256):
        to[x] = <uint8_t>_public(x, 255)
    for v in range(0, size - 3, 4):
        for t in range(4):
            found[256 * t + labels[v + t]] += 1
            labels[v + t] = to[labels[v + t]]
        if v % (1 << 22) == 0:
            check_signals()
    for v in range(size // 4 * 4, size):
        found[labels[v]] += 1
        labels[v] = to[labels[v]]
    for x in range(256):
        v = to[x]
        v = v if v < 253 else 2 * most + v - 251
        if v < 2 * most + 5:
            for t in range(4):
                counts[v] += found[256 * t + x]
    return 0
