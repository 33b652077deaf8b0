"""Quixo on an n × n board: take a cube from the border, and push it in again. Rules in C.

The rules (Thierry Chapeau's, 1995): all cubes are blank at first. The players take turns to take a
cube from the border that is blank or their own, turn it to their sign, and push it in at another
end of its row or column, so that the cubes between move by one. Who has n of his signs in a row, a
column or a diagonal wins; if a move makes such a line for both players, the opponent has won.

    . . X    X is the sign of the player to move, O that of the other one. So the same board with
    . . .    the other player to move is another position. On 3 × 3 the game is small.
    O . .

What is known: on 3 × 3 and on 4 × 4 the first player wins, on 5 × 5 perfect play never ends (S.
Tanaka, F. Bonnet, S. Tixeuil and Y. Tamura, "Quixo is solved", https://arxiv.org/abs/2007.15895).
Of the positions that can be reached, where the eight that turning and reflecting the board make of
one are the same, and so are moves that lead to the same:

    n  positions       moves        WIN       LOSE     DRAW   the start
    3      2,219      14,027      1,385        834        0   WIN in 7 plies
    4  5,170,021  72,280,233  3,129,294  1,839,378  201,349   WIN in 21 plies

To run it, from the root of the repository; 4 × 4 takes 10 s of CPU time and 1 GB:

    python examples/quixo.py 3

With --check the game is solved again without the symmetry, which on 4 × 4 has 41,252,115 positions
and takes 90 s and 5 GB.
"""

from __future__ import annotations

from collections.abc import Sequence

from _compiled import listed
from _square import SquareGame, run

SOURCE = """
static int has_line(cells own) {
    cells row = (1u << N) - 1, column = ALL / row;     // the lowest row, and the leftmost column
    cells falling = 0, rising = 0;
    for (int k = 0; k < N; k++) {
        falling |= 1u << (N + 1) * k;
        rising |= 1u << (N - 1) * (k + 1);
        if ((own >> N * k & row) == row || (own >> k & column) == column) return 1;
    }
    return (own & falling) == falling || (own & rising) == rising;
}

int64_t preset(int64_t code, void *data) {
    if (has_line(code & ALL)) return 1;           // the opponent's move has made our line: WIN
    return has_line(code >> CELLS) ? -1 : 2;
}

// The cubes beyond `from`, as far as `to`, move by one towards it; the last place becomes empty.
static cells push(cells set, int from, int to, int step) {
    for (int c = from; c != to; c += step)
        set = (set & ~(1u << c)) | (set >> (c + step) & 1) << c;
    return set & ~(1u << to);
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    cells own = code & ALL, other = code >> CELLS;
    int64_t count = 0;
    for (int c = 0; c < CELLS; c++) {
        int x = c % N, y = c / N;
        if ((x % (N - 1) && y % (N - 1)) || other >> c & 1) continue;
        const int ends[4] = {c - x, c - x + N - 1, x, x + N * (N - 1)};
        for (int k = 0; k < 4; k++) {
            if (ends[k] == c) continue;
            int step = (k < 2 ? 1 : N) * (ends[k] > c ? 1 : -1);
            int64_t moved = push(own, c, ends[k], step) | 1u << ends[k];
            if (count++ < room) found[count - 1] = push(other, c, ends[k], step) | moved << CELLS;
        }
    }
    return count;
}
"""


class Quixo(SquareGame):
    """The game on the 3 × 3 or the 4 × 4 board."""

    sizes = 3, 4
    source = SOURCE

    def move_name(self, code: int, option: int) -> str:
        """Return where a cube is taken, and where it is pushed in."""
        n, other = self.n, code >> self.n**2
        names = [
            f"{self.cell_name(cell)}–{self.cell_name(end)}"
            for cell in range(n * n)
            for x, y in [(cell % n, cell // n)]
            if (x in (0, n - 1) or y in (0, n - 1)) and not other >> cell & 1
            for end in (n * y, n * y + n - 1, x, x + n * (n - 1))  # as in C
            if end != cell
        ]
        return names[listed(self.library.options, code).index(option)]


def main(argv: Sequence[str] | None = None) -> None:
    """Explore and solve the game, and print what was found."""
    run(Quixo, argv)


if __name__ == "__main__":
    main()
