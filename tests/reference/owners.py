"""Games with owners from their definitions: strategies are enumerated, sets grow to fixpoints.

A game is a list of options for each position, and a list of owners.  Who cannot move loses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

Options = Sequence[Sequence[int]]
# A choice of one option for each position of one player that has options.
Choice = dict[int, int]


def attractor_ranks(
    options: Options, owner: Sequence[int], targets: set[int], player: int
) -> list[int]:
    """Return the least number of moves to a target that a player can force; -1 for never.

    Sets grow: after r steps the set holds the positions from which r moves are enough.
    """
    rank = [0 if v in targets else -1 for v in range(len(options))]
    for step in range(1, len(options) + 1):
        inside = {v for v, r in enumerate(rank) if r >= 0}
        for v, row in enumerate(options):
            if v in inside or not row:
                continue
            good = any(w in inside for w in row) if owner[v] == player else inside.issuperset(row)
            if good:
                rank[v] = step
    return rank


def choices(options: Options, owner: Sequence[int], player: int) -> Iterator[Choice]:
    """Return every positional strategy of a player."""
    own = [v for v, row in enumerate(options) if owner[v] == player and row]
    for chosen in product(*(sorted(set(options[v])) for v in own)):
        yield dict(zip(own, chosen, strict=True))


def lasso(options: Options, choice: Choice, start: int) -> tuple[list[int], int | None]:
    """Return play from a start, and where it repeats; None where somebody cannot move."""
    line = [start]
    while options[line[-1]]:
        after = choice[line[-1]]
        if after in line:
            return line, line.index(after)
        line.append(after)
    return line, None


def visitor_wins(
    options: Options, owner: Sequence[int], targets: set[int], visitor: int, for_ever: bool
) -> Callable[[Choice, int], bool]:
    """Return what says whether the visitor wins play of both players' strategies from a start."""

    def wins(choice: Choice, start: int) -> bool:
        line, closes = lasso(options, choice, start)
        if not for_ever:
            visit = next((i for i, v in enumerate(line) if v in targets), None)
            if visit is not None:
                return True
        if closes is None:
            return owner[line[-1]] != visitor
        return for_ever and not targets.isdisjoint(line[closes:])

    return wins


def winners(
    options: Options, owner: Sequence[int], targets: set[int], visitor: int, for_ever: bool
) -> list[int]:
    """Return who wins each position, by trying all strategies of both players.

    These games are determined, and positional strategies are enough: somebody has one that wins
    against all of the other player, and that is checked for both.
    """
    wins = visitor_wins(options, owner, targets, visitor, for_ever)
    mine, others = (list(choices(options, owner, p)) for p in (visitor, 1 - visitor))
    found = []
    for start in range(len(options)):
        forced = any(all(wins(a | b, start) for b in others) for a in mine)
        refuted = any(all(not wins(a | b, start) for a in mine) for b in others)
        assert forced != refuted, "determined"
        found.append(visitor if forced else 1 - visitor)
    return found


def buchi_winners(
    options: Options, owner: Sequence[int], targets: set[int], visitor: int
) -> list[int]:
    """Return who wins each position of a Büchi game, by the two nested fixpoints on sets."""
    n = len(options)
    kept = set(range(n))
    while True:
        # A visit counts if the game can go on after it, within what is kept.
        again = {v for v in targets & kept if _can_force(options, owner, v, kept, visitor)}
        ended = {v for v in kept if not options[v] and owner[v] != visitor}
        reached = again | ended
        while True:
            more = {
                v
                for v in kept - reached
                if options[v] and _can_force(options, owner, v, reached, visitor)
            }
            if not more:
                break
            reached |= more
        if reached == kept:
            return [visitor if v in kept else 1 - visitor for v in range(n)]
        kept = reached


def _can_force(options: Options, owner: Sequence[int], v: int, into: set[int], player: int) -> bool:
    """Return whether a player can make the next move lead into a set; who cannot move loses."""
    if owner[v] == player:
        return any(w in into for w in options[v])
    return all(w in into for w in options[v])


