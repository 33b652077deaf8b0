"""The policeman and the thief on a board: who wins, and from where.

The rules ("Policeman and thief", https://cp-algorithms.com/game_theory/games_on_graphs.html; the
command ``graphgame police`` answers with the sentence that a contest wants): the policeman moves
one step in 8 directions, the thief one step in 4; both may stay where they are, and neither may
enter a wall (*). They take turns, the policeman first. He wins when they are on one cell; the thief
wins on an exit (E) where the policeman is not.

    P . . .     Here the thief (T) keeps away for ever: should the policeman come after him on one
    E * * T     side of the wall, he gets to the exit on the other side, so the policeman had better
    . . . .     stay near it. Without the exit there is no escape: around a wall, who may step
                diagonally gains a move at every corner.

For the class: put the policeman on any cell and let the others guess the map of the thief's starts.
The map shows for each of them who wins and in how many plies, moves of one player: P the policeman,
T the thief, = nobody.

What is known: on an open n x n board a thief who just waits in the corner opposite to the policeman
is reached by his move number n - 1, which is ply 2 n - 3. The program finds that no thief holds out
longer, wherever they start.

To run it, on the board above or on one of your own, a row an argument:

    python examples/police.py
    python examples/police.py 'P...' '.**T' '....'
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np

import graphgame as gg

BOARD = ["P...", "E**T", "...."]
RESULTS = {
    gg.WIN: "the policeman catches the thief",
    gg.LOSE: "the thief escapes",
    gg.DRAW: "a draw",
}


def table(solution: gg.PursuitSolution, police: tuple[int, int]) -> Iterator[str]:
    """Yield the map of the thief's starts for one cell of the policeman, row by row."""
    outcomes = solution.outcome_map(police=police)
    plies = solution.remoteness_map(police=police)
    signs = {gg.WIN: "P", gg.LOSE: "T", gg.DRAW: "=", solution.WALL: "*"}
    for row in range(len(outcomes)):
        cells = [
            signs[outcome] + (str(ply) if ply >= 0 else "")
            for outcome, ply in zip(outcomes[row].tolist(), plies[row].tolist(), strict=True)
        ]
        yield " ".join(f"{cell:<3}" for cell in cells).rstrip()


def open_board(n: int) -> int:
    """Return the plies of the longest pursuit on an open n x n board; the policeman must win."""
    game = gg.PoliceAndThief(np.ones((n, n), dtype=bool), police=(0, 0), thief=(n - 1, n - 1))
    solution = game.solve()
    longest = 0
    for cell in np.ndindex(n, n):
        if (solution.outcome_map(police=cell) != gg.WIN).any():
            raise ValueError(f"the policeman does not win everywhere on {n} x {n}")
        longest = max(longest, int(solution.remoteness_map(police=cell).max()))
    return longest


def main(argv: Sequence[str] | None = None) -> None:
    """Print who wins on a board, the map, and how long pursuits on open boards take."""
    parser = argparse.ArgumentParser(description="The policeman and the thief")
    parser.add_argument("rows", metavar="ROW", nargs="*", help="a row of the board")
    game = gg.PoliceAndThief(parser.parse_args(argv).rows or BOARD)
    solution = game.solve()
    print(game)
    print(f"{RESULTS[solution.result]}; where the thief might start:")
    print(*table(solution, game.police), sep="\n")
    print(f"the certificate holds: {'yes' if solution.verify() else 'no'}")
    sides = range(2, 9)
    print("open boards, 2 × 2 to 8 × 8: caught within", *map(open_board, sides), "plies")


if __name__ == "__main__":
    main()
