"""Solve one reading of a game of chance: what the first player gets, as an integer at each end.

Positions whose value is known without numbers come first: where a win is impossible, and where it
is certain.  The others are solved a component at a time, from the ends on: by value iteration with
bounds where play surely ends; where it may go on for ever, as a game with scores where dice play no
part, else in fractions; and in fractions where float64 cannot promise the bounds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from graphgame.chance.bounds import _values, exact
from graphgame.chance.bounds.endless import reached
from graphgame.chance.bounds.leaving import PATIENCE, Inside, find_parts, solve_leaving
from graphgame.chance.bounds.rows import CHANCE, END, FIRST, SECOND, Rows
from graphgame.chance.input.weights import float_below
from graphgame.errors import TooLargeError
from graphgame.graphs import _rows
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import NO_SCORE
from graphgame.owners import _attractor
from graphgame.owners.objectives import visit_for_ever
from graphgame.solving.scores.score_solve import solve_scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import BoolArray, Float64Array, Int8Array, Int32Array, Int64Array

# Components in which play may stay are solved in fractions where they are as small as this, others
# only where floats give no bounds, and none that is larger than that.
_FEW, _MOST_EXACT = 50, 20_000
# Sweeps that a component may take which is too large for fractions.
_LONG_PATIENCE = 20_000.0
_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass
class Solved:
    """Values, bounds and moves, and what proves them.

    `exact[v]` are both bounds in fractions, of positions that were solved in fractions.  The ranks
    of the lower bound fall along the moves of the first player, all moves of the second, and some
    move of chance, to an end or a bound that is not above 0; those of the upper bound are the same
    with the players exchanged, to one that is not below 0.

    In a game that is won or lost, `win_ranks` are -1 where a win is impossible; elsewhere they fall
    along some move of the first player or of chance, and all moves of the second, to a win.
    `loss_levels` are -1 where a win is certain; elsewhere no move of the first player and some move
    of the second leads to a greater one, and at chance no move does or some move leads to a lower
    one.  Of a game in which no position comes back, `order` falls along all moves; None where
    indices do, or rise.

    `looks` counts the positions and moves that value iteration looked at, and those of sweeps for
    the bounds.
    """

    values: Float64Array
    lower: Float64Array
    upper: Float64Array
    moves: Int32Array
    exact: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)
    ranks: tuple[Int32Array, Int32Array] | None = None
    win_ranks: Int32Array | None = None
    loss_levels: Int32Array | None = None
    order: Int32Array | None = None
    looks: Float64Array = field(default_factory=lambda: np.zeros(2))

    @property
    def zero(self) -> BoolArray | None:
        """Return where a win is impossible."""
        return None if self.win_ranks is None else self.win_ranks < 0

    @property
    def one(self) -> BoolArray | None:
        """Return where a win is certain."""
        return None if self.loss_levels is None else self.loss_levels < 0


def solve_win(rows: Rows, wins: BoolArray, width: float, *, in_fractions: bool = False) -> Solved:
    """Return the probability that play reaches an end where the first player has won.

    A play that never ends is won by nobody.
    """
    win_ranks, loss_levels, moves = certain(rows, wins)
    one = loss_levels < 0
    known = (win_ranks < 0) | one | (rows.kind == END)
    left = rows.ending_at(known)
    pays = np.where(one, 1, 0).astype(np.int64)
    found = solve_pays(left, pays, width, in_fractions=in_fractions)
    # What is certain is known beside bounds that rounding has moved out of 0 to 1: within it they
    # are bounds of each other again.
    for bound in (found.values, found.lower, found.upper):
        np.clip(bound, 0, 1, out=bound)
    found.exact = {v: (max(low, _ZERO), min(high, _ONE)) for v, (low, high) in found.exact.items()}
    found.moves = np.where(known, moves, found.moves).astype(np.int32)
    found.win_ranks, found.loss_levels = win_ranks, loss_levels
    # What is certain has moves and bounds now: ranks of the whole game.
    found.ranks = bound_ranks(rows, found, FIRST), bound_ranks(rows, found, SECOND)
    return found


def certain(rows: Rows, wins: BoolArray) -> tuple[Int32Array, Int32Array, Int32Array]:
    """Return `win_ranks` and `loss_levels` of `Solved`, and moves that keep what is certain.

    A win has probability 0 where the first player, with chance as a friend, cannot reach one.  It
    has probability 1 where the first player wins a Büchi game (Chatterjee, Jurdziński and
    Henzinger, 2003): at a position of chance the second player chooses between moving in its place,
    which counts as a visit, and leaving the move to the first player.  Who visits for ever without
    moves of chance that go the right way would have had infinitely many chances.
    """
    n, back, degrees = rows.n, rows.transposed(), np.diff(rows.ptr).astype(np.int32)
    friend = np.where(rows.kind == SECOND, SECOND, FIRST).astype(np.int8)
    ranks = np.asarray(
        _attractor.attract(*back, degrees, friend, wins.view(np.int8), FIRST), dtype=np.int32
    )
    moves = np.array(_attractor.choose(*back, friend, ranks, FIRST, False), dtype=np.int32)
    chance = np.flatnonzero(rows.kind == CHANCE).astype(np.int32)
    k, most = len(chance), n + 2 * len(chance)
    # Behind position v of chance stand n + j, where the second player moves, and n + k + j.
    lengths = np.diff(rows.ptr)
    of_chance = rows.kind[rows.sources()] == CHANCE
    ptr: Int64Array = np.zeros(most + 1, dtype=np.int64)
    copies = lengths[chance]
    np.cumsum(
        np.concatenate([np.where(rows.kind == CHANCE, 2, lengths), copies, copies]), out=ptr[1:]
    )
    idx: Int32Array = np.empty(int(ptr[-1]), dtype=np.int32)
    theirs = rows.idx[~of_chance]
    place = np.ones(int(ptr[n]), dtype=np.bool_)
    place[ptr[chance]] = place[ptr[chance] + 1] = False
    idx[: ptr[n]][place] = theirs
    idx[ptr[chance]] = n + np.arange(k)
    idx[ptr[chance] + 1] = n + k + np.arange(k)
    idx[ptr[n] :] = np.tile(rows.idx[of_chance], 2)
    owner = np.zeros(most, dtype=np.int8)
    owner[:n] = np.where(rows.kind == FIRST, FIRST, SECOND)
    owner[:n][rows.kind == END] = np.where(wins[rows.kind == END], SECOND, FIRST)
    owner[n : n + k] = SECOND
    visits = np.zeros(most, dtype=np.int8)
    visits[n : n + k] = 1
    reverse = _rows.transpose(ptr, idx)
    won, strategy, progress = visit_for_ever(
        reverse, np.diff(ptr).astype(np.int32), owner, visits, FIRST
    )
    one = won[:n]
    mine = one & (rows.kind == FIRST)
    moves[mine] = strategy[:n][mine]
    players = (rows.kind == FIRST) | (rows.kind == SECOND)
    rest = players & (moves < 0)
    moves[rest] = rows.idx[rows.ptr[:-1][rest]]
    moves[~players] = -1
    levels: Int32Array = np.where(one, -1, progress[:n]).astype(np.int32)
    return ranks, levels, moves


def solve_pays(rows: Rows, pays: Int64Array, width: float, *, in_fractions: bool = False) -> Solved:
    """Return what the first player gets under best play, where ends pay and endless play pays 0.

    Parameters
    ----------
    rows : Rows
    pays : (n,) int64
        What ends pay to the first player; 0 elsewhere.
    width : float
        How far apart bounds may be.
    in_fractions : bool
        Whether to solve all components in fractions.

    Raises
    ------
    TooLargeError
        If a component that needs fractions is too large for them.
    """
    n = rows.n
    part, ranks, order, starts = find_parts(rows)
    count = len(starts) - 1
    stays = np.zeros(count, dtype=np.int8)
    stays[part[ranks < 0]] = 1
    values: Float64Array = np.where(rows.kind == END, pays, 0).astype(np.float64)
    lower, upper, longest = values.copy(), values.copy(), np.zeros(n)
    moves: Int32Array = np.full(n, -1, dtype=np.int32)
    probabilities = rows.weights / np.repeat(rows.totals, np.diff(rows.ptr))
    points = np.zeros(0) if rows.points is None else rows.points.astype(np.float64)
    found = Solved(values, lower, upper, moves)

    def solve(first: int, last: int, stays: Int8Array, patience: float = PATIENCE) -> int:
        """Solve components from the first one on, in floats; return the first that was not."""
        return _values.solve(
            order, starts[: last + 1], first, rows.ptr, rows.idx, rows.kind, probabilities,
            points, part, stays, values, lower, upper, longest, moves, patience, width,
            found.looks,
        )  # fmt: skip

    at, all_stay = 0, np.ones_like(stays)
    while True:
        at = solve(at, count, all_stay if in_fractions else stays)
        if at == count:
            break
        if in_fractions:
            solve(at, at + 1, stays)  # so that fractions begin with good moves
        members = order[starts[at] : starts[at + 1]]
        in_floats = len(members) > _MOST_EXACT and not (stays[at] or in_fractions)
        # It goes on from the values that it has come to.
        if in_floats and solve(at, at + 1, stays, _LONG_PATIENCE) > at:
            at += 1
            continue
        dice = (rows.kind[members] == CHANCE).any()
        if dice or in_fractions or rows.points is not None:
            ends = bool((ranks[members] >= 0).all())
            if not in_fractions and not ends and len(members) > _FEW:
                left = solve_leaving(rows, members, lower, upper, width)
                if left is not None:
                    lower[members], upper[members], moves[members] = left
                    values[members] = (left[0] + left[1]) / 2
                    at += 1
                    continue
            _in_fractions(rows, pays, found, members.tolist(), ends=ends)
        else:
            _by_scores(rows, found, members)
        at += 1
    np.clip(values, lower, upper, out=values)
    found.ranks = bound_ranks(rows, found, FIRST), bound_ranks(rows, found, SECOND)
    return found


def bound_ranks(rows: Rows, found: Solved, player: int) -> Int32Array:
    """Return the ranks of a bound, all of which are at least 0."""
    gains = found.lower > 0 if player == FIRST else found.upper < 0
    # Fractions may be above 0 where the float below them is not.
    beyond = [v for v, x in found.exact.items() if (x[0] > 0 if player == FIRST else x[1] < 0)]
    gains[beyond] = True
    source = rows.sources()
    made = (rows.kind[source] != player) | (rows.idx == found.moves[source])
    return reached(rows, made, (rows.kind == END) | ~gains)


def _by_scores(rows: Rows, found: Solved, members: Int32Array) -> None:
    """Solve a component in which dice play no part: a game whose ends have scores.

    Its ends are what it leads to.  Their bounds are known numbers of which only the order counts,
    and which of them are above 0, what endless play is worth: so that places in that order are the
    scores.
    """
    inside = Inside(rows, members)
    k, names, ptr, local = inside.k, inside.names, inside.rows.ptr, inside.rows.idx
    if len(names) == k:  # nothing is left but to stay
        found.lower[members] = found.upper[members] = found.values[members] = 0
        found.moves[members] = names[local[ptr[:k]]]
        return
    kind = inside.rows.kind
    owner = np.where(kind == END, FIRST, kind).astype(np.int8)
    graph = GameGraph.from_csr(ptr, local)
    for side, bound in ((FIRST, found.lower), (SECOND, found.upper)):
        worth = np.unique(np.append(bound[names[k:]], 0.0))
        zero = int(np.searchsorted(worth, 0.0))
        scores: Int64Array = np.full(len(names), NO_SCORE, dtype=np.int64)
        scores[k:] = np.searchsorted(worth, bound[names[k:]]) - zero
        solved = solve_scores(graph, scores, owner=owner)
        place = np.where(owner == SECOND, -solved.scores, solved.scores)[:k] + zero
        bound[members] = worth[place]
        mine = owner[:k] == side
        found.moves[members[mine]] = names[solved.best_moves[:k][mine]]
    found.values[members] = (found.lower[members] + found.upper[members]) / 2


def _in_fractions(
    rows: Rows, pays: Int64Array, found: Solved, members: list[int], *, ends: bool
) -> None:
    """Solve a component in fractions, from both bounds of what it leads to."""
    if len(members) > _MOST_EXACT:
        raise TooLargeError(
            f"precision: expected play that surely ends once both play well, or groups of at most "
            f"{_MOST_EXACT:,} positions that lead to each other, got {len(members):,} positions, "
            "which need fractions; a greater precision=, or rules by which play ends, such as a "
            "limit of passes, help"
        )
    kind = dict(zip(members, rows.kind[members].tolist(), strict=True))
    moves: dict[int, list[tuple[int, Fraction]]] = {}
    chances: dict[int, list[Fraction]] = {}
    ptr = rows.ptr
    for v in members:
        row = slice(int(ptr[v]), int(ptr[v + 1]))
        paid = [0] * (row.stop - row.start) if rows.points is None else rows.points[row].tolist()
        moves[v] = list(zip(rows.idx[row].tolist(), map(Fraction, paid), strict=True))
        if kind[v] == CHANCE:
            total = int(rows.totals[v])
            chances[v] = [Fraction(w, total) for w in rows.weights[row].tolist()]
    away = sorted({u for row in moves.values() for u, _ in row if u not in kind})
    low = {u: _bound(u, 0, pays, rows, found) for u in away}
    high = {u: _bound(u, 1, pays, rows, found) for u in away}
    component = exact.Component(kind, moves, chances, low.__getitem__)
    guess = {}
    for v, options in moves.items():
        if kind[v] != CHANCE:
            near = int(found.moves[v])
            guess[v] = next((k for k, (u, _) in enumerate(options) if u == near), 0)
    values, chosen = exact.solve(component, guess, ends=ends)
    most = values
    if high != low:
        other = exact.Component(kind, moves, chances, high.__getitem__)
        most, answers = exact.solve(other, chosen, ends=ends)
        # The second player's moves prove the upper bound.
        chosen |= {v: k for v, k in answers.items() if kind[v] == SECOND}
    for v in members:
        found.lower[v], found.upper[v] = float_below(values[v]), -float_below(-most[v])
        found.values[v] = float((values[v] + most[v]) / 2)
        found.exact[v] = values[v], most[v]
        if v in chosen:
            found.moves[v] = moves[v][chosen[v]][0]


def _bound(u: int, side: int, pays: Int64Array, rows: Rows, found: Solved) -> Fraction:
    """Return the lower bound of a solved position with side 0, the upper one with 1."""
    if rows.kind[u] == END:
        return Fraction(int(pays[u]))
    if u in found.exact:
        return found.exact[u][side]
    return Fraction(float((found.lower, found.upper)[side][u]))
