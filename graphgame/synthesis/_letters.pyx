"""The letters of automata, split into the classes that the labels of a state tell apart.

The edges of a state become one decision diagram, whose terminals are the edges.  One player chooses
the variables of the first levels, and the other one then those of the levels below: a node below
the first levels that is reached from them is a choice of the first player, and the terminals below
it are what the second one chooses from.
"""

from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.signals cimport check_signals
from graphgame.synthesis._diagrams cimport AND, TERMINAL, UNION, Diagrams
from graphgame.synthesis._formulas cimport Formulas

cdef enum:
    FIRST_ROOM = 64
    # The value of the terminal of the first end of edges; 0 and 1 are "false" and "true".
    FIRST_END = 2
    # In a set of ends: letters without an edge.
    DEAD = -1
    # After how many states to report.
    REPORTED = 16


class OverlapError(ValueError):
    """Two edges of a state with one letter: `state`, its edges, and the letter as literals."""

    def __init__(self, state: int, first: int, second: int, letter: list[int]):
        super().__init__(state, first, second, letter)
        self.state, self.first, self.second, self.letter = state, first, second, letter


cdef class Letters:
    """The classes of letters of each state.

    Parameters
    ----------
    formulas : Formulas
    levels : (n_ap,) int32
        The level of each proposition; those of the first player have the least.
    n_first : int
        How many the first player chooses.
    ptr : (n + 1,) int64
        The edges of state q are those from ptr[q] on, before ptr[q + 1].
    labels, ends : (m,) int32
        Of each edge its formula, and a number for where it leads and what it marks: edges with
        equal numbers do the same.
    report : callable, optional
        Called with the number of states whose edges are joined.

    Attributes
    ----------
    sets : list of tuple of int
        Sets of ends between which the second player has a choice; -1 among them is a letter without
        an edge.

    Raises
    ------
    OverlapError
        If a state has two edges of different ends for one letter.

    Notes
    -----
    Time and memory are those of the diagrams.
    """

    def __cinit__(
        self, Formulas formulas not None, const int32_t[::1] levels not None, int32_t n_first,
        const int64_t[::1] ptr not None, const int32_t[::1] labels not None,
        const int32_t[::1] ends not None, report: Callable[[int], None] | None = None,
    ):
        cdef Py_ssize_t q
        self.n = ptr.shape[0] - 1
        self.n_first = n_first
        self.diagrams = Diagrams(<int32_t>levels.shape[0])
        self.roots = int32_buffer(self.n)
        self.set_numbers, self.stamps = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.stack = int32_buffer(FIRST_ROOM)
        self.n_numbered = self.n_stamped = 0
        self.stamp = 0
        self.sets, self.numbers, self.unions = [], {}, {}
        cdef Buffer values = self.diagrams.evaluate(formulas, levels)
        for q in range(self.n):
            check_signals()
            if report is not None and q % REPORTED == 0:
                report(q)
            self._join_edges(q, values, levels, ptr, labels, ends)
        if report is not None:
            report(self.n)

    cdef int _join_edges(
        self, Py_ssize_t q, Buffer values, const int32_t[::1] levels, const int64_t[::1] ptr,
        const int32_t[::1] labels, const int32_t[::1] ends,
    ) except -1:
        """Join the edges of a state into its diagram."""
        cdef Diagrams diagrams = self.diagrams
        cdef Py_ssize_t e, count = <Py_ssize_t>(ptr[q + 1] - ptr[q])
        cdef int32_t guard, found
        diagrams.work.reserve(count + 1)
        for e in range(count):
            guard = self._guard(labels[ptr[q] + e], values, levels)
            found = diagrams.terminal(ends[ptr[q] + e] + FIRST_END)
            found = diagrams.apply(AND, guard, found)
            (<int32_t *>diagrams.work.data)[e] = found
        diagrams.is_torn = False
        (<int32_t *>self.roots.data)[q] = diagrams.join(UNION, count) if count else 0
        if diagrams.is_torn:
            self._refuse(q, values, levels, ptr, labels, ends)
        return 0

    cdef int32_t _guard(self, int32_t label, Buffer values, const int32_t[::1] levels) except -1:
        if label < 0:
            return (<int32_t *>values.data)[~label]
        return self.diagrams.literal(label, levels)

    def _refuse(
        self, Py_ssize_t q, Buffer values, const int32_t[::1] levels, const int64_t[::1] ptr,
        const int32_t[::1] labels, const int32_t[::1] ends,
    ) -> None:
        """Raise the error for a state, with the first two edges that overlap."""
        cdef Py_ssize_t a, b
        cdef int32_t node, guard
        cdef list letter = []
        names = {levels[v]: v for v in range(levels.shape[0])}
        for b in range(ptr[q], ptr[q + 1]):
            for a in range(ptr[q], b):
                if ends[a] == ends[b]:
                    continue
                guard = self._guard(labels[a], values, levels)
                node = self.diagrams.apply(AND, guard, self._guard(labels[b], values, levels))
                if node == 0:
                    continue
                while node != 1:
                    guard = self.diagrams.nodes[node].low
                    negated = guard != 0
                    letter.append(2 * names[self.diagrams.nodes[node].level] + negated)
                    node = guard if negated else self.diagrams.nodes[node].high
                raise OverlapError(q, a, b, letter)

    # -- the choices of both players --------------------------------------------------------------

    def split(self, report: Callable[[int], None] | None = None) -> tuple[list[int], list[int]]:
        """Return for each state the sets, by their index, that the first player can choose.

        Parameters
        ----------
        report : callable, optional
            Called with the number of states that are split.

        Returns
        -------
        counts : list of int
            Of each state, how many.
        chosen : list of int
            Indices in `sets`, those of the first state first.
        """
        cdef Py_ssize_t q
        cdef int32_t node
        cdef list counts = [], chosen = []
        for q in range(self.n):
            check_signals()
            if report is not None and q % REPORTED == 0:
                report(q)
            found = {}
            for node in self.choices((<int32_t *>self.roots.data)[q]):
                found[self.set_number(node)] = None
            counts.append(len(found))
            chosen += found
        if report is not None:
            report(self.n)
        return counts, chosen

    cdef list choices(self, int32_t root):
        """Return the nodes below the first levels that are reached from a root, each once.

        Invariant: the stack has nodes that were stamped and not looked at.  Terminates because each
        node is stamped once.
        """
        cdef list found = []
        cdef Py_ssize_t size = self.diagrams.n, at
        cdef int32_t *stamps
        cdef int32_t *stack
        cdef int32_t node, child
        cdef int side, depth = 0
        self.stamps.reserve(size)
        stamps = <int32_t *>self.stamps.data
        for at in range(self.n_stamped, size):
            stamps[at] = 0
        self.n_stamped = max(size, self.n_stamped)
        self.stamp += 1
        self.stack.reserve(2)
        (<int32_t *>self.stack.data)[0] = root
        depth = 1
        stamps[root] = self.stamp
        while depth:
            depth -= 1
            node = (<int32_t *>self.stack.data)[depth]
            if self.diagrams.nodes[node].level >= self.n_first:
                found.append(node)
                continue
            self.stack.reserve(depth + 2)
            stack = <int32_t *>self.stack.data
            for side in range(2):
                child = self.diagrams.nodes[node].low if side else self.diagrams.nodes[node].high
                if stamps[child] != self.stamp:
                    stamps[child] = self.stamp
                    stack[depth] = child
                    depth += 1
        return found

    cdef int32_t set_number(self, int32_t node) except -1:
        """Return the index of the set of ends below a node.

        Invariant: each node of the stack but the first is a child of one before it.  Terminates
        because children are on lower levels, and each node is numbered once.
        """
        cdef Py_ssize_t depth = 1, at, size = self.diagrams.n
        cdef int32_t *numbers
        cdef int32_t *stack
        cdef int32_t top, low, high
        self.set_numbers.reserve(size)
        numbers = <int32_t *>self.set_numbers.data
        for at in range(self.n_numbered, size):
            numbers[at] = -1
        self.n_numbered = max(size, self.n_numbered)
        self.stack.reserve(2)
        (<int32_t *>self.stack.data)[0] = node
        while depth:
            self.stack.reserve(depth + 2)
            stack = <int32_t *>self.stack.data
            top = stack[depth - 1]
            if numbers[top] >= 0:
                depth -= 1
                continue
            low, high = self.diagrams.nodes[top].low, self.diagrams.nodes[top].high
            if self.diagrams.nodes[top].level == TERMINAL:
                numbers[top] = self._numbered((low - FIRST_END if low else DEAD,))
                depth -= 1
            elif numbers[low] >= 0 and numbers[high] >= 0:
                numbers[top] = self._union(numbers[low], numbers[high])
                depth -= 1
            else:
                if numbers[low] < 0:
                    stack[depth] = low
                    depth += 1
                if numbers[high] < 0:
                    stack[depth] = high
                    depth += 1
        return numbers[node]

    cdef int32_t _union(self, int32_t a, int32_t b) except -1:
        if a == b:
            return a
        key = <int64_t>min(a, b) << 32 | max(a, b)
        found = self.unions.get(key)
        if found is None:
            joined = tuple(sorted({*self.sets[a], *self.sets[b]}))
            found = self.unions[key] = self._numbered(joined)
        return found

    cdef int32_t _numbered(self, tuple ends) except -1:
        found = self.numbers.get(ends)
        if found is None:
            found = self.numbers[ends] = len(self.sets)
            self.sets.append(ends)
        return found
