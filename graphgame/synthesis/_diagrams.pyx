"""Decision diagrams, reduced and ordered, with any number of terminals.

A diagram is an index of a node; equal functions have equal indices.  0 and 1 are the terminals
"false" and "true"; other terminals have a value each.  Each operation works on a stack of its own
with a frame for each level, so nothing recurses.

Source: R. E. Bryant, "Graph-Based Algorithms for Boolean Function Manipulation" (1986).
"""

from libc.stddef cimport size_t
from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

from graphgame._kernel.buffer cimport Buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals
from graphgame.synthesis._formulas cimport ALL, Formulas

cdef enum:
    # Nodes, and places in the tables, that are allocated first; a power of two.
    FIRST_NODES = 1 << 10
    # Places of the table of results at the most; a power of two.
    MOST_RESULTS = 1 << 20
    # int32 a node, a result and a frame.
    NODE = 4
    RESULT = 4
    FRAME = 4
    # Literals of a cube that are sorted in place.
    MOST_SORTED = 64


cdef inline uint32_t mixed(int32_t a, int32_t b, int32_t c) noexcept nogil:
    """Return a hash of three numbers."""
    cdef uint64_t x = <uint32_t>a * <uint64_t>0x9E3779B97F4A7C15
    x ^= <uint32_t>b * <uint64_t>0xC2B2AE3D27D4EB4F
    x += <uint32_t>c * <uint64_t>0x165667B19E3779F9
    x ^= x >> 29
    x *= <uint64_t>0xBF58476D1CE4E5B9
    return <uint32_t>(x >> 32)


