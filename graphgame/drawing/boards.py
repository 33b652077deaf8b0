"""The picture of a solved board: the outcome and the plies of the thief on every cell."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphgame.drawing import svg
from graphgame.drawing.svg import DARK, INK, LIGHT, LOOKS, RULE, WALL
from graphgame.outcome import DRAW, LOSE, WIN, Outcome

if TYPE_CHECKING:
    from graphgame.types import AnyArray, BoolArray

# The most cells of a picture, and of one that has numbers in its cells; and the rows and columns
# that are shown of a larger board.
_MOST_CELLS = 10_000
_MOST_NUMBERED = 400
_SIDE = 100
# The side of a cell with numbers, and the least one.
_NUMBERED, _SMALLEST = 38, 6
_MARGIN = 24


class BoardMap(NamedTuple):
    """A board with the outcomes of its cells.

    Attributes
    ----------
    outcomes : (rows, columns) int8
        For the policeman; anything at a wall.
    plies : (rows, columns) int32 or None
        -1 in a draw; None if the board was solved without remoteness.
    walls, exits : (rows, columns) bool
    police, thief : (row, column)
    """

    outcomes: AnyArray
    plies: AnyArray | None
    walls: BoolArray
    exits: BoolArray
    police: tuple[int, int]
    thief: tuple[int, int]


def draw_board(board: BoardMap, *, title: str, most: float = inf) -> str:
    """Return the picture of a board; of a very large one the cells around the players.

    It is at most `most` wide, and its colours are names; see `svg.painted`.
    """
    rows, columns = board.outcomes.shape
    shown, corner = _cropped(board, most)
    tall, wide = shown.outcomes.shape
    numbered = tall * wide <= _MOST_NUMBERED and wide * _NUMBERED + 2 * _MARGIN <= most
    size = _NUMBERED if numbered else max(_SMALLEST, min(20, 840 // max(tall, wide)))
    parts = [_cells(shown, size, numbered), _grid(shown, size), _players(shown, size)]
    if numbered:
        parts.append(_numbers(shown, size))
    bottom = _MARGIN + tall * size
    legend, legend_width, more = _legend(shown, bottom + 22, most, numbered=numbered)
    caption = [_words(board)]
    if shown is not board:
        top, left = corner
        caption.append(
            f"rows {top} to {top + tall - 1} of {rows:,}, "
            f"columns {left} to {left + wide - 1} of {columns:,}"
        )
    width = max(wide * size + 2 * _MARGIN, legend_width)
    words, width, height = svg.caption(caption, _MARGIN, bottom + 54 + more, width)
    parts += [legend, words]
    return svg.picture(
        width,
        height,
        parts,
        title=title,
        description="A map of the cells where the thief may start, with the policeman to move.",
    )


def _words(board: BoardMap) -> str:
    """Return the outcome of the start."""
    outcome = Outcome(int(board.outcomes[board.thief]))
    plies = -1 if board.plies is None else int(board.plies[board.thief])
    length = f" in {svg.count_plies(plies)}" if plies >= 0 else ""
    return f"the policeman, to move, has a {outcome}{length}"


def _cropped(board: BoardMap, most: float) -> tuple[BoardMap, tuple[int, int]]:
    """Return the part of a board that is drawn, and its first row and column."""
    rows, columns = board.outcomes.shape
    widest = int(min((most - 2 * _MARGIN) / _SMALLEST, columns))
    if rows * columns <= _MOST_CELLS and columns <= widest:
        return board, (0, 0)
    tall, wide = min(rows, max(_SIDE, _MOST_CELLS // columns)), min(columns, _SIDE)
    if rows < _SIDE:
        wide = min(_MOST_CELLS // rows, widest)
    top = min(max(board.police[0] - tall // 2, 0), rows - tall)
    left = min(max(board.police[1] - wide // 2, 0), columns - wide)
    window = slice(top, top + tall), slice(left, left + wide)
    arrays = (None if x is None else x[window] for x in board[:4])
    players = ((row - top, column - left) for row, column in board[4:])
    return BoardMap(*arrays, *players), (top, left)  # type: ignore[arg-type]


def _runs(cells: BoolArray) -> list[tuple[int, int, int]]:
    """Return the runs of cells that are set: row, first column, length."""
    padded = np.zeros((len(cells), cells.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = cells
    steps = np.diff(padded, axis=1)
    rows, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    return [*zip(rows.tolist(), starts.tolist(), (ends - starts).tolist(), strict=True)]


def _cells(board: BoardMap, size: int, numbered: bool) -> str:
    """Return the cells: a shape each, or a line for each run of cells of one outcome."""
    groups = []
    free = ~board.walls
    for outcome, look in LOOKS.items():
        chosen = free & (board.outcomes == outcome)
        if numbered:
            rows, columns = (x.tolist() for x in np.nonzero(chosen))
            path = "".join(
                svg.shape(look.shape, _MARGIN + c * size + size // 2,
                          _MARGIN + r * size + size // 2, size - 4, size - 8)
                for r, c in zip(rows, columns, strict=True)
            )  # fmt: skip
            groups.append(svg.group([f'<path d="{path}"/>'] if path else [], fill=look.fill))
        else:
            groups.append(_lines(_runs(chosen), size, look.fill, _WIDTHS[outcome]))
    walls = _lines(_runs(board.walls), size, WALL, 1)
    return "".join([*groups, walls])


# How thick the cells of each outcome are where they have no numbers: full, a bar, a thin line.
_WIDTHS = {WIN: 0.96, LOSE: 0.72, DRAW: 0.3}


def _lines(runs: Sequence[tuple[int, int, int]], size: int, colour: str, width: float) -> str:
    path = "".join(f"M{column} {row}h{length}" for row, column, length in runs)
    return svg.group(
        [f'<path d="{path}"/>'] if path else [],
        transform=f"translate({_MARGIN} {svg.number(_MARGIN + size / 2)}) scale({size})",
        stroke=colour,
        stroke_width=width,
    )


def _grid(board: BoardMap, size: int) -> str:
    """Return the border of the board, its exits, and the numbers of its rows and columns."""
    tall, wide = board.outcomes.shape
    parts = [
        f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{wide * size}" height="{tall * size}" '
        f'stroke="{RULE}"/>'
    ]
    path = "".join(
        f"M{_MARGIN + c * size + 1} {_MARGIN + r * size + 1}h{size - 2}v{size - 2}h{2 - size}z"
        for r, c in np.argwhere(board.exits).tolist()
    )
    if path:
        parts.append(f'<path d="{path}" stroke="{INK}" stroke-width="2" stroke-dasharray="3 2"/>')
    return svg.group(parts, fill="none")


def _players(board: BoardMap, size: int) -> str:
    """Return the outlines of the cells where the players start, with their letters."""
    parts = []
    for (row, column), letter in ((board.police, "P"), (board.thief, "T")):
        tall, wide = board.outcomes.shape
        if 0 <= row < tall and 0 <= column < wide:
            x, y = _MARGIN + column * size, _MARGIN + row * size
            side = max(size, 12)
            shift = (side - size) / 2
            parts.append(
                f'<rect x="{svg.number(x - shift)}" y="{svg.number(y - shift)}" width="{side}" '
                f'height="{side}" rx="4" fill="{LIGHT}" stroke="{INK}" stroke-width="2"/>'
            )
            letters: dict[str, object] = {
                "font_size": max(side // 2, 9),
                "fill": DARK,
                "font_weight": 700,
                "text_anchor": "middle",
            }
            down = side * 0.35 + 4 if size >= 30 else side / 2 + 3.5
            parts.append(svg.text(x + size / 2, y - shift + down, letter, **letters))
    return "".join(parts)


def _numbers(board: BoardMap, size: int) -> str:
    """Return the letter of each outcome and the plies."""
    found: dict[str, list[str]] = {}
    starts = {board.police, board.thief}
    for row, column in np.argwhere(~board.walls).tolist():
        outcome = Outcome(int(board.outcomes[row, column]))
        plies = -1 if board.plies is None else int(board.plies[row, column])
        words = f"{outcome.name[0]}{plies}" if plies >= 0 else outcome.name[0]
        x, y = _MARGIN + column * size + size / 2, _MARGIN + row * size + size / 2
        is_start = (row, column) in starts
        colour = DARK if is_start else LOOKS[outcome].text
        found.setdefault(colour, []).append(svg.text(x, y + (14 if is_start else 4), words))
    return "".join(
        svg.group(texts, fill=colour, font_size=11, text_anchor="middle")
        for colour, texts in found.items()
    )


def _legend(board: BoardMap, y: int, most: float, *, numbered: bool) -> tuple[str, int, int]:
    free = ~board.walls
    words = {WIN: "W: the policeman wins", LOSE: "L: the thief escapes", DRAW: "D: draw"}
    entries = []
    for outcome, look in LOOKS.items():
        if (free & (board.outcomes == outcome)).any():
            path = svg.shape(look.shape, 12, y, 22, 12)
            if not numbered:
                high = round(12 * _WIDTHS[outcome])
                path = f"M0 {y - high / 2:g}h22v{high}h-22z"
            entries.append((f'<path d="{path}" fill="{look.fill}"/>', words[outcome]))
    if board.walls.any():
        entries.append((f'<rect x="0" y="{y - 6}" width="22" height="12" fill="{WALL}"/>', "wall"))
    if board.exits.any():
        outline = f'fill="none" stroke="{INK}" stroke-width="2" stroke-dasharray="3 2"'
        entries.append((f'<rect x="1" y="{y - 6}" width="20" height="12" {outline}/>', "exit"))
    return svg.legend(entries, _MARGIN, y, most)