def winners_by_ranks(
    options: Options, owner: Sequence[int], ends: set[int], visitor: int
) -> list[int]:
    """Return who wins each position of a game that the visitor wins at given ends."""
    ranks = attractor_ranks(options, owner, ends, visitor)
    return [visitor if r >= 0 else 1 - visitor for r in ranks]


# -- is an answer right? ---------------------------------------------------------------------------


def judges_attractor(
    options: Options,
    owner: Sequence[int],
    targets: set[int],
    player: int,
    rank: Sequence[int],
    strategy: Sequence[int],
) -> bool:
    """Return whether ranks are those of the definition, and strategies hurry and escape."""
    right = attractor_ranks(options, owner, targets, player)
    if list(rank) != right:
        return False
    for v, row in enumerate(options):
        moves = (owner[v] == player and right[v] > 0) or (
            owner[v] != player and right[v] < 0 and bool(row)
        )
        if not moves:
            if strategy[v] != -1:
                return False
        elif strategy[v] not in row or right[strategy[v]] != (right[v] - 1 if right[v] > 0 else -1):
            return False
    return True


def judges_for_ever(
    options: Options,
    owner: Sequence[int],
    targets: set[int],
    visitor: int,
    won: Sequence[int],
    rank: Sequence[int],
    strategy: Sequence[int],
) -> bool:
    """Return whether the answer to a Büchi game is right, and its strategies win.

    The visitor's strategy has to keep the token in the region, and the rank to be the most moves to
    the next visit.  The other player's has to keep the token in the other region, where the rank
    never rises, and falls after a visit.
    """
    if list(won) != buchi_winners(options, owner, targets, visitor):
        return False
    allowed: list[list[int]] = []
    for v, row in enumerate(options):
        if owner[v] != won[v]:
            if strategy[v] != -1:
                return False
            allowed.append(list(row))
        elif strategy[v] in row:
            allowed.append([strategy[v]])
        else:
            return False
    for v, row in enumerate(allowed):
        if any(won[w] != won[v] for w in row) or rank[v] < 0:
            return False
        if won[v] != visitor and any(rank[w] + (v in targets) > rank[v] for w in row):
            return False
    return all(
        rank[v] == _longest(allowed, targets, v) for v in range(len(options)) if won[v] == visitor
    )


def _longest(allowed: list[list[int]], targets: set[int], start: int) -> int:
    """Return the most moves to the next visit or the end; -1 if there need not be one."""
    front, steps = {start}, 0
    while True:
        front = {v for v in front if v not in targets and allowed[v]}
        if not front:
            return steps
        if steps > len(allowed):
            return -1
        front = {w for v in front for w in allowed[v]}
        steps += 1


# -- partizan games --------------------------------------------------------------------------------


def partizan_outcomes(left: Options, right: Options, misere: bool) -> list[list[tuple[int, int]]]:
    """Return (outcome, remoteness) by who begins and by position: sets grow move by move."""
    moves, n = (left, right), len(left)
    known: list[dict[int, tuple[int, int]]] = [{}, {}]
    for player in (0, 1):
        for v in range(n):
            if not moves[player][v]:
                known[player][v] = (1 if misere else -1, 0)
    for step in range(1, 2 * n + 1):
        found: list[tuple[int, int, int]] = []
        for player in (0, 1):
            for v in range(n):
                if v in known[player]:
                    continue
                after = [known[1 - player].get(w, (0, -1))[0] for w in moves[player][v]]
                if -1 in after:
                    found.append((player, v, 1))
                elif all(outcome == 1 for outcome in after):
                    found.append((player, v, -1))
        for player, v, outcome in found:
            known[player][v] = (outcome, step)
    return [[known[player].get(v, (0, -1)) for v in range(n)] for player in (0, 1)]
