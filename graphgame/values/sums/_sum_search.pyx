"""The kernel that finds the value of one component, and of others only what it needs.

A component has the value k if none of its options has, and for each lesser number one of them has.
So a component is not k as soon as one option is known to be: whole parts of the game stay unseen.
What is asked is seldom the value of an option, mostly whether it is k; with all its parts but one
valued, that is a question about the last part (Lemoine and Viennot, "Nimbers are inevitable").
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport check_signals
from graphgame.graphs._index cimport CodeIndex
from graphgame.rules.sums._components cimport Components

cdef enum:
    FIRST_ROOM = 1 << 10
    FIRST_FRAMES = 1 << 6
    # The value of a component that is not known.
    UNKNOWN = -1
    # In place of a goal: the whole value is asked for.
    WHOLE = -1
    # Questions between two checks for signals, and between two reports.
    SIGNAL_QUESTIONS = 1 << 6
    REPORTED = 1 << 12
    # A set of refuted values is a word: greater ones are tested, and not kept.
    SET_SIZE = 64
    # What the next option says of the value that is tested.
    OTHER = -2
    SAME = -3
    # How far ahead of its reading a value is fetched.
    VALUE_AHEAD = 8
    # Greater weights are alike: a key has 31 bits for a weight and a number of parts.
    MOST_WEIGHT = (1 << 27) - 1

cdef struct Frame:
    # Component `name` is tested for the value k.  With a goal the question is whether it is the
    # goal, which is tested first; after that, `is_lesser`, the values below it.  Bit j of `refuted`
    # says that an option has the value j.  The options that are not valued stand in the arenas from
    # first_end and first_part on, in the order of `options` keys from first_key on, of which the
    # first `sorted_keys` are the least, in order; number i is next.  What lies behind them begins
    # at top_end and top_part.
    int64_t name, goal, k, i, options, sorted_keys
    int64_t first_end, first_part, first_key, top_end, top_part
    uint64_t refuted
    bint is_lesser


cdef class NimSearch:
    """Values of components that are found when they are needed.

    Parameters
    ----------
    components : Components
        What finds the options of components.

    Attributes
    ----------
    index : CodeIndex
        The numbers of the components that have values, by their names, in the order in which they
        got them.
    questions : int
        How often the options of a component were asked for.

    Notes
    -----
    Only values are kept, 22.7 to 40 bytes for each: a component that is known to have another
    value than the one in question is looked at again.  Besides, the options of the components on
    the way from the first one to the one that is looked at.
    """

    # values[i] is the value of the component of number i.  frames[:depth] are the components on the
    # way, each a part of an option of the one before.  A cycle makes the way longer and longer;
    # whenever it is as long as `suspicious`, it is searched for a name that stands there twice.

    cdef Components components
    cdef readonly CodeIndex index
    cdef Buffer values, ends, parts, keys, frame_buffer
    cdef Buffer found, rest, places  # what a look-up of parts finds, and what else it writes
    cdef Frame *frames
    cdef int64_t suspicious
    cdef readonly int64_t depth, questions

    def __init__(self, Components components not None):
        self.components = components
        self.index = CodeIndex()
        self.values = int32_buffer(FIRST_ROOM)
        self.ends, self.parts = int64_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.keys = int64_buffer(FIRST_ROOM)
        self.found, self.places = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.rest = int64_buffer(FIRST_ROOM)
        self.frame_buffer = int64_buffer(FIRST_FRAMES * sizeof(Frame) // 8)
        self.frames = <Frame *>self.frame_buffer.data
        self.depth = self.questions = 0

    @property
    def count(self) -> int:
        """How many components have values."""
        return self.index.count

    def known(self, int64_t name) -> int:
        """Return the value of a component; -1 if it is not known."""
        self.index.reserve(0)
        return self._known(name)

    def facts(self) -> tuple[Buffer, Buffer]:
        """Return the names of the components that have values, and these values, as copies."""
        cdef int64_t i
        cdef Buffer values = int32_buffer(self.index.count)
        for i in range(self.index.count):
            (<int32_t *>values.data)[i] = (<int32_t *>self.values.data)[i]
        return self.index.batch(0, self.index.count), values

    def restore(
        self, const int64_t[::1] names not None, const int32_t[::1] values not None
    ) -> None:
        """Restore what `facts` gave, instead of what is known."""
        cdef int64_t i
        self.index = CodeIndex(0, names.shape[0])
        self.values.reserve(names.shape[0])
        for i in range(names.shape[0]):
            self._enter(names[i], values[i])

    def run(
        self,
        int64_t name,
        int64_t limit,
        watch: Callable[[int, int], None],
        report: Callable[[int, int, int], None] | None,
    ) -> list[int] | None:
        """Find the value of a component.

        Parameters
        ----------
        name : int
        limit : int
            The most components that may have values, or be waiting for one.
        watch : callable
            Called now and then with the numbers of components that have values, and of those that
            wait for one, to raise where the next would not fit.
        report : callable or None
            Called with that number, the same, and the questions.

        Returns
        -------
        list of int or None
            None if the value is known now.  An empty list if more components have values, or wait,
            than `limit`.  Else the names of components on a cycle, each a part of an option of the
            one before, the first one of the last.

        Notes
        -----
        Whatever ends it, the values that have been found are kept.
        """
        cdef int64_t next_watch = 0, count, i
        cdef bint is_cycle = False
        self.index.reserve(0)
        self.depth, self.suspicious = 0, FIRST_FRAMES
        if self._known(name) != UNKNOWN:
            return None
        with nogil:
            self._push(name, WHOLE)
        # Each round values a component, refutes a value, passes an option, or goes deeper; the way
        # is no longer than there are components, or a name stands twice on it.
        while self.depth:
            with nogil:
                is_cycle = self._go_on()
            if is_cycle:
                way = [self.frames[i].name for i in range(self.depth)]
                last = {name: i for i, name in enumerate(way)}
                first = next(i for i, name in enumerate(way) if last[name] > i)
                return way[first:way.index(way[first], first + 1)]
            count = self.index.count + self.depth
            if count > limit:
                return []
            if count >= next_watch:
                watch(self.index.count, self.depth)
                next_watch = count + max(count // 8, FIRST_ROOM)
            if report is not None:
                report(count, self.index.count, self.questions)
        return None

    cdef int32_t _known(self, int64_t name) noexcept nogil:
        cdef int32_t i = self.index._find(name)
        return (<int32_t *>self.values.data)[i] if i >= 0 else UNKNOWN

    cdef int _enter(self, int64_t name, int64_t value) except -1 nogil:
        cdef int64_t count = self.index.count
        cdef int32_t number
        if count == self.index.capacity or count == self.values.shape[0]:
            with gil:
                self.index.reserve(1)
                self.values.reserve(count + 1)
        self.index.add_codes(&name, &number, 1)
        (<int32_t *>self.values.data)[number] = <int32_t>value
        return 0

    cdef bint _go_on(self) except -1 nogil:
        """Process some questions; return whether the way has become a cycle."""
        cdef int64_t until = self.questions + REPORTED, answer, part = 0
        cdef Frame *frame
        while self.depth and self.questions < until:
            frame = &self.frames[self.depth - 1]
            if frame.i == frame.options:
                self._pass(frame)
                continue
            answer = self._look(frame, &part)
            if answer == OTHER:
                frame.i += 1
            elif answer == SAME:
                self._refute(frame)
            else:
                if self.depth == self.suspicious:
                    with gil:
                        if self._is_cycle():
                            return True
                    self.suspicious *= 2
                self._push(part, answer)
        return False

    cdef bint _is_cycle(self) except -1:
        """Return whether a name stands twice on the way."""
        cdef int64_t i
        names = {self.frames[i].name for i in range(self.depth)}
        return len(names) < self.depth

    cdef int64_t _look(self, Frame *frame, int64_t *part) noexcept nogil:
        """Return whether the next option has the value k, or the goal to ask about `part` first."""
        cdef const int64_t *ends = <int64_t *>self.ends.data + frame.first_end
        cdef const int64_t *parts = <int64_t *>self.parts.data + frame.first_part
        cdef int64_t e, rest = frame.k, unknown = 0
        cdef int64_t number = <int64_t>(<uint32_t>self._next_key(frame))
        cdef int32_t value
        # The parts of an option: those of little weight stand behind, and are valued first.
        for e in range(ends[number], ends[number + 1]):
            value = self._known(parts[e])
            if value == UNKNOWN:
                part[0] = parts[e]
                unknown += 1
            else:
                rest ^= value
        if unknown == 0:
            return SAME if rest == 0 else OTHER
        return rest if unknown == 1 else WHOLE

    cdef int64_t _next_key(self, Frame *frame) noexcept nogil:
        """Return key number i.

        Keys are put in order one at a time, as they are asked for: the first few options answer
        most questions.
        """
        cdef int64_t *keys = <int64_t *>self.keys.data + frame.first_key
        cdef int64_t j, key, least = frame.i
        if frame.i == frame.sorted_keys:
            for j in range(frame.i + 1, frame.options):
                if keys[j] < keys[least]:
                    least = j
            key = keys[least]
            keys[least] = keys[frame.i]
            keys[frame.i] = key
            frame.sorted_keys += 1
        return keys[frame.i]

    cdef int _pass(self, Frame *frame) except -1 nogil:
        """Continue where no option has the value k."""
        if frame.goal == WHOLE or frame.is_lesser:
            return self._decide(frame, frame.k)
        frame.is_lesser = True
        return self._next(frame, 0)

    cdef int _refute(self, Frame *frame) except -1 nogil:
        """Continue where an option has the value k."""
        if frame.k < SET_SIZE:
            frame.refuted |= <uint64_t>1 << frame.k
        if frame.k == frame.goal:
            return self._deny()
        return self._next(frame, frame.k + 1)

    cdef int _next(self, Frame *frame, int64_t k) except -1 nogil:
        """Test the least value from k on that is not refuted; with a goal, only values below it."""
        while k < SET_SIZE and frame.refuted >> k & 1:
            k += 1
        if frame.goal != WHOLE and k >= frame.goal:
            return self._decide(frame, frame.goal)
        frame.k, frame.i = k, 0
        return 0

    cdef int _decide(self, Frame *frame, int64_t value) except -1 nogil:
        """Keep the value of the last component, and leave it."""
        self._enter(frame.name, value)
        self.depth -= 1
        return 0

    cdef int _deny(self) noexcept nogil:
        """Pop the last component, which has not the value that was asked for.

        The option that it is a part of has not the value k, then.
        """
        self.depth -= 1
        if self.depth:
            self.frames[self.depth - 1].i += 1
        return 0

    cdef int _push(self, int64_t name, int64_t goal) except -1 nogil:
        """Ask about a component, unless its options that have values say enough."""
        cdef Frame *frame
        self.components.ask(name)
        self.questions += 1
        if self.questions % SIGNAL_QUESTIONS == 0:
            check_signals()
        self._make_room(self.components.options, self.components.ends[self.components.options])
        frame = &self.frames[self.depth]
        frame.name, frame.goal, frame.k, frame.i = name, goal, max(goal, 0), 0
        frame.refuted, frame.is_lesser, frame.options, frame.sorted_keys = 0, False, 0, 0
        self.depth += 1
        # A value is at most the number of options.
        if goal > self.components.listed:
            return self._deny()
        self._value_parts()
        self._refute_valued(frame)
        if 0 <= goal < SET_SIZE and frame.refuted >> goal & 1:
            return self._deny()
        self._copy(frame)
        return self._next(frame, 0) if goal == WHOLE else 0

    cdef int _make_room(self, int64_t options, int64_t parts) except -1 nogil:
        """Make room for one more component, behind what the last one takes of the arenas."""
        cdef int64_t end = 0, part = 0, key = 0
        cdef int64_t words = (self.depth + 1) * <int64_t>sizeof(Frame) // 8
        cdef Frame *frame
        if self.depth:
            frame = &self.frames[self.depth - 1]
            end, part, key = frame.top_end, frame.top_part, frame.first_key + frame.options
        if (
            end + options + 1 > self.ends.shape[0] or part + parts > self.parts.shape[0]
            or key + options > self.keys.shape[0] or words > self.frame_buffer.shape[0]
            or parts > self.found.shape[0]
        ):
            with gil:
                self.ends.reserve(end + options + 1)
                self.parts.reserve(part + parts)
                self.keys.reserve(key + options)
                self.frame_buffer.reserve(words)
                self.frames = <Frame *>self.frame_buffer.data
                self.rest.reserve(parts)
                self.places.reserve(parts)
                self.found.reserve(parts)
        frame = &self.frames[self.depth]
        frame.first_end, frame.first_part, frame.first_key = end, part, key
        frame.top_end, frame.top_part = end + options + 1, part + parts
        return 0

    cdef int _value_parts(self) except -1 nogil:
        """Write the values of the parts of all options to `found`, UNKNOWN where there is none."""
        cdef int64_t k = self.components.ends[self.components.options], e
        cdef int32_t *found = <int32_t *>self.found.data
        cdef const int32_t *values = <int32_t *>self.values.data
        self.index.find_codes(
            self.components.names, found, k, <int64_t *>self.rest.data, <int32_t *>self.places.data
        )
        # found[:e] are values, found[e:] the numbers of components that have one.
        for e in range(k):
            if e + VALUE_AHEAD < k and found[e + VALUE_AHEAD] >= 0:
                prefetch(&values[found[e + VALUE_AHEAD]])
            if found[e] >= 0:
                found[e] = values[found[e]]
        return 0

    cdef void _refute_valued(self, Frame *frame) noexcept nogil:
        """Add the values of options, as far as these have values, to the set of refuted ones."""
        cdef int64_t i
        cdef int32_t value
        for i in range(self.components.options):
            value = self._value(i)
            if 0 <= value < SET_SIZE:
                frame.refuted |= <uint64_t>1 << value

    cdef int32_t _value(self, int64_t i) noexcept nogil:
        """Return the value of option i; UNKNOWN if a part has none."""
        cdef const int32_t *found = <int32_t *>self.found.data
        cdef int64_t e
        cdef int32_t value = 0
        for e in range(self.components.ends[i], self.components.ends[i + 1]):
            if found[e] == UNKNOWN:
                return UNKNOWN
            value ^= found[e]
        return value

    cdef int _copy(self, Frame *frame) except -1 nogil:
        """Copy the options that the set of refuted values does not stand for, and give them keys.
        """
        cdef int64_t *ends = <int64_t *>self.ends.data + frame.first_end
        cdef int64_t *keys = <int64_t *>self.keys.data + frame.first_key
        cdef int64_t *parts = <int64_t *>self.parts.data + frame.first_part
        cdef const int32_t *found = <int32_t *>self.found.data
        cdef int64_t i, e, most, weight
        ends[0] = 0
        for i in range(self.components.options):
            ends[i + 1] = self.components.ends[i + 1]
            if 0 <= self._value(i) < SET_SIZE:
                continue
            most = -1
            for e in range(ends[i], ends[i + 1]):
                parts[e] = self.components.names[e]
                if found[e] != UNKNOWN:
                    continue
                weight = min(self.components.weight(parts[e]), MOST_WEIGHT)
                if weight > most:
                    # The heaviest part stands first, so that it is asked about last.
                    most = weight
                    parts[e] = parts[ends[i]]
                    parts[ends[i]] = self.components.names[e]
            # Of equal weights, first what falls into more parts.
            most = max(most, 0) * 16 + 15 - min(ends[i + 1] - ends[i], 15)
            keys[frame.options] = most << 32 | i
            frame.options += 1
        return 0
