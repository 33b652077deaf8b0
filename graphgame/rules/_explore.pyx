"""The kernel that turns a rule on Python objects into a graph, breadth first.

Positions are expanded in the order of their indices, and indices are given in the order in which
positions are met, so the frontier needs no memory of its own: it is what has an index and has not
been expanded.  Options come out as compressed sparse rows, a row for every expanded position.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport LOSE, NO_PRESET, WIN
from graphgame.rules._codes import CodeExplorer  # noqa: F401 -- both kinds of rules in one place
from graphgame.rules._stage import RuleError

cdef enum:
    FIRST_ROOM = 1 << 10


cdef class _Bounds:
    """How far an exploration may go: to `limit` positions, and as far as `watch` lets it."""

    # watch is called when there are `positions` positions or `moves` moves; it gives the next such
    # numbers, or raises, and then `refused` is true.

    cdef Py_ssize_t limit, positions, moves
    cdef bint refused
    cdef object watch

    def __init__(self, limit, watch):
        self.limit = limit
        self.watch = watch
        self.refused = False
        self.positions, self.moves = watch(0, 0, 0)

    cdef int look(self, Py_ssize_t positions, Py_ssize_t expanded, Py_ssize_t moves) except -1:
        self.refused = True
        self.positions, self.moves = self.watch(positions, expanded, moves)
        self.refused = False
        return 0


def explore_objects(rule, outcome, list positions, dict index, judge, report, limit, watch):
    """Explore a game whose positions are hashable objects.

    Parameters
    ----------
    rule : callable
        Position to iterable of options.
    outcome : callable or None
        Position to preset outcome or None.
    positions : list
        The starts; all other positions found are appended to it.
    index : dict
        The index of every position in `positions`; kept so.
    judge : callable
        Called with the first new position of every type: says whether it may change while it is
        in use, so that its hash must be watched, or raises.
    report : callable or None
        Called with positions, expanded positions and edges, every 1024 positions.
    limit : int
        Stop when there are more positions.
    watch : callable
        Called with positions, expanded positions and edges, at first with zeros: returns at how
        many positions and at how many edges it is to be called again, or raises.

    Returns
    -------
    ptr, idx : int64 Buffer, int32 Buffer
        The options of every expanded position.
    presets : int8 Buffer or None

    Raises
    ------
    RuleError
        If there are no options to look at ("options"), if one cannot be hashed (kind "option"), if
        the rule changed a position ("change"), or if a preset is no outcome ("preset").
    """
    cdef Buffer ptr = int64_buffer(FIRST_ROOM), idx = int32_buffer(FIRST_ROOM), presets = None
    cdef dict watched = {}
    cdef Py_ssize_t v = 0, m = 0
    cdef Py_hash_t before = 0
    cdef bint may_change
    cdef _Bounds bounds = _Bounds(limit, watch)
    for position in positions:
        if type(position) not in watched:
            watched[type(position)] = judge(position)
    while v < len(positions) <= bounds.limit:
        position = positions[v]
        ptr.reserve(v + 2)
        try:
            if outcome is not None:
                if presets is None:
                    presets = int8_buffer(FIRST_ROOM)
                presets.reserve(v + 1)
                (<int8_t *>presets.data)[v] = _preset(outcome, position)
            if presets is None or (<int8_t *>presets.data)[v] == NO_PRESET:
                may_change = watched[type(position)]
                if may_change:
                    before = hash(position)
                m = _expand(rule, v, positions, index, watched, judge, bounds, idx, m)
                if may_change and hash(position) != before:
                    raise RuleError("change", position, None)
        except Exception as error:
            if not bounds.refused:
                error.add_note(f"while exploring from position {position!r}")
            raise
        v += 1
        (<int64_t *>ptr.data)[v] = m
        if report is not None and v % 1024 == 0:
            report(len(positions), v, m)
    ptr.resize(v + 1)
    idx.resize(m)
    if presets is not None:
        presets.resize(v)
    return ptr, idx, presets


cdef int8_t _preset(outcome, position) except -128:
    preset = outcome(position)
    if preset is None:
        return NO_PRESET
    if isinstance(preset, int) and not isinstance(preset, bool) and LOSE <= preset <= WIN:
        return preset
    raise RuleError("preset", position, preset)


cdef Py_ssize_t _expand(
    rule, Py_ssize_t v, list positions, dict index, dict watched, judge, _Bounds bounds,
    Buffer idx, Py_ssize_t m,
) except -1:
    """Append the indices of the options of position v to idx[:m]; return its new length.

    The options may be more than fit, or endless: they are left where the limit is passed.
    """
    cdef Py_ssize_t w
    position = positions[v]
    options = rule(position)
    if not isinstance(options, (list, tuple)):
        options = _iterator(position, options)
    for option in options:
        try:
            known = index.get(option)
        except TypeError:
            _require_hash(position, option)
            raise
        if known is None:
            kind = type(option)
            if kind not in watched:
                watched[kind] = judge(option)
            w = len(positions)
            index[option] = w
            positions.append(option)
        else:
            w = known
        idx.reserve(m + 1)
        (<int32_t *>idx.data)[m] = <int32_t>w
        m += 1
        if w >= bounds.limit:
            break
        if w >= bounds.positions or m >= bounds.moves:
            bounds.look(len(positions), v, m)
    return m


cdef _iterator(position, options):
    """Return an iterator over what a rule returned; refuse text, which is one position."""
    if isinstance(options, (str, bytes, bytearray)):
        raise RuleError("options", position, options)
    try:
        return iter(options)
    except TypeError:
        if hasattr(options, "__iter__"):
            raise
        raise RuleError("options", position, options) from None


cdef int _require_hash(position, option) except -1:
    try:
        hash(option)
    except TypeError:
        raise RuleError("option", position, option) from None
    return 0
