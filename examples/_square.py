"""What Quixo and Teeko share: an n × n board, the same up to turning and reflecting it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise

from _compiled import Game, add_threads, counted, listed, symmetric

import graphgame as gg


def symmetries(n: int) -> list[list[int]]:
    """Return the eight symmetries of the board, whose cells are numbered row by row."""
    cells = [(x, y) for y in range(n) for x in range(n)]
    found = []
    for flip in (False, True):
        for _ in range(4):
            cells = [(y, n - 1 - x) for x, y in cells]
            found.append([n * (x if flip else y) + (y if flip else x) for x, y in cells])
    return found


class SquareGame(Game):
    """A game on the n × n board; the empty board is position 0, from which play starts.

    A subclass says for which two `sizes`, and has its rules as `source` in C.
    """

    sizes: tuple[int, int]
    source: str

    def __init__(self, n: int) -> None:
        if n not in self.sizes:
            raise ValueError(f"expected n to be {self.sizes[0]} or {self.sizes[1]}, got {n}")
        self.n = n
        self.library, self.canonical = symmetric(self.source, symmetries(n), N=n)

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell, as in chess: a1 is at the bottom left."""
        return f"{chr(ord('a') + cell % self.n)}{self.n - cell // self.n}"

    def board(self, code: int) -> str:
        """Return a position as text: X is of the player to move, O of the other one."""
        n, cells = self.n, self.n**2
        marks = [".XO"[(code >> c & 1) + 2 * (code >> cells + c & 1)] for c in range(cells)]
        return "\n".join("".join(marks[k : k + n]) for k in range(0, cells, n))


# Positions to compare at a time.
BLOCK = 1 << 20


def check(game: SquareGame, s: gg.Solution[int], threads: int, lines: int = 1000) -> str:
    """Compare a solution of classes with the game without the symmetry, and follow some lines.

    Raises
    ------
    ValueError
        If a position has another outcome or remoteness, or a move of a line is none of the rules.
    """
    rule, presets = game.library.options, game.library.preset
    whole = gg.build(
        rule,
        start=game.start,
        presets=presets,
        expect=8 * len(s),
        threads=threads,
    )
    codes, outcomes, remoteness = whole.codes, whole.outcomes, whole.remoteness
    for k in range(0, len(codes), BLOCK):
        block = slice(k, k + BLOCK)
        same = s.outcome(codes[block]) == outcomes[block]
        same &= s.remoteness_of(codes[block]) == remoteness[block]
        if not same.all():
            raise ValueError(f"position {codes[block][same.argmin()]} has another answer")
    for code in codes[:: len(codes) // lines + 1].tolist():
        follow(game, s.line(code), whole)
    return f"the same without the symmetry, at {len(codes):,} positions; all lines are legal"


def follow(game: SquareGame, line: gg.Line[int], whole: gg.Database[int]) -> None:
    """Raise ValueError if a move of the line is none of the rules, or the line is too long."""
    for position, option in pairwise(line):
        if option not in listed(game.library.options, position):
            raise ValueError(f"from {position} no move leads to {option}")
    remoteness = whole.remoteness_of(line[0])
    closes = line.closes_at is not None and line[-1] == line[line.closes_at]
    if remoteness != (-1 if closes else len(line) - 1):
        raise ValueError(f"the line from {line[0]} is not as long as its remoteness, {remoteness}")


def run(kind: type[SquareGame], argv: Sequence[str] | None) -> None:
    """Explore and solve the game of the command line, and print what was found."""
    sizes = kind.sizes
    parser = argparse.ArgumentParser(description=f"{kind.__name__} on an N × N board")
    parser.add_argument("n", metavar="N", type=int, nargs="?", default=sizes[0], choices=sizes)
    parser.add_argument("--check", action="store_true", help="compare without the symmetry, too")
    add_threads(parser)
    args = parser.parse_args(argv)
    game = kind(args.n)
    graph = game.explore(threads=args.threads, progress=args.progress)
    s = gg.solve(graph, threads=args.threads)
    print(f"{graph.n:,} positions up to symmetry, {graph.m:,} moves: {counted(s)}")
    print(f"the start is a {game.result(s)}")
    if args.check:
        print(check(game, s, args.threads))
