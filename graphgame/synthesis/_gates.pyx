"""Circuits of machines: and-gates, inverters and latches, as AIGER has them.

Source: A. Biere, "The AIGER And-Inverter Graph (AIG) Format" (2007).
"""

from libc.stdint cimport INT32_MAX, int8_t, int32_t, int64_t

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer
from graphgame._kernel.signals cimport SIGNAL_STEPS, check_signals

cdef enum:
    FIRST_ROOM = 64
    # Literals: a variable twice, and 1 more for its negation.
    FALSE = 0
    TRUE = 1


cdef class Circuit:
    """And-gates over some inputs and latches.

    Parameters
    ----------
    n_inputs, n_latches : int

    Attributes
    ----------
    n : int
        Number of gates.
    """

    cdef readonly int32_t n, n_inputs, n_latches
    cdef Buffer sides
    cdef dict known

    def __cinit__(self, int32_t n_inputs, int32_t n_latches):
        self.n_inputs, self.n_latches = n_inputs, n_latches
        self.n = 0
        self.sides = int32_buffer(FIRST_ROOM)
        self.known = {}

    cdef int32_t both(self, int32_t a, int32_t b) except -1:
        """Return the literal of a conjunction; equal gates are one."""
        cdef int64_t key
        if a < b:
            a, b = b, a
        if b == FALSE or a == b ^ 1:
            return FALSE
        if b == TRUE or a == b:
            return a
        key = <int64_t>a << 32 | b
        found = self.known.get(key)
        if found is not None:
            return found
        if self.n_inputs + self.n_latches + self.n >= INT32_MAX // 2 - 1:
            raise MemoryError("a circuit of more than 2^30 gates")
        self.sides.reserve(2 * (<Py_ssize_t>self.n + 1))
        (<int32_t *>self.sides.data)[2 * self.n] = a
        (<int32_t *>self.sides.data)[2 * self.n + 1] = b
        self.n += 1
        if self.n % SIGNAL_STEPS == 0:
            check_signals()
        found = self.known[key] = 2 * (self.n_inputs + self.n_latches + self.n)
        return found

    cdef int32_t either(self, list literals) except -1:
        """Return the literal of a disjunction: neighbours are joined, then these."""
        cdef Py_ssize_t i
        cdef int32_t a, b
        if not literals:
            return FALSE
        while len(literals) > 1:
            joined = []
            for i in range(0, len(literals) - 1, 2):
                a, b = literals[i], literals[i + 1]
                joined.append(self.both(a ^ 1, b ^ 1) ^ 1)
            if len(literals) % 2:
                joined.append(literals[len(literals) - 1])
            literals = joined
        return literals[0]

    def build(
        self, const int32_t[::1] rows not None, roots: list[int],
        terminals: list[tuple[int, int]], emissions: list[bytes], bint leads, int32_t first,
    ) -> tuple[list[int], list[int]]:
        """Build the gates of a machine whose states are numbered in binary by its latches.

        A signal runs down the diagram of the state that is held; the terminal that it reaches says
        the outputs and the next state.  Diagrams share nodes, so states share gates.

        Parameters
        ----------
        rows, roots
            As `Machine.diagram` returns them.
        terminals, emissions
            As in `Machine`.
        leads : bool
            Whether outputs depend on the state alone.
        first : int
            The level of the first input.

        Returns
        -------
        following, outputs : list of int
            The literals of the next value of each latch, and of each output.
        """
        cdef Py_ssize_t i, side, nodes = rows.shape[0] // 3
        cdef int32_t signal, literal, child
        cdef list states = self._states(len(roots)), coming = [[] for _ in range(nodes)]
        cdef list reached = [[] for _ in terminals]
        for i in range(len(roots)):
            child = roots[i]
            (reached[~child] if child < 0 else coming[child]).append(states[i])
        for i in range(nodes):
            signal = self.either(coming[i])
            coming[i] = None
            for side in range(2):
                literal = 2 * (1 + rows[3 * i] - first) + (side == 0)
                child = rows[3 * i + 1 + side]
                literal = self.both(signal, literal)
                (reached[~child] if child < 0 else coming[child]).append(literal)
        ends = [k for k in range(len(terminals)) if reached[k]]
        signals = {k: self.either(reached[k]) for k in ends}
        following = [
            self._chosen([(signals[k], terminals[k][1] >> i & 1) for k in ends])
            for i in range(self.n_latches)
        ]
        said = [(signals[k], emissions[terminals[k][0]]) for k in ends]
        if leads:
            said = [
                (states[i], emissions[terminals[self._first_end(rows, roots[i])][0]])
                for i in range(len(roots))
            ]
        width = len(emissions[0]) if emissions else 0
        outputs = [
            self._chosen([(literal, letter[i]) for literal, letter in said]) for i in range(width)
        ]
        return following, outputs

    cdef list _states(self, Py_ssize_t count):
        """Return for each state the literal that says that the latches hold its number."""
        cdef list found = [TRUE]
        cdef int32_t i, latch
        cdef Py_ssize_t s, size
        for i in range(self.n_latches - 1, -1, -1):
            latch = 2 * (1 + self.n_inputs + i)
            size = ((count - 1) >> i) + 1
            found = [self.both(found[s >> 1], latch if s & 1 else latch ^ 1) for s in range(size)]
        return found

    cdef int32_t _chosen(self, list cases) except -1:
        """Return the literal of a bit, given signals of which one is on, and the bit of each."""
        cdef list on = [literal for literal, bit in cases if bit]
        cdef list off = [literal for literal, bit in cases if not bit]
        if len(on) <= len(off):
            return self.either(on)
        return self.either(off) ^ 1

    def _first_end(self, const int32_t[::1] rows, int32_t node) -> int:
        while node >= 0:
            node = rows[3 * node + 1]
        return ~node

    def used(self, literals: list[int]) -> tuple[Buffer, list[int]]:
        """Return the gates that some literals need, numbered anew, and these literals.

        Returns
        -------
        sides : (2 gates,) int32 Buffer
            Of each gate its two literals, the greater one first.
        literals : list of int
        """
        cdef int32_t fixed = self.n_inputs + self.n_latches, count = 0, k, literal
        cdef Buffer needed = int8_buffer(self.n), number = int32_buffer(self.n)
        cdef int8_t *is_needed = <int8_t *>needed.data
        cdef int32_t *place = <int32_t *>number.data
        cdef int32_t *sides = <int32_t *>self.sides.data
        for literal in literals:
            if (literal >> 1) > fixed:
                is_needed[(literal >> 1) - fixed - 1] = 1
        for k in range(self.n - 1, -1, -1):
            if is_needed[k]:
                for literal in (sides[2 * k], sides[2 * k + 1]):
                    if (literal >> 1) > fixed:
                        is_needed[(literal >> 1) - fixed - 1] = 1
        cdef Buffer kept = int32_buffer(2 * <Py_ssize_t>self.n)
        cdef int32_t *out = <int32_t *>kept.data
        for k in range(self.n):
            if is_needed[k]:
                place[k] = 2 * (fixed + 1 + count)
                out[2 * count] = renumbered(sides[2 * k], fixed, place)
                out[2 * count + 1] = renumbered(sides[2 * k + 1], fixed, place)
                count += 1
        kept.resize(2 * <Py_ssize_t>count)
        return kept, [renumbered(literal, fixed, place) for literal in literals]


cdef inline int32_t renumbered(int32_t literal, int32_t fixed, const int32_t *place) noexcept:
    """Return a literal after gates have got new numbers."""
    if (literal >> 1) <= fixed:
        return literal
    return place[(literal >> 1) - fixed - 1] | (literal & 1)


def put_gates(const int32_t[::1] sides not None, int64_t first) -> bytes:
    """Return gates in the binary format: of each two differences, in groups of 7 bits.

    Parameters
    ----------
    sides : (2 gates,) int32
    first : int
        The literal of the first gate.
    """
    cdef Py_ssize_t k, i
    cdef int64_t before, difference
    out = bytearray()
    for k in range(sides.shape[0] // 2):
        before = first + 2 * k
        for i in range(2):
            difference = before - sides[2 * k + i]
            before = sides[2 * k + i]
            while difference >= 128:
                out.append(difference & 127 | 128)
                difference >>= 7
            out.append(difference)
    return bytes(out)
