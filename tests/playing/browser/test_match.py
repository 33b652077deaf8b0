"""A match in the page, as a person plays it.

Pinned here: a whole match on the board and in the list of moves, by keyboard alone, each move
spoken; moves from clicks, also where they tie; taking back, looking back, jumping, links; values
that are hidden are nowhere; repetition is announced; the machine is perfect, or errs as often as
asked; long matches and long lists stay small; problems have words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from tests.playing import games
from tests.playing.browser.chromium import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

VALUE_WORDS = ["wins in", "draws", "loses", "Δ", "Best play"]


def tic_tac_toe(open_page: OpenPage, **options: Any) -> Page:
    played = games.tic_tac_toe()
    return started(open_page(played.solution.to_html(**played.look._asdict()), **options))


def solved(
    open_page: OpenPage,
    moves: Mapping[Any, Sequence[Any]],
    board: Callable[[Any], str] | None = None,
    **look: Any,
) -> Page:
    """Open the page of a game that is given as a mapping, without delay and without a machine."""
    solution = gg.solve(moves.__getitem__, start=next(iter(moves)))
    page = started(open_page(solution.to_html(board=board, **look)))
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    return page


def started(page: Page) -> Page:
    page.wait_for_function("() => globalThis.graphgame && graphgame.match.plies.length")
    page.evaluate("graphgame.app.delay = 0")
    return page


def settle(page: Page) -> None:
    """Wait until it is a person's turn, or the match is over."""
    page.wait_for_function("() => !graphgame.match.isWaiting")


def spoken(page: Page) -> str:
    """Return all that the live region has said and still holds."""
    return str(page.locator("[role=log]").inner_text())


def board(page: Page) -> str:
    return str(page.evaluate("graphgame.match.view.board"))


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.className"))


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        if page.evaluate("x => document.activeElement.matches(x)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no {selector} within 40 steps of the Tab key")


# -- by keyboard -----------------------------------------------------------------------------------


