"""The built site in a browser: no barriers, no message, and nothing wider than a phone.

`make site-check` builds the site, and names it in GRAPHGAME_SITE; otherwise this is skipped.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.playing.browser.chromium import Axe, OpenPage

SITE = os.environ.get("GRAPHGAME_SITE")
pytestmark = pytest.mark.skipif(SITE is None, reason="make site-check names the site")
PAGES = [
    "index.html",
    "tutorials/index.html",
    "tutorials/nim.html",
    "howto/index.html",
    "rules.html",
    "examples/index.html",
    "examples/tic_tac_toe.html",
    "reference/api-solving.html",
    "reference/api/solve.html",
    "reference/api/Solution.html",
    "reference/commands/solve.html",
    "reference/schemas.html",
    "command.html",
    "explanation/solving.html",
    "shelf/index.html",
    "performance.html",
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_barriers(open_page: OpenPage, axe: Axe, name: str, dark: bool) -> None:
    page = open_page(Path(str(SITE)).resolve() / name, dark=dark)
    page.allowed = True  # scripts, styles and pictures are files of their own
    assert axe(page) == []
    assert [x for x in page.messages if x.startswith("request: http")] == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_no_wider_than_a_phone(open_page: OpenPage, name: str) -> None:
    page = open_page(Path(str(SITE)).resolve() / name, width=390, height=844)
    page.allowed = True
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_search_finds_an_object_first(open_page: OpenPage) -> None:
    page = open_page(Path(str(SITE)).resolve() / "search.html", fragment="?q=solve")
    page.allowed = True
    first = page.locator("ul.search li a").first
    first.wait_for()
    assert first.get_attribute("href").split("#")[0].endswith("reference/api/solve.html")


def test_the_board_of_the_first_page_is_in_sight_and_can_be_played(open_page: OpenPage) -> None:
    page = open_page(Path(str(SITE)).resolve() / "index.html", width=1280, height=800)
    page.allowed = True
    frame = page.frame_locator("iframe.play")
    frame.get_by_role("button", name="take 1", exact=False).click()
    frame.locator("text=Ply 2").first.wait_for(state="attached")
    board = frame.locator(".board").bounding_box()
    assert board["y"] + board["height"] <= 800
