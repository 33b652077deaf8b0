"""`MisereQuotient`: the misère quotient of a heap game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable

import numpy as np

from graphgame import checks, types
from graphgame.archive import replacing
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, SolutionFileError
from graphgame.heaps.misere.presentation import Presentation, kernel, present
from graphgame.heaps.misere.search import HeapRules, Heaps, checked_moves
from graphgame.heaps.table import components
from graphgame.outcome import LOSE, WIN, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


FORMAT = "graphgame misere quotient"


def _pair(reach: object) -> tuple[int, int]:
    """Return what a rule reaches: how many tokens a move takes, and how many heaps it leaves."""
    if not isinstance(reach, tuple | list) or len(reach) != 2:
        raise GraphGameError(
            "reach: expected the most tokens that a move takes and the most heaps that it leaves, "
            f"as in (2, 2), got {reach!r}"
        )
    return checks.size(reach[0], "reach[0]"), checks.size(reach[1], "reach[1]")


class MisereQuotient:
    """The misère quotient of a heap game on the heaps 0 to n.

    Attributes
    ----------
    table : (order, order) int64 array
        The products of elements; element 0 is the identity.
    p_portion : tuple of int
        The elements whose positions are lost for the player to move.
    elements : tuple of int
        The pretending function: the element of each heap from 0 to n.
    words : tuple of tuple of int
        For each element a sum of heaps of least total that has it.
    period : (int, int) or None
        (n0, p) where elements[h + p] == elements[h] for all h from n0 on is proven for all heaps.

    See Also
    --------
    misere_quotient, misere_outcome

    Examples
    --------
    >>> import graphgame as gg
    >>> quotient = gg.octal("0.123").misere_quotient()
    >>> quotient.order, len(quotient.p_portion), quotient.proven
    (20, 5, True)
    >>> quotient.pretending(1000), quotient.element([3, 8]), quotient.verify()
    (1, 12, True)
    >>> quotient.outcome([3, 8])
    <Outcome.WIN: 1>
    """

    def __init__(
        self,
        rule: HeapRules,
        table: types.Anything,
        losing: Iterable[int],
        elements: Iterable[int],
        words: Iterable[Heaps],
        reach: tuple[int, int] | None = None,
    ) -> None:
        self._rule = rule
        self._reach = None if reach is None else _pair(reach)
        self._table = np.asarray(table, dtype=np.int64)
        self.p_portion: tuple[int, ...] = tuple(losing)
        self.elements: tuple[int, ...] = tuple(elements)
        self.words: tuple[Heaps, ...] = tuple(words)
        self.period: tuple[int, int] | None = proven_period(self.elements, self._reach)

    @property
    def table(self) -> types.Int64Array:
        """(order, order) int64, read-only: the products of elements."""
        return read_only(self._table)

    @property
    def order(self) -> int:
        """How many elements there are."""
        return len(self._table)

    @property
    def proven(self) -> bool:
        """Whether this is the quotient of the game on all heaps, once `verify` accepts it."""
        return self.period is not None

    @property
    def kernel(self) -> tuple[int, ...]:
        """The least ideal: the elements that every element has among its multiples."""
        return kernel(self._table)

    @property
    def is_tame(self) -> bool:
        """Whether this is the quotient of Nim in misère play, with heaps up to some size.

        Then who wins is known as in Nim: as in normal play, unless all heaps are small.
        """
        k, least = self.order, self.kernel
        if k <= 2:
            return True
        others = sorted(set(range(k)) - set(least))
        e = self._identity(least)
        squares = {int(self._table[x, x]) for x in least}
        if len(others) != 2 or squares != {e} or self._table[others[1], others[1]] != 0:
            return False
        return others[0] == 0 and set(self.p_portion) == {others[1], e}

    @property
    def is_regular(self) -> bool:
        """Whether exactly one element of the kernel is lost."""
        return len(set(self.kernel) & set(self.p_portion)) == 1

    def _identity(self, least: Iterable[int]) -> int:
        return next(x for x in least if self._table[x, x] == x)

    def presentation(self) -> Presentation:
        """Return generators and relations.

        Returns
        -------
        Presentation

        See Also
        --------
        pretending

        Notes
        -----
        Relations are the reduced Gröbner basis of the monoid, products ordered by degree and then
        as in a dictionary.  O(k g) products for k elements and g generators.

        Examples
        --------
        >>> import graphgame as gg
        >>> print(gg.octal("0.123").misere_quotient().presentation())
        <a, b, c, d | a^2 = 1, c^2 = 1, c d = b d, b^2 c = b^3, b^2 d = d, d^3 = a d^2, b^4 = b^2>
        """
        return present(self._table, self.elements, self.p_portion)

    def pretending(self, heap: int) -> int:
        """Return the element of a heap.

        Raises
        ------
        GraphGameError
            If the heap is beyond those searched, and no period is proven.

        See Also
        --------
        element, presentation
        """
        size = checks.size(heap, "heap")
        if size >= len(self.elements):
            if self.period is None:
                raise GraphGameError(
                    f"heap {size}: expected at most {len(self.elements) - 1}, since no period of "
                    "this quotient is proven; ask for a quotient of more heaps"
                )
            start, p = self.period
            size = start + (size - start) % p
        return self.elements[size]

    def element(self, heaps: int | Iterable[int]) -> int:
        """Return the element of a heap, or of several heaps together."""
        x = 0
        for heap in components(heaps):
            x = int(self._table[x, self.pretending(heap)])
        return x

    def outcome(self, heaps: int | Iterable[int]) -> Outcome:
        """Return the outcome in misère play of a heap, or of several heaps together."""
        return LOSE if self.element(heaps) in self.p_portion else WIN

    def verify(self) -> bool:
        """Check the quotient, and its period, from the rule alone; see `verify_quotient`.

        Raises
        ------
        VerificationError
            If it is not the quotient.

        See Also
        --------
        misere_quotient
        """
        from graphgame.heaps.misere.verify import verify_quotient

        options = checked_moves(self._rule)
        proof = None
        if self.period is not None and self._reach is not None:
            proof = (*self.period, *self._reach)
        return verify_quotient(options, self._table, self.p_portion, self.elements, proof)

    def save(self, file: types.File) -> None:
        """Save the quotient as JSON; see docs/formats.md.

        Parameters
        ----------
        file : path or binary file
            A path is replaced as a whole or not at all.

        See Also
        --------
        load
        """
        content = {
            "format": FORMAT,
            "version": 1,
            "game": repr(self._rule),
            "table": self._table.tolist(),
            "p_portion": self.p_portion,
            "elements": self.elements,
            "words": self.words,
            "reach": self._reach,
        }
        text = (json.dumps(content) + "\n").encode()
        if isinstance(file, str | os.PathLike):
            with replacing(file) as target:
                target.write(text)
        else:
            checks.binary_file(file, "write")
            file.write(text)

    @classmethod
    def load(cls, file: types.File, rule: HeapRules) -> MisereQuotient:
        """Load a quotient, and check it.

        Parameters
        ----------
        file : path or binary file
        rule : object with ``options(heap)``
            The game: the file is checked by its rule, not believed.

        Returns
        -------
        MisereQuotient

        Raises
        ------
        SolutionFileError
            If it is not such a file.
        VerificationError
            If what it holds is not the quotient of this game.

        See Also
        --------
        save

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> game, file = gg.octal("0.123"), io.BytesIO()
        >>> game.misere_quotient().save(file)
        >>> _ = file.seek(0)
        >>> gg.MisereQuotient.load(file, game)
        <MisereQuotient of all heaps: order 20>
        """
        name = os.fspath(file) if isinstance(file, str | os.PathLike) else "the file"
        if not isinstance(file, str | os.PathLike):
            checks.binary_file(file, "read")
        try:
            content = json.loads(_content(file))
            if content["format"] != FORMAT or content["version"] != 1:
                raise ValueError
            found = cls(rule, *(_field(content, key) for key in _FIELDS))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise SolutionFileError(
                f"{name}: expected a misère quotient saved by graphgame, got something else or a "
                f"damaged file ({error!r})"
            ) from None
        found.verify()
        return found

    def __repr__(self) -> str:
        heaps = "all heaps" if self.proven else f"heaps to {len(self.elements) - 1}"
        return f"<MisereQuotient of {heaps}: order {self.order}>"


_FIELDS = ("table", "p_portion", "elements", "words", "reach")


def _content(file: types.File) -> bytes:
    if isinstance(file, str | os.PathLike):
        with open(file, "rb") as opened:
            return opened.read()
    return file.read()


def _field(content: dict[str, Any], key: str) -> Any:
    """Return a field of a file, of the type that it must have."""
    value = content[key]
    if key == "reach":
        if value is not None and not (len(value) == 2 and all(type(x) is int for x in value)):
            raise ValueError(key)
        return value and tuple(value)
    if key == "words":
        return [tuple(checks.sizes(word, key)) for word in value]
    array = np.array(value, dtype=np.int64 if value else None)
    if array.ndim != (2 if key == "table" else 1):
        raise ValueError(key)
    return array if key == "table" else [checks.size(x, key) for x in value]


def proven_period(
    elements: tuple[int, ...], reach: tuple[int, int] | None
) -> tuple[int, int] | None:
    """Return the least period (n0, p) that these elements prove, if any.

    See docs/decisions: with moves that take at most d and leave at most k heaps, the options of
    heaps from k n0 + (k - 1) p + d on have the elements of those p heaps before; n0 is at least 1.
    """
    if reach is None:
        return None
    d, k = reach
    n = len(elements)
    for p in range(1, n):
        start = n - p
        while start > 1 and elements[start - 1] == elements[start - 1 + p]:
            start -= 1
        if n > k * start + k * p + d:
            return start, p
    return None
