"""The rule of a game of one's own: a function from a heap to its options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from graphgame import checks
from graphgame.arrays import types
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.heaps.periods import Period
from graphgame.heaps.rules.interface import Rule
from graphgame.heaps.table import Table

# What listing an option in Python costs, in operations of `Rule.work`.
_WORK_OF_AN_OPTION = 1 << 9
# The most options of a heap.
_MOST_OPTIONS = 1 << 22


class Own(Rule):
    """Replace a heap by heaps that a function says.

    Attributes
    ----------
    reach, most_parts : int or None
        What was declared: from heaps above `reach`, moves take at most `reach` tokens and leave at
        most `most_parts` heaps, and whether one is allowed depends on these two numbers alone.
    """

    bounded = False
    general = True

    def __init__(
        self,
        options: Callable[[int], object],
        name: str | None,
        reach: int | None,
        parts: int | None,
    ) -> None:
        self.function: Callable[[int], object] = options
        self.name: str | None = name
        shown = getattr(options, "__name__", type(options).__name__)
        self.text: str = f"HeapGame.from_rule({shown})"
        self.given: list[Any] = ["from_rule", options, reach, parts]
        self.spec: list[Any] | None = None
        self.reach: int | None = None if reach is None else checks.size(reach, "reach")
        self.most_parts: int | None = None if parts is None else checks.at_least_1(parts, "parts")
        if (reach is None) is not (parts is None):
            raise GraphGameError(
                "reach, parts: expected both or none, the most tokens that a move takes and the "
                f"most heaps that it leaves, got reach={reach!r}, parts={parts!r}"
            )
        self.parts: int = parts or 64  # how many heaps a move leaves is not known
        self.provable: bool = parts is not None and parts < 3
        self._allowed: frozenset[tuple[int, int]] | None = None

    def left(self, heap: int) -> list[tuple[int, ...]]:
        """Return the options of a heap: tuples of heaps in descending order, each option once."""
        if heap == 0:
            return []
        what = f"options({heap})"
        listed = self.function(heap)
        if isinstance(listed, str | bytes) or not isinstance(listed, Iterable):
            raise GraphGameError(f"{what}: expected integers or tuples of heaps, got {listed!r}")
        if isinstance(listed, tuple) and len(listed) > 1 and not any(map(_is_sum, listed)):
            raise GraphGameError(
                f"{what}: expected a list of options, got the tuple {listed!r}, which may be what "
                f"one move leaves, or a list of moves; return [{listed!r}] or {list(listed)!r}"
            )
        checks.refuse_counts(listed, what)
        found = set()
        for option in listed:
            checks.refuse_uncounted(option, what)
            is_sum = _is_sum(option)
            heaps = checks.sizes(option, what) if is_sum else [checks.size(option, what)]
            parts = tuple(sorted(filter(None, heaps), reverse=True))
            if (parts[0] if parts else 0) >= heap:
                raise GraphGameError(f"{what}: expected heaps smaller than {heap}, got {option!r}")
            found.add(parts)
            if len(found) > _MOST_OPTIONS:
                raise TooLargeError(f"{what}: expected at most {_MOST_OPTIONS} options, got more")
        if self.reach is not None:
            self._check_reach(heap, found)
        return sorted(found)

    # -- what was declared ----------------------------------------------------------------------

    def _check_reach(self, heap: int, found: set[tuple[int, ...]]) -> None:
        """Compare the options of a heap above the reach with those of the heaps before it.

        The moves that take t and leave j heaps are allowed or forbidden together; those that the
        heap is too small for say nothing.
        """
        assert self.reach is not None
        assert self.most_parts is not None
        if heap <= self.reach:
            return
        counts: dict[tuple[int, int], int] = {}
        for parts in found:
            way = heap - sum(parts), len(parts)
            counts[way] = counts.get(way, 0) + 1
        for (taken, j), met in sorted(counts.items()):
            if not 0 <= taken <= self.reach or j > self.most_parts:
                raise GraphGameError(
                    f"options({heap}): expected moves that take 0 to {self.reach} tokens and leave "
                    f"at most {self.most_parts} heaps, as declared, got one that takes {taken} and "
                    f"leaves {j}"
                )
            if met != partition_count(heap - taken, j):
                raise GraphGameError(
                    f"options({heap}): expected all ways to leave {j} heaps of {heap - taken}, or "
                    f"none, as reach= declares, got {met} of "
                    f"{partition_count(heap - taken, j)}; leave reach= out"
                )
        if heap < self.reach + self.most_parts + 1:  # too small for some of the ways
            return
        allowed = frozenset(counts)
        if self._allowed is None:
            self._allowed = allowed
        elif self._allowed != allowed:
            taken, j = min(self._allowed ^ allowed)
            raise GraphGameError(
                f"options({heap}): expected the moves of the heaps before, as reach= declares, but "
                f"taking {taken} and leaving {j} heaps is allowed for some of these heaps alone; "
                "leave reach= out"
            )

    # -- values ---------------------------------------------------------------------------------

    def extend(self, table: Table, upto: int) -> None:
        """Ask the function for the options of each heap, and find the mex of their values."""
        import numpy as np

        values = np.asarray(memoryview(table.values))
        while table.count < upto:
            heap = table.count
            rows = self._rows([self.left(heap)])[1]
            # The empty heap, which fills the rows, has the value 0.
            met = np.bitwise_xor.reduce(values[rows], axis=1)
            seen = np.zeros(len(met) + 1, dtype=bool)
            seen[met[met < len(seen)]] = True
            value = int(seen.argmin())
            values[heap] = value
            table.done[0] = heap + 1
            table.widen(value)

    def work(self, values: types.Array, count: int) -> int:  # noqa: ARG002 -- as of all rules
        """Count the options of the last heap for all of them."""
        return _WORK_OF_AN_OPTION * count * (1 + len(self.left(count - 1)))

    def options(self, heaps: types.Int64Array) -> tuple[types.Int64Array, types.Int64Array]:
        """Return the options that the function lists."""
        return self._rows([self.left(heap) for heap in heaps.tolist()])

    @staticmethod
    def _rows(options: list[list[tuple[int, ...]]]) -> tuple[types.Int64Array, types.Int64Array]:
        import numpy as np

        flat = [left for listed in options for left in listed]
        lengths = np.fromiter(map(len, flat), dtype=np.int64, count=len(flat))
        rows = np.zeros((len(flat), max(2, int(lengths.max(initial=0)))), dtype=np.int64)
        heaps = np.fromiter((heap for left in flat for heap in left), np.int64, int(lengths.sum()))
        rows[np.arange(rows.shape[1]) < lengths[:, None]] = heaps
        return np.repeat(np.arange(len(options)), [len(listed) for listed in options]), rows

    def plain(self, most: int) -> dict[str, Any]:  # noqa: ARG002 -- as of all rules
        """Refuse: a page cannot run a function of Python."""
        raise GraphGameError(
            f"{self.text}: expected a game of the catalogue, as no page can run a function; "
            "gg.solve(game.graph(n)).write_html() shows small heaps"
        )

    def bounds(self) -> tuple[int, int] | None:
        """Return what was declared."""
        if self.reach is None or self.most_parts is None:
            return None
        return self.reach, self.most_parts

    def proof(self, table: Table) -> Period | None:
        """Apply the theorem of Guy and Smith to what was declared, and checked for every heap."""
        bounds = self.bounds()
        return super().proof(table) if bounds and table.count > sum(bounds) + 1 else None


def partition_count(total: int, parts: int) -> int:
    """Count the ways to make so many heaps, none of them empty, of a total.

    O(total × parts) time.
    """
    if parts in (0, 1) or total < parts:
        return int(total == 0 if parts == 0 else total >= parts)
    if parts == 2:
        return total // 2
    # Partitions into `parts` parts are those of the rest into parts of at most `parts`.
    ways = [1] + [0] * (total - parts)
    for part in range(1, parts + 1):
        for rest in range(part, total - parts + 1):
            ways[rest] += ways[rest - part]
    return ways[total - parts]


def _is_sum(option: object) -> bool:
    """Return whether an option names several heaps, not one."""
    return isinstance(option, Iterable) and not isinstance(option, str | bytes)
