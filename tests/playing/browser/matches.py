"""Pages with a match, without delay: opened, read, and gone through by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from tests.playing import games
from tests.playing.browser.chromium import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page


def tic_tac_toe(open_page: OpenPage, **options: Any) -> Page:
    played = games.tic_tac_toe()
    return started(open_page(played.solution.to_html(**played.look._asdict()), **options))


def solved(
    open_page: OpenPage,
    moves: Mapping[Any, Sequence[Any]],
    board: Callable[[Any], str] | None = None,
    **look: Any,
) -> Page:
    """Open the page of a game that is given as a mapping, without delay and without a machine."""
    solution = gg.solve(moves.__getitem__, start=next(iter(moves)))
    page = started(open_page(solution.to_html(board=board, **look)))
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    return page


def started(page: Page) -> Page:
    page.wait_for_function("() => globalThis.graphgame && graphgame.match.plies.length")
    page.evaluate("graphgame.app.delay = 0")
    return page


def settle(page: Page) -> None:
    """Wait until it is a person's turn, or the match is over."""
    page.wait_for_function("() => !graphgame.match.isWaiting")


def spoken(page: Page) -> str:
    """Return all that the live region has said and still holds."""
    return str(page.locator("[role=log]").inner_text())


def board(page: Page) -> str:
    return str(page.evaluate("graphgame.match.view.board"))


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.className"))


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        if page.evaluate("x => document.activeElement.matches(x)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no {selector} within 40 steps of the Tab key")
