"""A match in the page, as a person plays it.

Pinned here: taking back, looking back, jumping, links; values that are hidden are nowhere;
repetition is announced; the machine is perfect, or errs as often as asked; long matches and long
lists stay small; problems have words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import graphgame as gg
from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import board, settle, solved, spoken, started, tic_tac_toe

if TYPE_CHECKING:
    from playwright.sync_api import Page

VALUE_WORDS = ["wins in", "draws", "loses", "Δ", "Best play"]


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
    assert page.locator(".line").inner_text().split()[1:] == ["0", "First", "will", "win"]


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
    page.locator(".sides select").nth(1).select_option("person")
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
    page.locator(".sides select").nth(1).select_option("machine")
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


# -- draws that nobody ends ------------------------------------------------------------------------

# Two players go round; at c, the one who moves there may win.
ROUND = {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": []}


def draw_button(page: Page) -> Any:
    return page.get_by_role("button", name="Call it a draw")


def go(page: Page, *names: str) -> None:
    for name in names:
        page.locator(".move", has_text=name).first.click()


def test_a_position_that_has_come_three_times_may_be_called_a_draw(open_page: OpenPage) -> None:
    page = solved(open_page, ROUND)
    go(page, "b", "a", "b")
    assert draw_button(page).count() == 0
    go(page, "a")
    draw_button(page).click()
    text = "This position has occurred 3 times. The match is a draw."
    assert page.locator(".status").inner_text() == text
    assert text in spoken(page)
    assert page.locator("#analysis-title").is_visible()
    assert page.locator(".judged li").count() == 4
    assert page.locator(".move:visible").count() == 0
    page.get_by_role("button", name="Take back").click()
    assert page.evaluate("graphgame.match.plies.length") == 4
    assert draw_button(page).count() == 0
    go(page, "a")
    assert draw_button(page).count() == 1


def test_a_draw_that_is_called_in_a_won_position_is_explained(open_page: OpenPage) -> None:
    page = solved(open_page, {"a": ["b", "z"], "b": ["a"], "z": []})
    go(page, "b", "a", "b", "a")
    page.evaluate("graphgame.match.sides = ['person', 'machine']")
    draw_button(page).click()
    assert page.locator(".summary").inner_text() == "A draw. You had a win until move 4."


def test_a_long_draw_may_be_called_one(open_page: OpenPage) -> None:
    """A ring of 120 positions, none of which comes again."""
    page = solved(open_page, {v: [(v + 1) % 120] for v in range(120)})
    play = """async (n) => {
        const { match } = graphgame;
        for (let k = 0; k < n; k++) await match.play(match.view.moves[0]);
    }"""
    page.evaluate(play, 49)
    assert draw_button(page).count() == 0
    page.evaluate(play, 1)
    draw_button(page).click()
    assert page.locator(".status").inner_text() == "The match is a draw."


def test_two_machines_stop_where_play_repeats(open_page: OpenPage) -> None:
    page = solved(open_page, {"a": ["b"], "b": ["a"]})
    page.evaluate("graphgame.match.set({sides: ['machine', 'machine']})")
    page.wait_for_function("() => graphgame.match.isOver")
    assert page.evaluate("graphgame.match.plies.length") == 5
    assert "The match is a draw." in page.locator(".status").inner_text()


def test_who_wins_has_no_colour_of_a_result(open_page: OpenPage) -> None:
    """Blue is a win and orange a loss, whatever the colours of the players are."""
    page = solved(open_page, {2: [1, 0], 1: [0], 0: []}, players=("Red", "Blue"))
    page.evaluate("graphgame.match.set({values: true})")
    badge = page.locator(".line .badge")
    badge.wait_for()
    assert badge.inner_text() == "Red will win"
    assert badge.evaluate("x => getComputedStyle(x).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_each_player_has_a_goal(open_page: OpenPage) -> None:
    names, goals = ("Red", "Blue"), {"en": ("Reach 0.", "Hold out."), "pt": "Ganhe."}
    page = solved(open_page, {2: [1, 0], 1: [0], 0: []}, players=names, goal=goals)
    found = page.locator(".about p").first
    assert " ".join(found.inner_text().translate({0x2068: None, 0x2069: None}).split()).endswith(
        "Red: Reach 0. Blue: Hold out."
    )
    page.evaluate("graphgame.app.translate('pt')")
    assert found.inner_text().endswith("Ganhe.")
