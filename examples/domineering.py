"""Domineering: Left lays dominoes upright, Right lays them flat, and who cannot lay one loses.

    . . . .     A domino takes two free cells that share a side. Here Left has laid the first one,
    . | . .     and Right the second. Each player has moves that the other has not, so the game is
    . | - -     partizan: who wins depends on who begins.
    . . . .

A position is the set of free cells, as the bits of a number. The outcome class of a board says who
wins: L Left, R Right, N the next player, who begins, and P the previous one, who does not.

What is known: the classes of all small boards (E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning
Ways", chapter 5; D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Solving 8 × 8
Domineering", Theoretical Computer Science 230, 2000). Of square boards up to 6 × 6, those with
sides 1 and 5 are P, and the others N. A board on its side has the class of the other player.

To run it, for boards of up to 4 rows and 5 columns, or of up to R and C:

    python examples/domineering.py
    python examples/domineering.py R C

With --prove the class of one board is proven by two searches, one for each player who may begin, in
place of solving all that can be reached:

    python examples/domineering.py 4 5 --prove
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

import graphgame as gg


def dominoes(rows: int, columns: int, *, upright: bool) -> list[int]:
    """Return all places of a domino on a board, each as the bits of two cells."""
    step, down, right = (columns, rows - 1, columns) if upright else (1, rows, columns - 1)
    return [3 << at if step == 1 else (1 | 1 << step) << at
            for at in (columns * i + j for i in range(down) for j in range(right))]  # fmt: skip


def moves(rows: int, columns: int, *, upright: bool) -> Callable[[int], list[int]]:
    """Return the function from a set of free cells to those that one domino leaves."""
    places = dominoes(rows, columns, upright=upright)
    return lambda free: [free & ~two for two in places if free & two == two]


def solve(rows: int, columns: int) -> gg.PartizanSolution[int]:
    """Solve a board that is free at first."""
    left, right = (moves(rows, columns, upright=upright) for upright in (True, False))
    return gg.partizan(left, right, start=(1 << rows * columns) - 1)


def alternating(rows: int, columns: int) -> Callable[[tuple[int, str]], list[tuple[int, str]]]:
    """Return the rule of the game in which players alternate: of free cells and whose turn it is.

    Cells at which no domino fits any more are no longer free, so that more positions are the same.
    """
    players = {
        "Left": (dominoes(rows, columns, upright=True), "Right"),
        "Right": (dominoes(rows, columns, upright=False), "Left"),
    }
    places = [two for own, _ in players.values() for two in own]

    def useful(free: int) -> int:
        kept = 0
        for two in places:
            if free & two == two:
                kept |= two
        return kept

    def options(position: tuple[int, str]) -> list[tuple[int, str]]:
        free, player = position
        own, other = players[player]
        return [(useful(free & ~two), other) for two in own if free & two == two]

    return options


def images(rows: int, columns: int) -> Callable[[tuple[int, str]], tuple[int, str]]:
    """Return the function to what stands for a board and its three reflections."""
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    turned = [
        [1 << columns * abs(i - down) + abs(j - right) for i, j in cells]
        for down in (0, rows - 1) for right in (0, columns - 1)
    ]  # fmt: skip

    def canonical(position: tuple[int, str]) -> tuple[int, str]:
        free, player = position
        at = [cell for cell in range(rows * columns) if free >> cell & 1]
        return min(sum(bits[cell] for cell in at) for bits in turned), player

    return canonical


def prove(rows: int, columns: int) -> dict[str, gg.Proof[tuple[int, str]]]:
    """Return a proof for each player who may begin on a board that is free at first."""
    rule, canonical = alternating(rows, columns), images(rows, columns)
    whole = (1 << rows * columns) - 1
    return {
        player: gg.prove(rule, (whole, player), canonical=canonical) for player in ("Left", "Right")
    }


def outcome_class(left: gg.Outcome | None, right: gg.Outcome | None) -> str:
    """Return the class of a board on which each player has this outcome when beginning."""
    wins = left == gg.WIN, right == gg.WIN
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[wins]


def board(rows: int, columns: int) -> Callable[[int], str]:
    """Return the function that draws a set of free cells."""

    def draw(free: int) -> str:
        cells = "".join(".#"[not free >> at & 1] for at in range(rows * columns))
        return "\n".join(cells[k : k + columns] for k in range(0, len(cells), columns))

    return draw


def move_name(rows: int, columns: int) -> Callable[[int, int], str]:
    """Return the function that names a move by the two cells of its domino."""

    def name(before: int, after: int) -> str:
        cells = [at for at in range(rows * columns) if (before & ~after) >> at & 1]
        return "–".join(f"{'abcdefgh'[at % columns]}{rows - at // columns}" for at in cells)

    return name


PIECES = {"#": {"name": "domino", "colour": "#8c5a2b", "path": "M4 4H96V96H4Z"}}


def main(argv: Sequence[str] | None = None) -> None:
    """Print the outcome class of each board."""
    parser = argparse.ArgumentParser(description="Domineering")
    parser.add_argument("rows", metavar="R", nargs="?", type=int, default=4, help="default: 4")
    parser.add_argument("columns", metavar="C", nargs="?", type=int, default=5, help="default: 5")
    parser.add_argument("--prove", action="store_true", help="one board alone, with proofs")
    args = parser.parse_args(argv)
    if args.prove:
        proofs = prove(args.rows, args.columns)
        for player, proof in proofs.items():
            print(
                f"{player} begins: {proof.outcome}; {proof.nodes:,} nodes searched, the proof has "
                f"{len(proof):,} positions; verified: {proof.verify()}"
            )
        name = outcome_class(*(proof.outcome for proof in proofs.values()))
        print(f"{args.rows} × {args.columns} has the class {name}")
        return
    print("columns:", *range(1, args.columns + 1))
    for rows in range(1, args.rows + 1):
        solved = [solve(rows, columns) for columns in range(1, args.columns + 1)]
        print(f"{rows} rows: ", *(s.outcome_class(s.start) for s in solved if s.start is not None))
    s = solve(args.rows, args.columns)
    print(f"{args.rows} × {args.columns}: {len(s):,} positions; verified: {s.verify()}")


if __name__ == "__main__":
    main()
