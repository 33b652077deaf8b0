"""Boards that are changed in the page, and moves that are clicked together.

Pinned here: walls, exits and players are placed by mouse and by keyboard, rows and columns are
added, and the page plays what Python says of the new board; mistakes are named in every language;
a graph is pasted; stones are taken by one click and a button; cops move cop by cop; no violation of
accessibility with the panel open, light and dark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from tests.playing.browser.chromium import Axe, OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

VIEW = "(() => { const {key, board, outcome, remoteness, turn} = graphgame.match.view;"
VIEW += " return {key, board, outcome, remoteness, turn}; })()"
SQUARE = gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)], cops=2)


def view(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(VIEW)
    return found


def cell(page: Page, name: str) -> Any:
    return page.locator(f".edit-board button[aria-label^='{name}:']")


def open_panel(page: Page) -> None:
    page.locator(".edit summary").click()


def solve(page: Page) -> None:
    page.locator(".edit > button").click()


def play_alone(page: Page) -> None:
    """Let a person play both sides."""
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")


def test_a_board_is_changed_by_mouse(open_page: OpenPage) -> None:
    page = open_page(gg.PoliceAndThief(["P.T"]).solve().to_html())
    open_panel(page)
    page.get_by_label("Rows").fill("2")
    page.get_by_label("Columns").fill("4")
    page.get_by_label("Columns").press("Tab")
    for piece, name in [("wall", "b2"), ("exit", "d1"), ("thief", "c1"), ("policeman", "d1")]:
        page.get_by_role("radio", name=piece, exact=True).check()
        cell(page, name).click()
    assert cell(page, "d1").get_attribute("aria-label") == "d1: policeman on an exit"
    assert cell(page, "c2").get_attribute("aria-label") == "c2: free", "there is one thief"
    solve(page)
    expected = gg.PoliceAndThief([".*..", "..TE"], police=(1, 3)).solve()
    page.wait_for_function("() => graphgame.match.view.board.includes('p')")
    shown = view(page)
    assert shown["board"] == ".*..\n..Tp"
    assert shown["outcome"] == expected.result
    assert shown["remoteness"] == expected.remoteness_of(expected.start)


def test_a_board_is_changed_by_keyboard(open_page: OpenPage) -> None:
    page = open_page(gg.PoliceAndThief(["P..", "..T"]).solve().to_html())
    page.locator(".edit summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="exit", exact=True).focus()
    page.keyboard.press("Space")
    page.locator(".edit-board button[tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "b2: exit"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => graphgame.match.view.board.includes('E')")
    assert view(page)["board"] == "PE.\n..T"


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "it has 0"),
        ("vi", "hiện có 0"),
        ("fa", "اکنون"),
        ("pt", "tem 0"),
        ("ru", "сейчас: 0"),
    ],
)
def test_mistakes_are_named(open_page: OpenPage, language: str, word: str) -> None:
    page = open_page(gg.PoliceAndThief(["P.T"]).solve().to_html(languages=[language]))
    open_panel(page)
    page.locator("input[name='edit-piece']").nth(1).check()
    cell(page, "a1").click()
    solve(page)
    page.wait_for_function("() => document.querySelector('.edit-error').textContent !== ''")
    assert word in page.locator(".edit-error").inner_text()
    assert view(page)["board"] == "P.T", "the match goes on"


def test_a_graph_is_pasted_and_played(open_page: OpenPage) -> None:
    page = open_page(SQUARE.to_html())
    open_panel(page)
    page.locator("#edit-text").fill("1\na b\nb c\nc d")
    solve(page)
    page.wait_for_function("() => graphgame.match.view.outcome === 1 && graphgame.source.size < 50")
    path = gg.cops_and_robbers({"a": ["b"], "b": ["c"], "c": ["d"]})
    assert view(page)["remoteness"] == 2 + 2 * path.capture_time - 1
    assert page.locator(".board .cell").count() == 4
    assert page.locator(".lines line").count() == 3


def test_a_click_offers_to_take_the_stones_behind(open_page: OpenPage) -> None:
    page = open_page(gg.all_but().to_html(heaps=(3, 4, 5)))
    play_alone(page)
    page.get_by_label("heap 1, place 2: stone").click()
    page.get_by_role("button", name="Play this move: heap 1: 3 → 1").click()
    page.wait_for_function("() => graphgame.match.view.key === '1,4,5'")
    page.get_by_label("heap 3, place 1: stone").click()  # one move takes the first stone
    page.wait_for_function("() => graphgame.match.view.key === '1,4,0'")
    assert view(page)["board"] == "o    \noooo \n     "


def test_moves_are_named_in_the_language_that_is_chosen(open_page: OpenPage) -> None:
    page = open_page(gg.all_but().to_html(heaps=(3, 4, 5)))
    play_alone(page)
    page.get_by_role("button", name="heap 1: 3 → 1").click()
    page.wait_for_function("() => graphgame.match.plies.length === 2")
    page.locator(".language select").select_option("ru")
    page.get_by_role("button", name="куча 2: 4 → 3").wait_for()
    assert "куча 1: 3 → 1" in page.locator(".rest").inner_text().replace("\u2066", "").replace(
        "\u2069", ""
    )
    assert "heap" not in page.locator("main").inner_text()
    assert page.evaluate("graphgame.match.plies.length") == 2


def test_cops_move_cop_by_cop(open_page: OpenPage) -> None:
    page = open_page(SQUARE.to_html())
    play_alone(page)
    spot = page.locator(".board .cell")
    assert "choose their vertices" in page.locator("main").inner_text()
    spot.nth(0).click()
    spot.nth(1).click()
    page.wait_for_function("() => graphgame.match.view.board === 'CC..'")
    assert "robber chooses his vertex" in page.locator("main").inner_text()
    spot.nth(2).click()
    page.wait_for_function("() => graphgame.match.view.board === 'CCR.'")
    shown = view(page)
    assert (shown["turn"], shown["outcome"], shown["remoteness"]) == (0, gg.WIN, 1)
    spot.nth(0).click()
    spot.nth(3).click()
    page.get_by_role("button", name="Play this move: 0 → 3").click()
    page.wait_for_function("() => graphgame.match.view.board === '.CRC'")
    assert view(page)["turn"] == 1


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("language", ["en", "fa"])
def test_panels_are_accessible(open_page: OpenPage, axe: Axe, language: str, dark: bool) -> None:
    board = gg.PoliceAndThief(["P..E", ".*..", "E..T"]).solve().to_html(languages=[language])
    for html in (board, SQUARE.to_html(languages=[language]), gg.octal("0.77").to_html()):
        page = open_page(html, dark=dark)
        page.locator(".board").wait_for()
        if page.locator(".edit").count():
            open_panel(page)
        page.evaluate("graphgame.match.set({values: true})")
        assert axe(page) == []


@pytest.mark.parametrize("width", [320, 640])
def test_panels_fit_a_narrow_page(open_page: OpenPage, width: int) -> None:
    rows = ["P" + "." * 11, *["." * 12] * 10, "." * 11 + "T"]
    for html in (gg.PoliceAndThief(rows).solve().to_html(), SQUARE.to_html()):
        page = open_page(html, width=width, zoom=width / 320)
        page.locator(".board").wait_for()
        open_panel(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
