"""The gallery in a browser: every position says what Python says, and the machine never errs.

Pages of large games are sampled; GRAPHGAME_GALLERY=all, as in `make gallery-check`, compares all
their positions.
"""

from __future__ import annotations

import os
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.playing.browser.agreement import MATCHES, READY, Seen, disagreements
from tests.playing.browser.chromium import Axe, OpenPage
from tools.gallery.cards import KINDS, english, has_puzzles, kind_of
from tools.gallery.games import GAMES, Game
from tools.gallery.index import Written, index_page

pytestmark = pytest.mark.large  # hundreds of thousands of positions

BOARDS = [game for game in GAMES if game.kind == "board" and game.name != "police"]
# How many positions of a page are compared.
SAMPLE = None if os.environ.get("GRAPHGAME_GALLERY") == "all" else 2_500


def named(name: str) -> Game:
    return next(game for game in GAMES if game.name == name)


def opened(open_page: OpenPage, folder: Path, game: Game) -> Any:
    """Write the page of a game as the gallery does, and open it."""
    solution, look = game.solve()
    path = folder / f"{game.name}.html"
    solution.write_html(path, title=game.title, **look)
    page = open_page(path)
    page.wait_for_function(READY)
    return page


def keys(size: int, sample: int | None = SAMPLE) -> list[str]:
    """Return all keys of a table, or a sample."""
    if sample is None or size <= 3 * sample:
        return [str(key) for key in range(size)]
    return [str(key) for key in sorted(random.Random(size).sample(range(size), sample))]


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.name)
def test_positions_of_boards_agree(game: Game, open_page: OpenPage, tmp_path: Path) -> None:
    solution, look = game.solve()
    board, turn = look["board"], look.get("turn", lambda position: None)
    solved = solution._solved_game()
    where = {
        (board(p), turn(p) if solved.owner is None else int(solved.owner[v])): v
        for v, p in enumerate(solution)
    }
    assert len(where) == len(solution)
    ptr, idx, over = solved.option_ptr, solved.option_idx, solved.over()

    def options(v: int) -> set[int]:
        return set() if over[v] else {*idx[ptr[v] : ptr[v + 1]].tolist()}

    def answer(v: int) -> tuple[int, int | None]:
        outcome, plies = int(solution.outcomes[v]), int(solved.remoteness[v])
        # Who wins a play that goes on for ever does so in no number of plies.
        return outcome, None if outcome and plies < 0 else plies

    page = opened(open_page, tmp_path, game)
    asked = keys(len(solution))
    wrong, looked = disagreements(
        page,
        asked,
        lambda _, seen: where[seen.board, seen.turn],
        answer,
        options,
    )
    assert wrong[:10] == []
    assert len(looked) == len(asked)
    start = page.evaluate("graphgame.source.look(graphgame.source.start).then((v) => v.board)")
    assert start == board(solution.start)
    assert page.evaluate("graphgame.source.size") == len(solution)


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


@pytest.mark.always
@pytest.mark.parametrize("name", ["robot", "elevator", "traffic-light"])
def test_regions_are_coloured_while_values_are_shown(
    name: str, open_page: OpenPage, tmp_path: Path
) -> None:
    page = opened(open_page, tmp_path, named(name))
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
    page.wait_for_selector("figcaption .badge")
    solution, _ = named(name).solve()
    text = page.locator("figcaption").first.inner_text()
    for player in (0, 1):
        assert str(int(solution.region(player).sum())) in text


@pytest.mark.always
@pytest.mark.parametrize("name", ["police", "petersen"])
def test_positions_of_pursuits_agree(name: str, open_page: OpenPage, tmp_path: Path) -> None:
    """The page numbers states as Python lists them; behind them come the choices of a start."""
    solution, _ = named(name).solve()
    states, graph = [*solution], solution.graph()
    turns = {state[2]: turn for turn, state in enumerate(states[:2])}

    def index(key: str, seen: Seen) -> Any:
        state = states[int(key)]
        assert turns[state[2]] == seen.turn
        return state

    def options(state: Any) -> set[Any]:
        return {*graph.options(state)} if solution.remoteness_of(state) else set()

    wrong, looked = disagreements(
        opened(open_page, tmp_path, named(name)),
        keys(len(states), None),
        index,
        lambda state: (solution.outcome(state), solution.remoteness_of(state)),
        options,
    )
    assert wrong[:10] == []
    assert looked == {*states}


