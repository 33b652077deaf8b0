"""Solve a rule and keep its answers alone: explore, store the options once, and let them go."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graphgame import _core
from graphgame.memory import check_memory
from graphgame.rules.asking import Rules, read_rules
from graphgame.rules.explore import _starts, explore
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
    limit: int | None,
    progress: bool,
    label: Callable[..., tuple[Buffer, Buffer]],
) -> Answers[Any]:
    """Solve a rule; see `solve` with ``keep="answers"``.

    `label` gives the outcomes and the remoteness of a graph, as `solve` does.
    """
    from graphgame import outcome

    play = outcome.Play(play)
    if isinstance(presets, Mapping):
        presets = presets.get
    is_array = getattr(start, "shape", ()) != ()  # its codes are not made objects
    starts = start if is_array else _starts(start)[0]
    rules = read_rules(rule, starts[0] if len(starts) else None, presets)
    if rules.takes_codes:
        return _solve_codes(rules, starts, play, limit, progress)
    listed, _ = _starts(starts)
    game = explore(rule, listed, presets=presets, limit=limit, progress=progress)
    labels = _answers.pack_labels(*label(game, misere=play == "misere"))
    positions = ListedPositions(list(game.labels or ()), game._index)
    return Answers(positions, labels, play, listed, rules)


def _solve_codes(
    rules: Rules, start: Any, play: Play, limit: int | None, progress: bool
) -> Answers[int]:
    import numpy as np

    from graphgame.rules.codes import code_starts, explore_rows

    starts = code_starts(start)
    if np.may_share_memory(starts, start):  # the caller may change what it gave
        starts = starts.copy()
    codes, presets, rows = explore_rows(rules.options, starts, rules.preset, limit, progress)
    labels = solve_rows(rows, presets, misere=play == "misere")
    del rows, presets
    _sorting.sort_labels(codes, labels)
    positions = CodePositions(np.asarray(codes))
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
