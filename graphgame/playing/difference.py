"""The name of a move in words, from the boards before and after it: "b2 → b3", "X at a1"."""

from __future__ import annotations

# Characters of cells on which nothing stands.
EMPTY = ". "


def cell_names(board: str) -> list[str]:
    """Return the name of each cell, in the order of the characters that are no line breaks.

    As in chess: columns are letters from the left, rows are numbers from the bottom.  The cells of
    a board of one line have numbers alone, from 1 on.
    """
    rows = board.split("\n")
    if len(rows) == 1:
        return [str(number) for number in range(1, len(board) + 1)]
    return [
        f"{column_name(column)}{len(rows) - row}"
        for row, cells in enumerate(rows)
        for column in range(len(cells))
    ]


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0: a, …, z, aa and so on."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def words(before: str, after: str) -> str:
    """Describe a move by the difference of two boards of the same shape, as the page does.

    A piece that leaves cells and comes to others moves, "b2 → b3"; where several kinds of pieces
    move, each is named, "K b2 → b3".  Others are put on the board or taken, "X at a1", "c3 off";
    of a piece that another one replaces nothing is said.  Boards that are equal differ by a pass.
    """
    cells = zip(cell_names(before), *(x.replace("\n", "") for x in (before, after)), strict=True)
    changed = [(name, old, new) for name, old, new in cells if old != new]
    kinds = dict.fromkeys(x for _, *both in changed for x in both if x not in EMPTY)
    left = {x: [name for name, old, _ in changed if old == x] for x in kinds}
    came = {x: [name for name, _, new in changed if new == x] for x in kinds}
    freed = {name for name, _, new in changed if new in EMPTY}
    movers = sum(1 for x in kinds if left[x] and came[x])
    parts = []
    for piece in kinds:
        sources, targets = " ".join(left[piece]), " ".join(came[piece])
        if sources and targets:
            parts.append(f"{piece + ' ' if movers > 1 else ''}{sources} → {targets}")
        elif targets:
            parts.append(f"{piece} at {targets}")
        elif freed & {*left[piece]}:
            parts.append(f"{sources} off")
    return ", ".join(parts) or "pass"
