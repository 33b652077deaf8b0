"""Games with symmetries: small boards in Python, tic-tac-toe on codes, Quixo in C, and others.

Positions of boards are strings of cells, for the player to move: ``.`` blank, ``X`` own, ``O`` the
other's.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

import graphgame as gg

Codes = npt.NDArray[np.int64]

SWAP = str.maketrans("XO", "OX")


class Square:
    """A game on a square board of which all rotations and reflections are symmetries."""

    def __init__(self, side: int) -> None:
        self.side = side
        n = side * side
        turned = [side * (side - 1 - i % side) + i // side for i in range(n)]
        mirrored = [i - i % side + side - 1 - i % side for i in range(n)]
        self.symmetries: list[list[int]] = []
        one = list(range(n))
        for _ in range(4):
            self.symmetries += [one, [one[i] for i in mirrored]]
            one = [one[i] for i in turned]
        self.images = [itemgetter(*one) for one in self.symmetries]
        rows = [range(side * r, side * r + side) for r in range(side)]
        columns = [range(c, n, side) for c in range(side)]
        diagonals = [range(0, n, side + 1), range(side - 1, n - 1, side - 1)]
        self.lines = [tuple(line) for line in (*rows, *columns, *diagonals)]

    def canonical(self, position: str) -> str:
        return min("".join(image(position)) for image in self.images)

    def board(self, position: str) -> str:
        side = self.side
        return "\n".join(position[side * r : side * r + side] for r in range(side))

    def has_line(self, position: str, piece: str) -> bool:
        return any(all(position[i] == piece for i in line) for line in self.lines)


class TicTacToe(Square):
    """Three in a row wins; the player to move is told by the number of pieces."""

    start = "." * 9

    def __init__(self) -> None:
        super().__init__(3)

    def options(self, position: str) -> list[str]:
        empty = [i for i in range(9) if position[i] == "."]
        return [(position[:i] + "X" + position[i + 1 :]).translate(SWAP) for i in empty]

    def preset(self, position: str) -> gg.Outcome | None:
        if self.has_line(position, "O"):
            return gg.LOSE
        return None if "." in position else gg.DRAW

    def undo(self, position: str) -> list[str]:
        before = position.translate(SWAP)
        taken = [i for i in range(9) if before[i] == "X"]
        return [before[:i] + "." + before[i + 1 :] for i in taken]

    def tier(self, position: str) -> int:
        return position.count(".")


class Quixo(Square):
    """Take a blank or own cell of the border, and push it back, as yours, at another end."""

    def __init__(self, side: int) -> None:
        super().__init__(side)
        self.start = "." * side * side

    def options(self, position: str) -> Iterator[str]:
        side = self.side
        for r, c in itertools.product(range(side), repeat=2):
            if {r, c} & {0, side - 1} and position[side * r + c] != "O":
                row = [side * r + i for i in range(side)]
                column = [side * i + c for i in range(side)]
                for line, at in ((row, c), (column, r)):
                    for end in (0, side - 1):
                        if at != end:
                            yield self.pushed(position, line, at, end).translate(SWAP)

    @staticmethod
    def pushed(position: str, line: list[int], at: int, end: int) -> str:
        cells = [position[i] for i in line]
        del cells[at]
        cells.insert(end, "X")
        after = list(position)
        for i, cell in zip(line, cells, strict=True):
            after[i] = cell
        return "".join(after)

    def preset(self, position: str) -> gg.Outcome | None:
        if self.has_line(position, "X"):  # the other one made it
            return gg.WIN
        return gg.LOSE if self.has_line(position, "O") else None


class Teeko(Square):
    """Drop so many pieces each in turn, then move them; a row or a square of them wins.

    On a board smaller than 5 × 5 a row has as many cells as there are pieces, and a square 2 × 2.
    """

    def __init__(self, side: int, pieces: int) -> None:
        super().__init__(side)
        self.start, self.pieces = "." * side * side, pieces
        steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
        cells = list(itertools.product(range(side), repeat=2))
        rows = [
            [(r + k * dr, c + k * dc) for k in range(pieces)]
            for (r, c), (dr, dc) in itertools.product(cells, steps)
        ]
        squares = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in cells]
        shapes = rows + (squares if pieces == 4 else [])
        self.shapes = [[side * r + c for r, c in shape] for shape in shapes if {*shape} <= {*cells}]
        self.near = [
            [i for i, (r, c) in enumerate(cells) if max(abs(r - r0), abs(c - c0)) == 1]
            for r0, c0 in cells
        ]

    def options(self, position: str) -> list[str]:
        own = [i for i, cell in enumerate(position) if cell == "X"]
        if len(own) < self.pieces:
            empty = [i for i, cell in enumerate(position) if cell == "."]
            return [self.placed(position, i) for i in empty]
        return [
            self.placed(position[:i] + "." + position[i + 1 :], j)
            for i in own
            for j in self.near[i]
            if position[j] == "."
        ]

    @staticmethod
    def placed(position: str, i: int) -> str:
        return (position[:i] + "X" + position[i + 1 :]).translate(SWAP)

    def preset(self, position: str) -> gg.Outcome | None:
        won = any(all(position[i] == "O" for i in shape) for shape in self.shapes)
        return gg.LOSE if won else None


# Quixo in C, for codes in base 3: 0 blank, 1 own, 2 the other's.  SIDE is defined outside.
QUIXO = r"""
#include <stdint.h>
#define CELLS (SIDE * SIDE)

