"""Generators and relations of a finite commutative monoid."""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphgame.types import Int64Array

    # How often each generator is a factor.
    Exponents = tuple[int, ...]


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


def kernel(table: Int64Array) -> tuple[int, ...]:
    """Return the least ideal of a finite commutative monoid: the multiples of all elements."""
    x = 0
    for y in range(len(table)):
        x = int(table[x, y])
    return tuple(sorted(set(table[x].tolist())))


def present(table: Int64Array, elements: Sequence[int], losing: Sequence[int]) -> Presentation:
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
