"""Kernels that solve a game whose options are stored once, and that keep only the answers.

A *label* holds outcome and remoteness in one unsigned number: 2 * remoteness for a LOSE,
2 * remoteness + 1 for a WIN.  The greatest number of its type stands for a DRAW that never ends,
the one below it for a preset DRAW.  Labels are bytes where all of them fit, else uint32.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t

from graphgame._kernel.buffer cimport (
    Buffer, int8_buffer, int32_buffer, int64_buffer, unsigned_buffer,
)
from graphgame._kernel.outcome cimport DRAW, NO_PRESET, WIN
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.graphs._rows cimport _counts_to_starts, _ends_to_starts
from graphgame.rules.exploring._compact cimport CompactRows, degree_t, near_option

cdef enum:
    # How many options ahead a label or an offset is fetched.
    AHEAD = 48
    # The greatest remoteness that fits in a label of one byte: 2 * 125 + 1 = 251; see
    # graphgame/answers/labels.py.
    MOST_NARROW = 125

ctypedef fused label_t:
    uint8_t
    uint32_t


# ---------------------------------------------------------------------------------------------
# One reverse pass, where every option has a greater index than its source.
#
# labels[v + 1:] are right: the options of v are among them, so its label follows at once.  The
# rows are those of CompactRows.  Of positions 0 to v, the new options are those below `new`; the
# named ones stand at the places below e, in idx, or for positions before `turn` in `near`, where
# the far ones are far[:aside].  Ends because v falls.
#
# `least` is the least label of a LOSE among the options, `most` the greatest label of all.  An odd
# label is no LOSE, nor is the label of a preset draw, which is greater than all of theirs.


cdef struct Options:
    const char *near
    const int32_t *far
    const int32_t *idx
    int64_t n, turn, close, held, aside, next


cdef bint _pass_back(
    const degree_t *named, const degree_t *fresh, Options rows, const int8_t[::1] presets,
    bint misere, label_t *labels,
) except -1 nogil:
    """Label all positions; return whether all labels fit."""
    cdef label_t never = <label_t>-1, preset_draw = <label_t>(never - 1), least, most, label
    cdef int64_t v, w, e = rows.held, new = rows.next, aside = rows.aside, steps = 0
    cdef int8_t preset
    for v in range(rows.n - 1, -1, -1):
        if v == rows.turn - 1:
            e = rows.close
        preset = presets[v] if presets.shape[0] else <int8_t>NO_PRESET
        if preset != NO_PRESET:
            labels[v] = preset_draw if preset == DRAW else <label_t>(preset == WIN)
            new -= fresh[v]
            for _ in range(named[v]):
                e -= 1
                aside -= v < rows.turn and near_option(rows.near, e, new) < 0
            continue
        if named[v] == 0 and fresh[v] == 0:
            labels[v] = <label_t>misere
            continue
        least, most = never, 0
        for _ in range(fresh[v]):
            new -= 1
            label = labels[new]
            most = max(most, label)
            label = <label_t>(label | -(label & 1))
            least = min(least, label)
        for _ in range(named[v]):
            e -= 1
            if v < rows.turn:
                if e >= AHEAD:
                    prefetch(&labels[near_option(rows.near, e - AHEAD, new)])
                w = near_option(rows.near, e, new)
                if w < 0:
                    aside -= 1
                    w = rows.far[aside]
            else:
                if e >= AHEAD:
                    prefetch(&labels[rows.idx[e - AHEAD]])
                w = rows.idx[e]
            label = labels[w]
            most = max(most, label)
            label = <label_t>(label | -(label & 1))
            least = min(least, label)
        if least < preset_draw:
            if least + 3 >= preset_draw - 2:  # no_position is the greatest label below
                return False
            labels[v] = <label_t>(least + 3)
        elif most >= preset_draw:
            labels[v] = never
        else:
            if most + 1 >= preset_draw - 2:
                return False
            labels[v] = <label_t>(most + 1)
        steps += 1 + named[v] + fresh[v]
        if steps >= SIGNAL_STEPS:
            steps = 0
            check_signals()
    return True


cdef bint _pass_as(
    CompactRows rows, degree_t *named, degree_t *fresh, const int8_t[::1] presets, bint misere,
    Buffer labels,
) except -1:
    cdef Options options
    cdef void *data = labels.data
    cdef bint fit, narrow = labels.itemsize == 1
    options.near, options.far = <const char *>rows.near.data, <const int32_t *>rows.far.data
    options.idx = <const int32_t *>rows.idx.data
    options.n, options.turn, options.next = rows.n, rows.turn, rows.next
    options.close, options.held, options.aside = rows.close, rows.held, rows.aside
    with nogil:
        if narrow:
            fit = _pass_back(named, fresh, options, presets, misere, <uint8_t *>data)
        else:
            fit = _pass_back(named, fresh, options, presets, misere, <uint32_t *>data)
    return fit


cdef bint _pass_back_as(
    CompactRows rows, const int8_t[::1] presets, bint misere, Buffer labels
) except -1:
    cdef void *named = rows.named.data
    cdef void *fresh = rows.fresh.data
    if rows.wide:
        return _pass_as(rows, <int32_t *>named, <int32_t *>fresh, presets, misere, labels)
    return _pass_as(rows, <uint8_t *>named, <uint8_t *>fresh, presets, misere, labels)


def solve_rising(CompactRows rows not None, const int8_t[::1] presets, bint misere) -> Buffer:
    """Solve a game in which every option has a greater index than its position.

    Parameters
    ----------
    rows : CompactRows
        `rising` is true.
    presets : (n,) int8 or None
        Preset outcomes; 2 where there is none.
    misere : bool
        Whether a position without options is a WIN rather than a LOSE.

    Returns
    -------
    (n,) uint8 or uint32 Buffer
        The labels.

    Notes
    -----
    O(n + m) time, one pass over the options.  1 byte per position, or 4 where a remoteness is above
    125; then the pass is made twice.
    """
    if not rows.rising:
        raise ValueError("expected options above their positions")
    cdef const int8_t[::1] preset = presets if presets is not None else int8_buffer(0)
    cdef Buffer labels = unsigned_buffer(1, rows.n, 0)
    if not _pass_back_as(rows, preset, misere, labels):
        labels = None
        labels = unsigned_buffer(4, rows.n, 0)
        _pass_back_as(rows, preset, misere, labels)
    return labels


# ---------------------------------------------------------------------------------------------
# The transpose, while the options are released.
#
# A part is a range of targets, a to b - 1.  One pass over the named options that are left moves
# those of the part to the predecessors, and the others together: idx[:e] has been read, idx[:out]
# is kept, out <= e.  left[v] is how many named options of v are left.  ptr[w] is where the next
# predecessor of w goes.  After a part its options take no memory any more, so that options and
# predecessors together are at most m and the largest part.  Ends because every part moves at least
# one target.
#
# New options rise with their positions, so those of a part follow those of the part before: `new`
# is the next of them, `owner` its position, and fresh[owner] how many more that position has.


cdef int64_t _move_part(
    degree_t *left, int64_t start, int64_t n, int32_t *idx, int64_t m, int32_t a, int32_t b,
    int64_t *ptr, int32_t *pred,
) except -1 nogil:
    """Move the named options from a to b - 1 to the predecessors; return how many are left.

    Those of positions `start` to n - 1, which stand in idx[:m].
    """
    cdef int64_t v, e = 0, out = 0, end, before, steps = 0
    cdef int32_t w
    for v in range(start, n):
        end = e + left[v]
        before = out
        while e < end:
            if e + AHEAD < m:
                prefetch(&ptr[idx[e + AHEAD]])
            w = idx[e]
            e += 1
            if a <= w < b:
                pred[ptr[w]] = <int32_t>v
                ptr[w] += 1
            else:
                idx[out] = w
                out += 1
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
        left[v] = <degree_t>(out - before)
    return out


cdef int64_t _move_new(
    degree_t *fresh, int64_t *owner, int64_t new, int64_t end, int64_t *ptr, int32_t *pred
) except -1 nogil:
    """Move the new options below `end` to the predecessors; return the next one."""
    cdef int64_t w, v = owner[0]
    for w in range(new, end):
        while fresh[v] == 0:
            v += 1
        fresh[v] -= 1
        pred[ptr[w]] = <int32_t>v
        ptr[w] += 1
        if w % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    owner[0] = v
    return max(new, end)


cdef Buffer _int32_degrees(CompactRows rows):
    """Return how many options each position has."""
    cdef Buffer degrees = int32_buffer(rows.n)
    cdef int32_t *copy = <int32_t *>degrees.data
    cdef int64_t v, n = rows.n
    with nogil:
        for v in range(n):
            copy[v] = <int32_t>(rows._length(rows.named, v) + rows._length(rows.fresh, v))
    return degrees


cdef int _count_targets(const int32_t *idx, int64_t m, int64_t *counts) except -1 nogil:
    cdef int64_t e
    for e in range(m):
        counts[idx[e]] += 1
        if e % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


cdef int64_t[::1] _starts(CompactRows rows, Buffer ptr):
    """Write to ptr where the predecessors of each position start."""
    cdef int64_t[::1] starts = ptr
    cdef const int32_t *near = <const int32_t *>rows.near.data
    cdef const int32_t *idx = <const int32_t *>rows.idx.data
    cdef int64_t w
    with nogil:
        for w in range(rows.first, rows.next):
            starts[w] = 1
        _count_targets(near, rows.close, &starts[0])
        _count_targets(idx, rows.held, &starts[0])
        _counts_to_starts(starts)
    return starts


cdef Buffer _move_all(
    CompactRows rows, degree_t *named, degree_t *fresh, int64_t parts, int64_t[::1] starts
):
    """Return the predecessors, which start at `starts`: there each of them ends afterwards."""
    cdef int64_t n = rows.n, m = rows.m, turn = rows.turn, moved = 0, owner = 0, new = rows.first
    cdef int64_t share = m // max(parts, 1) + 1, close = rows.close, held = rows.held
    cdef int32_t a, b = 0
    cdef Buffer pred = int32_buffer(0)
    cdef int32_t *near
    cdef int32_t *idx
    cdef int32_t *to
    while moved < m:
        a = b
        while b < n and starts[b] < moved + share:
            b += 1
        moved = starts[b]
        pred.resize(moved)
        near, idx, to = <int32_t *>rows.near.data, <int32_t *>rows.idx.data, <int32_t *>pred.data
        with nogil:
            new = _move_new(fresh, &owner, new, min(<int64_t>b, rows.next), &starts[0], to)
            close = _move_part(named, 0, turn, near, close, a, b, &starts[0], to)
            held = _move_part(named, turn, n, idx, held, a, b, &starts[0], to)
        rows.near.resize(close)
        rows.idx.resize(held)
    return pred


def take_predecessors(CompactRows rows not None, int parts) -> tuple[Buffer, Buffer, Buffer]:
    """Return the predecessors and the degrees of a game, and release its options meanwhile.

    Parameters
    ----------
    rows : CompactRows
        It holds nothing afterwards.
    parts : int
        In how many parts the options are moved, at least 1.

    Returns
    -------
    ptr : (n + 1,) int64 Buffer
    idx : (m,) int32 Buffer
        Every row in ascending order, but that the position of which the option was new comes first.
    degrees : (n,) int32 Buffer

    Notes
    -----
    O(parts * (n + m)) time.  Beside what is returned, 4 bytes for each option of the largest part,
    and two bytes per position.
    """
    cdef int64_t n = rows.n
    rows.unpack()
    cdef Buffer degrees = _int32_degrees(rows), ptr = int64_buffer(n + 1), pred
    cdef int64_t[::1] starts = _starts(rows, ptr)
    cdef void *named = rows.named.data
    cdef void *fresh = rows.fresh.data
    if rows.wide:
        pred = _move_all(rows, <int32_t *>named, <int32_t *>fresh, parts, starts)
    else:
        pred = _move_all(rows, <uint8_t *>named, <uint8_t *>fresh, parts, starts)
    with nogil:
        _ends_to_starts(starts)
    rows.n = rows.m = rows.close = rows.held = rows.turn = 0
    rows.marks = []
    rows.next = rows.first
    return ptr, pred, degrees


# ---------------------------------------------------------------------------------------------
# Labels from outcomes and remoteness.


cdef int32_t _greatest(const int32_t[::1] remoteness) except -2 nogil:
    cdef Py_ssize_t v
    cdef int32_t most = -1
    for v in range(remoteness.shape[0]):
        most = max(most, remoteness[v])
    return most


cdef int _write_labels(
    const int8_t[::1] outcomes, const int32_t[::1] remoteness, label_t *labels
) except -1 nogil:
    cdef Py_ssize_t v
    cdef label_t never = <label_t>-1
    for v in range(outcomes.shape[0]):
        if outcomes[v] == DRAW:
            labels[v] = <label_t>(never - (remoteness[v] == 0))
        else:
            labels[v] = <label_t>(2 * <uint32_t>remoteness[v] + (outcomes[v] == WIN))
        if v % SIGNAL_STEPS == SIGNAL_STEPS - 1:
            check_signals()
    return 0


def pack_labels(
    const int8_t[::1] outcomes not None, const int32_t[::1] remoteness not None
) -> Buffer:
    """Return the labels of outcomes and remoteness: a uint8 or uint32 Buffer; O(n) time."""
    if outcomes.shape[0] != remoteness.shape[0]:
        raise ValueError("expected as many outcomes as remotenesses")
    cdef Buffer labels
    cdef void *data
    cdef bint narrow = _greatest(remoteness) <= MOST_NARROW
    labels = unsigned_buffer(1 if narrow else 4, outcomes.shape[0], 0)
    data = labels.data
    with nogil:
        if narrow:
            _write_labels(outcomes, remoteness, <uint8_t *>data)
        else:
            _write_labels(outcomes, remoteness, <uint32_t *>data)
    return labels
