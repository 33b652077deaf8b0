"""Where the values of sums come from: all components of a game, a search, or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from threading import RLock
from typing import Any, TypeAlias

import numpy as np

from graphgame import checks
from graphgame.answers.agreement import SAMPLE, remarkable
from graphgame.arrays import read_only
from graphgame.errors import (
    ExplorationLimitError,
    GraphGameError,
    LoopyGameError,
    RuleMismatchError,
    SolutionFileError,
    VerificationError,
)
from graphgame.graphs.form import Field, Form, Found, Labels, Numbers, last
from graphgame.graphs.labels import CodeLabels, numbering
from graphgame.graphs.sum import Sum
from graphgame.outcome import MOST_POSITIONS
from graphgame.progress import Exploring
from graphgame.rules.sums.sum_game import SumGame
from graphgame.rules.sums.sum_rule import SumRule, as_codes, check_growth, unknown_component
from graphgame.types import AnyArray, Array, File, Int32Array, ProgressLike
from graphgame.values.arithmetic import nim_sum
from graphgame.values.sums._sum_search import NimSearch
from graphgame.values.sums.verify_sums import verify_searched, verify_sums

Parts: TypeAlias = tuple[Any, ...]

# Bytes of a component that waits for its value: its options, as a rule in Python gives them.
_WAITING = 400
# Bytes of a couple that is remembered.
_COUPLE = 16
# Bytes that a table of values takes for each when it is doubled, beside the table that there is.
_VALUE = 56
# Options that an error names.
_SHOWN = 6


class _Source:
    """Values of components, as `SumValues` asks for them."""

    is_complete: bool = False  # whether all components have values
    game: SumGame | None = None  # all components with their options; None of a search

    def value(self, position: Any) -> int:
        """Return the value of a component."""
        raise NotImplementedError

    def sum(self, parts: Iterable[Any]) -> int:
        """Return the value of a sum."""
        return int(nim_sum(map(self.value, parts)))


class FullSource(_Source):
    """All components of a game, and their values."""

    is_complete = True
    game: SumGame

    def __init__(self, game: SumGame, values: Array, order: Array) -> None:
        self.game = game
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


class SearchSource(_Source):
    """A search, which can go on, and the values that it has found.

    Parameters
    ----------
    rule : SumRule
    limit : int, optional
        The most components that may have values, or be waiting for one.
    progress : bool or callable
    """

    def __init__(self, rule: SumRule, limit: int | None, progress: ProgressLike) -> None:
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
            return self.search.values.facts()[1]

    @property
    def positions(self) -> Sequence[Any]:
        """The components that have values, in the order in which they were found."""
        with self._lock:
            names = read_only(self.search.values.facts()[0])
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
            return self.search.values.known(self.rule.name(position)) >= 0

    def value(self, position: Any) -> int:
        """Return the value of a component, after a search if it has none yet."""
        with self._lock:
            if self._is_running:
                raise GraphGameError(
                    f"rule: expected one that asks for no values while they are searched, but it "
                    f"asks for that of {position!r}"
                )
            name = self.rule.name(position)
            found = self.search.values.known(name)
            if found < 0:
                self._is_running = True
                try:
                    self.run(name)
                finally:
                    self._is_running = False
                found = self.search.values.known(name)
            return found

    def run(self, name: int) -> None:
        """Find the value of the component of a name."""
        search = self.search

        def counts() -> tuple[int, int, int]:
            return search.values.count + search.depth, search.values.count, search.questions

        def watch(known: int, waiting: int) -> None:
            taken = 4 * _VALUE * known + _WAITING * waiting + _COUPLE * search.couples.size
            check_growth(taken, f"{known:,} components that have values, and {waiting:,} that wait")

        with Exploring(self._progress, counts) as shown:
            cycle: list[int] | None = None
            while search.values.known(name) < 0:
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
            names, values = map(read_only, self.search.values.facts())
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
    asked = SumRule(rule, start, canonical, weight, keeps=True)
    asked.reader.learn(positions)
    source = SearchSource(asked, limit, progress=False)
    source.search.values.restore(np.array([*map(asked.name, positions)], dtype=np.int64), values)
    return source


class ReadSource(_Source):
    """Values of a search that come from a file without their rule."""

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


def asked_rows(
    rule: SumRule,
) -> Callable[[Any], tuple[AnyArray, AnyArray, AnyArray]]:
    """Return the function that asks a rule for the options of many components, by their names."""

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


Source: TypeAlias = FullSource | SearchSource | ReadSource


# -- files: the npz format of docs/formats.md, written whole or not at all -------------------------


def _is_complete(found: Found) -> bool:
    return found["complete"] is True


def _has_start(found: Found) -> bool:
    return "is_sum" in found.header


def _ascends(name: str) -> Callable[[Found], None]:
    """Return what refuses offsets of this name that do not ascend from 0."""

    def check(found: Found) -> None:
        array = found.parts.get(name)
        if array is not None and (array[0] != 0 or (np.diff(array) < 0).any()):
            raise SolutionFileError(f"{name}: expected offsets that ascend from 0")

    return check


def _n(n: Any, _: Found) -> int:
    if type(n) is not int or n < 0:
        raise SolutionFileError(f"n: expected an integer from 0 on, got {n!r}")
    return n


def _are_named(found: Found) -> None:
    labels = found["positions"]
    if labels is None or len(labels) != found.n:
        raise SolutionFileError(f"labels: expected {found.n}, one for each component")


FORM = Form(
    "graphgame sums",
    1,
    Field("n", check=_n),
    Field("complete"),
    Numbers("values", "int32", 0),
    Numbers("order", "int32", 0, last, when=_is_complete),
    Numbers("option_ptr", "int64", shape=lambda x: (x.n + 1,), when=_is_complete),
    _ascends("option_ptr"),
    Numbers(
        "part_ptr", "int64", shape=lambda x: (int(x["option_ptr"][-1]) + 1,), when=_is_complete
    ),
    _ascends("part_ptr"),
    Numbers("part_idx", "int32", 0, last, lambda x: (int(x["part_ptr"][-1]),), when=_is_complete),
    Field("classes", when=_is_complete),
    Labels("positions"),
    _are_named,
    Field("is_sum", when=_has_start),
    Labels("start", "start_", when=_has_start),
)


def save(source: Source, start: Any, file: File) -> None:
    """Write values; see `SumValues.save`."""
    parts: dict[str, Any] = dict.fromkeys(
        ("order", "option_ptr", "part_ptr", "part_idx", "classes", "is_sum", "start")
    )
    if isinstance(source, FullSource):
        game, parts["order"] = source.game, source.order
        parts |= {name: getattr(game, name) for name in ("option_ptr", "part_ptr", "part_idx")}
        parts["classes"] = game.is_represented
    if start is not None:
        parts["is_sum"] = isinstance(start, Sum)
        parts["start"] = list(start) if isinstance(start, Sum) else [start]
    complete = source.game is not None
    FORM.save(source, file, n=len(source.values), complete=complete, **parts)


def load(file: File, rule: Any, canonical: Any, weight: Any) -> tuple[Any, Any]:
    """Read a source of values, and the start; see `SumValues.load`."""
    source, start = FORM.load(file, _parts)
    for name, given in (("canonical", canonical), ("weight", weight)):
        if rule is None and given is not None:
            raise GraphGameError(f"{name}: expected rule= beside it, which it belongs to")
    if weight is not None and isinstance(source, FullSource):
        raise GraphGameError(
            "weight: expected none, which is for searches alone, as all components of the "
            "file have values"
        )
    if rule is None:
        return source, start
    asked = SumRule(rule, start if start is not None else [], canonical, weight, keeps=True)
    asked.reader.learn(source.positions)
    if isinstance(source, FullSource):
        _restore(source, asked)
        return source, start
    search = SearchSource(asked, None, progress=False)
    names = np.array([asked.name(x) for x in source.positions], dtype=np.int64)
    _check_rule(asked, names, source.values)
    search.search.values.restore(names, source.values)
    return search, start


def _check_rule(asked: SumRule, names: AnyArray, values: AnyArray) -> None:
    """Refuse a rule from which some values of a search do not follow."""
    try:
        verify_searched(asked_rows(asked), names, values, asked.position, sample=SAMPLE)
    except VerificationError as error:
        raise GraphGameError(
            "rule: expected the rule that the values were found with, but by this one component "
            f"{error.position!r} has another value than in the file, or it does not follow"
        ) from error


def _restore(source: FullSource, asked: SumRule) -> None:
    """Restore the rule of a game from a file; refuse one that has other options."""
    game = source.game
    game.rule = None
    represented = game.is_represented
    if asked.canonical is None and represented:
        raise GraphGameError(
            "canonical: expected the symmetry of these values, which are those of classes: "
            "SumValues.load(file, rule=…, canonical=…)"
        )
    game.rule = asked
    if not asked.is_compiled:
        for position in game.labels:
            asked.name(position)
    stuck = np.diff(game.option_ptr) == 0
    v = game.differing(asked, remarkable(stuck, None, SAMPLE // 2).tolist())
    if v is not None:
        position = game.labels[v]
        found = [Sum(*row) for row in asked.moves(position)]
        shown = ", ".join(map(repr, found[:_SHOWN])) + ", …" * (len(found) > _SHOWN)
        stored = int(game.option_ptr[v + 1] - game.option_ptr[v])
        raise RuleMismatchError(
            "position",
            position,
            f"{stored} options, as the file of its values has",
            f"from the rule {f'others, {shown}' if found else 'no options'}; load it with the "
            "rule and the symmetry that the values were found with",
            {},
        )


def _parts(found: Found) -> tuple[Any, Any]:
    start: Any = None
    if "is_sum" in found.parts:
        given = found["start"]
        if given is None or (len(given) != 1 and not found["is_sum"]):
            raise SolutionFileError("start: expected one component, or a sum")
        start = Sum(*given) if found["is_sum"] else given[0]
    labels, values = found["positions"], found["values"]
    if not _is_complete(found):
        return ReadSource(labels, values), start
    rows = found["option_ptr"], found["part_ptr"], found["part_idx"]
    game = SumGame(rows, labels, numbering(labels), start)
    game.is_represented = found["classes"] is True
    return FullSource(game, values, found["order"]), start
