"""The ending of chess_ending.py with its rules in C, for a page: none of the positions is turned.

In a page a board must not turn between two moves, so each position is there for itself: eight times
as many, of which python-chess would list the moves for a minute.  A code has the squares of white's
king, of the piece and of black's king, six bits each, from a1 = 0 to h8 = 63; whether black is to
move; and whether the piece is gone, which then counts as square 0.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt
from _compiled import compiled

import graphgame as gg

SOURCE = """
#include <stdint.h>
#include <stdlib.h>

#define BLACK (1 << 18)
#define GONE (1 << 19)

static int apart(int a, int b) {
    int x = abs(a % 8 - b % 8), y = abs(a / 8 - b / 8);
    return x > y ? x : y;
}

// Whether the piece reaches a square from another one: none of two squares is between them.
static int reaches(int from, int to, int one, int other) {
    int x = to % 8 - from % 8, y = to / 8 - from / 8, count = apart(from, to);
    if (from == to || (x && y && (!QUEEN || abs(x) != abs(y)))) return 0;
    int step = ((x > 0) - (x < 0)) + 8 * ((y > 0) - (y < 0));
    for (int k = 1; k < count; k++) {
        int square = from + k * step;
        if (square == one || square == other) return 0;
    }
    return 1;
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    int king = code & 63, piece = code >> 6 & 63, other = code >> 12 & 63;
    int64_t count = 0;
    if (code & GONE) return 0;
    for (int to = 0; to < 64; to++) {
        int64_t option = -1;
        if (code & BLACK) {
            if (apart(other, to) != 1 || apart(king, to) < 2) continue;
            if (to == piece) option = king | to << 12 | GONE;
            else if (!reaches(piece, to, king, king)) option = king | piece << 6 | to << 12;
        } else {
            if (apart(king, to) == 1 && to != piece && apart(other, to) > 1) {
                option = to | piece << 6 | other << 12 | BLACK;
                if (count++ < room) found[count - 1] = option;
            }
            option = -1;
            if (to != king && to != other && reaches(piece, to, king, other))
                option = king | to << 6 | other << 12 | BLACK;
        }
        if (option >= 0 && count++ < room) found[count - 1] = option;
    }
    return count;
}

// A mate is lost anyway; a stalemate, and kings without the piece, are draws.
int64_t preset(int64_t code, void *data) {
    int king = code & 63, piece = code >> 6 & 63, other = code >> 12 & 63;
    if (code & GONE) return 0;
    if (!(code & BLACK) || reaches(piece, other, king, king)) return 2;
    return options(code, 0, 0, 0) ? 2 : 0;
}

// Find all positions with the piece: nobody may be in check whose opponent is to move.
int64_t legal(int64_t *found) {
    int64_t count = 0;
    for (int64_t code = 0; code < GONE; code++) {
        int king = code & 63, piece = code >> 6 & 63, other = code >> 12 & 63;
        if (apart(king, other) < 2 || piece == king || piece == other) continue;
        if (!(code & BLACK) && reaches(piece, other, king, king)) continue;
        found[count++] = code;
    }
    return count;
}
"""

EMPTY = bytearray(("." * 8 + "\n") * 7 + "." * 8, "ascii")
# Where in the text of a board each square is.
PLACES = [9 * (7 - square // 8) + square % 8 for square in range(64)]
KINGS = b"Kk"
BLACK, GONE = 1 << 18, 1 << 19


def code(king: int, piece: int, other: int, white: bool) -> int:
    """Return the code of a position that chess_ending.py has as a tuple."""
    return king | piece << 6 | other << 12 | (0 if white else BLACK)


# Where play begins, with white to move: mate takes as long as it can.
STARTS = {"rook": 111_801, "queen": 140_167}
WHITE, DARK = "#fdfdf8", "#2b2f36"
PIECES = {
    "K": {"figure": "king", "colour": WHITE, "name": "white king"},
    "Q": {"figure": "queen", "colour": WHITE, "name": "white queen"},
    "R": {"figure": "rook", "colour": WHITE, "name": "white rook"},
    "k": {"figure": "king", "colour": DARK, "name": "black king"},
}


class WholeEnding:
    """King and queen, or king and rook, against the king: all positions, for a page."""

    def __init__(self, piece: str) -> None:
        self.piece = piece
        self.letter = ord(piece[0].upper())
        self.library = compiled(SOURCE, QUEEN=int(piece == "queen"))

    def starts(self) -> npt.NDArray[np.int64]:
        """Return all positions with the piece."""
        found = np.empty(1 << 19, np.int64)
        count = self.library.legal(found.ctypes.data_as(ctypes.c_void_p))
        return found[:count]

    def solve(self) -> gg.Solution[int]:
        """Solve all positions."""
        library, starts = self.library, np.append(STARTS[self.piece], self.starts())
        graph = gg.explore_codes(library.options, starts, presets=library.preset)
        return gg.solve(graph)

    def turn(self, code: int) -> int:
        """Return who moves: 0 for white, 1 for black."""
        return int(code & BLACK > 0)

    def board(self, code: int) -> str:
        """Return a position as text, white's pieces being capital letters."""
        cells = EMPTY.copy()
        if not code & GONE:
            cells[PLACES[code >> 6 & 63]] = self.letter
        cells[PLACES[code & 63]], cells[PLACES[code >> 12 & 63]] = KINGS
        return cells.decode()

    def look(self) -> dict[str, Any]:
        """Return what the page shows."""
        return {
            "title": f"King and {self.piece} against the king",
            "board": self.board,
            "turn": self.turn,
            "pieces": {x: PIECES[x] for x in ("K", chr(self.letter), "k")},
            "style": "checkered",
        }
