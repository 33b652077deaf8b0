"""The certificates of values where options are sums: NumPy only, no kernel, no solver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, VerificationError, advised

# Components that are checked together.
_BLOCK = 1 << 14
# Stands for a component that has no value.
_NONE = -1


@advised
def verify_sums(
    option_ptr: types.ArrayLike,
    part_ptr: types.ArrayLike,
    part_idx: types.ArrayLike,
    values: types.ArrayLike,
    order: types.ArrayLike,
    position: Callable[[int], object] = int,
) -> bool:
    """Check the Grundy values of components whose options are sums.

    The order proves that there is no cycle: each component stands behind all parts of its options.
    Then the value of each component must be the mex of the XORs.

    Parameters
    ----------
    option_ptr, part_ptr, part_idx : array_like of int
        Option i of component v, for option_ptr[v] <= i < option_ptr[v + 1], is the sum of
        part_idx[part_ptr[i]:part_ptr[i + 1]].
    values : (n,) array_like of int
    order : (n,) array_like of int
        All components, each after all parts of its options.
    position : callable
        From an index to what errors call the component.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If a value is wrong; the error names the first component found.
    GraphGameError
        If values or order are not n integers.

    See Also
    --------
    grundy, verify_grundy

    Notes
    -----
    O(n + m + k) time for k parts of m options.

    Examples
    --------
    >>> verify_sums([0, 0, 1, 3], [0, 1, 2, 4], [0, 1, 0, 1], [0, 1, 0], [0, 1, 2])
    True
    """
    starts, ptr, idx = (np.asarray(x) for x in (option_ptr, part_ptr, part_idx))
    n = len(starts) - 1
    g, ranks = _integers(values, n, "values"), _ranks(order, n)
    for first in range(0, n, _BLOCK):
        rows = np.arange(first, min(first + _BLOCK, n))
        _check_block(rows, starts, ptr, idx, g, ranks, position)
    return True


def _check_block(
    rows: types.IntArray,
    starts: types.IntArray,
    ptr: types.IntArray,
    idx: types.IntArray,
    g: types.IntArray,
    ranks: types.IntArray,
    position: Callable[[int], object],
) -> None:
    """Check the values of some neighbouring components."""
    first, stop = int(starts[rows[0]]), int(starts[rows[-1] + 1])
    owners = np.repeat(rows, np.diff(starts[rows[0] : rows[-1] + 2]))
    parts = idx[ptr[first] : ptr[stop]]
    sizes = np.diff(ptr[first : stop + 1])
    late = ranks[parts] >= np.repeat(ranks[owners], sizes)
    if late.any():
        v = int(np.repeat(owners, sizes)[late][0])
        raise VerificationError(
            position(v), [], "all parts of its options before it in the order", f"value {g[v]}"
        )
    found = _xors(g[parts], sizes)
    mex = _mexes(found, owners - rows[0], len(rows))
    wrong = np.flatnonzero(mex != g[rows])
    if len(wrong):
        v = int(rows[wrong[0]])
        options = [(f"option {i}", "value", int(x)) for i, x in enumerate(found[owners == v])]
        expected = f"the mex of the values of its options, {mex[wrong[0]]}"
        raise VerificationError(position(v), options, expected, f"value {g[v]}")


def _xors(values: types.IntArray, sizes: types.IntArray) -> types.IntArray:
    """Return the XOR of each run of values, 0 of an empty one."""
    found = np.zeros(len(sizes), dtype=np.int64)
    full = np.flatnonzero(sizes)
    if len(full):
        starts = (np.cumsum(sizes) - sizes)[full]
        found[full] = np.bitwise_xor.reduceat(values.astype(np.int64), starts)
    return found


def _mexes(values: types.IntArray, owners: types.IntArray, n: int) -> types.IntArray:
    """Return for each of n owners the least number of 0 and above that none of its values is."""
    order = np.lexsort((values, owners))
    owners, values = owners[order], values[order]
    first = np.ones(len(values), dtype=bool)
    first[1:] = (owners[1:] != owners[:-1]) | (values[1:] != values[:-1])
    owners, values = owners[first], values[first]
    # The distinct values of an owner ascend: the i-th is i as long as none is left out.
    starts = np.searchsorted(owners, owners)
    is_prefix = values == np.arange(len(values)) - starts
    mex: types.IntArray = np.bincount(owners[is_prefix], minlength=n)
    return mex


def verify_searched(
    ask: Callable[[Sequence[Any]], tuple[types.AnyArray, types.AnyArray, types.AnyArray]],
    names: types.ArrayLike,
    values: types.ArrayLike,
    position: Callable[[int], object] = int,
    *,
    sample: int | None = None,
) -> bool:
    """Check values of components of which the others are not known.

    In the order in which they are given, each value must follow from those before it: for each
    lesser number k some option has the value k, and no option has the value itself.  That an option
    has another value is clear if all its parts have values.  Else all but one must have, and the
    last part, to have the value v, must have t; it has not, if it has fewer than t options, or one
    of them, of parts that all have values, has t.

    Parameters
    ----------
    ask : callable
        From an array of names to the rows of their options: where the options of each begin, where
        the parts of each option begin, and the names of the parts.
    names : (n,) array_like of int
        All components that have values, each after those that its value follows from.
    values : (n,) array_like of int
    position : callable
        From a name to what errors call the component.
    sample : int, optional
        Check so many of the values alone: the first, the last, and others between them.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If a value does not follow.

    Notes
    -----
    O(options of the components, and of the parts that have no values) time: the rule is asked again
    about all of them.

    Examples
    --------
    >>> nim = {0: [], 1: [[0]], 2: [[0], [1]]}
    >>> def ask(names):
    ...     rows = [nim[name] for name in names.tolist()]
    ...     options = [option for row in rows for option in row]
    ...     begins = np.cumsum([0, *map(len, rows)]), np.cumsum([0, *map(len, options)])
    ...     return *begins, np.array([part for option in options for part in option])
    >>> verify_searched(ask, [0, 1, 2], [0, 1, 2])
    True
    """
    known = _Facts(np.asarray(names), np.asarray(values))
    if sample is not None and sample < known.n:
        for v in np.unique(np.linspace(0, known.n - 1, sample).astype(np.int64)):
            _check_searched(ask, known, np.arange(v, v + 1), position)
        return True
    for first in range(0, known.n, _BLOCK):
        _check_searched(ask, known, np.arange(first, min(first + _BLOCK, known.n)), position)
    return True


class _Facts:
    """Names and their values, and the order in which they were found."""

    def __init__(self, names: types.AnyArray, values: types.AnyArray) -> None:
        self.n = len(names)
        self.values = _integers(values, self.n, "values")
        self.names = names
        self._order = np.argsort(names, kind="stable")
        self._sorted = names[self._order]
        if (self._sorted[1:] == self._sorted[:-1]).any():
            raise GraphGameError("names: expected each component once")

    def ranks(self, names: types.AnyArray) -> types.IntArray:
        """Return the place of each name in the order; n for those without a value."""
        if not self.n:
            return np.zeros(len(names), dtype=np.int64)
        at = np.minimum(np.searchsorted(self._sorted, names), self.n - 1)
        return np.where(self._sorted[at] == names, self._order[at], self.n)

    def options(
        self, ptr: types.AnyArray, parts: types.AnyArray
    ) -> tuple[types.IntArray, types.IntArray, types.IntArray, types.IntArray, types.IntArray]:
        """Return of each option the XOR of known parts, and the greatest rank of all its parts.

        The last three are the ranks of all parts, the offsets, and which option each belongs to.
        """
        sizes = np.diff(ptr)
        ranks = self.ranks(parts)
        owner = np.repeat(np.arange(len(sizes)), sizes)
        worth = np.where(ranks < self.n, self.values[np.minimum(ranks, self.n - 1)], 0)
        top = np.full(len(sizes), _NONE, dtype=np.int64)
        np.maximum.at(top, owner, ranks)
        return _xors(worth, sizes), top, ranks, owner, worth


def _check_searched(
    ask: Any, known: _Facts, rows: types.IntArray, position: Callable[[int], object]
) -> None:
    """Check that the values of some components follow from those before them."""
    starts, ptr, parts = ask(known.names[rows])
    owners = np.repeat(rows, np.diff(starts))  # of each option, the rank of its component
    xors, top, ranks, part_owner, worth = known.options(ptr, parts)
    usable = top < owners
    _refuse_mex(known, rows, owners[usable], xors[usable], position)
    open_options = np.flatnonzero(~usable)
    if not len(open_options):
        return
    # Parts that have no value yet: one in each of these options.
    late = ranks >= owners[part_owner]
    counts = np.bincount(part_owner[late], minlength=len(owners))
    several = open_options[counts[open_options] != 1]
    if len(several):
        _refuse(known, int(owners[several[0]]), "all parts but one of each option valued", position)
    early = np.where(late, 0, worth)
    rest = _xors(early, np.diff(ptr))[open_options] ^ known.values[owners[open_options]]
    last = parts[late]
    _check_denied(ask, known, last, rest, owners[open_options], position)


def _check_denied(
    ask: Any,
    known: _Facts,
    last: types.AnyArray,
    targets: types.IntArray,
    before: types.IntArray,
    position: Callable[[int], object],
) -> None:
    """Check that each of some parts has another value than its target, by what is known before."""
    for first in range(0, len(last), _BLOCK):
        block = slice(first, first + _BLOCK)
        starts, ptr, parts = ask(last[block])
        owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        xors, top, *_ = known.options(ptr, parts)
        is_witness = (top < before[block][owners]) & (xors == targets[block][owners])
        denied = np.bincount(owners[is_witness], minlength=len(starts) - 1) > 0
        denied |= targets[block] > np.diff(starts)
        wrong = np.flatnonzero(~denied)
        if len(wrong):
            at = int(before[block][wrong[0]])
            _refuse(known, at, "no option of the same value", position)


def _refuse_mex(
    known: _Facts,
    rows: types.IntArray,
    owners: types.IntArray,
    xors: types.IntArray,
    position: Callable[[int], object],
) -> None:
    """Check that options have all lesser values, and none the value itself."""
    mex = _mexes(xors, owners - rows[0], len(rows))
    wrong = np.flatnonzero(mex < known.values[rows])
    if len(wrong):
        v = int(rows[wrong[0]])
        _refuse(known, v, f"an option of value {mex[wrong[0]]}, valued before it", position)
    same = np.flatnonzero(xors == known.values[owners])
    if len(same):
        _refuse(known, int(owners[same[0]]), "no option of the same value", position)


def _refuse(known: _Facts, v: int, expected: str, position: Callable[[int], object]) -> None:
    name = position(int(known.names[v]))
    raise VerificationError(name, [], expected, f"value {known.values[v]}")


def _integers(values: types.ArrayLike, n: int, what: str) -> types.IntArray:
    array = np.asarray(values)
    if array.shape != (n,) or array.dtype.kind not in "iu":
        raise GraphGameError(
            f"{what}: expected {n} integers, got shape {array.shape} of {array.dtype.name}"
        )
    found: types.IntArray = array.astype(np.int64)
    if n and found.min() < 0:
        raise GraphGameError(f"{what}: expected values of 0 or more, got {found.min()}")
    return found


def _ranks(order: types.ArrayLike, n: int) -> types.IntArray:
    """Return the place of each component in an order, which must have each once."""
    array = _integers(order, n, "order")
    if n and (array.max() >= n or np.bincount(array, minlength=n).max() > 1):
        raise GraphGameError(f"order: expected each of {n} components once")
    ranks = np.empty(n, dtype=np.int64)
    ranks[array] = np.arange(n)
    return ranks
