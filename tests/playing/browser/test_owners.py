"""Games with owners in the page: who moves, shapes, words, and how a match ends.

Pinned here: every position and every move is what Python says, in pages from a file and from the
server; whose turn it is follows from the position, also where a player moves again; positions of
player 0 are round and those of player 1 are boxes; the machine loses nothing that it has; play that
comes to a position again ends with words, spoken too; axe and narrow screens.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphgame.playing.game import Look
from graphgame.playing.positions import GamePositions
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.matches import settle, spoken, started
from tests.playing.browser.test_access import LANGUAGES, is_wide
from tests.playing.browser.test_gallery import named, opened as opened_game
from tests.playing.browser.test_server_page import opened
from tests.playing.games import Played
from tests.playing.owned import KINDS, ended, served as parity
from tests.playing.serving import served

OUTCOMES = {"win": 1, "draw": 0, "lose": -1}
VIEWS = """async (keys) => {
  const all = [];
  for (const key of keys) {
    const { turn, outcome, remoteness, priority, moves } = await graphgame.source.look(key);
    all.push({ turn, outcome, remoteness, priority: priority ?? null,
      moves: moves.map(({ to, value }) => [to.key, value, to.turn, to.outcome, to.remoteness]) });
  }
  return all;
}"""
# Matches of the machine against random play, from all positions and for both sides: how many ended
# below what the machine had, and how many there were.
MATCHES = """async (seed) => {
  const { source, match } = graphgame;
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  match.set({ sides: ["person", "person"] });
  const tally = [0, 0, 0];
  let below = 0;
  for (let v = 0; v < source.size; v++) {
    for (const machine of [0, 1]) {
      await match.begin(String(v));
      const had = match.view.outcome * (match.ply.turn === machine ? 1 : -1);
      for (let n = 0; n < 2000 && !match.isOver; n++) {
        const { moves } = match.view;
        if (match.ply.turn === machine) await match.machineMove();
        else await match.play(moves[Math.floor(random() * moves.length)]);
      }
      if (!match.isOver) return "a match does not end";
      const got = match.winner === null ? 0 : match.winner === machine ? 1 : -1;
      tally[got + 1] += 1;
      if (got < had) below += 1;
    }
  }
  return [below, ...tally];
}"""


def page_of(s: Any, open_page: OpenPage, **options: Any) -> Any:
    page = started(open_page(s.to_html(), **options))
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    page.evaluate("graphgame.match.begin()")  # the machine may have begun
    return page


def expected(s: Any, key: str) -> Any:
    """Return what Python says of a position, in the form of VIEWS."""
    positions = GamePositions(s._solved_game(), Look())
    view = positions.view(key)
    moves = {}
    for move in view["moves"]:
        to = positions.view(move["position"])
        outcome = OUTCOMES[to["positionValue"]]
        moves[move["position"]] = [
            *(move["position"], OUTCOMES[move["moveValue"]], to["turn"], outcome, to["remoteness"])
        ]
    found = {name: view[name] for name in ("turn", "remoteness")}  # type: ignore[literal-required]
    outcome = OUTCOMES[view["positionValue"]]
    return found | {"outcome": outcome, "priority": view.get("priority"), "moves": moves}


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_knows_what_python_knows(kind: str, open_page: OpenPage) -> None:
    for seed in range(3):
        s = KINDS[kind](seed)
        keys = [str(v) for v in range(len(s))]
        found = page_of(s, open_page).evaluate(VIEWS, keys)
        for key, view in zip(keys, found, strict=True):
            order = [-move[1] for move in view["moves"]]
            assert order == sorted(order)
            view["moves"] = {move[0]: move for move in view["moves"]}
            assert view == expected(s, key)


@pytest.mark.parametrize("kind", ["solve", "buchi", "reachability", "parity"])
def test_a_served_page_knows_it_too(kind: str, open_page: OpenPage) -> None:
    s = KINDS[kind](1)
    keys = [str(v) for v in range(len(s))]
    with served(Played(s, Look())) as client:
        page = opened(open_page, client)
        for key, view in zip(keys, page.evaluate(VIEWS, keys), strict=True):
            view["moves"] = {move[0]: move for move in view["moves"]}
            assert view == expected(s, key)
        below, *tally = page.evaluate(MATCHES, 1)
    assert below == 0
    assert sum(tally) == 2 * len(s)


@pytest.mark.parametrize("kind", KINDS)
def test_the_machine_loses_nothing_that_it_has(kind: str, open_page: OpenPage) -> None:
    for seed in range(3):
        s = KINDS[kind](seed)
        below, *tally = page_of(s, open_page).evaluate(MATCHES, seed)
        assert below == 0
        assert sum(tally) == 2 * len(s)


def status(page: Any) -> str:
    return str(page.locator(".status").inner_text())


def names(page: Any) -> list[str]:
    return list(page.locator(".move:visible .name").all_inner_texts())


def test_the_turn_is_that_of_the_owner(open_page: OpenPage) -> None:
    page = page_of(ended(), open_page)
    assert status(page) == "Player 0 ○ to move"
    assert names(page) == ["□ b", "○ a"]
    page.locator(".move:visible", has_text="○ a").click()
    assert status(page) == "Player 0 ○ to move"  # who moves again
    page.locator(".move:visible", has_text="□ c").click()
    assert status(page) == "Player 1 □ to move"
    page.evaluate("graphgame.match.set({values: true})")
    assert status(page) == "Player 1 □ to move\n● wins in 2 plies"
    page.locator(".move:visible", has_text="□ d").click()
    page.locator(".move:visible").first.click()
    assert status(page) == "Player 1 □ won."
    assert "Player 1 □: ○ e. Player 1 □ won." in spoken(page)


def test_a_drawn_position_that_repeats_ends_the_match(open_page: OpenPage) -> None:
    page = page_of(ended(), open_page)
    page.locator(".move:visible", has_text="○ a").click()
    page.locator(".move:visible", has_text="○ s").click()
    end = "This position stood after ply 0: from here play can go on for ever. The match is a draw."
    assert status(page) == end
    assert end in spoken(page)
    assert names(page) == []
    page.get_by_role("button", name="Take back").click()
    assert names(page) == ["□ c", "○ s"]
    page.evaluate("graphgame.match.lookAt(0)")
    assert names(page) == ["□ b", "○ a"]


def test_a_position_that_is_won_may_repeat(open_page: OpenPage) -> None:
    page = page_of(ended(), open_page)
    for name in ("b", "b", "b"):
        page.locator(".move:visible", has_text=f"□ {name}").click()
    assert status(page) == "Player 1 □ to move"
    assert "This position has occurred 3 times." in page.locator("main").inner_text()


def test_the_greatest_priority_of_a_loop_decides(open_page: OpenPage) -> None:
    page = page_of(parity(), open_page)
    assert status(page) == "Player 1 □ to move"
    assert names(page) == ["□ idle · 0", "○ request · 1"]
    for name in ("request", "wait", "request"):
        page.locator(".move:visible", has_text=name).click()
    assert status(page) == (
        "This position stood after ply 1: from here play can go on for ever. "
        "The greatest priority since then is 1. Player 1 □ won."
    )
    page.get_by_role("button", name="New game").click()
    for name in ("request", "serve", "idle"):
        page.locator(".move:visible", has_text=name).click()
    assert status(page).endswith("The greatest priority since then is 2. Player 0 ○ won.")


def test_the_machine_plays_the_other_owner(open_page: OpenPage) -> None:
    page = started(open_page(parity().to_html()))
    while not page.evaluate("graphgame.match.isOver"):
        settle(page)
        if page.evaluate("graphgame.match.isOver"):
            break
        assert status(page).startswith("Player 0 ○ to move")
        page.locator(".move:visible").first.click()
    owners = {"idle": 1, "request": 0, "wait": 0, "serve": 0}
    plies = page.evaluate("graphgame.match.plies.map(({ view, turn }) => [view.name, turn])")
    assert all(owners[name] == turn for name, turn in plies)


def test_shapes_are_those_of_the_owners(open_page: OpenPage) -> None:
    page = page_of(ended(), open_page)
    shapes = page.locator(".node").evaluate_all(
        "all => all.map(x => [x.querySelector('title').textContent,"
        " x.querySelector('rect').getAttribute('rx')])"
    )
    owners = {"s": 0, "a": 0, "b": 1, "c": 1, "d": 1, "e": 0}
    assert len(shapes) > 5
    assert all(rx == ["15", "0"][owners[name]] for name, rx in shapes)
    assert page.locator(".word").count() == 0
    page.evaluate("graphgame.match.set({values: true})")
    words = page.locator(".node:has(.word)").evaluate_all(
        "all => all.map(x => [x.querySelector('title').textContent,"
        " x.querySelector('.word').textContent])"
    )
    assert ["b", "□ wins 2"] in words and ["s", "draws"] in words
    assert page.locator(".node .mark").count() == 0  # a sign could be taken for an owner's shape


@pytest.mark.parametrize("kind", ["parity", "buchi", "safety"])
def test_the_region_of_a_player_has_one_colour(kind: str, open_page: OpenPage) -> None:
    s = KINDS[kind](1)
    page = page_of(s, open_page)
    page.evaluate("graphgame.match.set({values: true})")
    seen = set()
    for v in s:
        page.evaluate("key => graphgame.match.begin(key)", str(s.game.index(v)))
        nodes = page.locator(".node:has(.word)").evaluate_all(
            "all => all.map(x => [x.querySelector('title').textContent,"
            " x.classList.contains('win'), x.querySelector('.word').textContent[0]])"
        )
        for name, is_first, sign in nodes:
            winner = s.winner(type(v)(name))
            assert (is_first, sign) == (winner == 0, "○□"[winner])
            seen.add(winner)
    assert seen == {0, 1}


def test_targets_are_marked(open_page: OpenPage) -> None:
    s = KINDS["buchi"](0)
    page = page_of(s, open_page)
    for v in range(len(s)):
        page.evaluate("key => graphgame.match.begin(key)", str(v))
        text = page.locator(".node.here text").first.inner_html()
        assert text == f"{v} ◎" if s.targets[v] else str(v)


# -- for everybody ---------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("make", [ended, parity], ids=["draws", "parity"])
def test_axe_finds_nothing(make: Any, dark: bool, open_page: OpenPage, axe: Axe) -> None:
    page = page_of(make(), open_page, dark=dark)
    assert axe(page) == []
    page.evaluate("graphgame.match.set({values: true})")
    page.locator(".move:visible").last.click()
    assert axe(page) == []
    while not page.evaluate("graphgame.match.isOver"):
        page.locator(".move:visible").first.click()
    assert axe(page) == []


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, {"width": 640, "zoom": 2}])
def test_nothing_scrolls_sideways(size: dict[str, int], open_page: OpenPage) -> None:
    page = page_of(parity(), open_page, **size)
    for language in LANGUAGES:
        page.evaluate("graphgame.match.begin()")
        page.evaluate("x => graphgame.app.translate(x)", language)
        page.evaluate("graphgame.match.set({values: true})")
        assert not is_wide(page), language
        while not page.evaluate("graphgame.match.isOver"):
            page.locator(".move:visible").last.click()
            assert not is_wide(page), language


REGIONS = """async () => {
  const { app, match } = graphgame;
  await match.set({ sides: ["person", "person"], values: true });
  const found = [];
  for (let n = 0; n < 40; n++) {
    if (!match.view.moves.length) await match.begin(String(n % graphgame.source.size));
    if (!match.view.moves.length) continue;
    const region = (element) => ["win", "lose"].filter((x) => element.classList.contains(x)).join();
    const cells = [...document.querySelectorAll(".cell")];
    found.push({
      turn: match.view.turn,
      outcome: match.view.outcome,
      frame: region(document.querySelector(".frame")),
      cells: cells.map((cell) => [
        Number(cell.dataset.at), cell.classList.contains("region") ? region(cell) : "",
      ]),
      moves: app.all.map(({ move, cells }) => ({
        cells, turn: move.to.turn, outcome: move.to.outcome,
      })),
    });
    await match.play(match.view.moves[n % match.view.moves.length]);
  }
  await match.set({ values: false });
  return [found, document.querySelectorAll(".region").length];
}"""


@pytest.mark.parametrize("name", ["robot", "elevator", "traffic-light"])
def test_regions_are_coloured_while_values_are_shown(
    name: str, open_page: OpenPage, tmp_path: Path
) -> None:
    page = opened_game(open_page, tmp_path, named(name))
    found, left = page.evaluate(REGIONS)
    assert left == 0
    assert len(found) > 4

    def region(seen: Any) -> str:
        return "win" if (seen["outcome"] > 0) == (seen["turn"] == 0) else "lose"

    for seen in found:
        assert seen["frame"] == region(seen)
        for at, shown in seen["cells"]:
            regions = {region(move) for move in seen["moves"] if at in move["cells"]}
            assert shown == (regions.pop() if len(regions) == 1 else "")
    page.evaluate("graphgame.match.set({ values: true })")
    counts = page.locator('[aria-labelledby="line-title"] figcaption:has(.badge)')
    counts.wait_for()
    solution, _ = named(name).solve()
    text = counts.inner_text()
    for player in (0, 1):
        assert str(int(solution.region(player).sum())) in text
