"""The certificate of controllers: each run of the closed loop does what it should.

It starts from the formulas of the text and from the edges of the machine.  Sets of letters are
cubes: bits that are fixed, and their values.  NumPy only, no solver and no decision diagram.
"""

from __future__ import annotations

import numpy as np

from graphgame.arrays import distinct
from graphgame.errors import GraphGameError, VerificationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, NoReturn, TypeAlias

    from graphgame.types import AnyArray, BoolArray, Int64Array

    Cycle: TypeAlias = Callable[[list[BoolArray], int, AnyArray, AnyArray], int]

# Candidates that are looked at in one block; and cubes of a label that is no disjunction of cubes.
_MOST_AT_ONCE = 1 << 21
_MOST_CUBES = 1 << 20
_MOST_TERMS = 1 << 16
# Kinds of nodes of formulas.
_ALL = 0
# Values of formulas on a set of letters.
_FALSE, _OPEN, _TRUE = 0, 1, 2


class Cubes:
    """Sets of letters: in each, the bits of `care` have those of `value`.

    Parameters
    ----------
    care, value : (n, words) uint64 array
    """

    def __init__(self, care: AnyArray, value: AnyArray) -> None:
        self.care: AnyArray = care
        self.value: AnyArray = value

    def __len__(self) -> int:
        return len(self.care)

    def take(self, at: AnyArray) -> Cubes:
        """Return some of the cubes."""
        return Cubes(self.care[at], self.value[at])

    def meet(self, other: Cubes) -> BoolArray:
        """Return which pairs of cubes have a letter in common."""
        apart: AnyArray = (self.value ^ other.value) & self.care & other.care
        return np.asarray(~apart.any(axis=1))

    def within(self, other: Cubes) -> BoolArray:
        """Return which cubes, that meet others, lie within them."""
        free: AnyArray = other.care & ~self.care
        return np.asarray(~free.any(axis=1))

    def halves(self, other: Cubes) -> Cubes:
        """Return the halves of each cube by the first bit that the other fixes and it does not."""
        free = other.care & ~self.care
        word = (free != 0).argmax(axis=1)
        rows = np.arange(len(free))
        bits = np.zeros_like(free)
        bits[rows, word] = free[rows, word] & (~free[rows, word] + np.uint64(1))
        return Cubes(
            np.repeat(self.care | bits, 2, axis=0),
            np.stack([self.value, self.value | bits], axis=1).reshape(-1, free.shape[1]),
        )


