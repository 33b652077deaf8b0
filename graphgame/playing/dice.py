"""Dice in pages and in the terminal: what they are worth, luck and skill, and the machine's errors.

Formulas that pages compute, too, stand in page/sources/chance.js under the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.errors import GraphGameError

if TYPE_CHECKING:
    from graphgame.playing.game import SolvedGame
    from graphgame.playing.table import Parts
    from graphgame.types import AnyArray, Int64Array

# Who moves where dice decide; the players are 0 and 1.
DICE = 2
# A page keeps values as multiples of 2^-40, and of less where the greatest would need 52 bits.
_BITS, _MOST_BITS = 40, 51
# Weights of a page are exact below this; others are rounded to that many parts.
_MOST_WEIGHT = 1 << 31


class Step(NamedTuple):
    """A move of a match, in terms of the player of the values.

    Attributes
    ----------
    turn : {0, 1, 2}
        Who made it; 2 for dice.
    before : float
        What the position was worth; where a player moves, with the best move.
    after : float
        What the move was worth: the position after it, and the points that it paid.
    """

    turn: int
    before: float
    after: float


class Account(NamedTuple):
    """What a match came to; of player 0, the result is `start` + `luck` - `lost[0]` + `lost[1]`.

    Attributes
    ----------
    start : float
        What the player of the values could expect at the beginning.
    luck : float
        What the dice gave to this player, and took from the other one.
    lost : (float, float)
        What the moves of players 0 and 1 gave away.
    """

    start: float
    luck: float
    lost: tuple[float, float]


def account(steps: Iterable[Step], player: int = 0) -> Account:
    """Return how luck and skill made the result of a match, where values are those of a player.

    Luck is the sum over rolls of what the position was worth after the roll less what it was worth
    before.  Before a roll it is worth the mean of what it may be worth after it, so that luck is 0
    in expectation.

    >>> account([Step(2, 0.5, 0.75), Step(0, 0.75, 0.5), Step(2, 0.5, 1.0)])
    Account(start=0.5, luck=0.75, lost=(0.25, 0.0))
    """
    start: float | None = None
    luck, lost = 0.0, [0.0, 0.0]
    for turn, before, after in steps:
        start = before if start is None else start
        if turn == DICE:
            luck += after - before
        else:
            lost[turn] += before - after if turn == player else after - before
    return Account(start or 0.0, luck, (lost[0], lost[1]))


def error_weights(losses: Sequence[float], span: float) -> list[float]:
    """Return how likely the machine makes each move when it errs, by what the move loses.

    `span` is how far apart a win and a defeat are.  A move that loses a quarter of that is e
    times less likely than one that loses nothing.
    """
    return [exp(-4 * loss / span) if span else 1.0 for loss in losses]


def percent(share: float, is_certain: bool) -> str:
    """Return a probability in percent; 0 and 100 only where the graph decides it.

    >>> percent(0.5306, False), percent(0.99999, False), percent(1.0, True)
    ('53.1 %', '> 99.9 %', '100 %')
    """
    if is_certain:
        return f"{share:.0%}".replace("%", " %")
    if share > 0.999:
        return "> 99.9 %"
    return "< 0.1 %" if share < 0.001 else f"{100 * share:.1f} %"


def difference(number: float, *, has_scores: bool) -> str:
    """Return a difference with its sign, in percent or in points.

    >>> difference(-0.0234, has_scores=False), difference(-1e-9, has_scores=False)
    ('-2.3 %', '0.0 %')
    """
    text = f"{number:+.2f}" if has_scores else f"{100 * number:+.1f}"
    if float(text) == 0:
        text = text[1:]
    return text if has_scores else text + " %"


def check_results(
    codes: AnyArray, turns: AnyArray, sources: AnyArray, options: AnyArray, names: Any
) -> None:
    """Refuse results of dice that nobody could tell apart: without names, on boards that are alike.

    Parameters
    ----------
    codes : (k, c) array
        The boards of positions.
    turns : (k,) array
    sources, options : (m,) array
        The moves, by source.
    names : list of str or None, optional
        The names of moves that have some.
    """
    rolls = np.flatnonzero(turns[sources] == DICE)
    if names is not None:
        rolls = rolls[[names[k] is None for k in rolls.tolist()]]
    found = {(int(sources[k]), codes[options[k]].tobytes()) for k in rolls.tolist()}
    if len(found) < len(rolls):
        raise GraphGameError(
            "move: expected names of what dice show where boards do not tell it, got two results "
            "of a roll with one board; give move=, a function of a position and an option of it, "
            "which returns such as 'throw 3'"
        )


def add_chance(
    packed: Parts, game: SolvedGame, rows: Int64Array, sources: Int64Array, options: Int64Array
) -> float:
    """Add values of positions, and weights and points of moves; return the scale of values.

    Several edges of chance to one position are one move.

    Parameters
    ----------
    packed : Parts
    game : SolvedGame
    rows : (k,) int64
        The positions of the page.
    sources, options : (m,) int64
        Its moves, as indices into `rows`, by source, then by option.
    """
    chance = game.chance
    assert chance is not None, "a game of chance"
    n = len(game.outcomes)
    edges = np.repeat(np.arange(n), np.diff(game.option_ptr)) * n + game.option_idx
    order = np.argsort(edges, kind="stable")
    begins = np.searchsorted(edges[order], rows[sources] * n + rows[options])
    ends = np.searchsorted(edges[order], rows[sources] * n + rows[options], side="right")
    sums = np.concatenate([[0], np.cumsum(chance.weights[order])])
    weights = sums[ends] - sums[begins]
    values = chance.values[rows]
    paid = None
    if chance.points is not None:
        sums = np.concatenate([[0], np.cumsum((chance.weights * chance.points)[order])])
        paid = (sums[ends] - sums[begins]) / weights
    greatest = max(float(np.abs(x).max(initial=0)) for x in (values, paid) if x is not None)
    bits = min(_BITS, _MOST_BITS - int(np.frexp(greatest)[1]))
    packed.add("values", _zigzag(values, bits))
    totals = chance.totals[rows][sources]
    large = totals >= _MOST_WEIGHT
    share = np.maximum(1, np.rint(weights / totals * _MOST_WEIGHT)).astype(np.int64)
    packed.add("weights", np.where(large, share, weights))
    if paid is not None:
        packed.add("paid", _zigzag(paid, bits))
    return 2.0**-bits


def _zigzag(numbers: AnyArray, bits: int) -> Int64Array:
    """Return numbers as multiples of 2^-bits: s as 2 s, and as -2 s - 1 below 0."""
    whole = np.rint(np.ldexp(numbers, bits)).astype(np.int64)
    found: Int64Array = np.where(whole < 0, -2 * whole - 1, 2 * whole)
    return found
