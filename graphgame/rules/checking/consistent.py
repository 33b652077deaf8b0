"""Whether a rule depends on the position alone: it is asked about some of them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from graphgame.errors import GraphGameError
from graphgame.outcome import NO_PRESET
from graphgame.rules.kind import COMPILED, POSITIONS
from graphgame.rules.merging import by_preset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.rules.kind import Rules

# Positions that a rule is asked about again.
_SAMPLE = 8
# Representatives and images that a symmetry is asked about again.
_CLASSES = 256


def require_same_options(graph: Any, rules: Rules, *, merged: bool = False) -> None:
    """Ask a rule again about the first position, the last, and some between them.

    Parameters
    ----------
    graph : GameGraph, or what has `n`, `presets`, ``positions(indices)`` and ``options(position)``
    rules : Rules
    merged : bool
        Whether one option stands for all of one preset outcome and one remoteness.

    Raises
    ------
    GraphGameError
        If one of them has other options than in the graph.
    """
    step = max(1, (graph.n - 1) // (_SAMPLE - 1))
    sample = range(0, graph.n, step)[: _SAMPLE - 1]
    chosen = dict.fromkeys([*sample, *([graph.n - 1] if graph.n else [])])
    presets = graph.presets
    expanded = [v for v in chosen if presets is None or presets[v] == NO_PRESET]
    positions = graph.positions(expanded)
    if rules.kind == COMPILED:  # what is not written would look like other options
        for position in positions:
            _require_written(rules.options, position)
    rows = [graph.options(position) for position in positions]
    again = _asked(rules, positions, rows)
    for position, before, found in zip(positions, rows, again, strict=True):
        if merged:
            before, found = by_preset(rules, before), by_preset(rules, found)
        if before != found and _counted(before) != _counted(found):
            raise GraphGameError(
                f"rule at {position!r}: expected the same options each time it is asked, got "
                f"{_shown(before)} at first and {_shown(found)} later; options depend on the "
                "position alone"
            )


def _require_written(rule: Any, position: int) -> None:
    """Refuse a compiled rule that returns more options than it has written."""
    missing = rule.unwritten(int(position))
    if missing is not None:
        raise GraphGameError(
            f"rule at {position}: expected as many options as it returns, but it writes none in "
            f"place {missing}; where there is room, return how many were written"
        )


def require_symmetry(graph: Any) -> None:
    """Ask a symmetry, and the rule about images of some positions, whether these are the same.

    Raises
    ------
    GraphGameError
        If a representative has another one, or a position has other options, up to symmetry, than
        its representative.
    """
    symmetry = graph._symmetry
    step = max(1, graph.n // _CLASSES)
    positions = graph.positions(range(0, graph.n, step))
    for position, one in zip(positions, symmetry.represent(positions), strict=True):
        if position != one:
            raise GraphGameError(
                "canonical: expected the representative of a representative to be itself, but that "
                f"of {position!r} is {one!r}"
            )
    presets, ptr = graph.presets, graph.option_ptr
    plays = [v for v in range(0, graph.n, step) if presets is None or presets[v] == NO_PRESET]
    chosen = plays[:: max(1, len(plays) // _SAMPLE)]
    images: dict[Any, int] = {}
    if chosen:
        _, options, classes = symmetry.moves(graph, graph.positions(chosen))
        for option, v in zip(options, classes.tolist(), strict=True):
            plain = presets is None or presets[v] == NO_PRESET
            if plain and option != graph.position(v) and len(images) < _CLASSES:
                images[option] = v
    if not images:
        return
    rows, _, classes = symmetry.moves(graph, list(images))
    for i, (image, v) in enumerate(images.items()):
        here = {*classes[rows[i] : rows[i + 1]].tolist()}
        if here != {*graph.option_idx[ptr[v] : ptr[v + 1]].tolist()}:
            raise GraphGameError(
                f"canonical: expected a symmetry of the rule, but {image!r} has other options, up "
                f"to symmetry, than its representative {graph.position(v)!r}; check_rule finds "
                "where they differ"
            )


def _asked(rules: Rules, positions: list[Any], rows: list[list[Any]]) -> list[list[Any]]:
    """Return the options that the rule gives now; of those that were more, one more is enough."""
    if rules.kind == POSITIONS:
        again: Iterable[Any] = map(rules.options, positions)
        if rules.canonical is not None:
            again = (distinct(map(rules.canonical, options)) for options in again)
        return [[*islice(options, len(row) + 1)] for options, row in zip(again, rows, strict=True)]
    import numpy as np

    from graphgame.rules.batches import moves

    if not positions:
        return []
    function = rules.options.options if rules.kind == COMPILED else rules.options
    sources, options = moves(function(np.array(positions, dtype=np.int64)), len(positions))
    if rules.represent is not None and len(options):
        options = rules.represent(options)
    rows = [options[sources == i].tolist() for i in range(len(positions))]
    return rows if rules.represent is None else [[*dict.fromkeys(row)] for row in rows]


def distinct(positions: Iterable[Any]) -> Iterator[Any]:
    """Return every position once, in the order in which they come."""
    seen = set()
    for position in positions:
        if position not in seen:
            seen.add(position)
            yield position


def _counted(options: list[Any]) -> dict[Any, int]:
    """Return how often each option stands in a list, whose order means nothing here."""
    counts: dict[Any, int] = {}
    for option in options:
        counts[option] = counts.get(option, 0) + 1
    return counts


def _shown(options: list[Any]) -> str:
    """Return the first options of a list in words."""
    more = f" and {len(options) - 4} more" if len(options) > 4 else ""
    return f"{options[:4]!r}{more}"
