"""The certificate of a solved board: NumPy only, no kernel, no solver.

Every state has a score: 0 for a draw, f - r where the policeman wins in r plies, r - f where the
thief does, with f greater than any r.  So the policeman maximises the score and the thief minimises
it; a fast win is worth more to the winner than a slow one, and a state one ply further from the end
has a score closer to 0 by one.  All rules of the certificate are then one equation: the score of a
state is the best score among its options for the player to move, one closer to 0; where the game
has ended, it is f or -f.  By induction on r, scores that satisfy it say who wins, and in how many
plies; and a player who could win from a score of 0 would have an option of that sign.

States with the thief to move are not stored: the equation defines their scores, and it is checked
where the policeman is to move, for one row of the thief's cells at a time.

The check starts from the cells as they were given: neighbours, and the numbers of the thief's
cells, are derived here.
"""

from __future__ import annotations

import numpy as np

from graphgame.errors import VerificationError
from graphgame.outcome import NEVER_ENDS, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    Ints = npt.NDArray[np.integer]
    Flags = npt.NDArray[np.bool_]

# The codes of cells, as in `graphgame.pursuit.grid`.
_WALL, _EXIT = 0, 2


def verify(cells: bytes, columns: int, caught: Any, held: Any, ranks: Any) -> bool:
    """Check that the solution of a board is a proof; see `PursuitSolution.verify`.

    `caught`, `held` and `ranks` are as `graphgame.pursuit._pursuit.solve` returns them.  O(k²) time
    for k cells that can be entered; memory for some rows of the board times the board.
    """
    return _Checker(cells, columns, caught, held, ranks).check()


