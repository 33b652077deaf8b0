"""Where the values of sums come from: a game of which all components are found, or a search."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from itertools import pairwise
from threading import RLock
from typing import Protocol

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import (
    ExplorationLimitError,
    GraphGameError,
    LoopyGameError,
)
from graphgame.graphs.labels import CodeLabels
from graphgame.outcome import MOST_POSITIONS
from graphgame.rules.progress import Progress
from graphgame.rules.sum_game import SumGame
from graphgame.rules.sum_rule import SumRule, as_codes, check_growth, unknown_component
from graphgame.values._sum_search import NimSearch
from graphgame.values.arithmetic import nim_sum
from graphgame.values.verify_sums import verify_searched, verify_sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphgame.types import AnyArray, Array, Int32Array

    Parts = tuple[Any, ...]


# Bytes of a component that waits for its value: its options, as a rule in Python gives them.
_WAITING = 400


class Source(Protocol):
    """What `SumValues` asks."""

    @property
    def is_complete(self) -> bool:
        """Whether all components have values."""

    @property
    def game(self) -> SumGame | None:
        """All components with their options; None of a search."""

    @property
    def values(self) -> Array:
        """The values that there are."""

    @property
    def positions(self) -> Sequence[Any]:
        """The components that have them."""

    def has(self, position: Any, /) -> bool:
        """Return whether a component has a value, or may get one."""

    def has_value(self, position: Any, /) -> bool:
        """Return whether a component has a value."""

    def value(self, position: Any, /) -> int:
        """Return the value of a component."""

    def sum(self, parts: Iterable[Any], /) -> int:
        """Return the value of a sum."""

    def moves(self, position: Any, /) -> list[Parts]:
        """Return the options of a component, each as its parts."""

    def verify(self) -> bool:
        """Check the values."""

    def text(self) -> str:
        """Describe them."""


class FullSource:
    """All components of a game, and their values."""

    is_complete: bool = True

    def __init__(self, game: SumGame, values: Array, order: Array) -> None:
        self.game: SumGame = game
        self.values: Int32Array = read_only(values)
        self.order: Int32Array = read_only(order)

    @property
    def positions(self) -> Sequence[Any]:
        """All components, by their indices."""
        found: Sequence[Any] = self.game.labels
        return found

    def has(self, position: Any) -> bool:
        """Return whether a component can be reached from the start."""
        return self.game.find(position) >= 0

    has_value = has

    def value(self, position: Any) -> int:
        """Return the value of a component."""
        v = self.game.find(position)
        if v < 0:
            raise unknown_component(position)
        return int(self.values[v])

    def sum(self, parts: Iterable[Any]) -> int:
        """Return the value of a sum."""
        return int(nim_sum(map(self.value, parts)))

    def moves(self, position: Any) -> list[Parts]:
        """Return the options of a component."""
        game = self.game
        if game.rule is not None:
            return game.rule.moves(position)
        if game.is_represented:
            raise GraphGameError(
                "rule: expected the rule of these values, which are those of classes up to "
                "symmetry: SumValues.load(file, rule=…, canonical=…)"
            )
        v = game.find(position)
        ends = game.part_ptr[game.option_ptr[v] : game.option_ptr[v + 1] + 1].tolist()
        labels = game.labels
        return [tuple(labels[w] for w in game.part_idx[i:j].tolist()) for i, j in pairwise(ends)]

    def verify(self) -> bool:
        """Check the values."""
        game = self.game
        rows = game.option_ptr, game.part_ptr, game.part_idx
        return verify_sums(*rows, self.values, self.order, lambda v: game.labels[v])

    def text(self) -> str:
        """Describe the values."""
        greatest = f", greatest value {self.values.max()}" if self.game.n else ""
        return f"n={self.game.n}, m={self.game.m}{greatest}"


class SearchSource:
    """A search, which can go on, and the values that it has found.

    Parameters
    ----------
    rule : SumRule
    limit : int, optional
        The most components that may have values, or be waiting for one.
    progress : bool
    """

    is_complete: bool = False
    game: SumGame | None = None

    def __init__(self, rule: SumRule, limit: int | None, progress: bool) -> None:
        self.rule: SumRule = rule
        self._progress = progress
        self.limit: int = checks.limit(limit, MOST_POSITIONS)
        self.search: NimSearch = NimSearch(rule.components)
        # A search is one at a time: another thread waits, and a rule that asks is refused.
        self._lock, self._is_running = RLock(), False

    def __reduce__(self) -> Any:
        # With the rule, which pickle must be able to copy.
        given = list(self.positions), read_only(self.values)
        return _resumed, (*self.rule.given, self.limit, *given)

    def __deepcopy__(self, _: object) -> SearchSource:
        # What is known never changes: a copy may go on with the same search.
        return self

    def __copy__(self) -> SearchSource:
        return self

    @property
    def values(self) -> Array:
        """The values found so far."""
        with self._lock:
            return self.search.facts()[1]

    @property
    def positions(self) -> Sequence[Any]:
        """The components that have values, in the order in which they were found."""
        with self._lock:
            names = read_only(self.search.facts()[0])
        if self.rule.is_compiled:
            return CodeLabels(names)
        return [self.rule.position(name) for name in names.tolist()]

    def has(self, position: Any) -> bool:
        """Return whether a component has a value, or an object of its type may get one."""
        try:
            self.rule.name(position)
        except (GraphGameError, TypeError):
            return False
        return True

    def has_value(self, position: Any) -> bool:
        """Return whether a component has a value already."""
        with self._lock:
            return self.search.known(self.rule.name(position)) >= 0

    def value(self, position: Any) -> int:
        """Return the value of a component, after a search if it has none yet."""
        with self._lock:
            if self._is_running:
                raise GraphGameError(
                    f"rule: expected one that asks for no values while they are searched, but it "
                    f"asks for that of {position!r}"
                )
            name = self.rule.name(position)
            found = self.search.known(name)
            if found < 0:
                self._is_running = True
                try:
                    self.run(name)
                finally:
                    self._is_running = False
                found = self.search.known(name)
            return found

    def sum(self, parts: Iterable[Any]) -> int:
        """Return the value of a sum."""
        return int(nim_sum(map(self.value, parts)))

    def run(self, name: int) -> None:
        """Find the value of the component of a name."""
        search = self.search

        def counts() -> tuple[int, int, int]:
            return search.count + search.depth, search.count, search.questions

        def watch(known: int, waiting: int) -> None:
            taken = 40 * known + _WAITING * waiting
            check_growth(taken, f"{known:,} components that have values, and {waiting:,} that wait")

        with Progress(counts, None) if self._progress else nullcontext() as shown:
            cycle: list[int] | None = None
            while search.known(name) < 0:
                with self.rule.asking():
                    cycle = search.run(name, self.limit, watch, shown)
                if cycle:
                    raise LoopyGameError([*map(self.rule.position, cycle)])
                if cycle == []:
                    raise ExplorationLimitError(self.limit, *counts())

    def moves(self, position: Any) -> list[Parts]:
        """Return the options of a component."""
        return self.rule.moves(position)

    def verify(self) -> bool:
        """Check that each value follows from those before it, asking the rule again."""
        with self._lock:
            names, values = map(read_only, self.search.facts())
        return verify_searched(asked_rows(self.rule), names, values, self.rule.position)

    def text(self) -> str:
        """Describe the search."""
        values = read_only(self.values)
        greatest = f", greatest value {values.max()}" if len(values) else ""
        return f"n={len(values)} searched{greatest}"


def _resumed(
    rule: Any,
    start: Any,
    canonical: Any,
    weight: Any,
    limit: int,
    positions: list[Any],
    values: AnyArray,
) -> SearchSource:
    """Return the search that a pickle describes."""
    import numpy as np

    asked = SumRule(rule, start, canonical, weight, keeps=True)
    asked.learn_kinds(positions)
    source = SearchSource(asked, limit, progress=False)
    source.search.restore(np.array([*map(asked.name, positions)], dtype=np.int64), values)
    return source


class ReadSource:
    """Values of a search that come from a file without their rule."""

    is_complete: bool = False
    game: SumGame | None = None

    def __init__(self, positions: Sequence[Any], values: AnyArray) -> None:
        self.positions: Sequence[Any] = positions
        self.values: AnyArray = values
        self._index = {position: v for v, position in enumerate(positions)}

    def has(self, position: Any) -> bool:
        """Return whether a component has a value."""
        return position in self._index

    has_value = has

    def value(self, position: Any) -> int:
        """Return the value of a component."""
        v = self._index.get(position)
        if v is None:
            raise unknown_component(position)
        return int(self.values[v])

    def sum(self, parts: Iterable[Any]) -> int:
        """Return the value of a sum."""
        return int(nim_sum(map(self.value, parts)))

    def moves(self, position: Any) -> list[Parts]:
        """Refuse: there is no rule."""
        raise GraphGameError(
            f"rule: expected the rule of these values, to find the options of {position!r}: "
            "SumValues.load(file, rule=…, canonical=…)"
        )

    def verify(self) -> bool:
        """Refuse: there is no rule."""
        raise GraphGameError(
            "rule: expected the rule of these values, which are checked against it: "
            "SumValues.load(file, rule=…, canonical=…)"
        )

    def text(self) -> str:
        """Describe the values."""
        return f"n={len(self.values)} searched"


def asked_rows(rule: SumRule) -> Callable[[Any], tuple[AnyArray, AnyArray, AnyArray]]:
    """Return the function that asks a rule for the options of many components, by their names."""
    import numpy as np

    def ask(names: AnyArray) -> tuple[AnyArray, AnyArray, AnyArray]:
        counts, sizes = [], []
        parts: list[int] = []
        for name in names.tolist():
            rows = dict.fromkeys(
                tuple(sorted(map(rule.name, option))) for option in rule.moves(rule.position(name))
            )
            counts.append(len(rows))
            for row in rows:
                sizes.append(len(row))
                parts += row
        begins = [np.cumsum([0, *sizes_]) for sizes_ in (counts, sizes)]
        return begins[0], begins[1], as_codes(parts)

    return ask if not rule.is_compiled else rule.asked_codes
