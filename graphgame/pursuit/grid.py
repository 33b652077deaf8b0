"""`Grid`: a board of cells, read from text, files, rows of characters or arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping, Set as AbstractSet
from operator import index as as_int

from graphgame import checks
from graphgame.errors import GraphGameError, ParseError, UnknownPositionError
from graphgame.reading import incoming, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, NoReturn

    from graphgame.types import Cell

# The codes of cells, as kernels take them.
WALL, FREE, EXIT = range(3)
# The characters of cells in text; `#` is a wall, too, but ends the line where it is no cell.
_SYMBOLS = b".*#EPCT"
# Who starts on the board, and the characters that mark the cell.
_MARKS = {"police": b"PC", "thief": b"T"}
# The code of each character.
_CODES = bytes(
    EXIT if symbol == ord("E") else WALL if symbol in b"*#" else FREE for symbol in range(256)
)
# The character of each code.
SYMBOLS = bytes.maketrans(bytes([WALL, FREE, EXIT]), b"*.E")
# The blanks that may separate numbers and surround rows.
_BLANKS = b" \t\r"
# A translation of blanks to spaces.
_AS_SPACES = bytes.maketrans(_BLANKS, b" " * len(_BLANKS))
# The most digits of a number in the header: a board of larger sides fits in no text.
_DIGITS = 10


class Grid:
    """A board of cells, and the cells where the players start.

    Attributes
    ----------
    rows, columns : int
    cells : bytes
        `WALL`, `FREE` or `EXIT` for every cell, in reading order.
    police, thief : int or None
        The numbers of the cells where they start, in reading order; None where it is not known.
    """

    __slots__ = ("cells", "columns", "police", "rows", "thief")
    columns: int
    police: int | None
    rows: int
    thief: int | None

    def __init__(self, symbols: bytes, columns: int, police: int | None, thief: int | None) -> None:
        self.rows, self.columns = len(symbols) // columns, columns
        self.cells: bytes = symbols.translate(_CODES)
        self.police, self.thief = police, thief

    def cell(self, place: Any, what: str) -> int:
        """Return the number of the cell at (row, column); refuse a wall, and what is no cell."""
        try:
            if isinstance(place, AbstractSet | Mapping):  # without an order, or with another
                raise TypeError
            row, column = place
            if checks.is_bool(row) or checks.is_bool(column):
                raise TypeError
            row, column = as_int(row), as_int(column)
        except (TypeError, ValueError):
            raise UnknownPositionError(f"{what}: expected (row, column), got {place!r}") from None
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise UnknownPositionError(
                f"{what}: expected a cell from (0, 0) to ({self.rows - 1}, {self.columns - 1}), "
                f"got ({row}, {column})"
            )
        cell = row * self.columns + column
        if self.cells[cell] == WALL:
            raise UnknownPositionError(
                f"{what}: expected a cell that can be entered, got ({row}, {column}), a wall"
            )
        return cell

    def place(self, cell: int) -> Cell:
        """Return the (row, column) of a cell."""
        return divmod(cell, self.columns)

    def with_exits(self, exits: Iterable[Cell]) -> Grid:
        """Return the same board with additional exits."""
        cells = bytearray(self.cells)
        for number, place in enumerate(exits):
            cells[self.cell(place, f"exits[{number}]")] = EXIT
        grid = Grid(b"", self.columns, self.police, self.thief)
        grid.rows, grid.cells = self.rows, bytes(cells)
        return grid


# -- text -----------------------------------------------------------------------------------------


def parse_grid(text: bytes, source: str = "<text>", *, walls: str = "", exits: str = "") -> Grid:
    r"""Read grid text: ``n m``, then n rows of m cells.

    A cell is ``.`` free, ``*`` or ``#`` wall, ``E`` exit, ``P`` or ``C`` the policeman on a free
    cell, ``T`` the thief on a free cell; there is exactly one policeman and one thief.  Blank lines
    may stand anywhere, and blanks around a row.  Comments begin with ``#`` where that is no cell:
    behind m cells, before the first row, and on lines that are no row.

    Parameters
    ----------
    text : bytes
    source : str
        The name of the text in errors.
    walls, exits : str
        Other characters that are walls, and exits.

    Examples
    --------
    >>> parse_grid(b"1 3\nP#T").cells
    b'\x01\x00\x01'
    """
    table = meanings({b"*": walls, b"E": exits})
    return _Reader(incoming.plain(text, source), source, table).read()


def meanings(characters: Mapping[bytes, str]) -> bytes:
    """Return a translation of characters that the user chose to those that stand for cells.

    Raises
    ------
    GraphGameError
        If one is no visible ASCII character, or has two meanings.
    """
    table = bytearray(range(256))
    chosen: dict[str, bytes] = {}
    for cell, text in characters.items():
        for character in text:
            if not "!" <= character <= "~":
                raise GraphGameError(
                    f"cells: expected visible ASCII characters, got {texts.quoted(character)}"
                )
            if chosen.setdefault(character, cell) != cell:
                raise GraphGameError(
                    f"cells: expected one meaning for {character!r}, got "
                    f"{chosen[character].decode()} and {cell.decode()}"
                )
            table[ord(character)] = cell[0]
    return bytes(table)


class Rows:
    """Reads grid text: ``n m``, then n rows of m cells, each a character.

    Parameters
    ----------
    text : bytes
        With LF at the ends of lines.
    source : str
    table : bytes, optional
        What each character stands for, as `meanings` returns it.
    """

    # The characters of cells, and how errors list them.
    symbols: bytes = _SYMBOLS
    listed: str = ". * # E P C T"

    def __init__(self, text: bytes, source: str, table: bytes | None = None) -> None:
        self.lines: list[bytes] = text.split(b"\n")
        self.source: str = source
        self.table: bytes | None = table
        self.starts: list[Cell] = []  # line and column where each row begins

    def refuse(self, line: int, column: int, expected: str, found: str) -> NoReturn:
        """Refuse what stands at a place."""
        raise ParseError(self.source, line, column, expected, found)

    def refuse_end(self, expected: str) -> NoReturn:
        """Refuse the end of the text."""
        self.refuse(len(self.lines), len(self.lines[-1]) + 1, expected, "the end of the text")

    def read_rows(self) -> tuple[bytes, int]:
        """Return the characters of all cells, in reading order, and the number of columns."""
        size: Cell | None = None
        rows: list[bytes] = []
        for number, line in enumerate(self.lines, 1):
            inside = size if size is not None and len(rows) < size[0] else None
            content = line.strip(_BLANKS) if b"#" not in line else self.uncommented(line, inside)
            if not content:
                continue
            column = line.index(content) + 1
            if size is not None and self.table is not None:
                content = content.translate(self.table)
            if size is None:
                size = self.header(content, number, column)
            elif len(rows) == size[0]:
                found = texts.quoted(content, 20)
                self.refuse(number, column, f"the end of the text after row {size[0]}", found)
            else:
                self.check_row(content, number, column, len(rows) + 1, *size)
                self.starts.append((number, column))
                rows.append(content)
        if size is None:
            self.refuse_end("the numbers of rows and of columns")
        if len(rows) < size[0]:
            self.refuse_end(f"row {len(rows) + 1} of {size[0]}")
        return b"".join(rows), size[1]

    def uncommented(self, line: bytes, size: Cell | None) -> bytes:
        """Return what a line says before a comment, without blanks around it.

        In a row `#` is a cell: where as many cells as there are columns are all known, and nothing
        but a comment stands behind them, or more cells, which are refused later.
        """
        if size is not None:
            whole = line.strip(_BLANKS)
            row, rest = whole[: size[1]], whole[size[1] :]
            more = rest.lstrip(_BLANKS)
            if len(row) == size[1] and not self._unknown(row):
                if not rest or (more != rest and more[:1] == b"#"):
                    return row
                if rest[:1] != b"#" and not self._unknown(whole):
                    return whole
        return line.partition(b"#")[0].strip(_BLANKS)

    def _unknown(self, row: bytes) -> bytes:
        """Return the characters of a row that are no cells."""
        table = self.table
        return (row if table is None else row.translate(table)).translate(None, self.symbols)

    def header(self, content: bytes, line: int, column: int) -> Cell:
        """Read the numbers of rows and of columns."""
        names = ("rows", "columns")
        sizes: list[int] = []
        at = 0
        for name in names:
            rest = content[at:].lstrip(_BLANKS)
            at = len(content) - len(rest)
            # Only blanks end it: to split at white space would take a form feed for one.
            field = rest.translate(_AS_SPACES).partition(b" ")[0]
            if not field:
                self.refuse(line, column + at, f"the number of {name}", "the end of the line")
            if not field.isdigit() or len(field) > _DIGITS or not int(field):
                expected = f"a number of {name} from 1"
                if not (sizes or self._unknown(field)):  # a row of cells
                    expected = "a line 'n m' with the numbers of rows and columns before the rows"
                self.refuse(line, column + at, expected, texts.quoted(field, 20))
            sizes.append(int(field))
            at += len(field)
        rest = content[at:].lstrip(_BLANKS)
        if rest:
            after = column + len(content) - len(rest)
            self.refuse(
                line, after, "the end of the line after two numbers", texts.quoted(rest, 20)
            )
        return sizes[0], sizes[1]

    def check_row(
        self, content: bytes, line: int, column: int, row: int, rows: int, columns: int
    ) -> None:
        """Refuse a row with unknown characters, or with another number of cells than announced."""
        unknown = content.translate(None, self.symbols)
        if unknown:
            at = content.index(unknown[:1])
            expected = f"one of {self.listed} in row {row}, column {at + 1}"
            found = texts.quoted(texts.first_character(content[at:]))
            self.refuse(line, column + at, expected, found)
        if len(content) != columns:
            self.refuse(
                line,
                column + min(len(content), columns),
                f"{columns} cells in row {row} of {rows}",
                f"{len(content)}",
            )


class _Reader(Rows):
    """Reads a board of the policeman and the thief."""

    def read(self) -> Grid:
        return _marked_grid(*self.read_rows(), self.refuse_marks)

    def refuse_marks(self, who: str, found: list[Cell]) -> NoReturn:
        """Refuse a board where somebody starts nowhere, or twice."""
        name = "policeman P or C" if who == "police" else "thief T"
        if not found:
            self.refuse_end(f"one {name} in the rows before")
        (row, column), (row_2, column_2) = found
        line, start = self.starts[row_2]
        self.refuse(
            line,
            start + column_2,
            f"one {name}, as in row {row + 1}, column {column + 1}",
            f"another in row {row_2 + 1}, column {column_2 + 1}",
        )


def _marked_grid(symbols: bytes, columns: int, refuse: Callable[[str, list[Cell]], object]) -> Grid:
    """Return the board of known characters, with the starts that they mark.

    `refuse` is called with a player who is marked nowhere, or with his first two cells.  It raises,
    or returns where a missing mark is no error.
    """
    starts: list[int | None] = []
    for who, marks in _MARKS.items():
        found = []
        for mark in marks:
            cell = symbols.find(mark)
            if cell >= 0:
                found += [cell, symbols.find(mark, cell + 1)]
        cells = sorted(cell for cell in found if cell >= 0)[:2]
        if len(cells) != 1:
            refuse(who, [divmod(cell, columns) for cell in cells])
        starts.append(cells[0] if cells else None)
    return Grid(symbols, columns, *starts)


# -- other forms of boards ------------------------------------------------------------------------


def as_grid(grid: Any, police: Any, thief: Any, exits: Iterable[Cell]) -> Grid:
    """Return the board described by text, a file, rows or an array; see `PoliceAndThief`."""
    if isinstance(grid, str | bytes):
        board = parse_grid(grid.encode(errors="surrogatepass") if isinstance(grid, str) else grid)
    elif isinstance(grid, os.PathLike) or hasattr(grid, "read"):
        board = _read(grid)
    else:
        board = _from_rows(grid)
    board = board.with_exits(exits)
    board.police = _start(board, "police", police, board.police)
    board.thief = _start(board, "thief", thief, board.thief)
    return board


def _start(board: Grid, who: str, place: Any, marked: int | None) -> int:
    """Return the cell where a player starts: either marked or given, not both."""
    if place is not None and marked is not None:
        raise GraphGameError(
            f"{who}: expected none, as the grid has one in {board.place(marked)}, got {place!r}"
        )
    if place is not None:
        return board.cell(place, who)
    if marked is None:
        raise GraphGameError(f"{who}: expected (row, column), as the grid has no mark, got None")
    return marked


def _read(file: Any) -> Grid:
    if isinstance(file, os.PathLike):
        with open(file, "rb") as opened:
            return _from_file(opened, os.fspath(file))
    return _from_file(file, str(getattr(file, "name", "<text>")))


def _from_file(file: Any, source: str) -> Grid:
    text = incoming.with_line_ends(b"".join(incoming.chunks(file, source)))
    return _Reader(text, source).read()


def _from_rows(rows: Any) -> Grid:
    """Return the board of rows of characters, or of an array of bools or characters."""
    if getattr(rows, "ndim", None) == 1:
        rows = rows.tolist()
    if not (isinstance(rows, list | tuple) and rows and all(isinstance(row, str) for row in rows)):
        array = cells_array(rows)
        if array.dtype.kind == "b":
            symbols = array.choose((ord("*"), ord("."))).astype("uint8").tobytes()
            return Grid(symbols, array.shape[1], None, None)
        rows = ["".join(row) for row in array.astype(str).tolist()]
    return _marked_grid(*joined(rows, _SYMBOLS), _refuse_two)


def cells_array(rows: Any) -> Any:
    """Return a two-dimensional array of bools or of single characters."""
    import numpy as np

    try:
        array = checks.as_array(rows, "grid")
    except GraphGameError:
        raise
    except ValueError:  # rows of different lengths
        raise GraphGameError("grid: expected rows of one length") from None
    if array.dtype.kind == "O" and all(isinstance(cell, str) for cell in array.flat):
        array = array.astype(str)
    known = array.dtype.kind == "b" or (array.dtype.kind in "US" and array.dtype.itemsize > 0)
    if array.size and not known:
        raise GraphGameError(
            "grid: expected text, a path, a binary file, rows of characters, or an array of bools "
            f"or characters, got {type(rows).__name__} of {array.dtype.name}"
        )
    if array.ndim != 2 or array.size == 0:
        raise GraphGameError(
            f"grid: expected rows and columns, at least one each, got shape {array.shape}"
        )
    if array.dtype.kind != "b":
        lengths = np.char.str_len(array)
        if (lengths != 1).any():
            place = tuple(int(i) for i in np.argwhere(lengths != 1)[0])
            raise GraphGameError(
                f"grid{[*place]}: expected one character, got {array[place].item()!r}"
            )
    return array


def joined(rows: Sequence[str], symbols: bytes) -> tuple[bytes, int]:
    """Return the characters of rows, in reading order, and the number of columns.

    Raises
    ------
    GraphGameError
        If rows differ in length, or a character is none of the symbols.
    """
    columns = len(rows[0])
    if not columns:
        raise GraphGameError("grid: expected rows and columns, at least one each, got no columns")
    for number, row in enumerate(rows):
        if len(row) != columns:
            raise GraphGameError(
                f"grid: expected {columns} cells in every row, as in row 0, "
                f"got {len(row)} in row {number}"
            )
    known = symbols.decode()
    text = "".join(rows)
    unknown = text.translate(dict.fromkeys(map(ord, known)))
    if unknown:
        place = [*divmod(text.index(unknown[0]), columns)]
        raise GraphGameError(f"grid{place}: expected one of {' '.join(known)}, got {unknown[0]!r}")
    return text.encode(), columns


def _refuse_two(who: str, found: list[Cell]) -> None:
    """Refuse a board with two marks of one player."""
    if found:
        first, second = found
        raise GraphGameError(
            f"{who}: expected one mark in the grid, got one in {first} and one in {second}"
        )
