"""Texts in the sandbox for lessons: graph text, links, files, and texts that are given to it.

Pinned here: graph text is read, written and refused as Python does it; what is malformed or damaged
shows an error and loses nothing; hostile texts are shown as text.
"""

from __future__ import annotations

import io
import json
import random
import re
from base64 import urlsafe_b64decode
from pathlib import Path

import numpy as np
import pytest

import graphgame as gg
from graphgame.errors import GraphGameError, ParseError, TooLargeError
from graphgame.playing.page import sandbox_page
from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.lessons import drag, middle, rows_of, text_of, write_text
from tests.playing.browser.test_solver import from_game, random_game

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- \u202e & ' \" `",
    "javascript:alert(1)",
    "]]>&#x3c;svg onload=alert(1)>",
]


# -- graph text ------------------------------------------------------------------------------------

ROUND_TRIP = """texts => texts.map(text => {
  const parsed = graphgame.parseGraphText(text);
  const places = parsed.presets.map(preset => ({ preset }));
  return graphgame.graphText({ places, moves: parsed.moves });
})"""
READ = """texts => texts.map(text => {
  try {
    graphgame.parseGraphText(text);
    return null;
  } catch (problem) {
    return [problem.values.line, problem.values.column];
  }
})"""


def test_graph_text_is_read_and_written_as_python_does(open_page: OpenPage) -> None:
    rng = random.Random(6)
    texts = [write_text(from_game(random_game(rng))) for _ in range(1000)]
    page = open_page(sandbox_page())
    assert page.evaluate(ROUND_TRIP, texts) == texts


def broken(text: str, rng: random.Random) -> str:
    """Return graph text with a few characters or words changed."""
    words = [
        "WIN",
        "LOSE",
        "DRAW",
        "#",
        "\n",
        " ",
        "0",
        "1",
        "2",
        "99",
        "-1",
        "x",
        "\r",
        "\t",
        "1 2 3",
    ]
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice([*words, ""]) + text[at + rng.randint(0, 2) :]
    return text


def error_of(text: str) -> list[int] | None:
    """Return the line and column where Python finds an error."""
    try:
        gg.read_graph(io.BytesIO(text.encode()))
    except ParseError as error:
        return [error.line, error.column]
    return None


def test_graph_text_is_refused_where_python_refuses_it(open_page: OpenPage) -> None:
    rng = random.Random(7)
    texts = [broken(write_text(from_game(random_game(rng, 5))), rng) for _ in range(3000)]
    texts = [text for text in texts if not re.search("[0-9]{3}", text)]  # within a lesson's size
    texts += ["", "\n", "# nothing", "0 0", "0 1", "\ufeff1 0", "1 0\n1 WIN\n1 WIN", "1 0\n1 WIN 1"]
    page = open_page(sandbox_page())
    found = page.evaluate(READ, texts)
    expected = [error_of(text) for text in texts]
    assert list(zip(texts, found, strict=True)) == list(zip(texts, expected, strict=True))
    assert 200 < sum(place is None for place in found) < len(texts) - 200


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 2\n1 2\n2 4\n", "Line 3, column 3: expected a position from 1 to 3"),
        ("3 2\n1 2\n", "got the end of the text"),
        ("3 1\n1 2\n3 MAYBE\n", "expected WIN, LOSE or DRAW, got “MAYBE”"),
        ("501 0\n", "Line 1, column 1: expected a number up to 500"),
        ("1 0\n1 WIN\n1 DRAW", "Line 3, column 3: expected WIN again"),
    ],
)
def test_a_malformed_text_shows_an_error_and_loses_nothing(
    open_page: OpenPage, text: str, words: str
) -> None:
    page = open_page(sandbox_page())
    before = rows_of(page)
    page.fill("#graph-text", text)
    assert words in page.inner_text("#text-problem")
    assert page.get_attribute("#graph-text", "aria-invalid") == "true"
    assert text_of(page) == text
    assert rows_of(page) == before
    page.fill("#graph-text", "1 0\n")
    assert page.inner_text("#text-problem") == ""
    assert len(rows_of(page)) == 1
    page.click("text=Undo")
    assert rows_of(page) == before


