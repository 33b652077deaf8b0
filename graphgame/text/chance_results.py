"""Solutions of games of chance as text and JSON, in blocks of bytes."""

from __future__ import annotations

import numpy as np

from graphgame.text import _print
from graphgame.text.results import blocks, items, named_rows, place, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from graphgame.chance.solution import ChanceSolution
    from graphgame.types import Float64Array


def rows(
    s: ChanceSolution[Any], *, base: int, named: bool, bounds: bool, moves: bool, exact: bool
) -> Iterator[bytes]:
    """Return a line for every position: its value, its bounds and its best move, as asked.

    Where positions have names, each line begins with the name.

    Parameters
    ----------
    s : ChanceSolution
    base : int
        The number of the first position.
    named : bool
        Whether positions have names in the file, and not numbers.
    bounds, moves, exact : bool
        Whether to add bounds and moves, and to print the value as a fraction.
    """
    best = s.best_moves if moves else None
    if not exact:
        columns = s.values, s.lower, s.upper, None if named else best, bounds, base
        lines = blocks(len(s), lambda out, start: _print.put_chance_rows(out, *columns, start))
        return named_rows(s.game, lines, best) if named else lines
    if named:
        lines = iter(["".join(f"{text}\n" for text in _fractions(s)).encode()])
        return named_rows(s.game, lines, best)
    texts = _fractions(s)
    if best is not None:
        names = [*map(str, range(base, base + len(s))), "-"]
        texts = [*map(" ".join, zip(texts, map(names.__getitem__, best.tolist()), strict=True))]
    return iter(["".join(f"{text}\n" for text in texts).encode()])


def _fractions(s: ChanceSolution[Any]) -> list[str]:
    return [*map(str, map(s.exact, s))]


def lists(
    s: ChanceSolution[Any], *, base: int, named: bool, bounds: bool, moves: bool, exact: bool
) -> dict[str, Iterator[bytes]]:
    """Return the lists of all positions for `json_object`; parameters as of `rows`."""
    values, lower, upper = s.values, s.lower, s.upper

    def printed(column: Float64Array, low: Float64Array, high: Float64Array) -> Iterator[bytes]:
        return blocks(
            len(s), lambda out, start: _print.put_json_decimals(out, column, low, high, start)
        )

    labels = [*s.game.labels, None] if named and s.game.labels is not None else []
    found = {"names": items(labels[:-1])} if named else {}
    found["values"] = printed(values, lower, upper)
    if bounds:
        found |= {"lower": printed(lower, lower, lower), "upper": printed(upper, upper, upper)}
    if exact:
        found["exact"] = items(_fractions(s))
    if moves and named:  # None is no move, -1
        found["best_moves"] = items([*map(labels.__getitem__, s.best_moves.tolist())])
    elif moves:
        best = s.best_moves
        found["best_moves"] = blocks(
            len(s), lambda out, start: _print.put_json_ints(out, best, base, True, start)
        )
    return found


def summary(s: ChanceSolution[Any]) -> dict[str, Any]:
    """Return counts, what is certain, the range of values, and the value of the first position."""
    owner = s.owner
    facts: dict[str, Any] = {"positions": s.game.n, "moves": s.game.m}
    if owner is not None:
        facts["chance"] = int((owner == -1).sum())
    facts["ends"] = bool(s.ends.all())
    if not s.has_scores:
        won, lost = s._certain("summary")
        facts["certain"], facts["impossible"] = int((won < 0).sum()), int((lost < 0).sum())
    if s.game.n:
        facts["least"], facts["greatest"] = float(s.values.min()), float(s.values.max())
        facts["width"] = float((s.upper - s.lower).max())
        facts["first"] = value(s, 0)
    return facts


def value(s: ChanceSolution[Any], index: int) -> dict[str, float]:
    """Return the value of the position of an index, and its bounds."""
    position = s.game.position(index)
    lower, upper = s.bounds(position)
    return {"value": rounded(s.value(position), lower, upper), "lower": lower, "upper": upper}


def rounded(x: float, lower: float, upper: float) -> float:
    """Return the number that `decimal` prints."""
    return float(decimal(x, lower, upper))


def decimal(x: float, lower: float, upper: float) -> str:
    """Return the shortest decimal between two bounds, near a number between them.

    >>> decimal(2 / 3, 0.66, 0.67), decimal(1, 1, 1), decimal(1, 0.99, 1)
    ('0.67', '1', '1.0')
    """
    value, low, high = np.array([[x], [lower], [upper]], dtype=np.float64)
    (block,) = blocks(1, lambda out, start: _print.put_json_decimals(out, value, low, high, start))
    return block[1:].decode()


def from_position(
    s: ChanceSolution[Any], index: int, *, base: int, exact: bool, width: float, seed: int
) -> dict[str, Any]:
    """Return the value of the position of an index, its moves, and a play from there.

    Parameters
    ----------
    exact : bool
        Whether to add the value as a fraction.
    width : float
        To which the values of moves are rounded.
    seed : int
        Of the dice.
    """
    position, game = s.game.position(index), s.game

    def named(other: Any) -> Any:
        return place(game, game._find(other), base)

    facts: dict[str, Any] = {"position": place(game, index, base), **value(s, index)}
    if exact:
        facts["exact"] = str(s.exact(position))
    if not s.has_scores:
        facts["certain"] = s.is_certain(position)
    best = s.best_move(position)
    facts["best_move"] = None if best is None else named(best)
    chances = s.probabilities(position)
    facts["moves"] = [
        {
            "to": named(option),
            "value": rounded(worth, worth - width / 2, worth + width / 2),
            **({"probability": str(chances[option])} if chances else {}),
        }
        for option, worth in s.move_values(position).items()
    ]
    facts["play"] = [named(other) for other in s.sample(position, seed=seed)]
    return facts


def from_text(facts: dict[str, Any]) -> str:
    """Return one position as lines: its value, its bounds, its moves, and a play."""
    value = decimal(facts["value"], facts["lower"], facts["upper"])
    best = facts["best_move"]
    lines = [
        f"value    {facts.get('exact', value)}",
        f"bounds   {facts['lower']!r} {facts['upper']!r}",
        f"best     {'-' if best is None else shown(best)}",
    ]
    for move in facts["moves"]:
        worth = [shown(move["to"]), f"{move['value']!r}", move.get("probability", "")]
        lines.append(f"move     {' '.join(worth)}".rstrip())
    lines.append(f"play     {' '.join(map(shown, facts['play']))}")
    return "".join(f"{line}\n" for line in lines)


_NAMES = {"chance": "of chance", "ends": "surely ends", "width": "widest bounds"}


def summary_text(facts: dict[str, Any], first: Any) -> str:
    """Return a summary as lines of a name and a value, aligned; `first` is the first position."""
    lines = []
    for name, fact in facts.items():
        words: object = fact
        if isinstance(fact, dict):
            name = f"position {shown(first)}"
            words = decimal(fact["value"], fact["lower"], fact["upper"])
        elif isinstance(fact, bool):
            words = "yes" if fact else "no"
        elif isinstance(fact, float):
            words = f"{fact:.10g}" if name != "width" else f"{fact:.3g}"
        lines.append(f"{_NAMES.get(name, name):<14} {words}\n")
    return "".join(lines)
