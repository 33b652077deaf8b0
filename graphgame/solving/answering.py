"""Solve a rule and keep its answers alone: explore, store the options once, and let them go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from graphgame import _core, checks
from graphgame.memory import check_memory
from graphgame.rules.explorer import Explorer
from graphgame.rules.kind import POSITIONS, Rules
from graphgame.rules.plain import read_rules, require_plain
from graphgame.rules.starts import starting
from graphgame.solving import _answers, _sorting
from graphgame.solving.answers import Answers
from graphgame.solving.positions import CodePositions, ListedPositions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.outcome import Play
    from graphgame.rules._compact import CompactRows
    from graphgame.types import Array

# Options that take less memory than this are moved at once; others in so many parts.
_FEW, _PARTS = 1 << 22, 8


def answers(
    rule: Any,
    start: Any,
    *,
    play: types.PlayName,
    presets: Any,
    size: int | None,
    expect: int | None,
    threads: int,
    limit: int | None,
    progress: bool,
    label: Callable[..., tuple[Buffer, Buffer]],
) -> Answers[Any]:
    """Solve a rule; see `solve` with ``keep="answers"``.

    `label` gives the outcomes and the remoteness of a graph, as `solve` does.
    """
    from graphgame import outcome

    play = outcome.Play(play)
    expect = None if expect is None else checks.at_least_1(expect, "expect")
    first, starts = starting(start, codes=hasattr(start, "__array__"))
    rules = read_rules(rule, first, presets)
    taken: list[Any] | None = None
    if isinstance(starts, Iterator):
        taken = []
        starts = _recorded(starts, taken)
    hints: Any = {"limit": limit, "progress": progress}
    if rules.kind != POSITIONS:
        hints |= {"size": size, "expect": expect, "threads": threads}
        return _solve_codes(rules, starts, taken, play, hints)
    if hasattr(starts, "__array__"):
        starts = starting(starts)[1]
    explorer: Explorer[Any] = Explorer(rules.options, starts, presets=rules.preset, expect=expect)
    game = explorer.run(**hints).graph()
    require_plain(game.presets, game.preset_remoteness)
    labels = _answers.pack_labels(*label(game, misere=play == "misere"))
    positions = ListedPositions(list(game.labels or ()), game._index)
    return Answers(positions, labels, play, starts if taken is None else taken, rules)


def _recorded(starts: Iterator[Any], taken: list[Any]) -> Iterator[Any]:
    """Return an iterator of the same positions, which appends each to a list."""
    for position in starts:
        taken.append(position)
        yield position


def _solve_codes(
    rules: Rules, starts: Any, taken: list[int] | None, play: Play, hints: Any
) -> Answers[int]:
    import numpy as np

    from graphgame.graphs.labels import codes as as_codes
    from graphgame.rules.rows import explore_rows

    if taken is None:
        given, starts = starts, as_codes(starts, "start")
        if np.may_share_memory(starts, given):  # the caller may change what it gave
            starts = starts.copy()
    codes, presets, ends, rows = explore_rows(rules, starts, **hints)
    require_plain(presets, ends)
    labels = solve_rows(rows, presets, misere=play == "misere")
    del rows, presets
    _sorting.sort_labels(codes, labels)
    positions = CodePositions(np.asarray(codes))
    if taken is not None:
        starts = as_codes(taken, "start")
    return Answers(positions, labels, play, starts, rules)


def solve_rows(rows: CompactRows, presets: Array | None, *, misere: bool) -> Buffer:
    """Return the labels of a game; its rows hold nothing afterwards, or are not needed any more.

    Notes
    -----
    Where every option is above its position, one pass over the options.  Else the predecessors take
    the place of the options part by part, and counters propagate: 18 bytes per position and 4 per
    edge, and an eighth of these more meanwhile.
    """
    if rows.rising:
        return _answers.solve_rising(rows, presets, misere)
    n, m = rows.n, rows.m
    parts = _PARTS if m > _FEW else 1
    check_memory(
        18 * n + 4 * m // parts, None, "rule", lambda: f"{n} positions and {m} moves, to solve them"
    )
    predecessors_ptr, predecessors, degrees = _answers.take_predecessors(rows, parts)
    outcomes, remoteness = _core.propagate(predecessors_ptr, predecessors, degrees, presets, misere)
    del predecessors_ptr, predecessors, degrees
    return _answers.pack_labels(outcomes, remoteness)
