"""Wrong rules in Python: of one position, and of arrays of codes."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import graphgame as gg
from tests.rules.compiling import take, take_codes
from tests.rules.wrong_calls import Cases, Error, interrupted, raising, solve


def stopping(n: int) -> Any:
    raise StopIteration("mine")


async def waiting(n: int) -> list[int]:
    return take(n)


def recursive(n: int) -> Any:
    return recursive(n + 1)


def itself(*_: Any) -> Any:
    return itself


class Random:
    """A rule that depends on how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def options(self, n: int) -> list[int]:
        self.asked += 1
        return [(n * self.asked + 1) % 50]

    def batch(self, codes: Any) -> Any:
        self.asked += 1
        return np.arange(len(codes)), (codes * self.asked + self.asked) % 50


class Beside:
    """A rule whose options need no object, and whose presets need one."""

    options = staticmethod(take)

    def preset(self, n: int) -> None:
        """Return that play goes on."""


class Layered:
    """A game of chance in layers, of one state."""

    rolls = (1, 1)
    layers = (0, 1)

    def moves(self, index: int, roll: int) -> list[int]:
        return [gg.ChanceDatabase.WON]


def batch(sources: Callable[[Any], Any], options: Callable[[Any], Any]) -> Any:
    """Return a rule of arrays, and of arrays only."""

    def rule(codes: Any) -> Any:
        codes = codes.copy()
        return sources(codes), options(codes)

    return rule


def arange(codes: Any) -> Any:
    return np.arange(len(codes))


def mutating(board: Any) -> Any:
    board.cells += 1
    return [board]


class Board:
    def __init__(self) -> None:
        self.cells = 0

    def __hash__(self) -> int:
        return self.cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.cells == other.cells


class Pair(NamedTuple):
    """A position with a tuple in it."""

    a: tuple[int, ...]
    b: int


