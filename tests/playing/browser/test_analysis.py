"""The end of a match, and what the page says of its moves.

Pinned here: each judged move of 1,000 random matches is judged as Python judges it; the summary for
a person who won, drew or lost; a better move and the answer to a mistake are played on the board,
and the match waits meanwhile; hints; the skill of the machine in words.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from examples import dodgem as cars
from graphgame.playing.terminal import SKILLS
from tests.playing import chances, games
from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import board, settle, solved, spoken, started, tic_tac_toe

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

# A page of each kind.
KINDS: dict[str, Callable[[], str]] = {
    "plain": lambda: gg.solve([(0, 1), (1, 2), (0, 2)]).to_html(),
    "turns": lambda: gg.solve([(0, 1), (1, 2)], owner={0: 0, 1: 0, 2: 1}).to_html(),
    "heaps": lambda: gg.all_but().to_html(heaps=[3, 4]),
    "sums": lambda: gg.grundy([(2, 1), (2, 0), (1, 0)]).to_html([2, 1]),
    "left and right": lambda: gg.partizan([(0, 1)], [(0, 1), (1, 2)]).to_html(),
    "scores": lambda: gg.solve_scores({"a": ["b", "c"]}, {"b": 2, "c": -1}).to_html(),
    "owners": lambda: gg.solve_buchi([(0, 1), (1, 0)], [0, 1], [1]).to_html(),
    "police": lambda: gg.PoliceAndThief(["P..", "..T"]).solve().to_html(),
    "cops": lambda: gg.cops_and_robbers([(0, 1), (1, 2), (2, 3)]).to_html(),
    "dice": chances.pig().solution.to_html,
}
# Random matches, and for each of their moves the boards and turns before and after it, and the
# judgement of the page.
JUDGED = """async ({ matches, most }) => {
  const { source, judged, chooseMove } = graphgame;
  const Match = graphgame.match.constructor;
  const found = [];
  for (let n = 0; n < matches; n += 1) {
    const match = new Match(source);
    await match.begin(n % 2 ? undefined : String(Math.floor(Math.random() * source.size)));
    while (!match.isOver && match.plies.length < most) {
      await match.play(chooseMove(match.view, () => false, n % 3 ? 100 : 40));
      const at = match.plies.length - 1;
      const { word, lost, best } = judged(match.plies, at);
      const seen = [match.plies[at - 1].view, match.view, best.to];
      found.push([...seen.map(({ board, turn }) => [board, turn]), word, lost]);
    }
  }
  return JSON.stringify(found);
}"""


def dodgem() -> tuple[Any, dict[str, Any]]:
    game = gg.explore(cars.rule(3), start=cars.start(3))
    return gg.solve(game, play="misere"), {"board": cars.board(3), "turn": cars.turn}


def of_tic_tac_toe() -> tuple[Any, dict[str, Any]]:
    played = games.tic_tac_toe()
    return played.solution, {"board": played.look.board, "turn": played.look.turn}


def expected(s: Any, before: Any, after: Any) -> tuple[str, int]:
    """Return what a move does, by the definitions: outcomes of options, and when play ends."""
    if len(s.game.options(before)) == 1:
        return "onlyMove", 0
    best = max(-int(s.outcome(option)) for option in s.game.options(before))
    made = -int(s.outcome(after))
    assert best == int(s.outcome(before))
    if made < best:
        return {(1, 0): "winToDraw", (1, -1): "winToLoss", (0, -1): "drawToLoss"}[best, made], 0
    if made == 0:
        return "keepsDraw", 0
    ends = {s.remoteness_of(x) for x in s.game.options(before) if int(s.outcome(x)) == -made}
    lost = s.remoteness_of(after) - (min(ends) if made > 0 else max(ends))
    if lost:
        return ("winsLater", lost) if made > 0 else ("losesSooner", -lost)
    return ("keepsWin" if made > 0 else "holdsOut"), 0


@pytest.mark.parametrize("make", [dodgem, of_tic_tac_toe])
def test_each_judged_move_agrees_with_python(make: Any, open_page: OpenPage) -> None:
    s, look = make()
    page = started(open_page(s.to_html(**look)))
    named = {(look["board"](x), look["turn"](x)): x for x in s.game.labels}
    found = json.loads(page.evaluate(JUDGED, {"matches": 500, "most": 60}))
    words = set()
    for before, after, best, word, lost in found:
        at, to, better = (named[tuple(x)] for x in (before, after, best))
        assert expected(s, at, to) == (word, lost)
        assert expected(s, at, better)[0] in ("keepsWin", "holdsOut", "keepsDraw", "onlyMove")
        words.add(word)
    assert len(found) > 2000 and words >= {"keepsWin", "holdsOut", "winToLoss"}
    assert {"winsLater", "losesSooner"} <= words


def play(page: Page, *names: str) -> None:
    for name in names:
        page.locator(".move", has_text=name).first.click()
        settle(page)


def summary(page: Page) -> str:
    return page.locator(".summary").inner_text()


def test_a_draw_that_was_given_away_is_explained(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    assert not page.locator("#analysis-title").is_visible()
    page.evaluate("Math.random = () => 0")
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    play(page, "a3", "a2", "b1", "b2", "a1", "c2")  # the second player has three in row 2
    page.evaluate("graphgame.match.set({sides: ['person', 'machine']})")
    assert board(page) == "X..\nOOO\nXX."
    assert summary(page) == "You lost. You had a draw until move 5."
    rows = page.locator(".judged li")
    assert rows.count() == 6
    assert "First: a3 keeps the draw" in rows.nth(0).inner_text()
    assert "gives the draw away" in rows.nth(4).inner_text()
    rows.nth(4).get_by_role("button", name="Why?").click()
    page.wait_for_function("() => graphgame.match.isOver")
    assert board(page) == "X..\nOOO\nXX." and "Second won." in spoken(page)
    assert not page.locator("#analysis-title").is_visible()
    page.get_by_role("button", name="Back to the match").click()
    assert page.evaluate("graphgame.match.plies.length") == 7
    assert page.locator(".judged li").count() == 6
    better = page.locator(".judged li").nth(4).get_by_role("button", name="Better: ")
    better.click()
    page.wait_for_function("() => graphgame.match.isOver")
    assert "The match is a draw." in spoken(page)
    page.keyboard.press("Enter")  # the way back has the focus
    assert page.evaluate("graphgame.match.plies.length") == 7


def test_a_match_that_was_won(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    play(page, "a3", "a2", "b3", "b2", "c3")
    assert page.locator(".summary").is_hidden()  # two people played
    page.evaluate("graphgame.match.set({sides: ['person', 'machine']})")
    assert summary(page) == "You won, in 3 moves."
    assert page.locator(".chart").first.is_visible()
    page.get_by_role("button", name="New game").click()
    assert not page.locator("#analysis-title").is_visible()


def test_fewer_moves_were_possible(open_page: OpenPage) -> None:
    moves = {"a": ["b", "c"], "b": [], "c": ["d"], "d": ["e"], "e": []}
    page = solved(open_page, moves)
    play(page, "c", "d", "e")
    page.evaluate("graphgame.match.set({sides: ['person', 'machine']})")
    assert summary(page) == "You won, in 2 moves. 1 was possible."
    assert "wins 2 plies later" in page.locator(".judged li").first.inner_text()


def test_nothing_was_given_away(open_page: OpenPage) -> None:
    page = solved(open_page, {"a": ["b"], "b": ["c"], "c": []})
    play(page, "b", "c")
    page.evaluate("graphgame.match.set({sides: ['person', 'machine']})")
    assert summary(page) == "You lost. You gave nothing away."
    page.locator(".language select").select_option("ru")
    assert summary(page) == "Вы проиграли. Вы ничего не упустили."


def test_hints_name_a_best_move(open_page: OpenPage) -> None:
    page = solved(open_page, {"a": ["b", "c"], "b": [], "c": ["d"], "d": []})
    page.get_by_role("button", name="Hint").click()
    assert page.locator(".hint").inner_text() == "A best move: b."
    assert "A best move: b." in spoken(page)
    play(page, "b")
    assert not page.get_by_role("button", name="Hint").is_visible()


def test_the_skill_of_the_machine_is_a_word(open_page: OpenPage) -> None:
    """It can be set before the first move, and holds for the next match; as in the terminal."""
    page = tic_tac_toe(open_page)
    skill = page.get_by_label("Skill of the machine")
    words = skill.locator("option").all_inner_texts()
    assert words == ["Beginner", "Casual", "Good", "Strong", "Perfect"]
    assert skill.locator("option:checked").inner_text() == "Perfect"
    for word in words:
        skill.select_option(label=word)
        assert page.evaluate("graphgame.match.errs") == SKILLS[word.lower()]
        page.get_by_role("button", name="New game").click()
        page.wait_for_function("() => graphgame.match.plies.length === 1")
        assert page.evaluate("graphgame.match.errs") == SKILLS[word.lower()]
        assert skill.locator("option:checked").inner_text() == word
    page.evaluate("graphgame.match.set({errs: 50})")  # of a link or a script: the nearest word
    assert skill.locator("option:checked").inner_text() == "Casual"
    assert page.locator("input[type=range]").count() == 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_page_has_words_for_the_skill(kind: str, open_page: OpenPage) -> None:
    page = started(open_page(KINDS[kind]()))
    skill = page.get_by_label("Skill of the machine")
    skill.select_option(label="Good")
    assert page.evaluate("graphgame.match.errs") == SKILLS["good"]
    assert page.locator("input[type=range]").count() == 0


def test_heaps_are_analysed_too(open_page: OpenPage) -> None:
    page = started(open_page(gg.octal("0.77").to_html(heaps=[2, 1])))
    for _ in range(4):
        if not page.evaluate("graphgame.match.isOver"):
            page.locator(".move").first.click()
            settle(page)
    assert page.locator(".judged li").count() == page.evaluate("graphgame.match.plies.length") - 1
