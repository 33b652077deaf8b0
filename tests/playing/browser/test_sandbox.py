"""The sandbox for lessons: drawing, graph text, steps, links, and who can use it."""

from __future__ import annotations

import io
import json
import random
import re
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.errors import GraphGameError, ParseError, TooLargeError
from graphgame.outcome import WIN
from graphgame.playing.page import SCRIPTS
from graphgame.playing.sandbox import sandbox_page
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.test_solver import from_game, random_game
from tests.reference import graphs as reference

LANGUAGES = ["en", "vi", "fa", "pt", "ru"]
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- \u202e & ' \" `",
    "javascript:alert(1)",
    "]]>&#x3c;svg onload=alert(1)>",
]


def text_of(page: Any) -> str:
    text: str = page.input_value("#graph-text")
    return text


def write_text(graph: gg.GameGraph[int]) -> str:
    file = io.BytesIO()
    gg.write_graph(graph, file)
    return file.getvalue().decode()


def rows_of(page: Any) -> list[list[str]]:
    """Return the table of results, a list a row."""
    rows: list[list[str]] = page.eval_on_selector_all(
        "tbody tr", "rows => rows.map(row => [...row.children].map(cell => cell.innerText.trim()))"
    )
    return rows


def middle(page: Any, v: int) -> tuple[float, float]:
    box = page.locator(f'[data-v="{v}"] .shape').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


# -- drawing ---------------------------------------------------------------------------------------


def test_a_game_is_drawn_by_mouse(open_page: OpenPage) -> None:
    page = open_page(sandbox_page(), width=1200, height=1000)
    page.click("text=Clear all")
    assert text_of(page) == "0 0\n"
    box = page.locator(".canvas").bounding_box()
    page.mouse.dblclick(box["x"] + 200, box["y"] + 200)
    for _ in range(2):
        page.click("text=Add a position")
    assert text_of(page) == "3 0\n"
    drag(page, middle(page, 0), middle(page, 1))
    drag(page, middle(page, 1), middle(page, 2))
    assert text_of(page) == "3 2\n1 2\n2 3\n"
    assert [row[:3] for row in rows_of(page)] == [
        ["1", "■ loses", "2"],
        ["2", "● wins", "1"],
        ["3", "■ loses", "0"],
    ]
    x, y = middle(page, 0)
    drag(page, (x, y), (x, y + 120))
    assert text_of(page) == "3 2\n1 2\n2 3\n"  # shifted, not joined
    page.click("text=Undo")
    page.mouse.click(*middle(page, 2))
    page.keyboard.press("Delete")
    assert text_of(page) == "2 1\n1 2\n"
    for _ in range(2):
        page.click("text=Undo")
    assert text_of(page) == "3 1\n1 2\n"
    page.click("text=Redo")
    assert text_of(page) == "3 2\n1 2\n2 3\n"


def press_tab_to(page: Any, selector: str) -> None:
    for _ in range(80):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not get to {selector}")


def choose(page: Any, selector: str, text: str) -> None:
    press_tab_to(page, selector)
    page.keyboard.type(text)


def press(page: Any, text: str) -> None:
    """Press a button by keyboard: Tab to it, then Enter."""
    for _ in range(80):
        if page.evaluate("document.activeElement.innerText") == text:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not get to {text}")


