"""The page of a database of a game of chance: dice, chances of winning, what moves lose."""

from __future__ import annotations

import json
from ast import literal_eval
from types import SimpleNamespace
from typing import Any

import pytest

from graphgame.chance.layers.layers import build_chance
from graphgame.playing.dice import percent
from graphgame.playing.game import Look
from tests.chance.layered import Race
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.serving import served


def test_a_match_against_a_database(open_page: OpenPage, axe: Axe) -> None:
    db = build_chance(Race(6))
    positions = db._positions(Look(title="Race", players=("Ann", "Bob")))
    with served(SimpleNamespace(positions=positions)) as client:  # type: ignore[arg-type]
        page = open_page(client.server.address)

        def wait(condition: str) -> None:  # the policy of the page forbids playwright's own way
            while not page.evaluate(condition):
                page.wait_for_timeout(20)

        def shares() -> Any:
            return page.locator(".chances p").inner_text().replace("\xa0", " ")

        wait("globalThis.graphgame?.match.plies.length > 0")
        page.evaluate("graphgame.app.delay = 0")
        page.evaluate("graphgame.match.set({sides: ['person', 'person', 'person'], hints: true})")
        page.get_by_role("button", name="New game").click()  # the page may have rolled already
        wait("graphgame.match.plies.length === 1 && graphgame.match.ply.turn === 2")
        assert f"Ann: {percent(db.value(0), False)}" in shares()
        page.locator("#rolled").fill("2")
        page.keyboard.press("Enter")
        wait("graphgame.match.ply.turn === 0")
        read = "graphgame.match.view.moves.map(({to, sure}) => [to.name, to.expected, sure])"
        found = json.loads(page.evaluate(f"JSON.stringify({read})"))
        own = db.move_values(0, 2)
        assert [x for _, x, _ in found] == pytest.approx(sorted(own.values(), reverse=True))
        assert [sure for *_, sure in found] == [True, False]
        best = db.best_move(0, 2)
        assert found[0][0] == f"({~best}, 1, None)"
        assert axe(page) == []
        page.locator(".move").first.click()
        wait("graphgame.match.ply.turn === 2")
        state, player, roll = literal_eval(page.evaluate("graphgame.match.view.name"))
        assert (player, roll) == (1, None) and ~state in own
        assert f"Ann: {percent(1 - db.value(state), False)}" in shares()
        page.evaluate("graphgame.match.set({sides: ['machine', 'machine', 'machine']})")
        wait("graphgame.match.isOver")
        assert page.locator(".luck td").count() == 11
        assert "100" in shares()