def test_positions_of_domineering_agree(open_page: OpenPage, tmp_path: Path) -> None:
    """Each position is there twice, with either player to move."""
    solution, look = named("domineering").solve()
    where = {look["board"](p): v for v, p in enumerate(solution)}
    graph = solution.alternating()

    def options(state: tuple[int, int]) -> set[tuple[int, int]]:
        turn, v = state
        found = graph.option_idx[slice(*graph.option_ptr[[turn * n + v, turn * n + v + 1]])]
        return {(w // n, w % n) for w in found.tolist()}

    n = len(solution)
    wrong, looked = disagreements(
        opened(open_page, tmp_path, named("domineering")),
        keys(2 * n),
        lambda _, seen: (seen.turn, where[seen.board]),
        lambda state: (solution.outcomes[state], solution.remoteness[state]),
        options,
    )
    assert wrong[:10] == []
    assert len(looked) == len(keys(2 * n))


@pytest.mark.parametrize("name", ["nim", "nim-misere", "kayles"])
def test_positions_of_heaps_agree(name: str, open_page: OpenPage, tmp_path: Path) -> None:
    """Of heaps there is no end: those of up to three heaps with up to nine stones."""
    heap_game, look = named(name).solve()
    play = look.get("play", "normal")
    asked = [",".join(map(str, heaps)) for heaps in product(range(10), repeat=3)]

    def index(key: str, _: Seen) -> tuple[int, ...]:
        return tuple(sorted(int(heap) for heap in key.split(",") if heap != "0"))

    def options(heaps: tuple[int, ...]) -> set[tuple[int, ...]]:
        return {
            tuple(sorted((*heaps[:at], *left, *heaps[at + 1 :])))
            for at, heap in enumerate(heaps)
            for left in heap_game.options(heap)
        }

    wrong, looked = disagreements(
        opened(open_page, tmp_path, named(name)),
        asked,
        index,
        lambda heaps: (heap_game.outcome(heaps, play=play), None),
        options,
    )
    assert wrong[:10] == []
    assert len(looked) == 220  # multisets of three of 0 … 9


@pytest.mark.parametrize("name", ["tic-tac-toe", "dodgem-3", "l-game"])
def test_the_machine_loses_nothing(name: str, open_page: OpenPage, tmp_path: Path) -> None:
    """A thousand matches against random play, half of them from the start, as either side."""
    page = opened(open_page, tmp_path, named(name))
    tally = page.evaluate(MATCHES, {"matches": 1_000, "seed": 14, "plies": 100})
    assert tally["below"] == 0
    assert tally["won"] + tally["drawn"] + tally["lost"] == 1_000
    assert tally["won"] > 500


def test_a_machine_that_errs_is_seen(open_page: OpenPage, tmp_path: Path) -> None:
    page = opened(open_page, tmp_path, named("tic-tac-toe"))
    page.evaluate("void (graphgame.chooseMove = (view) => view.moves[view.moves.length - 1])")
    tally = page.evaluate(MATCHES, {"matches": 100, "seed": 14, "plies": 100})
    assert tally["below"] > 10


# -- the index -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def index() -> str:
    return index_page([Written(game, *game.solve(), 1_000_000, True) for game in GAMES])


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 1_000])
def test_the_index_has_no_barriers(
    index: str, dark: bool, width: int, open_page: OpenPage, axe: Axe
) -> None:
    page = open_page(index, width=width, dark=dark)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("li svg").count() == page.locator("a.play").count() == len(GAMES)


def by_kind() -> list[Game]:
    """Return the games in the order of the index."""
    return sorted(GAMES, key=lambda game: [*KINDS].index(kind_of(game.text)))


def test_the_index_leads_to_every_game_from_the_keyboard(index: str, open_page: OpenPage) -> None:
    page = open_page(index)
    found = []
    # The filter; then of each game its page, its puzzles, and its rules.
    for _ in range(3 * len(GAMES) + 2):
        page.keyboard.press("Tab")
        found.append(
            page.evaluate(
                "document.activeElement.getAttribute('href') ?? document.activeElement.localName"
            )
        )
    links = [[f"{game.name}.html", f"{game.name}.html#puzzles"] for game in by_kind()]
    names = [stop for both in links for stop in (*both, "summary")]
    assert found == ["input", *names, "sandbox.html"]


def test_the_index_is_filtered_by_keyboard_and_touch(index: str, open_page: OpenPage) -> None:
    page = open_page(index, width=390, height=844)

    def shown() -> list[str]:
        links = page.locator("a.play:visible").all()
        return [link.get_attribute("href").removesuffix(".html") for link in links]

    assert shown() == [game.name for game in by_kind()]
    page.keyboard.press("Tab")
    kinds = [x for x in KINDS if any(kind_of(game.text) == x for game in GAMES)]
    for kind in kinds:
        page.keyboard.press("ArrowRight")
        assert shown() == [game.name for game in by_kind() if kind_of(game.text) == kind]
    page.get_by_role("radio", name="All").click()
    assert len(shown()) == len(GAMES)
    sizes = page.locator(".kinds label").evaluate_all("all => all.map((x) => x.offsetHeight)")
    assert min(sizes) >= 44


def test_cards_of_the_index_say_the_rules(index: str, open_page: OpenPage) -> None:
    page = open_page(index)
    for card, game in zip(page.locator("li").all(), by_kind(), strict=True):
        assert not card.locator("details p").is_visible()
        card.locator("summary").click()
        assert card.locator("details p").inner_text() == english(game.text)["rules"]


def test_a_link_to_the_puzzles(open_page: OpenPage, tmp_path: Path) -> None:
    solution, look = named("take").solve()
    path = tmp_path / "take.html"
    solution.write_html(path, title="Take", **look)
    assert has_puzzles(path.read_text(encoding="utf-8"))
    assert not has_puzzles(solution.to_html(title="Take", **look, puzzles=0))
    page = open_page(path, fragment="#puzzles")
    page.wait_for_function("() => graphgame.app.puzzles.isOpen && graphgame.app.waiting")
    assert "Puzzle 1 of 10" in page.locator("main").inner_text()
    page.get_by_role("button", name="Back to the match").click()
    assert page.evaluate("graphgame.match.view.key === graphgame.source.start")
    without = tmp_path / "without.html"
    solution.write_html(without, title="Take", **look, puzzles=0)
    page = open_page(without, fragment="#puzzles")
    page.wait_for_function(READY)
    assert page.evaluate("graphgame.match.view.key === graphgame.source.start")


def test_a_link_to_a_position(open_page: OpenPage, tmp_path: Path) -> None:
    game = named("tic-tac-toe")
    solution, look = game.solve()
    path = tmp_path / "linked.html"
    solution.write_html(path, **look)
    page = open_page(path, fragment="#p=100")
    page.wait_for_function(READY)
    assert page.evaluate("graphgame.match.view.key") == "100"
