"""Boards and pieces as people see them: styles, figures, drawings of one's own, and motion.

Pinned here: names of rows and columns are beside the cells, never on a piece; each style has no
barrier, light and dark, and lines of a contrast of 3 : 1; a place of a drawing is clicked, named
and painted; hostile texts in drawings stay text; pieces slide, fall and fade, but where less motion
is asked for; a chosen piece shows its targets, also on pieces; nothing empty lies under the board;
on a phone, boards of more than eight columns scroll sideways to where play is, and say so.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import pytest

import graphgame as gg
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.matches import board, solved, spoken, started
from tests.playing.browser.test_access import is_wide
from tests.playing.browser.test_payloads import PAYLOADS, check

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A piece that moves, captures, and becomes another one; a piece is put on the board.
MOVES = {
    "A..\nB..": [".A.\nB..", "...\nA..", "C..\nB..", "A.C\nB.."],
    ".A.\nB..": [],
    "...\nA..": [],
    "C..\nB..": [],
    "A.C\nB..": [],
}
PIECES = {
    "A": {"figure": "disc", "colour": "white", "name": "light disc"},
    "B": {"figure": "car", "facing": "left", "colour": "#0072B2"},
    "C": {"figure": "lion", "shape": "square", "colour": "#D55E00"},
}
DRAWING = """<svg viewBox="0 0 200 100"><rect width="200" height="100" fill="white"/>
<circle data-place="left" cx="40" cy="50" r="20" fill="#eee" stroke="black"/>
<g transform="translate(100 0)"><rect data-place="right" x="40" y="30" width="40" height="40"/></g>
<line data-place="between" x1="60" y1="50" x2="140" y2="50" stroke="#888" stroke-width="4"/>
<title>Two and a line</title></svg>"""
STYLES = ["plain", "checkered", "lined", "hexagonal", "falling"]


def opened(open_page: OpenPage, style: str | None = None, **options: Any) -> Page:
    s = gg.solve(MOVES.__getitem__, start=next(iter(MOVES)))
    page = started(open_page(s.to_html(board=str, pieces=PIECES, style=style), **options))
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    return page


def drawn(open_page: OpenPage, **look: Any) -> Page:
    moves = {"x..": [".x.", "x.-"], ".x.": [], "x.-": []}
    pieces = {"-": {"shape": "place", "colour": "#ff0000", "name": "drawn"}}
    return solved(open_page, moves, board=str, style=DRAWING, pieces=pieces, **look)


BOX = "x => { const b = x.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"


def boxes(page: Page, selector: str) -> list[list[float]]:
    found: list[list[float]] = page.locator(selector).evaluate_all(f"all => all.map({BOX})")
    return found


def middles(page: Page, selector: str) -> list[tuple[float, float]]:
    return [((a + c) / 2, (b + d) / 2) for a, b, c, d in boxes(page, selector)]


# -- boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("style", [None, "checkered", "lined", "falling"])
def test_names_of_rows_and_columns_are_beside_the_cells(
    style: str | None, language: str, open_page: OpenPage
) -> None:
    page = opened(open_page, style)
    page.evaluate(f"graphgame.app.translate('{language}')")
    assert page.locator(".ranks").inner_text().split() == ["2", "1"]
    assert page.locator(".files").inner_text().split() == ["a", "b", "c"]
    cells = boxes(page, ".cell")
    for left, top, right, bottom in boxes(page, ".ranks span, .files span"):
        for a, b, c, d in cells:
            assert right <= a + 0.1 or left >= c - 0.1 or bottom <= b + 0.1 or top >= d - 0.1
    ranks, files = middles(page, ".ranks span"), middles(page, ".files span")
    for at, (x, y) in enumerate(middles(page, ".cell")):
        assert abs(y - ranks[at // 3][1]) < 1.5 and abs(x - files[at % 3][0]) < 1.5


def test_the_square_at_the_bottom_left_is_dark(open_page: OpenPage) -> None:
    page = opened(open_page, "checkered")
    dark = page.locator(".cell").evaluate_all("all => all.map(x => x.matches('.dark'))")
    assert dark == [False, True, False, True, False, True]
    # Where nothing ever stands is light.
    page = solved(open_page, {" .\n. ": [" X\n. "], " X\n. ": []}, board=str, style="checkered")
    dark = page.locator(".cell").evaluate_all("all => all.map(x => x.matches('.dark'))")
    assert dark == [False, True, True, False]


def test_lines_lead_between_neighbours_or_as_given(open_page: OpenPage) -> None:
    page = opened(open_page, "lined")
    assert page.locator(".lines line").count() == 7
    look: dict[str, Any] = {"board": str, "style": "lined"}
    moves = {"A. .\n.. .": [".A .\n.. ."], ".A .\n.. .": []}
    assert solved(open_page, moves, **look).locator(".lines line").count() == 5
    page = solved(open_page, moves, edges=[(0, 3), (0, 7)], **look)
    ends = page.locator(".lines line").evaluate_all(
        "all => all.map(x => ['x1', 'y1', 'x2', 'y2'].map((name) => Number(x.getAttribute(name))))"
    )
    assert ends == [[12.5, 25, 87.5, 25], [12.5, 25, 87.5, 75]]


def test_hexagons_are_as_far_from_all_neighbours(open_page: OpenPage) -> None:
    page = opened(open_page, "hexagonal")
    assert page.locator(".lines polygon").count() == 6
    at = middles(page, ".cell")
    sides = [(0, 1), (0, 3), (1, 3), (1, 4), (2, 4), (4, 5)]
    lengths = [((at[i][0] - at[j][0]) ** 2 + (at[i][1] - at[j][1]) ** 2) ** 0.5 for i, j in sides]
    assert max(lengths) - min(lengths) < 0.02 * lengths[0]
    page.locator(".cell").nth(0).focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.at") == "1"
    assert page.locator(".lines text").all_text_contents() == ["2", "a", "b", "c", "1"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("style", [*STYLES, "drawing"])
def test_styles_have_no_barriers(style: str, dark: bool, open_page: OpenPage, axe: Axe) -> None:
    page = drawn(open_page) if style == "drawing" else opened(open_page, style, dark=dark)
    assert axe(page) == []
    page.locator("[data-at='0']").click()
    # On the drawing the click is a whole move.
    assert page.locator(".last" if style == "drawing" else ".clicked").count() > 0
    assert axe(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


# The contrast of what is drawn with what lies under it.
CONTRAST = """() => {
  const light = (colour) => {
    const part = (x) => (x /= 255) <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4;
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number);
    return .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
  };
  const style = (name) => [...document.querySelectorAll(name)].map((x) => getComputedStyle(x))[0];
  const pairs = [];
  const [frame, cell, polygon] = ['.frame', '.cell', '.lines polygon'].map(style);
  const line = style('.lines line, .graph .edge');
  const ground = frame.backgroundColor;
  if (line) pairs.push([line.stroke, ground]);
  if (polygon) pairs.push([polygon.stroke, polygon.fill]);
  if (cell && cell.borderTopWidth !== '0px') pairs.push([cell.borderTopColor, ground]);
  const shadow = cell && /^rgb\\([^)]*\\)/.exec(cell.boxShadow);
  const under = cell?.backgroundColor;
  if (shadow && !under.endsWith(', 0)')) pairs.push([shadow[0], under]);
  if (style('.ranks')) pairs.push([style('.ranks').color, ground]);
  return pairs.map(([a, b]) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return [a, b, (x + .05) / (y + .05)];
  });
}"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_lines_have_contrast(dark: bool, open_page: OpenPage) -> None:
    s = gg.solve({"a": ["b"], "b": []})
    cycle = [(k, (k + 1) % 5) for k in range(5)]
    pages = [opened(open_page, style, dark=dark) for style in STYLES]
    pages.append(started(open_page(s.to_html(), dark=dark)))
    pages.append(started(open_page(gg.cops_and_robbers(cycle, 1).to_html(), dark=dark)))
    for page in pages:
        found = page.evaluate(CONTRAST)
        assert [x for x in found if x[2] < 3] == []
        assert found or page.locator(".checkered").count() == 1


