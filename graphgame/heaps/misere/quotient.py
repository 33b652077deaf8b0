"""`misere_quotient`, found heap by heap; `MisereQuotient`, and its `Presentation`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from graphgame import checks, types
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, SolutionFileError, advised, shown_file
from graphgame.heaps.misere.learning import QuotientSearch
from graphgame.heaps.misere.outcomes import HeapRules, Heaps, checked_moves
from graphgame.heaps.table import Table, components
from graphgame.outcome import LOSE, WIN, Outcome
from graphgame.progress import Report
from graphgame.types import Int64Array

# How often each generator is a factor.
Exponents: TypeAlias = tuple[int, ...]

# The most elements, unless the caller says otherwise.
MOST_ELEMENTS = 1000
# Where no greatest heap is given: up to it periods are sought.
_MOST_HEAP = 1024
_FIRST_HEAP = 16
FORMAT = "graphgame misere quotient"


@advised
def misere_quotient(
    rule: HeapRules,
    n: int | None = None,
    *,
    reach: tuple[int, int] | None = None,
    most: int = MOST_ELEMENTS,
    progress: types.ProgressLike = False,
) -> MisereQuotient:
    """Find the misère quotient of a game on the heaps 0 to n, and check it.

    For a `HeapGame`, ``game.misere_quotient(n)`` is the same, with the reach of its rule.

    Parameters
    ----------
    rule : object with ``options(heap)``
        As in `misere_outcome`.
    n : int, optional
        The greatest heap.  If not given, heaps are added until a period is proven, at most 1024.
        A `HeapGame` needs none, nor `reach`.
    reach : (int, int), optional
        (d, k): from heaps above d no move takes more than d, none leaves more than k heaps, and
        whether a move is allowed depends on these two numbers alone, as in an octal game.  Needed
        to prove a period.
    most : int
        The most elements.
    progress : bool or callable
        Show on standard error how many heaps are done; or call this with a `Progress`.

    Returns
    -------
    MisereQuotient

    Raises
    ------
    GraphGameError
        If there are more than `most` elements, naming the heap; or if n is not given, and the rule
        has no reach.
    TooLargeError
        If n is beyond what a table can hold.
    VerificationError
        If what was found is not the quotient.

    See Also
    --------
    MisereQuotient, misere_outcome, HeapGame.misere_quotient

    Notes
    -----
    A heap is taken for a sum of smaller ones if no sum contradicts it; otherwise elements are
    learned anew, as L* learns an automaton.  This finds, and does not prove: every answer is
    checked by `verify_quotient`, which shares nothing with the search.  Where the quotient of all
    heaps is infinite, that of the heaps to n grows with n.

    Outcomes of at most 20 million sums are searched: 4 bytes for each heap of a sum, and 19 to 30
    for the sum, or twice as many while they grow.  The table of a quotient takes 8 bytes for each
    product of two elements, and the search up to 600, as for Nim, beside the sums.  The 638
    elements of 0.07 with the heaps to 33 take ten seconds.

    References
    ----------
    T. E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", Journal of
    Combinatorial Theory A 115, 2008, arXiv:math/0609825.
    D. Angluin, "Learning regular sets from queries and counterexamples", Information and
    Computation 75, 1987.

    Examples
    --------
    >>> import graphgame as gg
    >>> misere_quotient(gg.octal("0.77"), 20)
    <MisereQuotient of heaps to 20: order 24>
    """
    if reach is None and (bounds := getattr(getattr(rule, "_rule", None), "bounds", None)):
        reach = bounds()  # of a `HeapGame`
    last = _MOST_HEAP if n is None else checks.size(n, "n")
    Table.check(last)
    moves = checked_moves(rule)
    if n is None and reach is None:
        raise GraphGameError(
            "n: expected the greatest heap, since no period can be proven of a rule without "
            "reach=, got None"
        )
    search = QuotientSearch(checks.at_least_1(most, "most"))
    with Report(progress) as report:
        for heap in range(last + 1):
            search.add([tuple(filter(None, parts)) for parts in moves(heap)])
            if report is not None:
                text = "quotient: {done:,} of {total:,} heaps"
                report.step("quotient", heap + 1, last + 1, "heaps", text)
            # A look for a period at every power of 2 costs less than the heaps themselves.
            looks = n is None and heap >= _FIRST_HEAP and not heap & (heap - 1)
            if looks and _proven_period(tuple(search.elements), reach) is not None:
                break
    losing = np.flatnonzero(search.lost).tolist()
    words = (search.table, losing, search.elements, search.words, reach)
    quotient = MisereQuotient(rule, *words)
    quotient.verify()
    return quotient


def _pair(reach: object) -> tuple[int, int]:
    """Return the most tokens that a move takes, and the most heaps that it leaves."""
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
        For each element heaps that have it together, in a sum that the search met first.
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
        self.period: tuple[int, int] | None = _proven_period(self.elements, self._reach)

    @property
    def table(self) -> Int64Array:
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
        return _kernel(self._table)

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
        return _present(self._table, self.elements, self.p_portion)

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
        facts = self._table, self.p_portion, self.elements
        return verify_quotient(options, *facts, proof, self.words)

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
        from graphgame.archive import writing

        with writing(file) as target:
            target.write(text)

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
        name = shown_file(file)
        if not isinstance(file, str | os.PathLike):
            checks.binary_file(file, "read")
        try:
            content = json.loads(_content(file))
            version = content["version"]
            if content["format"] != FORMAT or type(version) is not int or version != 1:
                raise ValueError
            found = cls(rule, *(_field(content, key) for key in _FIELDS))
        except SolutionFileError:  # no regular file
            raise
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
        with checks.open_regular(file) as opened:
            return checks.read_json(opened)
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


def _proven_period(
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


# -- generators and relations ---------------------------------------------------------------------


class Presentation(NamedTuple):
    """Generators and relations of a misère quotient.

    Attributes
    ----------
    generators : dict of str to int
        For each name the least heap that has this element.
    relations : tuple of (str, str)
        Products that are equal; the second one is the normal form.
    elements : tuple of str
        The normal form of each element.
    p_portion : tuple of str
        Those that are lost.
    pretending : tuple of str
        That of each heap.

    See Also
    --------
    MisereQuotient

    Examples
    --------
    >>> import graphgame as gg
    >>> p = gg.octal("0.33").misere_quotient().presentation()
    >>> print(p)
    <a, b | a^2 = 1, b^3 = b>
    >>> p.generators, p.p_portion, p.pretending[:5]
    ({'a': 1, 'b': 2}, ('a', 'b^2'), ('1', 'a', 'b', '1', 'a'))
    """

    generators: dict[str, int]
    relations: tuple[tuple[str, str], ...]
    elements: tuple[str, ...]
    p_portion: tuple[str, ...]
    pretending: tuple[str, ...]

    def __str__(self) -> str:
        relations = ", ".join(f"{x} = {y}" for x, y in self.relations)
        return f"<{', '.join(self.generators)} | {relations}>"


def _kernel(table: Int64Array) -> tuple[int, ...]:
    """Return the least ideal of a finite commutative monoid: the multiples of all elements."""
    x = 0
    for y in range(len(table)):
        x = int(table[x, y])
    return tuple(sorted(set(table[x].tolist())))


def _present(table: Int64Array, elements: Sequence[int], losing: Sequence[int]) -> Presentation:
    """Return the presentation of a monoid by the elements of heaps.

    Products are ordered by degree, then with more of the first generators first.  The least product
    of each element is its normal form.  A product that is no normal form, but all of whose proper
    factors are, is the left side of a relation: these rewrite every product into its normal form.
    """
    heaps = _generators(table, elements)
    values = [elements[heap] for heap in heaps]
    names = [_name(i) for i in range(len(heaps))]
    normal: dict[int, Exponents] = {0: (0,) * len(heaps)}
    forms = {normal[0]}
    relations: list[tuple[Exponents, int]] = []
    degree = [normal[0]]
    while degree:
        longer = sorted({_more(x, g) for x in degree for g in range(len(heaps))}, reverse=True)
        degree = []
        for product in longer:
            if all(_less(product, g) in forms for g, k in enumerate(product) if k):
                x = _value(table, values, product)
                if x in normal:
                    relations.append((product, x))
                else:
                    normal[x] = product
                    forms.add(product)
                    degree.append(product)
    words = tuple(_text(names, normal[x]) for x in range(len(table)))
    return Presentation(
        dict(zip(names, heaps, strict=True)),
        tuple((_text(names, product), words[x]) for product, x in relations),
        words,
        tuple(words[x] for x in losing),
        tuple(words[x] for x in elements),
    )


def _generators(table: Int64Array, elements: Sequence[int]) -> list[int]:
    """Return the least heaps whose elements generate all, each of them needed."""
    first: dict[int, int] = {}
    for heap, x in enumerate(elements):
        if x:
            first.setdefault(x, heap)
    chosen = list(first)
    for x in [*reversed(chosen)]:
        others = [y for y in chosen if y != x]
        if x in _generated(table, others):
            chosen = others
    return [first[x] for x in chosen]


def _generated(table: Int64Array, chosen: Sequence[int]) -> set[int]:
    reached, waiting = {0}, [0]
    for x in waiting:
        for g in chosen:
            if (y := int(table[x, g])) not in reached:
                reached.add(y)
                waiting.append(y)
    return reached


def _value(table: Int64Array, values: list[int], product: Exponents) -> int:
    x = 0
    for g, k in enumerate(product):
        for _ in range(k):
            x = int(table[x, values[g]])
    return x


def _more(x: Exponents, g: int) -> Exponents:
    return (*x[:g], x[g] + 1, *x[g + 1 :])


def _less(x: Exponents, g: int) -> Exponents:
    return (*x[:g], x[g] - 1, *x[g + 1 :])


def _name(i: int) -> str:
    """Return the name of a generator: a to z, then a1 to z1, and so on."""
    return chr(ord("a") + i % 26) + (str(i // 26) if i >= 26 else "")


def _text(names: list[str], x: Exponents) -> str:
    """Write a product: a²b as a^2 b, and 1 if it is empty."""
    factors = [name if k == 1 else f"{name}^{k}" for name, k in zip(names, x, strict=True) if k]
    return " ".join(factors) or "1"
