"""Queen and Pawns on an n × n board: the pawns run, the queen hunts them.

The rules:

    . . Q . .    n pawns start on the second row, the queen on the top row at x = floor((n - 1)/2),
    . . . . .    counted from 0 at the left; the board here is 5 × 5. The pawns move first: one pawn
    . . . . .    moves one step up to an empty cell, or two steps from the second row, both cells
    P P P P P    being empty. The queen moves as in chess, and may capture a pawn. The pawns, when
    . . . . .    it is their turn, win on the spot when one of them stands diagonally below the
                 queen, which it captures, or one step below the top row with the queen not in
                 front of it. A player who cannot move loses.

What is known, from Joe Leslie-Hurd's Haskell solver (https://github.com/gilith/solve), of which two
versions took 12 and 25 min, and 9 GB, for the 7 × 7 board; this script takes 12 s and 1.8 GB. A win
on the spot is one ply, and one move, to a position of its own in which nobody can move; that one is
not counted:

    n    positions        moves   the start
    5       25,002      126,186   Pawns in 5 plies
    6      635,231    4,287,603   Pawns in 11
    7   16,166,037  132,906,901   Pawns in 19
    8  445,744,430  4,305,243,773 Pawns in 31

The last row is by indices: every move raises the index of a position (`_queen_and_pawns.py`), so no
moves are stored; the other solver took 18 h and 266 GB for it, this script takes 820 MB.

To run it, from the root of the repository:

    python examples/queen_and_pawns.py 6
    python examples/queen_and_pawns.py 8 --indexed --threads 2 --folder /tmp/queens.gg
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from _queen_and_pawns import IndexedQueenAndPawns

import graphgame as gg

Int64s = npt.NDArray[np.int64]

OVER = -1  # the code of the position after the pawns have won on the spot: nobody can move


class QueenAndPawns:
    """The game on the n × n board, its positions being codes: int64 numbers of up to 56 bits.

    The cells are numbered row by row from the bottom left. From the right, the bits of a code are:
    one for each cell, set where a pawn stands; six for the number of the queen's cell; one for the
    turn, set when the queen is to move.
    """

    def __init__(self, n: int) -> None:
        if n not in range(5, 8):
            raise ValueError(f"expected n from 5 to 7, got {n}")
        self.n, self.cells = n, n * n
        self.turn = 1 << self.cells + 6
        row = (1 << n) - 1  # the cells of the bottom row
        self.second, self.below_top = row << n, row << n * (n - 2)
        self.start = (n * (n - 1) + (n - 1) // 2) << self.cells | self.second

        # queen_steps[d, c] is the cell one step from c in direction d, or beyond the last cell
        # where the board ends; captors[c] has a bit for each cell diagonally below c.
        at = {(x, y): y * n + x for y in range(n) for x in range(n)}
        directions = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
        self.queen_steps = np.array(
            [[at.get((x + dx, y + dy), self.cells) for x, y in at] for dx, dy in directions],
            dtype=np.int64,
        )
        below_aslant = [directions.index((dx, -1)) for dx in (-1, 1)]
        self.captors = (1 << self.queen_steps[below_aslant]).sum(axis=0) & (1 << self.cells) - 1

    def split(self, codes: Int64s) -> tuple[Int64s, Int64s]:
        """Return the pawns as sets of cells, and the numbers of the queens' cells."""
        return codes & (1 << self.cells) - 1, codes >> self.cells & 63

    def options(self, codes: Int64s) -> tuple[Int64s, Int64s]:
        """Return all moves from the codes, as indices into them and the codes they lead to."""
        queens_turn = codes & self.turn != 0
        moves = self.pawn_moves(codes, np.flatnonzero(~queens_turn))
        moves += self.queen_moves(codes, np.flatnonzero(queens_turn & (codes != OVER)))
        sources, options = zip(*moves, strict=True)
        return np.concatenate(sources), np.concatenate(options)

    def pawn_moves(self, codes: Int64s, rows: Int64s) -> list[tuple[Int64s, Int64s]]:
        """Return the moves from some of the codes, in which the pawns are to move."""
        pawns, queen = self.split(codes[rows])
        free = ~(pawns | 1 << queen)
        through = pawns & self.below_top & free >> self.n
        wins = (pawns & self.captors[queen] | through) != 0
        moves = [(rows[wins], np.full(np.count_nonzero(wins), OVER))]
        rows, pawns, free = rows[~wins], pawns[~wins], free[~wins]
        after = codes[rows] | self.turn
        # No pawn is left one step below the top row, but for one with the queen in front of it.
        once = pawns << self.n & free
        twice = (once & self.second << self.n) << self.n & free
        for steps, to in (1, once), (2, twice):
            for file in range(self.n):  # in each of them there is one pawn at most
                end = to & sum(1 << file + self.n * y for y in range(self.n))
                moving = np.flatnonzero(end)
                pawn = end[moving]
                moves.append((rows[moving], after[moving] ^ pawn ^ pawn >> steps * self.n))
        return moves

    def queen_moves(self, codes: Int64s, rows: Int64s) -> list[tuple[Int64s, Int64s]]:
        """Return the moves from some of the codes, in which the queen is to move."""
        all_pawns, queen = self.split(codes[rows])
        moves = []
        for steps in self.queen_steps:
            # Who still slides in this direction, past which pawns, and the cell reached.
            sliding, pawns, to = rows, all_pawns, queen
            while len(sliding):
                to = steps[to]
                on_board = np.flatnonzero(to < self.cells)
                sliding, pawns, to = sliding[on_board], pawns[on_board], to[on_board]
                cell = 1 << to
                moves.append((sliding, to << self.cells | pawns & ~cell))
                slides_on = np.flatnonzero(pawns & cell == 0)
                sliding, pawns, to = sliding[slides_on], pawns[slides_on], to[slides_on]
        return moves

    def explore(self, *, progress: bool = False) -> gg.GameGraph:
        """Return the graph of all positions that can be reached, and of `OVER`."""
        return gg.explore_codes(self.options, self.start, progress=progress)

    def board(self, code: int) -> str:
        """Return a position as text, as above; an empty board after a win on the spot."""
        pawns, queen = code & (1 << self.cells) - 1, code >> self.cells & 63
        cells = ["P" if pawns >> c & 1 else "Q" if c == queen else "." for c in range(self.cells)]
        rows = ["".join(cells[k : k + self.n]) for k in range(0, self.cells, self.n)]
        return "\n".join(reversed(rows)) if code != OVER else "\n".join(["." * self.n] * self.n)

    def move(self, code: int, option: int) -> str:
        """Return the name of a move, as in chess; cells are a1, b1, … from the bottom left."""
        if option == OVER:
            return "wins on the spot"
        cells = [f"{chr(97 + c % self.n)}{c // self.n + 1}" for c in range(self.cells)]
        pawns, left = ((x & (1 << self.cells) - 1) for x in (code, option))
        if not code & self.turn:
            return "–".join(
                cells[(x & ~y).bit_length() - 1] for x, y in ((pawns, left), (left, pawns))
            )
        from_, to = (cells[x >> self.cells & 63] for x in (code, option))
        return f"Q{from_}{'–' if pawns == left else '×'}{to}"

    def player(self, code: int) -> int:
        """Return who is to move: 0 the pawns, 1 the queen."""
        return int(code & self.turn != 0)

    def result(self, solution: gg.Solution) -> str:
        """Return who wins from the start, and in how many plies; the pawns move first."""
        winner = {gg.WIN: "Pawns", gg.LOSE: "Queen"}[solution.outcome(self.start)]
        return f"{winner} in {solution.remoteness_of(self.start)}"


