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
    "reference/schemas.html",
    "command.html",
    "explanation/solving.html",
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
