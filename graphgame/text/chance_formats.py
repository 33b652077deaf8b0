"""What other formats than graph text say of games of chance: numbers beside moves and positions.

The readers of formats put down what they find, as it is in the file; `arguments` makes numbers of
it, and `file_columns` the way back.
"""

from __future__ import annotations

import re
from itertools import chain, compress
from math import isnan

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.graphs.libraries import OWNER
from graphgame.text.carried import MOVE_NAMES, SCORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray, BoolArray, Int8Array, Int32Array

    Number = int | Fraction

PROBABILITY, POINTS = MOVE_NAMES
# Who moves, by its words; -1 is chance.
_OWNERS = {"chance": -1, "-1": -1, "0": 0, "1": 1}
_CHANCE = -1
# Texts that are numbers; those with a point or an exponent are floats, as libraries write them.
_EXACT = re.compile(r"[-+]?[0-9]{1,18}(?:/[0-9]{1,18})?")
_DECIMAL = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
# What libraries write where there is nothing.
_NONE = ("", "None", "NaN", "nan")
# The greatest numerator or denominator, as in graph text.
_MOST = 2**59 - 1


class BesideMoves:
    """What a file says of a game of chance, as the reader of its format comes upon it.

    Attributes
    ----------
    moves : dict of str to list
        Probabilities and points by name: of each move in the order of the file, None where it has
        none.
    positions : dict of str to list
        Owners and scores by name, of each position.
    """

    def __init__(self) -> None:
        self.moves: dict[str, list[Any]] = {}
        self.positions: dict[str, list[Any]] = {}

    def take(self, parts: Sequence[Mapping[str, Any]]) -> None:
        """Put down the numbers beside moves, which are attributes of edges in any case."""
        for name in dict.fromkeys(chain.from_iterable(parts)):
            if name.lower() in MOVE_NAMES:
                self.put(name, [part.get(name) for part in parts])

    def put(self, name: str, column: list[Any]) -> None:
        """Put down numbers beside all moves."""
        known = name.lower()
        if known in self.moves:
            raise GraphGameError(
                f"expected one attribute or column {known!r} of moves, got two, as {name!r}"
            )
        self.moves[known] = column

    def take_positions(self, columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
        """Put down owners and scores, which may be others than a graph has; return the rest."""
        self.positions = {x: columns[x] for x in (OWNER, SCORE) if x in columns}
        return {x: column for x, column in columns.items() if x not in self.positions}

    def require_directed(self) -> None:
        """Refuse numbers beside moves in a graph whose edges are moves in both directions."""
        if self.moves:
            raise GraphGameError(
                f"expected a directed graph where moves have numbers, got {min(self.moves)!r} "
                "beside edges that go both ways; directed, each move has its own"
            )


# -- read -----------------------------------------------------------------------------------------


def arguments(graph: GameGraph[Any], found: BesideMoves) -> dict[str, Any]:
    """Return what a file says as arguments of `solve_chance`.

    Raises
    ------
    GraphGameError
        If something is no number, an owner is none, or a move of chance has no probability or one
        of a player has.
    """
    sources, targets = _ends(graph)

    def at_move(name: str) -> Callable[[int], str]:
        def place(e: int) -> str:
            one, other = graph.position(int(sources[e])), graph.position(int(targets[e]))
            return f"{name} of the move from {one!r} to {other!r}"

        return place

    def at_position(name: str) -> Callable[[int], str]:
        return lambda v: f"{name} of {graph.position(v)!r}"

    said: dict[str, Any] = {}
    chances = _numbers(found.moves.get(PROBABILITY, []), at_move(PROBABILITY), positive=True)
    dice: BoolArray = np.zeros(graph.n, dtype=np.bool_)
    has: BoolArray = np.zeros(graph.m, dtype=np.bool_)
    if any(x is not None for x in chances):
        has = np.fromiter((x is not None for x in chances), np.bool_, graph.m)
        dice[sources[has]] = True
        said["probabilities"] = _packed(chances)
    points = _numbers(found.moves.get(POINTS, []), at_move(POINTS))
    if any(x is not None for x in points):
        said["points"] = _packed([0 if x is None else x for x in points])
    scores = _numbers(found.positions.get(SCORE, []), at_position(SCORE))
    there = [x is not None for x in scores]
    if any(there):
        names = compress(range(graph.n) if graph.labels is None else graph.labels, there)
        said["scores"] = dict(zip(names, compress(scores, there), strict=True))
    owner = _owners(found.positions.get(OWNER), at_position(OWNER), graph, dice)
    if owner is not None:
        said["owner"] = owner
        _require_dice(owner, has, sources, at_move(PROBABILITY))
    return said


def _ends(graph: GameGraph[Any]) -> tuple[Int32Array, Int32Array]:
    """Return the ends of all moves, in the order in which they were given."""
    blocks = [*graph.edge_blocks()]
    none: Int32Array = np.zeros(0, dtype=np.int32)
    sources, targets = (np.concatenate([none, *(x[k] for x in blocks)]) for k in (0, 1))
    return sources, targets


def _numbers(
    column: list[Any], place: Callable[[int], str], *, positive: bool = False
) -> list[Number | None]:
    """Return a column as integers and fractions; each different value is looked at once."""
    try:
        read = {value: _number(value) for value in dict.fromkeys(column)}
    except TypeError:  # an array or an object of JSON has no hash
        odd = next(k for k, x in enumerate(column) if isinstance(x, list | dict))
        raise GraphGameError(f"{place(odd)}: expected a number, got {column[odd]!r}") from None
    wrong = {x for x, number in read.items() if number is False}
    if positive:
        wrong |= {x for x, number in read.items() if number is not None and number <= 0}
    if bool in {*map(type, column)}:
        wrong |= {True, False}  # which are 1 and 0 as keys
    if wrong:
        k = next(k for k, x in enumerate(column) if x in wrong)
        wanted = "a probability above 0" if positive else "a number"
        raise GraphGameError(
            f"{place(k)}: expected {wanted}, as 2, 1/6 or .25, of terms below 2^59, got "
            f"{column[k]!r}"
        )
    return [*map(read.__getitem__, column)]


def _number(value: Any) -> Number | bool | None:
    """Return the number that a value of a file is, None for nothing, False if it is none."""
    from graphgame.chance.input.weights import as_fraction

    if isinstance(value, str):
        value = value.strip()
        if value in _NONE:
            return None
        if not _EXACT.fullmatch(value):
            if not _DECIMAL.fullmatch(value):
                return False
            value = float(value)
    if value is None or (isinstance(value, float) and isnan(value)):
        return None
    found = as_fraction(value)
    if found is None or max(abs(found.numerator), found.denominator) > _MOST:
        return False
    return int(found) if found.denominator == 1 else found


def _packed(numbers: list[Number | None]) -> AnyArray:
    """Return numbers as int64, 0 for none, where all are integers; else as objects."""
    if {*map(type, numbers)} <= {int, type(None)}:
        return np.array([x or 0 for x in numbers], dtype=np.int64)
    found: AnyArray = np.empty(len(numbers), dtype=object)
    found[:] = numbers
    return found


def _owners(
    column: list[Any] | None, place: Callable[[int], str], graph: GameGraph[Any], dice: BoolArray
) -> Int8Array | None:
    """Return who moves at each position; None where players alternate.

    Chance moves where moves have probabilities, and an end is player 0's, if nothing is said.
    """
    if column is None and not dice.any():
        return None
    unknown = 2
    words = [None if x is None else _word(x) for x in (column or [None] * graph.n)]
    kinds = {x: unknown if x is None else _OWNERS.get(x) for x in {*words}}
    if None in kinds.values():
        v = next(v for v, x in enumerate(words) if kinds[x] is None)
        assert column is not None, "what nobody said is not wrong"
        raise GraphGameError(f"{place(v)}: expected 0, 1 or chance, got {column[v]!r}")
    owner: Int8Array = np.fromiter(map(kinds.__getitem__, words), np.int8, graph.n)
    if (owner == unknown).all() and not dice.any():
        return None
    open_ = owner == unknown
    owner[open_ & dice] = _CHANCE
    owner[open_ & ~dice & (np.diff(graph.option_ptr) == 0)] = 0
    if (missing := owner == unknown).any():
        raise GraphGameError(f"{place(int(missing.argmax()))}: expected 0, 1 or chance, got none")
    return owner


def _word(value: Any) -> str | None:
    """Return an owner as a word; None where a file says nothing."""
    if isinstance(value, str):
        word = value.strip()
        return None if word in _NONE else word.removesuffix(".0").lower()
    if isinstance(value, float):
        return None if isnan(value) else str(int(value)) if value.is_integer() else repr(value)
    return repr(value)


def _require_dice(
    owner: Int8Array, has: BoolArray, sources: Int32Array, place: Callable[[int], str]
) -> None:
    """Refuse moves of chance without a probability, and moves of players with one."""
    rolls = owner[sources] == _CHANCE
    if (wrong := rolls & ~has).any():
        raise GraphGameError(
            f"{place(int(wrong.argmax()))}: expected one, as chance moves there, got none"
        )
    if (wrong := ~rolls & has).any():
        e = int(wrong.argmax())
        raise GraphGameError(
            f"{place(e)}: expected none, as player {owner[sources[e]]} moves there, got one; "
            "the owner is 'chance' where dice decide"
        )


# -- write ----------------------------------------------------------------------------------------


def file_columns(
    kind: Int8Array | None, scores: Mapping[int, Any] | None, n: int
) -> dict[str, list[Any]]:
    """Return who moves and what ends pay as columns of all positions.

    Parameters
    ----------
    kind : (n,) int8 or None
    scores : mapping of int to int or str, or None
        By the index of their positions.
    n : int
    """
    found: dict[str, list[Any]] = {}
    if kind is not None:
        words = [0, 1, "chance"]  # -1 is the last
        found[OWNER] = [*map(words.__getitem__, kind.tolist())]
    if scores:
        found[SCORE] = [*map(scores.get, range(n))]
    return found


def as_values(texts: list[str]) -> list[int | str | None]:
    """Return numbers as files hold them: integers, texts of fractions, None for "None"."""
    return [None if x == "None" else x if "/" in x else int(x) for x in texts]