# -- drawings --------------------------------------------------------------------------------------


def test_a_drawing_is_a_board(open_page: OpenPage) -> None:
    page = drawn(open_page)
    for name, at in (("left", 0), ("right", 1), ("between", 2)):
        (x, y), (u, v) = (
            middles(page, f"[data-place={name}]")[0],
            middles(page, f"[data-at='{at}']")[0],
        )
        assert abs(x - u) < 1 and abs(y - v) < 1
    assert page.locator("[data-at='1']").get_attribute("aria-label") == "right: empty"
    assert page.locator(".move .name").all_inner_texts() == ["between", "left → right"]
    page.locator("[data-at='2']").click()
    assert page.locator("[data-place=between]").get_attribute("stroke") == "#ff0000"
    assert "First: between." in spoken(page)
    page.get_by_role("button", name="Take back").click()
    assert page.locator("[data-place=between]").get_attribute("stroke") == "#888"
    page.locator("[data-at='1']").click()
    assert board(page) == ".x."


def test_a_drawing_is_walked_over(open_page: OpenPage) -> None:
    page = drawn(open_page)
    page.locator("[data-at='0']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.at") == "2"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.at") == "1"


def test_a_drawing_that_is_not_seen_at_first(open_page: OpenPage) -> None:
    page = drawn(open_page)
    page.evaluate(
        """() => {
            document.body.hidden = true;
            graphgame.app.panels = [];
            graphgame.app.render();
            document.body.hidden = false;
        }"""
    )
    left = "document.querySelector('[data-at=\"1\"]').style.left"
    page.wait_for_function(f"() => {left}.startsWith('8')")


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_hostile_texts_of_drawings(number: int, open_page: OpenPage) -> None:
    """Texts, titles and names of places."""
    text = PAYLOADS[number]
    quoted = escape(text)
    style = (
        f'<svg viewBox="0 0 9 9"><text x="1" y="5" font-size="2">text {quoted}</text>'
        f'<title>title {quoted}</title><circle data-place="place {quoted}" r="2"/></svg>'
    )
    s = gg.solve({"x": ["."], ".": []})
    if any(x < " " and x not in "\t\r\n" for x in text):
        with pytest.raises(gg.GraphGameError, match=r"style, line \d, column .*: expected SVG"):
            s.to_html(board=str, style=style)
        return
    page = open_page(s.to_html(board=str, style=style, languages=["en"]))
    check(page, f"text {text}", f"title {text}", f"place {text}")
    assert page.locator("[onload], [onclick], svg [href]").count() == 0


