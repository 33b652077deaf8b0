"""The page for everybody: axe, narrow screens, zoom, languages, light and dark.

Pinned here: no violation that axe finds, at the start, in the middle and at the end of a match,
with values hidden and shown, in five languages, light and dark; no sideways scrolling at a width of
320 pixels and at a zoom of 200 %; targets of 24 pixels, of 44 on a phone; words in all languages,
with the same values.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from graphgame.playing import page as pages
from tests.playing import games
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.matches import settle, started

if TYPE_CHECKING:
    from playwright.sync_api import Page

LANGUAGES = ["en", "vi", "fa", "pt", "ru"]
SCRIPTS = Path(pages.__file__).parent / "page"


@cache
def tic_tac_toe() -> str:
    played = games.tic_tac_toe()
    return str(played.solution.to_html(**played.look._asdict()))


def take() -> str:
    played = games.take()
    return str(played.solution.to_html(**played.look._asdict()))


def picture() -> str:
    moves = {"a": ["b", "d"], "b": ["c", "e"], "c": ["f"], "d": ["e", "a"], "e": ["f"], "f": []}
    return gg.solve(moves).to_html(title="A graph")


def play(page: Page, moves: int) -> None:
    for _ in range(moves):
        if not page.evaluate("graphgame.match.isOver"):
            page.locator(".move").first.click()
            settle(page)


def is_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(language: str, dark: bool, open_page: OpenPage, axe: Axe) -> None:
    page = started(open_page(tic_tac_toe(), dark=dark))
    page.locator(".language select").select_option(language)
    assert axe(page) == []
    play(page, 1)
    page.evaluate("graphgame.match.set({values: true})")
    page.locator(".ply").nth(1).click()
    page.wait_for_timeout(50)
    assert axe(page) == []
    page.evaluate("graphgame.match.lookAt(2)")
    play(page, 5)
    assert page.evaluate("graphgame.match.isOver")
    assert axe(page) == []


@pytest.mark.parametrize("text", [take, picture], ids=lambda make: make.__name__)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_on_other_boards(
    text: Any, dark: bool, open_page: OpenPage, axe: Axe
) -> None:
    page = started(open_page(text(), dark=dark))
    assert axe(page) == []
    page.evaluate("graphgame.match.set({values: true})")
    play(page, 1)
    assert axe(page) == []


@pytest.mark.parametrize("text", [tic_tac_toe, take, picture], ids=lambda make: make.__name__)
@pytest.mark.parametrize(
    "size",
    [{"width": 320, "height": 640}, {"width": 1280, "zoom": 2}, {"width": 640, "zoom": 2}],
    ids=["narrow", "zoomed", "both"],
)
def test_nothing_scrolls_sideways(text: Any, size: dict[str, int], open_page: OpenPage) -> None:
    page = started(open_page(text(), **size))
    for language in LANGUAGES:
        page.evaluate("graphgame.match.set({values: false})")
        page.evaluate("graphgame.match.begin()")
        page.evaluate("x => graphgame.app.translate(x)", language)
        assert not is_wide(page), language
        page.evaluate("graphgame.match.set({values: true})")
        play(page, 1)
        page.locator(".ply").first.click()
        assert not is_wide(page), language


def test_targets_are_large_enough(open_page: OpenPage) -> None:
    page = started(open_page(tic_tac_toe(), width=320, height=640))
    play(page, 1)
    page.locator(".ply").first.click()
    small = page.locator("button:visible, select, input, a:visible, .cell").evaluate_all(
        """all => all.map(x => [x.outerHTML.slice(0, 60), x.getBoundingClientRect()])
            .filter(([, box]) => box.width < 24 || box.height < 24).map(([text]) => text)"""
    )
    assert small == []


@pytest.mark.parametrize("kind", ["table", "police", "sum", "sandbox"])
def test_targets_are_large_on_a_phone(kind: str, open_page: OpenPage) -> None:
    """44 pixels, but for cells: a board of nine columns has smaller ones."""
    text = {
        "table": tic_tac_toe,
        "police": lambda: gg.PoliceAndThief(["P.*", "..T"]).solve().to_html(),
        "sum": lambda: gg.grundy([(0, 1), (1, 2), (0, 2)]).to_html([0, 0]),
        "sandbox": pages.sandbox_page,
    }[kind]()
    page = open_page(text, width=390, height=844)
    if kind != "sandbox":
        play(started(page), 1)
    small = page.locator(
        "button:visible, select:visible, summary:visible, input:visible, a:visible"
    ).evaluate_all(
        """all => all.filter(x => !x.closest(".board, .edit-board"))
            .filter(x => ![x, ...(x.labels ?? [])].map(y => y.getBoundingClientRect())
                .some(({ width, height }) => width >= 44 && height >= 44))
            .map(x => x.outerHTML.slice(0, 60))"""
    )
    assert small == []


def rows() -> list[tuple[str, str, list[str]]]:
    """Return file, key and texts of all words of the page, read from the sources."""
    found = []
    text_of_js = r'"(?:[^"\\]|\\.)*"'
    row = re.compile(rf"^  (\w+): \[\s*((?:{text_of_js},?\s*)+)\],", re.MULTILINE)
    for path in sorted(SCRIPTS.rglob("*.js")):
        for key, texts in row.findall(path.read_text(encoding="utf-8")):
            found.append(
                (
                    path.relative_to(SCRIPTS).with_suffix("").as_posix(),
                    key,
                    re.findall(text_of_js, texts),
                )
            )
    return found


def test_words_are_complete_in_all_languages() -> None:
    assert len(rows()) > 60
    for name, key, texts in rows():
        assert len(texts) == len(LANGUAGES), f"{name}: {key}"
        values = {frozenset(re.findall(r"\{\w+\}", text)) for text in texts}
        assert len(values) == 1, f"{name}: {key}: {values}"
        forms = [text.count("|") for text in texts]
        assert not any(forms) or forms == [1, 0, 0, 1, 2], f"{name}: {key}"


def test_no_word_is_defined_twice_in_a_page() -> None:
    for kind, scripts in pages.SCRIPTS.items():
        keys = Counter(key for name, key, _ in rows() if name in scripts)
        assert len(keys) > 40
        assert [key for key, times in keys.items() if times > 1] == [], kind


def test_every_word_that_is_said_is_known() -> None:
    known = {key for _, key, _ in rows()}
    for path in sorted(SCRIPTS.rglob("*.js")):
        said = re.findall(r'\b(?:say|sayNumber|Problem)\("(\w+)"', path.read_text(encoding="utf-8"))
        assert {*said} - known == set(), path.name