class _Checker:
    def __init__(self, cells: bytes, columns: int, caught: Any, held: Any, ranks: Any) -> None:
        self.cells = np.frombuffer(cells, dtype=np.uint8).reshape(-1, columns)
        self.rows, self.columns = self.cells.shape
        self.entered = self.cells != _WALL
        self.sets = {"caught": np.asarray(caught), "held": np.asarray(held)}
        self.ranks = np.asarray(ranks)
        self.never = np.iinfo(self.ranks.dtype).max
        wide = self.never > np.iinfo(np.uint16).max
        self.kind: Any = np.int64 if wide else np.int32
        self.far = self.never + 2  # one ply more than the longest win with the thief to move
        self.wall = 2 * self.far  # beyond every score
        # The numbers of the cells that can be entered, row by row.
        self.ends = np.append(0, np.cumsum(np.count_nonzero(self.entered, axis=1)))

    def check(self) -> bool:
        """Check the thief's cells row by row, each with the rows above and below it."""
        outside = np.full((self.columns, self.rows, self.columns), self.wall, dtype=self.kind)
        above, here = outside, self.scores(0)
        for row in range(self.rows):
            below = self.scores(row + 1) if row + 1 < self.rows else outside
            self.check_row(row, here, self.thief_moves(row, above, here, below))
            above, here = here, below
        return True

    def bits(self, name: str, row: int) -> Flags:
        """Return the sets of a row of the thief's cells as flags: cell, row, column."""
        packed = np.ascontiguousarray(self.sets[name][self.ends[row] : self.ends[row + 1]])
        flat = np.unpackbits(packed.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        board = flat[:, : self.rows * (self.columns + 1)].reshape(-1, self.rows, self.columns + 1)
        return board[:, :, : self.columns].astype(np.bool_)

    def scores(self, row: int) -> Ints:
        """Return the scores with the policeman to move: the thief's column, row, column.

        `wall` where the thief cannot be; meaningless where the policeman cannot be.
        """
        caught, held = self.bits("caught", row), self.bits("held", row)
        size = self.rows * (self.columns + 1)
        ranks = self.ranks[self.ends[row] : self.ends[row + 1], :size]
        plies = ranks.reshape(-1, self.rows, self.columns + 1)[:, :, : self.columns]
        columns = np.flatnonzero(self.entered[row])
        self.refuse(caught & ~held, row, columns, "nobody who is caught and gets away")
        self.refuse(
            (caught | held) & ~self.entered, row, columns, "no policeman who stands in a wall"
        )
        is_draw = held & ~caught & self.entered
        self.refuse(
            (is_draw != (plies == self.never)) & self.entered, row, columns, "a DRAW exactly at -1"
        )
        far = self.far - plies.astype(self.kind)
        scores = np.full((self.columns, self.rows, self.columns), self.wall, dtype=self.kind)
        scores[columns] = np.where(is_draw, 0, np.where(caught, far, -far))
        return scores

    def end(self, row: int, scores: Ints) -> Ints:
        """Set the scores of states where the game has ended, for the thief in a row."""
        columns = np.arange(self.columns)
        scores[self.cells[row] == _EXIT] = -self.far
        scores[columns, row, columns] = self.far
        return scores

    def thief_moves(self, row: int, above: Ints, here: Ints, below: Ints) -> Ints:
        """Return the scores with the thief to move, from those with the policeman to move."""
        best = np.minimum(np.minimum(above, below), here)
        np.minimum(best[1:], here[:-1], out=best[1:])
        np.minimum(best[:-1], here[1:], out=best[:-1])
        return self.end(row, best - np.sign(best))

    def police_moves(self, row: int, options: Ints) -> Ints:
        """Return the scores with the policeman to move, from those with the thief to move."""
        best = np.where(self.entered, options, -self.wall)
        for axis in (1, 2):
            before: Any = [slice(None)] * 3
            after: Any = [slice(None)] * 3
            before[axis], after[axis] = slice(None, -1), slice(1, None)
            wider = best.copy()
            np.maximum(wider[tuple(after)], best[tuple(before)], out=wider[tuple(after)])
            np.maximum(wider[tuple(before)], best[tuple(after)], out=wider[tuple(before)])
            best = wider
        return self.end(row, best - np.sign(best))

    def check_row(self, row: int, scores: Ints, options: Ints) -> None:
        """Check the equation for the thief's cells in a row."""
        expected = self.police_moves(row, options)
        columns = np.flatnonzero(self.entered[row])
        wrong = (scores[columns] != expected[columns]) & self.entered
        if wrong.any():
            t, i, j = (int(x) for x in np.argwhere(wrong)[0])
            column = int(columns[t])
            near = [
                (int(a), int(b))
                for a, b in np.argwhere(self.entered)
                if max(abs(a - i), abs(b - j)) < 2
            ]
            self.fail(
                ((i, j), (row, column)),
                [((cell, (row, column)), int(options[column][cell])) for cell in near],
                self.described(int(expected[column, i, j])),
                self.described(int(scores[column, i, j])),
            )

    def refuse(self, wrong: Flags, row: int, columns: Ints, expected: str) -> None:
        """Refuse labels that contradict each other, for the thief's cells in a row."""
        if wrong.any():
            t, i, j = (int(x) for x in np.argwhere(wrong)[0])
            number = self.ends[row] + t
            found = ", ".join(
                f"{name}: {bool(self.bits(name, row)[t, i, j])}" for name in self.sets
            )
            rank = self.ranks[number, i * (self.columns + 1) + j]
            plies = NEVER_ENDS if rank == self.never else int(rank)
            cell = (row, int(columns[t]))
            self.fail(((i, j), cell), [], expected, f"{found}, remoteness {plies}")

    def fail(
        self, pair: tuple[Any, Any], options: list[tuple[Any, int]], expected: str, found: str
    ) -> None:
        labelled = []
        for other, score in options:
            outcome, plies = self.label(-score)  # for the thief
            labelled.append(((*other, "thief"), outcome, plies))
        raise VerificationError((*pair, "police"), labelled, expected, found)

    def described(self, score: int) -> str:
        """Return the meaning of a score for the policeman, in words."""
        outcome, plies = self.label(score)
        return f"{outcome} of remoteness {plies}"

    def label(self, score: int) -> tuple[str, int]:
        if score == 0:
            return Outcome.DRAW.name, NEVER_ENDS
        outcome = Outcome.WIN if score > 0 else Outcome.LOSE
        return outcome.name, int(self.far - abs(score))
