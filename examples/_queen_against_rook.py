"""King and queen against king and rook: an ending of chess with its rules in C, for the shelf.

White has the queen.  A code has the squares of white's king and queen, and of black's king and
rook, six bits each, from a1 = 0 to h8 = 63, and then whether black is to move.  A piece that is
captured stands where its king stands.  Of the eight positions that turning and reflecting the board
make of one, the least code is stored.  A stalemate, and two kings alone, are draws; who is mated
has no move and loses.  Castling, and the rule of 50 moves, are left out.

What is known: mate takes white at most 35 moves
(http://macechess.blogspot.com/2010/10/chess-endgame-table-base-kqkr.html).

To put it on the shelf, from the root of the repository:

    python -m tools.shelf build/shelf queen_against_rook
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

#define BLACK (1 << 24)
typedef uint64_t squares;

static int apart(int a, int b) {
    int x = __builtin_abs(a % 8 - b % 8), y = __builtin_abs(a / 8 - b / 8);
    return x > y ? x : y;
}

// The squares that a queen or a rook reaches: those of a line, up to the first that is taken.
static squares reached(int from, squares taken, int is_queen) {
    squares found = 0;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            if (!(dx || dy) || (dx && dy && !is_queen)) continue;
            int x = from % 8 + dx, y = from / 8 + dy;
            for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
                found |= 1ull << (8 * y + x);
                if (taken >> (8 * y + x) & 1) break;
            }
        }
    return found;
}

// One side's king and piece are here, and those of the other side; on its king, a piece is gone.
struct sides { int king, piece, other_king, other_piece, has, faces; };

static struct sides sides_at(int64_t code) {
    int own = code & BLACK ? 12 : 0, other = 12 - own;
    struct sides s = {code >> own & 63, code >> (own + 6) & 63, code >> other & 63,
                      code >> (other + 6) & 63, 0, 0};
    s.has = s.king != s.piece;
    s.faces = s.other_king != s.other_piece;
    return s;
}

// Whether the other side's piece attacks a square; white's is the queen.
static int attacks(int64_t code, int piece, int square, squares taken) {
    return reached(piece, taken, (code & BLACK) != 0) >> square & 1;
}

static int is_check(int64_t code) {
    struct sides s = sides_at(code);
    squares taken = 1ull << s.king | 1ull << s.piece | 1ull << s.other_king;
    return s.faces && attacks(code, s.other_piece, s.king, taken);
}

// The position after a move, or -1 where the own king would be attacked.
static int64_t moved(int64_t code, struct sides s, int king, int piece) {
    int captures = s.faces && s.other_piece == (king == s.king ? piece : king);
    squares taken = 1ull << king | 1ull << piece | 1ull << s.other_king;
    if (s.faces && !captures && attacks(code, s.other_piece, king, taken)) return -1;
    int64_t other = s.other_king | (captures ? s.other_king : s.other_piece) << 6;
    int64_t own = king | piece << 6;
    return code & BLACK ? other | own << 12 : own | other << 12 | BLACK;
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    struct sides s = sides_at(code);
    squares taken = 1ull << s.king | 1ull << s.other_king | 1ull << s.other_piece;
    squares reach = s.has ? reached(s.piece, taken, !(code & BLACK)) : 0;
    int64_t count = 0;
    for (int to = 0; to < 64; to++) {
        int64_t option = -1;
        if (reach >> to & 1 && to != s.king && to != s.other_king)
            option = moved(code, s, s.king, to);
        if (option >= 0 && count++ < room) found[count - 1] = option;
        if (apart(s.king, to) != 1 || apart(s.other_king, to) < 2) continue;
        if (s.has && to == s.piece) continue;
        option = moved(code, s, to, s.has ? s.piece : to);
        if (option >= 0 && count++ < room) found[count - 1] = option;
    }
    return count;
}

int64_t preset(int64_t code, void *data) {
    struct sides s = sides_at(code);
    if (!s.has && !s.faces) return 0;
    return is_check(code) || options(code, 0, 0, data) ? 2 : 0;
}

// Mirroring turns three bits of each square over; rows become columns if they exchange their bits.
int64_t canonical(int64_t code, void *data) {
    static const int64_t mirrors[4] = {0, 7, 56, 63};
    int64_t all = code & (BLACK - 1), least = all;
    for (int turn = 0; turn < 2; turn++) {
        for (int m = 0; m < 4; m++) {
            int64_t image = all ^ mirrors[m] * 0x041041;
            if (image < least) least = image;
        }
        all = (all & 0x1c71c7) << 3 | (all >> 3 & 0x1c71c7);
    }
    return least | (code & BLACK);
}

int64_t turn(int64_t code, void *data) { return (code & BLACK) != 0; }

// Find the positions with both pieces, one of each class, where nobody is in check whose opponent
// is to move.  Returns how many there are.
int64_t legal(int64_t *found) {
    int64_t count = 0;
    for (int64_t code = 0; code < 2 * BLACK; code++) {
        struct sides s = sides_at(code ^ BLACK);
        if (apart(s.king, s.other_king) < 2 || !s.has || !s.faces || s.piece == s.other_piece
            || s.piece == s.other_king || s.king == s.other_piece) continue;
        if (canonical(code, 0) == code && !is_check(code ^ BLACK)) found[count++] = code;
    }
    return count;
}

// The board from white's side, white's pieces being capital letters.
int64_t board(int64_t code, char *text, int64_t room, void *data) {
    char signs[64];
    int64_t count = 0;
    for (int c = 0; c < 64; c++) signs[c] = '.';
    signs[code >> 6 & 63] = 'Q';
    signs[code >> 18 & 63] = 'r';
    signs[code & 63] = 'K';
    signs[code >> 12 & 63] = 'k';
    for (int y = 7; y >= 0; y--) {
        for (int x = 0; x < 8; x++)
            if (count++ < room) text[count - 1] = signs[8 * y + x];
        if (y && count++ < room) text[count - 1] = '\\n';
    }
    return count;
}

static int64_t square_name(char *text, int square) {
    text[0] = 'a' + square % 8;
    text[1] = '1' + square / 8;
    return 2;
}

// Such as Kc2–c3 or Qd1×d5.
int64_t move_name(int64_t code, int64_t option, char *text, int64_t room, void *data) {
    struct sides s = sides_at(code), after = sides_at(option);
    int is_king = after.other_king != s.king, captures = s.faces && !after.has;
    int64_t size = 1;
    text[0] = is_king ? 'K' : code & BLACK ? 'R' : 'Q';
    size += square_name(text + size, is_king ? s.king : s.piece);
    for (const char *sign = captures ? "\\xc3\\x97" : "\\xe2\\x80\\x93"; *sign; sign++)
        text[size++] = *sign;
    return size + square_name(text + size, is_king ? after.other_king : after.other_piece);
}
"""

