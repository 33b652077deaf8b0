"""Queen and Pawns by indices: every move raises the index, and the rule is in C.

An index is a number of mixed radix. From the right: the queen's cell (64 values, of which n * n are
cells), the turn (0 the queen, 1 the pawns), and for each file, from the left of the board on, how
far its pawn has come (0 to n - 3 steps, or n - 2 where it is captured). A step and a capture raise
the digit of a pawn, and the queen's other moves raise the turn. In the greatest index with the
queen to move nobody can move: no pawn is left. It stands for a win on the spot.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from _compiled import compiled

import graphgame as gg

Int64s = npt.NDArray[np.int64]

# N is the length of the board. COLUMN[f] is what a step of the pawn in file f adds to an index.
RULE = """
#include <stdint.h>

#define CELLS (N * N)
#define CAPTURED (N - 2)
#define RADIX (N - 1)
typedef uint64_t cells;

static int64_t COLUMN[N], OVER, HALF;
static cells ROW = (1ull << N) - 1;
// Pawns of the files below N/2 and of the others, by their digits.
static cells left_pawns[2500], right_pawns[2500];
// ray[d][c]: the cells beyond c in direction d; the first four directions lead upwards.
static cells ray[8][CELLS], captors[CELLS];
// What the capture on a cell adds to an index.
static int64_t capture[CELLS];

static cells pawns_of(int64_t digits, int from, int to) {
    cells pawns = 0;
    for (int f = from; f < to; f++, digits /= RADIX)
        if (digits % RADIX != CAPTURED) pawns |= 1ull << (N * (1 + digits % RADIX) + f);
    return pawns;
}

void prepare(void) {
    static const int dx[8] = {1, -1, 0, 1, -1, 1, 0, -1}, dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    int64_t weight = 128, all = 1;
    HALF = 1;
    for (int f = 0; f < N; f++) {
        COLUMN[f] = weight;
        weight *= RADIX;
        all *= RADIX;
        if (f < N / 2) HALF *= RADIX;
    }
    OVER = (all - 1) * 128;
    for (int64_t k = 0; k < HALF; k++) left_pawns[k] = pawns_of(k, 0, N / 2);
    for (int64_t k = 0; k < all / HALF; k++) right_pawns[k] = pawns_of(k, N / 2, N);
    for (int c = 0; c < CELLS; c++) {
        if (c >= N) capture[c] = (CAPTURED - (c / N - 1)) * COLUMN[c % N];
        for (int d = 0; d < 8; d++)
            for (int x = c % N + dx[d], y = c / N + dy[d]; x >= 0 && x < N && y >= 0 && y < N;
                 x += dx[d], y += dy[d])
                ray[d][c] |= 1ull << (N * y + x);
        captors[c] = 0;
        for (int side = -1; side <= 1; side += 2)
            if (c % N + side >= 0 && c % N + side < N && c >= N)
                captors[c] |= 1ull << (c - N + side);
    }
}

// 28 moves of the queen, or two of each pawn, are the most.
static int64_t moves(int64_t index, int64_t *options) {
    int64_t pawn_digits = index >> 7, count = 0;
    int queen = index & 63;
    cells pawns = left_pawns[pawn_digits % HALF] | right_pawns[pawn_digits / HALF];
    if (index & 64) {
        cells empty = ~(pawns | 1ull << queen), through = pawns & ROW << N * (N - 2) & empty >> N;
        if ((pawns & captors[queen]) | through) {
            options[0] = OVER;
            return 1;
        }
        cells once = pawns << N & empty, twice = (once & ROW << 2 * N) << N & empty;
        // No pawn is below the top row but with the queen in front of it.
        for (once &= (1ull << (CELLS - 1) << 1) - 1; once; once &= once - 1)
            options[count++] = index - 64 + COLUMN[__builtin_ctzll(once) % N];
        for (; twice; twice &= twice - 1)
            options[count++] = index - 64 + 2 * COLUMN[__builtin_ctzll(twice) % N];
        return count;
    }
    if (!pawns) return 0;
    cells reached = 0;
    for (int d = 0; d < 4; d++) {
        cells stop = ray[d][queen] & pawns;
        reached |= ray[d][queen];
        if (stop) reached ^= ray[d][__builtin_ctzll(stop)];
    }
    for (int d = 4; d < 8; d++) {
        cells stop = ray[d][queen] & pawns;
        reached |= ray[d][queen];
        if (stop) reached ^= ray[d][63 - __builtin_clzll(stop)];
    }
    int64_t quiet = index - queen + 64;
    for (cells taken = reached & pawns; taken; taken &= taken - 1) {
        int c = __builtin_ctzll(taken);
        options[count++] = quiet + c + capture[c];
    }
    for (cells free = reached & ~pawns; free; free &= free - 1)
        options[count++] = quiet + __builtin_ctzll(free);
    return count;
}

int64_t options(int64_t index, int64_t *found, int64_t room, void *data) {
    int64_t own[64];
    if (room >= 64) return moves(index, found);
    int64_t count = moves(index, own);
    for (int64_t k = 0; k < count && k < room; k++) found[k] = own[k];
    return count;
}
"""


class IndexedQueenAndPawns:
    """The game on the n × n board, its positions being indices; for n = 8 there are 737,894,528.

    Attributes
    ----------
    size, start, over : int
        The number of indices; where play begins; what stands for a win on the spot.
    rule : ctypes function
    """

    def __init__(self, n: int) -> None:
        if n not in range(5, 9):
            raise ValueError(f"expected n from 5 to 8, got {n}")
        self.n = n
        self.size = (n - 1) ** n * 128
        self.over = self.size - 128
        self.start = 64 + n * (n - 1) + (n - 1) // 2
        library = compiled(RULE, N=n)
        library.prepare()
        self.rule: Any = library.options

    def build(self, folder: str | None = None, **given: Any) -> gg.Database[int]:
        """Solve the game by its indices, in memory or in a folder."""
        return gg.build(self.rule, self.start, size=self.size, ordered=True, folder=folder, **given)

    def indices(self, pawns: Int64s, queen: Int64s, queens_turn: Int64s) -> Int64s:
        """Return the indices of positions: sets of cells, numbers of cells, and 1 or 0."""
        digits = np.zeros(len(pawns), dtype=np.int64)
        for file in reversed(range(self.n)):
            steps = np.full(len(pawns), self.n - 2)
            for row in range(1, self.n - 1):
                steps[pawns >> (row * self.n + file) & 1 == 1] = row - 1
            digits = digits * (self.n - 1) + steps
        return (digits * 2 + 1 - queens_turn) * 64 + queen
