"""Rules of the policeman and the thief that the page plays by, next to Python's.

Pinned here: of every state of 1,000 random boards: outcome and remoteness; of a sample: moves, turn
and board; what a person types, the boards that the editor refuses, and the problems that answer.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.playing.browser.asking import SOLVED, SOURCE, arrays, columns, problem, run
from tests.playing.browser.chromium import OpenPage


def random_board(generator: random.Random, rows: int = 8, columns: int = 8) -> list[str]:
    """Return a board with walls, exits, and both players."""
    walls, exits = generator.uniform(0, 0.4), generator.choice([0, 0.02, 0.1])
    weights = [1 - walls, walls * (1 - exits), exits]
    cells = generator.choices(".*E", weights, k=rows * columns)
    police, thief = generator.sample(range(rows * columns), 2)
    cells[police], cells[thief] = "P", "T"
    return ["".join(cells[i * columns : (i + 1) * columns]) for i in range(rows)]


def board_data(game: gg.PoliceAndThief) -> dict[str, Any]:
    """Return the data of a page for a board, written down once more."""
    drawn = game.drawn(game.start).replace("P", ".").replace("T", ".").split("\n")
    rows = [list(row) for row in drawn]
    for row, column in game.exits:
        rows[row][column] = "E"
    joined = ["".join(row) for row in rows]
    return {"pursuit": {"rows": joined, "police": game.police, "thief": game.thief}}


def test_a_thousand_boards(open_page: OpenPage) -> None:
    generator = random.Random(14)
    games = [gg.PoliceAndThief(random_board(generator)) for _ in range(1000)]
    page = open_page(games[0].solve().to_html())
    every = "Promise.all(boards.map(async (pursuit) => { const given = {pursuit};"
    script = f"({{boards}}) => {every} {SOURCE} {SOLVED} }}))"
    for start in range(0, len(games), 100):
        batch = games[start : start + 100]
        boards = [board_data(game)["pursuit"] for game in batch]
        for game, answer in zip(batch, page.evaluate(script, {"boards": boards}), strict=True):
            found, expected = arrays(answer), columns(game.solve())
            assert np.array_equal(found[0], expected[0]), str(game)
            assert np.array_equal(found[1], expected[1]), str(game)


@pytest.mark.parametrize("seed", range(3))
def test_moves_of_boards(open_page: OpenPage, seed: int) -> None:
    game = gg.PoliceAndThief(random_board(random.Random(seed), 3, 4))
    solution = game.solve()
    graph = solution.graph()
    page = open_page(solution.to_html())
    views = run(
        page,
        "return Promise.all(Array.from({length: source.size}, (_, i) => source.look(String(i))));",
    )
    assert run(page, "return source.start;") == str(graph.index(game.start))
    assert len(views) == graph.n
    for at, (state, view) in enumerate(zip(solution, views, strict=True)):
        assert view["key"] == str(at)
        assert view["turn"] == (state[2] == "thief")
        moves = Counter(int(move["to"]["key"]) for move in view["moves"])
        over = state[0] == state[1] or state[1] in game.exits
        expected = [] if over else [graph.index(option) for option in graph.options(state)]
        assert moves == Counter(expected)
        shown = view["board"].upper()
        drawn = game.drawn(state)
        assert [*shown.replace("X", "P")] == [*drawn.replace("X", "P")]
        assert ("X" in shown) == (state[0] == state[1])
    asked = {(view["board"], view["turn"]) for view in views}
    assert len(asked) == len(views), "every state has its own board"


def test_the_start_of_a_board_on_exits(open_page: OpenPage) -> None:
    game = gg.PoliceAndThief(["...", "..."], police=(0, 0), thief=(1, 2), exits=[(0, 0), (1, 2)])
    page = open_page(game.solve().to_html())
    view = run(page, "return await source.look(source.start);")
    assert view["board"] == "p..\n..t"
    assert (view["outcome"], view["remoteness"], view["moves"]) == (gg.LOSE, 0, [])
    again = run(
        page,
        "const other = await source.editor.solve(source.editor.board);"
        "return (await other.look(other.start)).board;",
    )
    assert again == "p..\n..t"


def test_what_a_person_types_for_a_board(open_page: OpenPage) -> None:
    page = open_page(gg.PoliceAndThief(["P.*", "..T"]).solve().to_html())
    look = "return (await source.look(await source.find(text))).name;"
    assert run(page, look, text="a2 c1") == "policeman a2, thief c1; policeman to move"
    assert run(page, look, text="B1, A1 THIEF") == "policeman b1, thief a1; thief to move"
    for text in ("c2 c1", "a1", "a1 b1 c1", "", "z9 a1"):
        assert problem(page, f"source.find('{text}')") == "cellsExpected"
    for key in ("-1", "1.5", "50", "x", ""):
        assert problem(page, f"source.look('{key}')") == "noPosition"


@pytest.mark.parametrize(
    ("board", "word"),
    [
        ("P..", "oneThief"),
        ("T..", "onePoliceman"),
        ("PPT", "onePoliceman"),
        ("PTt", "oneThief"),
        ("PT" + "." * 11, "boardSides"),
        ("", "boardSides"),
    ],
)
def test_boards_that_the_editor_refuses(open_page: OpenPage, board: str, word: str) -> None:
    page = open_page(gg.PoliceAndThief(["P.T"]).solve().to_html())
    assert problem(page, f"source.editor.solve('{board}')") == word


def test_large_boards_are_solved_but_not_edited(open_page: OpenPage) -> None:
    rows = ["P" + "." * 19, *["." * 20] * 18, "." * 19 + "T"]
    solution = gg.PoliceAndThief(rows).solve()
    page = open_page(solution.to_html())
    assert run(page, "return source.editor;") is None
    outcomes, remoteness = arrays(run(page, SOLVED))
    expected = columns(solution)
    assert np.array_equal(outcomes, expected[0])
    assert np.array_equal(remoteness, expected[1])


def test_histograms_count_all_states(open_page: OpenPage) -> None:
    solution = gg.PoliceAndThief(["P..", ".*.", "..T"]).solve()
    page = open_page(solution.to_html())
    counted = run(page, "return source.histogram();")
    outcomes, remoteness = columns(solution)
    for name, outcome in (("win", 1), ("lose", -1)):
        expected = np.bincount(remoteness[outcomes == outcome], minlength=len(counted[name]))
        assert counted[name] == expected.tolist()
    assert counted["draw"] == int((outcomes == 0).sum())
    assert sum(chain(counted["win"], counted["lose"])) + counted["draw"] == len(solution)
