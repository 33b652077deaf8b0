"""Kernels that ask rules whose options are sums: every component gets an index, and is found once.

A rule gives the options of a component, each of them a sum: any number of components.
`CodeSums` asks a compiled rule, `ObjectSums` one in Python; what reads them sees names only, which
are numbers.  `SumRows` writes down all options of all components.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t, uintptr_t
from libc.string cimport memset

from graphgame._kernel.bits cimport popcount
from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport MOST_POSITIONS
from graphgame._kernel.signals cimport check_signals
from graphgame.graphs._index cimport CodeIndex
from graphgame.rules.compiled._stage cimport FAILED, MOST_AGAIN, Canonical, Rule, refuse
from graphgame.rules.compiled._stage import RuleError

from operator import index as integer

cdef enum:
    FIRST_ROOM = 1 << 10
    # Components between two checks for signals: a rule may take some time.
    SIGNAL_COMPONENTS = 1 << 6
    # Components between two reports of progress.
    REPORTED = 1 << 10
    # Options that are read at a time: where one answers the question, others are not needed.
    OPTIONS_READ = 6
    # Integers of Python have no greatest: a weight above this one is taken for it.
    MOST_WEIGHT = 1 << 30


cdef class Components:
    """What finds the options of components, by their names; see `_components.pxd`."""

    def __cinit__(self):
        self.options = self.listed = 0
        self.name_buffer, self.end_buffer = int64_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.mark_buffer = int32_buffer(4 * FIRST_ROOM)
        self.names, self.ends = <int64_t *>self.name_buffer.data, <int64_t *>self.end_buffer.data

    cdef int ask(self, int64_t name) except -1 nogil:
        self.begin_options(name)
        while self.more_options():
            pass
        return self.settle(NULL)

    cdef int begin_options(self, int64_t name) except -1 nogil:
        return 0

    cdef bint more_options(self) except -1 nogil:
        return False

    cdef int64_t weight(self, int64_t name) except -1 nogil:
        return 0

    cdef int number(self, int32_t *indices, int64_t k) except -1:
        return 0

    cdef int64_t numbered(self) noexcept:
        return 0

    cdef int64_t name(self, int64_t index) noexcept:
        return 0

    cdef int _reserve(self, int64_t options, int64_t parts) except -1:
        """Make room for the options of a component, and for their parts."""
        cdef int64_t slots = self.mark_buffer.shape[0]
        self.end_buffer.reserve(options + 1)
        self.name_buffer.reserve(parts)
        while slots < 4 * options:
            slots *= 2
        if slots > self.mark_buffer.shape[0]:
            self.mark_buffer = int32_buffer(slots)
        self.names, self.ends = <int64_t *>self.name_buffer.data, <int64_t *>self.end_buffer.data
        return 0

    cdef int settle(self, int32_t *along) except -1 nogil:
        """Sort the parts of each option, and keep the first of equal options.

        Option i is read from names[ends[i]:ends[i + 1]], and kept at names[ends[kept]:], which is
        no later.  marks is a table, empty between calls, of the numbers of kept options plus 1.
        """
        cdef int64_t *names = self.names
        cdef int64_t i, j, start, stop = 0, first, kept = 0, slots = 4, options = self.listed
        while slots < 2 * options:
            slots *= 2
        for i in range(options):
            start, stop = stop, self.ends[i + 1]
            first = self.ends[kept]
            for j in range(start, stop):
                names[first + j - start] = names[j]
                if along is not NULL:
                    along[first + j - start] = along[j]
            sort_names(names + first, NULL if along is NULL else along + first, stop - start)
            self.ends[kept + 1] = first + stop - start
            if not self._is_repeated(kept, <uint64_t>slots - 1):
                kept += 1
        memset(self.mark_buffer.data, 0, sizeof(int32_t) * slots)
        self.options = kept
        return 0

    cdef bint _is_repeated(self, int64_t kept, uint64_t mask) noexcept nogil:
        """Return whether option `kept` is one of those marked; else mark it."""
        cdef const int64_t *names = self.names
        cdef int32_t *marks = <int32_t *>self.mark_buffer.data
        cdef int64_t start = self.ends[kept], size = self.ends[kept + 1] - start, j, other
        cdef uint64_t h = <uint64_t>size
        for j in range(size):
            h = (h ^ <uint64_t>names[start + j]) * <uint64_t>0xff51afd7ed558ccdULL
            h ^= h >> 32
        h &= mask
        while marks[h]:
            other = self.ends[marks[h] - 1]
            if self.ends[marks[h]] - other == size:
                j = 0
                while j < size and names[start + j] == names[other + j]:
                    j += 1
                if j == size:
                    return True
            h = (h + 1) & mask
        marks[h] = <int32_t>(kept + 1)
        return False


cdef void sort_names(int64_t *names, int32_t *along, int64_t k) noexcept nogil:
    """Sort the parts of an option, by insertion: it seldom has more than a few."""
    cdef int64_t i, j, name
    cdef int32_t beside = 0
    for i in range(1, k):
        name, j = names[i], i
        if along is not NULL:
            beside = along[i]
        while j > 0 and names[j - 1] > name:
            names[j] = names[j - 1]
            if along is not NULL:
                along[j] = along[j - 1]
            j -= 1
        names[j] = name
        if along is not NULL:
            along[j] = beside


cdef class CodeSums(Components):
    """The components of a compiled rule on int64 codes.

    Parameters
    ----------
    rule, rule_data, canonical, canonical_data, weigh, weigh_data : int
        Addresses of functions of the types `Rule` and `Canonical` of `_stage`, and what they take
        last; canonical and weigh are 0 where there is none.
    room : int
        The most words of a component that room is made for.

    Notes
    -----
    The rule writes each option as the number of its components, followed by these, and returns how
    many words that are altogether, as a rule on codes returns how many options.

    Raises
    ------
    RuleError
        Whatever asks the rule: if there are more words than `room` ("room"), a number of words that
        is none ("number of words"), a number of components that is negative, or greater than the
        words behind it ("number of components"), or a function that fails ("representative",
        "weight").
    """

    cdef readonly CodeIndex index
    cdef Rule rule
    cdef Canonical canonical, weigh
    cdef void *rule_data
    cdef void *canonical_data
    cdef void *weigh_data
    cdef public int64_t room
    cdef Buffer row_buffer  # the words, of which those before `read` are read
    cdef int64_t asked, words, read

    def __init__(
        self, uintptr_t rule, uintptr_t rule_data, uintptr_t canonical, uintptr_t canonical_data,
        uintptr_t weigh, uintptr_t weigh_data, int64_t room,
    ):
        self.rule, self.rule_data = <Rule>rule, <void *>rule_data
        self.canonical, self.canonical_data = <Canonical>canonical, <void *>canonical_data
        self.weigh, self.weigh_data = <Canonical>weigh, <void *>weigh_data
        self.room = room
        self.index = CodeIndex()
        self.row_buffer = int64_buffer(FIRST_ROOM)

    def add(self, const int64_t[::1] codes not None, int32_t[::1] indices not None) -> None:
        """Return the index of the representative of every code; those that have none are added."""
        cdef Buffer represented = int64_buffer(codes.shape[0])
        cdef int64_t *kept = <int64_t *>represented.data
        cdef int64_t i
        with nogil:
            for i in range(codes.shape[0]):
                kept[i] = self._represent(codes[i], codes[i])
        self.index.add(represented, indices)

    def represent(self, int64_t code) -> int:
        """Return the representative of a code."""
        return self._represent(code, code)

    cdef int64_t _represent(self, int64_t code, int64_t asked) except? -1 nogil:
        cdef int64_t one
        if self.canonical is NULL:
            return code
        one = self.canonical(code, self.canonical_data)
        if one == FAILED:
            refuse("representative", asked, code)
        return one

    cdef int64_t _words(self, int64_t code) except -1 nogil:
        """Write what the rule gives for a code to the row; return how many words that are."""
        cdef int64_t room = self.row_buffer.shape[0]
        cdef int64_t words = self.rule(code, <int64_t *>self.row_buffer.data, room, self.rule_data)
        cdef int again = 0
        while words > room and again < MOST_AGAIN:
            again += 1
            if words > self.room:
                refuse("room", code, words)
            with gil:
                self.row_buffer.reserve(words)
            room = self.row_buffer.shape[0]
            words = self.rule(code, <int64_t *>self.row_buffer.data, room, self.rule_data)
        if words < 0 or words > room:
            refuse("number of words", code, words)
        return words

    cdef int64_t _size(self, int64_t code, int64_t i, int64_t words) except -1 nogil:
        """Return how many components the option has that begins at word i."""
        cdef int64_t size = (<int64_t *>self.row_buffer.data)[i]
        if size < 0 or size > words - i - 1:
            refuse("number of components", code, size)
        return size

    cdef int64_t weight(self, int64_t name) except -1 nogil:
        cdef int64_t found
        if self.weigh is NULL:
            # Where what is left has bits, or lies in a number, as it mostly does.
            return popcount(<uint64_t>name)
        found = self.weigh(name, self.weigh_data)
        if found < 0:
            refuse("weight", name, found)
        return found

    cdef int begin_options(self, int64_t name) except -1 nogil:
        cdef int64_t words = self._words(name), again = self._represent(name, name)
        if again != name:
            refuse("not idempotent", name, again)
        if words > self.name_buffer.shape[0]:
            with gil:
                self._reserve(words, words)
        self.asked, self.words, self.read = name, words, 0
        self.options = self.listed = 0
        return 0

    cdef bint more_options(self) except -1 nogil:
        cdef const int64_t *row = <int64_t *>self.row_buffer.data
        cdef int64_t i = self.read, stop, until = self.options + OPTIONS_READ
        cdef int64_t count = self.ends[self.options]
        # Each round reads an option: row[:i] are those read, with `count` parts; words end it.
        while i < self.words and self.options < until:
            if row[i] < 0 or row[i] > self.words - i - 1:
                refuse("number of components", self.asked, row[i])
            stop = i + 1 + row[i]
            for i in range(i + 1, stop):
                self.names[count] = self._represent(row[i], self.asked)
                count += 1
            i = stop
            self.options += 1
            self.ends[self.options] = count
        self.read, self.listed = i, self.options
        return i < self.words

    cdef int number(self, int32_t *indices, int64_t k) except -1:
        self.index.reserve(k)
        with nogil:
            self.index.add_codes(self.names, indices, k)
        return 0

    cdef int64_t numbered(self) noexcept:
        return self.index.count

    cdef int64_t name(self, int64_t index) noexcept:
        return self.index.codes[index]


cdef class ObjectSums(Components):
    """The components of a rule in Python.

    Parameters
    ----------
    rule : callable
        From a component to its options.
    kind : type
        That of sums, whose attribute `components` is the tuple of their components.
    read : callable
        From a component, and an option of it that is a list or a tuple, to the tuple of its
        components, checked.
    judge : callable
        Called with the first component of each type, to refuse it.
    canonical, weigh : callable or None
        From a component to its representative, and to its weight.
    keeps : bool
        Whether components are asked about more than once, so that their options are to be kept.

    Attributes
    ----------
    positions : list
        All components found, in order.
    index : dict
        The index of every component.
    """

    cdef readonly list positions  # type: list[Any]
    cdef readonly dict index  # type: dict[Hashable, int]
    cdef object rule, kind, read, judge, canonical, weigh
    cdef set judged
    # What the rule gave, by the index of the component; after `begin_options` only if `keeps`.
    cdef dict asked
    cdef bint keeps

    def __init__(
        self,
        rule: Callable[[Any], Any],
        kind: type,
        read: Callable[[Any, Any], tuple[Any, ...]],
        judge: Callable[[Any], object],
        canonical: Callable[[Any], Any] | None = None,
        weigh: Callable[[Any], int] | None = None,
        keeps: bool = False,
    ):
        self.rule, self.kind, self.read, self.judge = rule, kind, read, judge
        self.canonical, self.weigh, self.keeps = canonical, weigh, keeps
        self.positions, self.index, self.judged, self.asked = [], {}, set(), {}

    def add(self, position: object) -> int:
        """Return the index of the representative of a component, which is added if it is new."""
        return self._add(None, position)

    cdef int32_t _add(self, source, position) except -1:
        given = position
        if self.canonical is not None:
            position = self.canonical(position)
            if position is None and given is not None:
                raise RuleError("representative", given, None)
        try:
            known = self.index.get(position)
        except TypeError:
            raise RuleError("component", source, position) from None
        if known is not None:
            return known
        if position is None:
            raise RuleError("no option", source, None)
        if len(self.positions) == MOST_POSITIONS:
            raise OverflowError(f"more than {MOST_POSITIONS} components")
        kind = type(position)
        if kind not in self.judged:
            self.judge(position)
            self.judged.add(kind)
        del self.positions[len(self.index):]
        self.positions.append(position)
        self.index[position] = len(self.positions) - 1
        return <int32_t>(len(self.positions) - 1)

    cdef list _ask(self, int64_t name):
        """Return the options of a component as tuples of components."""
        cdef list options = []
        position = self.positions[name]
        try:
            if self.canonical is not None:
                # A representative that has another one would be two components.
                again = self.canonical(position)
                if again != position:
                    raise RuleError("not idempotent", position, again)
            found = self.rule(position)
            if isinstance(found, self.kind):
                raise RuleError("bare sum", position, found)
            if isinstance(found, (str, bytes, bytearray)) or not hasattr(found, "__iter__"):
                raise RuleError("sums", position, found)
            for option in found:
                if type(option) is self.kind:
                    options.append(option.components)
                elif isinstance(option, (list, tuple)):
                    options.append(self.read(position, option))
                else:
                    options.append((option,))
        except Exception as error:
            error.add_note(f"while exploring from position {position!r}")
            raise
        return options

    cdef int64_t weight(self, int64_t name) except -1 nogil:
        with gil:
            return len(self._asked(name)) if self.weigh is None else self._weighed(name)

    cdef int64_t _weighed(self, int64_t name) except -1:
        """Return the weight of a component by the function that was given."""
        found = self.weigh(self.positions[name])
        try:
            weight = integer(found)
        except TypeError:
            weight = -1
        if weight < 0:
            raise RuleError("weight", self.positions[name], found)
        return min(weight, MOST_WEIGHT)

    cdef int begin_options(self, int64_t name) except -1 nogil:
        cdef int64_t options = 0, count = 0
        with gil:
            listed = self._asked(name)
            position = self.positions[name]
            self._reserve(len(listed), sum(map(len, listed)))
            for option in listed:
                for part in option:
                    self.names[count] = self._add(position, part)
                    count += 1
                options += 1
                self.ends[options] = count
            if not self.keeps:
                del self.asked[name]
        self.options = self.listed = options
        return 0

    cdef list _asked(self, int64_t name):
        """Return the options of a component, which are kept; asked for if they are not."""
        known = self.asked.get(name)
        if known is None:
            known = self.asked[name] = self._ask(name)
        return known

    cdef int number(self, int32_t *indices, int64_t k) except -1:
        cdef int64_t i
        for i in range(k):
            indices[i] = <int32_t>self.names[i]
        return 0

    cdef int64_t numbered(self) noexcept:
        return len(self.index)

    cdef int64_t name(self, int64_t index) noexcept:
        return index


cdef class SumRows:
    """All options of all components, breadth first, while they are found.

    Option i, for option_ptr[v] <= i < option_ptr[v + 1], is one of component v, and the sum of
    part_idx[part_ptr[i]:part_ptr[i + 1]].

    Parameters
    ----------
    components : Components
        With the components to start from.
    """

    cdef Components components
    cdef Buffer option_ptr, part_ptr, part_idx
    cdef readonly int64_t expanded, options, parts

    def __init__(self, Components components not None):
        self.components = components
        self.option_ptr, self.part_ptr = int64_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.part_idx = int32_buffer(FIRST_ROOM)
        self.expanded = self.options = self.parts = 0

    @property
    def count(self) -> int:
        """How many components have been found."""
        return self.components.numbered()

    def run(
        self,
        int64_t limit,
        watch: Callable[[int, int], None],
        report: Callable[[int, int, int], None] | None,
    ) -> None:
        """Expand components until all are, or more than `limit` have been found.

        Parameters
        ----------
        limit : int
        watch : callable
            Called with the numbers of components and parts, now and then, to raise where the next
            would not fit.
        report : callable or None
            Called with the components found, those expanded, and their options, now and then.

        Notes
        -----
        Whatever is raised, the component that was being expanded is expanded by the next call.
        """
        cdef int64_t next_watch = 0, found = self.components.numbered()
        # Each round expands one component; they are finite in number, or the limit or memory is.
        while self.expanded < found <= limit:
            if found + self.parts >= next_watch:
                watch(found, self.parts)
                next_watch = found + self.parts + max((found + self.parts) // 8, FIRST_ROOM)
            self._expand()
            found = self.components.numbered()
            if self.expanded % SIGNAL_COMPONENTS == 0:
                check_signals()
            if report is not None and self.expanded % REPORTED == 0:
                report(found, self.expanded, self.options)

    cdef int _expand(self) except -1:
        """Append the options of the next component."""
        cdef Components components = self.components
        cdef int64_t i, options, parts, name = components.name(self.expanded)
        cdef int64_t *ends
        cdef int32_t *row
        with nogil:
            components.ask(name)
        options, parts = components.options, components.ends[components.options]
        self.option_ptr.reserve(self.expanded + 2)
        self.part_ptr.reserve(self.options + options + 1)
        self.part_idx.reserve(self.parts + parts)
        ends = <int64_t *>self.part_ptr.data + self.options
        row = <int32_t *>self.part_idx.data + self.parts
        components.number(row, parts)
        for i in range(options):
            sort_indices(row + components.ends[i], components.ends[i + 1] - components.ends[i])
            ends[i + 1] = self.parts + components.ends[i + 1]
        self.options += options
        self.parts += parts
        self.expanded += 1
        (<int64_t *>self.option_ptr.data)[self.expanded] = self.options
        return 0

    def finish(self) -> tuple[Buffer, Buffer, Buffer]:
        """Return option_ptr, part_ptr and part_idx; ends the exploration."""
        self.option_ptr.resize(self.expanded + 1)
        self.part_ptr.resize(self.options + 1)
        self.part_idx.resize(self.parts)
        return self.option_ptr, self.part_ptr, self.part_idx


cdef void sort_indices(int32_t *indices, int64_t k) noexcept nogil:
    """Sort the parts of an option as `sort_names` does."""
    cdef int64_t i, j
    cdef int32_t index
    for i in range(1, k):
        index, j = indices[i], i
        while j > 0 and indices[j - 1] > index:
            indices[j] = indices[j - 1]
            j -= 1
        indices[j] = index