def test_a_game_is_drawn_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page(sandbox_page("2 0\n"), width=1200)
    press(page, "Add a position")
    assert text_of(page) == "3 0\n"
    choose(page, "#chosen-position", "1")
    choose(page, ".field select", "2")
    press(page, "Add")
    choose(page, ".field select", "1 (a pass)")
    press(page, "Add")
    assert text_of(page) == "3 2\n1 2\n1 1\n"
    choose(page, "#chosen-position", "3")
    press_tab_to(page, ".pair input")
    page.keyboard.type("mate")
    choose(page, ".pair select", "WIN")
    assert text_of(page) == "3 2\n1 2\n1 1\n3 WIN\n"
    assert rows_of(page)[2][:3] == ["mate", "● wins", "0"]
    choose(page, "#chosen-position", "1")
    press_tab_to(page, ".options button")
    page.keyboard.press("Enter")
    assert text_of(page) == "3 1\n1 1\n3 WIN\n"
    press(page, "Delete this position")
    assert text_of(page) == "2 0\n2 WIN\n"
    press_tab_to(page, "[data-v]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.v") == "1"
    before = page.get_attribute('[data-v="1"]', "transform")
    page.keyboard.press("Shift+ArrowDown")
    assert page.get_attribute('[data-v="1"]', "transform") != before
    assert page.evaluate("document.activeElement.dataset.v") == "1"
    page.keyboard.press("Enter")
    assert page.input_value("#chosen-position") == "1"
    page.keyboard.press("Control+z")
    page.keyboard.press("Delete")
    assert text_of(page) == "1 0\n"


def test_misere_play_and_values(open_page: OpenPage) -> None:
    page = open_page(sandbox_page("4 4\n1 2\n1 3\n2 3\n3 4\n"), width=1200)
    assert [row[-1] for row in rows_of(page)] == ["2", "0", "1", "0"]
    page.select_option(".choices label:nth-child(2) select", "misere")
    solution = gg.solve([(0, 1), (0, 2), (1, 2), (2, 3)], play="misere")
    assert [int(row[2]) for row in rows_of(page)] == solution.remoteness.tolist()
    page.fill("#graph-text", "2 3\n1 2\n2 1\n1 1\n")
    assert [row[-1] for row in rows_of(page)] == ["∞{}", "∞{}"]
    page.fill("#graph-text", "2 1\n1 2\n2 DRAW\n")
    assert [row[-1] for row in rows_of(page)] == ["–", "–"]


def test_outcomes_can_be_hidden(open_page: OpenPage) -> None:
    page = open_page(sandbox_page())
    page.uncheck("[role=switch]")
    assert page.locator(".node.win, .node.lose, .node.draw, tbody tr:visible").count() == 0
    assert page.get_attribute('[data-v="0"]', "aria-label") == "a"


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


# -- steps -----------------------------------------------------------------------------------------

FRAMES = """texts => texts.map(text => {
  const { sandbox } = graphgame;
  sandbox.replaceByText(text);
  return Array.from({ length: sandbox.nFrames }, (_, at) => {
    sandbox.goTo(at);
    return [...document.querySelectorAll(".node")].map(node => [
      node.classList[1], node.querySelector(".counter")?.textContent ?? null]);
  });
})"""


def test_every_step_shows_the_counters_of_a_slow_simulation(open_page: OpenPage) -> None:
    rng = random.Random(8)
    games = [random_game(rng, 8) for _ in range(200)]
    games = [reference.Game(game.n, game.edges, game.presets) for game in games]
    page = open_page(sandbox_page())
    for game, frames in zip(
        games, page.evaluate(FRAMES, [write_text(from_game(game)) for game in games]), strict=True
    ):
        check_frames(game, frames)


def check_frames(game: reference.Game, frames: list[list[list[str | None]]]) -> None:
    """Hold what is drawn against the definitions: one more outcome a frame, and right counters."""
    right = reference.solve(game)
    words = {"unknown": None, "lose": -1, "draw": 0, "win": 1}
    never = [v for v in range(game.n) if right.remoteness[v] < 0]
    assert len(frames) == 1 + game.n - len(never) + bool(never)
    before: set[int] = set()
    for number, frame in enumerate(frames):
        known = {v: words[str(cell[0])] for v, cell in enumerate(frame) if cell[0] != "unknown"}
        assert known.items() <= dict(enumerate(right.outcomes)).items()
        new = set(known) - before
        assert len(new) == (0 if number == 0 else 1) or new == set(never)
        before = set(known)
        for v, (_, counter) in enumerate(frame):
            open_options = sum(u == v and known.get(w) != WIN for u, w in game.edges)
            assert counter == (None if v in known else str(open_options))


