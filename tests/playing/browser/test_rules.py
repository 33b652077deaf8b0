"""Rules that the page plays by, next to Python's.

Pinned here: of every sum of up to three heaps up to 8, in ten games, and in misère play: outcome,
moves and their outcomes; of every state of 1,000 random boards of the policeman and the thief, and
of cops and robbers on named, random and directed graphs: outcome and remoteness; of a sample:
moves, turn and board; matches that begin with placing the cops; what a person types, and the
problems that answer it.
"""

from __future__ import annotations

import base64
import random
from collections import Counter
from functools import cache
from itertools import chain, combinations_with_replacement
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from tests.playing.browser.chromium import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOURCE = "const source = await graphgame.makeSource({...graphgame.data, ...given});"
# Outcomes and remoteness of all states, as base64; positions without remoteness have -1.
SOLVED = """
    const bytes = (array) => {
        let text = "";
        const all = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < all.length; i += 4096)
            text += String.fromCharCode(...all.subarray(i, i + 4096));
        return btoa(text);
    };
    return [bytes(source.solved.outcomes), bytes(Int16Array.from(source.solved.remoteness))];
"""


def run(page: Page, body: str, given: dict[str, Any] | None = None, **values: Any) -> Any:
    """Make the source of a page, with some of its data replaced, and return what a body returns."""
    names = ", ".join(["given", *values])
    script = f"async ({{{names}}}) => {{ {SOURCE} {body} }}"
    return page.evaluate(script, {"given": given or {}, **values})


def problem(page: Page, call: str) -> str:
    """Return the word of the problem that a call answers with."""
    return str(run(page, f"return await {call}.then(() => 'none', (error) => error.word);"))


# -- heaps -----------------------------------------------------------------------------------------

GAMES = {
    "Nim": gg.all_but(),
    "Kayles": gg.octal("0.77"),
    "Dawson's Chess": gg.octal("0.137"),
    "Grundy's game": gg.grundys_game(),
    "Lasker's Nim": gg.laskers_nim(),
    "Couples Are Forever": gg.couples_are_forever(),
    "subtraction": gg.subtraction({1, 3, 4}),
    "all but": gg.all_but({2, 5}),
    "primes": gg.taking("primes"),
    "three heaps": gg.octal("4.8F"),
}
SUMS = [heaps for count in (1, 2, 3) for heaps in combinations_with_replacement(range(9), count)]
LOOK_AT_SUMS = """
    const sums = [];
    for (const key of keys) {
        const view = await source.look(key);
        sums.push([view.outcome, view.moves.map(({to}) => [to.key, to.outcome])]);
    }
    return sums;
"""


def heaps_left(heaps: Any) -> tuple[int, ...]:
    """Return a sum without the order of its heaps and without empty ones."""
    return tuple(sorted(heap for heap in heaps if heap))


@cache
def outcome(name: str, heaps: tuple[int, ...], play: str) -> int:
    """Return the outcome of a sum, as Python finds it."""
    return int(GAMES[name].outcome(heaps or (0,), play=play))


def expected_moves(name: str, heaps: tuple[int, ...], play: str) -> Counter[Any]:
    """Count the moves of a sum with the outcomes they lead to, as Python finds them."""
    found: Counter[Any] = Counter()
    for at, heap in enumerate(heaps):
        for left in GAMES[name].options(heap):
            to = heaps_left((*heaps[:at], *left, *heaps[at + 1 :]))
            found[to, outcome(name, to, play)] += 1
    return found


@pytest.mark.parametrize(
    ("name", "play"),
    [*((name, "normal") for name in GAMES), ("Nim", "misere"), ("subtraction", "misere")],
)
def test_sums_of_heaps(open_page: OpenPage, name: str, play: str) -> None:
    game = GAMES[name]
    page = open_page(game.to_html(play=play))
    keys = [",".join(map(str, heaps)) for heaps in SUMS]
    answers = run(page, LOOK_AT_SUMS, keys=keys)
    for heaps, (value, moves) in zip(SUMS, answers, strict=True):
        assert value == game.outcome(heaps, play=play), heaps
        found = Counter((heaps_left(map(int, key.split(","))), to) for key, to in moves)
        assert found == expected_moves(name, heaps, play), heaps
        assert [to for _, to in moves] == sorted(to for _, to in moves)


