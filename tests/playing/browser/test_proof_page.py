"""The page of a proof in a browser: what is proven is said, and that nothing is, elsewhere."""

from __future__ import annotations

import pytest

import graphgame as gg
from graphgame.playing.game import Look
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.test_server_page import opened, wait
from tests.playing.serving import served
from tests.playing.test_proven import TIC_TAC_TOE, Shown, moves, preset, take

OUTSIDE = "Nothing is proven here: the proof has no such position."


def board(start: str) -> Shown:
    return Shown(gg.prove(moves, start, presets=preset), TIC_TAC_TOE)


def note(page: object) -> str:
    return str(page.evaluate("document.querySelector('.stage p.quiet:not([hidden])')?.textContent"))  # type: ignore[attr-defined]


def test_the_machine_keeps_what_is_proven(open_page: OpenPage) -> None:
    with served(board("XO.......")) as client:
        page = opened(open_page, client)
        assert page.evaluate("graphgame.match.sides") == ["machine", "person"]
        page.evaluate("graphgame.app.delay = 0; graphgame.match.set({values: true})")
        for _ in range(4):
            wait(page, "graphgame.match.isOver || !graphgame.match.isWaiting")
            if page.evaluate("graphgame.match.isOver"):
                break
            assert note(page).startswith("Proven: a loss. Plies, at most: ")
            assert page.evaluate("graphgame.match.view.outcome") == -1
            page.evaluate("graphgame.match.play(graphgame.match.view.moves[0])")
        assert page.evaluate("[graphgame.match.isOver, graphgame.match.winner]") == [True, 0]


def test_outside_of_the_proof_the_page_says_so(open_page: OpenPage, axe: Axe) -> None:
    with served(board("XO.......")) as client:
        page = opened(open_page, client)
        page.evaluate("graphgame.match.set({sides: ['person', 'person'], values: true})")
        page.evaluate("graphgame.match.begin()")
        wait(page, "graphgame.match.plies.length === 1")
        assert note(page) == "Proven: a win. Plies, at most: 7."
        badges = "[...document.querySelectorAll('.movesCard .badge')].map(x => x.className)"
        assert page.evaluate(badges) == ["badge win"] + ["badge open"] * 6
        page.evaluate("graphgame.match.play(graphgame.match.view.moves[3])")
        wait(page, "graphgame.match.plies.length === 2")
        assert note(page) == OUTSIDE
        shown = page.evaluate("document.querySelector('.status .badge').textContent")
        assert shown == "? not proven"
        assert axe(page) == []
        page.evaluate("graphgame.match.set({values: false})")
        assert note(page) == OUTSIDE  # also where values are hidden
        # The machine goes on, and the moves are not judged by what nobody knows.
        page.evaluate("graphgame.app.delay = 0")
        page.evaluate("graphgame.match.set({sides: ['machine', 'machine']})")
        wait(page, "graphgame.match.isOver")
        judged = page.evaluate("graphgame.judged(graphgame.match.plies, 1).word")
        assert judged == "leavesProof"
        assert "leaves the proof" in page.evaluate("document.querySelector('.judged').textContent")


@pytest.mark.parametrize("language", ["en", "vi", "fa", "pt", "ru"])
def test_a_score_is_said_in_every_language(open_page: OpenPage, language: str) -> None:
    game = Shown(gg.prove(take, 21, scores={0: -7}, bound=3), Look(languages=[language]))
    with served(game) as client:
        page = opened(open_page, client)
        page.evaluate("graphgame.match.set({values: true, sides: ['person', 'person']})")
        page.evaluate("graphgame.match.begin()")
        wait(page, "graphgame.match.plies.length === 1")
        assert "≥ 7" in note(page)
        page.evaluate("graphgame.match.play(graphgame.match.view.moves[0])")
        wait(page, "graphgame.match.plies.length === 2")
        assert "≤ -7" in note(page)


def test_a_draw_has_the_moves_of_both(open_page: OpenPage) -> None:
    with served(board("." * 9)) as client:
        page = opened(open_page, client)
        page.evaluate("graphgame.app.delay = 0; graphgame.match.set({values: true})")
        assert page.evaluate("graphgame.match.view.note") == "provenDraw\t"
        page.evaluate("graphgame.match.set({sides: ['machine', 'machine']})")
        wait(page, "graphgame.match.isOver")
        assert page.evaluate("graphgame.match.winner") is None


def test_a_move_into_the_proof_decides_what_lies_outside(open_page: OpenPage) -> None:
    with served(Shown(gg.prove(take, 21), Look())) as client:
        page = opened(open_page, client)
        page.evaluate("graphgame.match.set({values: true, sides: ['person', 'person']})")
        page.evaluate("graphgame.match.begin()")
        wait(page, "graphgame.match.plies.length === 1")
        page.evaluate(
            "graphgame.match.play(graphgame.match.view.moves.find((x) => x.to.name === '19'))"
        )
        wait(page, "graphgame.match.plies.length === 2")
        assert note(page) == "Proven: a win. Plies, at most: 9."
        assert page.evaluate("graphgame.match.view.outcome") == 1
        assert page.evaluate("graphgame.match.view.moves[0].to.name") == "16"
