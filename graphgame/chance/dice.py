"""`dice`: what dice show, with weights, as the rule of a game of chance needs it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import product
from math import prod
from operator import index as as_int
from typing import Any

from graphgame import checks
from graphgame.errors import GraphGameError, TooLargeError, advised

# So many throws are gone through one by one.
_MOST_THROWS = 10_000_000


@advised
def dice(
    faces: int | Iterable[Hashable] = 6,
    count: int = 1,
    read: Callable[[tuple[Any, ...]], Hashable] = sum,
) -> dict[Any, int]:
    """Return in how many ways each result of throwing some equal dice comes up.

    Parameters
    ----------
    faces : int, iterable of numbers, or mapping of number to int
        How many faces a die has, which then show 1, 2, 3, …; or what each of its faces shows; or
        what they show with weights, for a loaded die.
    count : int
        How many dice are thrown.
    read : callable
        What counts of a throw, a tuple with what each die shows.  By default it is the sum.

    Returns
    -------
    dict of result to int
        Weights as `solve_chance` takes them: without weights of faces, their sum is the number of
        all throws.  Sums ascend.

    Raises
    ------
    GraphGameError
        If there is no face or no die, a weight is no integer of at least 1, or what faces show
        cannot be added.
    TooLargeError
        If throws that `read` looks at are more than 10^7.

    See Also
    --------
    solve_chance

    Notes
    -----
    O(count · faces · sums) time for sums.  Any other `read` is called once for each throw, so call
    `dice` once, and not at every position.

    Examples
    --------
    >>> import graphgame as gg
    >>> gg.dice(6, 2)[7], gg.dice(6, 2)[12]
    (6, 1)
    >>> gg.dice([0, 1], 4)  # the four dice of the Royal Game of Ur
    {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}
    >>> gg.dice(6, 2, max)[6]  # the better one of two
    11
    """
    die = _die(faces)
    number = checks.at_least_1(count, "count")
    if read is sum:
        return _sums(die, number)
    if len(die) ** number > _MOST_THROWS:
        raise TooLargeError(
            f"count: expected at most {_MOST_THROWS:,} throws for read=, got {len(die)} faces and "
            f"{number} dice; throw some of them after the others, as moves of their own"
        )
    found: dict[Any, int] = {}
    for throw in product(die.items(), repeat=number):
        result = read(tuple(face for face, _ in throw))
        found[result] = found.get(result, 0) + prod(weight for _, weight in throw)
    return found


def _die(faces: Any) -> dict[Any, int]:
    """Return the weight of what each face shows."""
    if isinstance(faces, Mapping):
        try:
            die = {face: as_int(weight) for face, weight in faces.items()}
        except TypeError:
            die = {}
        wrong = [face for face, weight in die.items() if weight < 1]
        if len(die) < len(faces) or wrong:
            raise GraphGameError(
                f"faces: expected integers of at least 1 as weights, got {dict(faces)!r}"
            )
    elif isinstance(faces, str | bytes) or not isinstance(faces, Iterable):
        die = dict.fromkeys(range(1, checks.at_least_1(faces, "faces") + 1), 1)
    else:
        die = {}
        for face in faces:
            die[face] = die.get(face, 0) + 1
    if not die:
        raise GraphGameError("faces: expected at least one face, got none")
    return die


def _sums(die: dict[Any, int], count: int) -> dict[Any, int]:
    """Return the weights of the sums of some dice, which ascend."""
    found: dict[Any, int] = {0: 1}
    try:
        for _ in range(count):
            before, found = found, {}
            for total, ways in before.items():
                for face, weight in die.items():
                    found[total + face] = found.get(total + face, 0) + ways * weight
        return dict(sorted(found.items()))
    except TypeError:
        raise GraphGameError(
            f"faces: expected numbers, which can be added, got {[*die]!r}; read=tuple keeps what "
            "each die shows"
        ) from None
