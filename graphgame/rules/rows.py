"""Exploring a rule on codes for a solver that reads the options once, in order."""

from __future__ import annotations

from graphgame import checks
from graphgame.errors import ExplorationLimitError
from graphgame.outcome import MOST_POSITIONS
from graphgame.progress import Exploring
from graphgame.rules._compact import CompactRows
from graphgame.rules.code_walk import CodeWalk
from graphgame.rules.consistent import require_same_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs._index import CodeIndex
    from graphgame.rules.kind import Rules
    from graphgame.types import Array, Int32Array, ProgressLike


class RowExplorer:
    """Explores a rule of the kind "batch" or "compiled", as `explore_codes` does.

    It goes on where a limit, an error or Ctrl-C has stopped it.

    Parameters
    ----------
    rules : Rules
    starts : array_like, or iterator of int
    size, expect, threads
        As of `explore_codes`.
    merged : bool
        Whether one position stands for all options of one preset outcome and one remoteness.

    Notes
    -----
    Per position 5 bytes for the code, or as many as codes need, 2 for the number of its options,
    10.7 to 21.3 for the index, which is gone after `finish`, and 1 for presets; 3 or 4 bytes per
    edge but the first to each position.
    """

    def __init__(
        self,
        rules: Rules,
        starts: Any,
        *,
        size: int | None,
        expect: int | None,
        threads: int,
        merged: bool = False,
    ) -> None:
        self._rules, self._expect, self._merged = rules, expect, merged
        self._rows = rows = CompactRows()
        # No method: with a reference to itself, its arrays would wait for the collector.
        self._walk = CodeWalk(
            rules, starts, size, expect, threads, lambda found: found.drain(rows), merged=merged
        )

    def counted(self) -> tuple[int, int, int]:
        """Return how many positions have been found, how many expanded, and their moves."""
        return self._walk.positions, self._walk.expanded, self._walk.moves

    def run(self, *, limit: int | None, progress: ProgressLike) -> None:
        """Explore until all positions are expanded; see `Explorer.run`."""
        most = checks.limit(limit, MOST_POSITIONS)
        with Exploring(progress, self.counted, self._expect) as report:
            self._walk.run(most, report)
        if not self._walk.is_complete:
            raise ExplorationLimitError(most, *self.counted())

    def finish(self) -> tuple[CodeIndex, Array | None, Int32Array | None, CompactRows]:
        """Return the positions and their options, after all are expanded; call it once.

        Returns
        -------
        codes : CodeIndex
            In breadth-first order.  Its slots have been released.
        presets : (n,) int8 or None
        ends : (n,) int32 or None
            The remoteness of presets, if there is one.
        rows : CompactRows
            The options of every position.
        """
        walk, rows = self._walk, self._rows
        del self._walk, self._rows
        if walk._explorer is not None:
            walk._explorer.drain(rows)  # what Ctrl-C has kept from being drained
        codes, presets, ends = walk.finish_drained()
        explored = _Explored(codes, presets, rows)
        require_same_options(explored, self._rules, merged=self._merged)
        return codes, presets, ends, rows


class _Explored:
    """What `require_same_options` reads of a game."""

    def __init__(self, codes: CodeIndex, presets: Any, rows: CompactRows) -> None:
        import numpy as np

        self.n = rows.n
        self.presets: Any = None if presets is None else np.asarray(presets)
        self._codes = codes
        self._rows = rows
        self._numbers: dict[int, int] = {}

    def position(self, v: int) -> int:
        code = self._code(v)
        self._numbers[code] = v
        return code

    def _code(self, v: int) -> int:
        return memoryview(self._codes.batch(v, v + 1))[0]

    def options(self, position: int) -> list[int]:
        import numpy as np

        row = np.asarray(self._rows.row(self._numbers[position])).tolist()
        return [self._code(w) for w in row]
