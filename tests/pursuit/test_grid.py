"""Boards: what they are read from, and what is refused.

Pinned here: grid text with comments, blank lines, CRLF and without a last newline; files, rows of
characters, arrays of characters and of bools are the same board; every error of each of them, with
its place; starts and exits that come from Python.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GraphGameError, ParseError, PoliceAndThief, UnknownPositionError

TEXT = "3 4\nP..*\n...E\n..T.\n"
ROWS = ["P..*", "...E", "..T."]
FORMS: dict[str, Any] = {
    "text": TEXT,
    "bytes": TEXT.encode(),
    "no newline at the end": TEXT.rstrip("\n"),
    "CRLF": TEXT.replace("\n", "\r\n"),
    "C for the policeman": TEXT.replace("P", "C"),
    "a byte order mark": "\N{BYTE ORDER MARK}" + TEXT,
    "comments": "# a board\n3 4 # rows, columns\nP..*# a wall\n  # nothing\n...E\n#\n..T.#end",
    "blank lines": "\n \n3\t4\n\nP..*\n\r\n...E\n..T.\n\n \n",
    "blanks around": "  3   4 \n P..*\n\t...E \n..T.\t\n",
    "a binary file": lambda: io.BytesIO(TEXT.encode()),
    "rows": ROWS,
    "a tuple of rows": tuple(ROWS),
    "lists of characters": [[*row] for row in ROWS],
    "an array of characters": np.array([[*row] for row in ROWS]),
    "an array of bytes": np.array([[*row] for row in ROWS]).astype("S1"),
    "an array of objects": np.array([[*row] for row in ROWS], dtype=object),
    "an array of rows": np.array(ROWS),
}


def described(game: PoliceAndThief) -> tuple[Any, ...]:
    return str(game), game.rows, game.columns, game.police, game.thief, game.exits


EXPECTED = ("\n".join(ROWS), 3, 4, (0, 0), (2, 2), [(1, 3)])


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_board(form: str) -> None:
    grid = FORMS[form]
    assert described(PoliceAndThief(grid() if callable(grid) else grid)) == EXPECTED


def test_a_path_and_an_open_file(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(TEXT)
    assert described(PoliceAndThief(path)) == EXPECTED
    with path.open("rb") as file:
        assert described(PoliceAndThief(file)) == EXPECTED
    with path.open() as file, pytest.raises(GraphGameError, match="a path or a binary file"):
        PoliceAndThief(file)
    path.write_text("1 2\nPT?")
    for grid in (path, path.open("rb")):
        with pytest.raises(ParseError) as caught:
            PoliceAndThief(grid)
        assert (caught.value.source, caught.value.line) == (str(path), 2)
        if grid is not path:
            grid.close()
    with pytest.raises(FileNotFoundError):
        PoliceAndThief(tmp_path / "none")


@pytest.mark.parametrize("form", ["array", "lists"])
def test_bools_say_where_one_may_go(form: str) -> None:
    free = np.array([[True, True, True, False], [True] * 4, [True] * 4])
    grid = free if form == "array" else free.tolist()
    game = PoliceAndThief(grid, police=(0, 0), thief=(2, 2), exits=[(1, 3)])
    assert described(game) == EXPECTED


def test_starts_and_exits_may_come_beside_characters() -> None:
    rows = ["...*", "...E", "...."]
    game = PoliceAndThief(rows, police=np.array([0, 0]), thief=(np.int8(2), 2))
    assert described(game) == EXPECTED
    assert PoliceAndThief(TEXT, exits=iter([(0, 0), (2, 2), (1, 3)])).exits == [
        (0, 0),
        (1, 3),
        (2, 2),
    ]


def test_an_exit_under_a_start() -> None:
    under_thief = PoliceAndThief(ROWS, exits=[(2, 2)]).solve()
    assert (under_thief.result, under_thief.remoteness_of(under_thief.start)) == (gg.LOSE, 0)
    under_police = PoliceAndThief(["P.T"], exits=[(0, 0)]).solve()
    assert (under_police.result, under_police.remoteness_of(under_police.start)) == (gg.WIN, 3)
    under_both = PoliceAndThief(["..E"], police=(0, 2), thief=(0, 2)).solve()
    assert (under_both.result, under_both.remoteness_of(under_both.start)) == (gg.WIN, 0)


def test_the_smallest_boards() -> None:
    alone = PoliceAndThief(["."], police=(0, 0), thief=(0, 0))
    assert (str(alone), alone.solve().result) == ("X", gg.WIN)
    assert alone.solve().remoteness_of(alone.start) == 0
    assert alone.solve().line() == (((0, 0), (0, 0), "police"),)
    for text in ("1 2\nCT", "2 1\nT\nP"):
        solution = PoliceAndThief(text).solve()
        assert solution.remoteness_of(solution.start) == 1
    assert repr(PoliceAndThief("1 2\nCT")) == (
        "PoliceAndThief(1 × 2, police=(0, 0), thief=(0, 1), 0 exits)"
    )


# -- text that is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "expected", "found"),
    [
        ("", 1, 1, "the numbers of rows and of columns", "the end of the text"),
        ("# only\n\n", 3, 1, "the numbers of rows and of columns", "the end of the text"),
        ("3\nP", 1, 2, "the number of columns", "the end of the line"),
        ("3 x\n", 1, 3, "a number of columns from 1", "'x'"),
        ("-1 2\n", 1, 1, "a number of rows from 1", "'-1'"),
        ("0 4\n", 1, 1, "a number of rows from 1", "'0'"),
        ("4 00\n", 1, 3, "a number of columns from 1", "'00'"),
        ("99999999999 1\n", 1, 1, "a number of rows from 1", "'99999999999'"),
        ("\n 2 2 2\n", 2, 6, "the end of the line after two numbers", "'2'"),
        ("2 2\nP.\n#\nT\n", 4, 2, "2 cells in row 2 of 2", "1"),
        ("2 2\n P.*\nT.\n", 2, 4, "2 cells in row 1 of 2", "3"),
        ("2 2\nPx\nT.\n", 2, 2, "one of . * # E P C T in row 1, column 2", "'x'"),
        ("2 2\nP.\nT .\n", 3, 2, "one of . * # E P C T in row 2, column 2", "' '"),
        ("2 2\n p.\nT.\n", 2, 2, "one of . * # E P C T in row 1, column 1", "'p'"),
        ("1 2\nP\N{POLICE OFFICER}", 2, 2, "one of . * # E P C T in row 1, column 2",
         "'\N{POLICE OFFICER}'"),
        (b"1 2\nP\xff", 2, 2, "one of . * # E P C T in row 1, column 2", "b'\\xff'"),
        ("3 2\nP.\nT.\n", 4, 1, "row 3 of 3", "the end of the text"),
        ("3 2\nP.\nT.", 3, 3, "row 3 of 3", "the end of the text"),
        ("999999 2\nPT", 2, 3, "row 2 of 999999", "the end of the text"),
        ("1 2\nPT\n\n..\n", 4, 1, "the end of the text after row 1", "'..'"),
        ("1 2\n.T\n", 3, 1, "one policeman P or C in the rows before", "the end of the text"),
        ("1 2\nP.", 2, 3, "one thief T in the rows before", "the end of the text"),
        ("2 3\nP..\n  .TT", 3, 5, "one thief T, as in row 2, column 2",
         "another in row 2, column 3"),
        ("2 3\n.CT\n#\n..P\n", 4, 3, "one policeman P or C, as in row 1, column 2",
         "another in row 2, column 3"),
        ("1 4\nTPCP", 2, 3, "one policeman P or C, as in row 1, column 2",
         "another in row 1, column 3"),
    ],
)  # fmt: skip
def test_text_that_is_no_board(
    text: Any, line: int, column: int, expected: str, found: str
) -> None:
    with pytest.raises(ParseError) as caught:
        PoliceAndThief(text)
    error = caught.value
    where = (error.source, error.line, error.column)
    assert (where, error.expected, error.found) == (("<text>", line, column), expected, found)


# -- what else is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (["PT", "..."], "grid: expected 2 cells in every row, as in row 0, got 3 in row 1"),
        (["PT", "."], "grid: expected 2 cells in every row, as in row 0, got 1 in row 1"),
        ([""], "grid: expected rows and columns, at least one each, got no columns"),
        ([], "grid: expected rows and columns, at least one each, got shape (0,)"),
        (np.empty((0, 3), dtype=bool), "grid: expected rows and columns, at least one each, got "
         "shape (0, 3)"),
        (np.empty((3, 0), dtype="U1"), "grid: expected rows and columns, at least one each, got "
         "shape (3, 0)"),
        (np.ones((2, 2, 2), dtype=bool), "grid: expected rows and columns, at least one each, got "
         "shape (2, 2, 2)"),
        (["PT", ".x"], "grid[1, 1]: expected one of . * # E P C T, got 'x'"),
        (["PTé"], "grid[0, 2]: expected one of . * # E P C T, got 'é'"),
        ([["P", "T"], [".", "**"]], "grid[1, 1]: expected one character, got '**'"),
        (np.array([["P", ""]]), "grid[0, 1]: expected one character, got ''"),
        ([["P", "T"], ["."]], "grid: expected rows of one length"),
        ([[1, 0]], "grid: expected text, a path, a binary file, rows of characters, or an array "
         "of bools or characters, got list of int64"),
        (7, "grid: expected text, a path, a binary file, rows of characters, or an array "
         "of bools or characters, got int of int64"),
        (["P.", ".P", "TT"], "police: expected one mark in the grid, got one in (0, 0) and one "
         "in (1, 1)"),
        (["PT", ".T"], "thief: expected one mark in the grid, got one in (0, 1) and one in (1, 1)"),
        (["P."], "thief: expected (row, column), as the grid has no mark, got None"),
        (["T."], "police: expected (row, column), as the grid has no mark, got None"),
        (np.ones((1, 2), dtype=bool), "police: expected (row, column), as the grid has no mark, "
         "got None"),
    ],
)  # fmt: skip
def test_what_is_no_board(grid: Any, message: str) -> None:
    with pytest.raises(GraphGameError) as caught:
        PoliceAndThief(grid)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("starts", "message"),
    [
        ({"police": (0, 1)}, "police: expected a cell that can be entered, got (0, 1), a wall"),
        ({"police": (2, 0)}, "police: expected a cell from (0, 0) to (1, 1), got (2, 0)"),
        ({"police": (0, -1)}, "police: expected a cell from (0, 0) to (1, 1), got (0, -1)"),
        ({"police": 3}, "police: expected (row, column), got 3"),
        ({"police": (0.0, 0)}, "police: expected (row, column), got (0.0, 0)"),
        ({"police": (0, 0), "thief": (0, 1)},
         "thief: expected none, as the grid has one in (1, 0), got (0, 1)"),
        ({"police": (0, 0), "exits": [(1, 1), (0, 1)]},
         "exits[1]: expected a cell that can be entered, got (0, 1), a wall"),
    ],
)  # fmt: skip
def test_starts_and_exits_that_cannot_be(starts: Any, message: str) -> None:
    with pytest.raises(GraphGameError) as caught:
        PoliceAndThief([".*", "T."], **starts)
    assert str(caught.value) == message
    assert isinstance(caught.value, UnknownPositionError) == ("none" not in message)


@pytest.mark.parametrize("cell", [{1, 0}, frozenset({1, 0}), {1: 0, 0: 1}])
def test_a_cell_in_no_order_is_refused(cell: Any) -> None:
    for given in ({"police": cell, "thief": (0, 0)}, {"police": (0, 0), "thief": cell}):
        with pytest.raises(UnknownPositionError, match=r"expected \(row, column\), got"):
            PoliceAndThief(["..", ".."], **given)
    with pytest.raises(UnknownPositionError, match=r"^exits\[0\]: expected \(row, column\)"):
        PoliceAndThief(["..", ".."], police=(0, 0), thief=(1, 1), exits=[cell])
