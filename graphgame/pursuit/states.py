"""The states of a board: their names, the moves between them, their labels, and their graph.

A state is (policeman, thief, turn).  In this module cells are numbers in reading order, and the
turn is whether the policeman is to move; names hold cells as (row, column) and the turn as a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphgame.arrays import Later
from graphgame.errors import SolutionFileError, TooLargeError, UnknownPositionError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import Labels
from graphgame.outcome import DRAW, LOSE, MOST_POSITIONS, NEVER_ENDS, NO_PRESET, WIN, Outcome
from graphgame.pursuit.grid import EXIT, WALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    from graphgame.pursuit.grid import Grid
    from graphgame.types import Array, BoolArray, Cell, Int32Array, Int64Array, PursuitState

    State = tuple[int, int, bool]
else:
    np = Later("numpy")

POLICE, THIEF = TURNS = ("police", "thief")
# Steps as (rows, columns), in reading order: ties between moves go to the first of them.
THIEF_STEPS = [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]
POLICE_STEPS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
# Score of a state that the policeman has won; greater than any remoteness.
_FAR = 1 << 40


def is_police(turn: object) -> bool:
    """Return whether the policeman is to move; refuse what is not one of `TURNS`."""
    if turn not in TURNS:
        raise UnknownPositionError(f"turn: expected 'police' or 'thief', got {turn!r}")
    return turn == POLICE


class States(Labels["PursuitState"]):
    """The names of all states, ordered by policeman, thief and turn.

    They are made on access, and looked up by arithmetic.
    """

    __slots__ = ("cells", "numbers")

    def __init__(self, cells: list[Cell]) -> None:
        self.cells: list[Cell] = cells
        self.numbers: dict[Cell, int] = dict(zip(cells, range(len(cells)), strict=True))

    def numbering(self) -> Numbers:
        """Return the mapping of states to their indices."""
        return Numbers(self)

    def __len__(self) -> int:
        return 2 * len(self.cells) ** 2

    def __iter__(self) -> Iterator[PursuitState]:
        for police in self.cells:
            for thief in self.cells:
                for turn in TURNS:
                    yield police, thief, turn

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        pair, turn = divmod(index % len(self), 2)
        police, thief = divmod(pair, len(self.cells))
        return self.cells[police], self.cells[thief], TURNS[turn]

    def __repr__(self) -> str:
        return f"States({len(self.cells)} cells)"


class Numbers:
    """The mapping of states to their indices, computed on access."""

    __slots__ = ("states",)

    def __init__(self, states: States) -> None:
        self.states: States = states

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[PursuitState]:
        return iter(self.states)

    def __getitem__(self, state: Any) -> int:
        try:
            police, thief, turn = state
            numbers = self.states.numbers
            pair = numbers[police] * len(numbers) + numbers[thief]
            return 2 * pair + TURNS.index(turn)
        except ValueError:  # not three, or no turn
            raise KeyError(state) from None


class LabelledStates:
    """The states of a board with their labels, as the kernel found them.

    Attributes
    ----------
    grid : Grid
    caught, held : (k, words) uint64
        For each of the thief's k cells, the set of policeman's cells from which the policeman, to
        move, wins; and from which he does not lose.
    ranks : (k, 64 * words) unsigned, or None
        The remoteness of the same states; None if it was not asked for.
    """

    __slots__ = ("caught", "grid", "held", "ranks")
    caught: Array
    held: Array
    ranks: Array | None

    def __init__(self, grid: Grid, caught: Array, held: Array, ranks: Array | None) -> None:
        self.grid: Grid = grid
        self.caught, self.held, self.ranks = caught, held, ranks

    # -- names --------------------------------------------------------------------------------

    def names(self) -> States:
        """Return the names of all states."""
        grid = self.grid
        return States([grid.place(cell) for cell, code in enumerate(grid.cells) if code != WALL])

    def named(self, state: State) -> PursuitState:
        """Return the name of a state."""
        place = self.grid.place
        return place(state[0]), place(state[1]), POLICE if state[2] else THIEF

    def resolve(self, state: Any) -> State:
        """Resolve a state of the API, (police, thief, turn), to its numbers, or refuse it."""
        try:
            police, thief, turn = state
        except (TypeError, ValueError):
            raise UnknownPositionError(
                f"state: expected (police, thief, turn), got {state!r}"
            ) from None
        return self.grid.cell(police, POLICE), self.grid.cell(thief, THIEF), is_police(turn)

    # -- one state ----------------------------------------------------------------------------

    def has_ended(self, state: State) -> bool:
        """Return whether the game is over."""
        police, thief, _ = state
        return police == thief or self.grid.cells[thief] == EXIT

    def options(self, state: State) -> list[State]:
        """Return the states that one move would lead to, in reading order, even if play is over."""
        grid = self.grid
        police, thief, police_moves = state
        row, column = grid.place(police if police_moves else thief)
        cells = [
            (row + i) * grid.columns + column + j
            for i, j in (POLICE_STEPS if police_moves else THIEF_STEPS)
            if 0 <= row + i < grid.rows and 0 <= column + j < grid.columns
        ]
        if police_moves:
            return [(cell, thief, False) for cell in cells if grid.cells[cell] != WALL]
        return [(police, cell, True) for cell in cells if grid.cells[cell] != WALL]

    def label(self, state: State) -> tuple[Outcome, int]:
        """Return the outcome for the player to move and the remoteness, -1 where it is unknown."""
        police, thief, police_moves = state
        grid = self.grid
        if police == thief:
            return (WIN if police_moves else LOSE), 0
        if grid.cells[thief] == EXIT:
            return (LOSE if police_moves else WIN), 0
        if not police_moves:
            return _from_options(self.label(option) for option in self.options(state))
        t = thief - grid.cells.count(WALL, 0, thief)
        bit = police + police // grid.columns
        if _has(self.caught, t, bit):
            outcome = WIN
        elif _has(self.held, t, bit):
            return DRAW, NEVER_ENDS
        else:
            outcome = LOSE
        ranks: Any = self.ranks
        return outcome, NEVER_ENDS if ranks is None else memoryview(ranks)[t, bit]

    def best(self, state: State) -> State | None:
        """Return the state after the best move, None where the game is over; needs ranks."""
        if self.has_ended(state):
            return None
        outcome = self.label(state)[0]
        options = [(option, *self.label(option)) for option in self.options(state)]
        worth = [entry for entry in options if entry[1] == -outcome]
        if not worth:  # only what was loaded from a file can say so
            raise SolutionFileError(
                f"state {self.named(state)!r}: expected an option that is {Outcome(-outcome)}, as "
                f"the state is {outcome}, got none: the file is damaged, which verify() finds"
            )
        if outcome == WIN:
            return min(worth, key=lambda entry: entry[2])[0]
        if outcome == LOSE:
            return max(worth, key=lambda entry: entry[2])[0]
        return worth[0][0]

    def winning(self, state: State) -> list[State]:
        """Return the states after winning moves."""
        if self.has_ended(state):
            return []
        return [option for option in self.options(state) if self.label(option)[0] == LOSE]

    # -- many states --------------------------------------------------------------------------
    #
    # The score of a state is _FAR - r where the policeman wins in r plies, r - _FAR where the thief
    # does, and 0 for a draw; without ranks, r is 0.  So the policeman moves to the greatest score,
    # the thief to the least, and a state one ply further from the end has a score closer to 0.

    def scores_by_police(self, police: int, *, police_moves: bool) -> Int64Array:
        """Return the scores by the thief's cell, (rows, columns); 0 in walls means nothing."""
        cells = self.cells()
        scores = np.full(cells.shape, _FAR)
        scores[cells != WALL] = self._column(police)
        if police_moves:
            return scores
        wide = np.pad(scores, 1, constant_values=_FAR)
        best = np.min([_shifted(wide, step) for step in THIEF_STEPS], axis=0)
        at = np.arange(cells.size).reshape(cells.shape) == police
        return _thief_scores(best, at, cells == EXIT)

    def scores_by_thief(self, thief: int, *, police_moves: bool) -> Int64Array:
        """Return the scores by the policeman's cell, (rows, columns); 0 in walls means nothing."""
        cells = self.cells()
        if police_moves:
            return self._row(thief)
        others = [option[1] for option in self.options((thief, thief, False))]
        best = np.min([self._row(other) for other in others], axis=0)
        at = np.arange(cells.size).reshape(cells.shape) == thief
        return _thief_scores(best, at, np.full(cells.shape, self.grid.cells[thief] == EXIT))

    def all_scores(self) -> Int64Array:
        """Return the scores of all states, in the order of `names`."""
        cells = self.cells()
        inside = cells != WALL
        k = int(np.count_nonzero(inside))
        rows, columns = np.nonzero(inside)
        bits = rows * (cells.shape[1] + 1) + columns
        scores = np.empty((k, k, 2), dtype=np.int64)
        caught, held = (self._bits(sets)[:, bits] for sets in (self.caught, self.held))
        ranks = None if self.ranks is None else np.asarray(self.ranks)[:, bits]
        police_moves = self._score(caught, held, ranks)
        scores[:, :, 0] = police_moves.T
        # The thief's options by number; he can always stay, where a neighbour cannot be entered.
        numbers = np.full((cells.shape[0] + 2, cells.shape[1] + 2), -1)
        numbers[1:-1, 1:-1][inside] = np.arange(k)
        best = police_moves
        for i, j in THIEF_STEPS:
            near = numbers[rows + 1 + i, columns + 1 + j]
            best = np.minimum(best, police_moves[np.where(near < 0, np.arange(k), near)])
        is_exit = np.broadcast_to(cells[inside] == EXIT, (k, k))
        scores[:, :, 1] = _thief_scores(best.T, np.eye(k, dtype=np.bool_), is_exit)
        return scores.reshape(-1)

    def cells(self) -> npt.NDArray[np.uint8]:
        """Return the codes of all cells, (rows, columns)."""
        return np.frombuffer(self.grid.cells, dtype=np.uint8).reshape(self.grid.rows, -1)

    def _bits(self, sets: Any) -> npt.NDArray[np.uint8]:
        """Return sets with a byte, 0 or 1, for every bit."""
        packed = np.ascontiguousarray(sets).astype("<u8").view(np.uint8)
        return np.unpackbits(packed, axis=-1, bitorder="little")

    def _row(self, thief: int) -> Int64Array:
        """Return the scores with the policeman to move, for a cell of the thief."""
        grid = self.grid
        t = thief - grid.cells.count(WALL, 0, thief)
        size = grid.rows * (grid.columns + 1)
        caught, held = (self._bits(np.asarray(sets)[t])[:size] for sets in (self.caught, self.held))
        ranks = None if self.ranks is None else np.asarray(self.ranks)[t, :size]
        return self._score(caught, held, ranks).reshape(grid.rows, -1)[:, :-1].copy()

    def _column(self, police: int) -> Int64Array:
        """Return the scores with the policeman to move on a cell, for each cell of the thief."""
        bit = police + police // self.grid.columns
        caught, held = (
            np.asarray(sets)[:, bit >> 6] >> np.uint64(bit & 63) & np.uint64(1)
            for sets in (self.caught, self.held)
        )
        return self._score(
            caught, held, None if self.ranks is None else np.asarray(self.ranks)[:, bit]
        )

    def _score(self, caught: Any, held: Any, ranks: Any) -> Int64Array:
        far = _FAR - (np.int64(0) if ranks is None else ranks.astype(np.int64))
        return np.where(caught, far, np.where(held, 0, -far))


