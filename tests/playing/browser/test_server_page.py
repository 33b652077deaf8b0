"""The page of the local server in a browser: every position as Python has it, and a whole match.

Pinned here: the source that asks the server gives what the views of the positions are; the page
plays a match with it; what cannot be had is a problem with words, in every language.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import graphgame as gg
from tests.playing.browser.chromium import OpenPage
from tests.playing.games import GAMES, Played, cycle, pressing, take, tic_tac_toe
from tests.playing.serving import Client, served

OUTCOMES = {"win": 1, "draw": 0, "lose": -1}


def opened(open_page: OpenPage, client: Client, fragment: str = "", **options: Any) -> Any:
    page = open_page(client.server.address, fragment=fragment, **options)
    wait(page, "globalThis.graphgame && graphgame.match.plies.length > 0")
    return page


def wait(page: Any, condition: str) -> None:
    """Wait until a condition is true; the policy of the page forbids playwright's own way."""
    while not page.evaluate(condition):
        page.wait_for_timeout(20)


@pytest.mark.parametrize("game", GAMES)
def test_the_source_gives_every_position(open_page: OpenPage, game: Any) -> None:
    played: Played = game()
    with served(played) as client:
        page = opened(open_page, client)
        size = len(played.solution)
        keys = [str(v) for v in range(0, size, 1 + size // 400)]
        views = page.evaluate(
            "async keys => { const all = []; for (const key of keys)"
            " { const { press, ...view } = await graphgame.source.look(key); all.push(view); }"
            " return all; }",
            keys,
        )
        named = played.look.move is not None
        for key, view in zip(keys, views, strict=True):
            there = played.positions.view(key)
            shared = ("name", "remoteness", "turn", "board")
            assert view == {
                "key": key,
                "note": None,
                "outcome": OUTCOMES[there["positionValue"]],
                **{x: there[x] for x in shared},  # type: ignore[literal-required]
                "moves": [
                    {
                        "label": move["move"] if named else None,
                        "to": {
                            "key": move["position"],
                            "outcome": -OUTCOMES[move["moveValue"]],
                            **{x: move[x] for x in shared},  # type: ignore[literal-required]
                        },
                    }
                    for move in there["moves"]
                ],
            }
        facts = page.evaluate("[graphgame.source.start, graphgame.source.size]")
        assert facts == [played.positions.start, size]
        assert page.evaluate("graphgame.source.histogram()") == played.positions.histogram()
        assert page.evaluate("graphgame.source.find('#1')") == "1"


def test_the_machine_presses_in_a_draw(open_page: OpenPage) -> None:
    with served(pressing()) as client:
        page = opened(open_page, client)
        chosen = page.evaluate(
            "async () => { const view = await graphgame.source.look('0'); const keys = new Set();"
            " for (let n = 0; n < 100; n++)"
            " keys.add(graphgame.chooseMove(view, () => false).to.key); return [...keys]; }"
        )
        assert chosen == ["2"]


def test_a_whole_match(open_page: OpenPage) -> None:
    with served(tic_tac_toe()) as client:
        page = opened(open_page, client)
        page.evaluate("graphgame.match.set({sides: ['machine', 'machine']})")
        page.evaluate("graphgame.app.delay = 0")
        wait(page, "graphgame.match.view.moves.length === 0")
        plies = page.evaluate("graphgame.match.plies.map(ply => ply.view.key)")
        for before, after in pairwise(plies):
            view = client.ask(f"/positions/?p={before}").data
            assert after in [move["position"] for move in view["moves"]]
        assert page.evaluate("graphgame.match.view.outcome") == 0  # a draw, as both are perfect


def test_a_link_leads_to_a_position(open_page: OpenPage) -> None:
    with served(cycle()) as client:
        page = opened(open_page, client, "#p=2")
        assert page.evaluate("graphgame.match.view.name") == "3"


def problem(page: Any, call: str) -> tuple[str, str]:
    """Return the key of the problem that a call ends with, and its words."""
    found = page.evaluate(
        f"graphgame.source.{call}"
        ".then(() => ['', ''], e => [e.word, JSON.stringify(e.values ?? null)])"
    )
    return found[0], found[1]


def failing(*_: object) -> None:
    raise gg.GraphGameError("board: no")


def test_a_mistyped_position_is_no_error_of_the_browser(open_page: OpenPage) -> None:
    with served(take()) as client:
        page = opened(open_page, client)
        for text in ("nowhere", "#999", "a&p=1#?"):
            page.locator("#jump").fill(text)
            page.locator("#jump").press("Enter")
            wait(page, f"document.querySelector('.problem').textContent.includes({text!r})")
        assert page.messages == []


def test_problems(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(take()) as client:
        page = opened(open_page, client)
        page.allowed = True  # browsers write on the console that an answer was 404
        assert problem(page, "look('999')") == ("noPosition", '{"text":"999"}')
        assert problem(page, "look('../x')") == ("noPosition", '{"text":"../x"}')
        assert problem(page, "find('a&p=1#?')") == ("noPosition", '{"text":"a&p=1#?"}')
        assert problem(page, r"find('\ud800')")[0] == "noPosition"
        monkeypatch.setattr("graphgame.playing.look.apply", failing)
        assert problem(page, "look('1')") == ("httpFailed", '{"error":"board: no"}')
        monkeypatch.undo()
        client.server.positions.view = lambda _: 1 // 0  # type: ignore[assignment, method-assign]
        assert problem(page, "look('1')")[0] == "httpGone"  # no answer at all
    assert problem(page, "look('1')")[0] == "httpGone"
    assert problem(page, "histogram()")[0] == "httpGone"


def test_a_histogram_of_too_many_bars_is_none(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphgame.playing.positions.MOST_BARS", 2)
    with served(take()) as client:
        page = opened(open_page, client)
        assert page.evaluate("graphgame.source.histogram()") is None
