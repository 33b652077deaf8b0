"""Kernel that explores games whose positions are Python objects, breadth first, as `_codes`."""

from cpython.number cimport PyNumber_Index
from cpython.object cimport PyObject
from libc.stdint cimport int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport DRAW, LOSE, MOST_POSITIONS, NO_PRESET, TIE, WIN
from graphgame.graphs._names cimport Block, NameIndex, type_of
from graphgame.graphs._names import has_weights
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.exploring._row_objects cimport MOST_ROWS, count_options, first_shared, is_row

cdef enum:
    FIRST_ROOM = 1 << 10
    # Positions expanded between two reports, and at most in a block.
    REPORTED = MOST_ROWS

# Outcomes by their names.
cdef dict OUTCOMES = {"LOSE": LOSE, "DRAW": DRAW, "WIN": WIN, "TIE": TIE}


cdef class ObjectExplorer:
    """The graph of a game whose positions are hashable objects, while it is explored.

    Parameters
    ----------
    rule : callable
        Position to iterable of options.
    outcome : callable or None
        Position to preset outcome; None or NO_PRESET for none.
    judge : callable
        Called with the first position of every type, and `index`: says whether it may change while
        it is in use, so that its hash must be watched, or raises.  It must not hold what holds this
        explorer: memory would then be given back late, by the collector of cycles.
    canonical : callable or None
        A symmetry: position to the representative of its class.  Every option is replaced by its
        representative, and of equal options of a position the first is kept.

    Attributes
    ----------
    index : NameIndex
        All positions found, and the index of each.
    expanded, m : int
        How many positions have all their options, and how many these are.
    ptr, idx, presets, ends : Buffer or None
        What `finish` cuts and returns.  While one of them is viewed, nothing can be added.

    Notes
    -----
    The rule is asked for a block of positions before their options are numbered together, so that
    misses of the cache overlap; options that come from an iterator are numbered one by one, since
    there may be no end of them.

    Whatever is raised while a position is expanded, that position is expanded again by the next
    call, and so are those behind it that were asked for: its options so far keep their indices, so
    that the graph is the same.
    """

    # ptr[:expanded + 1] and idx[:m] are the rows of positions 0 to expanded - 1, and presets, if
    # there are any, their outcomes; ends, if any of these has a remoteness, all of them.  With
    # canonical, places[w] says where w stands in the row that is being made, if it does: what is
    # there decides, so that places need no clearing.  The types of the first `judged` positions are
    # in `watched`.  limit, most_positions and most_moves say how far a call may go: to more
    # positions than `limit`, and as far as `watch` lets it; watch is called when there are
    # most_positions or most_moves, and gives the next such numbers, or raises, and then `refused`
    # is true.  taken is None, or holds the start that was taken from the iterator and is not added
    # yet: Ctrl-C may come in between.  asks_all: whether the rule is asked for all positions of a
    # block in one pass: 1 as long as its options are lists and tuples, -1 once they were not, 0 if
    # that is not known yet; -2 once it gave one list for two positions, which it may fill anew each
    # time: from then on the options of a position are numbered before the next one is asked.

    cdef readonly NameIndex index
    cdef readonly Py_ssize_t expanded, m
    cdef readonly Buffer ptr, idx
    cdef readonly Buffer presets  # type: Buffer | None
    cdef readonly Buffer ends  # type: Buffer | None
    cdef Buffer places
    cdef dict watched
    cdef object rule, outcome, judge, canonical, watch
    cdef tuple taken
    cdef Py_ssize_t limit, most_positions, most_moves, judged
    cdef int asks_all
    cdef bint refused

    def __init__(
        self,
        rule: Callable[[Any], Iterable[Hashable]],
        outcome: Callable[[Any], int | tuple[int, int] | None] | None,
        judge: Callable[[Any, NameIndex], bool],
        canonical: Callable[[Any], Any] | None = None,
    ):
        self.rule, self.outcome, self.judge = rule, outcome, judge
        self.canonical = canonical
        self.places = None if canonical is None else int32_buffer(FIRST_ROOM)
        self.index, self.watched = NameIndex(), {}
        self.ptr, self.idx = int64_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.presets = None if outcome is None else int8_buffer(FIRST_ROOM)
        self.ends = None
        self.expanded = self.m = 0

    def add(
        self,
        starts: Iterator[Hashable],
        limit: int,
        watch: Callable[[int, int, int], tuple[int, int]],
    ) -> bool:
        """Add positions to start from, until there are more than `limit`.

        Parameters
        ----------
        starts : iterator
        limit : int
        watch : callable
            As in `run`.

        Returns
        -------
        bool
            Whether these were all; else the next ones are still in the iterator.

        Raises
        ------
        RuleError
            If one cannot be hashed ("start").
        """
        self._begin(limit, watch)
        while self.index.count <= self.limit:
            if self.taken is None:
                try:
                    self.taken = (next(starts),)
                except StopIteration:
                    return True
            position = self.taken[0]
            try:
                known = self.index.seek(position)
            except TypeError:
                if has_hash(position):
                    raise
                raise RuleError("start", position, None) from None
            if known < 0:
                self._append(position)
            self.taken = None
            if self.index.count > self.most_positions:
                self._look(self.m)
        return False

    def run(
        self,
        limit: int,
        watch: Callable[[int, int, int], tuple[int, int]],
        report: Callable[[int, int, int], object] | None,
    ) -> None:
        """Expand positions until all are expanded, or more than `limit` are found.

        Parameters
        ----------
        limit : int
        watch : callable
            Called with positions, expanded positions and moves: returns at how many positions and
            at how many moves it is to be called again, or raises.  At first called with zeros.
        report : callable or None
            Called with the same from time to time.

        Raises
        ------
        RuleError
            If there are no options to look at ("options"), if they look like a single one ("one
            option"), if one cannot be hashed (kind "option"), if the rule changed a position
            ("change"), or if a preset is no outcome ("preset").
        """
        self._begin(limit, watch)
        # Each round expands a position; they are finite in number, or the limit or the memory is.
        while self.expanded < self.index.count <= self.limit:
            if not self._expand_block():
                break
            if report is not None and self.expanded % REPORTED == 0:
                report(self.index.count, self.expanded, self.m)

    cdef bint _expand_block(self) except -1:
        """Expand some positions; return whether all their options fit.

        Of one after which the rule is not asked at once, the options come from an iterator.
        """
        cdef Py_ssize_t v = self.expanded, last
        cdef list rows = []
        last = min(self.index.count, v + (1 if self.asks_all == -2 else REPORTED - v % REPORTED))
        failed = row = None
        try:
            if self.asks_all != 1 or not self._ask_all(rows, self.index.part(v, last)):
                while v < last and is_row(row):
                    row = self._options(v)
                    rows.append(row)
                    v += 1
                if self.outcome is None and self.asks_all == 0:
                    self.asks_all = 1 if is_row(row) else -1
        except BaseException as error:  # what was asked before it comes first
            failed = self._noted(error, self.expanded + len(rows))
        cdef Py_ssize_t kept = first_shared(rows)
        if kept < len(rows):
            self.asks_all = -2
            del rows[kept:]
            if not rows:
                return self._expand_block()
            failed = None
        cdef bint fit = self._number_block(rows) or self._number_each(rows)
        if failed is not None and fit:
            raise failed
        return fit

    cdef bint _ask_all(self, list rows, list positions) except -1:
        """Append the options of positions, the next ones, to the empty rows, if none may change.

        Returns whether none may.  The rule is called by `map`: from here each call would be dearer.
        After what is no list or tuple, the next positions are asked again, when it is numbered.
        """
        cdef Py_ssize_t k
        cdef PyObject *last = NULL
        failed = None
        for position in positions:
            if type_of(<PyObject *>position) != last:
                last = type_of(<PyObject *>position)
                if self.watched.get(type(position), True):
                    return False
        try:
            for row in map(self.rule, positions):
                rows.append(row)
        except BaseException as error:
            failed = error
        for k in range(len(rows)):
            row = rows[k]
            if type(row) is list:
                continue
            try:
                row = _checked(positions[k], row)
            except BaseException:
                del rows[k:]
                raise
            if not is_row(row):  # calls that came later may have filled it anew
                rows[k:] = [self._options(self.expanded + k)]
                self.asks_all = -1
                return True
        if failed is not None:
            raise failed
        if len(rows) < len(positions):  # the rule raised StopIteration, which ends `map`
            rows.append(self._options(self.expanded + len(rows)))
        return True

    cdef _noted(self, error, Py_ssize_t v):
        """Return an error that says where it was raised."""
        if isinstance(error, Exception) and not self.refused:
            error.add_note(f"while exploring from position {self.index.name(v)!r}")
        return error

    cdef _options(self, Py_ssize_t v):
        """Return the options of position v, as the rule gives them; None where it has a preset."""
        cdef Py_hash_t before = 0
        cdef int32_t end = 0
        cdef int8_t preset
        position = self.index.name(v)
        if self.outcome is not None:
            self.presets.reserve(v + 1)
            preset = _preset(self.outcome, position, &end)
            (<int8_t *>self.presets.data)[v] = preset
            self._set_end(v, end)
            if preset != NO_PRESET:
                return None
        cdef bint may_change = self.watched[type(position)]
        if may_change:
            before = hash(position)
        options = self.rule(position)
        if may_change and hash(position) != before:
            raise RuleError("change", position, None)
        return _checked(position, options)

    cdef bint _number_block(self, list rows) except -1:
        """Number the options of the next positions together; return whether they are expanded.

        Anything unusual is left to `_number_each`, which numbers them one by one: an iterator, a
        symmetry, options that may be too many, None, and types that are refused.
        """
        cdef Py_ssize_t k = 0, total, m = self.m, wrong
        cdef list held = []
        cdef Block *block
        if self.canonical is not None:
            return False
        total = count_options(rows)
        if (
            total < 0
            or self.index.count + total >= min(self.most_positions, self.limit + 1)
            or m + total >= self.most_moves
        ):
            return False
        self.ptr.reserve(self.expanded + len(rows) + 1)
        block = self.index.begin()
        try:
            for k in range(len(rows)):
                if rows[k] is not None:
                    m = self.index.put_row(block, rows[k], held, self.idx, m, True)
                (<int64_t *>self.ptr.data)[self.expanded + k + 1] = m + block.filled
            m = self.index.flush(block, held, self.idx, m, True)
        except Exception as error:
            wrong = m + block.done
            if not self._all_judged():
                return False
            raise self._found_wrong(rows, k, wrong, error)
        finally:
            self.index.end(block)
        if not self._all_judged():
            return False
        self.m = m
        self.expanded += len(rows)
        return True

    cdef _found_wrong(self, list rows, Py_ssize_t written, Py_ssize_t wrong, error):
        """Expand the positions before option `wrong` of the block; return its error."""
        cdef const int64_t *ptr = <const int64_t *>self.ptr.data
        cdef Py_ssize_t k = 0, v = self.expanded, place
        while k < written and ptr[v + 1] <= wrong:
            k += 1
            v += 1
        place = wrong - ptr[v]
        self.m, self.expanded = ptr[v], v
        if isinstance(error, TypeError) and 0 <= place < len(rows[k]):
            option = rows[k][place]
            if not has_hash(option):
                error = RuleError("option", self.index.name(v), option)
        error.__cause__ = None
        return self._noted(error, v)

    cdef bint _all_judged(self) except -1:
        """Return whether no type of the positions is new; judge those that are allowed."""
        cdef Py_ssize_t i
        cdef PyObject *last = NULL
        for i in range(self.judged, self.index.count):
            position = self.index.name(i)
            if type_of(<PyObject *>position) != last:
                last = type_of(<PyObject *>position)
                kind = type(position)
                if kind not in self.watched:
                    try:
                        self.watched[kind] = self.judge(position, self.index)
                    except Exception:
                        return False
            self.judged = i + 1
        return True

    cdef bint _number_each(self, list rows) except -1:
        """Number the options of the next positions; return whether all fit."""
        cdef Py_ssize_t v, m
        for row in rows:
            v = self.expanded
            self.ptr.reserve(v + 2)
            try:
                m = self.m if row is None else self._number_row(v, row)
            except BaseException as error:
                raise self._noted(error, v)
            if m < 0:
                return False
            (<int64_t *>self.ptr.data)[v + 1] = m
            self.m = m
            self.expanded = v + 1
        return True

    cdef int _begin(self, limit, watch) except -1:
        self.limit = limit
        self.watch = watch
        self.refused = False
        self.most_positions, self.most_moves = watch(0, 0, 0)
        return 0

    cdef int _look(self, Py_ssize_t moves) except -1:
        self.refused = True
        self.most_positions, self.most_moves = self.watch(
            self.index.count, self.expanded, moves
        )
        self.refused = False
        return 0

    cdef int _set_end(self, Py_ssize_t v, int32_t end) except -1:
        """Keep the remoteness of the preset of position v; nothing while all are 0."""
        if end and self.ends is None:
            self.ends = int32_buffer(v + 1)  # of zeros
        if self.ends is not None:
            self.ends.reserve(v + 1)
            (<int32_t *>self.ends.data)[v] = end
        return 0

    cdef int _append(self, position) except -1:
        """Add a position, with the next index."""
        kind = type(position)
        if kind not in self.watched:
            self.watched[kind] = self.judge(position, self.index)
        self.index.append(position)
        return 0

    cdef Py_ssize_t _number_row(self, Py_ssize_t v, options) except -2:
        """Append the indices of the options of position v to idx[:m]; return the new length.

        The options may be more than fit, or endless: where the limit has been passed and there is
        one more that is new, they are left, and -1 is returned.
        """
        cdef Py_ssize_t w, m = self.m
        cdef Py_hash_t before = 0
        position = self.index.name(v)
        cdef bint may_change = self.watched[type(position)]
        if may_change:
            before = hash(position)
        for option in options:
            if self.canonical is not None:
                option = self.canonical(option)
            try:
                w = self.index.seek(option)
            except TypeError:
                if has_hash(option):
                    raise
                raise RuleError("option", position, option) from None
            if w < 0:
                if option is None:  # known if it is a start
                    raise RuleError("no option", position, None)
                w = self.index.count
                if w > self.limit:
                    return -1
                self._append(option)
            elif w >= self.judged and type(option) not in self.watched:
                self.watched[type(option)] = self.judge(option, self.index)  # known from a block
            if self.canonical is not None and self._stands(<int32_t>w, m):
                continue
            self.idx.reserve(m + 1)
            (<int32_t *>self.idx.data)[m] = <int32_t>w
            m += 1
            if w >= self.most_positions or m >= self.most_moves:
                self._look(m)
        if may_change and hash(position) != before:  # by an iterator of the rule
            raise RuleError("change", position, None)
        return m

    cdef bint _stands(self, int32_t w, Py_ssize_t m) except -1:
        """Return whether w is in idx[self.m:m]; else keep m as its place there."""
        self.places.reserve(w + 1)
        cdef int32_t *place = <int32_t *>self.places.data + w
        cdef const int32_t *row = <const int32_t *>self.idx.data + self.m
        if 0 <= place[0] < m - self.m and row[place[0]] == w:
            return True
        place[0] = <int32_t>(m - self.m)
        return False

    def finish(self) -> tuple[Buffer, Buffer, Buffer | None, Buffer | None]:
        """Return the arrays: ptr, idx, and presets and their remoteness, or None for either.

        Ends the exploration.
        """
        self.ptr.resize(self.expanded + 1)
        self.idx.resize(self.m)
        if self.presets is not None:
            self.presets.resize(self.expanded)
        if self.ends is not None:
            self.ends.resize(self.expanded)
        return self.ptr, self.idx, self.presets, self.ends


