"""Answers about positions by their codes: of one, of many, and of all that a database has."""

from __future__ import annotations

from collections.abc import Iterator
from operator import index as as_int

import numpy as np

from graphgame.arrays import types
from graphgame.big.labels import decode
from graphgame.checks import integers, is_bool
from graphgame.errors import UnknownPositionError
from graphgame.graphs.labels import codes as as_codes
from graphgame.outcome import NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.big.asking import Asked
    from graphgame.types import Int8Array, Int32Array, Int64Array

# The least code.
_LEAST = -(2**63)


class LookUps:
    """Looks positions up in a storage; the rule is asked for nothing but its symmetry."""

    __slots__ = ("_asked", "_fields", "_storage")

    def __init__(self, storage: Any, fields: dict[str, Any]) -> None:
        self._storage = storage
        self._fields = fields
        self._asked: Asked | None = None

    # -- all positions ------------------------------------------------------------------------

    def counts(self) -> dict[Outcome, int]:
        """Count the positions of each outcome: WIN, LOSE, DRAW."""
        counts: dict[Outcome, int] = self._storage.tally.counts()
        return counts

    def remoteness_counts(self) -> dict[Outcome, dict[int, int]]:
        """Return the histogram of remoteness: of each outcome, how many positions have which.

        Returns
        -------
        dict of Outcome to dict of int to int
            Draws that never end count as -1, preset ones as 0.

        See Also
        --------
        counts, longest
        """
        counts: dict[Outcome, dict[int, int]] = self._storage.tally.remoteness()
        return counts

    def longest(self) -> dict[Outcome, int]:
        """Return the greatest remoteness of each outcome, -1 where there is none."""
        return {kind: max(rows, default=-1) for kind, rows in self.remoteness_counts().items()}

    def __len__(self) -> int:
        positions: int = self._storage.tally.positions
        return positions

    def __iter__(self) -> Iterator[int]:
        for _, codes, _ in self._storage.read():
            yield from codes.tolist()

    def __contains__(self, code: object) -> bool:
        try:
            self._answer(code)
        except UnknownPositionError:
            return False
        return True

    # -- one position, or many --------------------------------------------------------------------

    def outcome(self, code: types.Anything) -> types.Anything:
        """Return the outcome of a position for the player to move.

        Parameters
        ----------
        code : int, or array_like of int

        Returns
        -------
        Outcome, or int8 array
            Of an array or a list, an array of its shape.

        Raises
        ------
        UnknownPositionError
            If it is no position of the game.  The other methods raise it, too.

        See Also
        --------
        remoteness_of, counts
        """
        return self._answers(code)[0] if _is_many(code) else self._answer(code)[0]

    def remoteness_of(self, code: types.Anything) -> types.Anything:
        """Return the remoteness of a position: 0 at a terminal, -1 at a draw that never ends.

        Parameters
        ----------
        code : int, or array_like of int

        Returns
        -------
        int, or int32 array
            Of an array or a list, an array of its shape.

        See Also
        --------
        outcome, longest
        """
        return self._answers(code)[1] if _is_many(code) else self._answer(code)[1]

    def _answer(self, code: Any) -> tuple[Outcome, int]:
        """Return outcome and remoteness of one code."""
        try:
            number = as_int(code)
        except TypeError:
            raise self._unknown(code) from None
        if not _LEAST <= number <= -_LEAST - 1 or is_bool(code):
            raise self._unknown(code)
        outcome, remoteness = self._storage.find_one(number)
        if outcome == NO_PRESET and self._asked is not None and self._asked.symmetric:
            other = self._asked.represent(np.array([number], dtype=np.int64))
            outcome, remoteness = self._storage.find_one(int(other[0]))
        if outcome == NO_PRESET:
            raise self._unknown(code)
        return Outcome(outcome), remoteness

    def _answers(self, codes: Any) -> tuple[Int8Array, Int32Array]:
        """Return outcomes and remoteness of an array of codes, in its shape."""
        array = integers(codes, "codes")
        flat = as_codes(array.ravel(), "codes")
        outcomes, remoteness = self._look_up(flat)
        unknown = outcomes == NO_PRESET
        if unknown.any():
            at = int(unknown.argmax())
            place = [int(i) for i in np.unravel_index(at, array.shape)]
            raise UnknownPositionError(
                f"codes{place}: expected a position of the {len(self)} that the database has, "
                f"got {flat[at]}"
            )
        return outcomes.reshape(array.shape), remoteness.reshape(array.shape)

    def _look_up(self, codes: Int64Array) -> tuple[Int8Array, Int32Array]:
        """Return outcomes, `NO_PRESET` where there is no position, and remoteness."""
        outcomes, remoteness = decode(self._storage.find(codes))
        if self._asked is not None and self._asked.symmetric:
            missing = np.flatnonzero(outcomes == NO_PRESET)
            if len(missing):
                others = self._asked.represent(codes[missing])
                outcomes[missing], remoteness[missing] = decode(self._storage.find(others))
        return outcomes, remoteness

    def _unknown(self, code: object) -> UnknownPositionError:
        hint = ""
        if self._fields.get("symmetric") and self._asked is None:
            hint = "; open it with the rule and its symmetry to find all positions of a class"
        return UnknownPositionError(
            f"position {code!r} does not exist among the {len(self)} positions{hint}"
        )


def _is_many(code: Any) -> bool:
    """Return whether a value is a list or an array of codes, and not one."""
    return isinstance(code, list | tuple | range) or (
        hasattr(code, "__array__") and getattr(code, "ndim", 0) > 0
    )
