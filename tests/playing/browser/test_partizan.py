"""Games of Left and Right in the page: every position is what the definition says.

Pinned here: of random games, with cycles and without, on both kinds of pages: who moves, outcome,
remoteness, moves and outcome class of every position; who begins; that the machine loses nothing
that it has; the names of both players, the class in words, and the languages.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import graphgame as gg
from graphgame.errors import GraphGameError
from graphgame.playing.table import make_table
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.matches import settle, spoken, started
from tests.playing.browser.test_access import LANGUAGES, is_wide
from tests.playing.browser.test_owners import MATCHES
from tests.reference import owners as reference

VIEWS = """async (size) => {
  const all = [];
  for (let key = 0; key < size; key++) {
    const view = await graphgame.source.look(String(key));
    const { name, board, turn, outcome, remoteness, note, moves } = view;
    all.push({ name: board ?? name, turn, outcome, remoteness, note: note.split("\\t"),
      moves: moves.map(({ to }) => [to.board ?? to.name, to.turn]) });
  }
  return all;
}"""
CLASSES = {(1, 1): "N", (-1, -1): "P", (1, -1): "L", (-1, 1): "R", (0, 0): "D"}
CLASSES |= {(1, 0): "LD", (0, -1): "DL", (-1, 0): "RD", (0, 1): "DR"}


def random_game(seed: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return the options of Left and those of Right, with cycles if the seed is even."""
    rng = random.Random(seed)
    n = rng.randint(2, 9)
    left, right = (
        [
            [w for w in range(n) if rng.random() < 0.25 and (w > v or seed % 2 == 0)]
            for v in range(n)
        ]
        for _ in "LR"
    )
    return left, right


def together(seeds: range) -> tuple[list[list[int]], list[list[int]]]:
    """Return some random games as one, whose positions no move leads from one to another."""
    left: list[list[int]] = []
    right: list[list[int]] = []
    for seed in seeds:
        below = len(left)
        for rows, more in zip((left, right), random_game(seed), strict=True):
            rows += [[w + below for w in row] for row in more]
    return left, right


def edges(options: list[list[int]]) -> list[tuple[int, int]]:
    return [(v, w) for v, row in enumerate(options) for w in row]


def solved(moves: tuple[list[list[int]], list[list[int]]], play: str) -> gg.PartizanSolution[int]:
    graphs = [gg.GameGraph.from_edges(edges(rows), len(rows)) for rows in moves]
    return gg.partizan(*graphs, play=play)  # type: ignore[arg-type]


def in_bits(v: int) -> str:
    """Return a board of two rows: two of its cells are always full."""
    cells = f"x{v:08b}x".replace("0", ".").replace("1", "o")
    return f"{cells[:5]}\n{cells[5:]}"


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("board", [None, in_bits], ids=["graph", "board"])
def test_positions_are_those_of_the_definition(
    board: Callable[[int], str] | None, play: str, open_page: OpenPage
) -> None:
    seen = set()
    moves = together(range(20))
    n = len(moves[0])
    answer = reference.partizan_outcomes(*moves, play == "misere")
    names = [str(v) if board is None else board(v) for v in range(n)]
    page = started(open_page(solved(moves, play).to_html(board=board)))
    views = page.evaluate(VIEWS, 2 * n)
    assert {(view["name"], view["turn"]) for view in views} == {
        (name, turn) for name in names for turn in (0, 1)
    }
    for view in views:
        v, turn = names.index(view["name"]), view["turn"]
        assert (view["outcome"], view["remoteness"]) == tuple(answer[turn][v])
        reached = sorted((names[w], 1 - turn) for w in {*moves[turn][v]})
        assert sorted(map(tuple, view["moves"])) == reached
        name = CLASSES[answer[0][v][0], answer[1][v][0]]
        assert view["note"][:2] == ["outcomeClass", name]
        seen.add(name)
    assert {"N", "P", "L", "R"} < seen


@pytest.mark.parametrize("seed", range(4))
def test_the_machine_loses_nothing_that_it_has(seed: int, open_page: OpenPage) -> None:
    page = started(open_page(solved(random_game(2 * seed + 1), "normal").to_html()))
    below, *tally = page.evaluate(MATCHES, seed)
    assert below == 0 and tally[1] == 0
    assert sum(tally) == 2 * page.evaluate("graphgame.source.size")


def take(k: int) -> Callable[[int], list[int]]:
    return lambda n: [n - k] if n >= k else []


def row(n: int) -> str:
    return "o" * n + "." * (6 - n)


S = gg.partizan(take(1), take(2), start=4)


def text(page: Any) -> str:
    return str(page.locator("main").inner_text())


def test_a_page_says_who_is_who_and_the_class(open_page: OpenPage) -> None:
    assert S[4].outcome_class == S.outcome_class(4) == "L"
    page = started(open_page(S.to_html(board=row)))
    assert "You play Left." in text(page) and "Who cannot move loses." in text(page)
    assert "Outcome class" not in text(page)
    page.get_by_role("switch").check()
    said = "Outcome class L. If Left begins: Left will win. If Right begins: Left will win."
    assert said in text(page)
    page.locator(".move").first.click()
    settle(page)
    assert "Left" in spoken(page)
    page.evaluate("graphgame.app.translate('ru')")
    assert "Если начинает Левый: Левый: выигрыш." in text(page)
    assert "Левый" in page.locator(".status").inner_text()


def test_either_player_may_begin(open_page: OpenPage) -> None:
    page = started(open_page(S.to_html(begins="right", players=("Vera", "Hal"))))
    assert page.evaluate("graphgame.match.plies[0].turn") == 1
    settle(page)
    assert "You play Vera." in text(page)  # the machine, who is Hal, has begun
    page.get_by_role("switch").check()
    assert "If Vera begins: Vera will win." in text(page)
    with pytest.raises(GraphGameError, match=r"begins: expected 'left' or 'right', got 'first'"):
        S.to_html(begins="first")


def test_a_draw_has_words(open_page: OpenPage) -> None:
    s = gg.partizan({"a": ["b"], "b": []}, {"a": ["c"], "b": ["a"], "c": []})
    page = started(open_page(s.to_html()))
    page.get_by_role("switch").check()
    said = "Outcome class DR. If Left begins: A draw. If Right begins: Right will win."
    assert said in text(page)
    assert "Each has arrows of their own." in text(page)


def test_one_side_may_be_kept(open_page: OpenPage) -> None:
    """Left keeps the best moves, Right all of them."""
    s = solved(random_game(3), "normal")
    for side in (0, 1):
        game = s._solved_game("left")
        kept = make_table(game, gg.playing.game.Look(), side)
        assert 0 < len(kept.order) <= 2 * len(s)
        page = started(open_page(s.to_html(side=side)))
        turns = page.evaluate(VIEWS, len(kept.order))
        assert all(len(view["moves"]) <= 1 for view in turns if view["turn"] == side)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls(dark: bool, open_page: OpenPage, axe: Axe) -> None:
    page = started(open_page(S.to_html(board=row), dark=dark, width=320))
    page.get_by_role("switch").check()
    for language in LANGUAGES:
        page.evaluate("x => graphgame.app.translate(x)", language)
        assert not is_wide(page), language
        assert axe(page) == []
