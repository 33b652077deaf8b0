"""Puzzles: positions in which exactly one move wins, or holds the draw.

Nothing is solved here: a puzzle is a position of a solved game whose options have these outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import numpy as np

from graphgame.checks import at_least_1, integer, size
from graphgame.errors import GraphGameError
from graphgame.outcome import DRAW, WIN, Outcome
from graphgame.playing import look as looks
from graphgame.playing.game import Look
from graphgame.playing.views import EMPTY
from graphgame.types import P

if TYPE_CHECKING:
    from graphgame.playing.game import SolvedGame
    from graphgame.playing.look import Boards
    from graphgame.playing.table import Moves
    from graphgame.types import AnyArray, BoolArray, Int64Array

# Wins of fewer plies are seen at a glance; so many moves leave something to choose.
LEAST_PLIES = 3
ENOUGH_MOVES = 3
# How many puzzles a page has.
ON_A_PAGE = 10
# Groups of puzzles that no remoteness has: wins of no known length, and draws.
_UNKNOWN, DRAWN = -1, -2


class Puzzle(NamedTuple, Generic[P]):
    """A position in which exactly one move wins, or exactly one holds the draw.

    Attributes
    ----------
    position : hashable
    outcome : Outcome
        `WIN` or `DRAW`, for the player to move.
    remoteness : int
        Plies to the end of the game; -1 where it never ends, or where its length is not known.
    solution : hashable
        The position after the move.

    See Also
    --------
    Solution, Label

    Examples
    --------
    >>> import graphgame as gg
    >>> s = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=21)
    >>> s.puzzles(1, depth=3)
    [Puzzle(position=5, outcome=<Outcome.WIN: 1>, remoteness=3, solution=4)]
    """

    position: P
    outcome: Outcome
    remoteness: int
    solution: P


class Found(NamedTuple):
    """Puzzles among the positions of `Moves`.

    Attributes
    ----------
    positions, solutions : (k,) int64
        Indices into the positions of the moves; ascending positions.
    choices : (k,) int64
        How many moves there are.
    groups : (k,) int64
        The remoteness of a win; -1 where it is not known, -2 for a draw.
    """

    positions: Int64Array
    solutions: Int64Array
    choices: Int64Array
    groups: Int64Array

    def taken(self, places: AnyArray) -> Found:
        """Return some of the puzzles, in this order."""
        return Found(*(column[places] for column in self))


def find_puzzles(game: SolvedGame, moves: Moves, depth: tuple[int, int] | None) -> Found:
    """Return all positions with two moves or more of which exactly one keeps the outcome.

    Parameters
    ----------
    game : SolvedGame
    moves : Moves
        Each position has all its moves among them, or at most one.
    depth : (least, most) or None
        Of the remoteness of wins; draws have none.  By default wins of three plies or more, and of
        no known length, and draws.

    Notes
    -----
    O(n + m) time.
    """
    rows, sources, options = moves
    outcomes = game.outcomes[rows]
    # An option is worth -x to who moves again after a move that is worth x.
    keeps = game.values(rows[sources], rows[options]) == -outcomes[sources]
    groups, wanted = grouped(outcomes, game.remoteness[rows], depth)
    return solved_by_one(moves, keeps & wanted[sources], groups)


def grouped(
    outcomes: AnyArray, remoteness: AnyArray, depth: tuple[int, int] | None
) -> tuple[Int64Array, BoolArray]:
    """Return the groups of positions as `Found` has them, and which may be puzzles of a depth."""
    groups = remoteness.astype(np.int64)
    groups[outcomes == DRAW] = DRAWN
    won = outcomes == WIN
    if depth is None:
        return groups, won & ((groups >= LEAST_PLIES) | (groups == _UNKNOWN)) | (groups == DRAWN)
    return groups, won & (groups >= depth[0]) & (groups <= depth[1])


def solved_by_one(moves: Moves, keeps: BoolArray, groups: Int64Array) -> Found:
    """Return the positions with two moves or more of which one alone is marked in `keeps`."""
    sources, n = moves.sources, len(groups)
    choices = np.bincount(sources, minlength=n)
    single = (np.bincount(sources[keeps], minlength=n) == 1) & (choices > 1)
    solving = np.flatnonzero(keeps & single[sources])
    positions = sources[solving]
    return Found(positions, moves.options[solving], choices[positions], groups[positions])


def spread(found: Found, seed: int) -> Int64Array:
    """Return the places of puzzles in an order whose beginnings vary as much as they can.

    Positions with three moves or more come first.  Of these each group gives one in turn, drawn at
    random: the least remoteness, draws, and then by halves what lies between.
    """
    names, group = np.unique(found.groups, return_inverse=True)
    drawn = int(names.size > 0 and names[0] == DRAWN)
    turn = 2 * _reversed_bits(np.arange(names.size) - drawn, names.size)
    if drawn:
        turn[0] = 1
    few = found.choices < ENOUGH_MOVES
    order = np.lexsort((_scattered(found.positions, seed), group, few))
    kinds = 2 * group[order] + few[order]
    firsts = np.flatnonzero(np.append(True, kinds[1:] != kinds[:-1])) if order.size else order
    rank = np.arange(order.size) - np.repeat(firsts, np.diff(firsts, append=order.size))
    return order[np.lexsort((turn[group[order]], rank, few[order]))]


def easiest_first(found: Found) -> Found:
    """Return puzzles by their remoteness; unknown lengths and draws come last."""
    groups = found.groups
    plies = np.where(groups < 0, groups.max(initial=0) - groups, groups)
    return found.taken(np.lexsort((found.positions, plies)))


def _reversed_bits(numbers: Int64Array, count: int) -> Int64Array:
    """Return numbers below a count with their bits in reverse order: 0, 4, 2, 6, 1, 5, 3, 7."""
    found = np.zeros_like(numbers)
    for bit in range(count.bit_length()):
        found = 2 * found + (numbers >> bit & 1)
    return found


def _scattered(numbers: Int64Array, seed: int) -> AnyArray:
    """Return a hash of each number, the same with every version of NumPy (SplitMix64)."""
    mixed: AnyArray = numbers.astype(np.uint64) * np.uint64(2) + np.uint64(1)
    mixed = mixed * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed & (1 << 64) - 1)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(factor)
    return mixed ^ mixed >> np.uint64(31)


# -- captures --------------------------------------------------------------------------------------


def count_pieces(boards: Boards, markers: str = "") -> Int64Array:
    """Return how many of the cells that differ from board to board have a piece, for each.

    Neither an empty cell nor a marker is one.
    """
    none = EMPTY + markers
    filled = np.array([character not in none for character in boards.alphabet], dtype=bool)
    pieces = np.zeros(len(boards.codes), dtype=np.int64)
    for cell in boards.codes.T:
        pieces += filled[cell]
    return pieces


def only_captures(found: Found, moves: Moves, pieces: AnyArray) -> BoolArray:
    """Return in which puzzles the solution alone removes a piece from the board.

    Parameters
    ----------
    found : Found
    moves : Moves
    pieces : (n,) int
        How many pieces each position has, which has to be right for those of the puzzles.
    """
    sources, options = moves.sources, moves.options
    first, end = (np.searchsorted(sources, found.positions, side) for side in ("left", "right"))
    lengths = end - first
    puzzle = np.repeat(np.arange(len(first)), lengths)
    edges = np.arange(lengths.sum()) + np.repeat(first - (np.cumsum(lengths) - lengths), lengths)
    captures = pieces[options[edges]] < pieces[sources[edges]]
    counts = np.bincount(puzzle[captures], minlength=len(first))
    alone: BoolArray = (counts == 1) & (pieces[found.solutions] < pieces[found.positions])
    return alone


# -- for Python and for pages ----------------------------------------------------------------------


def make_puzzles(
    game: SolvedGame,
    moves: Moves,
    count: object,
    depth: object,
    board: Callable[[Any], str] | None,
    seed: object,
) -> list[Puzzle[Any]]:
    """Return the puzzles of `Solution.puzzles`."""
    most = None if count is None else size(count, "count")
    plies = None if depth is None else check_depth(depth)
    number = integer(seed, "seed")
    look = Look(board).completed(game.author)
    found = find_puzzles(game, moves, plies)
    order = spread(found, number)
    if look.board is None:
        found = found.taken(order[:most])
    else:
        found = _without_captures(game, look, moves, found.taken(order), most)
    found = easiest_first(found)
    rows = moves.positions
    position, plies = game.position, game.remoteness[rows[found.positions]].tolist()
    return [
        Puzzle(position(v), Outcome(DRAW if group == DRAWN else WIN), length, position(w))
        for v, w, group, length in zip(
            *(column.tolist() for column in (found.positions, found.solutions, found.groups)),
            plies,
            strict=True,
        )
    ]


def _without_captures(
    game: SolvedGame, look: Look, moves: Moves, found: Found, most: int | None
) -> Found:
    """Return the first puzzles that no single capture solves; boards are asked for as needed."""
    style = looks.check_style(look)
    pieces = np.zeros(len(moves.positions), dtype=np.int64)
    left = len(found.positions) if most is None else most
    kept, begin = [np.zeros(0, dtype=np.int64)], 0
    while left > 0 and begin < len(found.positions):
        places = np.arange(begin, min(begin + max(64, 2 * left), len(found.positions)))
        some = found.taken(places)
        inside = np.zeros(len(pieces), dtype=bool)
        inside[some.positions] = True
        asked = np.union1d(some.positions, moves.options[inside[moves.sources]])
        positions = [game.position(v) for v in asked.tolist()]
        pieces[asked] = count_pieces(looks.boards(look, positions, style.cells), style.markers)
        kept.append(places[~only_captures(some, moves, pieces)][:left])
        left -= len(kept[-1])
        begin += len(places)
    return found.taken(np.concatenate(kept))


def check_depth(depth: Any) -> tuple[int, int]:
    """Return a number of plies, or two, as the least and the most."""
    if not isinstance(depth, tuple | list):
        plies = at_least_1(depth, "depth")
        return plies, plies
    if len(depth) != 2:
        raise GraphGameError(
            f"depth: expected a number of plies or (least, most), got {len(depth)} numbers"
        )
    least, most = (at_least_1(plies, "depth") for plies in depth)
    if least > most:
        raise GraphGameError(f"depth: expected (least, most), got {least} above {most}")
    return least, most


def check_number(puzzles: object) -> int | None:
    """Return how many puzzles a page has, None for all."""
    if puzzles is None:
        return ON_A_PAGE
    if isinstance(puzzles, str):
        if puzzles == "all":
            return None
        raise GraphGameError(f"puzzles: expected an integer from 0 on or 'all', got {puzzles!r}")
    return size(puzzles, "puzzles")


def page_puzzles(
    game: SolvedGame, moves: Moves, boards: Boards | None, most: int | None, markers: str = ""
) -> Int64Array:
    """Return the puzzles of a page, the easiest first, as indices into the positions of moves."""
    if most == 0:
        return np.zeros(0, dtype=np.int64)
    found = find_puzzles(game, moves, None)
    if boards is not None:
        found = found.taken(~only_captures(found, moves, count_pieces(boards, markers)))
    return easiest_first(found.taken(spread(found, 0)[:most])).positions


def few_puzzles(game: SolvedGame, look: Look, moves: Moves) -> list[str]:
    """Return ten puzzles of a page as keys; `board` of the look is asked for these alone."""
    found = find_puzzles(game, moves, None)
    order = spread(found, 0)
    if look.board is None:
        found = found.taken(order[:ON_A_PAGE])
    else:
        found = _without_captures(game, look, moves, found.taken(order), ON_A_PAGE)
    return [str(v) for v in easiest_first(found).positions.tolist()]
