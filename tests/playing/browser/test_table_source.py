"""The table in a page, read by the page in a browser, against Python: every position, every move.

Pinned here: what `look` gives of each position is what the solution says, with moves best first;
`find` takes names, boards and numbers, and says what it does not know; the histogram counts all
positions; labels, turns, exceptions and long games survive.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.playing.game import Look
from graphgame.playing.page import build_page
from graphgame.playing.table import make_table
from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import started

ALL = """async () => {
  const source = await graphgame.makeSource(graphgame.data);
  const views = [];
  for (let v = 0; v < source.size; v++) views.push(await source.look(String(v)));
  return {views: views.map(({key, name, outcome, remoteness, turn, board, moves}) => ({
            key, name, outcome, remoteness, turn, board,
            moves: moves.map(({to, label}) => [to.key, label, to.outcome, to.remoteness, to.board]),
          })),
          histogram: await source.histogram(), start: source.start, size: source.size};
}"""
FIND = """async (texts) => {
  const source = await graphgame.makeSource(graphgame.data);
  return Promise.all(texts.map((text) => source.find(text).catch((error) => error.word)));
}"""


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def slides(board: str) -> list[str]:
    """Move the blank of a row of three tiles and a blank past one or two of them."""
    at = board.index(" ")
    moved = []
    for to in (at - 2, at - 1, at + 1, at + 2):
        if 0 <= to < len(board):
            cells = list(board)
            cells[at], cells[to] = cells[to], " "
            moved.append("".join(cells))
    return moved


def two_players(state: tuple[str, int]) -> list[tuple[str, int]]:
    board, player = state
    mark = "XO"[player]
    return [(board[:k] + mark + board[k + 1 :], 1 - player) for k in range(6) if board[k] == "."]


def won(state: tuple[str, int]) -> int | None:
    return gg.LOSE if "XXX" in state[0] else None


def random_graph(seed: int) -> gg.Solution[Any]:
    random = np.random.default_rng(seed)
    return gg.solve(gg.GameGraph.from_edges(random.integers(0, 60, (150, 2)), 60))


GAMES: dict[str, tuple[Any, Look]] = {
    "no board": (lambda: random_graph(1), Look()),
    "presets": (lambda: gg.solve([(0, 1), (1, 2), (2, 0), (0, 0)], presets={2: gg.DRAW}), Look()),
    "names": (lambda: gg.solve({"a": [1, "</script>"], 1: [(2, "b"), "a"], (2, "b"): []}), Look()),
    "numbers from 1": (
        lambda: gg.solve(gg.GameGraph.from_edges([(1, 2), (2, 3)], base=1)),
        Look(move=lambda v, w: f"{v}→{w}"),
    ),
    "one row": (lambda: gg.solve(take, start=20), Look(board=lambda n: "●" * n + "." * (20 - n))),
    "slides": (
        lambda: gg.solve(slides, start="123 "),
        Look(board=str, move=lambda v, w: f"blank to {w.index(' ')}"),
    ),
    "turns": (
        lambda: gg.solve(two_players, start=("." * 6, 0), presets=won),
        Look(board=lambda s: s[0][:3] + "\n" + s[0][3:], turn=lambda s: s[1]),
    ),
    "exceptions": (
        lambda: gg.solve([(v, v ^ 1 << k) for v in range(64) for k in range(6) if v * k % 7 != 1]),
        Look(board=lambda v: f"{v:06b}"),
    ),
    "lists with boards": (
        lambda: random_graph(2),
        Look(board=lambda v: f"{v:06b}", move=lambda v, w: f"{w ^ 5}"),
    ),
    "moves that boards name": (
        lambda: random_graph(2),
        Look(board=lambda v: f"{v:06b}", move=lambda v, w: f"{w ^ 5}" if v % 3 else None),
    ),
    "slides that boards name": (
        lambda: gg.solve(slides, start="123 "),
        Look(board=str, move=lambda v, w: f"blank to {w.index(' ')}" if w.index(" ") else None),
    ),
    "turns without boards": (
        lambda: gg.solve([(v, 9 - v) for v in range(10)]),
        Look(turn=lambda v: v >= 5),
    ),
    "letters beyond 16 bits": (
        lambda: gg.solve([(v, (v + 1) % 400) for v in range(400)]),
        Look(
            board=lambda v: f"{chr(0x20000 + v)}/{chr(0x20000 + v)}",
            centres=[(0, 0), (1, 0), (2, 0)],
        ),
    ),
    "long": (lambda: gg.solve([(v, v + 1) for v in range(700)]), Look()),
}  # fmt: skip


def rank(move: list[Any]) -> tuple[int, int]:
    _, _, outcome, remoteness, _ = move
    plies = max(remoteness, 0)
    return (outcome, plies if outcome < 0 else -plies)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_knows_what_python_knows(name: str, open_page: OpenPage) -> None:
    make, look = GAMES[name]
    s = make()
    data, order = make_table(s._solved_game(), look)
    page = open_page(build_page(data))
    found = page.evaluate(ALL)
    positions = s.graph().positions(order.tolist())
    place = {position: str(v) for v, position in enumerate(positions)}
    assert found["size"] == len(found["views"]) == len(s)
    start = s.start if s.start is not None else s.graph().position(0)
    assert found["start"] == place[start]
    for position, view in zip(positions, found["views"], strict=True):
        label = s[position]
        assert view["key"] == place[position]
        assert (view["outcome"], view["remoteness"]) == (label.outcome, label.remoteness)
        assert view["turn"] == (None if look.turn is None else int(look.turn(position)))
        board = None if look.board is None else look.board(position)
        assert view["board"] == board
        assert view["name"] == (str(position) if board is None else board.replace("\n", "/"))
        options = () if label.remoteness == 0 else {*s.graph().options(position)}
        expected = {
            place[w]: [
                place[w],
                None if look.move is None else look.move(position, w),
                s.outcome(w),
                s.remoteness_of(w),
                None if look.board is None else look.board(w),
            ]
            for w in options
        }
        assert {move[0]: move for move in view["moves"]} == expected
        assert len(view["moves"]) == len(expected)
        assert view["moves"] == sorted(view["moves"], key=rank)
    counts = Counter((int(o), int(r)) for o, r in zip(s.outcomes, s.remoteness, strict=True))
    histogram = found["histogram"]
    assert histogram["draw"] == sum(n for (o, _), n in counts.items() if o == 0)
    for key, outcome in (("win", 1), ("lose", -1)):
        assert [*enumerate(histogram[key])] == [
            (r, counts[outcome, r]) for r in range(max(0, int(s.remoteness.max())) + 1)
        ]


def test_positions_are_found_by_board_by_name_and_by_number(open_page: OpenPage) -> None:
    make, look = GAMES["turns"]
    s = make()
    data, order = make_table(s._solved_game(), look)
    page = open_page(build_page(data))
    boards = [look.board(p) for p in s.graph().positions(order.tolist())]
    typed = [*boards, *(board.replace("\n", "/") for board in boards)]
    typed += [board.replace("\n", "") for board in boards]
    assert page.evaluate(FIND, typed) == [str(v) for _ in range(3) for v in range(len(boards))]
    wrong = ["", "XXX", "......!", "OOO/OOO", "-1", "1e2", str(len(boards)), "9" * 40]
    assert page.evaluate(FIND, [*wrong, " 7 "]) == ["noPosition"] * len(wrong) + ["7"]


def test_positions_are_found_as_python_prints_them_and_by_who_moves(open_page: OpenPage) -> None:
    """Two positions have each board, and differ in who moves."""
    moves: dict[str, list[str]] = {"ab0": ["ba1"], "ba1": ["ab0"], "ab1": ["ba0"], "ba0": []}
    s = gg.solve(moves, presets={"ba0": gg.LOSE})
    look = Look(board=lambda x: f"{x[0]}\n{x[1]}", turn=lambda x: int(x[2]))
    data, order = make_table(s._solved_game(), look)
    page = started(open_page(build_page(data)))
    place = {p: str(v) for v, p in enumerate(s.graph().positions(order.tolist()))}
    find = "([text, turn]) => graphgame.app.source.find(text, turn ?? undefined)"
    assert page.evaluate(find, ["'a\\nb'", None]) == place["ab0"]
    assert [page.evaluate(find, ["a/b", turn]) for turn in (0, 1)] == [place["ab0"], place["ab1"]]
    page.locator("#jump").fill("a/b")
    page.locator(".field select").select_option("1")
    page.locator(".field button").click()
    page.wait_for_function("(key) => graphgame.match.plies[0].view.key === key", arg=place["ab1"])
    page.locator("#jump").fill("xy")
    page.locator(".field button").click()
    problem = page.locator(".problem")
    problem.filter(has_text="no position").wait_for()
    found = problem.inner_text().translate({0x2068: None, 0x2069: None})
    assert found == "There is no position “xy”. Example: " + page.locator("p.position").inner_text()


def test_positions_without_boards_are_found_by_name(open_page: OpenPage) -> None:
    page = open_page(gg.solve({"a": ["1", "</script>"], "b c": ["a"]}).to_html())
    texts = ["a", "</script>", "1", "b c", " b c ", "0", "9", "'b c'", '"a"', "'a"]
    found = ["0", "3", "2", "1", "1", "0", "noPosition", "1", "0", "noPosition"]
    assert page.evaluate(FIND, texts) == found
    page = open_page(gg.solve(gg.GameGraph.from_edges([(1, 2), (2, 3)], base=1)).to_html())
    assert page.evaluate(FIND, ["1", "3", "4"]) == ["0", "2", "noPosition"]


def test_a_key_that_is_none_is_a_problem(open_page: OpenPage) -> None:
    page = open_page(gg.solve([(0, 1)]).to_html())
    script = """(key) => graphgame.makeSource(graphgame.data).then((source) => source.look(key))
      .then(() => "found", (error) => [error.word, error.values])"""
    assert page.evaluate(script, "1") == "found"
    for key in ("2", "-1", "", "x", "0.5", "__proto__"):
        assert page.evaluate(script, key) == ["noPosition", {"text": key}]


def test_a_browser_without_a_function_for_base64_reads_the_same(open_page: OpenPage) -> None:
    page = open_page(build_page(make_table(random_graph(3)._solved_game(), Look())[0]))
    assert page.evaluate("typeof Uint8Array.fromBase64") in ("function", "undefined")
    today = page.evaluate(ALL)
    page.evaluate("delete Uint8Array.fromBase64")
    page.spent = True
    assert page.evaluate("typeof Uint8Array.fromBase64") == "undefined"
    assert page.evaluate(ALL) == today
    assert len(today["views"]) == 60
