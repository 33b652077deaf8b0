"""The language in which a page opens, and the words of an author in it.

Pinned here: a page opens in the language of the browser if it offers it, else in its first; titles,
rules, goals and players by language, also on pages that have words of their own.
"""

from __future__ import annotations

from typing import Any

import pytest

import graphgame as gg
from graphgame.errors import GraphGameError
from graphgame.playing.page import sandbox_page
from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import started

S = gg.solve(lambda n: [n - k for k in (1, 2) if n >= k], start=7)
TITLES = {"en": "Take one or two", "fa": "یکی یا دو تا", "ru": "Один или два"}


@pytest.mark.parametrize(
    ("locale", "offered", "expected"),
    [
        ("en-US", None, "en"),
        ("vi-VN", None, "vi"),
        ("fa-IR", None, "fa"),
        ("pt-BR", None, "pt"),
        ("ru", None, "ru"),
        ("de-DE", None, "en"),
        ("ru", ["fa", "en"], "fa"),
        ("en", ["fa", "en"], "fa"),
        ("vi", ["fa", "vi"], "vi"),
    ],
)
def test_a_page_opens_in_the_language_of_the_browser(
    locale: str, offered: Any, expected: str, open_page: OpenPage
) -> None:
    for text in (S.to_html(languages=offered), sandbox_page(languages=offered)):
        page = open_page(text, language=locale)
        assert page.evaluate("document.documentElement.lang") == expected
        direction = "rtl" if expected == "fa" else "ltr"
        assert page.evaluate("document.documentElement.dir") == direction
        assert page.locator(".language select").input_value() == expected
    page.spent = True


def test_a_title_by_language(open_page: OpenPage) -> None:
    text = S.to_html(title=TITLES)
    assert "<title>Take one or two</title>" in text
    page = started(open_page(text, language="ru"))
    assert page.title() == page.locator("h1").inner_text() == TITLES["ru"]
    for language, title in [*TITLES.items(), ("pt", TITLES["en"])]:
        page.evaluate("x => graphgame.app.translate(x)", language)
        assert page.title() == page.locator("h1").inner_text() == title
    assert "<title>یکی یا دو تا</title>" in S.to_html(title=TITLES, languages=["fa"])
    assert "<title>Take one or two</title>" in S.to_html(title=TITLES, languages=["pt"])
    with pytest.raises(GraphGameError, match="title: expected a text, or a mapping of some of en"):
        S.to_html(title={"de": "Nimm"})
    with pytest.raises(GraphGameError, match=r"title\['en'\]: expected a text that can be seen"):
        S.to_html(title={"en": " "})


PAGES: dict[str, Any] = {
    "heaps": gg.all_but(),
    "police": gg.PoliceAndThief(["P..", "...", "..T"]).solve(),
    "cops": gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)], cops=2),
    "sum": gg.grundy(lambda n: [n - 1] if n else [], start=3),
}


@pytest.mark.parametrize("kind", PAGES)
def test_an_author_says_it_in_other_words(kind: str, open_page: OpenPage) -> None:
    said: dict[str, Any] = {
        "rules": {"en": "Move as you like.", "vi": "Đi tùy ý."},
        "goal": {"en": "Enjoy it.", "vi": "Hãy vui chơi."},
        "players": {"en": ("Ann", "Bob"), "vi": ("An", "Bình")},
        "title": {"en": "Mine", "vi": "Của tôi"},
    }
    page = started(open_page(PAGES[kind].to_html(**said)))
    text = page.locator("main").inner_text()
    for word in ("Move as you like.", "Enjoy it.", "You play Ann.", "Bob"):
        assert word in text
    page.evaluate("graphgame.app.translate('vi')")
    text = page.locator("main").inner_text()
    for word in ("Đi tùy ý.", "Hãy vui chơi.", "Bên của bạn: An.", "Bình"):
        assert word in text
    assert page.title() == "Của tôi"


@pytest.mark.parametrize("kind", ["police", "cops"])
def test_pursuits_have_titles_in_all_languages(kind: str, open_page: OpenPage) -> None:
    page = started(open_page(PAGES[kind].to_html()))
    titles = []
    for language in ("en", "vi", "fa", "pt", "ru"):
        page.evaluate("x => graphgame.app.translate(x)", language)
        titles.append(page.title())
        assert page.locator("main").inner_text()
    assert len({*titles}) == 5