PIECES = {
    "P": {"name": "pawn", "figure": "pawn", "colour": "white"},
    "Q": {"name": "queen", "figure": "queen", "colour": "#1b1f24"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Explore and solve the game, and print what was found."""
    arguments = sys.argv[1:] if argv is None else argv
    sizes = range(5, 9 if "--indexed" in arguments else 8)
    parser = argparse.ArgumentParser(description="Queen and Pawns on an N × N board")
    parser.add_argument("n", metavar="N", type=int, nargs="?", default=6, choices=sizes)
    parser.add_argument("--progress", action="store_true", help="show it on standard error")
    parser.add_argument("--indexed", action="store_true", help="solve an array of indices; N to 8")
    parser.add_argument("--threads", type=int, default=1, help="with --indexed")
    parser.add_argument("--folder", help="with --indexed: where to write the database")
    args = parser.parse_args(argv)
    if args.indexed:
        solve_indexed(args)
        return
    game = QueenAndPawns(args.n)
    graph = game.explore(progress=args.progress)
    positions = graph.n - (OVER in graph)
    print(f"{positions:,} positions, {graph.m:,} moves: {game.result(gg.solve(graph))}")


def solve_indexed(args: argparse.Namespace) -> None:
    """Solve the game by indices, and print what was found."""
    game = IndexedQueenAndPawns(args.n)
    database = game.build(args.folder, threads=args.threads, progress=args.progress)
    winner = {gg.WIN: "Pawns", gg.LOSE: "Queen"}[database.outcome(game.start)]
    result = f"{winner} in {database.remoteness_of(game.start)}"
    positions = len(database) - (game.over in database)
    print(f"{positions:,} positions, {database.moves:,} moves: {result}")


if __name__ == "__main__":
    main()
