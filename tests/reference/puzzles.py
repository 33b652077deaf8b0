"""Puzzles from their definition: each position is looked at with each of its moves.

A game is the distinct options of each position, none where play is over; what positions are worth
to who moves there, -1, 0 or 1; and, where players do not alternate, who moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

P = TypeVar("P", bound=Hashable)


def solutions(
    position: P,
    options: Mapping[P, Sequence[P]],
    worth: Mapping[P, int],
    owner: Mapping[P, int] | None = None,
) -> list[P]:
    """Return the moves that keep what a position is worth; none where it is lost."""
    kept = []
    for option in dict.fromkeys(options[position]):
        again = owner is not None and owner[option] == owner[position]
        after = worth[option] if again else -worth[option]
        assert after <= worth[position], "no move is worth more than its position"
        if after == worth[position]:
            kept.append(option)
    return kept if worth[position] >= 0 else []


def puzzles(
    options: Mapping[P, Sequence[P]],
    worth: Mapping[P, int],
    owner: Mapping[P, int] | None = None,
) -> dict[P, P]:
    """Return the solution of each position with several moves of which one keeps its worth."""
    found = {}
    for position, row in options.items():
        kept = solutions(position, options, worth, owner)
        if len(kept) == 1 and len({*row}) > 1:
            found[position] = kept[0]
    return found


def only_captures(
    position: P, options: Mapping[P, Sequence[P]], pieces: Mapping[P, int]
) -> list[P]:
    """Return the moves that remove a piece, if there is one such move alone."""
    captures = [w for w in dict.fromkeys(options[position]) if pieces[w] < pieces[position]]
    return captures if len(captures) == 1 else []
