"""The sandbox for lessons: drawing, steps, and who can use it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.outcome import WIN
from graphgame.playing.page import SCRIPTS, sandbox_page
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.lessons import drag, middle, rows_of, text_of, write_text
from tests.playing.browser.test_solver import from_game, random_game
from tests.reference import graphs as reference

LANGUAGES = ["en", "vi", "fa", "pt", "ru"]

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
    page.spent = True
    page.click("button:text-is('Play')")
    page.clock.run_for(10_000)
    assert page.inner_text(".stepper .title .quiet") == "Step 2 of 2"
    assert page.locator("button:text-is('Play')").count() == 1  # it has stopped


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
