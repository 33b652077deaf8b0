"""The scanner of automata in the HOA format.

It reads formulas of labels and of acceptance, and the whole body of an automaton.  Memory grows
with what has been read, never with what a header announces.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stddef cimport size_t
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint8_t
from libc.string cimport memchr

from graphgame._kernel.buffer cimport Buffer, int32_buffer, int64_buffer
from graphgame.synthesis._formulas cimport ALL, ANY, Formulas
from graphgame.synthesis._hoa_tokens cimport ALIAS, END, HEADER, INT, STRING, WORD, HoaTokens

cdef enum:
    FIRST_ROOM = 64
    # Tokens of a formula between two checks for signals.
    STEPS = 1 << 13
    # No label stands there.
    NO_LABEL = 2147483647

# What a formula is made of.
cdef enum Mode:
    LABEL
    ACCEPTANCE


@cython.final
cdef class HoaScanner(HoaTokens):
    """Scanner of the tokens, formulas and bodies of a text with automata.

    Attributes
    ----------
    formulas : Formulas
        What was read of formulas of labels since `begin`.
    greatest, greatest_place : int
        The greatest proposition in a label, -1 for none, and where it stands.
    """

    cdef readonly Formulas formulas
    cdef readonly int64_t greatest, greatest_place
    cdef int64_t n_ap, n_sets
    cdef dict aliases, seen, marks
    cdef list mark_sets
    # Of formulas that are read: operands, and for each open parenthesis where its operands begin,
    # where those of its last conjunction begin, and whether it is negated.
    cdef Buffer operands, groups
    # Of edges that are read: labels, targets, sets of marks, and where they stand.
    cdef Py_ssize_t m
    cdef Buffer labels, targets, edge_marks, edge_places
    cdef set has

    def __cinit__(self, bytes text not None):
        self.operands, self.groups = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.begin()

    def begin(self) -> None:
        """Forget the automaton before: its aliases, formulas and sets of marks."""
        self.formulas = Formulas()
        self.aliases, self.seen, self.marks, self.mark_sets = {}, {}, {}, []
        self.greatest = self.greatest_place = -1
        self.n_ap = self.n_sets = INT32_MAX

    # -- formulas ---------------------------------------------------------------------------------

    def set_limits(self, int64_t n_ap, int64_t n_sets) -> None:
        """Set how many propositions labels may name, and how many acceptance sets there are."""
        self.n_ap, self.n_sets = n_ap, n_sets

    def alias(self) -> None:
        """Read the name of an alias, which is the last token, and its formula.

        Raises
        ------
        HoaError
            If the name is none or defined already, or the formula breaks the format.
        """
        if self.token != ALIAS:
            raise self.error("the name of an alias, '@' and letters")
        name = self.word
        if name in self.aliases:
            raise self.error("each alias once")
        cdef Py_ssize_t again = self.p
        self.next()
        cdef int32_t plain = self.formula(LABEL, False)
        self.p = again
        self.next()
        cdef int32_t negated = self.formula(LABEL, True)
        self.aliases[name] = plain, negated

    def acceptance(self) -> tuple[Formulas, int]:
        """Read an acceptance condition, and return its reference and what it refers to.

        The variable 2 x is "the set x is visited for ever", 2 x + 1 "what is not in x is visited
        for ever".
        """
        cdef Formulas labels = self.formulas
        self.formulas = Formulas()
        reference = self.formula(ACCEPTANCE, False)
        found = self.formulas
        self.formulas = labels
        found.finish()
        return found, reference

    cdef int32_t formula(self, Mode mode, bint negated) except? 0:
        """Read a formula that begins with the last token; the last token is then what follows.

        Invariant: operands[group:] are those of the innermost open parenthesis, a disjunction;
        operands[last:] those of its last conjunction; `negated` says whether an odd number of
        negations stands around it.  Terminates because every iteration reads a token.
        """
        cdef int32_t group = 0, last = 0, count = 0, depth = 0, reference = 0
        cdef Py_ssize_t steps = 0
        cdef bint flip = False, wants_operand = True
        cdef int32_t *groups
        while True:
            steps += 1
            if steps % STEPS == 0:
                PyErr_CheckSignals()
            if wants_operand and self.at_sign(c"!") and mode == LABEL:
                flip = not flip
            elif wants_operand and self.at_sign(c"("):
                self.groups.reserve(3 * (depth + 1))
                groups = <int32_t *>self.groups.data + 3 * depth
                groups[0], groups[1], groups[2] = group, last, negated
                depth += 1
                group = last = count
                negated = negated != flip
                flip = False
            elif wants_operand:
                reference = self.atom(mode, negated != flip)
                self.operands.reserve(count + 2)
                (<int32_t *>self.operands.data)[count] = reference
                count += 1
                wants_operand = flip = False
            elif self.at_sign(c"&"):
                wants_operand = True
            else:
                # A conjunction ends; unless '|' follows, its disjunction too.
                count = self.reduce(last, count, ANY if negated else ALL)
                last = count
                if self.at_sign(c"|"):
                    wants_operand = True
                else:
                    count = self.reduce(group, count, ALL if negated else ANY)
                    if not (depth and self.at_sign(c")")):
                        break
                    depth -= 1
                    groups = <int32_t *>self.groups.data + 3 * depth
                    group, last, negated = groups[0], groups[1], groups[2]
            self.next()
        if depth:
            raise self.error("'&', '|' or ')'")
        return (<int32_t *>self.operands.data)[0]

    cdef int32_t reduce(self, int32_t first, int32_t count, int kind) except -1:
        """Join the operands from `first` on into one; return how many operands are left."""
        cdef int32_t *operands = <int32_t *>self.operands.data
        operands[first] = self.formulas.join(kind, operands + first, count - first)
        return first + 1

    cdef int32_t atom(self, Mode mode, bint negated) except? 0:
        """Return the reference of the last token as a formula of its own."""
        if self.token == WORD and self.content_end == self.content + 1:
            if self.text[self.content] == c"t":
                return self.formulas.constant(not negated)
            if self.text[self.content] == c"f":
                return self.formulas.constant(negated)
        if mode == ACCEPTANCE:
            return self.visited(negated)
        if self.token == ALIAS:
            found = self.aliases.get(self.word)
            if found is None:
                raise self.error("an alias that is defined before")
            return found[negated]
        if self.token != INT:
            raise self.error("a proposition, '!', '(', 't', 'f' or an alias")
        if self.value >= self.n_ap:
            raise self.error(f"a proposition below {self.n_ap}, as AP: says")
        if self.value > self.greatest:
            self.greatest, self.greatest_place = self.value, self.start
        if self.value >= INT32_MAX // 2:
            raise self.error(f"a proposition below {INT32_MAX // 2}")
        return <int32_t>(2 * self.value + negated)

    cdef int32_t visited(self, bint negated) except? 0:
        """Return the reference of Fin or Inf of a set, or of what is not in it."""
        cdef bint outside = False
        cdef bytes word = self.word
        if self.token != WORD or word not in (b"Fin", b"Inf"):
            raise self.error("'Fin(set)', 'Inf(set)', '(', 't' or 'f'")
        self.next()
        if not self.at_sign(c"("):
            raise self.error(f"'(' after {word.decode()}")
        self.next()
        if self.at_sign(c"!"):
            outside = True
            self.next()
        if self.token != INT or self.value >= self.n_sets:
            raise self.error(f"an acceptance set below {self.n_sets}, as Acceptance: says")
        cdef int64_t value = self.value
        if value >= INT32_MAX // 4:
            raise self.error(f"an acceptance set below {INT32_MAX // 4}")
        self.next()
        if not self.at_sign(c")"):
            raise self.error("')' after the set")
        return <int32_t>(4 * value + 2 * outside + (negated != (word == b"Fin")))

    # -- bodies -----------------------------------------------------------------------------------

    def body(self, int64_t announced) -> dict[str, Any]:
        """Read the states and edges of an automaton; the last token is ``--BODY--``.

        Parameters
        ----------
        announced : int
            The number of states in the header, -1 for none.

        Returns
        -------
        dict
            "ids", "places" and "ends": of each state in the order of the text, its number, where it
            stands, and where its edges end.  "labels", "targets", "marks", "edge_places": of each
            edge the reference of its label, the state that it leads to, the index of its set of
            marks in "mark_sets", which are integers by their bits, and where it stands.
            "names": by numbers of states.  "has": which kinds of labels and of marks there are.

        Raises
        ------
        HoaError
            If the body breaks the format.
        """
        cdef int32_t label
        cdef Py_ssize_t first
        cdef list ids = [], places = [], ends = []
        cdef dict rows = {}, names = {}
        cdef object number, marks
        self.m, self.has = 0, set()
        self.labels, self.targets = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.edge_marks, self.edge_places = int32_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.next()
        while self.token != END:
            if self.token != HEADER or self.word != b"State":
                raise self.error(f"{'an edge, ' if ids else ''}'State:' or '--END--'")
            PyErr_CheckSignals()
            self.next()
            label = NO_LABEL
            if self.at_sign(c"["):
                label = self.label()
                self.has.add("state-labels")
            self._number(announced)
            number = self.value
            if number in rows:
                raise self.error("each state once")
            rows[number] = len(ids)
            ids.append(number)
            places.append(self.start)
            self.next()
            if self.token == STRING:
                names[number] = self.word
                self.next()
            marks = 0
            if self.at_sign(c"{"):
                marks = self._marks()
                self.has.add("state-acc")
            first = self.m
            while self.token == INT or self.at_sign(c"["):
                self._edge(announced, first, label, marks)
            self._fill(first, label)
            ends.append(self.m)
        for buffer in (self.labels, self.targets, self.edge_marks, self.edge_places):
            (<Buffer>buffer).resize(self.m)
        return {
            "ids": ids, "places": places, "ends": ends, "labels": self.labels,
            "targets": self.targets, "marks": self.edge_marks, "edge_places": self.edge_places,
            "mark_sets": self.mark_sets, "names": names, "has": self.has,
        }

    cdef int _edge(
        self, int64_t announced, Py_ssize_t first, int32_t state_label, object marks
    ) except -1:
        """Read an edge of a state whose first one is `first`."""
        cdef Py_ssize_t m = self.m, began = self.start
        cdef int32_t label = NO_LABEL
        for buffer in (self.labels, self.targets, self.edge_marks, self.edge_places):
            (<Buffer>buffer).reserve(m + 1)
        if self.at_sign(c"["):
            if state_label != NO_LABEL:
                raise self.error("no label on an edge of a state with a label")
            label = self.label()
            self.has.add("trans-labels")
        if m > first and (label == NO_LABEL) != (
            (<int32_t *>self.labels.data)[m - 1] == NO_LABEL
        ):
            shown = "an edge with one" if label != NO_LABEL else "one without"
            raise self.error("labels on all edges of a state, or on none", shown, began)
        self._number(announced)
        (<int32_t *>self.labels.data)[m] = label
        (<int32_t *>self.targets.data)[m] = <int32_t>self.value
        (<int64_t *>self.edge_places.data)[m] = self.start
        self.next()
        if self.at_sign(c"&"):
            raise self.error("one state behind a label; alternating automata are no games")
        if self.at_sign(c"{"):
            marks = marks | self._marks()
            self.has.add("trans-acc")
        (<int32_t *>self.edge_marks.data)[m] = self._set(marks)
        self.m += 1
        return 0

    def _number(self, announced):
        if self.token != INT:
            raise self.error("the number of a state")
        if announced >= 0 and self.value >= announced:
            raise self.error(f"a state below {announced}, as States: says")

    cdef int32_t label(self) except? 0:
        """Read a label in brackets; one that is spelt as one before is the same formula."""
        cdef Py_ssize_t start = self.p
        cdef const uint8_t *end = <const uint8_t *>memchr(
            self.text + start, c"]", <size_t>(self.size - start)
        )
        cdef bytes spelt = None
        if end is not NULL and memchr(
            self.text + start, c"/", <size_t>(end - self.text - start)
        ) is NULL:  # no comment
            spelt = self.held[start:end - self.text]
            found = self.seen.get(spelt)
            if found is not None:
                self.p = end - self.text + 1
                self.next()
                return found
        self.next()
        cdef int32_t reference = self.formula(LABEL, False)
        if not self.at_sign(c"]"):
            raise self.error("'&', '|' or ']'")
        if spelt is not None:
            self.seen[spelt] = reference
        self.next()
        return reference

    cdef object _marks(self):
        """Read acceptance sets in braces, and return their bits."""
        cdef object bits = 0
        self.next()
        while self.token == INT:
            if self.value >= self.n_sets:
                raise self.error(f"an acceptance set below {self.n_sets}, as Acceptance: says")
            bits |= <object>1 << self.value
            self.next()
        if not self.at_sign(c"}"):
            raise self.error("an acceptance set or '}'")
        self.next()
        return bits

    cdef int32_t _set(self, object bits) except -1:
        """Return the index of a set of marks."""
        found = self.marks.get(bits)
        if found is None:
            found = self.marks[bits] = len(self.mark_sets)
            self.mark_sets.append(bits)
        return found

    cdef int _fill(self, Py_ssize_t first, int32_t label) except -1:
        """Label the edges of a state that have no labels: by that of the state, or by letters."""
        cdef Py_ssize_t i, v, count = self.m - first
        cdef int32_t *labels = <int32_t *>self.labels.data + first
        cdef int32_t *operands
        if count == 0 or labels[0] != NO_LABEL:
            return 0
        if label == NO_LABEL:
            self.has.add("implicit-labels")
            if self.n_ap > 31 or count != <Py_ssize_t>1 << self.n_ap:
                wanted = f"2^{self.n_ap} edges without labels, one for each letter"
                raise self.error(wanted, f"{count}")
        self.operands.reserve(max(self.n_ap, 1))
        operands = <int32_t *>self.operands.data
        for i in range(count):
            if label != NO_LABEL:
                labels[i] = label
                continue
            found = self.seen.get(i)
            if found is None:
                for v in range(self.n_ap):
                    operands[v] = <int32_t>(2 * v + (i >> v & 1 == 0))
                found = self.seen[i] = self.formulas.join(ALL, operands, <Py_ssize_t>self.n_ap)
            labels[i] = found
        return 0
