"""`read_grid`: a board as the graph of the moves of one piece, against moves made cell by cell."""

from __future__ import annotations

import io
import pickle
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GraphGameError, ParseError, UnknownPositionError
from graphgame.pursuit.grid_graph import PIECES
from tests.cli.test_command import run

SIGNS = {"up": (0, -1), "down": (0, 1), "left": (1, -1), "right": (1, 1)}


def slow(rows: list[str], piece: str, directions: list[str] | None) -> dict[Any, list[Any]]:
    """Return the options of each cell, found cell by cell from the definition."""
    steps, slides = PIECES[piece]
    allowed = {SIGNS[name] for name in directions or SIGNS}
    found: dict[Any, list[Any]] = {}
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell == "#":
                continue
            found[r, c] = []
            for step in steps:
                if any(x and (k, 1 if x > 0 else -1) not in allowed for k, x in enumerate(step)):
                    continue
                for far in range(1, 99 if slides else 2):
                    i, j = r + far * step[0], c + far * step[1]
                    if not (0 <= i < len(rows) and 0 <= j < len(row)) or rows[i][j] == "#":
                        break
                    if cell not in "EW":
                        found[r, c].append((i, j))
    return found


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("seed", range(8))
def test_moves_are_those_of_the_piece(piece: str, seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    n, m = random.randint(1, 6), random.randint(2, 6)
    rows = ["".join(random.choices(".#EW", [6, 2, 1, 1], k=m)) for _ in range(n)]
    directions = None if seed % 2 else ["down", "right"]
    expected = slow(rows, piece, directions)
    path = tmp_path / "board"
    path.write_text(f"{n} {m}\n" + "\n".join(rows) + "\n")
    given = {"directions": directions, "presets": {"W": "WIN"}}
    for board in (
        rows,
        path,
        str(path),
        io.BytesIO(path.read_bytes()),
        np.array([[*row] for row in rows]),
    ):
        graph = gg.read_grid(board, piece, **given)
        assert [*graph.labels] == [*expected]
        assert {p: sorted(graph.options(p)) for p in graph.labels} == {
            p: sorted(options) for p, options in expected.items()
        }
        ends = graph.presets if graph.presets is not None else []
        marked = [rows[r][c] == "W" for r, c in expected]
        assert [x == 1 for x in ends] == marked
    solved = gg.solve(gg.read_grid(rows, piece, **given))
    assert solved.verify()
    presets = {p: "WIN" for p, is_end in zip(expected, marked, strict=True) if is_end}
    other = gg.solve(expected, presets=presets)
    assert [solved.outcome(p) for p in expected] == [other.outcome(p) for p in expected]


def test_cells_are_labels() -> None:
    graph = gg.read_grid(["S#.", ".x."], walls="#x", directions="right,down")
    assert (graph.start, graph.n, graph.index((1, 2))) == ((0, 0), 4, 3)
    for odd in [(0, 1), (-1, 0), (0, 3), (2, 0), (0,), "ab", (0.0, 0), (True, 0), (10**30, 0)]:
        assert odd not in graph
        with pytest.raises(UnknownPositionError):
            graph.index(odd)
    again = pickle.loads(pickle.dumps(graph))
    assert [*again.labels] == [*graph.labels] == [(0, 0), (0, 2), (1, 0), (1, 2)]
    assert [*graph.labels[1:3]] == [(0, 2), (1, 0)]
    file = io.BytesIO()
    gg.solve(graph).save(file)
    file.seek(0)
    assert gg.Solution.load(file).outcome((0, 2)) == gg.WIN


def test_presets_have_a_remoteness() -> None:
    graph = gg.read_grid(["..L"], directions="right", presets={"L": (gg.LOSE, 4)})
    solution = gg.solve(graph)
    assert [solution.remoteness_of((0, c)) for c in range(3)] == [6, 5, 4]


def test_a_board_of_bools() -> None:
    graph = gg.read_grid(np.array([[True, False], [True, True]]), "rook", directions="down,right")
    assert [*graph.labels] == [(0, 0), (1, 0), (1, 1)]


def test_a_board_without_an_end_is_warned_of() -> None:
    with pytest.warns(UserWarning, match="nobody is ever stuck"):
        gg.solve(gg.read_grid([".."]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"moves": "pawn"}, "moves: expected one of four, king, knight, rook, bishop, queen, got"),
        (
            {"directions": 3},
            "directions: expected some of up, down, left, right, got 3",
        ),
        ({"presets": "A=WIN"}, "presets: expected a mapping from characters to outcomes"),
        ({"presets": [("A", 1)]}, "presets: expected a mapping from characters"),
        (
            {"directions": "north"},
            "directions: expected some of up, down, left, right, got",
        ),
        ({"moves": "bishop", "directions": "up"}, "directions: expected some that a bishop can"),
        ({"walls": "##"}, "cells: expected one meaning for '#', got two"),
        ({"walls": ".", "exits": "E"}, "cells: expected one meaning for '.', got two"),
        ({"presets": {"E": "WIN"}}, "cells: expected one meaning for 'E', got two"),
        ({"walls": "é"}, "cells: expected visible ASCII characters, got 'é'"),
        ({"walls": " "}, "cells: expected visible ASCII characters, got ' '"),
        ({"presets": {"é": "WIN"}}, "cells: expected visible ASCII characters"),
        ({"presets": {"WW": "WIN"}}, "presets: expected a character, got 'WW'"),
        ({"presets": {"W": "WON"}}, "presets.'W'.: expected WIN, LOSE, DRAW or TIE, got 'WON'"),
        ({"presets": {"W": True}}, "presets.'W'.: expected WIN"),
        ({"presets": {"W": ("WIN", -1)}}, "presets.'W'.: expected a remoteness from 0, got -1"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        gg.read_grid([".."], **arguments)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "<text>:1:1: expected the numbers of rows and of columns"),
        (b"1 2\n.x\n", "<text>:2:2: expected one of # . . E S in row 1, column 2, got 'x'"),
        (b"1 2\n###\n", "<text>:3:1: expected row 1 of 1, got the end of the text"),
        (b"1 2\n#.S\n", "<text>:2:3: expected 2 cells in row 1 of 1, got 3"),
        (b"1 2\nSS\n", "<text>: expected one start, got one in .0, 0. and one in .0, 1."),
        (b"2 2\n##\n", "<text>:3:1: expected row 2 of 2, got the end of the text"),
        (b"1 2\n##\n..\n", "<text>:3:1: expected the end of the text after row 1"),
        (b"1 2\n.", "<text>:2:2: expected 2 cells"),
        (b"1 x\n.", "<text>:1:3: expected a number of columns"),
        (b"\xff 2\n.", "<text>:1:1: expected a number of rows"),
    ],
)
def test_damaged_boards_are_refused_with_the_place(text: bytes, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        gg.read_grid(io.BytesIO(text))
    with pytest.raises(GraphGameError):
        gg.read_grid([["..", "."]])
    with pytest.raises(GraphGameError, match="got bytes"):
        gg.read_grid(text)


# -- walls of the policeman and the thief ----------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "3 4\nP..#\n####\n..T.\n",
        "# ####\n3 4 # ..\nP..# # here\n####\n\n# no row\n..T. # E\n####\n",
        "3 4\nP..*\n*##*\n..T.#E",
    ],
)
def test_number_signs_are_walls_in_rows(text: str) -> None:
    expected = gg.PoliceAndThief(["P..*", "****", "..T."])
    assert str(gg.PoliceAndThief(text)) == str(expected)
    assert str(gg.PoliceAndThief(["P..#", "####", "..T."])) == str(expected)


