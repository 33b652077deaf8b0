"""Exploring a rule on codes for a solver that reads the options once, in order."""

from __future__ import annotations

from contextlib import nullcontext

from graphgame import checks
from graphgame.errors import ExplorationLimitError
from graphgame.outcome import MOST_POSITIONS
from graphgame.rules._compact import CompactRows
from graphgame.rules.batches import CodeWalk
from graphgame.rules.consistent import require_same_options
from graphgame.rules.progress import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame._kernel.buffer import Buffer
    from graphgame.rules.kind import Rules
    from graphgame.types import AnyArray, Array, Int32Array


def explore_rows(
    rules: Rules,
    starts: Any,
    *,
    size: int | None,
    expect: int | None,
    threads: int,
    limit: int | None,
    progress: bool,
) -> tuple[Buffer, Array | None, Int32Array | None, CompactRows]:
    """Explore a rule of the kind "batch" or "compiled", as `explore_codes` does.

    Returns
    -------
    codes : (n,) int64 Buffer
        In breadth-first order.
    presets : (n,) int8 or None
    ends : (n,) int32 or None
        The remoteness of presets, if there is one.
    rows : CompactRows
        The options of every position.

    Notes
    -----
    Per position 8 bytes for the code, 1 for the degree, 10.7 to 21.3 for the index, which is gone
    when this returns, and 1 for presets; 4 bytes per edge.
    """
    most = checks.limit(limit, MOST_POSITIONS)
    rows = CompactRows()
    walk = CodeWalk(rules, starts, size, expect, threads, lambda explorer: explorer.drain(rows))

    def counted() -> tuple[int, int, int]:
        return walk.positions, walk.expanded, walk.moves

    with Progress(counted, expect) if progress else nullcontext() as shown:
        walk.run(most, shown)
    if not walk.is_complete:
        raise ExplorationLimitError(most, *counted())
    codes, presets, ends = walk.finish_drained()
    require_same_options(_Explored(codes, presets, rows), rules)
    return codes, presets, ends, rows


class _Explored:
    """What `require_same_options` reads of a game."""

    def __init__(self, codes: Any, presets: Any, rows: CompactRows) -> None:
        import numpy as np

        self.n = rows.n
        self.presets: Any = None if presets is None else np.asarray(presets)
        self._codes: AnyArray = np.asarray(codes)
        self._rows = rows
        self._numbers: dict[int, int] = {}

    def position(self, v: int) -> int:
        code = int(self._codes[v])
        self._numbers[code] = v
        return code

    def options(self, position: int) -> list[int]:
        import numpy as np

        return [*self._codes[np.asarray(self._rows.row(self._numbers[position]))].tolist()]