# -- pieces ----------------------------------------------------------------------------------------


def test_figures_are_drawn_and_named(open_page: OpenPage) -> None:
    page = opened(open_page)
    assert page.locator("[data-at='0']").get_attribute("aria-label") == "a2: light disc"
    car = page.locator("[data-at='4'] g")
    assert "rotate(270 50 50)" in (car.get_attribute("transform") or "")
    assert car.locator("path").first.get_attribute("fill") == "#0072B2"
    assert page.locator(".cell text").count() == 0
    page.evaluate(
        "graphgame.match.play(graphgame.match.view.moves.find((x) => x.to.board[2] === 'C'))"
    )
    lion = page.locator("[data-at='2']")
    assert lion.locator("rect").get_attribute("fill") == "#D55E00"
    assert lion.locator("g path").first.get_attribute("fill") == "#000"


def test_a_chosen_piece_shows_its_targets(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator("[data-at='0']").click()
    found = page.locator(".next").evaluate_all(
        "all => all.map(x => [x.dataset.at, x.matches('.full')])"
    )
    assert found == [["1", False], ["4", True]]
    colours = page.locator(".next").evaluate_all(
        "all => all.map(x => { const s = getComputedStyle(x, '::after');"
        " return [s.backgroundColor, s.boxShadow]; })"
    )
    assert colours[0][0] == "rgb(0, 103, 165)" and "rgb(0, 103, 165)" in colours[1][1]


# -- motion ----------------------------------------------------------------------------------------

PLAY = """async (board) => {
    const { match } = graphgame;
    await match.play(match.view.moves.find(({ to }) => to.board === board));
    const moving = document.getAnimations().map(({ effect }) =>
        [effect.target.getAttribute("class"), effect.getKeyframes()[0].transform ?? ""]);
    return moving.sort();
}"""


@pytest.mark.parametrize(
    ("style", "target", "moving"),
    [
        (None, ".A.\nB..", [["piece", "translate(-100%, 0%)"]]),
        (None, "...\nA..", [["ghost", "none"], ["piece", "translate(0%, -100%)"]]),
        (None, "C..\nB..", [["piece", "scaleX(0)"]]),
        (None, "A.C\nB..", [["piece", "scale(0.4)"]]),
        ("falling", "A.C\nB..", [["piece", "translateY(-106%)"]]),
    ],
)
def test_pieces_move(
    style: str | None, target: str, moving: list[list[str]], open_page: OpenPage
) -> None:
    page = opened(open_page, style)
    page.emulate_media(reduced_motion="no-preference")
    page.spent = True
    found = page.evaluate(PLAY, target)
    assert [name for name, _ in found] == [name for name, _ in moving]
    assert found[-1] == moving[-1]
    page.wait_for_function("() => document.getAnimations().length === 0")
    assert page.locator(".ghost").count() == 0
    page.get_by_role("button", name="Take back").click()
    assert page.evaluate("document.getAnimations().length") == 0


def test_less_motion_is_none(open_page: OpenPage) -> None:
    page = opened(open_page)
    assert page.evaluate(PLAY, "...\nA..") == []
    assert page.locator(".ghost").count() == 0
    assert page.locator(".last").count() == 2


# -- room ------------------------------------------------------------------------------------------


def test_nothing_empty_is_under_the_board(open_page: OpenPage) -> None:
    page = opened(open_page)
    (_, _, _, bottom), (_, top, _, _) = boxes(page, ".frame")[0], boxes(page, ".stage > .tools")[0]
    assert top - bottom < 24
    assert page.locator(".pick").is_hidden()
    page.locator("[data-at='2']").click()
    page.locator("[data-at='5']").click()
    assert page.locator(".hint").is_visible()


def test_targets_on_a_phone_are_for_thumbs(open_page: OpenPage) -> None:
    page = opened(open_page, width=390, height=844)
    page.locator("[data-at='0']").click()
    small = page.locator("button:visible, select:visible, summary:visible, .cell").evaluate_all(
        """all => all.filter(x => x.getBoundingClientRect().height < 44 && !x.matches(".ply"))
            .map(x => x.outerHTML.slice(0, 80))"""
    )
    assert small == []


# -- wide boards on a phone ------------------------------------------------------------------------


def corridor(columns: int, style: str = "plain") -> str:
    """Return a page: a piece goes right or down, on three rows of so many cells."""

    def options(place: tuple[int, int]) -> list[tuple[int, int]]:
        row, column = place
        return [(row, column + 1)] * (column < columns - 1) + [(row + 1, column)] * (row < 2)

    def drawn(place: tuple[int, int]) -> str:
        cells = [["."] * columns for _ in range(3)]
        cells[place[0]][place[1]] = "o"
        return "\n".join(map("".join, cells))

    return gg.solve(options, start=(0, 0)).to_html(board=drawn, style=style)


ENDS = """() => {
    const { classList } = document.querySelector(".boardPanel");
    return [classList.contains("goesLeft"), classList.contains("goesRight")];
}"""
LAST = """() => {
    const { left, right } = document.querySelector(".frame").getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".last")].map((x) => x.getBoundingClientRect());
    return boxes.length > 0 && boxes.every((x) => x.left >= left && x.right <= right);
}"""


@pytest.mark.parametrize("style", ["plain", "checkered", "lined", "hexagonal"])
@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_wide_board_scrolls_inside_its_frame(
    style: str, language: str, open_page: OpenPage, axe: Axe
) -> None:
    """Cells of 44 pixels; the page itself stays, and marks show where the board goes on."""
    page = started(open_page(corridor(12, style), width=390, height=844))
    page.evaluate("x => graphgame.app.translate(x)", language)
    assert min(box[2] - box[0] for box in boxes(page, ".cell")) >= 43.9
    assert not is_wide(page)
    page.wait_for_function(f"() => ({ENDS})().join() === 'false,true'")
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    for _ in range(13):
        page.evaluate("graphgame.match.play(graphgame.match.view.moves.at(-1))")
        page.wait_for_function(LAST)
    assert page.evaluate("document.querySelector('.frame').scrollLeft") > 100
    page.wait_for_function(f"() => ({ENDS})().join() === 'true,false'")
    assert not is_wide(page)
    page.evaluate("graphgame.match.begin()")
    page.wait_for_function("() => document.querySelector('.frame').scrollLeft < 50")
    assert axe(page) == []


@pytest.mark.parametrize(("columns", "width"), [(8, 390), (12, 1280)])
def test_a_board_that_fits_has_no_marks(columns: int, width: int, open_page: OpenPage) -> None:
    page = started(open_page(corridor(columns), width=width, height=844))
    assert page.evaluate(ENDS) == [False, False]
    assert not page.locator(".frame").evaluate("x => x.scrollWidth > x.clientWidth")


def test_marks_follow_the_finger_and_the_window(open_page: OpenPage) -> None:
    page = started(open_page(corridor(12), width=1280, height=844))
    assert page.evaluate(ENDS) == [False, False]
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(f"() => ({ENDS})().join() === 'false,true'")
    page.locator(".frame").evaluate("x => { x.scrollLeft = 60; }")
    page.wait_for_function(f"() => ({ENDS})().join() === 'true,true'")
    page.locator(".frame").evaluate("x => { x.scrollLeft = 1000; }")
    page.wait_for_function(f"() => ({ENDS})().join() === 'true,false'")
    rank, cell = boxes(page, ".ranks")[0], boxes(page, ".frame")[0]
    assert abs(rank[0] - cell[0]) < 6, "the numbers of the rows stay"
