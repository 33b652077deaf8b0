"""The first minute of five people at a page of a game that they do not know.

Pinned here: who opens a page sees at once which side is his, what he wants, how one moves, and the
board; makes three moves, by mouse, by touch or by keys alone; loses, is told so, and asks why; goes
back, and solves a puzzle.  What happens is spoken, in the language of the page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import settle, spoken, started
from tests.playing.browser.test_access import LANGUAGES, rows
from tools.gallery.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

DESKTOP, PHONE = (1280, 800), (390, 844)
# What a person who does not know the game might play: two moves that keep what there is, then the
# worst; the cells that a click has to touch, and the name in the list.
MOVE = """(kept) => {
  const worth = ({ move: { to } }) => -to.outcome * 1000 + (to.outcome > 0 ? to.remoteness : 0);
  const good = ({ move: { to } }) => -to.outcome * 1000 + (to.outcome < 0 ? to.remoteness : 0);
  const all = [...graphgame.app.offered];
  const key = kept ? good : (choice) => -worth(choice);
  const best = all.sort((a, b) => key(b) - key(a))[0];
  return { cells: best.cells, name: best.name };
}"""
SOLUTION = """() => {
  const { app, match } = graphgame;
  const { cells, name } = app.offered.find(({ move }) => -move.to.outcome === match.view.outcome);
  return { cells, name };
}"""
PLAYED = "n => graphgame.match.plies.length > n || graphgame.app.puzzles.state === 'solved'"


class Hand:
    """How a person works the page; `press` takes what a selector finds."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, selector: str) -> None:
        raise NotImplementedError

    def cell(self, at: int) -> None:
        self.press(f'.cell[data-at="{at}"]')


class Mouse(Hand):
    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()


