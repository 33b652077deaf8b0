"""Indices of digits, combinations and arrangements: ranks, and back."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial, prod
from pathlib import Path

import numpy as np

from graphgame import checks
from graphgame.arrays import types
from graphgame.big.indexed import _ranking
from graphgame.errors import GraphGameError, TooLargeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import AnyArray, Int64Array

# Cells, at most; the table of binomials has them in a row.
_MOST_CELLS = 1 << 16


def get_include() -> str:
    """Return the folder with ``ranking.h``, the same functions for rules in C.

    Returns
    -------
    str

    See Also
    --------
    MixedRadix, Combinations, Arrangements

    Examples
    --------
    >>> from pathlib import Path
    >>> Path(get_include(), "ranking.h").is_file()
    True
    """
    return str(Path(__file__).parent)


class _Ranking:
    """Things of `length` integers each, numbered from 0 to size - 1.

    Attributes
    ----------
    size : int
    """

    __slots__ = ("_length", "size")
    size: int

    def __init__(self, size: int, length: int, what: str) -> None:
        if size >= 2**63:
            found = f"a number of {size.bit_length()} bits"
            raise TooLargeError(f"{what}: expected at most 2^63 - 1 indices, got {found}")
        self.size, self._length = size, length

    def rank(self, things: types.ArrayLike) -> types.Anything:
        """Return the index of one thing, or of each row of an array.

        Parameters
        ----------
        things : (k,) or (…, k) array_like of int

        Returns
        -------
        int, or int64 array of shape (…)

        Raises
        ------
        GraphGameError
            If one of them has no index.

        See Also
        --------
        unrank
        """
        array = checks.integers(things, "things")
        if array.ndim == 0 or array.shape[-1] != self._length:
            raise GraphGameError(
                f"{self!r}: expected {self._length} integers for an index, got an array of shape "
                f"{array.shape}"
            )
        rows = np.ascontiguousarray(array, dtype=np.int64).reshape(
            prod(array.shape[:-1]), self._length
        )
        return self._shaped(self._ranks(rows), array.shape[:-1], rows)

    def unrank(self, index: types.ArrayLike) -> types.Anything:
        """Return what has an index, or an array of indices.

        Parameters
        ----------
        index : int, or array_like of int

        Returns
        -------
        tuple of int, or int64 array with an axis more

        See Also
        --------
        rank
        """
        indices = self._indices(index)
        rows = self._things(indices.ravel()).reshape(*indices.shape, self._length)
        return tuple(rows.tolist()) if indices.ndim == 0 else rows

    def _indices(self, index: Any) -> Int64Array:
        indices: Int64Array = checks.integers(index, "index").astype(np.int64)
        wrong = (indices < 0) | (indices >= self.size)
        if wrong.any():
            raise GraphGameError(
                f"{self!r}: expected an index from 0 to {self.size - 1}, got {indices[wrong][0]}"
            )
        return indices

    def _shaped(self, ranks: AnyArray, shape: tuple[int, ...], rows: AnyArray) -> Any:
        """Return ranks in a shape; refuse those that are none."""
        if (ranks < 0).any():
            raise GraphGameError(
                f"{self!r}: expected what has an index, got {rows[(ranks < 0).argmax()].tolist()}"
            )
        return int(ranks[0]) if shape == () else ranks.reshape(shape)

    def _ranks(self, rows: Int64Array) -> AnyArray:
        raise NotImplementedError

    def _things(self, indices: Int64Array) -> AnyArray:
        raise NotImplementedError


class MixedRadix(_Ranking):
    """Rows of digits, each with a base of its own, numbered as nested loops meet them.

    Parameters
    ----------
    bases : sequence of int
        How many values each digit has; the last digit counts 1.

    Attributes
    ----------
    size : int
        The product of the bases.
    bases : tuple of int

    See Also
    --------
    Combinations, Arrangements

    Examples
    --------
    >>> clock = MixedRadix([24, 60, 60])
    >>> clock.size, clock.rank([1, 1, 1]), clock.unrank(86399)
    (86400, 3661, (23, 59, 59))
    >>> clock.unrank([0, 60]).tolist()
    [[0, 0, 0], [0, 1, 0]]
    """

    __slots__ = ("_bases", "bases")

    def __init__(self, bases: Sequence[int]) -> None:
        self.bases: tuple[int, ...] = tuple(
            checks.at_least_1(base, "bases") for base in checks.unviewed(bases)
        )
        super().__init__(prod(self.bases), len(self.bases), "bases")
        self._bases = np.array(self.bases, dtype=np.int64)

    def __repr__(self) -> str:
        return f"MixedRadix({list(self.bases)})"

    def _ranks(self, rows: Int64Array) -> AnyArray:
        if not self.bases:
            return np.zeros(len(rows), np.int64)
        return np.asarray(_ranking.rank_digits(self._bases, rows.ravel()))

    def _things(self, indices: Int64Array) -> AnyArray:
        if not self.bases:
            return np.zeros(0, np.int64)
        return np.asarray(_ranking.unrank_digits(self._bases, indices))


class Combinations(_Ranking):
    """Which k of n cells are taken: the index is a sum of binomials.

    Parameters
    ----------
    n, k : int

    Attributes
    ----------
    size : int
        The binomial of n and k.
    n, k : int

    See Also
    --------
    MixedRadix, Arrangements

    Examples
    --------
    >>> stones = Combinations(25, 6)
    >>> stones.size, stones.rank([0, 1, 2, 3, 4, 5]), stones.unrank(177099)
    (177100, 0, (19, 20, 21, 22, 23, 24))
    >>> stones.rank_bits(0b1111110), bin(stones.unrank_bits(6))
    (6, '0b1111110')
    """

    __slots__ = ("_table", "k", "n")
    k: int
    n: int

    def __init__(self, n: int, k: int) -> None:
        self.n, self.k = checks.size(n, "n"), checks.size(k, "k")
        if self.k > self.n or self.n > _MOST_CELLS:
            raise GraphGameError(
                f"n: expected from {self.k} to {_MOST_CELLS} cells for {self.k}, got {self.n}"
            )
        super().__init__(comb(self.n, self.k), self.k, "n")
        if (self.n + 1) * (self.k + 1) > 1 << 26:
            raise TooLargeError(f"n: expected a table below 2^26, got {self.n} and {self.k}")
        self._table = np.asarray(_ranking.binomials(self.n, self.k))

    def __repr__(self) -> str:
        return f"Combinations({self.n}, {self.k})"

    def rank_bits(self, bits: types.ArrayLike) -> types.Anything:
        """Return the index of a set of cells, as the bits of an integer, or of an array of these.

        There are at most 64 cells.

        See Also
        --------
        unrank_bits, rank
        """
        self._require_bits()
        sets = checks.unsigned(bits, "bits").astype(np.uint64)
        flat = np.ascontiguousarray(sets).ravel()
        ranks = np.asarray(_ranking.rank_bits(self._table, self.n, self.k, flat))
        return self._shaped(ranks, sets.shape, flat)

    def unrank_bits(self, index: types.ArrayLike) -> types.Anything:
        """Return the set of cells of an index as an int, or of an array of these as uint64."""
        self._require_bits()
        indices = self._indices(index)
        flat = indices.ravel()
        sets = np.asarray(_ranking.unrank_bits(self._table, self.n, self.k, flat))
        return int(sets[0]) if indices.ndim == 0 else sets.reshape(indices.shape)

    def _require_bits(self) -> None:
        if self.n > 64:
            raise GraphGameError(f"bits: expected at most 64 cells, got {self.n}")

    def _ranks(self, rows: Int64Array) -> AnyArray:
        if not self.k:
            return np.zeros(len(rows), np.int64)
        return np.asarray(_ranking.rank_cells(self._table, self.n, self.k, rows.ravel()))

    def _things(self, indices: Int64Array) -> AnyArray:
        return np.asarray(_ranking.unrank_cells(self._table, self.n, self.k, indices))


class Arrangements(_Ranking):
    """Pieces in a row, some of them alike: permutations with repetition, in lexicographic order.

    Parameters
    ----------
    counts : sequence of int
        How many pieces there are of kind 0, 1, …; an empty cell is a kind, too.

    Attributes
    ----------
    size : int
        The multinomial of the counts.
    counts : tuple of int

    See Also
    --------
    MixedRadix, Combinations

    Examples
    --------
    >>> board = Arrangements([2, 1, 1])
    >>> board.size, board.rank([0, 0, 1, 2]), board.unrank(11)
    (12, 0, (2, 1, 0, 0))
    """

    __slots__ = ("_counts", "counts")

    def __init__(self, counts: Sequence[int]) -> None:
        self.counts: tuple[int, ...] = tuple(
            checks.size(count, "counts") for count in checks.unviewed(counts)
        )
        n = sum(self.counts)
        if n > _MOST_CELLS:
            raise TooLargeError(f"counts: expected at most {_MOST_CELLS} pieces, got {n}")
        size = factorial(n) // prod(map(factorial, self.counts))
        super().__init__(size, n, "counts")
        self._counts = np.array(self.counts, dtype=np.int64)

    def __repr__(self) -> str:
        return f"Arrangements({list(self.counts)})"

    def _ranks(self, rows: Int64Array) -> AnyArray:
        n = self._length
        if not n:
            return np.zeros(len(rows), np.int64)
        return np.asarray(_ranking.rank_pieces(self._counts, n, self.size, rows.ravel()))

    def _things(self, indices: Int64Array) -> AnyArray:
        if not self._length:
            return np.zeros(0, np.int64)
        found = _ranking.unrank_pieces(self._counts, self._length, self.size, indices)
        return np.asarray(found)
