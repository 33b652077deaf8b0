"""The kernel that finds the value of one component, and of others only what it needs.

The question is about a couple: does a component beside a heap of k, its nimber, lose for the player
to move?  It does if and only if the value of the component is k.  The moves from a couple lead to
the options with the same heap, and to the same component with a lesser one; a part that has a value
joins the heap (Lemoine and Viennot, "Nimbers are inevitable").  Which couple is looked at next is
told by proof numbers, depth first within thresholds (df-pn; Nagai 2002), where moves that are not
refuted count as much as the hardest of them and little more, since they lead to the same couples
(weak proof numbers; Ueda, Hashimoto, Hashimoto and Iida 2008).
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame._kernel.signals cimport check_signals
from graphgame.rules.sums._components cimport Components
from graphgame.values.sums._couples cimport (
    MOST_KEPT, Couples, Known, fetch_couple, fetch_known, find_couple, known_value, moves_to_lose,
    moves_to_win,
)

cdef enum:
    FIRST_ROOM = 1 << 10
    FIRST_FRAMES = 1 << 6
    # The value of a component that is not known.
    UNKNOWN = -1
    # In place of a nimber: the whole value is asked for.
    WHOLE = -1
    # The bits of `reached`, which is enough for most values.
    BITS = 64
    # Questions between two checks for signals, and between two reports.
    SIGNAL_QUESTIONS = 1 << 6
    REPORTED = 1 << 12
    # What is said of an option: it has not the value k; it has; it is the same couple as before, or
    # another one, or a sum of parts of which several have no value.
    OTHER = 0
    SAME = 1
    AGAIN = 2
    MOVED = 3
    SEVERAL = 4
    # Numbers are in units of an eighth of a move: a couple that is new takes one move to win, and
    # to lose one for each of its own moves, which its weight says.
    UNIT = 8
    # Numbers that are greater are taken for MOST_NUMBER, which the table of couples can keep: were
    # they less there than here, a search would come back to the same couples again and again.
    MOST_WEIGHT = 1 << 20
    MOST_NUMBER = MOST_KEPT
    ENDLESS = 1 << 30
    # A share of a number, 1 / 2**4, by which another child may be better before a child is left.
    PATIENCE = 4

cdef struct Child:
    # A move: to the component `part` beside a heap of `nimber`.  The parts of the option stand in
    # the arena from `first` to `stop`; first == stop where the heap moves.  Where several parts
    # have no value, the nimber is WHOLE: the part, the lightest, must be valued first.
    int64_t part, nimber, first, stop
    uint32_t to_win, to_lose

cdef struct Frame:
    # Component `name` beside a heap of k.  Its moves that are not refuted are children
    # first_child to first_child + children - 1; `current` is the one that the next frame is
    # about.  It is left when a number reaches its limit.  With `is_whole`, the value is asked for,
    # and the next k follows a refuted one.  `is_heap` says that the heap has moved, so that the
    # name is that of the frame before.  What lies behind it in the arena begins at top_part.
    int64_t name, k, first_part, top_part, first_child, children, current, first_question
    uint32_t win_limit, lose_limit
    bint is_whole, is_heap


cdef class NimSearch:
    """Values of components that are found when they are needed.

    Parameters
    ----------
    components : Components
        What finds the options of components.
    most_couples : int
        The most couples that are remembered without being proven to lose, a power of two.

    Attributes
    ----------
    values : Known
        The components that have values, in the order in which they got them.
    questions : int
        How often the options of a component were asked for.
    couples : Couples
        What is known of couples that are not proven to lose.

    Notes
    -----
    A couple that loses is a value, and is kept, 32 to 64 bytes for each.  Other couples are kept
    in a table that grows up to its limit, after which those that took little work make room: they
    are looked at again where they are needed.  Besides, there are the options of the components on
    the way from the first one to the one that is looked at.
    """

    # frames[:depth] are the couples on the way, each a part of an option of the one before, or the
    # same component with a lesser heap.  A cycle makes the way longer and longer; whenever it is as
    # long as `suspicious`, it is searched for a name that stands there twice.  parts[:top_part of
    # the last frame] and children[:first_child + children of the last frame] belong to the frames.

    cdef Components components
    cdef readonly Known values
    cdef Buffer parts, child_buffer, frame_buffer
    cdef Buffer found  # the values of parts, UNKNOWN where there is none
    cdef Frame *frames
    cdef Child *children
    cdef uint64_t reached  # bit k: an option that was read last has the value k
    cdef int64_t suspicious
    cdef int64_t next_watch  # how many components have values, or wait, when to look at memory
    cdef readonly Couples couples
    cdef readonly int64_t depth, questions

    def __init__(self, Components components not None, int64_t most_couples=1 << 22):
        self.components = components
        self.values = Known()
        self.parts, self.found = int64_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.frame_buffer = int64_buffer(FIRST_FRAMES * sizeof(Frame) // 8)
        self.frames = <Frame *>self.frame_buffer.data
        self.child_buffer = int64_buffer(FIRST_ROOM * sizeof(Child) // 8)
        self.children = <Child *>self.child_buffer.data
        self.couples = Couples(most_couples)
        self.depth = self.questions = self.next_watch = 0

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
        cdef int64_t count, i
        cdef bint is_cycle = False
        self.depth, self.suspicious = 0, FIRST_FRAMES
        if known_value(self.values, name) != UNKNOWN:
            return None
        with nogil:
            self._push(name, WHOLE, 0, ENDLESS, ENDLESS)
        # Each round proves a couple, passes a move, raises a number of a couple up to a limit, or
        # goes deeper.  Limits of the first couple are endless, so its children are left only with
        # greater numbers, and are at last looked at without limits; the way is no longer than there
        # are components and heaps, or a name stands twice on it.
        while self.depth:
            with nogil:
                is_cycle = self._go_on()
            if is_cycle:
                way = self._way()
                last = {name: i for i, name in enumerate(way)}
                first = next(i for i, name in enumerate(way) if last[name] > i)
                return way[first:way.index(way[first], first + 1)]
            count = self.values.count + self.depth
            if count > limit:
                return []
            if count >= self.next_watch:
                watch(self.values.count, self.depth)
                self.next_watch = count + max(count // 8, FIRST_ROOM)
            if report is not None:
                report(count, self.values.count, self.questions)
        return None

    cdef list _way(self):
        """Return the components on the way, each once where its heap moves."""
        cdef int64_t i
        return [self.frames[i].name for i in range(self.depth) if not self.frames[i].is_heap]

    cdef bint _go_on(self) except -1 nogil:
        """Process some questions; return whether the way has become a cycle."""
        cdef int64_t until = self.questions + REPORTED
        while self.depth and self.questions < until:
            if self.depth >= self.suspicious:
                with gil:
                    way = self._way()
                    if len(set(way)) < len(way):
                        return True
                self.suspicious *= 2
            self._step()
        return False

    cdef int _step(self) except -1 nogil:
        """Process the last couple: leave it, pass a move, or look at the most promising one."""
        cdef Frame *frame = &self.frames[self.depth - 1]
        cdef Child *children = self.children + frame.first_child
        cdef Child *child
        cdef uint32_t best = ENDLESS, second = ENDLESS, hardest = 0, win_limit, lose_limit
        cdef int64_t i = 0, found = -1, others
        cdef int said
        while i < frame.children:
            child = &children[i]
            if child.to_win == 0:  # the opponent wins there
                frame.children -= 1
                children[i] = children[frame.children]
                continue
            hardest = max(hardest, child.to_win)
            if child.to_lose < best:
                second, best, found = best, child.to_lose, i
            elif child.to_lose < second:
                second = child.to_lose
            i += 1
        if best == 0:
            return self._leave(0, ENDLESS)
        if frame.children == 0:
            self.values.add(frame.name, frame.k)
            return self._leave(ENDLESS, 0)
        others = UNIT * (frame.children - 1)
        hardest = <uint32_t>min(hardest + others, <int64_t>MOST_NUMBER)
        if best >= frame.win_limit or hardest >= frame.lose_limit:
            return self._leave(best, hardest)
        frame.current, child = found, &children[found]
        said = self._look(frame.k, child)
        if said == OTHER:
            child.to_win = 0
        elif said == SAME:
            child.to_lose = 0
        elif said == MOVED:
            self._estimate(child)
        elif said == SEVERAL:
            self._push(child.part, WHOLE, 0, ENDLESS, ENDLESS)
        if said != AGAIN:
            return 0
        win_limit, lose_limit = ENDLESS, frame.win_limit
        if frame.lose_limit < ENDLESS:
            win_limit = frame.lose_limit - <uint32_t>min(others, <int64_t>MOST_NUMBER)
        if second < ENDLESS:
            lose_limit = min(lose_limit, second + UNIT + (second >> PATIENCE))
        return self._push(child.part, child.nimber, 0, win_limit, lose_limit)

    cdef int _leave(self, uint32_t to_win, uint32_t to_lose) except -1 nogil:
        """Keep what is known of the last couple, leave it, and tell the couple before."""
        cdef Frame *frame = &self.frames[self.depth - 1]
        if to_lose:  # else it is a value
            self.couples.keep(
                frame.name, frame.k, self.questions - frame.first_question, to_win, to_lose
            )
        self.depth -= 1
        if not frame.is_whole:
            self._set_numbers(to_win, to_lose)
        elif to_lose:
            self._push(frame.name, WHOLE, frame.k + 1, ENDLESS, ENDLESS)
        return 0

    cdef void _set_numbers(self, uint32_t to_win, uint32_t to_lose) noexcept nogil:
        """Set the numbers of the move that the last couple has asked about."""
        cdef Frame *frame = &self.frames[self.depth - 1]
        cdef Child *child = self.children + frame.first_child + frame.current
        child.to_win, child.to_lose = to_win, to_lose

    cdef int _look(self, int64_t k, Child *child) except -1 nogil:
        """Return what is said of an option beside a heap of k, and set the couple that it is."""
        cdef const int64_t *parts = <int64_t *>self.parts.data
        cdef int64_t e, unknown = 0, part = child.part, weight, least = 0, value
        if child.first == child.stop:
            # The heap moves.  A value that was found since then is below k: the heap moves to it.
            return AGAIN if known_value(self.values, part) == UNKNOWN else SAME
        for e in range(child.first, child.stop):
            value = known_value(self.values, parts[e])
            if value != UNKNOWN:
                k ^= value
                continue
            unknown += 1
            part = parts[e]
        if unknown == 0:
            return SAME if k == 0 else OTHER
        if unknown == 1:
            if child.nimber == k and child.part == part:
                return AGAIN
            child.part, child.nimber = part, k
            return MOVED
        for e in range(child.first, child.stop):
            if known_value(self.values, parts[e]) == UNKNOWN:
                weight = self._weight(parts[e]) + 1
                if least == 0 or weight < least:
                    least, child.part = weight, parts[e]
        child.nimber = WHOLE
        return SEVERAL

    cdef bint _is_heap(self, const Frame *frame) noexcept nogil:
        """Return whether the move that is looked at is one of the heap."""
        cdef const Child *child = self.children + frame.first_child + frame.current
        return child.first == child.stop

    cdef int64_t _weight(self, int64_t name) except -1 nogil:
        return min(self.components.weight(name), <int64_t>MOST_WEIGHT)

    cdef int _estimate(self, Child *child) except -1 nogil:
        """Set the numbers of a move: what is known of its couple, or what its weight says."""
        cdef const int64_t *parts = <int64_t *>self.parts.data
        cdef uint64_t facts
        cdef int64_t e, unknown = 0, weight = 0
        if child.nimber != WHOLE:
            facts = find_couple(self.couples, child.part, child.nimber)
            if facts:
                child.to_win, child.to_lose = moves_to_win(facts), moves_to_lose(facts)
                return 0
            weight, unknown = UNIT + self._weight(child.part), 1
        else:
            for e in range(child.first, child.stop):
                if known_value(self.values, parts[e]) == UNKNOWN:
                    weight += UNIT + self._weight(parts[e])
                    unknown += 1
        child.to_win = <uint32_t>min(UNIT * unknown, <int64_t>MOST_NUMBER)
        child.to_lose = <uint32_t>min(weight, <int64_t>MOST_NUMBER)
        return 0

    cdef int _push(
        self, int64_t name, int64_t nimber, int64_t least, uint32_t win_limit, uint32_t lose_limit
    ) except -1 nogil:
        """Ask about a couple, or with WHOLE about a value of at least `least`.

        No frame is made where the options that have values say enough.
        """
        cdef Frame *frame
        cdef bint is_whole = nimber == WHOLE
        cdef int64_t k = least if is_whole else nimber
        cdef bint has_value
        self.components.begin_options(name)
        self.questions += 1
        if self.questions % SIGNAL_QUESTIONS == 0:
            check_signals()
        has_value = self._value_parts(k, not is_whole)
        if not has_value:
            self._make_room(k)
        while has_value or self._has_option(k) or k > self.components.listed:
            if not is_whole:
                # An option has the value, or it is greater than the number of options.
                self.couples.keep(name, k, 1, 0, ENDLESS)
                self._set_numbers(0, ENDLESS)
                return 0
            k += 1
        frame = &self.frames[self.depth]
        frame.name, frame.k, frame.is_whole = name, k, is_whole
        frame.is_heap = self.depth > 0 and self._is_heap(&self.frames[self.depth - 1])
        frame.win_limit, frame.lose_limit = win_limit, lose_limit
        frame.children, frame.current, frame.first_question = 0, 0, self.questions - 1
        self.components.settle(<int32_t *>self.found.data)
        self._list_options(frame)
        self._list_heaps(frame)
        self.depth += 1
        return 0

    cdef int _make_room(self, int64_t k) except -1 nogil:
        """Make room for one more couple, behind what the last one takes of the arenas."""
        cdef int64_t options = self.components.options, parts = self.components.ends[options]
        cdef int64_t part = 0, child = 0, words = (self.depth + 1) * <int64_t>sizeof(Frame) // 8
        cdef int64_t child_words
        cdef Frame *frame
        if self.depth:
            frame = &self.frames[self.depth - 1]
            part, child = frame.top_part, frame.first_child + frame.children
        child_words = (child + options + k) * <int64_t>sizeof(Child) // 8
        if (
            part + parts > self.parts.shape[0] or child_words > self.child_buffer.shape[0]
            or words > self.frame_buffer.shape[0]
        ):
            with gil:
                self.parts.reserve(part + parts)
                self.child_buffer.reserve(child_words)
                self.children = <Child *>self.child_buffer.data
                self.frame_buffer.reserve(words)
                self.frames = <Frame *>self.frame_buffer.data
        frame = &self.frames[self.depth]
        frame.first_part = frame.top_part = part
        frame.first_child = child
        return 0

    cdef bint _value_parts(self, int64_t k, bint stops) except -1 nogil:
        """Read the options, and write the values of their parts to `found`, or UNKNOWN.

        Return True at the first option of value k, if it `stops` there.  While options are read,
        the values of those before are fetched, and then the couples that options will be.
        """
        cdef int64_t i, e, first = 0, ready = 0, stop, read, nimber, unknown, part = 0
        cdef int32_t *found
        cdef bint more = True
        if self.components.name_buffer.shape[0] > self.found.shape[0]:
            with gil:
                self.found.reserve(self.components.name_buffer.shape[0])
        found = <int32_t *>self.found.data
        self.reached = 0
        while more:
            more = self.components.more_options()
            read = self.components.options
            for e in range(self.components.ends[ready], self.components.ends[read]):
                fetch_known(self.values, self.components.names[e])
            stop = ready if more else read
            for i in range(first, stop):
                nimber, unknown = k, 0
                for e in range(self.components.ends[i], self.components.ends[i + 1]):
                    found[e] = <int32_t>known_value(self.values, self.components.names[e])
                    if found[e] != UNKNOWN:
                        nimber ^= found[e]
                    else:
                        unknown += 1
                        part = self.components.names[e]
                if unknown == 1:
                    fetch_couple(self.couples, part, nimber)
                if unknown:
                    continue
                if stops and nimber == 0:
                    return True
                if nimber ^ k < BITS:
                    self.reached |= <uint64_t>1 << (nimber ^ k)
            first, ready = stop, read
        return False

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

    cdef bint _has_option(self, int64_t k) noexcept nogil:
        """Return whether an option, all of whose parts have values, has the value k."""
        cdef int64_t i
        if k < BITS:
            return self.reached >> k & 1
        for i in range(self.components.options):
            if self._value(i) == k:
                return True
        return False

    cdef int _list_options(self, Frame *frame) except -1 nogil:
        """Write the options that have no value yet into the arenas, with their numbers."""
        cdef int64_t *parts = <int64_t *>self.parts.data
        cdef const int32_t *found = <int32_t *>self.found.data
        cdef Child *child = self.children + frame.first_child
        cdef int64_t i, e, unknown
        for i in range(self.components.options):
            child.first, child.nimber, unknown = frame.top_part, frame.k, 0
            for e in range(self.components.ends[i], self.components.ends[i + 1]):
                parts[frame.top_part] = self.components.names[e]
                frame.top_part += 1
                if found[e] != UNKNOWN:
                    child.nimber ^= found[e]
                    continue
                child.part = self.components.names[e]
                unknown += 1
            if unknown == 0:
                frame.top_part = child.first
                continue
            if unknown > 1:
                child.nimber = WHOLE
            child.stop = frame.top_part
            child += 1
            frame.children += 1
        for i in range(frame.children):
            self._estimate(&self.children[frame.first_child + i])
        return 0

    cdef int _list_heaps(self, Frame *frame) except -1 nogil:
        """Write the moves of the heap: to each lesser value that no option is known to have."""
        cdef Child *child
        cdef int64_t k
        for k in range(frame.k):
            if self._has_option(k):
                continue
            child = &self.children[frame.first_child + frame.children]
            child.part, child.nimber, child.first, child.stop = frame.name, k, 0, 0
            self._estimate(child)
            frame.children += 1
        return 0
