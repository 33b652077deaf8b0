"""Moves of a person in the page, by keyboard and by clicks.

Pinned here: a whole match on the board and in the list of moves, by keyboard alone, each move
spoken; moves from clicks, also where they tie; boards, pieces and names; a picture in place of a
board.
"""

from __future__ import annotations

import numpy as np

from tests.playing.browser.chromium import OpenPage
from tests.playing.browser.matches import (
    board,
    focused,
    settle,
    solved,
    spoken,
    tab_to,
    tic_tac_toe,
)

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
        assert f"First: {cell[:2]}." in spoken(page)
        assert "Second: " in spoken(page) or page.evaluate("graphgame.match.isOver")
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


def test_cells_that_are_left_have_a_plural(open_page: OpenPage) -> None:
    page = solved(open_page, {"abc": ["a..", "ab."], "a..": [], "ab.": []}, board=str)
    names = {}
    for language in ("en", "pt"):
        page.evaluate("x => graphgame.app.translate(x)", language)
        names[language] = sorted(page.locator(".move:visible .name").all_inner_texts())
    assert names == {"en": ["b1 off, c1 off", "c1 off"], "pt": ["sai b1, sai c1", "sai c1"]}
    page = solved(open_page, {"abbb": ["a..b", "abb."], "a..b": [], "abb.": []}, board=str)
    page.evaluate("graphgame.app.translate('pt')")
    names["pt"] = sorted(page.locator(".move:visible .name").all_inner_texts())
    assert names["pt"] == ["saem b1 c1", "sai d1"]


def test_clicks_that_mean_nothing_are_answered(open_page: OpenPage) -> None:
    page = solved(open_page, {"A..": [".A.", "B.."], ".A.": [], "B..": []}, board=str)
    page.locator("[data-at='2']").click()
    assert page.locator(".hint").inner_text() == "No move touches c1."
    page.locator("[data-at='0']").click()
    page.locator("[data-at='2']").click()
    assert page.locator(".hint").inner_text() == "No move touches c1."
    assert spoken(page).count("No move touches c1.") == 2
    assert page.locator("[aria-selected=true]").get_attribute("aria-label") == "a1: A"
    page.locator("[data-at='1']").click()
    page.locator("[data-at='1']").click()
    assert "the match is over" in page.locator(".hint").inner_text()


def test_another_piece_is_chosen_instead(open_page: OpenPage) -> None:
    game = {"A.B\n...": [".AB\n...", "..B\nA..", "AB.\n...", "A..\n..B", "A..\n.B."]}
    page = solved(open_page, {**game, **{x: [] for x in game["A.B\n..."]}}, board=str)
    chosen = "cells => cells.map((x) => x.getAttribute('aria-label'))"
    page.locator("[data-at='0']").click()
    page.locator("[data-at='2']").click()
    assert page.locator("[aria-selected=true]").evaluate_all(chosen) == ["c2: B"]
    assert page.locator(".hint").inner_text() == "Chosen: c2. Choose another cell."
    assert page.locator(".move:visible").count() == 3
    page.locator("[data-at='2']").click()  # once more: none is chosen
    assert page.locator("[aria-selected=true]").count() == 0
    # The only move to a1 is that of A: a click on it beside a target of B does not make it.
    page.locator("[data-at='2']").click()
    page.locator("[data-at='4']").click()
    assert page.evaluate("graphgame.match.plies.length") == 1
    assert page.locator("[aria-selected=true]").evaluate_all(chosen) == ["a1: empty"]
    page.get_by_role("button", name="Play this move: a2 → a1").click()
    assert board(page) == "..B\nA.."


# -- markers ---------------------------------------------------------------------------------------

# A piece may be taken, or the player passes, which lights a lamp beside the board, between pieces.
LAMP = {
    "X.O\n.. ": [".XO\n.. ", "X.O\n..p"],
    "X.O\n..p": [".XO\n.. ", "X.O\n..q", "..O\nX. "],
    ".XO\n.. ": ["..X\n.. "],
    **{x: [] for x in ("X.O\n..q", "..X\n.. ", "..O\nX. ")},
}
MARKERS = {"p": {"marker": True, "name": "passed"}, "q": {"marker": True, "text": "2"}}


def test_markers_are_neither_named_nor_marked(open_page: OpenPage) -> None:
    page = solved(open_page, LAMP, board=str, pieces=MARKERS)
    names = page.locator(".move:visible .name")
    assert sorted(names.all_inner_texts()) == ["a2 → b2", "pass"]
    page.get_by_role("button", name="Play this move: pass").click()
    assert page.locator("[aria-label='c1: passed']").count() == 1
    assert page.locator(".last").count() == 0
    assert sorted(names.all_inner_texts()) == ["a2 → a1", "a2 → b2", "pass"]
    assert page.locator("[data-at='6'].open").count() == 0
    page.locator("[data-at='0']").click()
    rings = page.locator(".next").evaluate_all("cells => cells.map((x) => x.dataset.at)")
    assert rings == ["1", "4"]
    page.locator("[data-at='1']").click()
    assert board(page) == ".XO\n.. "
    assert page.locator(".last").count() == 2
    assert names.all_inner_texts() == ["b2 × c2"]


def test_what_all_moves_of_a_piece_change_has_no_ring(open_page: OpenPage) -> None:
    game = {"X..p": [".X..", "..X."], ".X..": [], "..X.": []}
    page = solved(open_page, game, board=str)
    page.locator("[data-at='0']").click()
    rings = page.locator(".next").evaluate_all("cells => cells.map((x) => x.dataset.at)")
    assert rings == ["1", "2"]


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


# -- passing ---------------------------------------------------------------------------------------

PASSES = {
    ("X..", 0): [("X..", 1)],
    ("X..", 1): [(".X.", 0), ("X..", 0)],
    (".X.", 0): [],
}


def test_a_pass_has_a_button_since_no_cell_belongs_to_it(open_page: OpenPage) -> None:
    page = solved(
        open_page, PASSES, lambda v: v[0], turn=lambda v: v[1] % 2, players=("Cats", "Dogs")
    )
    status, tools = page.locator(".status"), page.locator(".pick .tools button:visible")
    assert status.inner_text().strip() == "Cats can only pass."
    assert tools.all_inner_texts() == ["Play this move: pass"]
    tools.click()
    assert status.inner_text().strip() == "Dogs to move"
    assert tools.all_inner_texts() == ["Play this move: pass"]  # there is a move on the board, too
    page.locator(".cell").nth(0).click()
    page.locator(".cell").nth(1).click()
    assert page.evaluate("graphgame.match.view.board") == ".X."
    judged = [text.split() for text in page.locator(".judged li").all_inner_texts()]
    assert judged == [
        ["1.", "·", "Cats:", "pass", "the", "only", "move"],
        ["2.", "✓", "Dogs:", "a1", "→", "b1", "keeps", "the", "win"],
    ]


def test_the_list_of_the_match_says_what_a_move_did_for_who_made_it(open_page: OpenPage) -> None:
    page = solved(open_page, {"X..": [".X.", "..X"], ".X.": ["..X"], "..X": []}, str)
    page.evaluate("graphgame.match.set({values: true})")
    page.locator(".move", has_text="c1").click()
    assert page.locator(".history .ply").nth(1).inner_text().endswith("wins in 1 ply")
    assert page.locator(".history .badge").nth(1).get_attribute("class") == "badge win"