def remoteness_of_scores(scores: Int64Array) -> Int64Array:
    """Return the remoteness that scores stand for, -1 for a draw."""
    return np.where(scores == 0, NEVER_ENDS, _FAR - np.abs(scores))


def _has(sets: Any, t: int, bit: int) -> bool:
    return bool(memoryview(sets)[t, bit >> 6] >> (bit & 63) & 1)


def _from_options(labels: Iterable[tuple[Outcome, int]]) -> tuple[Outcome, int]:
    """Return the label of a state from those of its options."""
    options = list(labels)
    plies = [r for outcome, r in options if outcome == LOSE]
    if plies:
        return WIN, 1 + min(plies) if min(plies) != NEVER_ENDS else NEVER_ENDS
    if any(outcome == DRAW for outcome, _ in options):
        return DRAW, NEVER_ENDS
    plies = [r for _, r in options]
    return LOSE, 1 + max(plies) if min(plies) != NEVER_ENDS else NEVER_ENDS


def _thief_scores(best: Int64Array, caught: BoolArray, out: BoolArray) -> Int64Array:
    """Return the scores with the thief to move, from the least scores that he can move to."""
    scores = best - np.sign(best)
    scores[out] = -_FAR
    scores[caught] = _FAR
    return scores


def _shifted(wide: Int64Array, step: Cell) -> Int64Array:
    """Return the values one step away from each cell, of a map with a margin of one cell."""
    i, j = step
    return wide[1 + i : wide.shape[0] - 1 + i, 1 + j : wide.shape[1] - 1 + j]


