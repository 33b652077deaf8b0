"""`ChanceDatabase`: a large game of chance that is solved, in memory or in a folder."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from graphgame import checks
from graphgame.answers.manifest import Manifest
from graphgame.arrays import types
from graphgame.chance.layers.layer_files import MappedPart, Part, check_fields, require_same
from graphgame.chance.layers.layer_rule import LOST, WON, LayerRule
from graphgame.errors import GraphGameError, SolutionFileError, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.playing.chance_positions import StatePositions
    from graphgame.playing.game import Look
    from graphgame.types import AnyArray, Float64Array, Int64Array


class ChanceDatabase:
    """A game of chance whose states are integers, solved: what `build_chance` returns.

    A value is the probability that the player who moves wins, before the dice are rolled.

    Attributes
    ----------
    start : int or None
        The state in which play begins, if the rule says so.
    path : Path or None
        The folder.
    precision : float or None
        How far apart bounds may be; None where there are none.
    WON, LOST : int
        What a rule gives as an option that ends play.

    See Also
    --------
    build_chance, solve_chance

    Examples
    --------
    >>> import tempfile
    >>> import graphgame as gg
    >>> WON = gg.ChanceDatabase.WON
    >>> class Heads:  # toss a coin by turns; heads wins
    ...     rolls, layers, start = [1, 1], [0, 1], 0
    ...     def moves(self, index, roll):
    ...         return [WON if roll else ~0]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     db = gg.build_chance(Heads(), folder=f"{folder}/heads")
    ...     db = gg.ChanceDatabase.open(f"{folder}/heads", Heads())
    ...     round(db.value(0), 9), db.best_move(0, 1) == WON, db.verify()
    (0.666666667, True, True)
    """

    WON = WON
    LOST = LOST

    start: int | None
    path: Path | None
    precision: float | None

    def __init__(self) -> None:
        raise TypeError("a ChanceDatabase comes from build_chance or ChanceDatabase.open")

    @classmethod
    def _made(
        cls, rule: LayerRule, precision: float | None, parts: list[Part], path: Path | None
    ) -> ChanceDatabase:
        self = object.__new__(cls)
        self._rule, self.start = rule, rule.start
        self.precision, self.path = precision, path
        self._parts = sorted(parts, key=lambda part: part.first)
        self._firsts = [part.first for part in self._parts]
        return self

    _rule: LayerRule
    _parts: list[Part]
    _firsts: list[int]

    @classmethod
    def _in_memory(
        cls, rule: LayerRule, precision: float | None, values: Float64Array, lengths: AnyArray,
        ranks: AnyArray, outside: Float64Array, errors: Float64Array,
    ) -> ChanceDatabase:  # fmt: skip
        part = Part(0, 0, values, lengths, ranks, outside, errors)
        return cls._made(rule, precision, [part], None)

    @classmethod
    def open(cls, folder: str | os.PathLike[str], rule: object) -> ChanceDatabase:
        """Open the folder of a game that is solved.

        Parameters
        ----------
        folder : path
        rule : object
            As `build_chance` takes it; the one that was solved.

        Raises
        ------
        SolutionFileError
            If the folder has no such game, or not all of it, or is damaged.
        RuleMismatchError
            If the rule is another one.

        See Also
        --------
        build_chance : Solve a game, or go on with one in a folder.
        """
        checks.require_folder(folder)
        read = LayerRule(rule)
        manifest = Manifest.load(folder)
        where = shown_path(folder)
        if manifest.get("kind") != "chance":
            raise SolutionFileError(
                f"{where}: expected the folder of a game of chance, got another database; "
                "Database.open may read it"
            )
        check_fields(manifest)
        if not manifest.is_complete:
            raise SolutionFileError(
                f"{where}: expected a game that is solved, got one that is not yet: build_chance "
                "with folder= goes on with it"
            )
        fields = {
            "rule": {"name": read.name, "digest": read.digest()},
            "rolls": read.weights.tolist(),
            "layers": read.offsets.tolist(),
            "start": read.start,
        }
        require_same(manifest, fields)
        width, path = manifest["precision"], Path(folder)
        parts: list[Part] = [
            MappedPart(path, row, bounded=width is not None) for row in manifest["parts"]
        ]
        return cls._made(read, width, parts, path)

    def __len__(self) -> int:
        return self._rule.size

    def __repr__(self) -> str:
        bounds = "no bounds" if self.precision is None else f"precision={self.precision}"
        return f"ChanceDatabase(n={len(self)}, {bounds})"

    # -- values ------------------------------------------------------------------------------------

    def value(self, index: int) -> float:
        """Return the probability that the player who moves in a state wins.

        Raises
        ------
        GraphGameError
            If it is no state.

        See Also
        --------
        values, bounds
        """
        return self._value(self._rule.index(index))

    def _value(self, index: int) -> float:
        self._require_open()
        part = self._parts[bisect_right(self._firsts, index) - 1]
        return min(max(part.value(index - part.first), 0.0), 1.0)

    def values(self, indices: types.ArrayLike) -> types.Float64Array:
        """Return the values of an array of states.

        Parameters
        ----------
        indices : (k,) array_like of int

        Returns
        -------
        (k,) float64

        See Also
        --------
        value

        Examples
        --------
        >>> import graphgame as gg
        >>> class Heads:
        ...     rolls, layers = [1, 1], [0, 1]
        ...     def moves(self, index, roll):
        ...         return [gg.ChanceDatabase.WON if roll else ~index]
        >>> with gg.build_chance(Heads()) as db:
        ...     db.values([0, 0]).round(9).tolist(), db.move_values(0, 1) == {db.WON: 1.0}
        ([0.666666667, 0.666666667], True)
        """
        found = self._read(self._indices(indices))[0]
        return np.clip(found, 0, 1)

    def bounds(self, index: int) -> tuple[float, float]:
        """Return a lower and an upper bound of the value of a state, proven by `verify`.

        Raises
        ------
        GraphGameError
            If the game was solved without bounds.

        See Also
        --------
        gap, value, verify

        Examples
        --------
        >>> import graphgame as gg
        >>> class Heads:
        ...     rolls, layers = [1, 1], [0, 1]
        ...     def moves(self, index, roll):
        ...         return [gg.ChanceDatabase.WON if roll else ~index]
        >>> db = gg.build_chance(Heads(), precision=1e-12)
        >>> low, high = db.bounds(0)
        >>> low <= 2 / 3 <= high, high - low <= 1e-12, db.gap <= 1e-12
        (True, True, True)
        >>> db.close()
        """
        self._require_bounds()
        self._require_open()
        state = self._rule.index(index)
        part = self._parts[bisect_right(self._firsts, state) - 1]
        group = bisect_right(self._rule.layers, state) - 1 - part.first_group
        value = part.value(state - part.first)
        width = part.width(state - part.first, group)
        return min(max(value - width, 0.0), 1.0), min(max(value + width, 0.0), 1.0)

    @property
    def gap(self) -> float:
        """How far apart the bounds of a state are at most.

        Raises
        ------
        GraphGameError
            If the game was solved without bounds.
        """
        self._require_bounds()
        self._require_open()
        offsets, most = self._rule.offsets, 0.0
        for part in self._parts:
            for k in range(len(part.outside)):
                group = part.first_group + k
                first, stop = int(offsets[group]) - part.first, int(offsets[group + 1]) - part.first
                part.require(np.arange(first, stop, dtype=np.int64))
                width = part.outside[k] + part.errors[k] * int(part.lengths[first:stop].max())
                most = max(most, 2 * float(width))
        return most

    def _bounds(self, indices: Int64Array) -> tuple[Float64Array, Float64Array]:
        values, width, _ = self._read(indices)
        return np.clip(values - width, 0, 1), np.clip(values + width, 0, 1)

    def _ranks(self, indices: Int64Array) -> AnyArray:
        return self._read(indices)[2]

    def _read(self, indices: Int64Array) -> tuple[Float64Array, Float64Array, Int64Array]:
        """Return the values of states, how far they may be off, and their ranks."""
        self._require_open()
        values, width = np.empty(len(indices)), np.zeros(len(indices))
        ranks = np.zeros(len(indices), dtype=np.int64)
        owners = np.searchsorted(np.array(self._firsts), indices, side="right") - 1
        for number in np.unique(owners).tolist():
            part, mine = self._parts[number], owners == number
            places = indices[mine] - part.first
            part.require(places)
            values[mine] = part.values[places]
            if self.precision is not None:
                groups = np.searchsorted(self._rule.offsets, indices[mine], side="right") - 1
                groups -= part.first_group
                width[mine] = part.outside[groups] + part.errors[groups] * part.lengths[places]
                ranks[mine] = part.ranks[places]
        return values, width, ranks

    def _indices(self, indices: Any) -> Int64Array:
        found = checks.integers(indices, "indices")
        if found.ndim != 1:
            raise GraphGameError(f"indices: expected one dimension, got {found.ndim}")
        wrong = (found < 0) | (found >= len(self))
        if wrong.any():
            self._rule.index(found[wrong][0], "indices")
        return found.astype(np.int64)

    def _require_open(self) -> None:
        if not self._parts and self.path is not None:
            again = ChanceDatabase.open(self.path, self._rule.given)
            self._parts, self._firsts = again._parts, again._firsts

    def _require_bounds(self) -> float:
        if self.precision is None:
            raise GraphGameError(
                "bounds: expected a game that was solved with precision=, got one without bounds"
            )
        return self.precision

    # -- moves -------------------------------------------------------------------------------------

    def move_values(self, index: int, roll: int) -> dict[int, float]:
        """Return what each option of a state after a roll is worth to the player who chooses.

        Parameters
        ----------
        index : int
        roll : int
            Its place in ``rolls`` of the rule.

        Returns
        -------
        dict of int to float
            By option, as the rule gives them: the probability that the player wins.

        See Also
        --------
        best_move, value
        """
        state = self._rule.index(index)
        if type(roll) is not int or not 0 <= roll < len(self._rule.weights):
            raise GraphGameError(
                f"roll: expected one from 0 to {len(self._rule.weights) - 1}, got {roll!r}"
            )
        _, options = self._rule.ask(np.array([state], dtype=np.int64), roll)
        return {option: self._worth(option) for option in options.tolist()}

    def _worth(self, option: int) -> float:
        state = ~option if option < 0 else option
        if state != WON and not 0 <= state < len(self):
            raise GraphGameError(
                f"rule: expected options below {len(self)}, or WON or LOST, got {option}"
            )
        worth = 1.0 if state == WON else self._value(state)
        return 1.0 - worth if option < 0 else worth

    def best_move(self, index: int, roll: int) -> int:
        """Return the best option of a state after a roll: of equal ones that of the least state."""
        found = self.move_values(index, roll)
        return min(found, key=lambda option: (-found[option], option ^ (option >> 63), option))

    # -- playing -----------------------------------------------------------------------------------

    def serve(
        self,
        *,
        port: int = 8000,
        announce: Callable[[str], None] | None = None,
        **look: types.Unpack[types.LookOptions],
    ) -> None:
        """Show a page on which anybody plays against the perfect player, until Ctrl-C.

        The page rolls the dice, or takes what a person rolls; it shows the chance of winning before
        every move, and what each move loses.  It asks for each position; only browsers on this
        machine reach it.

        Parameters
        ----------
        port : int
            0 takes any port that is free.
        announce : callable, optional
            Is called with the address of the page once it can be opened; by default it is printed.
        **look
            `board`, `pieces`, `centres`, `edges`, `move`, `title`, `languages`, `rules`, `players`,
            `goal` and `style`, as of `Solution.write_html`; a rule may have them as attributes.
            The functions take positions (state, player, roll): who moves, 0 for the player who
            begins, and the place of what was rolled in ``rolls``, None before that; at an end,
            the state is `WON` and the player has won.

        Raises
        ------
        GraphGameError
            If the port cannot be had, or `look` does not fit the start.
        KeyboardInterrupt
            On Ctrl-C.

        See Also
        --------
        ChanceSolution.serve, move_values

        Notes
        -----
        A position is shown by reading the values of the states that its rolls lead to: the rule is
        asked once for each roll.  Without `start` in the rule, play begins in state 0.

        Examples
        --------
        >>> db = ChanceDatabase.open("ur.gg", rule)  # doctest: +SKIP
        >>> db.serve(title="Royal Game of Ur")  # doctest: +SKIP
        """
        from graphgame.playing.game import Look
        from graphgame.playing.server import serve_positions

        positions = self._positions(Look(**look))
        serve_positions(positions, port=port, announce=announce or print)

    def _positions(self, look: Look) -> StatePositions:
        """Return the positions of the game, as pages show them."""
        from graphgame.playing.chance_positions import StateGame, StatePositions

        rule = self._rule

        def options(state: int, roll: int) -> list[int]:
            found: list[int] = rule.ask(np.array([state], dtype=np.int64), roll)[1].tolist()
            return found

        game = StateGame(
            self.start or 0, len(self), rule.weights, WON, self._value, options, rule.given
        )
        return StatePositions(game, look)

    # -- certificate -------------------------------------------------------------------------------

    def verify(self, sample: int | None = None) -> bool:
        """Check that the bounds are a proof, by the rule and without the solver.

        Parameters
        ----------
        sample : int, optional
            How many states are checked, spread over all; by default all are, and the bounds are
            proven.  A sample finds what is wrong nearly everywhere.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            With the first state whose bounds do not follow from those of its options.
        GraphGameError
            If there are no bounds.

        See Also
        --------
        bounds, gap
        """
        from graphgame.chance.layers.verify_layers import verify_layers

        width = self._require_bounds()
        if sample is not None:
            sample = checks.at_least_1(sample, "sample")
        rule = self._rule
        verify_layers(
            rule.ask, self._bounds, self._ranks, rule.weights, rule.offsets, width, sample
        )
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is not None:
            return _opened, (self.path, self._rule.given)
        return _rebuilt, (self._rule.given, self.precision, self._parts)

    def close(self) -> None:
        """Close the files of a folder; later questions open them again."""
        if self.path is not None:
            self._parts, self._firsts = [], []

    def __enter__(self) -> ChanceDatabase:  # noqa: PYI034 -- no typing at run time
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _opened(path: Path, rule: object) -> ChanceDatabase:
    """Return the database in a folder; for copies."""
    return ChanceDatabase.open(path, rule)


def _rebuilt(rule: object, precision: float | None, parts: list[Part]) -> ChanceDatabase:
    """Return a database in memory; for copies."""
    return ChanceDatabase._made(LayerRule(rule), precision, parts, None)