def preset_number(object outcome: Callable[[Any], Any], object position: object) -> int:
    """Return the preset outcome of one position, `NO_PRESET` if it has none."""
    cdef int32_t end
    return _preset(outcome, position, &end)


cdef int8_t _preset(outcome, position, int32_t *end) except -128:
    """Return the preset outcome of a position; set its remoteness."""
    cdef int64_t kind, remoteness = 0
    preset = outcome(position)
    end[0] = 0
    if preset is None:
        return NO_PRESET
    if isinstance(preset, tuple) and len(preset) == 2:
        kind, remoteness = _outcome(preset[0]), _number(preset[1])
        if kind == NO_PRESET:  # there is nothing that could be so far away
            kind = TIE + 1
    else:
        kind = _outcome(preset)
    if not LOSE <= kind <= TIE or not 0 <= remoteness <= MOST_POSITIONS:
        raise RuleError("preset", position, preset)
    end[0] = <int32_t>remoteness
    return <int8_t>kind


cdef int64_t _outcome(value) except? -2:
    """Return an outcome, which may be a name, as `_number` does."""
    return _number(OUTCOMES.get(value) if isinstance(value, str) else value)


cdef int64_t _number(value) except? -2:
    """Return an integer, or -2 for what is none, and for what no preset can be."""
    # A bool is an int, and that of NumPy has been an index.
    if isinstance(value, bool) or getattr(value, "dtype", None) == "bool":
        return -2
    try:
        number = PyNumber_Index(value)
    except TypeError:
        return -2
    return number if -2 < number < 1 << 32 else -2