# -- the graph ------------------------------------------------------------------------------------


def build(grid: Grid) -> GameGraph:
    """Build the graph of a grid; see `PoliceAndThief.graph`."""
    cells = np.frombuffer(grid.cells, dtype=np.uint8).reshape(grid.rows, grid.columns)
    places = np.argwhere(cells != WALL)
    k = len(places)
    if 2 * k * k > MOST_POSITIONS:
        raise TooLargeError(f"graph: expected at most {MOST_POSITIONS} states, got {2 * k * k}")
    numbers = np.full((grid.rows + 2, grid.columns + 2), -1)
    numbers[1:-1, 1:-1][cells != WALL] = np.arange(k)
    is_exit = cells[cells != WALL] == EXIT
    police, thief = np.divmod(np.arange(k * k), k)
    on = ~((police == thief) | is_exit[thief])  # the pairs where play goes on
    police, thief, pairs = police[on], thief[on], np.flatnonzero(on)
    blocks = []
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            near = numbers[places[:, 0] + 1 + i, places[:, 1] + 1 + j]
            blocks.append(_edges(2 * pairs, near[police], near[police] * k + thief, 1))
            if i * j == 0:
                blocks.append(_edges(2 * pairs + 1, near[thief], police * k + near[thief], 0))
    presets = np.full((k, k, 2), NO_PRESET, dtype=np.int8)
    presets[:, is_exit] = LOSE, WIN
    presets[np.arange(k), np.arange(k)] = WIN, LOSE
    states = States([(row, column) for row, column in places.tolist()])
    edges = np.concatenate(blocks)
    graph = GameGraph.from_edges(edges, len(states), labels=states, copy=False)
    return graph.with_presets(presets.reshape(-1))


def _edges(sources: Int64Array, moved_to: Int64Array, pairs: Int64Array, turn: int) -> Int32Array:
    """Return the moves in one direction, from states to pairs, where there is a cell to move to."""
    there = moved_to >= 0
    edges = np.empty((np.count_nonzero(there), 2), dtype=np.int32)
    edges[:, 0] = sources[there]
    edges[:, 1] = 2 * pairs[there] + turn
    return edges
