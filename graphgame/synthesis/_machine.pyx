"""Machines of the winner, read off a strategy, with one letter of the winner for each answer.

A state of a machine is a decision diagram over what the other player chooses; its terminals are
what the machine says, and its next state.  States that do the same are merged.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.synthesis._diagrams cimport AND, OR, TERMINAL, Diagrams
from graphgame.synthesis._letters cimport Letters

cdef enum:
    FIRST_END = 2  # as in the letters
    # What the machine has said before is tried again: so many of the last letters.
    MOST_TRIED = 64
    # After how many states to report.
    REPORTED = 16
    # Rounds of refinement at the most; beyond them, states are not merged.
    MOST_ROUNDS = 1000
    # States of a circuit that is taken over, at the most.
    MOST_STATES = 100_000
    # Literals in the labels of a machine at the most.
    MOST_LITERALS = 1 << 25

cdef class Goal:
    """What a path has to reach: a node of which `holds` is true."""

    cdef Letters letters
    cdef Diagrams diagrams
    cdef const int64_t[::1] table
    cdef int64_t wanted
    cdef int32_t leaves, leaf, level, n_ends

    cdef bint ends_at(self, int32_t node) except -1:
        """Return whether a path ends at a node, whatever it is."""
        return self.diagrams.nodes[node].level >= self.level

    cdef bint holds(self, int32_t node) except -1:
        """Return whether a node, at which a path ends, is what is wanted."""
        cdef int32_t key
        if self.level == TERMINAL:
            key = self.diagrams.nodes[node].low
            key = key - FIRST_END if key else self.n_ends
        else:
            key = self.letters.set_number(node)
        return self.table[<int64_t>key * self.leaves + self.leaf] == self.wanted

    cdef int32_t follow(self, int32_t node, bytes letter, int32_t base) except -1:
        """Return the node to which a letter leads from a node; its first bit is of a level."""
        cdef const unsigned char *bits = letter
        while self.diagrams.nodes[node].level < self.level:
            if bits[self.diagrams.nodes[node].level - base]:
                node = self.diagrams.nodes[node].high
            else:
                node = self.diagrams.nodes[node].low
        return node

    cdef bytes path(self, int32_t root, int32_t base, int32_t width):
        """Return a letter that leads from a node to one where `holds` is true.

        Invariant: each node of the stack but the first is a child of the one before it, or of one
        between them; `reaches` says of which nodes it is known whether one is reached.  Terminates
        because each node becomes known once.
        """
        cdef list stack = [root]
        cdef dict reaches = {}
        cdef int32_t node, low, high
        while stack:
            node = stack[len(stack) - 1]
            if node in reaches:
                stack.pop()
                continue
            if self.ends_at(node):
                reaches[node] = self.holds(node)
                stack.pop()
                continue
            low, high = self.diagrams.nodes[node].low, self.diagrams.nodes[node].high
            if low in reaches and (reaches[low] or high in reaches):
                reaches[node] = reaches[low] or reaches[high]
                stack.pop()
            elif low in reaches:
                stack.append(high)
            else:
                stack.append(low)
        assert reaches[root], "a strategy chooses what can be chosen"
        letter = bytearray(width)
        node = root
        while not self.ends_at(node):
            low, high = self.diagrams.nodes[node].low, self.diagrams.nodes[node].high
            if reaches.get(low):
                node = low
            else:
                letter[self.diagrams.nodes[node].level - base] = 1
                node = high
        return bytes(letter)


@cython.final
cdef class Machine:
    """A machine that follows a strategy.

    Parameters
    ----------
    letters : Letters
    leaves : int
        States of the memory of the acceptance condition.
    end_next : (n_ends + 1, leaves) int64, flat
        The state after each end and each state of the memory, -1 where the run has died.

    Attributes
    ----------
    n : int
        Number of states; the first one is 0.
    read : int
        How many states there were before merging.
    emissions : list of bytes
        Letters that the machine says, a byte for each of its propositions in their order.
    terminals : list of (int, int)
        What the machine says, by its index, and the next state.
    sees : bool
        Whether a circuit that is to speak first answers a letter of the same step all the same.
    """

    cdef readonly Letters letters
    cdef Diagrams diagrams
    cdef int32_t leaves, base, width
    cdef const int64_t[::1] end_next
    cdef readonly list emissions  # type: list[bytes]
    cdef readonly list terminals  # type: list[tuple[int, int]]
    cdef readonly Py_ssize_t n, read
    cdef readonly bint sees
    cdef list roots, keys
    cdef dict emission_numbers, terminal_numbers, states

    def __cinit__(
        self, Letters letters not None, int32_t leaves, const int64_t[::1] end_next not None
    ):
        self.letters, self.diagrams = letters, letters.diagrams
        self.leaves, self.end_next = leaves, end_next
        self.emissions, self.terminals, self.roots, self.keys = [], [], [], []
        self.emission_numbers, self.terminal_numbers, self.states = {}, {}, {}
        self.n = self.read = 0
        self.sees = False

    def answer(
        self, int64_t start, const int64_t[::1] choice not None,
        const int64_t[::1] end_vertex not None, report: Callable[[int, int], None] | None = None,
    ) -> None:
        """Read off the machine of who chooses second.

        Parameters
        ----------
        start : int
            A state and its memory as one number, -1 for a run that has died.
        choice : (sets * leaves,) int64
            The position that is chosen from each set.
        end_vertex : ((n_ends + 1) * leaves,) int64
            The position of each end.
        report : callable, optional
            Called with how many states are read off, and how many are known.
        """
        self.base = self.letters.n_first
        self.width = self.diagrams.n_levels - self.base
        self._read_off(start, self._goal(end_vertex, TERMINAL), choice, False, report)

    def lead(
        self, int64_t start, const int64_t[::1] choice not None,
        const int64_t[::1] set_vertex not None, report: Callable[[int, int], None] | None = None,
    ) -> None:
        """Read off the machine of who chooses first.

        Parameters
        ----------
        start, report
            As in `answer`.
        choice : (n * leaves,) int64
            The position that is chosen from each state and its memory.
        set_vertex : (sets * leaves,) int64
            The position of each set.
        """
        self.base, self.width = 0, self.letters.n_first
        self._read_off(start, self._goal(set_vertex, self.letters.n_first), choice, True, report)

    cdef int _read_off(
        self, int64_t start, Goal goal, const int64_t[::1] choice, bint leads, report
    ) except -1:
        """Read off the states that are reached from the start."""
        cdef int32_t root
        cdef int64_t key
        self._state(start)
        while len(self.roots) < len(self.keys):
            check_signals()
            if report is not None and len(self.roots) % REPORTED == 0:
                report(len(self.roots), len(self.keys))
            key = self.keys[len(self.roots)]
            if key < 0:
                self.roots.append(self._terminal(self._said(bytes(self.width)), key))
                continue
            goal.leaf = <int32_t>(key % self.leaves)
            root = (<int32_t *>self.letters.roots.data)[key // self.leaves]
            if leads:
                goal.wanted = choice[key]
                self.roots.append(self._led(goal, root))
            else:
                self.roots.append(self._answered(goal, root, choice))
        self.read = len(self.roots)
        if report is not None:
            report(self.read, self.read)
        return 0

    cdef int32_t _answered(self, Goal goal, int32_t root, const int64_t[::1] choice) except -1:
        """Return the diagram of a state of who chooses second."""
        cdef int32_t node, found
        images = {}
        tried = {}
        for node in self.letters.choices(root):
            goal.wanted = choice[
                <int64_t>self.letters.set_number(node) * self.leaves + goal.leaf
            ]
            emission = self._chosen(goal, node, tried)
            found = goal.follow(node, self.emissions[emission], self.base)
            images[node] = self._terminal(emission, self._next(found, goal.leaf))
        return self._rebuilt(root, images)

    cdef int32_t _led(self, Goal goal, int32_t root) except -1:
        """Return the diagram of a state of who chooses first."""
        cdef int32_t node
        emission = self._chosen(goal, root, {})
        root = goal.follow(root, self.emissions[emission], self.base)
        images = {
            node: self._terminal(emission, self._next(node, goal.leaf))
            for node in self._leaves_below(root)
        }
        return self._rebuilt(root, images)

    def _goal(self, const int64_t[::1] table, int32_t level) -> Goal:
        cdef Goal goal = Goal()
        goal.letters, goal.diagrams, goal.table = self.letters, self.diagrams, table
        goal.leaves, goal.level = self.leaves, level
        goal.n_ends = <int32_t>(self.end_next.shape[0] // self.leaves - 1)
        return goal

    cdef int32_t _chosen(self, Goal goal, int32_t root, dict tried) except -1:
        """Return what the machine says to reach a goal: what it has said before, where that does.

        Letters that this state has said come first, then the last ones of all states.
        """
        cdef int32_t k, most
        for k in tried:
            if goal.holds(goal.follow(root, self.emissions[k], self.base)):
                return k
        most = <int32_t>len(self.emissions)
        for k in range(most - 1, max(most - MOST_TRIED, 0) - 1, -1):
            if k not in tried and goal.holds(goal.follow(root, self.emissions[k], self.base)):
                tried[k] = None
                return k
        k = self._said(goal.path(root, self.base, self.width))
        tried[k] = None
        return k

    cdef int32_t _said(self, bytes letter) except -1:
        found = self.emission_numbers.get(letter)
        if found is None:
            found = self.emission_numbers[letter] = len(self.emissions)
            self.emissions.append(letter)
        return found

    cdef int64_t _next(self, int32_t node, int32_t leaf) except -2:
        """Return the number of the state that a terminal leads to."""
        cdef int64_t end = self.diagrams.nodes[node].low
        end = end - FIRST_END if end else self.end_next.shape[0] // self.leaves - 1
        return self.end_next[end * self.leaves + leaf]

    cdef int32_t _state(self, object key) except -1:
        """Return the state of the machine for a state and its memory."""
        found = self.states.get(key)
        if found is None:
            found = self.states[key] = len(self.keys)
            self.keys.append(key)
        return found

    cdef int32_t _terminal(self, int32_t emission, object key) except -1:
        """Return the node that says something and goes on at a state and its memory."""
        return self._leaf(emission, self._state(key))

    cdef int32_t _leaf(self, int32_t emission, int32_t state) except -1:
        pair = emission, state
        found = self.terminal_numbers.get(pair)
        if found is None:
            found = self.terminal_numbers[pair] = len(self.terminals)
            self.terminals.append(pair)
        return self.diagrams.terminal(-1 - <int32_t>found)

    cdef list _leaves_below(self, int32_t root):
        cdef list found = [], stack = [root]
        cdef set seen = {root}
        cdef int32_t node, child
        while stack:
            node = stack.pop()
            if self.diagrams.nodes[node].level == TERMINAL:
                found.append(node)
                continue
            for child in (self.diagrams.nodes[node].high, self.diagrams.nodes[node].low):
                if child not in seen:
                    seen.add(child)
                    stack.append(child)
        return found

    cdef int32_t _rebuilt(self, int32_t root, dict images) except -1:
        """Return a diagram with other nodes in the place of some; `images` gets those on the way.

        Invariant: each node of the stack but the first is a child of one before it.  Terminates
        because children are on lower levels, and each node gets its image once.
        """
        cdef list stack = [root]
        cdef int32_t node, low, high
        cdef int64_t steps = 0
        while stack:
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
            node = stack[len(stack) - 1]
            if node in images:
                stack.pop()
                continue
            low, high = self.diagrams.nodes[node].low, self.diagrams.nodes[node].high
            if low in images and high in images:
                images[node] = self.diagrams.make(
                    self.diagrams.nodes[node].level, images[low], images[high]
                )
                stack.pop()
                continue
            if low not in images:
                stack.append(low)
            if high not in images:
                stack.append(high)
        return images[root]

    def run(
        self, gates: list[tuple[int, int, int]], latches: list[tuple[int, int]],
        inputs: list[int], outputs: list[int], start: int, bint leads,
    ) -> None:
        """Follow a circuit, and get its machine: a state for each value of its latches in use.

        Parameters
        ----------
        gates : list of (int, int, int)
            The variable of each gate and its two literals, operands before what needs them.
        latches : list of (int, int)
            The variable of each latch, and the literal of its next value.
        inputs, outputs : list of int
            Of each proposition that is read its variable, 0 for none; of each one that is said its
            literal.
        start : int
            The first values of the latches, by their bits.
        leads : bool
            Whether the levels of what is said are above those of what is read.

        Raises
        ------
        OverflowError
            If there are more than 10^5 states.
        """
        cdef Py_ssize_t k, count = len(latches)
        cdef int32_t first, a, b
        self.width = <int32_t>len(outputs)
        first = self.width if leads else 0
        self.base = 0 if leads else <int32_t>len(inputs)
        self._state(start)
        wanted = [*outputs, *(following for _, following in latches)]
        while len(self.roots) < len(self.keys):
            check_signals()
            if len(self.keys) > MOST_STATES:
                raise OverflowError
            key = self.keys[len(self.roots)]
            # Of each literal its diagram.
            value = {0: 0, 1: 1}
            for k in range(len(inputs)):
                if inputs[k]:
                    value[2 * inputs[k]] = self.diagrams.make(first + <int32_t>k, 0, 1)
                    value[2 * inputs[k] + 1] = self.diagrams.make(first + <int32_t>k, 1, 0)
            for k in range(count):
                value[2 * latches[k][0]] = key >> k & 1
                value[2 * latches[k][0] + 1] = 1 - (key >> k & 1)
            for gate, left, right in gates:
                a, b = value[left], value[right]
                value[2 * gate] = self.diagrams.apply(AND, a, b)
                a, b = value[left ^ 1], value[right ^ 1]
                value[2 * gate + 1] = self.diagrams.apply(OR, a, b)
            if leads and any([value[x] > 1 for x in outputs]):  # no terminal
                self.sees = True
            self.roots.append(self._together(tuple([value[x] for x in wanted])))
        self.read = len(self.roots)

    cdef int32_t _together(self, tuple bits) except -1:
        """Return the diagram whose terminals have all bits: what is said, and the next state.

        Invariant and termination as in `_rebuilt`, of tuples of nodes.
        """
        cdef dict images = {}
        cdef list stack = [bits]
        cdef int32_t node, level
        while stack:
            top = stack[len(stack) - 1]
            if top in images:
                stack.pop()
                continue
            level = TERMINAL
            for node in top:
                level = min(level, self.diagrams.nodes[node].level)
            if level == TERMINAL:
                key = 0
                for i in range(self.width, len(top)):
                    key |= <object>top[i] << (i - self.width)
                images[top] = self._terminal(self._said(bytes(top[:self.width])), key)
                stack.pop()
                continue
            low = tuple([self._side(node, level, False) for node in top])
            high = tuple([self._side(node, level, True) for node in top])
            if low in images and high in images:
                images[top] = self.diagrams.make(level, images[low], images[high])
                stack.pop()
                continue
            if low not in images:
                stack.append(low)
            if high not in images:
                stack.append(high)
        return images[bits]

    cdef int32_t _side(self, int32_t node, int32_t level, bint is_high) except -1:
        """Return what follows a node where the variable of a level is false, or true."""
        if self.diagrams.nodes[node].level != level:
            return node
        return self.diagrams.nodes[node].high if is_high else self.diagrams.nodes[node].low

    # -- merging ----------------------------------------------------------------------------------

    def merge(self) -> None:
        """Merge states that say the same for ever, whatever the other player does.

        At first all states are in one class; in each round those of one class stay together that
        say the same and go on to the same classes, which is right once no class falls apart.
        """
        cdef list classes = [0] * len(self.roots), renewed = classes
        cdef Py_ssize_t count = 1
        cdef int32_t root
        for _ in range(MOST_ROUNDS):
            numbers, images, renewed = {}, {}, []
            for root in self.roots:
                image = self._image(root, classes, images)
                renewed.append(numbers.setdefault(image, len(numbers)))
            if len(numbers) == count:
                self._keep(renewed)
                return
            count, classes = len(numbers), renewed
        self._keep(list(range(len(self.roots))))

    cdef int32_t _image(self, int32_t root, list classes, dict images) except -1:
        """Return the diagram of a state whose terminals go on to classes."""
        cdef int32_t node, number
        for node in self._leaves_below(root) if root not in images else ():
            if node not in images:
                number = -1 - self.diagrams.nodes[node].low
                emission, state = self.terminals[number]
                images[node] = self._leaf(emission, classes[state])
        return self._rebuilt(root, images)

    cdef object _keep(self, list classes):
        """Keep one state of each class; classes are numbered by their first states."""
        cdef dict images = {}
        cdef list roots = []
        cdef Py_ssize_t s
        for s in range(len(classes)):
            if classes[s] == len(roots):
                roots.append(self._image(self.roots[s], classes, images))
        self.roots = roots
        self.n = len(roots)

    # -- what the machine does --------------------------------------------------------------------

    def edges(self) -> tuple[list[int], list[int], list[int], Buffer]:
        """Return the edges of the machine, with the letters of the other player as cubes.

        Returns
        -------
        counts : list of int
            Of each state, how many edges it has.
        numbers : list of int
            Of each edge, the index in `terminals` of what it says and where it leads.
        ends : list of int
            Of each edge, where its cubes end; the literals of a cube end with -1.
        literals : int32 Buffer
            2 x is the level x, 2 x + 1 its negation.
        """
        cdef list counts = [], numbers = [], ends = []
        cdef Buffer literals = int32_buffer(64)
        cdef Py_ssize_t size = 0
        cdef int32_t node, literal
        for root in self.roots:
            check_signals()
            found = {}
            paths = [(root, ())]
            total = 0
            while paths:
                node, path = paths.pop()
                if self.diagrams.nodes[node].level == TERMINAL:
                    found.setdefault(-1 - self.diagrams.nodes[node].low, []).append(path)
                    total += len(path) + 1
                    if size + total > MOST_LITERALS:
                        raise OverflowError("labels of more than 2^25 literals")
                    continue
                literal = 2 * self.diagrams.nodes[node].level
                paths.append((self.diagrams.nodes[node].high, (*path, literal)))
                paths.append((self.diagrams.nodes[node].low, (*path, literal + 1)))
            literals.reserve(size + total)
            for number, cubes in found.items():
                for cube in cubes:
                    for literal in cube:
                        (<int32_t *>literals.data)[size] = literal
                        size += 1
                    (<int32_t *>literals.data)[size] = -1
                    size += 1
                numbers.append(number)
                ends.append(size)
            counts.append(len(found))
        literals.resize(size)
        return counts, numbers, ends, literals

    def diagram(self) -> tuple[Buffer, list[int]]:
        """Return the diagrams of all states, so that a node stands before its children.

        Returns
        -------
        rows : (nodes, 3) int32 Buffer, flat
            The level of each node, and its children where the variable is false and true: other
            nodes, or ~k for the terminal k.
        roots : list of int
            Of each state.
        """
        cdef dict number = {}
        cdef list found = [], stack = [x for x in self.roots]
        cdef int32_t node
        cdef Py_ssize_t i
        while stack:
            node = stack.pop()
            if node in number:
                continue
            if self.diagrams.nodes[node].level == TERMINAL:
                number[node] = self.diagrams.nodes[node].low  # ~k
                continue
            number[node] = 0
            found.append((self.diagrams.nodes[node].level, node))
            stack.append(self.diagrams.nodes[node].low)
            stack.append(self.diagrams.nodes[node].high)
        found.sort()
        for i in range(len(found)):
            number[found[i][1]] = i
        cdef Buffer rows = int32_buffer(3 * len(found))
        cdef int32_t *row = <int32_t *>rows.data
        for i in range(len(found)):
            node = found[i][1]
            row[3 * i] = self.diagrams.nodes[node].level
            row[3 * i + 1] = number[self.diagrams.nodes[node].low]
            row[3 * i + 2] = number[self.diagrams.nodes[node].high]
        return rows, [number[root] for root in self.roots]