cpdef bint is_one_option(
    object position: object, object options: tuple[Any, ...] | frozenset[Any]
) except -1:
    """Return whether a tuple or a frozenset looks like one option, and not like options.

    It does if the position is of its kind and no entry is; if both are of one named tuple; or if
    the entries are of the types of those of the position, and not all of its kind.
    """
    kind = tuple if isinstance(options, tuple) else frozenset
    if not options or not isinstance(position, kind):
        return False
    if type(options) is not kind and type(options) is type(position):
        return True
    cdef Py_ssize_t alike = 0
    for option in options:
        alike += isinstance(option, kind)
    if alike == 0:
        return True
    if kind is frozenset or alike == len(options):
        return False
    return [type(option) for option in options] == [type(part) for part in position]


cdef _checked(position, options):
    """Return options as they are, an iterator if they are no list or tuple; refuse one option."""
    if isinstance(options, (tuple, frozenset)) and is_one_option(position, options):
        raise RuleError("one option", position, options)
    return options if isinstance(options, (list, tuple)) else _iterator(position, options)


cdef _iterator(position, options):
    """Return an iterator over what a rule returned; refuse text, which is one position."""
    if isinstance(options, (str, bytes, bytearray)):
        raise RuleError("options", position, options)
    if isinstance(options, dict) and has_weights(options):
        raise RuleError("weights", position, options)
    try:
        return iter(options)
    except TypeError:
        if hasattr(options, "__iter__"):
            raise
        raise RuleError("options", position, options) from None


def has_hash(value: object) -> bool:
    """Return whether a value can be a position."""
    try:
        hash(value)
    except TypeError:
        return False
    return True