# -- links and files -------------------------------------------------------------------------------


def test_a_link_carries_the_game(open_page: OpenPage) -> None:
    page = open_page(sandbox_page(), width=1200)
    page.mouse.click(*middle(page, 0))
    page.fill(".pair input", HOSTILE[0])
    x, y = middle(page, 0)
    drag(page, (x, y), (x, y + 100))
    page.select_option(".choices label:nth-child(2) select", "misere")
    link = page.get_attribute("text=Link to this game", "href")
    parts = json.loads(urlsafe_b64decode(link[3:] + "=="))
    assert parts["labels"][:2] == [HOSTILE[0], "b"]
    other = open_page(sandbox_page("1 0"), width=1200, fragment=link)
    get = "JSON.stringify(graphgame.sandbox.lesson)"
    assert other.evaluate(get) == page.evaluate(get)


@pytest.mark.parametrize("fragment", ["#g=", "#g=%%%", "#g=e30", "#g=AAAA", "#g=eyJ0ZXh0IjoiMSJ9"])
def test_a_damaged_link_is_told(open_page: OpenPage, fragment: str) -> None:
    page = open_page(sandbox_page("1 0"), fragment=fragment)
    assert "no game that can be read" in page.inner_text(".stage > .problem")
    assert len(rows_of(page)) == 1


def test_downloads(open_page: OpenPage) -> None:
    page = open_page(sandbox_page(), width=1200)
    with page.expect_download() as download:
        page.click("text=Download graph text")
    assert Path(download.value.path()).read_text() == text_of(page)
    with page.expect_download() as download:
        page.click("text=Download picture")
    assert download.value.suggested_filename == "game.svg"
    picture = Path(download.value.path()).read_text(encoding="utf-8")
    assert picture.startswith("<svg") and "class=" not in picture and "var(" not in picture
    shown = open_page(f"<!doctype html><title>x</title>{picture}")
    assert shown.locator("svg").bounding_box()["width"] > 300
    fills = "[...document.querySelectorAll('svg path')].map(path => path.getAttribute('fill'))"
    assert {"rgb(0, 114, 178)", "rgb(213, 94, 0)", "none"} <= set(shown.evaluate(fills))


# -- what is given ---------------------------------------------------------------------------------


def test_texts_that_are_refused() -> None:
    for text in (5, "", "hello", "1", "# only a comment"):
        with pytest.raises(GraphGameError, match="text: expected graph text"):
            sandbox_page(text)  # type: ignore[arg-type]
    for text in ("501 0", "2 5001"):
        with pytest.raises(TooLargeError, match="expected up to"):
            sandbox_page(text)
    with pytest.raises(GraphGameError, match="languages"):
        sandbox_page(languages=["xx"])


@pytest.mark.parametrize("payload", HOSTILE)
def test_hostile_texts_are_shown_as_text(open_page: OpenPage, payload: str) -> None:
    page = open_page(sandbox_page("2 1 # </script><script>alert(1)</script>\n1 2", title=payload))
    assert page.inner_text("h1") == payload
    page.select_option("#chosen-position", "0")
    page.fill(".pair input", payload)
    page.click("text=Begin")
    page.click("button:text-is('Next')")
    page.click("button:text-is('Next')")
    assert payload in page.inner_text(".sentence")
    assert rows_of(page)[0][0] == payload
    assert page.evaluate("document.scripts.length") == 2


def test_a_large_lesson(open_page: OpenPage) -> None:
    edges = np.random.default_rng(9).integers(0, 500, (1500, 2))
    page = open_page(sandbox_page(write_text(gg.GameGraph.from_edges(edges, 500))))
    solution = gg.solve(gg.GameGraph.from_edges(edges, 500))
    assert len(rows_of(page)) == 500
    assert page.evaluate("[...graphgame.sandbox.solved.outcomes]") == solution.outcomes.tolist()
    page.click("text=Add a position")
    assert "up to 500 positions" in page.inner_text(".stage > .problem")
    assert len(rows_of(page)) == 500
