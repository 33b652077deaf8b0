"""Sums of positions whose values are known, for their pages and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.graphs.sum import Sum
from graphgame.outcome import Play
from graphgame.playing.puzzle_walks import judge
from graphgame.playing.sums import MOST_SEARCHED, Components
from graphgame.values.misere import misere_outcomes

if TYPE_CHECKING:
    from graphgame.values.sums.sum_sources import FullSource
    from graphgame.values.values import Values

# From the parts of a sum to its outcome.
Outcomes: TypeAlias = Callable[[Sequence[int]], int]


def value_components(values: Values[Any], parts: list[Any], play: str) -> Components:
    """Return a sum of positions as the pages and puzzles of `Values` take it."""
    game, kind = values.game, Play(play)
    ranks = getattr(values, "ranks", None)
    if kind is Play.MISERE and (ranks is not None or game.presets is not None):
        what = "with preset losses" if ranks is None else "with cycles"
        raise GraphGameError(
            f"play: expected 'normal' for values of a game {what}, got 'misere': they say nothing "
            "of a sum in misère play"
        )
    ptr, idx = map(read_only, values._played()._option_rows())
    known = read_only(values._values)
    start = [game._find(part) for part in parts]
    if kind is Play.MISERE:
        outcome = _searched(ptr, np.arange(len(idx) + 1), idx, start)
    else:
        outcome = _by_values(values) if ranks is not None else judge(known.tolist())
    return Components(
        option_ptr=ptr,
        part_ptr=None,
        part_idx=idx,
        values=known,
        ranks=ranks,
        order=None,
        position=game.position,
        start=start,
        play=str(kind),
        outcome=outcome,
        option=lambda left: left[0],
        author=game._author,
    )


def sum_components(source: FullSource, parts: tuple[Any, ...], play: str) -> Components:
    """Return a sum of components as the pages and puzzles of `SumValues` take it."""
    game, kind = source.game, Play(play)
    start = [game.find(part) for part in parts]
    if kind is Play.MISERE:
        outcome = _searched(game.option_ptr, game.part_ptr, game.part_idx, start)
    else:
        outcome = judge(source.values.tolist())
    return Components(
        option_ptr=game.option_ptr,
        part_ptr=game.part_ptr,
        part_idx=game.part_idx,
        values=source.values,
        ranks=None,
        order=source.order,
        position=game.labels.__getitem__,
        start=start,
        play=str(kind),
        outcome=outcome,
        option=lambda left: Sum(*left),
        author=None if game.rule is None else game.rule.given[0],
    )


def _searched(ptr: Any, part_ptr: Any, part_idx: Any, start: list[int]) -> Outcomes:
    """Return the outcomes in misère play of all sums of a page; refuse too many."""
    outcome = misere_outcomes(ptr, part_ptr, part_idx, start, MOST_SEARCHED)
    if outcome is None:
        raise TooLargeError(
            f"components: expected at most {MOST_SEARCHED} positions on a page in misère play, and "
            "for puzzles, got more; choose smaller ones, or gg.solve(…, play='misere') of the sum "
            "as one graph"
        )
    return outcome


def _by_values(values: Values[Any]) -> Outcomes:
    """Return the outcomes of sums by their values, in a game with cycles too."""
    position = values.game.position
    # Matches at random meet the same few sums again and again.
    known = cache(lambda parts: int(values._outcome([*map(position, parts)])))
    return lambda parts: known(tuple(sorted(parts)))
