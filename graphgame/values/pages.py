"""Pages of sums of positions whose values are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.graphs.sum import Sum
from graphgame.outcome import Play
from graphgame.playing.sums import MOST_SEARCHED, Components, sum_page
from graphgame.rules.sums._multisets import Multisets

if TYPE_CHECKING:
    from graphgame.playing.game import Look
    from graphgame.values.sums.sum_sources import FullSource
    from graphgame.values.values import Values


def values_page(values: Values[Any], parts: list[Any], play: str, look: Look, puzzles: Any) -> str:
    """Return the page that `Values.to_html` describes."""
    game, kind = values.game, Play(play)
    ranks = getattr(values, "ranks", None)
    if kind is Play.MISERE and (ranks is not None or game.presets is not None):
        what = "with preset losses" if ranks is None else "with cycles"
        raise GraphGameError(
            f"play: expected 'normal' for values of a game {what}, got 'misere': they say nothing "
            "of a sum in misère play"
        )
    ptr, idx = map(read_only, values._played()._option_rows())
    start = [game._find(part) for part in parts]
    if kind is Play.MISERE:
        _check_search(ptr, np.arange(len(idx) + 1), idx, start)
    known = Components(
        option_ptr=ptr,
        part_ptr=None,
        part_idx=idx,
        values=read_only(values._values),
        ranks=ranks,
        order=None,
        position=game.position,
        start=start,
        play=str(kind),
        option=lambda left: left[0],
        author=game._author,
    )
    return sum_page(known, look, puzzles)


def components_page(
    source: FullSource, parts: tuple[Any, ...], play: str, look: Look, puzzles: Any
) -> str:
    """Return the page that `SumValues.to_html` describes."""
    game, kind = source.game, Play(play)
    start = [game.find(part) for part in parts]
    if kind is Play.MISERE:
        _check_search(game.option_ptr, game.part_ptr, game.part_idx, start)
    known = Components(
        option_ptr=game.option_ptr,
        part_ptr=game.part_ptr,
        part_idx=game.part_idx,
        values=source.values,
        ranks=None,
        order=source.order,
        position=game.labels.__getitem__,
        start=start,
        play=str(kind),
        option=lambda left: Sum(*left),
        author=None if game.rule is None else game.rule.given[0],
    )
    return sum_page(known, look, puzzles)


def _check_search(ptr: Any, part_ptr: Any, part_idx: Any, start: list[int]) -> None:
    """Refuse parts of which a page cannot search all sums, for misère play."""
    found = Multisets(
        np.ascontiguousarray(ptr, np.int64),
        np.ascontiguousarray(part_ptr, np.int64),
        np.ascontiguousarray(part_idx, np.int32),
    )
    found.add(np.array(start, np.int32))
    found.run(MOST_SEARCHED, lambda *_: None, None)
    if found.count > MOST_SEARCHED:
        raise TooLargeError(
            f"components: expected at most {MOST_SEARCHED} positions on a page in misère play, got "
            "more; choose smaller ones, or gg.solve(…, play='misere') of the sum as one graph"
        )