static void decode(int64_t code, int *cells) {
    for (int i = 0; i < CELLS; i++, code /= 3) cells[i] = code % 3;
}

static int64_t encode(const int *cells) {
    int64_t code = 0;
    for (int i = CELLS - 1; i >= 0; i--) code = 3 * code + cells[i];
    return code;
}

static int has_line(const int *cells, int piece) {
    int down = 1, up = 1;
    for (int r = 0; r < SIDE; r++) {
        int row = 1, column = 1;
        for (int c = 0; c < SIDE; c++) {
            row &= cells[SIDE * r + c] == piece;
            column &= cells[SIDE * c + r] == piece;
        }
        if (row || column) return 1;
        down &= cells[SIDE * r + r] == piece;
        up &= cells[SIDE * r + SIDE - 1 - r] == piece;
    }
    return down || up;
}

int64_t preset(int64_t code, void *data) {
    int cells[CELLS];
    decode(code, cells);
    return has_line(cells, 1) ? 1 : has_line(cells, 2) ? -1 : 2;
}

static int64_t pushed(const int *cells, int first, int step, int at, int end) {
    int after[CELLS];
    for (int i = 0; i < CELLS; i++) after[i] = cells[i];
    for (int k = at; k != end; k += end < at ? -1 : 1)
        after[first + step * k] = cells[first + step * (k + (end < at ? -1 : 1))];
    after[first + step * end] = 1;
    for (int i = 0; i < CELLS; i++) after[i] = after[i] ? 3 - after[i] : 0;
    return encode(after);
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    int cells[CELLS];
    int64_t count = 0;
    decode(code, cells);
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++) {
            int border = r == 0 || r == SIDE - 1 || c == 0 || c == SIDE - 1;
            if (!border || cells[SIDE * r + c] == 2) continue;
            for (int end = 0; end < SIDE; end += SIDE - 1) {
                if (c != end && count++ < room)
                    found[count - 1] = pushed(cells, SIDE * r, 1, c, end);
            }
            for (int end = 0; end < SIDE; end += SIDE - 1) {
                if (r != end && count++ < room)
                    found[count - 1] = pushed(cells, c, SIDE, r, end);
            }
        }
    return count;
}

int64_t canonical(int64_t code, void *data) {
    int cells[CELLS], image[CELLS];
    int64_t least = code;
    decode(code, cells);
    for (int one = 1; one < 8; one++) {
        for (int r = 0; r < SIDE; r++)
            for (int c = 0; c < SIDE; c++) {
                int y = one & 1 ? SIDE - 1 - r : r, x = one & 2 ? SIDE - 1 - c : c;
                image[SIDE * r + c] = one & 4 ? cells[SIDE * x + y] : cells[SIDE * y + x];
            }
        int64_t found = encode(image);
        if (found < least) least = found;
    }
    return least;
}
"""


def encode(position: str) -> int:
    """Return the code of a position of Quixo."""
    return sum(".XO".index(cell) * 3**i for i, cell in enumerate(position))


def decode(code: int, cells: int) -> str:
    """Return the position of Quixo with a code."""
    return "".join(".XO"[code // 3**i % 3] for i in range(cells))


# -- tic-tac-toe on codes --------------------------------------------------------------------------

POWERS = 3 ** np.arange(9)
LINES = np.array(TicTacToe().lines)
IMAGES = np.array(TicTacToe().symmetries)


def cells_of(codes: Codes) -> Codes:
    return codes[:, np.newaxis] // POWERS % 3


def code_options(codes: Codes) -> tuple[Any, Any]:
    cells = cells_of(codes)
    sources, places = np.nonzero(cells == 0)
    after = cells[sources]
    after[np.arange(len(places)), places] = 1
    return sources, np.where(after > 0, 3 - after, 0) @ POWERS


def code_presets(codes: Codes) -> Any:
    cells = cells_of(codes)
    lost = (cells[:, LINES] == 2).all(axis=2).any(axis=1)
    return np.where(lost, gg.LOSE, np.where((cells > 0).all(axis=1), gg.DRAW, gg.NO_PRESET))


def code_canonical(codes: Codes) -> Any:
    return (cells_of(codes)[:, IMAGES] @ POWERS).min(axis=1)


# -- sums of heaps ---------------------------------------------------------------------------------


def nim(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [
        (*heaps[:i], left, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for left in range(heap)
    ]


def in_order(heaps: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(heaps))


# -- coverings: every digraph is the graph of classes of a game with a symmetry --------------------


@st.composite
def coverings(draw: st.DrawFn) -> tuple[list[list[tuple[int, int]]], int, dict[int, gg.Outcome]]:
    """Draw the moves of a game of (vertex, sheet): a move adds to the sheet, modulo their number.

    To add one to all sheets is a symmetry, and sheet 0 represents.
    """
    n, sheets = draw(st.integers(1, 7)), draw(st.integers(1, 4))
    move = st.tuples(st.integers(0, n - 1), st.integers(0, sheets - 1))
    moves = draw(st.lists(st.lists(move, max_size=4), min_size=n, max_size=n))
    outcome = st.sampled_from([gg.WIN, gg.LOSE, gg.DRAW])
    return moves, sheets, draw(st.dictionaries(st.integers(0, n - 1), outcome, max_size=2))


def covering_rule(moves: list[list[tuple[int, int]]], sheets: int) -> Callable[[Any], list[Any]]:
    return lambda p: [(w, (p[1] + shift) % sheets) for w, shift in moves[p[0]]]
