"""Kinds of cases, and the comparison of answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

Case = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of case: how it is drawn, checked and reduced."""

    draw: Callable[[random.Random], Case]
    check: Callable[[Case], None]
    smaller: Callable[[Case], Iterator[Case]]
    share: float = 1.0  # of the time, relative to other kinds


class DifferenceError(AssertionError):
    """Two answers to one question differ."""

    def __init__(self, what: str, found: Any, expected: Any) -> None:
        super().__init__(what, found, expected)
        self.what = what

    def __str__(self) -> str:
        return "{}: found {}, expected {}".format(*map(_short, self.args))


def same(what: str, found: Any, expected: Any) -> None:
    """Raise DifferenceError unless two things are equal; for arrays, name the first difference."""
    if isinstance(found, np.ndarray) and isinstance(expected, np.ndarray):
        if found.shape != expected.shape:
            raise DifferenceError(f"shape of {what}", found.shape, expected.shape)
        different = found != expected
        if different.any():
            place = tuple(int(i) for i in np.argwhere(different)[0])
            raise DifferenceError(f"{what} at {place}", found[place].item(), expected[place].item())
    elif found != expected:
        raise DifferenceError(what, found, expected)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else text[:200] + "…"


def random_of(*names: object) -> random.Random:
    """Return random numbers that depend on these names alone."""
    return random.Random("/".join(map(str, names)))


def arrays_of(rng: random.Random) -> np.random.Generator:
    """Return random arrays that depend on the random numbers so far."""
    return np.random.default_rng(rng.getrandbits(64))


def arrays_for(*names: object) -> np.random.Generator:
    """Return random arrays that depend on these names alone, for shuffles in checks."""
    return np.random.default_rng(crc32("/".join(map(str, names)).encode()))


def fewer(items: Any) -> Iterator[Any]:
    """Return a list, or rows of an array, without a piece: large pieces first, then each row."""
    size = len(items)
    while size:
        size = size // 2 if size > 1 else 0
        for start in range(0, len(items), max(size, 1)):
            if isinstance(items, np.ndarray):
                yield np.delete(items, np.s_[start : start + max(size, 1)], axis=0)
            else:
                yield items[:start] + items[start + max(size, 1) :]


def with_fewer(case: Case, *names: str) -> Iterator[Case]:
    """Return a case with fewer items in one of its lists."""
    for name in names:
        for items in fewer(case[name]):
            yield case | {name: items}


def with_less(case: Case, name: str, least: int = 0) -> Iterator[Case]:
    """Return a case with a smaller number."""
    number = case[name]
    for less in dict.fromkeys((least, (least + number) // 2, number - 1)):
        if least <= less < number:
            yield case | {name: less}


def all_of(checks: Iterable[Callable[[Case], None]]) -> Callable[[Case], None]:
    """Make one check of several."""
    listed = list(checks)

    def check(case: Case) -> None:
        for one in listed:
            one(case)

    return check
