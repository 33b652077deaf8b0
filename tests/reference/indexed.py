"""Indexed games, solved slowly: positions found by a list, then rounds until nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

LOSE, DRAW, WIN = -1, 0, 1
Answer = tuple[int, int]


def solved(
    size: int,
    options: Callable[[int], Iterable[int]],
    starts: Iterable[int] | None,
    preset: Callable[[int], Answer | None],
    *,
    misere: bool = False,
) -> dict[int, Answer]:
    """Return outcome and remoteness of every position, from the definitions.

    Parameters
    ----------
    size : int
    options : callable
    starts : iterable of int, or None for all indices
    preset : callable
        Of a position its preset outcome and the remoteness, or None.
    """
    known = list(dict.fromkeys(range(size) if starts is None else starts))
    seen = set(known)
    moves: dict[int, Sequence[int]] = {}
    for v in known:  # grows while it is read
        moves[v] = [] if preset(v) is not None else list(options(v))
        known += sorted(set(moves[v]) - seen)
        seen |= set(moves[v])
    found: dict[int, Answer] = {}
    for v in known:
        given = preset(v)
        if given is not None:
            found[v] = given
        elif not moves[v]:
            found[v] = (WIN if misere else LOSE), 0
    r, quiet = 0, False
    latest = max((far for _, far in found.values()), default=0)
    open_ = [v for v in known if v not in found]
    while open_ and (r <= latest or not quiet):
        r += 1
        new = _decided_at(r, open_, moves, found)
        found |= new
        open_ = [v for v in open_ if v not in new]
        quiet = not new
    return {v: found.get(v, (DRAW, -1)) for v in known}


def _decided_at(
    r: int, open_: list[int], moves: dict[int, Sequence[int]], found: dict[int, Answer]
) -> dict[int, Answer]:
    """Return the positions whose remoteness is r, when all below are known."""
    new: dict[int, Answer] = {}
    for v in open_:
        answers = [found.get(w, (DRAW, -1)) for w in moves[v]]
        if any(answer == (LOSE, r - 1) for answer in answers):
            new[v] = WIN, r
        elif all(outcome == WIN and far <= r - 1 for outcome, far in answers):
            new[v] = LOSE, r
    return new
