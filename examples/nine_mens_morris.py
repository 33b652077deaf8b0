"""Endings of nine men's morris, all stones being on the board. Rules in C.

The rules: the board has 24 points on three squares, joined at the middles of their sides. The
players take turns to move a stone along a line to the next point, if it is empty. A player with
three stones may move one of them to any empty point. Three stones of one player on a line of three
points are a mill. Who closes a mill takes a stone of the opponent, which is not in a mill unless
all are. A player who has fewer than three stones, or cannot move, loses.

    X-----.-----.    X is a stone of the player to move, O one of the other player: the rules are
    | O---.---. |    the same for both, and so the turn is no part of a position.
    | | .-X-. | |
    .-.-.   .-O-.
    | | .-.-. | |
    | .---O---. |
    .-----X-----.

What is known: Ralph Gasser solved the game in 1993, with 28 databases of endings, one for each pair
of numbers of stones (https://www.ics.uci.edu/~eppstein/cgt/morris.html). Here positions that differ
by a symmetry of the board count once, and those in which the loser has only two stones left count,
too. The ending with 4 stones against 3 contains that with 3 against 3:

    stones  positions       moves      WIN    LOSE       DRAW   the longest win
    3 – 3     169,869   9,160,671  140,621  28,979        269   26 plies
    4 – 3   1,694,774  54,617,361  318,299  36,183  1,340,292   33 plies

Without the positions that captures lead to, there are 1,520,796 of 4 against 3 and 169,626 of 3
against 3. Where both players jump, the three squares may also stand in any order: then there are
56,922 of 3 against 3. These numbers are counted here; Burnside's lemma, which knows no rules, gives
the same. With --any-order, the 56,922 are 47,167 WIN, 9,659 LOSE and 96 DRAW; and 92 with two
stones are lost.

To run it, from the root of the repository; 4 against 3 takes 15 s of CPU time:

    python examples/nine_mens_morris.py 3 3

A page holds a smaller game: six men's morris has two squares, and no line from the outer one
inwards has a third point; three stones each are on the board, and do not jump. Of its 321,568
positions, which say who moves, 141,392 are WIN, 62,272 LOSE and 117,904 DRAW; the longest win takes
15 plies.

With --serve the endings are played in a browser, on the board above. Then positions say who moves,
and of a class of positions all but one differ from it by a symmetry, or by who moves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt
from _compiled import SYMMETRY, Game, add_threads, compiled, counted, symmetric
from _texts import about

import graphgame as gg

# Point 8 * r + k is on square r, 0 being the outer one; k goes around from the top left corner.
AROUND = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]

SOURCE = """
// beside[p]: the points next to point p. mills[p]: the rest of the two lines that p is on.
static cells beside[CELLS], mills[CELLS][2];

__attribute__((constructor)) static void draw_lines(void) {
    for (int p = 0; p < CELLS; p++) {
        int square = p / 8 * 8, k = p % 8;
        beside[p] = 1u << (square + (k + 1) % 8) | 1u << (square + (k + 7) % 8);
        if (k % 2) {                                     // the middle of a side
            if (p >= 8) beside[p] |= 1u << (p - 8);
            if (p + 8 < CELLS) beside[p] |= 1u << (p + 8);
            mills[p][0] = 1u << (square + k - 1) | 1u << (square + (k + 1) % 8);
            // Across two squares there are but two points, and no mill.
            mills[p][1] = CELLS == 24 ? (1u << k | 1u << (k + 8) | 1u << (k + 16)) ^ 1u << p : ~0u;
        } else {
            mills[p][0] = 1u << (square + k + 1) | 1u << (square + (k + 2) % 8);
            mills[p][1] = 1u << (square + (k + 7) % 8) | 1u << (square + (k + 6) % 8);
        }
    }
}

static int in_mill(cells own, int p) {
    return (own & mills[p][0]) == mills[p][0] || (own & mills[p][1]) == mills[p][1];
}

// The stones that may be taken: those outside of mills, if there are such.
static cells may_be_taken(cells stones) {
    cells free = 0;
    for (cells rest = stones; rest; rest &= rest - 1)
        if (!in_mill(stones, __builtin_ctz(rest))) free |= rest & -rest;
    return free ? free : stones;
}

int64_t preset(int64_t code, void *data) {
    return __builtin_popcount(code & ALL) < 3 ? -1 : 2;
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    cells own = code & ALL, other = code >> CELLS, empty = ALL & ~(own | other);
    cells prey = may_be_taken(other);
    int64_t count = 0;
    for (cells rest = own; rest; rest &= rest - 1) {
        int from = __builtin_ctz(rest);
        cells to = JUMPS && __builtin_popcount(own) == 3 ? empty : beside[from] & empty;
        for (; to; to &= to - 1) {
            int64_t moved = (own ^ 1u << from) | (to & -to);
            if (!in_mill(moved, __builtin_ctz(to))) {
                if (count++ < room) found[count - 1] = other | moved << CELLS;
                continue;
            }
            for (cells left = prey; left; left &= left - 1)
                if (count++ < room) found[count - 1] = (other ^ (left & -left)) | moved << CELLS;
        }
    }
    return count;
}