def test_steps_are_told_in_one_sentence_each(open_page: OpenPage) -> None:
    page = open_page(sandbox_page("5 6\n1 2\n2 1\n2 3\n3 4\n5 5\n5 3\n4 LOSE\n"), width=1200)
    press(page, "Begin")
    sentences = [page.inner_text(".sentence")]
    for _ in range(3):
        press(page, "Next")
        sentences.append(page.inner_text(".sentence"))
    assert sentences[1:] == [
        "The rules preset the outcome of 4: loses.",
        "3 has a move to 4, where the opponent loses: 3 wins in 1 ply.",
        "Nobody can force an end from the other positions (3): they are draws.",
    ]
    assert page.get_attribute("button:text-is('Next')", "aria-disabled") == "true"
    press(page, "Previous")
    assert page.inner_text(".sentence") == sentences[2]
    assert [row[-1] for row in rows_of(page)] == ["1", "1", "–", "–", "1"]
    press(page, "End")
    assert page.locator(".counter").count() == 0


def test_steps_run_by_themselves(open_page: OpenPage) -> None:
    page = open_page(sandbox_page("2 1\n1 2\n"), width=1200)
    page.click("text=Begin")
    page.clock.install()
    page.click("button:text-is('Play')")
    page.clock.run_for(10_000)
    assert page.inner_text(".stepper .title .quiet") == "Step 2 of 2"
    assert page.locator("button:text-is('Play')").count() == 1  # it has stopped


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


# -- for everybody ---------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_can_use_it(open_page: OpenPage, axe: Axe, language: str, dark: bool) -> None:
    page = open_page(sandbox_page(languages=[language]), dark=dark)
    assert axe(page) == []
    page.select_option("#chosen-position", "1")
    page.click(".stepper .main")
    page.evaluate("graphgame.sandbox.goTo(4)")
    page.fill("#graph-text", "1 1\n1")
    assert axe(page) == []
    assert page.evaluate("document.body.innerText.match(/undefined|NaN|[{]\\\\w+[}]/)") is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "zoom"), [(320, 1), (1000, 2), (640, 2)])
def test_nothing_scrolls_sideways(
    open_page: OpenPage, language: str, width: int, zoom: float
) -> None:
    page = open_page(sandbox_page(languages=[language]), width=width, zoom=zoom)
    page.select_option("#chosen-position", "1")
    page.fill(".pair input", "W" * 40)
    page.evaluate("graphgame.sandbox.goTo(4)")
    page.fill("#graph-text", "1 1\n1" + "x" * 200)
    size = "[document.documentElement.scrollWidth, innerWidth]"
    scrolled, inner = page.evaluate(size)
    assert scrolled <= inner


def test_the_language_changes_and_nothing_is_lost(open_page: OpenPage) -> None:
    page = open_page(sandbox_page())
    page.select_option(".language select", "fa")
    assert page.evaluate("document.documentElement.dir") == "rtl"
    page.fill("#graph-text", "2 1\n1 2")
    page.select_option(".language select", "ru")
    assert page.inner_text("h1") == "Песочница для графов игр"
    assert len(rows_of(page)) == 2 and text_of(page) == "2 1\n1 2"


def test_all_words_that_are_used_are_there() -> None:
    folder = Path(str(gg.__file__)).parent / "playing" / "page"
    text = "".join((folder / f"{name}.js").read_text("utf-8") for name in SCRIPTS["sandbox"])
    used = set(re.findall(r'(?<![\w.])(?:this\.announce|say|sayNumber|button)\("(\w+)"', text))
    used |= set(re.findall(r'"((?:expect|step|example)[A-Z]\w*)"', text))
    there = set(re.findall(r"(?m)^ {2}(\w+): \[", text))
    assert len(used) > 60 and used <= there


def test_the_page_stays_small() -> None:
    shared = {"words", "elements", "languages", "source", "verdict", "solver", "base"}
    page = sandbox_page()
    style, script = re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", page, re.DOTALL)
    assert len(style.encode()) + len(script.encode()) <= 80_000
    assert {"sandbox/sandbox", "sandbox/words"} <= {*SCRIPTS["sandbox"]} - shared
