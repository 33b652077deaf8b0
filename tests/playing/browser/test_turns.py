"""Ties, presets of a remoteness and turns that are counted, in pages and on the server.

Pinned here: of random games, every position is what the slow solver says, with the length that the
game counts; moves are ordered and named by it; the machine keeps what it has, wins within the
length that is promised, and reaches a tie rather than play for ever; words of lengths.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import graphgame as gg
from graphgame.outcome import DRAW, LOSE, TIE, WIN
from graphgame.playing.game import Look
from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import settle, started
from tests.playing.browser.test_server_page import opened
from tests.playing.games import Played
from tests.playing.serving import served
from tests.reference.turns import TurnAnswer, TurnGame, solve
from tests.solving.turn_games import solved

VIEWS = """async (size) => {
  const all = [];
  for (let key = 0; key < size; key++) {
    const { turn, outcome, remoteness, moves } = await graphgame.source.look(String(key));
    all.push({ turn, outcome, remoteness,
      moves: moves.map(({ to, value }) => [Number(to.key), value ?? -to.outcome]) });
  }
  return all;
}"""
# Matches of the machine against random play from all positions and for both sides: what came of
# each, its plies, and how often the turn passed.
MATCHES = """async (seed) => {
  const { source, match } = graphgame;
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  match.set({ sides: ["person", "person"] });
  const all = [];
  for (let v = 0; v < source.size; v++) {
    for (const machine of [0, 1]) {
      await match.begin(String(v), 0);
      const first = match.ply.turn === machine;
      for (let n = 0; n < 300 && !match.isOver; n++) {
        const { moves } = match.view;
        if (match.ply.turn === machine) await match.machineMove();
        else await match.play(moves[Math.floor(random() * moves.length)]);
      }
      const { plies, isOver, winner } = match;
      const got = !isOver ? null : winner === null ? 0 : winner === machine ? 1 : -1;
      const turns = plies.filter(({ turn }, k) => k && turn !== plies[k - 1].turn).length;
      all.push({ v, first, got, plies: plies.length - 1, turns });
    }
  }
  return all;
}"""
SEEDS = range(6)


def game_of(seed: int, count: str) -> tuple[TurnAnswer, gg.Solution[int]]:
    """Return a random game, solved twice; every other one that counts plies has no owners."""
    rng, n = random.Random(seed), 10
    edges = tuple((rng.randrange(n), rng.randrange(n)) for _ in range(18))
    ends = [WIN, LOSE, DRAW, TIE, TIE]
    presets = {v: (rng.choice(ends), rng.choice([0, 0, 3])) for v in rng.sample(range(n), 3)}
    owned = count == "turns" or seed % 2 == 0
    owner = tuple(rng.randrange(2) for _ in range(n)) if owned else ()
    game = TurnGame(n, edges, presets, owner, "normal", count)
    return solve(game), solved(game)


def check(answer: TurnAnswer, views: list[Any]) -> set[Any]:
    """Compare the positions of a page with the slow solver; return the outcomes."""
    game, seen = answer.game, set()
    for v, view in enumerate(views):
        outcome = answer.outcomes[v]
        assert view["outcome"] == (0 if outcome == TIE else outcome), v
        assert view["remoteness"] == answer.remoteness[v] or view["remoteness"] is None, v
        assert (view["remoteness"] is None) == (outcome in (WIN, LOSE) and answer.remoteness[v] < 0)
        if game.owner:
            assert view["turn"] == game.owner[v]
        assert {w for w, _ in view["moves"]} == game.options(v)
        for w, value in view["moves"]:
            there = 0 if answer.outcomes[w] == TIE else int(answer.outcomes[w])
            assert value == (there if game.same(v, w) else -there)
        if view["moves"]:
            assert view["moves"][0][0] == answer.best_move(v)
        values = [-value for _, value in view["moves"]]
        assert values == sorted(values)
        seen.add(outcome)
    return seen


@pytest.mark.parametrize("count", ["plies", "turns"])
def test_positions_are_those_of_the_slow_solver(count: str, open_page: OpenPage) -> None:
    seen = set()
    for seed in SEEDS:
        answer, s = game_of(seed, count)
        page = started(open_page(s.to_html()))
        seen |= check(answer, page.evaluate(VIEWS, len(s)))
    assert seen == {WIN, LOSE, DRAW, TIE}


@pytest.mark.parametrize("count", ["plies", "turns"])
def test_a_served_page_knows_it_too(count: str, open_page: OpenPage) -> None:
    answer, s = game_of(1, count)
    with served(Played(s, Look())) as client:
        page = opened(open_page, client)
        check(answer, page.evaluate(VIEWS, len(s)))


@pytest.mark.parametrize("count", ["plies", "turns"])
def test_the_machine_keeps_what_it_has(count: str, open_page: OpenPage) -> None:
    """Within the length that the page says, where the machine wins or ties."""
    for seed in SEEDS:
        answer, s = game_of(seed, count)
        page = started(open_page(s.to_html()))
        for found in page.evaluate(MATCHES, seed):
            outcome, length = answer.outcomes[found["v"]], answer.lengths[found["v"]]
            prospect = {WIN: 1, LOSE: -1}.get(outcome, 0) * (1 if found["first"] else -1)
            assert found["got"] is None or found["got"] >= prospect, found
            if prospect == 1 or (outcome == TIE and not answer.game.owner and found["first"]):
                assert found["got"] is not None, found
            if prospect == 1:
                assert length is not None
                assert found["turns" if count == "turns" else "plies"] <= length[0], found


def test_words_of_turns_and_ties(open_page: OpenPage) -> None:
    s = gg.solve({"a": ["b"], "b": ["c"], "c": []}, owner={"a": 0, "b": 0, "c": 1}, count="turns")
    page = started(open_page(s.to_html()))
    page.get_by_role("switch").check()
    assert "wins in 1 turn" in page.locator(".status").inner_text()
    assert "1 turn" in page.locator(".move:visible .plies").first.inner_text()
    assert "Δ 0" in page.locator(".move:visible .delta").first.inner_text()
    page.evaluate("graphgame.app.translate('ru')")
    assert "за 1 очередь" in page.locator(".status").inner_text()
    tie = gg.solve({"a": ["b", "a"], "b": ["c"], "c": []}, presets={"c": gg.TIE})
    page = started(open_page(tie.to_html()))
    page.get_by_role("switch").check()
    assert "draws in 2 plies" in page.locator(".status").inner_text()
    page.evaluate("graphgame.match.set({sides: ['machine', 'machine']})")
    page.wait_for_function("() => graphgame.match.isOver")
    assert page.evaluate("graphgame.match.plies.map(({ view }) => view.name)") == ["a", "b", "c"]
    assert "The match is a draw." in page.locator(".status").inner_text()


def test_a_preset_of_a_remoteness_ends_the_match(open_page: OpenPage) -> None:
    """The game is won three plies away: the page says who has won, and when."""
    s = gg.solve({"a": ["b"], "b": ["a"]}, presets={"b": (gg.LOSE, 4)})
    page = started(open_page(s.to_html()))
    page.get_by_role("switch").check()
    assert "wins in 5 plies" in page.locator(".status").inner_text()
    page.locator(".move:visible").first.click()
    settle(page)
    assert "First won." in page.locator(".status").inner_text()
