"""`read_grid`: a board as a graph of the moves of one piece, from any cell to any other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from graphgame import checks, types
from graphgame.errors import GraphGameError, TooLargeError, advised, shown_path
from graphgame.graphs.given import outcome_number
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import Labels
from graphgame.outcome import MOST_POSITIONS, NO_PRESET, Outcome
from graphgame.pursuit.grid import Rows, cells_array, joined, meanings
from graphgame.reading import incoming

# The steps of each piece, and whether it makes as many in one direction as it can.
_STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_LEAPS = tuple((i, j) for i in (-2, -1, 1, 2) for j in (-2, -1, 1, 2) if abs(i) != abs(j))
PIECES: dict[str, tuple[tuple[tuple[int, int], ...], bool]] = {
    "four": (_STRAIGHT, False),
    "king": (_STRAIGHT + _DIAGONAL, False),
    "knight": (_LEAPS, False),
    "rook": (_STRAIGHT, True),
    "bishop": (_DIAGONAL, True),
    "queen": (_STRAIGHT + _DIAGONAL, True),
}
# What each direction says of a step: its axis, and its sign there.
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (1, -1), "right": (1, 1)}
# The characters of cells.
_FREE, _WALL, _EXIT, _START = b".", b"#", b"E", b"S"


class CellLabels(Labels["types.Cell"]):
    """The cells of a board that can be entered, as (row, column), in reading order.

    Parameters
    ----------
    cells : (n,) int64 array
        Their numbers on the whole board.
    columns : int
    """

    __slots__ = ("cells", "columns")

    def __init__(self, cells: types.Int64Array, columns: int) -> None:
        self.cells: types.Int64Array = cells
        self.columns: int = columns

    def __reduce__(self) -> Any:
        return CellLabels, (self.cells, self.columns)

    def numbering(self) -> CellIndex:
        """Return the index of every cell, found by bisection."""
        return CellIndex(self)

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, index: Any) -> Any:
        found = self.cells[index]
        if isinstance(index, slice):
            return CellLabels(found, self.columns)
        return divmod(int(found), self.columns)


class CellIndex:
    """The index of cells: their places among those that can be entered."""

    __slots__ = ("labels",)

    def __init__(self, labels: CellLabels) -> None:
        self.labels: CellLabels = labels

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, label: Any) -> int:
        labels = self.labels
        if not isinstance(label, tuple) or len(label) != 2:
            raise KeyError(label)
        row, column = label
        if not all(isinstance(x, int | np.integer) and not checks.is_bool(x) for x in label):
            raise KeyError(label)
        cell = int(row) * labels.columns + int(column)
        if not 0 <= column < labels.columns or not 0 <= cell < 2**62:
            raise KeyError(label)
        place = int(np.searchsorted(labels.cells, cell))
        if place == len(labels) or int(labels.cells[place]) != cell:
            raise KeyError(label)
        return place


class Board:
    """The cells of a board whose characters have been read.

    Attributes
    ----------
    symbols : (rows, columns) uint8 array
        `.` free, `#` wall, `E` exit, `S` start, or a character with a preset.
    """

    def __init__(self, symbols: bytes, columns: int) -> None:
        self.symbols: types.AnyArray = np.frombuffer(symbols, dtype=np.uint8).reshape(-1, columns)


@advised
def read_grid(
    grid: types.Anything,
    moves: str = "four",
    *,
    directions: Iterable[str] | str | None = None,
    walls: str = "*#",
    exits: str = "E",
    free: str = ".",
    start: str = "S",
    presets: Mapping[str, types.Preset] | None = None,
    source: str | None = None,
) -> GameGraph[types.Cell]:
    r"""Read a board as a graph: its positions are cells, its moves those of one piece.

    Parameters
    ----------
    grid : path, binary file, list of str, or (n, m) array_like of characters or bools
        A file holds grid text: ``n m``, then n rows of m cells.  Rows, or an array, hold the cells
        alone; True is a cell that can be entered.
    moves : {"four", "king", "knight", "rook", "bishop", "queen"}
        "four" is a step up, down, left or right.  Rooks, bishops and queens go as far as they
        like, up to a wall; knights leap over walls.
    directions : iterable of str, or str with commas, optional
        Some of "up", "down", "left" and "right": moves go no other way.  ``"down,right"`` allows a
        queen to move down, right, and both at once.
    walls, exits, free, start : str
        The characters of walls, of exits, of free cells, and of the cell where play begins.
    presets : mapping of character to outcome, optional
        Other characters, of cells with a preset outcome; in place of an outcome there may be a pair
        (outcome, remoteness).
    source : str, optional
        The name of the text in error messages; by default the path.

    Returns
    -------
    GameGraph
        Labelled by (row, column), from 0, in reading order; walls are left out.  No move leads
        away from an exit, so that who must move there loses, or wins in misère play; nor from a
        cell with a preset.  A piece may pass over both.

    Raises
    ------
    ParseError
        If a text is not grid text, with the place.
    GraphGameError
        If there is no such piece or direction, a character has two meanings or none, or there are
        two starts.
    OSError
        If the file cannot be read.

    See Also
    --------
    PoliceAndThief : Two pieces that pursue each other.
    read_graph, solve

    Notes
    -----
    O(n m) time for steps; for pieces that slide, O(n m) for each step of the longest move.  Takes
    16 bytes per move and 24 per cell, and 8 bytes per move are left.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = gg.read_grid(["S.#", "..."], "rook", directions="down,right")
    >>> graph, graph.start, graph.options((0, 0))
    (GameGraph(n=5, m=6, labelled), (0, 0), [(0, 1), (1, 0)])
    >>> [cell for cell in gg.solve(graph) if gg.solve(graph).outcome(cell) == gg.LOSE]
    [(0, 1), (1, 2)]
    """
    given = {"walls": walls, "exits": exits, "free": free, "start": start}
    return read_board(grid, moves, directions=directions, presets=presets, source=source, **given)[
        0
    ]


def read_board(
    grid: Any,
    moves: str,
    *,
    directions: Any,
    walls: str,
    exits: str,
    free: str = ".",
    start: str = "S",
    presets: Any,
    source: str | None,
) -> tuple[GameGraph[types.Cell], tuple[int, int]]:
    """Read a board as `read_grid` does; return its graph, and its numbers of rows and columns."""
    steps, slides = _steps(moves, directions)
    marked = _presets(presets)
    board = _board(grid, _cells(walls, exits, free, start, marked), source)
    graph = _graph(board.symbols, steps, marked, slides=slides, back=directions is None)
    rows, columns = board.symbols.shape
    return graph, (rows, columns)


def _steps(moves: Any, directions: Any) -> tuple[list[tuple[int, int]], bool]:
    """Return the steps of a piece in the directions that are allowed, and whether it slides."""
    if not isinstance(moves, str) or moves not in PIECES:
        raise GraphGameError(f"moves: expected one of {', '.join(PIECES)}, got {moves!r}")
    steps, slides = PIECES[moves]
    if directions is None:
        return [*steps], slides
    if not isinstance(directions, Iterable):
        raise GraphGameError(
            f"directions: expected some of {', '.join(_DIRECTIONS)}, got {directions!r}"
        )
    named = directions.split(",") if isinstance(directions, str) else [*directions]
    if wrong := [name for name in named if name not in _DIRECTIONS]:
        raise GraphGameError(
            f"directions: expected some of {', '.join(_DIRECTIONS)}, got {wrong[0]!r}"
        )
    allowed = {_DIRECTIONS[name] for name in named}
    kept = [
        step
        for step in steps
        if all((axis, int(np.sign(x))) in allowed for axis, x in enumerate(step) if x)
    ]
    if not kept:
        raise GraphGameError(f"directions: expected some that a {moves} can move in, got {named}")
    return kept, slides


def _presets(presets: Any) -> dict[bytes, tuple[int, int]]:
    """Return the outcome and the remoteness of each character with a preset."""
    found = {}
    if presets is not None and not isinstance(presets, Mapping):
        raise GraphGameError(
            f"presets: expected a mapping from characters to outcomes, got {presets!r}"
        )
    for character, given in (presets or {}).items():
        if not isinstance(character, str) or len(character) != 1:
            raise GraphGameError(f"presets: expected a character, got {character!r}")
        outcome: Any
        remoteness: Any
        outcome, remoteness = given if isinstance(given, tuple) else (given, 0)
        number = outcome_number(outcome)
        if number not in (*map(int, Outcome),) or checks.is_bool(number):
            raise GraphGameError(
                f"presets[{character!r}]: expected WIN, LOSE, DRAW or TIE, got {outcome!r}"
            )
        if not isinstance(remoteness, int) or not 0 <= remoteness <= MOST_POSITIONS:
            raise GraphGameError(
                f"presets[{character!r}]: expected a remoteness from 0, got {remoteness!r}"
            )
        found[character.encode()] = int(number), remoteness
    return found


def _cells(
    walls: str, exits: str, free: str, start: str, marked: dict[bytes, tuple[int, int]]
) -> bytes:
    """Return what each character stands for; 0 for those that stand for nothing."""
    given = {_WALL: walls, _EXIT: exits, _FREE: free, _START: start}
    own = {character: character.decode(errors="replace") for character in marked}
    chosen = [*"".join(given.values()), *own.values()]
    if twice := [x for k, x in enumerate(chosen) if x in chosen[:k]]:
        raise GraphGameError(f"cells: expected one meaning for {twice[0]!r}, got two")
    # Names of meanings that are no characters: a preset may be marked by any.
    codes = {name: bytes([code]) for code, name in enumerate((_WALL, _EXIT, _FREE, _START), 1)}
    table = meanings({codes[name]: text for name, text in given.items()})
    table = bytes(code if code < 5 and chr(k) in chosen else 0 for k, code in enumerate(table))
    found = bytearray(table)
    meanings(own)
    for character in marked:
        found[character[0]] = character[0]
    return bytes(found)


def _board(grid: Any, table: bytes, source: str | None) -> Board:
    """Return a board in any form, its cells translated by the table."""
    known = bytes(k for k, code in enumerate(table) if code)
    if isinstance(grid, str | os.PathLike):
        with checks.open_text(grid) as opened:
            return _board(opened, table, source or os.fspath(grid))
    if hasattr(grid, "read"):
        name = source or str(getattr(grid, "name", "<text>"))
        reader = Rows(incoming.with_line_ends(b"".join(incoming.chunks(grid, name))), name)
        reader.symbols, reader.listed = known, " ".join(map(chr, known))
        symbols, columns = reader.read_rows()
        return _once(Board(symbols.translate(table), columns), shown_path(name))
    if isinstance(grid, bytes):
        raise GraphGameError("grid: expected a path, a binary file, rows or an array, got bytes")
    if not (isinstance(grid, list | tuple) and grid and all(isinstance(x, str) for x in grid)):
        array = cells_array(grid)
        if array.dtype.kind == "b":
            flags = array.choose((1, 3)).astype("uint8").tobytes()
            return Board(flags, array.shape[1])
        grid = ["".join(row) for row in array.astype(str).tolist()]
    symbols, columns = joined(grid, known)
    return _once(Board(symbols.translate(table), columns), "grid")


def _once(board: Board, name: str) -> Board:
    """Refuse a board with two starts."""
    starts = np.argwhere(board.symbols == 4)
    if len(starts) > 1:
        first, second = (tuple(map(int, place)) for place in starts[:2])
        raise GraphGameError(f"{name}: expected one start, got one in {first} and one in {second}")
    return board


# -- moves -----------------------------------------------------------------------------------------


def _graph(
    symbols: types.AnyArray,
    steps: list[tuple[int, int]],
    marked: dict[bytes, tuple[int, int]],
    *,
    slides: bool,
    back: bool,
) -> GameGraph[Any]:
    """Return the graph of a board; `back` says whether every move can be taken back."""
    is_open = symbols != 1
    cells = np.flatnonzero(is_open)
    n = len(cells)
    if n > MOST_POSITIONS:
        raise TooLargeError(f"grid: expected at most {MOST_POSITIONS} cells, got {n}")
    numbers = np.full(symbols.shape, -1, dtype=np.int32)
    numbers[is_open] = np.arange(n, dtype=np.int32)
    ends = symbols == 2
    for character in marked:
        ends |= symbols == character[0]
    blocks = [block for step in steps for block in _moves(numbers, ends, step, slides=slides)]
    edges = np.concatenate([np.empty((0, 2), dtype=np.int32), *blocks])
    labels: Any = CellLabels(cells, symbols.shape[1])
    start = np.flatnonzero(symbols.reshape(-1)[cells] == 4)
    graph: GameGraph[Any] = GameGraph._from_checked(
        n,
        len(edges),
        edges=np.ascontiguousarray(edges),
        labels=labels,
        index=labels.numbering(),
        start=labels[int(start[0])] if len(start) else None,
        undirected=back and not ends.any(),
    )
    if not marked:
        return graph
    outcomes = np.full(256, NO_PRESET, dtype=np.int8)
    remoteness = np.zeros(256, dtype=np.int32)
    for character, (outcome, plies) in marked.items():
        outcomes[character[0]], remoteness[character[0]] = outcome, plies
    on = symbols.reshape(-1)[cells]
    given: Any = outcomes[on] if not remoteness.any() else (outcomes[on], remoteness[on])
    return graph.with_presets(given)


def _moves(
    numbers: types.AnyArray, ends: types.BoolArray, step: tuple[int, int], *, slides: bool
) -> Iterable[types.AnyArray]:
    """Yield the moves by a step, then by two in the same direction, and so on if it slides.

    Parameters
    ----------
    numbers : (rows, columns) int32 array
        Of each cell, -1 for a wall.
    ends : (rows, columns) bool array
        Where play ends.
    """
    # Invariant: `going` has the cells from which the last move reached no wall and no border.  Ends
    # because a side has so many cells.
    going = numbers >= 0
    far = 1
    while True:
        i, j = far * step[0], far * step[1]
        rows, columns = numbers.shape
        if abs(i) >= rows or abs(j) >= columns:
            return
        here = np.s_[max(0, -i) : rows - max(0, i), max(0, -j) : columns - max(0, j)]
        there = np.s_[max(0, i) : rows + min(0, i), max(0, j) : columns + min(0, j)]
        reached = np.zeros_like(going)
        reached[here] = going[here] & (numbers[there] >= 0)
        if not reached.any():
            return
        moved = reached[here] & ~ends[here]
        yield np.column_stack([numbers[here][moved], numbers[there][moved]])
        if not slides:
            return
        going, far = reached, far + 1