BLACK = 1 << 24
# Where play begins: white needs 35 moves to mate.
START = 5_056_471
PIECES = {
    sign: {"figure": figure, "colour": colour, "name": f"{side} {figure}"}
    for sign, figure, side, colour in (
        ("K", "king", "white", "#fdfdf8"),
        ("Q", "queen", "white", "#fdfdf8"),
        ("k", "king", "black", "#2b2f36"),
        ("r", "rook", "black", "#2b2f36"),
    )
}


class QueenAgainstRook:
    """The ending: its rules, the positions that it begins with, and its look in a page."""

    def __init__(self) -> None:
        self.library = compiled(SOURCE)
        self.library.legal.restype = ctypes.c_int64

    def starts(self) -> npt.NDArray[np.int64]:
        """Return all positions of four pieces, one of each class."""
        found = np.empty(4_000_000, np.int64)
        count = self.library.legal(found.ctypes.data_as(ctypes.c_void_p))
        return found[:count]

    def build(self) -> gg.Database[int]:
        """Solve all positions; of each class one is stored."""
        return gg.build(
            self.library.options,
            start=np.append(START, self.starts()),
            presets=self.library.preset,
            canonical=self.library.canonical,
        )

    def look(self) -> dict[str, Any]:
        """Return the title, the pieces and the style of a page."""
        title = "King and queen against king and rook"
        return {"title": title, "pieces": PIECES, "style": "checkered"}
