"""Positions of any kind in a database: the code of each is its place in a list."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import chain

import numpy as np

from graphgame.graphs.labels import label_column
from graphgame.outcome import NO_PRESET
from graphgame.rules.asked import refuse_presets
from graphgame.rules.compiled._stage import drop_repeated
from graphgame.rules.merging import ask_preset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    from graphgame import types
    from graphgame.rules.asked import Moves
    from graphgame.rules.kind import Rules
    from graphgame.types import Int8Array, Int32Array, Int64Array


class Listed:
    """Positions in the order in which they were found; each is numbered by its place.

    Parameters
    ----------
    labels : list of hashable
    numbers : mapping of label to place, optional
        Made of the labels if it is not given.
    """

    __slots__ = ("labels", "numbers")

    def __init__(self, labels: list[Hashable], numbers: types.Index | None = None) -> None:
        self.labels: list[Hashable] = labels
        made = numbers is None
        self.numbers: Any = dict(zip(labels, range(len(labels)), strict=True)) if made else numbers

    def number(self, position: Any) -> int:
        """Return the number of a position, -1 if it is not in the list."""
        try:
            return int(self.numbers[position])
        except (KeyError, TypeError):
            return -1

    def column(self) -> npt.NDArray[Any]:
        """Return all positions as an array: of integers where all of them are, else of objects."""
        return label_column(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.labels)


class ListedRule:
    """A rule of single positions, asked by their numbers, as `Asked` is by codes.

    A position that is not in the list gets a negative number when it is met, and keeps it as long
    as this object lives: each question has one of its own, which `anew` makes.

    Attributes
    ----------
    rules : Rules
        Of the kind "positions"; its options are None where only the symmetry is known.
    symmetric : bool
        Whether positions stand for classes.
    """

    __slots__ = ("_numbers", "_others", "listed", "rules", "symmetric")

    def __init__(self, rules: Rules, listed: Listed) -> None:
        self.rules: Rules = rules
        self.listed: Listed = listed
        self.symmetric: bool = rules.represent is not None
        self._others: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def anew(self) -> ListedRule:
        """Return the same rule, which has met nothing outside the list."""
        return ListedRule(self.rules, self.listed)

    def position(self, code: int) -> Any:
        """Return the position of a number."""
        return self.listed.labels[code] if code >= 0 else self._others[-1 - code]

    def codes(self, positions: Any) -> Int64Array:
        """Return the numbers of positions."""
        numbers = [*map(self.listed.number, positions)]
        for k, position in enumerate(positions if -1 in numbers else ()):
            if numbers[k] < 0:
                numbers[k] = self._number(position)
        return np.array(numbers, dtype=np.int64)

    def _number(self, position: Any) -> int:
        if position not in self._numbers:
            self._others.append(position)
            self._numbers[position] = -len(self._others)
        return self._numbers[position]

    def moves(self, codes: Int64Array) -> Moves:
        """Ask for the moves of numbers, to options that stand for their classes; as `Asked`."""
        sources, options, presets, ends = self.real_moves(codes)
        return sources, self.represent(options), presets, ends

    def sorted_moves(self, codes: Int64Array) -> Moves:
        """Ask for moves as `moves`; classes are options of a number once."""
        sources, options, presets, ends = self.moves(codes)
        if self.symmetric:
            found = drop_repeated(np.ascontiguousarray(sources), np.ascontiguousarray(options))
            sources, options = map(np.asarray, found)
        return sources, options, presets, ends

    def real_moves(self, codes: Int64Array) -> Moves:
        """Ask for the moves of numbers, to options as the rule gives them."""
        names = [self.position(code) for code in codes.tolist()]
        presets, ends = self._presets(names)
        rule = self.rules.options
        rows = [
            () if kind != NO_PRESET else [*rule(name)]
            for name, kind in zip(names, presets.tolist(), strict=True)
        ]
        sources = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        return sources, self.codes([*chain.from_iterable(rows)]), presets, ends

    def presets(self, codes: Int64Array) -> tuple[Int8Array, Int32Array]:
        """Ask for the presets of numbers, `NO_PRESET` where there is none, and their remoteness."""
        return self._presets([self.position(code) for code in codes.tolist()])

    def _presets(self, names: list[Any]) -> tuple[Int8Array, Int32Array]:
        kinds, ends = np.full(len(names), NO_PRESET, np.int8), np.zeros(len(names), np.int32)
        for k, name in enumerate(names if self.rules.preset is not None else ()):
            found = ask_preset(self.rules.preset, name)
            if found is not None:
                kinds[k], ends[k] = found
        refuse_presets(names, kinds, ends)
        return kinds, ends

    def represent(self, codes: Int64Array) -> Int64Array:
        """Return the numbers of representatives; the numbers themselves without a symmetry."""
        if self.rules.represent is None or not len(codes):
            return codes
        names = [self.position(code) for code in codes.tolist()]
        return self.codes([*self.rules.represent(names)])