// The same with a bit that says who moves, so that a board does not turn between two moves.
#define SIDE (1ll << 2 * CELLS)

int64_t sided_options(int64_t code, int64_t *found, int64_t room, void *data) {
    int64_t count = options(code & ~SIDE, found, room, data);
    for (int64_t i = 0; i < count && i < room; i++) found[i] |= ~code & SIDE;
    return count;
}

int64_t sided_preset(int64_t code, void *data) { return preset(code & ~SIDE, data); }

int64_t sided_canonical(int64_t code, void *data) { return canonical(code & ~SIDE, data); }
"""

POINTS = (1 << 24) - 1
SIDE = 1 << 48
START = 4_345_332_744
MARKS = str.maketrans("012", ".XO")
PIECES = {
    "X": {"figure": "stone", "colour": "#1b1f24", "name": "black stone"},
    "O": {"figure": "stone", "colour": "#fdfdf8", "name": "white stone"},
}


def symmetries(any_order: bool = False) -> list[list[int]]:
    """Return the sixteen symmetries: the board may be turned, reflected and turned inside out.

    With the three squares in any order, there are 48.
    """
    orders = list(permutations(range(3))) if any_order else [(0, 1, 2), (2, 1, 0)]
    return [
        [8 * r + (turn + sign * k) % 8 for r in order for k in range(8)]
        for turn in (0, 2, 4, 6)
        for sign in (1, -1)
        for order in orders
    ]


def place(point: int, squares: int = 3) -> tuple[int, int]:
    """Return the column and the row of a point, from 0 on, from the top left."""
    (x, y), step = AROUND[point % 8], squares - point // 8
    return squares + step * (x - 1), squares + step * (y - 1)


def point_name(point: int) -> str:
    """Return the name of a point, as in chess: a1 is at the bottom left."""
    x, y = place(point)
    return f"{'abcdefg'[x]}{7 - y}"


def lines(squares: int) -> list[tuple[int, int]]:
    """Return the lines of a board, by the cells at their ends: rows of 2 * squares + 1 cells."""

    def cell(point: int) -> int:
        x, y = place(point, squares)
        return (2 * squares + 1) * y + x

    sides = [(8 * r + k, 8 * r + (k + 2) % 8) for r in range(squares) for k in (0, 2, 4, 6)]
    across = [(k, 8 * squares - 8 + k) for k in (1, 3, 5, 7)]
    return [(cell(a), cell(b)) for a, b in sides + across]


class NineMensMorris(Game):
    """The endings in which one player has so many stones, and the other so many.

    Where both have three, the squares may stand in any order.
    """

    def __init__(self, first: int, second: int, *, any_order: bool = False) -> None:
        if not (min(first, second) >= 3 and max(first, second) <= 9):
            raise ValueError(f"expected from 3 to 9 stones each, got {first} and {second}")
        self.stones = first, second
        if any_order and max(first, second) > 3:
            raise ValueError("expected three stones each where squares stand in any order")
        self.library, self.canonical = symmetric(SOURCE, symmetries(any_order), JUMPS=1)

    def starts(self) -> npt.NDArray[np.int64]:
        """Return all positions with so many stones, one of each class."""
        return np.unique(np.fromiter(self._starts(), np.int64))

    def _starts(self) -> Iterator[int]:
        first, second = self.stones
        for own, other in {(first, second), (second, first)}:
            sets = (sum(1 << p for p in points) for points in combinations(range(24), own))
            for stones in {self.canonical(each) for each in sets}:
                empty = [p for p in range(24) if not stones >> p & 1]
                for points in combinations(empty, other):
                    yield self.canonical(stones | sum(1 << p for p in points) << 24)

    def result(self, solution: gg.Solution[int] | gg.Database[int]) -> str:
        """Return how long the longest win takes."""
        return f"{solution.remoteness.max()} plies"

    def board(self, code: int) -> str:
        """Return a position as text, as above but for the lines."""
        rows = [[" "] * 7 for _ in range(7)]
        for p in range(24):
            x, y = place(p)
            rows[y][x] = ".XO"[(code >> p & 1) + 2 * (code >> 24 + p & 1)]
        return "\n".join("".join(row) for row in rows)

    def seen_board(self, code: int) -> str:
        """Return the board of a position that says who moves: X is the player who begins."""
        own, other = code & POINTS, code >> 24 & POINTS
        return self.board(other | own << 24 if code & SIDE else code)

    def build(self, *, progress: bool = False) -> gg.Database[int]:
        """Solve the positions that say who moves; of each class one is stored.

        Of 3 against 3, play begins where X wins in 11 plies, and two moves do it.
        """
        starts = self.starts()
        if self.stones == (3, 3):
            starts = np.append(START, starts)
        return gg.build(
            self.library.sided_options,
            starts,
            presets=self.library.sided_preset,
            canonical=self.library.sided_canonical,
            progress=progress,
        )

    def look(self) -> dict[str, Any]:
        """Return what the page shows of positions that say who moves."""
        return {
            "title": f"Nine men's morris, {self.stones[0]} against {self.stones[1]}",
            "board": self.seen_board,
            "turn": lambda code: int(code & SIDE > 0),
            "pieces": PIECES,
            "style": "lined",
            "edges": lines(3),
            "move": self.move_name,
        }

    def move_name(self, code: int, option: int) -> str:
        """Return from where to where a stone moves, and which one is taken."""
        before, after = code & POINTS, option >> 24 & POINTS
        names = [point_name(x.bit_length() - 1) for x in (before & ~after, after & ~before)]
        taken = (code >> 24) & ~option & POINTS
        return "–".join(names) + (f"×{point_name(taken.bit_length() - 1)}" if taken else "")


class SixMensMorris:
    """Six men's morris with three stones each, which do not jump: small enough for a page.

    The board has two squares, points 0 to 15.  Positions say who moves, and none stands for others.
    """

    # X wins in 15 plies, which is the longest win, and by one move alone.
    start = 17_565_729

    def __init__(self) -> None:
        self.library = compiled(SYMMETRY + SOURCE, CELLS=16, SYMMETRIES=1, JUMPS=0)
        at = {place(point, 2): point for point in range(16)}
        rows = [[at.get((x, y), 16) for x in range(5)] for y in range(5)]
        # The digits of a position that its board shows, row by row: 16 is no point, 17 a break.
        self.shown = itemgetter(*rows[0], *(k for row in rows[1:] for k in (17, *row)))

    def starts(self) -> npt.NDArray[np.int64]:
        """Return all positions with three stones each."""
        sets = [sum(1 << p for p in points) for points in combinations(range(16), 3)]
        pairs = [own | other << 16 for own in sets for other in sets if not own & other]
        return np.add.outer([0, 1 << 32], pairs).ravel()

    def solve(self) -> gg.Solution[int]:
        """Solve all positions."""
        graph = gg.explore_codes(
            self.library.sided_options,
            np.append(self.start, self.starts()),
            presets=self.library.sided_preset,
        )
        return gg.solve(graph)

    def turn(self, code: int) -> int:
        """Return who moves: 0 for X, 1 for O."""
        return code >> 32 & 1

    def board(self, code: int) -> str:
        """Return the board of a position."""
        own, other = code & 0xFFFF, code >> 16 & 0xFFFF
        if self.turn(code):
            own, other = other, own
        # A digit for each point, the first being that of point 0.
        digits = str(int(f"{own:b}") + 2 * int(f"{other:b}")).zfill(16)[::-1]
        return "".join(self.shown(digits.translate(MARKS) + " \n"))

    def look(self) -> dict[str, Any]:
        """Return what the page shows."""
        return {
            "title": "Six men's morris, 3 against 3",
            "board": self.board,
            "turn": self.turn,
            "pieces": PIECES,
            "style": "lined",
            "edges": lines(2),
        }


def main(argv: Sequence[str] | None = None) -> None:
    """Explore and solve the endings, and print what was found."""
    parser = argparse.ArgumentParser(description="endings of nine men's morris")
    parser.add_argument("first", type=int, nargs="?", default=3, help="stones of one player")
    parser.add_argument("second", type=int, nargs="?", default=3, help="stones of the other")
    parser.add_argument("--any-order", action="store_true", help="of squares, for 3 against 3")
    parser.add_argument("--serve", type=int, metavar="PORT", help="play it in a browser")
    add_threads(parser)
    args = parser.parse_args(argv)
    game = NineMensMorris(args.first, args.second, any_order=args.any_order)
    if args.serve is not None:
        look: dict[str, Any] = {**game.look(), **about("nine_mens_morris")}
        game.build(progress=args.progress).serve(port=args.serve, **look)
        return
    graph = game.explore(threads=args.threads, progress=args.progress)
    s = gg.solve(graph, threads=args.threads)
    print(f"{graph.n:,} positions up to symmetry, {graph.m:,} moves: {counted(s)}")
    print(f"the longest win takes {game.result(s)}")
    print(f"{len(game.starts()):,} positions are {args.first} against {args.second}")


if __name__ == "__main__":
    main()
