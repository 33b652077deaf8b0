"""Pages of controllers in a browser: the machine answers as Python does, and everybody can play."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING

import pytest

import graphgame as gg
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.matches import settle, started
from tests.synthesis.test_letter_game import ARBITER

if TYPE_CHECKING:
    from playwright.sync_api import Page


def arbiter() -> gg.Controller:
    return gg.realize(gg.read_hoa(io.BytesIO(ARBITER)))


def letter(name: str) -> list[str]:
    return [] if name == "–" else name.split(", ")


def last(page: Page) -> str:
    return str(page.evaluate("graphgame.app.moveName(graphgame.match.at)"))


def test_the_machine_answers_as_python_does(open_page: OpenPage) -> None:
    """Until a position comes again: then the controller has won, and the page says why."""
    controller = arbiter()
    rng, grants = random.Random(3), set()
    for _ in range(4):
        page = started(open_page(controller.to_html()))
        assert page.title() == "arbiter"
        letters: list[list[str]] = []
        said: list[list[str]] = []
        while not page.evaluate("graphgame.match.isOver"):
            names = page.locator(".move .name").all_inner_texts()
            assert sorted(names) == ["r0", "r0, r1", "r1", "–"]
            at = rng.randrange(4)
            page.locator(".move").nth(at).click()
            settle(page)
            letters.append(letter(names[at]))
            if page.evaluate("graphgame.match.plies.length % 2"):  # the machine has answered
                said.append(letter(last(page)))
        assert said and said == controller.simulate(letters)[: len(said)]
        assert "from here play can go on for ever" in page.locator("main").inner_text()
        grants |= {*map(tuple, said)}
    assert grants >= {("g0",), ("g1",)}


def test_values_say_why(open_page: OpenPage) -> None:
    """A person may also be the controller: the answer that breaks the specification loses."""
    page = started(open_page(arbiter().to_html()))
    page.evaluate("graphgame.match.set({sides: ['person', 'person'], values: true})")
    page.locator(".move", has_text="r0, r1").click()
    rows = page.locator(".move")
    assert rows.count() == 4
    wrong = rows.filter(has_text="✗")
    assert "g0, g1" in wrong.inner_text() and "loses" in wrong.inner_text()
    assert all("wins" in text for text in rows.filter(has_not_text="✗").all_inner_texts())
    wrong.click()
    page.wait_for_function("() => graphgame.match.isOver")
    assert "Environment" in page.locator(".status").inner_text()


def test_an_environment_plays_where_there_is_no_controller(open_page: OpenPage) -> None:
    text = b'HOA: v1 Start: 0 AP: 2 "i" "o" controllable-AP: 1 Acceptance: 0 t --BODY-- '
    machine = gg.realize(gg.read_hoa(io.BytesIO(text + b"State: 0 [0&!1] 0 --END--")))
    assert not machine.realizable
    page = started(open_page(machine.to_html()))
    page.wait_for_function("() => graphgame.match.plies.length === 2")
    assert page.title() == "Environment" and last(page) == "–"


@pytest.mark.parametrize(
    ("language", "dark"),
    [("en", False), ("vi", True), ("fa", False), ("pt", True), ("ru", False), ("en", True)],
)
def test_axe_finds_nothing(language: str, dark: bool, open_page: OpenPage, axe: Axe) -> None:
    page = started(open_page(arbiter().to_html(), dark=dark, width=320, height=640))
    page.locator(".language select").select_option(language)
    page.locator(".move").first.click()
    settle(page)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
