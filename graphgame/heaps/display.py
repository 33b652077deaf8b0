"""Pictures, plots and pages of a heap game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.drawing.heap_values import MOST_VALUES, Repeat, draw_values
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.heaps.table import components
from graphgame.outcome import Play
from graphgame.playing.puzzle_walks import Sums, judge, make_sum_puzzles
from graphgame.values.misere import misere_outcomes

if TYPE_CHECKING:
    from graphgame.heaps.game import HeapGame
    from graphgame.playing.page import Sayings
    from graphgame.playing.puzzles import Puzzle
    from graphgame.types import Int32Array, PlayName

# The greatest heap of a page, the most heaps at the start, and the most moves from one heap.
_MOST_HEAP = 1000
_MOST_HEAPS = 20
_MOST_OPTIONS = 10_000
# A page holds values of heaps up to this one at least, for the positions that its user types.
_RESERVE = 100
# The most positions that a page searches in misère play; as in playing/page/sources/sums.js.
_MOST_SEARCHED = 20_000

# -- pictures ---------------------------------------------------------------------------------


def picture(game: HeapGame, n: int | None, most: float = inf) -> str:
    """Draw values as a table, at most so wide; see `HeapGame.to_svg`."""
    known = _last(game) if n is None else checks.size(n, "n")
    shown = min(known, MOST_VALUES - 1)
    repeat = _repeat(game, MOST_VALUES - 1 if n is None else shown)
    return draw_values(_values(game, shown), repeat, n=known, title=repr(game), most=most)


def plot(game: HeapGame, n: int | None, ax: Any) -> Any:
    """Plot values; see `HeapGame.plot`."""
    from graphgame.drawing.plots import plot_heaps

    last = _last(game) if n is None else checks.size(n, "n")
    return plot_heaps(_values(game, last), _repeat(game, last), repr(game), ax)


def _last(game: HeapGame) -> int:
    """Return the greatest heap that is shown by default: with the second period, if it fits."""
    repeat = _repeat(game, MOST_VALUES - 1)
    end = 0 if repeat is None else repeat.preperiod + 2 * repeat.period
    return min(max(100, end), MOST_VALUES) - 1


def _values(game: HeapGame, last: int) -> Int32Array:
    values: Any = game._known.upto(last)
    return read_only(values)


def _repeat(game: HeapGame, last: int) -> Repeat | None:
    """Return the period as the room for pictures takes it: proven, or seen up to a heap."""
    found = game._known.proven or game._known.search(last)[0]
    if found is None:
        return None
    return Repeat(found.preperiod, found.period, found.saltus, found.proven)


# -- pages ------------------------------------------------------------------------------------


def page(
    game: HeapGame,
    heaps: Iterable[int],
    play: PlayName,
    said: Sayings,
) -> str:
    """Return the page that `HeapGame.write_html` writes."""
    from graphgame.playing.page import heap_page

    start, kind = components(heaps), Play(play)
    most = _greatest_shown(game, start)
    rule = game._rule.plain(most)
    return heap_page(
        rule,
        np.asarray(game._known.upto(most)),
        _sums(game, start, most, kind),
        play=str(kind),
        is_nim=game.name == "Nim",
        name=game.name or game._rule.text,
        said=said,
    )


def puzzles(
    game: HeapGame, heaps: Iterable[int], play: PlayName, count: Any, depth: Any, seed: Any
) -> list[Puzzle[tuple[int, ...]]]:
    """Return what `HeapGame.puzzles` returns."""
    start, kind = components(heaps), Play(play)
    sums = _sums(game, start, _greatest_shown(game, start), kind)
    return make_sum_puzzles(sums, tuple, count, depth, seed)


def _sums(game: HeapGame, start: list[int], most: int, kind: Play) -> Sums:
    """Return the heaps that a page begins with, and how they are judged."""
    if kind is Play.MISERE and game.name != "Nim":
        outcome = _searched(game, start)
    else:
        outcome = judge(np.asarray(game._known.upto(most)).tolist(), is_misere=kind is Play.MISERE)
    return Sums(start, lambda heap: [*map(tuple, game.options(heap))], outcome)


def _greatest_shown(game: HeapGame, start: list[int]) -> int:
    """Return the greatest heap that a page of these heaps has values for."""
    if not start:
        raise GraphGameError("heaps: expected one at least, got none")
    greatest = max(start)
    if len(start) > _MOST_HEAPS or greatest > _MOST_HEAP:
        raise TooLargeError(
            f"heaps: expected at most {_MOST_HEAPS}, each up to {_MOST_HEAP}, on a page or for "
            f"puzzles, got {len(start)}, the greatest {greatest}; ask outcome() and "
            "winning_moves() of more"
        )
    if len(game.options(greatest)) > _MOST_OPTIONS:
        raise TooLargeError(
            f"heaps: expected at most {_MOST_OPTIONS} options of a heap on a page or for puzzles, "
            f"got {len(game.options(greatest))} of the heap {greatest}; choose smaller heaps"
        )
    reserve = min(_MOST_HEAP, max(_RESERVE, 2 * greatest))
    return reserve if len(game.options(reserve)) <= _MOST_OPTIONS else greatest


def _searched(game: HeapGame, start: list[int]) -> Callable[[Sequence[int]], int]:
    """Return the outcomes in misère play of all sums of a page; refuse too many."""
    n = max(start)
    owners, rows = game._rule.options(np.arange(n + 1))
    order = np.argsort(owners, kind="stable")
    rows = np.sort(rows[order], axis=1)
    option_ptr = np.searchsorted(owners[order], np.arange(n + 2))
    part_ptr = np.concatenate([[0], np.cumsum(np.count_nonzero(rows, axis=1))])
    outcome = misere_outcomes(option_ptr, part_ptr, rows[rows > 0], start, _MOST_SEARCHED)
    if outcome is None:
        raise TooLargeError(
            f"heaps: expected at most {_MOST_SEARCHED} positions on a page in misère play, and "
            f"for puzzles, got more; choose smaller heaps, or gg.solve(game.graph({n}), "
            "play='misere')"
        )
    return outcome
