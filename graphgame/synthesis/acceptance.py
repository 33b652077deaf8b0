"""Acceptance conditions: their normal forms, their names, and their Zielonka trees.

A condition says of the sets of marks that a run visits for ever whether the run is accepted.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphgame.errors import GraphGameError, TooLargeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphgame import types

# The most terms of a normal form, and the most leaves of a tree: what lies beyond would take hours.
MOST_TERMS = 1 << 10
MOST_LEAVES = 1 << 10


class Term(NamedTuple):
    """Colours of which none, and colours of which each is seen for ever, as bits."""

    none: int
    each: int


class Condition(NamedTuple):
    """An acceptance condition in two normal forms: some term holds, or none of the others does.

    The colour 2 x is the acceptance set x, 2 x + 1 what is not in it.
    """

    accepted: frozenset[Term]
    rejected: frozenset[Term]

    def negated(self) -> Condition:
        """Return the condition that accepts what this one rejects."""
        return Condition(self.rejected, self.accepted)

    def either(self, other: Condition) -> Condition:
        """Return the condition that accepts what one of two accepts."""
        return Condition(
            _simplified(self.accepted | other.accepted), _both(self.rejected, other.rejected)
        )

    def both(self, other: Condition) -> Condition:
        """Return the condition that accepts what both of two accept."""
        return self.negated().either(other.negated()).negated()

    def accepts(self, colours: int) -> bool:
        """Return whether a run is accepted that sees these colours for ever, and no others."""
        return any(
            not term.none & colours and term.each & colours == term.each for term in self.accepted
        )

    @property
    def colours(self) -> int:
        """The colours that it names, as bits."""
        bits = 0
        for term in self.accepted | self.rejected:
            bits |= term.none | term.each
        return bits


ALWAYS = Condition(frozenset({Term(0, 0)}), frozenset())
NEVER = ALWAYS.negated()


def _both(one: frozenset[Term], other: frozenset[Term]) -> frozenset[Term]:
    """Return the terms of the conjunction of two disjunctions of terms."""
    if len(one) * len(other) > MOST_TERMS:
        one, other = _simplified(one), _simplified(other)
        if len(one) * len(other) > 16 * MOST_TERMS:
            raise _too_large()
    return _simplified(
        frozenset(Term(a.none | b.none, a.each | b.each) for a in one for b in other)
    )


def _simplified(terms: frozenset[Term]) -> frozenset[Term]:
    """Return terms without those that never hold, and those that another one implies."""
    kept: list[Term] = []
    for term in sorted(terms, key=lambda x: (x.none.bit_count() + x.each.bit_count(), x)):
        implied = any(k.none & ~term.none == 0 and k.each & ~term.each == 0 for k in kept)
        if not term.none & term.each and not implied:
            kept.append(term)
        if len(kept) > MOST_TERMS:
            raise _too_large()
    return frozenset(kept)


def _too_large() -> TooLargeError:
    return TooLargeError(
        f"Acceptance: expected a condition with a normal form of at most {MOST_TERMS:,} terms, got "
        "one with more"
    )


def any_holds(conditions: Sequence[Condition]) -> Condition:
    """Return the condition that accepts what one of some conditions accepts.

    They are joined in pairs, then these, so that a thousand of them take as long as a few.
    """
    if len(conditions) < 2:
        return conditions[0] if conditions else NEVER
    half = len(conditions) // 2
    return any_holds(conditions[:half]).either(any_holds(conditions[half:]))


def all_hold(conditions: Sequence[Condition]) -> Condition:
    """Return the condition that accepts what all of some conditions accept."""
    return any_holds([x.negated() for x in conditions]).negated()


def visited(colour: int) -> Condition:
    """Return the condition that a colour is seen for ever."""
    bit = 1 << colour
    return Condition(frozenset({Term(0, bit)}), frozenset({Term(bit, 0)}))


def condition(formulas: types.Anything, reference: int) -> Condition:
    """Return the condition of a formula that `HoaScanner.acceptance` read.

    Raises
    ------
    TooLargeError
        If its normal forms have more than 1,024 terms.
    """
    kinds, ends = np.asarray(formulas.kinds).tolist(), np.asarray(formulas.ends).tolist()
    operands = np.asarray(formulas.operands).tolist()
    found: list[Condition] = []

    def read(k: int) -> Condition:
        if k < 0:
            return found[~k]
        return visited(k >> 1).negated() if k & 1 else visited(k >> 1)

    start = 0
    for kind, end in zip(kinds[: formulas.n], ends, strict=False):
        parts = [read(k) for k in operands[start:end]]
        found.append(any_holds(parts) if kind else all_hold(parts))
        start = end
    return read(reference)


# -- names ----------------------------------------------------------------------------------------


def _is_seen(acceptance_set: int) -> Condition:
    return visited(2 * acceptance_set)


def _parity(is_min: bool, is_odd: bool, count: int) -> Condition:
    """Return a parity condition; an edge without a mark has the number -1 for max, k for min.

    A number that is good decides where no stronger one is seen that is bad, and the reverse.
    """
    terms: tuple[list[Term], list[Term]] = ([], [])
    stronger = [0, 0]  # the numbers so far, as colours, that are bad and good
    for x in [*(range(count) if is_min else range(count - 1, -1, -1)), count if is_min else -1]:
        is_good = x % 2 == is_odd
        bit = 1 << 2 * x if 0 <= x < count else 0  # of no mark there is no colour
        terms[not is_good].append(Term(stronger[not is_good], bit))
        stronger[is_good] |= bit
    return Condition(frozenset(terms[0]), frozenset(terms[1]))


def _generalized_rabin(counts: list[int]) -> Condition:
    pairs, x = [], 0
    for count in counts:
        seen = [_is_seen(y) for y in range(x + 1, x + 1 + count)]
        pairs.append(all_hold([_is_seen(x).negated(), *seen]))
        x += 1 + count
    return any_holds(pairs)


def _streett(count: int) -> Condition:
    return all_hold([_is_seen(x).negated().either(_is_seen(x + 1)) for x in range(0, 2 * count, 2)])


def _generalized_buchi(count: int) -> Condition:
    return all_hold([_is_seen(x) for x in range(count)])


_NAMES = {
    *("parity", "all", "none", "Buchi", "co-Buchi", "generalized-Rabin"),
    *("generalized-Buchi", "generalized-co-Buchi", "Rabin", "Streett"),
}


def named(words: list[str | int], sets: int | None = None) -> Condition | None:
    """Return the condition that an ``acc-name:`` names; None for a name that is not known.

    Parameters
    ----------
    words : list of str or int
    sets : int, optional
        How many sets it may depend on: each of these names depends on all that it counts.

    Raises
    ------
    GraphGameError
        If its parameters are not those of the name, or it has more sets.
    """
    name, rest = words[0], words[1:]
    if name not in _NAMES:
        return None
    counts = [x for x in rest if isinstance(x, int)]
    if sets is not None and max(counts, default=0) > sets:
        raise GraphGameError(f"expected a name of no more sets than Acceptance: depends on, {sets}")
    is_whole = len(counts) == len(rest)
    found: Condition | None = None
    if name == "parity":
        if len(rest) == 3 and rest[0] in ("min", "max") and rest[1] in ("even", "odd") and counts:
            found = _parity(rest[0] == "min", rest[1] == "odd", counts[0])
    elif name in ("all", "none", "Buchi", "co-Buchi"):
        if not rest:
            found = {
                "all": ALWAYS,
                "none": NEVER,
                "Buchi": _is_seen(0),
                "co-Buchi": _is_seen(0).negated(),
            }[str(name)]
    elif name == "generalized-Rabin":
        if is_whole and len(counts) == 1 + (counts or [0])[0]:
            found = _generalized_rabin(counts[1:])
    elif is_whole and len(counts) == 1:
        found = {
            "generalized-Buchi": _generalized_buchi,
            "generalized-co-Buchi": lambda count: any_holds(
                [_is_seen(x).negated() for x in range(count)]
            ),
            "Rabin": lambda count: _generalized_rabin([1] * count),
            "Streett": _streett,
        }[str(name)](counts[0])
    if found is None:
        raise GraphGameError(f"expected the parameters of {name}")
    return found


def are_equal(one: Condition, other: Condition) -> bool:
    """Return whether two conditions accept the same runs."""
    return not any(
        not (a.none | b.none) & (a.each | b.each)
        for first, second in ((one.accepted, other.rejected), (one.rejected, other.accepted))
        for a in first
        for b in second
    )


# -- parity ---------------------------------------------------------------------------------------


class _Node(NamedTuple):
    colours: int
    is_accepting: bool
    children: list[_Node]
    depth: int


class Memory(NamedTuple):
    """What turns a condition into priorities: a machine that reads the marks of edges.

    Attributes
    ----------
    priority, following : (states, sets) int64 array
        In a state, on an edge with a set of marks: the priority, of which the greatest counts, and
        the next state.  It begins in the state 0.
    turns : (states, priorities) int64 array
        Which child of the node of a priority the branch of a state goes to; 0 where it ends.
    is_single : tuple of two bools
        Whether each node whose priority a player wants to see has one child at the most.  Then this
        player needs no memory.
    """

    priority: types.Int64Array
    following: types.Int64Array
    turns: types.Int64Array
    is_single: tuple[bool, bool]


def _tree(whole: Condition) -> tuple[list[list[_Node]], int]:
    """Return the branches of the Zielonka tree of a condition, and its greatest depth.

    The root has all colours.  The children of a node are the greatest of its subsets that are
    accepted where it is not, or the reverse.
    """
    root = _Node(whole.colours, whole.accepts(whole.colours), [], 0)
    branches: list[list[_Node]] = []
    waiting = [[root]]
    while waiting:
        branch = waiting.pop()
        node = branch[-1]
        terms = whole.rejected if node.is_accepting else whole.accepted
        subsets = {node.colours & ~term.none for term in terms if not term.each & ~node.colours}
        greatest = [x for x in sorted(subsets) if not any(x & ~y == 0 for y in subsets - {x})]
        for colours in greatest:
            child = _Node(colours, not node.is_accepting, [], node.depth + 1)
            node.children.append(child)
        waiting += [[*branch, child] for child in reversed(node.children)]
        if not greatest:
            branches.append(branch)
        if len(branches) + len(waiting) > MOST_LEAVES:
            raise TooLargeError(
                f"Acceptance: expected a condition whose Zielonka tree has at most {MOST_LEAVES} "
                "leaves, got one with more"
            )
    return branches, max(branch[-1].depth for branch in branches)


def memory(whole: Condition, mark_sets: list[int]) -> Memory:
    """Return the least machine that turns a condition into priorities, by its Zielonka tree.

    A state is a leaf.  An edge goes up from it to the first node that has all colours of the edge;
    its depth is the priority, and the next leaf is the first one below the next child of that node,
    in turn.  A parity condition has one leaf, so nothing is added to its automata.

    Sources: W. Zielonka (1998); A. Casares, T. Colcombet and N. Fijalkow, "Optimal Transformations
    of Games and Automata Using Muller Conditions" (2021).

    Parameters
    ----------
    whole : Condition
    mark_sets : list of int
        The sets of marks of the edges, as bits.

    Raises
    ------
    TooLargeError
        If the tree has more than 1,024 leaves.
    """
    branches, deepest = _tree(whole)
    leaves = {id(branch[-1]): k for k, branch in enumerate(branches)}
    greatest = deepest + (deepest % 2 == branches[0][0].is_accepting)
    priority = np.zeros((len(branches), len(mark_sets)), dtype=np.int64)
    following = np.zeros_like(priority)
    has = _colour_table(mark_sets, whole.colours)
    within: dict[int, types.BoolArray] = {}  # by node: the sets of marks that have no other colours
    for k, branch in enumerate(branches):
        left = np.ones(len(mark_sets), dtype=np.bool_)
        for node in reversed(branch):
            if id(node) not in within:
                outside = [x for x in range(has.shape[1]) if not node.colours >> x & 1]
                within[id(node)] = np.logical_not(np.any(has[:, outside], axis=1))
            here = left & within[id(node)]
            if here.any():
                priority[k, here] = greatest - node.depth
                following[k, here] = leaves[id(_next_leaf(branch, node))]
                left &= ~here
    turns = np.zeros((len(branches), greatest + 1), dtype=np.int64)
    is_single = [True, True]
    for k, branch in enumerate(branches):
        for node, child in pairwise(branch):
            number = greatest - node.depth
            turns[k, number] = next(i for i, x in enumerate(node.children) if x is child)
            is_single[number & 1] &= len(node.children) == 1
    return Memory(priority, following, turns, (is_single[0], is_single[1]))


def _next_leaf(branch: list[_Node], node: _Node) -> _Node:
    """Return the first leaf below the next child of a node of a branch; itself if it is a leaf."""
    if node.children:
        place = next(i for i, x in enumerate(node.children) if x is branch[node.depth + 1])
        node = node.children[(place + 1) % len(node.children)]
    while node.children:
        node = node.children[0]
    return node


def _colour_table(mark_sets: list[int], among: int) -> types.BoolArray:
    """Return which of some colours the edges with each set of marks have."""
    rows = [_colours(marks, among) for marks in mark_sets]
    table = [[bits >> x & 1 for x in range(among.bit_length())] for bits in rows]
    return np.array(table, dtype=np.bool_).reshape(len(rows), among.bit_length())


def _colours(marks: int, among: int) -> int:
    """Return the colours of an edge with a set of marks, as bits."""
    bits, x = 0, 0
    while among >> 2 * x:
        bits |= 1 << 2 * x + (not marks >> x & 1)
        x += 1
    return bits & among
