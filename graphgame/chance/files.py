"""What files of games of chance hold."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np

from graphgame import archive, types
from graphgame.chance.bounds.rows import CHANCE
from graphgame.chance.input.game import ChanceGame
from graphgame.chance.input.weights import as_fraction
from graphgame.errors import SolutionFileError
from graphgame.graphs.form import GRAPH, Field, Form, Found, Numbers, Part
from graphgame.outcome import NO_SCORE

# Numbers of games stay below 2^52 over their common denominator, sums of weights below 2^62.
_MOST, _MOST_WEIGHT = 2**52, 2**62


def _has(name: str) -> Any:
    """Return what says whether a file has an array."""
    return lambda found: name in found.header["arrays"]


def _has_bounds(found: Found) -> bool:
    """Return whether it is no game that was solved in one pass, with integers for values."""
    return bool(found["kind"] == "bounds")


def _moves(found: Found) -> tuple[int]:
    return (found.game.m,)


def _places(found: Found) -> int:
    """Return how many positions the solver knows: twice n where players alternate.

    Not in games that are solved in one pass, whose files have no bounds.
    """
    once = "owners" in found.parts or not _has_bounds(found)
    return found.n * (1 if once else 2)


def _each_place(found: Found) -> tuple[int]:
    return (_places(found),)


def _last_place(found: Found) -> int:
    return _places(found) - 1


def _fraction(value: Any, found: Found) -> Fraction:  # noqa: ARG001 -- as checks of fields are
    found_one = as_fraction(value) if isinstance(value, str) else None
    if found_one is None:
        raise SolutionFileError(f"endless: expected a fraction as text, got {value!r}")
    return found_one


def _scale(value: Any, found: Found) -> int:
    if type(value) is not int or not 1 <= value < _MOST or value % found["endless"].denominator:
        raise SolutionFileError(
            f"scale: expected a multiple of the denominator of {found['endless']}, got {value!r}"
        )
    return value


def given_game(found: Found) -> ChanceGame:
    """Return the game of a file."""
    owner, weights, points, given = map(found.parts.get, ("owners", "weights", "points", "given"))
    rest = found["endless"], found["scale"], found["player"]
    return ChanceGame(found.game, owner, weights, points, given, *rest)


def _is_game(found: Found) -> None:
    """Refuse arrays that are no game of chance together."""
    game, graph = given_game(found), found.game
    degree = np.diff(graph.option_ptr)
    if game.owner is None and (game.given is None or game.weights is not None or game.endless):
        raise SolutionFileError("owners: expected one for each position of a game without scores")
    if game.given is not None and ((game.given == NO_SCORE) & (degree == 0)).any():
        raise SolutionFileError("given: expected a score for every position without options")
    if game.given is not None and graph.presets is not None:
        raise SolutionFileError("given: expected no presets beside scores")
    if not _has_bounds(found) and (game.given is None or game.weights is not None):
        raise SolutionFileError("lower: expected bounds of a game with dice or without scores")
    if game.owner is None:
        return
    rolls = (game.owner == CHANCE) & ~game.over()
    weights = np.zeros(graph.m, np.int64) if game.weights is None else game.weights
    expected = np.repeat(rolls, degree)
    if ((weights > 0) != expected).any() or (rolls & (degree == 0)).any():
        raise SolutionFileError("weights: expected one above 0 for each move of chance, else 0")
    if (
        graph.m
        and np.bincount(game.sources(), weights, graph.n).max(initial=0) > 1.01 * _MOST_WEIGHT
    ):
        raise SolutionFileError("weights: expected sums of at most 2^62")


def _are_finite(found: Found) -> None:
    kind = "float64" if _has_bounds(found) else "int64"
    if found["values"].dtype != kind:
        raise SolutionFileError(f"values: expected {kind}, got {found['values'].dtype.name}")
    for name in ("values", "lower", "upper"):
        if name in found.parts and not np.isfinite(found[name]).all():
            raise SolutionFileError(f"{name}: expected finite numbers")


class _Fractions(Part):
    """Bounds in fractions, of the positions that have some: text, as JSON."""

    def write(
        self, value: Any, header: dict[str, object], arrays: dict[str, types.AnyArray]
    ) -> None:
        """Add them to what is written."""
        del header
        rows = [[v, str(low), str(high)] for v, (low, high) in sorted(value.items())]
        arrays[self.name] = archive.text_array(json.dumps(rows))

    def read(self, found: Found) -> dict[int, tuple[Fraction, Fraction]]:
        """Return them by position."""
        rows, most = archive.read_json(found.arrays[self.name]), _places(found)
        try:
            read = {v: (Fraction(low), Fraction(high)) for v, low, high in rows}
        except (TypeError, ValueError, ZeroDivisionError):
            read = {-1: (Fraction(0), Fraction(0))}
        if not all(type(v) is int and 0 <= v < most for v in read):
            raise SolutionFileError(f"{self.name}: expected positions, each with two fractions")
        return read


FORM = Form(
    "graphgame chance",
    1,
    Field("kind", ("bounds", "points")),
    Field("player", (0, 1)),
    Field("endless", check=_fraction),
    Field("scale", check=_scale),
    Numbers("owners", "int8", CHANCE, 1, when=_has("owners")),
    Numbers("weights", "int64", 0, _MOST_WEIGHT, _moves, when=_has("weights")),
    Numbers("points", "int64", -_MOST, _MOST, _moves, when=_has("points")),
    Numbers("given", "int64", NO_SCORE, _MOST, when=_has("given")),
    _is_game,
    Numbers("values", ("float64", "int64"), shape=_each_place),
    Numbers("lower", "float64", shape=_each_place, when=_has_bounds),
    Numbers("upper", "float64", shape=_each_place, when=_has_bounds),
    _are_finite,
    Numbers("moves", "int32", -1, _last_place, _each_place),
    Numbers("lower_ranks", "int32", -1, _places, _each_place, when=_has_bounds),
    Numbers("upper_ranks", "int32", -1, _places, _each_place, when=_has_bounds),
    Numbers("order", "int32", 0, _places, when=_has("order")),
    Numbers("win_ranks", "int32", -1, _places, when=lambda found: "given" not in found.parts),
    Numbers("loss_levels", "int32", -1, when=lambda found: "given" not in found.parts),
    _Fractions("exact", when=_has_bounds),
    GRAPH,
)