PAIR = r"expected a pair of arrays, \(sources, options\)"
PYTHON: Cases = {
    "None among the options": (
        lambda: solve(lambda n: [n - 1 if n else None]),
        Error,
        r"options of 0: expected positions, got None; leave out what is no move",
    ),
    # -- rules of one position
    "no function": (lambda: solve(None), Error, r"^rule: expected a function, or an object with"),
    "text as a rule": (lambda: solve("rule"), Error, r"^rule: expected a function, or an object"),
    "rule that returns None": (
        lambda: solve(lambda n: None),
        Error,
        r"^rule at 20: expected a list of options, got None; of a terminal position it is empty$",
    ),
    "rule that returns text": (
        lambda: solve(lambda n: "text"),
        Error,
        r"^rule at 20: expected a list of options, got 'text'; for a single option return \['text'",
    ),
    "rule that returns a number": (
        lambda: solve(lambda n: n - 1),
        Error,
        r"^rule at 20: expected a list of options, got 19; a single option goes into a list, ",
    ),
    "rule that returns one tuple": (
        lambda: gg.explore(lambda p: (p[0], p[1] + 1) if isinstance(p, tuple) else (), (0, 0)),
        Error,
        r"^rule at \(0, 0\): .* got \(0, 1\), which may be one option, or several; return \[\(0, 1",
    ),
    "rule that looks one tuple up": (
        lambda: gg.grundy({(2, 0): [(1, 0)], (1, 0): (0, 0)}.get, start=(2, 0)),
        Error,
        r"^rule at \(1, 0\): .* got \(0, 0\), .* several; return \[\(0, 0\)\] or \[0, 0\]$",
    ),
    "rule that returns fewer heaps": (
        lambda: solve(lambda heaps: heaps[1:], (3, 2, 1)),
        Error,
        r"^rule at \(3, 2, 1\): .* got \(2, 1\), which may be one option, .* \[2, 1\]$",
    ),
    "rule that returns a tuple of one field": (
        lambda: solve({((0, 0), "x"): ((0, 1), "o")}.get, ((0, 0), "x")),
        Error,
        r"^rule at .* got \(\(0, 1\), 'o'\), which may be one option, or several",
    ),
    "rule that returns a named tuple": (
        lambda: solve(lambda p: p._replace(a=(p.a[0] + 1,)), Pair((0,), 0)),
        Error,
        r"^rule at Pair\(a=\(0,\), b=0\): .* got Pair\(a=\(1,\), b=0\), which may be one option",
    ),
    "rule that returns one frozenset": (
        lambda: gg.loopy_grundy(lambda p: p - {max(p)}, start=frozenset({1, 2})),
        Error,
        r"^rule at frozenset\(\{1, 2\}\): .* got frozenset\(\{1\}\), which may be one option",
    ),
    "rule that is checked, and returns one tuple": (
        lambda: gg.check_rule(lambda p: (p[0], p[1] + 1), start=(0, 0)),
        Error,
        r"^rule at \(0, 0\): .* got \(0, 1\), which may be one option, or several",
    ),
    "rule that returns itself": (
        lambda: solve(itself),
        Error,
        r"^rule at 20: expected a list of options, got <function itself",
    ),
    "rule whose options are lists": (
        lambda: solve(lambda n: [[n - 1]]),
        Error,
        r"^options of 20: expected hashable positions .* use tuple\(position\)$",
    ),
    "rule whose options are dicts": (
        lambda: solve(lambda n: [{n: 1}]),
        Error,
        r"^options of 20: expected hashable positions .* use tuple\(sorted\(position.items\(\)\)\)",
    ),
    "rule whose options are arrays": (
        lambda: solve(lambda n: [np.zeros(3)]),
        Error,
        r"^options of 20: expected hashable positions .* use position.tobytes\(\)",
    ),
    "rule that raises": (lambda: solve(raising), KeyError, "mine"),
    "rule that raises StopIteration": (lambda: solve(stopping), StopIteration, "mine"),
    "rule that recurses": (lambda: solve(recursive), RecursionError, "maximum recursion depth"),
    "rule that is interrupted": (lambda: solve(interrupted), KeyboardInterrupt, ""),
    "rule that changes its position": (
        lambda: solve(mutating, Board()),
        Error,
        r"changed while the rule expanded it: make new positions in the rule",
    ),
    "rule that is no function of the position": (
        lambda: solve(Random()),
        Error,
        r"^rule at \d+: expected the same options each time it is asked, got ",
    ),
    "rule that never ends": (
        lambda: solve(lambda n: [n + 1]),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 100001",
    ),
    "rule with endless options": (
        lambda: solve(lambda n: itertools.count()),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 100001",
    ),
    "codes that are none": (
        lambda: gg.explore_codes(lambda n: [n / 2], 3, limit=100),
        Error,
        r"^positions: expected integers, got 1.5 of type float; explore takes any hashable posit",
    ),
    "codes beyond 64 bits": (
        lambda: gg.explore_codes(lambda n: [n * 2**40] if n < 2**63 else [], 1, limit=100),
        Error,
        r"^positions: expected integers, got integers beyond 64 bits$",
    ),
    "class of a rule": (
        lambda: solve(Random),
        Error,
        r"^rule: expected an object with options\(position\), got its class Random: make one ",
    ),
    "class with a method beside functions": (
        lambda: solve(Beside),
        Error,
        r"^rule: expected an object with options\(position\), got its class Beside: make one ",
    ),
    "subclass of the class of a rule": (
        lambda: solve(type("Sub", (Random,), {})),
        Error,
        r"^rule: expected an object with options\(position\), got its class Sub: make one ",
    ),
    "class of a rule on trial": (
        lambda: gg.check_rule(Random, start=3),
        Error,
        r"^rule: expected an object with options\(position\), got its class Random: make one ",
    ),
    "class of a game of chance": (
        lambda: gg.solve_chance(Random, start=3),
        Error,
        r"^rule: expected an object with options\(position\), got its class Random: make one ",
    ),
    "class of a game of chance in layers": (
        lambda: gg.build_chance(Layered),
        Error,
        r"^rule: expected an object with moves\(index, roll\), got its class Layered: make one ",
    ),
    "async rule": (lambda: solve(waiting), Error, r"got an async one: leave out async$"),
    "symmetry that returns None": (
        lambda: solve(take, canonical=lambda n: None),
        Error,
        r"^canonical of 20: expected a position, got None$",
    ),
    "symmetry with a representative that has another one": (
        lambda: solve(take, canonical=lambda n: n - 1 if n in (6, 7) else n),
        Error,
        r"^canonical: expected the representative .* to be itself, but that of 6 is 5$",
    ),
    "symmetry that the rule does not have": (
        lambda: solve(take, canonical=lambda n: n - n % 2),
        Error,
        r"^canonical: expected a symmetry of the rule, but 19 has other options, up to symmetry, ",
    ),
    "symmetry of one code for a batch": (
        lambda: solve(take_codes, canonical=lambda codes: int(codes[0])),
        Error,
        r"^canonical: expected one dimension, got shape \(\)$",
    ),
    "owner None": (
        lambda: solve(take, owner=lambda n: None),
        Error,
        r"^owner of 20: expected 0 or 1, got None$",
    ),
    # -- rules of arrays
    "batch of floats": (
        lambda: solve(batch(arange, lambda c: c / 2)),
        Error,
        r"^options: expected integers, got float64$",
    ),
    "batch of NaN": (
        lambda: solve(batch(arange, lambda c: np.full(len(c), np.nan))),
        Error,
        r"^options: expected integers, got float64$",
    ),
    "batch of bools": (
        lambda: solve(batch(arange, lambda c: c > 3)),
        Error,
        r"^options: expected integers, got bool$",
    ),
    "batch of text": (
        lambda: solve(batch(arange, lambda c: c.astype(str))),
        Error,
        r"^options: expected integers, got strings$",
    ),
    "batch of codes beyond int64": (
        lambda: solve(batch(arange, lambda c: c.astype(np.uint64) + np.uint64(2**63))),
        Error,
        r"^options: expected codes below 2\^63, got 9223372036854775828$",
    ),
    "batch of negative sources": (
        lambda: solve(batch(lambda c: np.full(len(c), -1), lambda c: c - 1)),
        Error,
        r"^sources\[0\]: expected a position from 0 to 0, got -1",
    ),
    "batch of sources beyond the codes": (
        lambda: solve(batch(lambda c: np.full(len(c), 99), lambda c: c + 99)),
        Error,
        r"^sources\[0\]: expected a position from 0 to 0, got 99",
    ),
    "batch the wrong way round": (
        lambda: solve(batch(lambda c: c - 1, arange)),
        Error,
        r"^sources\[0\]: .* return \(sources, options\), not \(options, sources\)$",
    ),
    "batch of unequal lengths": (
        lambda: solve(batch(arange, lambda c: np.repeat(c, 2))),
        Error,
        r"^rule: expected two arrays of one length, got 1 sources and 2 options$",
    ),
    "batch of matrices": (
        lambda: solve(batch(lambda c: arange(c)[None], lambda c: c[None])),
        Error,
        r"^sources: expected one dimension, got shape \(1, 1\)$",
    ),
    "batch of one array": (
        lambda: gg.explore_codes(lambda c: c.copy(), 20),
        Error,
        rf"^rule: {PAIR}.*; got one array of shape \(1,\)$",
    ),
    "batch of three arrays": (
        lambda: gg.explore_codes(lambda c: (c.copy(), c, c), 20),
        Error,
        rf"^rule: {PAIR}.*; got a tuple of 3$",
    ),
    "batch of a dict": (
        lambda: gg.explore_codes(lambda c: {"sources": arange(c), "options": c}, 20),
        Error,
        rf"^rule: {PAIR}.*; got one dict$",
    ),
    "batch of None": (
        lambda: gg.explore_codes(lambda c: c.sort(), 20),
        Error,
        rf"^rule: {PAIR}.*; got None$",
    ),
    "batch that raises": (lambda: solve(batch(arange, raising)), KeyError, "mine"),
    "batch that is no function of the codes": (
        lambda: solve(Random().batch),
        Error,
        r"^rule at \d+: expected the same options each time it is asked, got ",
    ),
    "batch that never ends": (
        lambda: solve(batch(arange, lambda c: c + 1)),
        gg.ExplorationLimitError,
        r"^limit: expected at most 100000 positions, found 1",
    ),
}