cdef class Diagrams:
    """Diagrams over variables that are tested in the order of their levels.

    Parameters
    ----------
    n_levels : int

    Attributes
    ----------
    n : int
        Number of nodes.

    Notes
    -----
    An operation on diagrams of k and l nodes takes O(k l) time; 24 bytes a node, and 16 MB of
    results at the most.
    """

    def __cinit__(self, int32_t n_levels):
        self.n_levels = n_levels
        self.n = 0
        self.is_torn = False
        self.rows = int32_buffer(NODE * FIRST_NODES)
        self.nodes = <Node *>self.rows.data
        self.heads = int32_buffer(FIRST_NODES)
        self.cache = int32_buffer(RESULT * FIRST_NODES)
        self.stack = int32_buffer(FRAME * (<Py_ssize_t>n_levels + 1))
        self.work = int32_buffer(FIRST_NODES)
        self._clear(self.heads)
        self._clear(self.cache)
        self.terminal(0)
        self.terminal(1)

    cdef int _clear(self, Buffer table) except -1:
        memset(table.data, 0xFF, <size_t>table.shape[0] * 4)
        return 0

    cdef int32_t terminal(self, int32_t value) except -1:
        """Return the terminal of a value."""
        return self.make(TERMINAL, value, ~value)

    cdef int32_t make(self, int32_t level, int32_t low, int32_t high) except -1:
        """Return the node of a level, and of what follows where its variable is false or true."""
        cdef int32_t at
        cdef uint32_t place
        cdef Node *node
        if low == high:
            return low
        place = mixed(level, low, high) & <uint32_t>(self.heads.shape[0] - 1)
        at = (<int32_t *>self.heads.data)[place]
        while at >= 0:
            node = &self.nodes[at]
            if node.low == low and node.high == high and node.level == level:
                return at
            at = node.next
        if NODE * (<Py_ssize_t>self.n + 1) > self.rows.shape[0]:
            self._grow()
            place = mixed(level, low, high) & <uint32_t>(self.heads.shape[0] - 1)
        at = self.n
        node = &self.nodes[at]
        node.level, node.low, node.high = level, low, high
        node.next = (<int32_t *>self.heads.data)[place]
        (<int32_t *>self.heads.data)[place] = at
        self.n += 1
        return at

    cdef int _grow(self) except -1:
        """Make room for twice as many nodes, and enter them all in larger tables."""
        cdef Py_ssize_t room = 2 * (self.rows.shape[0] // NODE), results
        cdef int32_t at
        cdef uint32_t place
        cdef Node *node
        cdef int32_t *heads
        if room > INT32_MAX:
            raise MemoryError("decision diagrams of more than 2^31 nodes")
        self.rows.resize(NODE * room)
        self.nodes = <Node *>self.rows.data
        self.heads.resize(room)
        self._clear(self.heads)
        heads = <int32_t *>self.heads.data
        for at in range(self.n):
            node = &self.nodes[at]
            place = mixed(node.level, node.low, node.high) & <uint32_t>(room - 1)
            node.next = heads[place]
            heads[place] = at
        results = min(room, <Py_ssize_t>MOST_RESULTS)
        if RESULT * results > self.cache.shape[0]:
            self.cache.resize(RESULT * results)
            self._clear(self.cache)
        check_signals()
        return 0

    cdef int32_t apply(self, Operation operation, int32_t f, int32_t g) except -1:
        """Return the result of an operation on two diagrams.

        Invariant: f and g are to be joined next; each frame has two diagrams whose result is
        wanted, the operation on what follows their variable if it is false, and, once known, the
        result of that.  Terminates because f and g go down a level with each frame.
        """
        cdef int32_t *frames = <int32_t *>self.stack.data
        cdef int32_t *frame
        cdef int32_t *result
        cdef int32_t depth = 0, r, level, low
        cdef Node *nodes = self.nodes
        cdef int64_t steps = 0
        while True:
            steps += 1
            if steps % SIGNAL_STEPS == 0:
                check_signals()
            r = self.simple(operation, f, g)
            if r < 0:
                if f > g:
                    f, g = g, f
                result = self._result(operation, f, g)
                if result[0] == f and result[1] == g and result[2] == <int32_t>operation:
                    r = result[3]
                else:
                    frame = frames + FRAME * depth
                    frame[0], frame[1], frame[2] = f, g, -1
                    depth += 1
                    level = min(nodes[f].level, nodes[g].level)
                    if nodes[f].level == level:
                        f = nodes[f].low
                    if nodes[g].level == level:
                        g = nodes[g].low
                    continue
            while depth:
                frame = frames + FRAME * (depth - 1)
                f, g = frame[0], frame[1]
                level = min(nodes[f].level, nodes[g].level)
                if frame[2] < 0:
                    frame[2] = r
                    if nodes[f].level == level:
                        f = nodes[f].high
                    if nodes[g].level == level:
                        g = nodes[g].high
                    break
                low = frame[2]
                r = self.make(level, low, r)
                nodes = self.nodes
                result = self._result(operation, f, g)
                result[0], result[1], result[2], result[3] = f, g, operation, r
                depth -= 1
            else:
                return r

    cdef int32_t simple(self, Operation operation, int32_t f, int32_t g) noexcept:
        """Return the result of an operation that is known at sight, else -1."""
        if f == g:
            return f
        if operation == AND:
            if f == 0 or g == 0:
                return 0
            if f == 1:
                return g
            if g == 1:
                return f
            return -1
        if f == 0:
            return g
        if g == 0:
            return f
        if operation == OR:
            return 1 if f == 1 or g == 1 else -1
        if self.nodes[f].level == TERMINAL and self.nodes[g].level == TERMINAL:
            self.is_torn = True
            return f
        return -1

    cdef int32_t *_result(self, Operation operation, int32_t f, int32_t g) noexcept:
        """Return the place of a result in their table."""
        cdef uint32_t places = <uint32_t>(self.cache.shape[0] // RESULT)
        return <int32_t *>self.cache.data + RESULT * (mixed(f, g, operation) & (places - 1))

    cdef int32_t join(self, Operation operation, Py_ssize_t count) except -1:
        """Return the result of an operation on the first diagrams of `work`, at least one.

        Neighbours are joined in pairs, then these: what is alike often stands side by side.
        """
        cdef int32_t *work = <int32_t *>self.work.data
        cdef Py_ssize_t i
        while count > 1:
            for i in range(count // 2):
                work[i] = self.apply(operation, work[2 * i], work[2 * i + 1])
            if count % 2:
                work[count // 2] = work[count - 1]
            count = (count + 1) // 2
        return work[0]

    cdef int32_t literal(self, int32_t reference, const int32_t[::1] levels) except -1:
        """Return the diagram of a variable, or of its negation."""
        cdef bint negated = reference & 1
        return self.make(levels[reference >> 1], negated, not negated)

    cdef Buffer evaluate(self, Formulas formulas, const int32_t[::1] levels):
        """Return the diagram of each node of some formulas, whose variables have these levels."""
        cdef Buffer values = int32_buffer(formulas.n)
        cdef int32_t *value = <int32_t *>values.data
        cdef int32_t *work
        cdef const int8_t *kinds = <const int8_t *>formulas.kinds.data
        cdef const int64_t *ends = <const int64_t *>formulas.ends.data
        cdef const int32_t *operands = <const int32_t *>formulas.operands.data
        cdef Py_ssize_t k, i, count
        cdef int64_t start = 0
        cdef int32_t reference, known
        for k in range(formulas.n):
            count = <Py_ssize_t>(ends[k] - start)
            if k % SIGNAL_STEPS == 0:
                check_signals()
            known = -1
            if 1 < count <= MOST_SORTED:
                known = self._cube(operands + start, count, levels, kinds[k] == ALL)
            if known < 0 and count == 0:
                known = kinds[k] == ALL
            if known < 0:
                self.work.reserve(count)
                for i in range(count):
                    reference = operands[start + i]
                    work = <int32_t *>self.work.data
                    work[i] = (
                        value[~reference] if reference < 0 else self.literal(reference, levels)
                    )
                known = self.join(AND if kinds[k] == ALL else OR, count)
            value[k] = known
            start = ends[k]
        return values

    cdef int32_t _cube(
        self, const int32_t *references, Py_ssize_t count, const int32_t[::1] levels, bint is_all
    ) except -2:
        """Return the conjunction or disjunction of variables; -1 where there are nodes too."""
        cdef int32_t[64] sorted
        cdef Py_ssize_t i, j
        cdef int32_t r, key
        for i in range(count):
            if references[i] < 0:
                return -1
            key = 2 * levels[references[i] >> 1] + (references[i] & 1)
            j = i
            while j and sorted[j - 1] > key:
                sorted[j] = sorted[j - 1]
                j -= 1
            sorted[j] = key
        r = is_all
        for i in range(count - 1, -1, -1):
            if i + 1 < count and sorted[i] >> 1 == sorted[i + 1] >> 1:
                if sorted[i] != sorted[i + 1]:  # a variable and its negation
                    return not is_all
                continue
            if bool(sorted[i] & 1) == is_all:
                r = self.make(sorted[i] >> 1, r, not is_all)
            else:
                r = self.make(sorted[i] >> 1, not is_all, r)
        return r