class Touch(Hand):
    """A finger: touches, which the browser makes clicks of."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.page.spent = True  # type: ignore[attr-defined]
        self.debugger = page.context.new_cdp_session(page)
        self.debugger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def press(self, selector: str) -> None:
        target = self.page.locator(selector).first
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, f"{selector} is too small for a finger"
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.debugger.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]}
        )
        self.debugger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


class Keys(Hand):
    """Keys alone: the Tab key leads to what Enter presses, arrows over the board."""

    def press(self, selector: str) -> None:
        self.tab_to(selector)
        self.page.keyboard.press("Enter")

    def tab_to(self, selector: str) -> None:
        first = "x => document.activeElement === document.querySelector(x)"
        for _ in range(200):
            if self.page.evaluate(first, selector):
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"no {selector} by the Tab key")

    def cell(self, at: int) -> None:
        if not self.page.evaluate("document.activeElement.matches('.cell')"):
            self.tab_to('.cell[tabindex="0"]')
        width = self.page.evaluate("document.querySelectorAll('.row:first-child .cell').length")
        self.page.keyboard.press("Home")
        for _ in range(at // (width + 1)):
            self.page.keyboard.press("ArrowDown")
        for _ in range(at % (width + 1)):
            self.page.keyboard.press("ArrowRight")
        assert self.page.evaluate("Number(document.activeElement.dataset.at)") == at
        self.page.keyboard.press("Enter")


class Person(NamedTuple):
    """Who opens a page: the game, how he works it, and what he sees it on."""

    game: str
    hand: Callable[[Page], Hand]
    size: tuple[int, int]
    language: str
    dark: bool = False


PEOPLE = {
    "a child with a mouse": Person("tic-tac-toe", Mouse, DESKTOP, "en"),
    "a commuter with a phone": Person("dodgem-3", Touch, PHONE, "pt", dark=True),
    "who sees nothing": Person("take", Keys, DESKTOP, "vi"),
    "a reader from the right": Person("chomp", Touch, PHONE, "fa"),
    "a programmer without a mouse": Person("queen-and-pawns", Keys, DESKTOP, "ru", dark=True),
}


@cache
def page_of(name: str, language: str) -> tuple[str, dict[str, Any]]:
    game = next(game for game in GAMES if game.name == name)
    solution, look = game.solve()
    order = [language, *(x for x in LANGUAGES if x != language)]
    return solution.to_html(title=game.title, languages=order, **look), look


@cache
def words() -> dict[str, dict[str, str]]:
    """Return the words of the pages by language and key."""
    texts = {key: [text[1:-1] for text in found] for _, key, found in rows()}
    return {x: {key: found[k] for key, found in texts.items()} for k, x in enumerate(LANGUAGES)}


def is_in_sight(page: Page, selector: str) -> bool:
    """Return whether all of an element is in the viewport, without scrolling."""
    return bool(
        page.evaluate(
            """x => {
              const box = document.querySelector(x).getBoundingClientRect();
              return scrollY === 0 && box.width > 0 && box.height > 0 && box.top >= 0
                && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
            }""",
            selector,
        )
    )


def plain(text: str) -> str:
    """Return a text without marks of direction, and with single blanks."""
    return " ".join("".join(x for x in text if x not in "\u2066\u2067\u2068\u2069").split())


def understand(page: Page, hand: Hand, person: Person, look: dict[str, Any]) -> None:
    """Read who is who, what one wants and how one moves: all of it is in sight."""
    said = words()[person.language]
    players = look["players"]
    mine = players[person.language][0] if isinstance(players, dict) else players[0]
    side = page.locator(".about strong").inner_text()
    assert plain(side) == said["yourSide"].replace("{player}", mine)
    assert page.locator(".about p span").first.inner_text() == look["goal"][person.language]
    for selector in (".about strong", ".about p span", ".about summary", ".board", ".status"):
        assert is_in_sight(page, selector), f"{selector} is not in the first viewport"
    if person.size == PHONE:
        assert not page.locator(".rules").is_visible()
        hand.press(".about summary")
        page.wait_for_function("() => document.querySelector('.about details').open")
        page.evaluate("scrollTo(0, 0)")
    assert page.locator(".rules").inner_text() == look["rules"][person.language]
    assert is_in_sight(page, ".rules")


def move(page: Page, hand: Hand, asked: str, *given: object) -> str:
    """Make the move that a script chooses: cell by cell, or by its name; return the name."""
    chosen = page.evaluate(asked, *given)
    before = page.evaluate("graphgame.match.plies.length")
    played = f"() => ({PLAYED})({before})"
    for cell in chosen["cells"]:
        hand.cell(cell)
        page.wait_for_timeout(30)
        if page.evaluate(played):
            break
    else:
        button = page.locator(".pick .main")
        if button.is_visible() and button.inner_text().endswith(chosen["name"]):
            hand.press(".pick .main")
        else:
            at = page.evaluate(
                "name => graphgame.app.offered.findIndex((x) => x.name === name)", chosen["name"]
            )
            hand.press(f".moves li:nth-child({at + 1}) .move")
    page.wait_for_function(played)
    settle(page)
    return str(chosen["name"])


def lose(page: Page, hand: Hand, said: dict[str, str]) -> int:
    """Make moves until the match is lost; return how many."""
    moves = 0
    while not page.evaluate("graphgame.match.isOver"):
        name = move(page, hand, MOVE, moves < 2)
        moves += 1
        assert plain(name) in plain(spoken(page)), "each move is spoken"
        assert moves < 40
    assert page.evaluate("graphgame.match.winner") == 1
    assert said["youLost"] in spoken(page)
    return moves


def ask_why(page: Page, hand: Hand, said: dict[str, str]) -> None:
    """Read what the mistake was, see the answer to it on the board, and go back."""
    assert page.locator(".summary").inner_text().startswith(said["youLost"])
    mistake = ".judged li:has(.mistake) .tools button:nth-child(2)"
    assert page.locator(".judged li:has(.mistake)").count() > 0
    hand.press(mistake)
    page.wait_for_function("() => graphgame.app.waiting && graphgame.match.plies.length > 0")
    page.wait_for_function("() => graphgame.match.isOver || graphgame.match.plies.length > 8")
    page.wait_for_function("() => document.activeElement.matches('.backToMatch')")
    hand.press(".backToMatch")
    page.wait_for_function("() => !graphgame.app.waiting")


def solve_a_puzzle(page: Page, hand: Hand, said: dict[str, str]) -> None:
    hand.press("button.puzzles")
    page.wait_for_function("() => graphgame.app.puzzles.isOpen && graphgame.app.waiting")
    wanted = page.evaluate("graphgame.match.view.outcome > 0 ? 'findWin' : 'findDraw'")
    assert said[wanted] in page.locator(".status").inner_text()
    assert said[wanted] in spoken(page)
    name = move(page, hand, SOLUTION)
    page.wait_for_function("() => graphgame.app.puzzles.state === 'solved'")
    right = plain(said["right"].replace("{move}", name))
    assert right in plain(page.locator(".status").inner_text()) and right in plain(spoken(page))


@pytest.mark.parametrize("who", PEOPLE)
def test_the_first_minute(who: str, open_page: OpenPage) -> None:
    person = PEOPLE[who]
    text, look = page_of(person.game, person.language)
    width, height = person.size
    page = started(open_page(text, width=width, height=height, dark=person.dark))
    said = words()[person.language]
    hand = person.hand(page)
    understand(page, hand, person, look)
    assert lose(page, hand, said) >= 3
    ask_why(page, hand, said)
    solve_a_puzzle(page, hand, said)
