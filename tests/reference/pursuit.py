"""The slow policeman and thief: who wins and when, word for word from the rules.

States are tuples of places, looked at one by one, ply by ply, until nothing more is decided.  It
knows nothing of the package but the names of the outcomes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphgame.outcome import DRAW, LOSE, WIN, Outcome

if TYPE_CHECKING:
    import random

    Cell = tuple[int, int]
    State = tuple[Cell, Cell, str]


@dataclass(frozen=True)
class Board:
    """Rows of ``.`` free, ``*`` wall and ``E`` exit."""

    rows: tuple[str, ...]

    def cells(self) -> list[Cell]:
        """Return the cells that can be entered, in reading order."""
        return [
            (i, j) for i, row in enumerate(self.rows) for j, cell in enumerate(row) if cell != "*"
        ]

    def states(self) -> list[State]:
        """Return all states: by policeman, then thief, then turn."""
        cells = self.cells()
        return [(p, t, turn) for p in cells for t in cells for turn in ("police", "thief")]

    def ended(self, state: State) -> Outcome | None:
        """Say how the game has ended for the player to move; None if it goes on."""
        police, thief, turn = state
        if police == thief:
            return WIN if turn == "police" else LOSE
        if self.rows[thief[0]][thief[1]] == "E":
            return LOSE if turn == "police" else WIN
        return None

    def options(self, state: State) -> list[State]:
        """Return the states that a move, or a pass, leads to, in the order of `states`."""
        if self.ended(state) is not None:
            return []
        police, thief, turn = state
        if turn == "police":
            near = [c for c in self.cells() if max(self.apart(c, police)) <= 1]
            return [(cell, thief, "thief") for cell in near]
        near = [c for c in self.cells() if sum(self.apart(c, thief)) <= 1]
        return [(police, cell, "police") for cell in near]

    @staticmethod
    def apart(a: Cell, b: Cell) -> Cell:
        """Return how many rows and how many columns are between two cells."""
        return abs(a[0] - b[0]), abs(a[1] - b[1])


class Answer(dict["State", tuple[Outcome, int]]):
    """The outcome of every state for the player to move, and its remoteness."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.options = {state: board.options(state) for state in board.states()}
        for state in self.options:
            outcome = board.ended(state)
            if outcome is not None:
                self[state] = outcome, 0
        ply = 0
        open_states = [state for state in self.options if state not in self]
        new: dict[State, tuple[Outcome, int]] = dict(self)
        while new:  # who is decided at this ply has an option decided at the ply before
            ply += 1
            new = {}
            for state in open_states:
                labels = [self.get(option, (DRAW, -1))[0] for option in self.options[state]]
                if LOSE in labels:
                    new[state] = WIN, ply
                elif DRAW not in labels:
                    new[state] = LOSE, ply
            self.update(new)
            open_states = [state for state in open_states if state not in new]
        self.update(dict.fromkeys(open_states, (DRAW, -1)))

    def best_move(self, state: State) -> State | None:
        """Return the move of the rule: hurry to win, delay to lose; then the first in order."""
        options = self.options[state]
        if not options:
            return None
        outcome, plies = self[state]
        if outcome == DRAW:
            return next(option for option in options if self[option][0] == DRAW)
        return next(option for option in options if self[option] == (-outcome, plies - 1))

    def line(self, state: State) -> tuple[list[State], int | None]:
        """Follow best moves; give the states, and where a repetition stood before."""
        line = [state]
        while (option := self.best_move(line[-1])) is not None:
            line.append(option)
            if option in line[:-1]:
                return line, line.index(option)
        return line, None


def random_board(random: random.Random, rows: int, columns: int, exits: int, walls: float) -> Board:
    """Return a board with such a share of walls, and up to so many exits; one cell is no wall."""
    cells = ["*" if random.random() < walls else "." for _ in range(rows * columns)]
    cells[random.randrange(len(cells))] = "."
    free = [i for i, cell in enumerate(cells) if cell == "."]
    for i in random.sample(free, min(exits, len(free))):
        cells[i] = "E"
    text = "".join(cells)
    return Board(tuple(text[i : i + columns] for i in range(0, len(text), columns)))