def n_words(n_ap: int) -> int:
    """Return the words of 64 bits that letters take."""
    return max(-(-n_ap // 64), 1)


def literal_cubes(rows: AnyArray, literals: AnyArray, count: int, words: int) -> tuple[Cubes, Any]:
    """Return cubes by their literals, 2 v + 1 for a negation, and which of them are empty."""
    fixed = np.zeros((2, count, words), dtype=np.uint64)
    bit = np.uint64(1) << (literals >> 1 & 63).astype(np.uint64)
    np.bitwise_or.at(fixed, (literals & 1, rows, literals >> 7), bit)
    return Cubes(fixed[0] | fixed[1], fixed[0]), (fixed[0] & fixed[1]).any(axis=1)


def _ragged(starts: AnyArray, counts: AnyArray) -> Int64Array:
    """Return the indices of some ranges, one range after another."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(int(counts.sum()))


# -- labels ---------------------------------------------------------------------------------------


class Formulas:
    """Formulas as a text says them: see `graphgame.synthesis._formulas`."""

    def __init__(self, given: Any) -> None:
        self.kinds: AnyArray = np.asarray(given.kinds)
        self.ends: AnyArray = np.asarray(given.ends)
        self.operands: AnyArray = np.asarray(given.operands)
        self.heights: AnyArray = np.asarray(given.heights)
        self.starts: AnyArray = np.append(np.int64(0), self.ends[:-1])[: len(self.ends)]

    def operands_below(self, nodes: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Return the operands of some nodes, and the place of the node of each."""
        counts = self.ends[nodes] - self.starts[nodes]
        at = _ragged(self.starts[nodes], counts)
        return np.repeat(np.arange(len(nodes)), counts), self.operands[at]

    def cubes(self, labels: AnyArray, words: int) -> tuple[AnyArray, Cubes]:
        """Return the cubes of some labels, and the place of the label of each, in order."""
        node = np.where(labels < 0, ~labels, 0)
        is_cube = (self.kinds == _ALL) & (self.heights == 1)
        is_any = labels < 0
        is_any[is_any] = ~is_cube[node[is_any]]
        places = np.flatnonzero(is_any)
        owner, parts = self.operands_below(node[places])
        odd = parts < 0
        odd[odd] = ~is_cube[~parts[odd]]
        is_odd = np.zeros(len(places), dtype=np.bool_)
        is_odd[owner[odd]] = True
        is_odd |= self.kinds[node[places]] == _ALL if len(places) else False
        kept = ~is_odd[owner]
        whole = np.flatnonzero(~is_any)
        label = np.concatenate([whole, places[owner[kept]]])
        parts = np.concatenate([labels[whole], parts[kept]])
        single = np.flatnonzero(parts >= 0)
        joined = np.flatnonzero(parts < 0)
        at, literals = self.operands_below(~parts[joined])
        cubes, is_empty = literal_cubes(
            np.concatenate([single, joined[at]]),
            np.concatenate([parts[single], literals]),
            len(parts),
            words,
        )
        label, cubes = label[~is_empty], cubes.take(~is_empty)
        for place in places[is_odd].tolist():
            more = self._split(int(labels[place]), words)
            label = np.append(label, np.full(len(more), place))
            cubes = Cubes(
                np.concatenate([cubes.care, more.care]), np.concatenate([cubes.value, more.value])
            )
        order = np.argsort(label, kind="stable")
        return label[order], cubes.take(order)

    def _split(self, label: int, words: int) -> Cubes:
        """Return cubes whose union is a label of any form, by halving until it has a value."""
        nodes = self._below(~label)
        open_ones = Cubes(*np.zeros((2, 1, words), dtype=np.uint64))
        done = [open_ones.take(np.zeros(0, dtype=np.int64))]
        total = 0
        while len(open_ones):
            value, hint = self._value(nodes, open_ones)
            done.append(open_ones.take(value == _TRUE))
            total += len(done[-1])
            rest = value == _OPEN
            if total + int(rest.sum()) > _MOST_CUBES:
                raise GraphGameError(
                    f"label: expected one of at most {_MOST_CUBES} cubes to verify, got more"
                )
            zeros = np.zeros((int(rest.sum()), words), dtype=np.uint64)
            rows = np.arange(len(zeros))
            zeros[rows, hint[rest] >> 6] = np.uint64(1) << (hint[rest] & 63).astype(np.uint64)
            open_ones = open_ones.take(rest).halves(Cubes(zeros, zeros))
        return Cubes(
            np.concatenate([x.care for x in done]), np.concatenate([x.value for x in done])
        )

    def _below(self, node: int) -> list[int]:
        """Return a node and all nodes below it, operands first."""
        found, waiting = {node}, [node]
        while waiting:
            k = waiting.pop()
            for x in self.operands[self.starts[k] : self.ends[k]].tolist():
                if x < 0 and ~x not in found:
                    found.add(~x)
                    waiting.append(~x)
        return sorted(found)

    def _value(self, nodes: list[int], cubes: Cubes) -> tuple[AnyArray, AnyArray]:
        """Return the value of the last node on each cube, and where it is open a free variable."""
        values: dict[int, AnyArray] = {}
        free: dict[int, AnyArray] = {}

        def literal(k: int) -> tuple[AnyArray, AnyArray]:
            word, bit = k >> 7, np.uint64(1 << (k >> 1 & 63))
            fixed = cubes.care[:, word] & bit != 0
            holds = (cubes.value[:, word] & bit != 0) != bool(k & 1)
            value = np.where(fixed, np.where(holds, _TRUE, _FALSE), _OPEN)
            return value, np.full(len(cubes), k >> 1)

        for k in nodes:
            parts = self.operands[self.starts[k] : self.ends[k]].tolist()
            is_all = self.kinds[k] == _ALL
            value = np.full(len(cubes), _TRUE if is_all else _FALSE)
            hint = np.zeros(len(cubes), dtype=np.int64)
            for x in parts:
                part, var = literal(x) if x >= 0 else (values[~x], free[~x])
                hint = np.where((part == _OPEN) & (value != _OPEN), var, hint)
                value = np.minimum(value, part) if is_all else np.maximum(value, part)
            values[k], free[k] = value, hint
        return values[nodes[-1]], free[nodes[-1]]


def acceptance_terms(given: Any, reference: int, *, negated: bool) -> list[tuple[int, int]]:
    """Return an acceptance condition, or its negation, as terms: colours of none, and of each.

    The colour 2 x is the acceptance set x, 2 x + 1 what is not in it.
    """
    f = Formulas(given)
    found: list[tuple[set[tuple[int, int]], set[tuple[int, int]]]] = []

    def read(k: int) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        if k < 0:
            return found[~k]
        seen, unseen = {(0, 1 << (k >> 1))}, {(1 << (k >> 1), 0)}
        return (unseen, seen) if k & 1 else (seen, unseen)

    for k in range(len(f.kinds)):
        parts = [read(x) for x in f.operands[f.starts[k] : f.ends[k]].tolist()]
        side = int(f.kinds[k] == _ALL)  # whose terms multiply: those that hold, or those that fail
        every: set[tuple[int, int]] = {(0, 0)}
        some: set[tuple[int, int]] = set()
        for part in parts:
            every = {
                (a | c, b | d) for a, b in every for c, d in part[1 - side] if not (a | c) & (b | d)
            }
            some |= part[side]
            if len(every) > _MOST_TERMS:
                raise GraphGameError("Acceptance: expected fewer cases to verify, got too many")
        found.append((every, some) if side else (some, every))
    return sorted(read(reference)[negated])


# -- the closed loop ------------------------------------------------------------------------------


class ClosedLoop:
    """An automaton that reads what a machine and its environment do together.

    Parameters
    ----------
    automaton : dict
        "ptr", "labels", "targets", "marks", "mark_sets", "formulas", "acceptance" and "start", as
        the text has them; a start of -1 for none.
    n_ap : int
    machine : dict
        "ptr": where the cubes of each state are; "cubes": letters of the other player; "said":
        (cubes, words) uint64, what the machine says to them; "says": (words,) uint64, the
        propositions that it says; "targets"; "leads": whether it speaks first.
    wins : bool
        Whether the machine wants the word to be accepted.
    """

    automaton: dict[str, Any]
    machine: dict[str, Any]
    wins: bool
    words: int
    several: int
    edge: AnyArray
    cubes: Cubes
    ptr: AnyArray
    end: AnyArray
    behaviour: AnyArray

    def __init__(
        self, automaton: dict[str, Any], n_ap: int, machine: dict[str, Any], *, wins: bool
    ) -> None:
        self.automaton, self.machine, self.wins = automaton, machine, wins
        self.words = n_words(n_ap)
        used, number = np.unique(automaton["labels"], return_inverse=True)
        label, cubes = Formulas(automaton["formulas"]).cubes(used, self.words)
        first = np.searchsorted(label, np.arange(len(used) + 1))
        counts = np.diff(first)[number]
        self.edge = np.repeat(np.arange(len(number)), counts)
        self.cubes = cubes.take(_ragged(first[:-1][number], counts))
        self.ptr = np.searchsorted(self.edge, automaton["ptr"])
        self.several = max(len(automaton["mark_sets"]), 1)
        self.end = automaton["targets"].astype(np.int64) * self.several + automaton["marks"]
        self.behaviour = np.column_stack([machine["said"], machine["targets"].astype(np.uint64)])

    def check(self, cycle: Cycle) -> None:
        """Check all runs.

        Parameters
        ----------
        cycle : callable
            `verify_memory.cycle_with`, with the function that numbers components.
        """
        if self.machine["leads"]:
            self._check_leading()
        start = self.automaton["start"]
        if start < 0:  # no word is accepted
            if self.wins:
                self._refuse((0, 0), "an automaton with a start", "one without")
            return
        keys, sources, targets, marks = self._explore(start)
        negated = self.wins
        for term in acceptance_terms(*self.automaton["acceptance"], negated=negated):
            self._check_term(term, keys, (sources, targets, marks), cycle)

    def _check_leading(self) -> None:
        """Check that what the machine says depends on its state alone."""
        ptr, said = self.machine["ptr"], self.machine["said"]
        state = np.repeat(np.arange(len(ptr) - 1), np.diff(ptr))
        other = (said != said[ptr[:-1]][state]).any(axis=1)
        if other.any():
            s = int(state[other.argmax()])
            self._refuse((0, s), "a state that says one thing, as it speaks first", "several")

    def _explore(self, start: int) -> tuple[AnyArray, AnyArray, AnyArray, AnyArray]:
        """Return the pairs of states that are reached, as numbers, and the edges between them."""
        width = len(self.machine["ptr"]) - 1
        seen = np.array([start * width], dtype=np.int64)
        frontier = seen
        found: list[tuple[AnyArray, AnyArray, AnyArray]] = []
        while len(frontier):
            edges = [
                self._successors(block // width, block % width)
                for block in self._blocks(frontier, width)
            ]
            source, q, s, mark = (np.concatenate(x) for x in zip(*edges, strict=True))
            target = q * width + s
            found.append((source, target, mark))
            frontier = np.setdiff1d(distinct(np.array(target)), seen, assume_unique=True)
            seen = distinct(np.append(seen, frontier))
        sources, targets, marks = (np.concatenate(x) for x in zip(*found, strict=True))
        return seen, np.searchsorted(seen, sources), np.searchsorted(seen, targets), marks

    def _blocks(self, frontier: AnyArray, width: int) -> Iterator[AnyArray]:
        """Yield parts of the frontier, each with about as many candidates as are looked at."""
        ptr, q, s = self.machine["ptr"], frontier // width, frontier % width
        counts = self.ptr[q + 1] - self.ptr[q] + ptr[s + 1] - ptr[s]
        part = np.cumsum(counts) // _MOST_AT_ONCE
        yield from np.split(frontier, np.flatnonzero(np.diff(part)) + 1)

    def _successors(
        self, q: AnyArray, s: AnyArray
    ) -> tuple[AnyArray, AnyArray, AnyArray, AnyArray]:
        """Return the edges from some pairs of states: source, both next states, and marks."""
        machine, width = self.machine, len(self.machine["ptr"]) - 1
        pair = np.arange(len(q))
        rows = Cubes(*np.zeros((2, len(q), self.words), dtype=np.uint64))
        counts = machine["ptr"][s + 1] - machine["ptr"][s]
        answers = np.repeat(pair, counts), _ragged(machine["ptr"][s], counts)
        counts = self.ptr[q + 1] - self.ptr[q]
        edges = np.repeat(pair, counts), _ragged(self.ptr[q], counts)
        found: list[tuple[AnyArray, ...]] = []
        while len(rows):
            rows, pair, answers, edges, done = self._answered(rows, pair, answers, edges, (q, s))
            if done is not None:
                found += self._followed(done, (q, s))
        empty = np.zeros(0, dtype=np.int64)
        found.append((empty, empty, empty, empty))
        pairs, targets, states, marks = (np.concatenate(x) for x in zip(*found, strict=True))
        key = ((pairs * (len(self.automaton["ptr"]) - 1) + targets) * width + states) * self.several
        _, once = np.unique(key + marks, return_index=True)
        pairs = pairs[once]
        return q[pairs] * width + s[pairs], targets[once], states[once], marks[once]

    def _answered(
        self,
        rows: Cubes,
        pair: AnyArray,
        answers: tuple[AnyArray, AnyArray],
        edges: tuple[AnyArray, AnyArray],
        states: tuple[AnyArray, AnyArray],
    ) -> tuple[Cubes, AnyArray, tuple[AnyArray, AnyArray], tuple[AnyArray, AnyArray], Any]:
        """Find what the machine answers to sets of letters; halve those that it tells apart."""
        machine = self.machine
        answers = _meeting(rows, answers, machine["cubes"])
        edges = _meeting(rows, edges, self.cubes)
        first, inside = self._first(rows, answers, machine["cubes"])
        if (first < 0).any():
            at = pair[int((first < 0).argmax())]
            self._refuse_at(states, at, "an answer to each letter", "none to some")
        chosen = answers[1][first]
        row = answers[0]
        torn = inside[row] & (self.behaviour[answers[1]] != self.behaviour[chosen[row]]).any(axis=1)
        if torn.any():
            at = pair[row[int(torn.argmax())]]
            self._refuse_at(states, at, "one answer to each letter", "several to some")
        done = None
        if inside.any():
            kept = np.flatnonzero(inside)
            said = rows.take(kept)
            fixed = Cubes(said.care | machine["says"], said.value | machine["said"][chosen[kept]])
            done = fixed, pair[kept], machine["targets"][chosen[kept]], _among(edges, inside)
        rest = ~inside
        halves = rows.take(rest).halves(machine["cubes"].take(chosen[rest]))
        twice = np.repeat(pair[rest], 2)
        return halves, twice, _doubled(answers, rest), _doubled(edges, rest), done

    def _followed(
        self,
        answered: tuple[Cubes, AnyArray, AnyArray, tuple[AnyArray, AnyArray]],
        states: tuple[AnyArray, AnyArray],
    ) -> list[tuple[AnyArray, ...]]:
        """Find the edges of the automaton for sets of letters; halve those that it tells apart."""
        several, end = self.several, self.end
        rows, pair, state, edges = answered
        found: list[tuple[AnyArray, ...]] = []
        while len(rows):
            edges = _meeting(rows, edges, self.cubes)
            first, inside = self._first(rows, edges, self.cubes)
            dead = first < 0
            if dead.any() and self.wins:
                at = pair[int(dead.argmax())]
                self._refuse_at(states, at, "an edge for each letter", "none for some")
            row = edges[0]
            chosen = np.where(dead, 0, edges[1][first] if len(row) else 0)
            leads = end[self.edge[chosen]] if len(self.edge) else np.zeros(len(rows), np.int64)
            torn = inside[row] & (end[self.edge[edges[1]]] != leads[row])
            if torn.any():
                at = pair[row[int(torn.argmax())]]
                self._refuse_at(states, at, "one edge for each letter", "several for some")
            kept = np.flatnonzero(inside)
            found.append((pair[kept], leads[kept] // several, state[kept], leads[kept] % several))
            rest = ~inside & ~dead
            rows = rows.take(rest).halves(self.cubes.take(chosen[rest]))
            pair, state = np.repeat(pair[rest], 2), np.repeat(state[rest], 2)
            edges = _doubled(edges, rest)
        return found

    def _first(
        self, rows: Cubes, pairs: tuple[AnyArray, AnyArray], cubes: Cubes
    ) -> tuple[AnyArray, BoolArray]:
        """Return for each row its first candidate, one that has all of it if there is one."""
        row, cube = pairs
        first = np.full(len(rows), -1, dtype=np.int64)
        first[row[::-1]] = np.arange(len(row))[::-1]
        holds = np.flatnonzero(rows.take(row).within(cubes.take(cube)))[::-1]
        first[row[holds]] = holds
        inside = np.zeros(len(rows), dtype=np.bool_)
        inside[row[holds]] = True
        return first, inside

    def _check_term(
        self,
        term: tuple[int, int],
        keys: AnyArray,
        edges: tuple[AnyArray, AnyArray, AnyArray],
        cycle: Cycle,
    ) -> None:
        """Check that no cycle has none of some colours and each of others."""
        none, each = term
        sources, targets, marks = edges
        kept = ~self._with_any(none)[marks]
        sources, targets, marks = sources[kept], targets[kept], marks[kept]
        colours = [
            self._with_any(1 << colour)[marks]
            for colour in range(each.bit_length())
            if each >> colour & 1
        ]
        at = cycle(colours, len(keys), sources, targets)
        if at >= 0:
            width = len(self.machine["ptr"]) - 1
            wanted = "accepted" if self.wins else "rejected"
            self._refuse(
                (int(keys[at]) // width, int(keys[at]) % width),
                f"no cycle of runs that are not {wanted}",
                "one",
            )

    def _with_any(self, colours: int) -> BoolArray:
        """Return which sets of marks have one of some colours."""
        found = []
        for marks in self.automaton["mark_sets"] or [0]:
            bits = 0
            for x in range((colours.bit_length() + 1) // 2):
                bits |= 1 << 2 * x + (not marks >> x & 1)
            found.append(bits & colours != 0)
        return np.array(found, dtype=np.bool_)

    def _refuse_at(
        self, states: tuple[AnyArray, AnyArray], at: int, expected: str, got: str
    ) -> NoReturn:
        self._refuse((int(states[0][at]), int(states[1][at])), expected, got)

    def _refuse(self, position: tuple[int, int], expected: str, got: str) -> NoReturn:
        """Raise the error for a state of the automaton and one of the machine."""
        raise VerificationError(position, None, expected, got)


def _meeting(
    rows: Cubes, pairs: tuple[AnyArray, AnyArray], cubes: Cubes
) -> tuple[AnyArray, AnyArray]:
    """Return the candidates that have a letter in common with their row."""
    row, cube = pairs
    kept = rows.take(row).meet(cubes.take(cube))
    return row[kept], cube[kept]


def _among(pairs: tuple[AnyArray, AnyArray], kept: BoolArray) -> tuple[AnyArray, AnyArray]:
    """Return the candidates of some rows, with their rows numbered anew."""
    row, cube = pairs
    place = np.cumsum(kept) - 1
    stays = kept[row]
    return place[row[stays]], cube[stays]


def _doubled(pairs: tuple[AnyArray, AnyArray], kept: BoolArray) -> tuple[AnyArray, AnyArray]:
    """Return the candidates of both halves of some rows."""
    row, cube = _among(pairs, kept)
    return np.repeat(2 * row, 2) + np.tile([0, 1], len(row)), np.repeat(cube, 2)