@pytest.mark.parametrize("name", ["Kayles", "Grundy's game", "Couples Are Forever"])
def test_misere_play_is_searched(open_page: OpenPage, name: str) -> None:
    game = GAMES[name]
    page = open_page(game.to_html(heaps=(3, 4), play="misere"))
    sums = [heaps for heaps in SUMS if sum(heaps) <= 12]
    answers = run(page, LOOK_AT_SUMS, keys=[",".join(map(str, heaps)) for heaps in sums])
    for heaps, (outcome, _) in zip(sums, answers, strict=True):
        assert outcome == game.outcome(heaps, play="misere"), heaps


def test_moves_of_heaps_keep_their_rows_and_the_most_stones(open_page: OpenPage) -> None:
    page = open_page(gg.all_but().to_html(heaps=(1, 2, 3)))
    view = run(page, "return await source.look(source.start);")
    assert view["key"] == "1,2,3"
    assert view["board"].split("\n") == ["o  ", "oo ", "ooo"]
    assert view["outcome"] == gg.LOSE
    # All moves lose: those that keep the most stones come first, and the machine plays the first.
    kept = [sum(map(int, move["to"]["key"].split(","))) for move in view["moves"]]
    assert kept == sorted(kept, reverse=True)
    assert {move["label"] for move in view["moves"]} >= {"heap 3: 3 → 0", "heap 2: 2 → 1"}
    boards = [[len(row) for row in move["to"]["board"].split("\n")] for move in view["moves"]]
    assert boards == [[3, 3, 3]] * 6


def test_notes_of_heaps(open_page: OpenPage) -> None:
    nim = open_page(gg.all_but().to_html(heaps=(3, 4, 5)))
    _, total, columns = run(nim, "return (await source.look(source.start)).note;").split("\t")
    assert total == "2"
    assert columns.split("\n") == ["3   0 1 1", "4   1 0 0", "5   1 0 1", "⊕   0 1 0"]
    kayles = open_page(gg.octal("0.77").to_html(heaps=(3, 12)))
    _, total, columns = run(kayles, "return (await source.look(source.start)).note;").split("\t")
    assert total == "7"
    assert [row.split()[-3:] for row in columns.split("\n")] == [
        ["0", "1", "1"],
        ["1", "0", "0"],
        ["1", "1", "1"],
    ]


def test_what_a_person_types_for_heaps(open_page: OpenPage) -> None:
    page = open_page(gg.octal("0.77").to_html(heaps=(3, 12), play="misere"))
    assert run(page, "return await source.find(' 7 + 4, 1');") == "7,4,1"
    assert run(page, "return await source.find('۷ ۱۲');") == "7,12"
    assert problem(page, "source.find('seven')") == "heapsExpected"
    assert problem(page, "source.find('7 x')") == "heapsExpected"
    assert problem(page, "source.find('101')") == "heapTooLarge"
    assert problem(page, "source.find('1 '.repeat(21))") == "tooManyHeaps"
    assert problem(page, "source.look('99,98')") == "tooManySums"


# -- the policeman and the thief -------------------------------------------------------------------


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


def arrays(answer: list[str]) -> tuple[Any, Any]:
    outcomes, remoteness = (base64.b64decode(text) for text in answer)
    return np.frombuffer(outcomes, np.int8), np.frombuffer(remoteness, "<i2")


WORDS = {str(outcome): int(outcome) for outcome in (gg.LOSE, gg.DRAW, gg.WIN)}


def columns(solution: Any) -> tuple[Any, Any]:
    """Return outcome and remoteness of all states as Python has them."""
    table = solution.table()
    outcomes = np.asarray(table["outcome"])
    codes = sum((outcomes == word) * code for word, code in WORDS.items())
    return codes, np.asarray(table["remoteness"])


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


# -- cops and a robber -----------------------------------------------------------------------------

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


# -- words -----------------------------------------------------------------------------------------


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