def test_other_characters_of_the_command() -> None:
    text = b"2 3\nPxD\n..T\n"
    assert (
        run("police", "--wall", "x", "--exit", "D", text=text).out
        == run("police", text=b"2 3\nP#E\n..T\n").out
    )
    both = run("police", "--wall", "x", "--exit", "x", text=text)
    assert (both.status, "one meaning for 'x'" in both.err) == (2, True)


def test_the_command() -> None:
    text = b"3 3\nS.#\n.x.\n..E\n"
    done = run("grid", "--directions", "down,right", "--preset", "x=DRAW", text=text)
    assert (done.status, done.err, done.out) == (0, "", b"DD#\nWDW\nLWL\n")
    done = run("grid", "--moves", "rook", "--remoteness", "--preset", "x=WIN", text=text)
    assert done.out.splitlines()[1].split()[1] == b"W0"
    for form in ("text", "csv", "edges", "json"):
        printed = run("grid", "--directions", "down,right", "--graph", form, text=b"2 2\n..\n.E")
        assert printed.status == 0
        solved = run("solve", "--format", form, text=printed.out)
        assert [line.split()[-1] for line in solved.out.splitlines()] == [
            b"LOSE", b"WIN", b"WIN", b"LOSE",
        ]  # fmt: skip
    assert b"1:2,2:2" in run("grid", "--graph", "csv", text=b"2 2\n..\n.E").out
    for words, message in (
        (
            ["--preset", "x=WIN", "--preset", "x=LOSE"],
            "--preset: expected one outcome for 'x', got WIN and LOSE",
        ),
        (["--preset", "WIN"], "--preset: expected a character and an outcome, as W=WIN"),
        (["--moves", "pawn"], "moves: expected one of four"),
        (["--graph", "csv", "--json"], "--graph: expected no --json beside it"),
        (["--graph", "x"], "format: expected one of text"),
    ):
        refused = run("grid", *words, text=b"1 2\n.E\n")
        assert (refused.status, refused.out) == (2, b"")
        assert message in refused.err
    warned = run("grid", text=b"1 2\n..\n")
    assert warned.err.startswith("graphgame: warning: graph: an undirected graph")
    assert warned.out == b"DD\n"


def test_the_place_of_a_wrong_cell() -> None:
    with pytest.raises(ParseError) as caught:
        gg.read_grid(io.BytesIO(b"2 2\n..\n .?\n"), source="board")
    assert (caught.value.source, caught.value.line, caught.value.column) == ("board", 3, 3)


@pytest.mark.large
@pytest.mark.parametrize(
    ("piece", "size", "moves"),
    [
        ("four", 2000, 4 * 2000 * 1999),
        ("king", 2000, 4 * 2000 * 1999 + 4 * 1999**2),
        ("knight", 2000, 8 * 1999 * 1998),
        ("rook", 200, 2 * 200**2 * 199),
    ],
)
def test_large_boards(piece: str, size: int, moves: int) -> None:
    board = np.full((size, size), True)
    graph = gg.read_grid(board, piece)
    assert (graph.n, graph.m) == (size * size, moves)
    assert graph.index((size - 1, 7)) == (size - 1) * size + 7
    size //= 5
    board = board[:size, :size]
    board[:, size // 2] = False  # a wall that no piece but a knight passes
    cut = gg.read_grid(board, piece)
    assert cut.n == size * (size - 1)
    if piece != "knight":
        sides = [(x % (size - 1) < size // 2) for pair in cut.edge_blocks() for x in pair]
        assert all((sides[k] == sides[k + 1]).all() for k in range(0, len(sides), 2))