def test_a_whole_match_on_the_board_by_keyboard(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    tab_to(page, ".cell")
    at = 0
    while not page.evaluate("graphgame.match.isOver"):
        target = board(page).index(".")
        plies = page.evaluate("graphgame.match.plies.length")
        rows, columns = (b - a for a, b in zip(divmod(at, 4), divmod(target, 4), strict=True))
        for _ in range(abs(rows)):
            page.keyboard.press("ArrowDown" if rows > 0 else "ArrowUp")
        for _ in range(abs(columns)):
            page.keyboard.press("ArrowRight" if columns > 0 else "ArrowLeft")
        at = target
        cell = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert cell == f"{'abc'[at % 4]}{3 - at // 4}: empty"
        page.keyboard.press("Enter" if plies % 4 else " ")
        page.wait_for_function("n => graphgame.match.plies.length > n", arg=plies)
        settle(page)
        assert f"First: X at {cell[:2]}." in spoken(page)
        assert "Second: O at" in spoken(page) or page.evaluate("graphgame.match.isOver")
        assert "cell" in focused(page)
    assert page.evaluate("graphgame.match.winner") != 0
    assert page.locator(".status").inner_text() in spoken(page)


def test_a_whole_match_in_the_list_by_keyboard(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    tab_to(page, ".move")
    while not page.evaluate("graphgame.match.isOver"):
        plies = page.evaluate("graphgame.match.plies.length")
        page.keyboard.press("Enter")
        page.wait_for_function("n => graphgame.match.plies.length > n", arg=plies)
        settle(page)
        assert focused(page) == "move" or page.evaluate("graphgame.match.isOver")
    assert page.evaluate("document.activeElement.id") == "moves-title"


def test_the_focus_stays_when_a_button_goes(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    page.locator(".move").first.click()
    page.locator(".ply").first.click()
    page.get_by_role("button", name="Go on from here").press("Enter")
    assert page.evaluate("graphgame.match.plies.length") == 1
    assert "cell" in focused(page)


# -- moves from clicks -----------------------------------------------------------------------------

# A board of three cells: a piece A that moves, or becomes B or C where it is; and a pair of moves.
CLICKS = {
    "A..": [".A.", "B..", "C..", "..A"],
    ".A.": [],
    "..A": [],
    "B..": [],
    "C..": [],
}


def test_a_click_narrows_the_moves(open_page: OpenPage) -> None:
    page = solved(open_page, CLICKS, board=str)
    page.locator("[data-at='0']").click()
    assert page.locator(".move:visible").count() == 4
    assert page.locator("[aria-selected=true]").get_attribute("aria-label") == "a1: A"
    assert "Chosen: a1" in spoken(page)
    page.keyboard.press("Escape")
    assert page.locator("[aria-selected=true]").count() == 0
    page.locator("[data-at='0']").click()
    page.locator("[data-at='0']").click()
    assert page.locator("[aria-selected=true]").count() == 0
    page.locator("[data-at='0']").click()
    page.locator("[data-at='2']").click()
    assert board(page) == "..A"
    assert "First: a1 → c1." in spoken(page)
    assert page.locator(".last").count() == 2


def test_one_click_is_enough_where_one_move_is_left(open_page: OpenPage) -> None:
    page = solved(open_page, CLICKS, board=str)
    page.locator("[data-at='1']").click()
    assert board(page) == ".A."


def test_a_tie_is_chosen_from_the_list(open_page: OpenPage) -> None:
    page = solved(open_page, {"A.": ["B.", "C."], "B.": [], "C.": []}, board=str)
    page.locator("[data-at='0']").click()
    assert "2 moves change these cells" in spoken(page)
    assert focused(page) == "move"
    assert page.locator(".move:visible .name").all_inner_texts() == ["B at a1", "C at a1"]
    page.keyboard.press("Enter")
    assert board(page) == "B."


def test_a_move_within_another_has_a_button(open_page: OpenPage) -> None:
    """Two cops of which one moves, or both."""
    options = ["c..c", ".c.c", "c.c.", ".cc."]
    page = solved(open_page, {"cc..": options, **{x: [] for x in options}}, board=str)
    # c..c and c.c. change b1 and another cell; .cc. is a1 and c1, within no other.
    page.locator("[data-at='1']").click()
    assert page.get_by_role("button", name="Play this move").count() == 0
    page.locator("[data-at='2']").click()
    assert board(page) == "c.c."
    page = solved(open_page, {"ab": ["a.", ".."], "a.": [], "..": []}, board=str)
    page.locator("[data-at='1']").click()
    page.get_by_role("button", name="Play this move: b1 off").click()
    assert board(page) == "a."


def test_clicks_that_mean_nothing_are_answered(open_page: OpenPage) -> None:
    page = solved(open_page, {"A..": [".A.", "B.."], ".A.": [], "B..": []}, board=str)
    page.locator("[data-at='2']").click()
    assert page.locator(".hint").inner_text() == "No move touches c1."
    page.locator("[data-at='0']").click()
    page.locator("[data-at='2']").click()
    assert page.locator(".hint").inner_text() == "No move touches c1 and the chosen cells."
    assert "No move touches c1 and the chosen cells." in spoken(page)
    page.locator("[data-at='1']").click()
    page.locator("[data-at='1']").click()
    assert "the match is over" in page.locator(".hint").inner_text()


def test_a_board_of_centres_is_walked_over(open_page: OpenPage) -> None:
    centres = [(0, 0), (2, 0), (1, 2)]
    page = solved(
        open_page, {"p..": [".p.", "..p"], ".p.": [], "..p": []}, board=str, centres=centres
    )
    tab_to(page, ".cell")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "2: empty"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert board(page) == "..p"


def test_edges_are_lines_between_the_cells(open_page: OpenPage) -> None:
    game, centres = {"p..": [".p.", "..p"], ".p.": [], "..p": []}, [(0, 0), (2, 0), (1, 2)]
    edges = [(0, 1), (2, 0)]
    page = solved(open_page, game, board=str, centres=centres, edges=edges)
    lines = page.locator(".lines line").evaluate_all(
        "lines => lines.map(x => ['x1', 'y1', 'x2', 'y2'].map(name => +x.getAttribute(name)))"
    )
    places = page.locator(".cell").evaluate_all(
        "cells => cells.map(x => [parseFloat(x.style.left), parseFloat(x.style.top)])"
    )
    assert np.allclose(lines, [places[a] + places[b] for a, b in edges], atol=0.01)
    assert len(lines) == 2
    page = solved(open_page, game, board=str, centres=centres)
    assert page.locator(".lines line").count() == 0


def test_pieces_and_names(open_page: OpenPage) -> None:
    pieces = {
        "r": {"name": "red car", "shape": "disc", "colour": "red"},
        "🐱": {"name": "cat"},
        "m": {"text": "M", "path": "M0 0L100 100"},
    }
    page = solved(open_page, {"r🐱m": ["🐱rm"], "🐱rm": []}, board=str, pieces=pieces)
    labels = page.locator(".cell").evaluate_all(
        "cells => cells.map(x => x.getAttribute('aria-label'))"
    )
    assert labels == ["a1: red car", "b1: cat", "c1: M"]
    assert page.locator("circle.solid").get_attribute("fill") == "red"
    assert page.locator(".cell text").all_text_contents() == ["🐱", "M"]


# -- without a board -------------------------------------------------------------------------------


def test_a_game_without_a_board_is_a_picture(open_page: OpenPage) -> None:
    page = solved(open_page, {"a": ["b", "d"], "b": ["c"], "c": [], "d": ["a"]})
    page.wait_for_function("() => document.querySelectorAll('.node').length === 5")
    assert page.locator(".node .mark").count() == 0
    page.evaluate("graphgame.match.set({values: true})")
    assert page.locator(".node .mark").count() == 5
    page.locator(".node.live", has_text="d").click()
    assert page.evaluate("graphgame.match.view.name") == "d"


# -- the match -------------------------------------------------------------------------------------


def test_taking_back_leads_to_a_person(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    for _ in range(2):
        page.locator(".move").first.click()
        settle(page)
    assert page.evaluate("graphgame.match.plies.length") == 5
    page.get_by_role("button", name="Take back").click()
    assert page.evaluate("graphgame.match.plies.length") == 3
    page.get_by_role("button", name="Take back").click()
    assert board(page) == "...\n...\n..."
    page.get_by_role("button", name="Take back").dispatch_event("click")
    assert page.get_by_role("button", name="Take back").get_attribute("aria-disabled") == "true"
    page.locator(".move").first.click()
    settle(page)
    page.get_by_role("button", name="New game").click()
    assert page.evaluate("graphgame.match.plies.length") == 1


def test_an_earlier_position_is_looked_at(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    for _ in range(2):
        page.locator(".move").first.click()
        settle(page)
    page.locator(".ply").nth(2).click()
    assert page.evaluate("graphgame.match.plies.length") == 5
    assert page.locator("[aria-current=step] .number").inner_text() == "2."
    assert "ply 2 of 4" in page.locator(".back").inner_text()
    page.get_by_role("button", name="Back to the latest").click()
    assert page.evaluate("graphgame.match.at") == 4
    page.locator(".ply").nth(2).click()
    page.locator(".move").first.click()
    settle(page)
    assert page.evaluate("graphgame.match.plies.length") == 5
    assert page.locator(".ply").count() == 5


def test_jumping_to_a_position(open_page: OpenPage) -> None:
    page = solved(open_page, {"ab.": [".ba"], ".ba": ["ab."]}, board=str)
    page.get_by_label("Go to a position").fill(".ba")
    page.keyboard.press("Enter")
    page.wait_for_function("() => graphgame.match.view.board === '.ba'")
    page.get_by_label("Go to a position").fill("nowhere")
    page.get_by_role("button", name="Go", exact=True).click()
    assert "nowhere" in page.get_by_role("alert").first.inner_text()
    assert board(page) == ".ba"


def test_links_open_a_position(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    page.locator(".move").nth(4).click()
    settle(page)
    page.get_by_role("link", name="Link to this position").click()
    fragment = page.evaluate("location.hash")
    shown = board(page)
    assert fragment.startswith("#p=")
    assert page.evaluate("graphgame.match.plies.length") == 3
    other = tic_tac_toe(open_page, fragment=fragment)
    assert board(other) == shown
    other.evaluate("location.hash = '#p=0'")
    other.wait_for_function("() => graphgame.match.view.key === '0'")
    wrong = tic_tac_toe(open_page, fragment="#p=99999999")
    assert board(wrong) == "...\n...\n..."
    assert "99999999" in wrong.locator(".hint").inner_text()


def test_values_are_shown_only_when_asked_for(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    page.locator(".move").first.click()
    settle(page)
    text = page.locator("body").inner_text() + spoken(page)
    assert [word for word in VALUE_WORDS if word in text] == []
    names = page.locator(".move:visible .name").all_inner_texts()
    assert names == sorted(names)
    page.get_by_role("switch", name="Show values").press(" ")
    page.wait_for_function("() => document.querySelector('.line').textContent.length > 20")
    text = page.locator("body").inner_text()
    assert "draws" in text and "Best play" in text
    assert page.locator("figure.histogram .pointer").count() == 1
    assert "5478" not in page.locator(".histogram figcaption").inner_text()
    assert "2836" in page.locator(".histogram figcaption").inner_text()
    assert page.locator(".chart .mark").count() == 3
    ranks = page.evaluate("graphgame.app.offered.map(({move}) => move.to.outcome)")
    assert ranks == sorted(ranks)
    page.get_by_role("switch", name="Show values").click()
    assert page.locator(".badge:visible").count() == 0


def test_moves_say_what_they_mean(open_page: OpenPage) -> None:
    """From 5, taking two leads to a lost 3; taking one does not."""
    page = solved(open_page, {n: [n - k for k in (1, 2) if n >= k] for n in range(5, -1, -1)})
    page.evaluate("graphgame.match.set({values: true})")
    status = page.locator(".status").inner_text().split()
    assert status == ["First", "to", "move", "●", "wins", "in", "3", "plies"]
    rows = [" ".join(x.split()) for x in page.locator(".move").all_inner_texts()]
    assert rows == ["3 ● wins 3 plies Δ 0", "4 ■ loses 4 plies"]
    page.locator(".move").first.click()
    assert "First: 3. Second to move: loses in 2 plies." in spoken(page)
    page.wait_for_function("() => document.querySelector('.line .badge')")
    assert page.locator(".line").inner_text().split()[1:] == ["0", "●", "First", "will", "win"]


def test_repetition_is_announced(open_page: OpenPage) -> None:
    page = solved(open_page, {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": []})
    page.locator(".move").first.click()
    assert "occurred" not in spoken(page)
    page.locator(".move").first.click()
    assert "This position has occurred 2 times." in spoken(page)
    assert "This position has occurred 2 times." in page.locator(".stage").inner_text()
    page.get_by_role("button", name="Take back").click()
    assert page.evaluate("graphgame.match.ply.times") == 1


def test_the_end_names_the_winner(open_page: OpenPage) -> None:
    page = solved(open_page, {"a": ["b"], "b": []})
    page.locator(".move").first.click()
    assert page.locator(".status").inner_text() == "First won."
    assert "First won." in spoken(page)
    draw = gg.solve({"a": ["b"], "b": []}, presets={"b": gg.DRAW})
    page = started(open_page(draw.to_html()))
    page.locator(".move").first.click()
    assert page.locator(".status").inner_text() == "The match is a draw."


def test_who_plays(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    page.locator(".sides select").last.select_option("person")
    page.locator(".sides select").first.select_option("machine")
    page.wait_for_function("() => graphgame.match.plies.length === 2")
    page.evaluate("graphgame.app.delay = 1e6")
    page.locator(".move").first.click()
    page.locator(".move").first.dispatch_event("click")
    assert "machine's turn" in page.locator(".hint").inner_text()
    page.get_by_role("button", name="Stop the machine").click()
    page.locator(".move").first.click()
    assert page.evaluate("graphgame.match.plies.length") == 4
    page.evaluate("graphgame.app.delay = 0")
    page.locator(".sides select").last.select_option("machine")
    page.wait_for_function("() => graphgame.match.isOver")
    assert page.evaluate("graphgame.match.winner") != 0  # the first move was the machine's


# -- the machine -----------------------------------------------------------------------------------

# Matches of the machine, as each side in turn, against moves at random: what it lost by mistake.
MATCHES = """async (count) => {
    const { source, chooseMove } = graphgame;
    let ends = 0, lost = 0;
    for (let n = 0; n < count; n++) {
        const met = new Set();
        let view = await source.look(source.start);
        let value = -1;
        for (let ply = 0; view.moves.length && ply < 400; ply++) {
            const mine = (ply + n) % 2 === 0;
            value = mine ? view.outcome : -view.outcome;
            met.add(view.key);
            const any = view.moves[Math.floor(Math.random() * view.moves.length)];
            const move = mine ? chooseMove(view, (key) => met.has(key)) : any;
            view = await source.look(move.to.key);
            const after = mine ? -view.outcome : view.outcome;
            if (after < value) lost += 1;
        }
        ends += view.moves.length === 0;
    }
    return [ends, lost];
}"""


def test_the_machine_loses_nothing_that_it_had(open_page: OpenPage) -> None:
    assert tic_tac_toe(open_page).evaluate(MATCHES, 1000) == [1000, 0]


def chosen(
    page: Page, outcome: int, options: list[tuple[int, int]], errs: int = 0, met: str = ""
) -> set[str]:
    """Return what the machine chooses among options, by outcome and remoteness, in many tries."""
    return set(
        page.evaluate(
            """([outcome, options, errs, met]) => {
                const moves = options.map(([outcome, remoteness], at) =>
                    ({ label: null, to: { key: String(at), outcome, remoteness } }));
                const isMet = (key) => key === met;
                const choose = () => graphgame.chooseMove({ outcome, moves }, isMet, errs);
                return Array.from({ length: 200 }, () => choose().to.key);
            }""",
            [outcome, options, errs, met],
        )
    )


PRESSING = """async () => {
    const { source, chooseMove } = graphgame;
    const view = await source.look("0");
    const choose = () => chooseMove(view, () => false).to.key;
    return Array.from(new Set(Array.from({ length: 100 }, choose)));
}"""


def test_the_machine_presses_in_a_draw(open_page: OpenPage) -> None:
    """From 0, both moves hold the draw; at 2, a move loses."""
    from graphgame.playing.game import Look
    from graphgame.playing.page import build_page
    from graphgame.playing.table import make_table

    s = gg.solve([(0, 1), (0, 2), (1, 0), (2, 0), (2, 3), (3, 4)])
    page = open_page(build_page(make_table(s._solved_game(), Look())[0]))
    page.wait_for_function("() => globalThis.graphgame")
    assert page.evaluate(PRESSING) == ["2"]


def test_what_the_machine_chooses(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    options = [(-1, 4), (-1, 2), (0, -1), (-1, 2), (1, 3)]
    assert chosen(page, 1, options) == {"1", "3"}
    assert chosen(page, -1, [(1, 3), (1, 5), (1, 5), (1, 1)]) == {"1", "2"}
    assert chosen(page, 0, [(0, -1), (1, 3), (0, 0), (0, -1)]) == {"0", "2", "3"}
    assert chosen(page, 0, [(0, -1), (1, 3), (0, -1)], met="0") == {"2"}
    assert chosen(page, 0, [(0, -1), (1, 3)], met="0") == {"0"}
    assert chosen(page, 1, options, errs=100) == set("01234")


# -- size ------------------------------------------------------------------------------------------


def test_long_matches_and_long_lists_stay_small(open_page: OpenPage) -> None:
    page = solved(open_page, {"a": ["b"], "b": ["a"]})
    page.evaluate(
        """async () => {
            const { match } = graphgame;
            for (let n = 0; n < 1000; n++) await match.play(match.view.moves[0]);
        }"""
    )
    assert page.locator(".ply").count() < 500
    assert page.locator(".ply .number").last.inner_text() == "1000."
    page.get_by_role("button", name="Earlier plies").click()
    assert page.locator(".ply .number").last.inner_text() == "1000."
    page = solved(open_page, {0: list(range(1, 1001)), **{n: [] for n in range(1, 1001)}})
    assert page.locator(".move").count() < 300
    page.get_by_role("button", name="Show more").click()
    assert page.locator(".move").count() > 600


# -- languages -------------------------------------------------------------------------------------


def test_languages(open_page: OpenPage) -> None:
    page = tic_tac_toe(open_page)
    page.locator(".move").first.click()
    settle(page)
    for name, words in {"vi": "Nước đi", "pt": "Lances", "ru": "Ходы", "fa": "حرکت‌ها"}.items():
        page.locator(".language select").select_option(name)
        assert page.locator("#moves-title").inner_text() == f"{words} · 7"
        assert page.evaluate("document.documentElement.lang") == name
        assert page.evaluate("document.activeElement.tagName") == "SELECT"
    assert page.evaluate("document.documentElement.dir") == "rtl"
    cells = page.locator(".cell").evaluate_all(
        "cells => cells.map(x => x.getBoundingClientRect().x)"
    )
    assert cells[0] < cells[1] < cells[2]


def test_numbers_take_their_forms(open_page: OpenPage) -> None:
    page = solved(open_page, {n: [n - 1] for n in range(5, 0, -1)} | {0: []})
    page.evaluate("graphgame.match.set({values: true})")
    page.locator(".language select").select_option("ru")
    said = []
    for _ in range(5):
        said.append(page.locator(".status .badge").inner_text().split(maxsplit=1)[1])
        page.locator(".move").first.click()
    assert said == [
        text
        for n, text in zip(
            (5, 4, 3, 2, 1),
            (
                "выигрыш за 5 полуходов",
                "проигрыш за 4 полухода",
                "выигрыш за 3 полухода",
                "проигрыш за 2 полухода",
                "выигрыш за 1 полуход",
            ),
            strict=True,
        )
    ]
