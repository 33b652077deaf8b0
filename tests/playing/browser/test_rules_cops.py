"""Rules of cops and a robber that the page plays by, next to Python's.

Pinned here: of every state on named, random and directed graphs: outcome and remoteness; of a
sample: moves, turn and board; matches that begin with placing the cops; what a person types, and
the problems that answer it.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.playing.browser.asking import SOLVED, arrays, columns, problem, run
from tests.playing.browser.chromium import OpenPage

PETERSEN = [
    *((i, (i + 1) % 5) for i in range(5)),
    *((5 + i, 5 + (i + 2) % 5) for i in range(5)),
    *((i, i + 5) for i in range(5)),
]


def grid(rows: int, columns: int) -> list[tuple[int, int]]:
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    right = [(i * columns + j, i * columns + j + 1) for i, j in cells if j + 1 < columns]
    return right + [(i * columns + j, (i + 1) * columns + j) for i, j in cells if i + 1 < rows]


def random_graph(seed: int, n: int) -> list[tuple[int, int]]:
    generator = random.Random(seed)
    path = [(v, v + 1) for v in range(n - 1)]  # so that every vertex occurs
    return path + [(generator.randrange(n), generator.randrange(n)) for _ in range(n)]


GRAPHS: list[tuple[str, Any, int, bool]] = [
    *((f"Petersen {k}", PETERSEN, k, False) for k in (1, 2, 3)),
    *((f"cycle {n}", [(v, (v + 1) % n) for v in range(n)], k, False)
      for n in (3, 5, 8) for k in (1, 2)),
    ("grid", grid(4, 4), 2, False),
    *((f"random {seed}", random_graph(seed, 7), 1 + seed % 3, False) for seed in range(6)),
    *((f"directed {seed}", random_graph(seed, 6), 1 + seed % 2, True) for seed in range(4)),
    ("one vertex", {"a": []}, 2, False),
]  # fmt: skip


def solved_cops(edges: Any, cops: int, directed: bool) -> Any:
    return gg.cops_and_robbers(edges, cops=cops, directed=directed)


@pytest.mark.parametrize(("edges", "cops", "directed"), [x[1:] for x in GRAPHS],
                         ids=[x[0] for x in GRAPHS])  # fmt: skip
def test_cops(open_page: OpenPage, edges: Any, cops: int, directed: bool) -> None:
    solution = solved_cops(edges, cops, directed)
    page = open_page(solution.to_html())
    outcomes, remoteness = arrays(run(page, SOLVED))
    expected = columns(solution)
    states = len(solution)
    assert np.array_equal(outcomes[:states], expected[0])
    assert np.array_equal(remoteness[:states], expected[1])
    # Then the start, and the choices of the robber.
    rounds = solution.capture_time
    assert outcomes[states] == solution.result
    assert remoteness[states] == (-1 if rounds < 0 else 2 + max(2 * rounds - 1, 0))
    assert len(outcomes) == states + 1 + states // (2 * solution.game.n)


@pytest.mark.parametrize(("edges", "cops", "directed"), [
    (PETERSEN, 2, False), ({"a": ["b"], "b": ["c"], "c": ["a"]}, 1, True), (grid(2, 3), 2, False),
])  # fmt: skip
def test_moves_of_cops(open_page: OpenPage, edges: Any, cops: int, directed: bool) -> None:
    solution = solved_cops(edges, cops, directed)
    graph = solution.graph()
    page = open_page(solution.to_html())
    views = run(
        page,
        "return Promise.all(Array.from({length: source.size}, (_, i) => source.look(String(i))));",
    )
    labels = [str(v) for v in solution.game.positions(range(solution.game.n))]
    for state, view in zip(solution, views, strict=False):
        placed, robber, turn = state
        assert view["turn"] == (turn == "robber")
        options = [] if robber in placed else {graph.index(x) for x in graph.options(state)}
        assert Counter(int(move["to"]["key"]) for move in view["moves"]) == Counter(options)
        counts = Counter(map(str, placed))
        for label, cell in zip(labels, view["board"], strict=True):
            if label == str(robber):
                assert cell == ("X" if counts[label] else "R")
            else:
                assert cell == (".", "C", "2", "3")[counts[label]]
    begin = views[len(solution)]
    assert begin["board"] == "." * len(labels)
    assert begin["turn"] == 0
    assert [int(move["to"]["key"]) for move in begin["moves"]] == sorted(
        (int(move["to"]["key"]) for move in begin["moves"]),
        key=lambda key: (views[key]["outcome"], views[key]["remoteness"], key),
    )
    for view in views[len(solution) + 1 :]:
        assert view["turn"] == 1
        assert len(view["moves"]) == len(labels)
    boards = {(view["board"], view["turn"]) for view in views}
    assert len(boards) == len(views), "every state has its own board"


def test_what_a_person_types_for_cops(open_page: OpenPage) -> None:
    solution = gg.cops_and_robbers({"a": ["b"], "b": ["c"], "c": ["d"]}, cops=2)
    page = open_page(solution.to_html())
    look = "return (await source.look(await source.find(text))).name;"
    assert run(page, look, text="c, a / d") == "cops a, c; robber d; cops to move"
    assert run(page, look, text="a,a/b/robber") == "cops a, a; robber b; robber to move"
    assert run(page, look, text="a, b") == "cops a, b; robber to move"
    assert run(page, look, text="") == "cops to move"
    assert problem(page, "source.find('a / b')") == "copsExpected"
    assert problem(page, "source.find('a, e / b')") == "noSuchVertex"
    assert problem(page, "source.find('a, b / e')") == "noSuchVertex"
    assert problem(page, "source.find('a, b / c d')") == "copsExpected"
    pairs = gg.cops_and_robbers({(0, 0): [(0, 1)], (0, 1): [(1, 1)]}, cops=2)
    other = open_page(pairs.to_html())
    name = "cops (0, 0), (1, 1); robber (0, 1); cops to move"
    assert run(other, look, text="(1, 1), (0,0) / (0, 1)") == name


def test_a_graph_is_pasted(open_page: OpenPage) -> None:
    page = open_page(gg.cops_and_robbers(PETERSEN, cops=3).to_html())
    text = run(page, "return source.editor.board;")
    assert text.split("\n")[:2] == ["3", "0 1"]
    solve = (
        "const other = await source.editor.solve(text);"
        "const view = await other.look(other.start);"
        "return [view.outcome, view.board.length, other.shape.edges];"
    )
    edges = [[*sorted(edge)] for edge in PETERSEN]
    outcome, n, drawn = run(page, solve, text=text)
    assert (outcome, n) == (gg.WIN, 10)
    assert sorted(map(sorted, drawn)) == sorted(edges)
    assert run(page, solve, text=text.replace("3", "2", 1))[0] == gg.DRAW
    kept = "3\n" + "\n".join(f"{u} {v}" for u, v in sorted(PETERSEN, reverse=True))
    assert sorted(map(sorted, run(page, solve, text=kept)[2])) == sorted(edges)
    ring = "1\nx y\ny z\n\nz x"
    assert run(page, solve, text=ring)[:2] == [gg.WIN, 3]
    for wrong, word in [
        ("", "copsFirst"),
        ("0\na b", "copsFirst"),
        ("1 2\na b", "copsFirst"),
        ("2", "edgeExpected"),
        ("1\na b c", "edgeExpected"),
        ("9\n" + "\n".join(f"{u} {v}" for u, v in PETERSEN), "tooManyMoves"),
    ]:
        call = "return await source.editor.solve(text).then(() => 'none', (error) => error.word);"
        assert run(page, call, text=wrong) == word


def test_vertices_are_drawn_where_they_are_given(open_page: OpenPage) -> None:
    centres = [(0, 0), (2, 0), (2, 1.5), (0, 1.5)]
    solution = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0), (1, 0), (2, 2)], cops=1)
    page = open_page(solution.to_html(centres=centres))
    shape = run(page, "return source.shape;")
    assert shape["centres"] == [list(centre) for centre in centres]
    assert sorted(shape["edges"]) == [[0, 1], [0, 3], [1, 2], [2, 3]]
    assert shape["names"] == ["0", "1", "2", "3"]
