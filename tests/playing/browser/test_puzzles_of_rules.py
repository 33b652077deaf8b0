"""Puzzles on pages that know their rules, and on pages of the local server.

Pinned here: each has exactly one move that keeps its outcome, by what Python says; deep wins and
draws are among them; they are solved as on other pages; a board that was changed has its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.playing.game import Look
from graphgame.playing.positions import CodePositions
from graphgame.playing.server import server_page
from tests.playing import games
from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import settle, started
from tests.playing.browser.test_puzzles import answer, enter, text
from tests.playing.browser.test_server_page import opened
from tests.playing.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOARD = ["P..*.", "..*..", ".....", "*..E.", "....T"]
PETERSEN = [(v, (v + 1) % 5) for v in range(5)] + [(v, v + 5) for v in range(5)]
PETERSEN += [(5 + v, 5 + (v + 2) % 5) for v in range(5)]
# The puzzles of a page: key, outcome, remoteness, how many moves, and which of them keep it.
READ = """async () => {
  const { source, app } = graphgame;
  return Promise.all(app.puzzles.keys.map(async (key) => {
    const { outcome, remoteness, moves } = await source.look(String(key));
    const kept = moves.filter(({ to, value }) => (value ?? -to.outcome) === outcome);
    return [String(key), outcome, remoteness, moves.length, kept.map(({ to }) => to.key)];
  }));
}"""


def puzzles(page: Page, count: int = 10) -> list[Any]:
    """Return the puzzles of a page, each of which has one solution."""
    found = page.evaluate(READ)
    assert len(found) == len({key for key, *_ in found}) == count
    for key, outcome, remoteness, moves, kept in found:
        assert outcome >= 0 and moves >= 3 and len(kept) == 1, key
        assert outcome == 0 or remoteness is None or remoteness >= 3, key
    return list(found)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_puzzles_of_nim(play: str, open_page: OpenPage) -> None:
    nim = gg.all_but()
    page = started(open_page(nim.to_html(heaps=(3, 4, 5), play=play)))
    for key, outcome, _, _, (solution,) in puzzles(page):
        before, after = ([*map(int, x.split(","))] for x in (key, solution))
        assert outcome == nim.outcome(before, play=play) == gg.WIN
        assert nim.outcome(after, play=play) == gg.LOSE
        assert len(nim.winning_moves(before, play=play)) == 1


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_puzzles_of_kayles(play: Any, open_page: OpenPage) -> None:
    kayles = gg.octal("0.77")
    page = started(open_page(kayles.to_html(heaps=(5, 8, 11), play=play, puzzles=20)))
    for key, *_ in puzzles(page, 20):
        assert len({*kayles.winning_moves([*map(int, key.split(","))], play=play)}) == 1
    assert "puzzles" in page.evaluate("graphgame.data")
    none = started(open_page(kayles.to_html(heaps=(5, 8), puzzles=0)))
    assert none.get_by_role("button", name="Puzzles").count() == 0


@pytest.mark.parametrize("kind", ["police", "cops"])
def test_puzzles_of_pursuits(kind: str, open_page: OpenPage) -> None:
    s: Any = gg.PoliceAndThief(BOARD).solve()
    if kind == "cops":
        s = gg.cops_and_robbers(PETERSEN, cops=2)
    states = [*s]
    page = started(open_page(s.to_html()))
    found = puzzles(page)
    for key, outcome, remoteness, moves, (solution,) in found:
        if int(key) >= len(states):  # where the cops, or the robber, choose their places
            continue
        state = states[int(key)]
        assert (outcome, remoteness) == (s.outcome(state), s.remoteness_of(state))
        options = s.graph().options(state)
        assert moves == len({*options})
        kept = {option for option in options if s.outcome(option) == -outcome}
        assert kept == {states[int(solution)]}
    lengths = [remoteness if outcome else 1000 for _, outcome, remoteness, *_ in found]
    assert lengths == sorted(lengths)
    # Two cops do not catch the robber: his only way out is the puzzle.
    assert len({*lengths}) > 2 if kind == "police" else {*lengths} == {1000}


def test_a_puzzle_of_a_pursuit_is_solved(open_page: OpenPage) -> None:
    page = started(open_page(gg.PoliceAndThief(BOARD).solve().to_html()))
    enter(page)
    assert "Puzzle 1 of 10" in text(page) and "to move. Find the winning move." in text(page)
    assert "Change the board" not in text(page)
    answer(page, right=False)
    assert "2 tries left." in text(page)
    answer(page, right=True)
    page.wait_for_function("() => graphgame.app.puzzles.state === 'solved'")
    settle(page)
    assert "Right: " in text(page)
    page.get_by_role("button", name="Back to the match").click()
    assert "Change the board" in text(page)


def test_a_changed_board_has_its_own_puzzles(open_page: OpenPage) -> None:
    page = started(open_page(gg.PoliceAndThief(BOARD).solve().to_html()))
    before = page.evaluate("graphgame.app.puzzles.keys")
    board = "P..*\n.*.E\n....\n*..T"
    page.evaluate(
        "async (board) => graphgame.app.replace(await graphgame.source.editor.solve(board))", board
    )
    s = gg.PoliceAndThief(board.split("\n")).solve()
    states = [*s]
    assert page.evaluate("graphgame.app.puzzles.keys") != before
    for key, outcome, *_ in puzzles(page):
        assert outcome == s.outcome(states[int(key)])


def test_puzzles_of_the_server(open_page: OpenPage) -> None:
    played = games.tic_tac_toe()
    with served(played) as client:
        page = opened(open_page, client)
        states = [*played.solution]
        for key, outcome, *_ in puzzles(page):
            assert outcome == played.solution.outcome(states[int(key)])
        enter(page)
        answer(page, right=True)
        page.wait_for_function("() => graphgame.app.puzzles.state === 'solved'")


def test_puzzles_of_a_database(tmp_path: Path) -> None:
    """They are found in a sample: codes with one winning move among three or more."""

    def options(codes: Any) -> Any:
        after = codes[:, np.newaxis] - np.array([1, 2, 3])
        return np.nonzero(after >= 0)[0], after[after >= 0]

    db = gg.build(options, start=50)
    positions = CodePositions(gg.playing.game.coded_game(db), Look())
    page = server_page(positions, "normal")
    keys = [*map(str, positions.game.puzzles(None))]
    assert f'"puzzles":["{keys[0]}"' in page
    assert len(keys) == 10
    for key in map(int, keys):
        assert db.outcome(key) == gg.WIN and len(db.winning_moves(key)) == 1
    assert [*map(db.remoteness_of, map(int, keys))] == sorted(map(db.remoteness_of, map(int, keys)))
    assert positions.game.puzzles(lambda n: "o" * n + "." * (50 - n)) == [*map(int, keys)]
