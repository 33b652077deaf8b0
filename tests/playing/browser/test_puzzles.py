"""Puzzles in the page: solved by mouse, by touch and by keyboard, spoken, and nothing told before.

Pinned here: the puzzles are those of Python; a right move, a wrong one, three wrong ones; tries,
streak and totals; the match comes back as it was; neither the page nor its order of moves tells the
solution; axe and widths in all languages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from tests.playing import games, owned
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.matches import board, focused, settle, spoken, started, tab_to

if TYPE_CHECKING:
    from playwright.sync_api import Page

RIGHT = "({move}) => -move.to.outcome === graphgame.match.view.outcome"
VALUE_WORDS = ["wins", "draws in", "loses", "Δ", "Best play"]


def tic_tac_toe(open_page: OpenPage, puzzles: Any = None, **options: Any) -> Page:
    played = games.tic_tac_toe()
    text = played.solution.to_html(**played.look._asdict(), puzzles=puzzles)
    return started(open_page(text, **options))


def take(open_page: OpenPage, **options: Any) -> Page:
    """Open a page without turns and with a draw of none: every puzzle is a win."""
    s = gg.solve(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=9)
    return started(open_page(s.to_html(board=lambda n: "o" * n + "." * (9 - n)), **options))


def enter(page: Page) -> None:
    page.get_by_role("button", name="Puzzles").click()
    page.wait_for_function("() => graphgame.app.puzzles.isOpen && graphgame.app.waiting")


def place(page: Page, right: bool, skip: int = 0) -> int:
    """Return the place in the list of a move that solves the puzzle, or of one that does not."""
    found: list[bool] = page.evaluate(f"graphgame.app.offered.map({RIGHT})")
    return [at for at, is_right in enumerate(found) if is_right == right][skip]


def answer(page: Page, right: bool, skip: int = 0) -> None:
    page.locator(".move").nth(place(page, right, skip)).click()


def text(page: Page) -> str:
    return str(page.locator("main").inner_text())


def solve(page: Page) -> None:
    answer(page, right=True)
    page.wait_for_function("() => graphgame.app.puzzles.state === 'solved'")
    settle(page)


# -- solving ---------------------------------------------------------------------------------------


def test_puzzles_are_those_of_python(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page, "all")
    played = games.tic_tac_toe()
    expected = {
        (games.grid(x.position), games.grid(x.solution), int(x.outcome))
        for x in played.solution.puzzles(None, board=games.grid)
    }
    found = page.evaluate(
        """async () => {
            const { source, data } = graphgame;
            return Promise.all(data.puzzles.map(async (key) => {
                const { board, outcome, moves } = await source.look(String(key));
                const kept = moves.filter(({ to }) => -to.outcome === outcome);
                return [board, kept.map(({ to }) => to.board).join(), outcome];
            }));
        }"""
    )
    assert {tuple(row) for row in found} == expected
    assert len(found) == len(expected) > 100


def test_a_right_move_solves_the_puzzle(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    enter(page)
    assert "Puzzle 1 of 10" in text(page)
    assert "to move. Find the winning move." in text(page)
    name = page.locator(".move .name").nth(place(page, right=True)).inner_text()
    solve(page)
    assert f"Right: {name}" in text(page) and "wins in 3 plies" in text(page)
    assert f"Right: {name}: wins in 3 plies." in spoken(page)
    assert page.evaluate("graphgame.match.plies.length") == 3  # the machine has answered
    assert focused(page) == "main nextPuzzle"
    page.wait_for_function("() => document.querySelectorAll('.line .step').length === 3")
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("() => graphgame.app.puzzles.at === 1")
    assert "Puzzle 2 of 10 · Solved in a row: 1" in text(page)
    assert "Puzzle 2 of 10" in spoken(page)


def test_a_wrong_move_says_what_it_gives_away(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    enter(page)
    shown = board(page)
    answer(page, right=False)
    assert "2 tries left." in text(page)
    assert "away" in text(page) or "turns a win into a loss" in text(page)
    assert "2 tries left." in spoken(page)
    assert board(page) == shown
    answer(page, right=False)  # the same one again costs nothing
    assert "2 tries left." in text(page)
    answer(page, right=False, skip=1)
    assert "1 try left." in text(page)
    solve(page)
    assert "left" not in text(page)
    assert page.evaluate("graphgame.app.puzzles.streak") == 1


def test_after_three_wrong_moves_the_solution_is_shown(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    enter(page)
    solve(page)
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("() => graphgame.app.puzzles.at === 1")
    name = page.locator(".move .name").nth(place(page, right=True)).inner_text()
    for skip in range(3):
        answer(page, right=False, skip=skip)
    page.wait_for_function("() => graphgame.match.plies.length > 1")
    assert f"The move was {name}" in text(page) and f"The move was {name}" in spoken(page)
    assert "Solved in a row" not in text(page)
    page.wait_for_function("() => document.querySelectorAll('.line .step').length === 3")


def test_the_solution_is_shown_when_asked_for(open_page: OpenPage) -> None:
    page = take(open_page)
    enter(page)
    assert "to move" not in text(page)  # nobody in particular
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_function("() => graphgame.match.plies.length > 1")
    assert "The move was take" in text(page)
    assert page.get_by_role("button", name="Show the solution").count() == 0
    page.wait_for_function("() => document.querySelectorAll('.line .step').length > 1")
    # The board waits behind the move, with which the line begins.
    assert page.evaluate("graphgame.match.plies.length") == 2
    shown = page.locator(".line .step").first.inner_text()
    assert f"The move was {shown}" in text(page)
    page.get_by_role("button", name="Play on").click()
    page.wait_for_function("() => graphgame.match.plies.length === 3")
    assert page.get_by_role("button", name="Play on").count() == 0
    settle(page)
    before = page.evaluate("graphgame.match.plies.length")
    if not page.evaluate("graphgame.match.isOver"):
        page.locator(".move").first.click()  # one may play on
        page.wait_for_function("n => graphgame.match.plies.length > n", arg=before)


def test_the_last_puzzle_counts_them(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page, 2)
    enter(page)
    solve(page)
    assert "last puzzle" not in text(page)
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("() => graphgame.app.puzzles.at === 1")
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_function("() => graphgame.match.plies.length > 1")
    assert "That was the last puzzle. Solved: 1 of 2." in text(page)
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("() => graphgame.app.puzzles.at === 0")
    assert "Puzzle 1 of 2" in text(page)


def test_a_draw_is_to_be_held(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    enter(page)
    page.evaluate("graphgame.app.puzzles.show(9)")
    page.wait_for_function("() => graphgame.app.puzzles.at === 9")
    assert "Find the only move that draws." in text(page)
    answer(page, right=False)
    assert "gives the draw away: loses in" in text(page)
    solve(page)
    assert "draws" in text(page)


def test_the_match_comes_back_as_it_was(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    page.locator(".move").first.click()
    settle(page)
    before, shown = page.evaluate("graphgame.match.plies.length"), board(page)
    enter(page)
    answer(page, right=False)
    page.get_by_role("button", name="Back to the match").click()
    assert page.evaluate("graphgame.match.plies.length") == before and board(page) == shown
    assert "Puzzle" not in page.locator(".status").inner_text()
    page.locator(".move").first.click()
    settle(page)
    assert page.evaluate("graphgame.match.plies.length") > before
    enter(page)  # the puzzle that was left begins anew
    assert "Puzzle 1 of 10" in text(page) and "left" not in text(page)
    page.evaluate("location.hash = '#p=' + graphgame.source.start")
    page.wait_for_function("() => !graphgame.app.puzzles.isOpen")
    assert board(page) == "...\n...\n..."


# -- nothing is told -------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [tic_tac_toe, take], ids=lambda make: make.__name__)
def test_nothing_tells_the_solution(make: Any, open_page: OpenPage) -> None:
    page = make(open_page)
    page.evaluate("graphgame.match.set({values: true})")
    enter(page)
    places = set()
    for at in range(page.evaluate("graphgame.data.puzzles.length")):
        page.evaluate("at => graphgame.app.puzzles.show(at)", at)
        page.wait_for_function("at => graphgame.app.puzzles.at === at", arg=at)
        parts = page.locator(".stage, .side").evaluate_all("all => all.map(x => x.innerHTML)")
        shown = "".join(parts) + spoken(page)
        assert [word for word in VALUE_WORDS if word in shown] == []
        assert page.locator(".badge:visible, .chart, .histogram").count() == 0
        names = page.locator(".move:visible .name").all_inner_texts()
        assert names == sorted(names)
        places.add(place(page, right=True))
    assert len(places) > 1


def test_pages_without_puzzles_have_no_button(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page, 0)
    assert page.get_by_role("button", name="Puzzles").count() == 0
    page = started(open_page(gg.solve([(0, 1)]).to_html()))
    assert page.get_by_role("button", name="Puzzles").count() == 0


@pytest.mark.parametrize("kind", ["solve", "misere", "parity", "buchi"])
def test_games_with_owners_and_without_boards(kind: str, open_page: OpenPage) -> None:
    """Players move twice, and wins of parity games have no known length."""
    solved = (owned.KINDS[kind](seed) for seed in range(200))
    s, found = next((s, found) for s in solved if len(found := s.puzzles(None)) > 1)
    page = started(open_page(s.to_html(puzzles="all")))
    enter(page)
    for at, puzzle in enumerate(found):
        page.evaluate("at => graphgame.app.puzzles.show(at)", at)
        page.wait_for_function("at => graphgame.app.puzzles.at === at", arg=at)
        assert page.evaluate("graphgame.match.view.name") == str(puzzle.position)
        right = f"({{move}}) => move.to.name === '{puzzle.solution}'"
        place = page.evaluate(f"graphgame.app.offered.findIndex({right})")
        wrong = 0 if place else 1
        page.locator(".move").nth(wrong).click()
        assert "2 tries left." in text(page)
        page.locator(".move").nth(place).click()
        page.wait_for_function("() => graphgame.app.puzzles.state === 'solved'")
        assert "Right: " in text(page)


@pytest.mark.parametrize("way", ["puzzle", "line", "board"])
def test_the_match_before_stays_until_the_new_one_begins(way: str, open_page: OpenPage) -> None:
    """Positions may come late, as from a server: until then one plays on where one was."""
    page = tic_tac_toe(open_page)
    page.locator(".move").first.click()
    settle(page)
    page.evaluate("""() => {
        const { source } = graphgame;
        const look = source.look.bind(source);
        graphgame.late = [];
        source.look = async (key) => {
          await new Promise((go) => graphgame.late.push(go));
          return look(key);
        };
        graphgame.before = graphgame.match;
    }""")
    page.evaluate(
        {
            "puzzle": "() => { graphgame.done = graphgame.app.puzzles.enter(); }",
            "line": "() => { graphgame.done = graphgame.app.showLine(graphgame.source.start, 0); }",
            "board": "() => { graphgame.done = graphgame.app.replace(graphgame.source); }",
        }[way]
    )
    stays = "graphgame.match === graphgame.before && !graphgame.app.waiting"
    assert page.evaluate(stays)
    while page.evaluate(stays):
        page.evaluate("graphgame.app.render()")
        page.evaluate("graphgame.late.splice(0).forEach((go) => go())")
        page.wait_for_timeout(20)
    page.evaluate("graphgame.done")
    assert page.evaluate("graphgame.match.plies.length") == 1
    assert page.evaluate("graphgame.match !== graphgame.before")
    assert page.evaluate("graphgame.app.puzzles.isOpen") == (way == "puzzle")


def test_the_machine_moves_when_its_match_comes_back(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    page.evaluate("graphgame.app.delay = 1e6")
    page.locator(".move").first.click()
    page.wait_for_function("() => graphgame.match.isWaiting")
    enter(page)
    page.evaluate("graphgame.app.delay = 0")
    page.get_by_role("button", name="Back to the match").click()
    settle(page)
    assert page.evaluate("graphgame.match.plies.length") == 3


# -- for everybody ---------------------------------------------------------------------------------


def test_a_puzzle_is_solved_by_keyboard(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    tab_to(page, ".puzzles")
    page.keyboard.press("Enter")
    page.wait_for_function("() => graphgame.app.puzzles.isOpen && graphgame.app.waiting")
    assert "Find the winning move." in spoken(page)
    page.wait_for_function("() => document.activeElement.matches('.cell')")
    [cell] = page.evaluate(f"graphgame.app.offered.find({RIGHT}).cells")
    page.keyboard.press("Home")
    for _ in range(cell // 4):
        page.keyboard.press("ArrowDown")
    for _ in range(cell % 4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.nextPuzzle')")
    page.keyboard.press("Enter")
    page.wait_for_function("() => graphgame.app.puzzles.at === 1")
    page.wait_for_function("() => document.activeElement.matches('.cell')")
    tab_to(page, "[aria-labelledby=solving-title] button:last-child")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !graphgame.app.waiting")


def test_a_puzzle_is_solved_by_a_click_on_the_board(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page, width=390, height=844)
    enter(page)
    [wrong] = page.evaluate(f"graphgame.app.offered.filter((x) => !({RIGHT})(x))[0].cells")
    page.locator(f'.cell[data-at="{wrong}"]').click()
    assert "2 tries left." in text(page)
    [cell] = page.evaluate(f"graphgame.app.offered.find({RIGHT}).cells")
    page.locator(f'.cell[data-at="{cell}"]').click()
    page.wait_for_function("() => graphgame.app.puzzles.state === 'solved'")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("language", ["en", "vi", "fa", "pt", "ru"])
def test_axe_finds_nothing(language: str, dark: bool, open_page: OpenPage, axe: Axe) -> None:
    """In a puzzle, after a mistake, and when it is solved; nothing scrolls sideways."""
    page = tic_tac_toe(open_page, 1, dark=dark, width=320, height=640)
    page.locator("button.puzzles").click()
    page.wait_for_function("() => graphgame.app.puzzles.isOpen && graphgame.app.waiting")
    page.locator(".language select").select_option(language)
    assert page.locator("#moves-title").is_visible()
    assert axe(page) == []
    answer(page, right=False)
    assert page.locator(".mistake").is_visible()
    assert axe(page) == []
    solve(page)
    page.wait_for_function("() => document.querySelectorAll('.line .step').length === 3")
    assert axe(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    # The words follow the language.
    page.locator(".language select").select_option("en")
    assert "Right:" in text(page) and "That was the last puzzle. Solved: 1 of 1." in text(page)
