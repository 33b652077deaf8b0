"""Exploring a rule that takes one position: positions of any kind get indices, breadth first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import NoneType

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes, name_index
from graphgame.graphs.presets import end_array, owner_of_labels
from graphgame.graphs.sum import Sum
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.exploring._objects import ObjectExplorer
from graphgame.rules.exploring.bound import rows, with_bound
from graphgame.rules.exploring.growth import ObjectGrowth
from graphgame.rules.messages import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs._names import NameIndex
    from graphgame.rules.exploring.bound import Bound
    from graphgame.rules.kind import Rules

# Types of positions that cannot change, so that their hashes need no watching.
_CONSTANT = (int, str, bytes, tuple, frozenset, float, complex, NoneType)


class ObjectWalk:
    """Explores a rule of the kind "positions"; see `Explorer`.

    Parameters
    ----------
    rules : Rules
    starts : iterable of hashable
    codes : bool
        Whether positions must be integers of 64 bits, and the labels an array of them.
    """

    def __init__(self, rules: Rules, starts: Iterable[Any], *, codes: bool) -> None:
        self._rules, self._codes = rules, codes
        self._starts: Iterator[Any] | None = iter(starts)  # None: all are taken
        judge = _require_code if codes else _judge
        self._explorer = ObjectExplorer(rules.options, rules.preset, judge, rules.canonical)

    @property
    def positions(self) -> int:
        """Positions found."""
        return self._explorer.index.count

    @property
    def expanded(self) -> int:
        """Positions whose options are known."""
        return self._explorer.expanded

    @property
    def moves(self) -> int:
        """Moves of the expanded positions."""
        return self._explorer.m

    @property
    def is_complete(self) -> bool:
        """Whether all positions are expanded."""
        return self._starts is None and self.expanded == self.positions

    def run(self, most: int, report: Callable[[int, int, int], None] | None) -> None:
        """Explore until all positions are expanded, or more than `most` are found."""
        explorer = self._explorer
        watch = ObjectGrowth(explorer.index)
        try:
            if self._starts is not None and explorer.add(self._starts, most, watch):
                self._starts = None
            if self._starts is None:
                explorer.run(most, watch, report)
        except RuleError as error:
            raise GraphGameError(explain(error)) from None

    def bounded(self, bound: Bound) -> GameGraph:
        """Return the graph of what is expanded, in which all else is preset; changes nothing."""
        explorer = self._explorer
        positions = explorer.index.names()
        ends = with_bound(explorer.presets, explorer.ends, len(positions), explorer.expanded, bound)
        return self._named(positions, rows(explorer, len(positions)), *ends, index=None)

    def graph(self) -> GameGraph:
        """Return the graph, when all positions are expanded; can be called once."""
        explorer = self._explorer
        positions = explorer.index.names()
        ptr, idx, presets, ends = explorer.finish()
        return self._named(positions, (ptr, idx), presets, ends, index=explorer.index)

    def _named(
        self, positions: list[Any], options: Any, presets: Any, ends: Any, *, index: Any
    ) -> GameGraph:
        """Return the graph of positions that have an index, or None for a new one."""
        owner = self._rules.owner
        labels: Any = positions
        if self._codes:
            labels = CodeLabels(codes(positions, "positions"))
            index = labels.numbering()
        elif index is None:  # the explorer goes on with its own
            index = name_index(positions)
        return GameGraph._from_checked(
            len(positions),
            len(options[1]),
            options=options,
            presets=presets,
            preset_remoteness=_checked_ends(ends, presets, positions),
            owner=None if owner is None else owner_of_labels(owner, positions),
            labels=labels,
            index=index,
            start=labels[0] if positions else None,
        )


def _checked_ends(ends: Any, presets: Any, positions: list[Any]) -> Any:
    """Check the remoteness of presets, if there is one."""
    if ends is None:
        return None
    return end_array(ends, len(positions), read_only(presets), positions.__getitem__)


def may_change(position: Any) -> bool:
    """Return whether positions of this type may be mutable; refuse types compared by identity."""
    kind: Any = type(position)
    if kind.__hash__ is object.__hash__ and kind is not NoneType:
        raise GraphGameError(
            f"expected positions that compare by value, but two of type {kind.__name__} are equal "
            "only if they are the same object: give the class __eq__ and __hash__, for example by "
            f"@dataclass(frozen=True); got {position!r}"
        )
    return not issubclass(kind, _CONSTANT)


def _judge(position: Any, index: NameIndex) -> bool:
    """Return whether positions of this type may change; refuse sums among others."""
    if isinstance(position, Sum) and len(index) and not isinstance(index.names()[0], Sum):
        raise GraphGameError(
            f"rule: expected positions as options, got {position!r}; add sums=True, as in "
            "grundy(rule, start=…, sums=True) and explore(rule, start, sums=True), for a rule "
            "whose options are sums"
        )
    return may_change(position)


def _require_code(position: Any, index: NameIndex) -> bool:  # noqa: ARG001 -- as _judge
    """Refuse a type of positions that are no integers; none of them may change."""
    import numpy as np

    if isinstance(position, bool) or not isinstance(position, int | np.integer):
        raise GraphGameError(
            f"positions: expected integers, got {position!r} of type {type(position).__name__}; "
            "explore takes any hashable positions"
        )
    return False
