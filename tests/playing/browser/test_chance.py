"""Pages of games of chance: dice, chances of winning, luck and skill.

Pinned here: every position and move of a page, or of the server, is worth what it is in Python, and
each result as likely; formulas give the numbers of Python; a match of Pig by mouse, and one by
keyboard; dice that are rolled are fair, the same from the same seed and after a move was taken
back; dice that are typed; luck and mistakes at the end, which make the result; no violation that
axe finds, no sideways scrolling, in five languages.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import numpy as np
import pytest

from graphgame.playing.dice import Step, account, difference, error_weights, percent
from tests.playing import chances
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.matches import settle, spoken, started, tab_to
from tests.playing.serving import served

LANGUAGES = ["en", "vi", "fa", "pt", "ru"]
# Each position as [turn, name, expected, outcome, moves], and a move as
# [key, name, worth, odds, best, points, value].
READ = """async () => {
  const { source } = graphgame;
  const found = [];
  for (let v = 0; v < source.size; v += 1) {
    const { turn, name, expected, outcome, moves } = await source.look(String(v));
    const row = moves.map(({ to, paid = 0, odds = 0, sure, points = 0, value }) =>
      [to.key, to.name, to.expected + paid, odds, Boolean(sure), points, value]);
    found.push([turn, name, expected, outcome, row]);
  }
  return JSON.stringify(found);
}"""


def pig_page(open_page: OpenPage, **options: Any) -> Any:
    page = started(open_page(chances.pig().solution.to_html(), **options))
    page.evaluate("graphgame.match.seed = 5")
    return page


def formula(page: Any, name: str, *given: Any) -> Any:
    """Return what a formula of the page gives, without its own spaces and signs."""
    call = "([name, given]) => graphgame.app.formulas[name](...given)"
    return plain(page.evaluate(call, [name, given]))


def plain(found: Any) -> Any:
    """Return a text of the page with plain spaces and signs; anything else as it is."""
    return found.replace("\xa0", " ").replace("−", "-") if isinstance(found, str) else found


def over(page: Any) -> None:
    page.wait_for_function("() => graphgame.match.isOver")


def agrees(s: Any, found: list[Any]) -> None:
    """Compare what a page has of each position with the solution."""
    game, n = s._solved_game(), len(s)
    assert len(found) == len(game.outcomes)
    for v, (turn, label, expected, outcome, moves) in enumerate(found):
        name = s.game.position(v % n)
        sign = -1 if v >= n else 1
        assert label in (str(name), f"Position {name}")
        assert turn == game.owner[v] and outcome == game.outcomes[v]
        assert expected == pytest.approx(sign * s.value(name), abs=6e-13)  # of 2^-40, half
        worths, chance = s.move_values(name), s.probabilities(name)
        assert {int(key) % n: sign * worth for key, _, worth, *_ in moves} == {
            s.game.index(w): pytest.approx(worth, abs=1e-9) for w, worth in worths.items()
        }
        total = sum(odds for *_, odds, _, _, _ in moves)
        for key, _, _, odds, sure, points, value in moves:
            to = s.game.position(int(key) % n)
            if chance:
                assert chance[to] == pytest.approx(odds / total) and not sure and points == 0
            assert value == (0 if turn == 2 else -game.values(v, np.array([int(key)]))[0])
            assert sure == (turn != 2 and to == s.game.position(int(game.strategy[v]) % n))
        if moves and not chance:
            assert moves[0][4], "the best move is not the first"
            assert moves[0][5] == pytest.approx(max(points for *_, points, _ in moves))


@pytest.mark.parametrize("seed", range(12))
def test_every_position_agrees_with_python(seed: int, open_page: OpenPage) -> None:
    s = chances.drawn(seed).solution
    agrees(s, json.loads(started(open_page(s.to_html())).evaluate(READ)))


@pytest.mark.parametrize("seed", range(4))
def test_the_server_gives_every_position(seed: int, open_page: OpenPage) -> None:
    played = chances.drawn(seed)
    with served(played) as client:
        page = open_page(client.server.address)
        while not page.evaluate("globalThis.graphgame?.match.plies.length > 0"):
            page.wait_for_timeout(20)
        agrees(played.solution, json.loads(page.evaluate(READ)))


def test_pig_has_the_numbers_of_python(open_page: OpenPage) -> None:
    s = chances.pig().solution
    page = pig_page(open_page)
    assert page.evaluate("graphgame.match.view.expected") == pytest.approx(s.value(s.start))
    assert plain(page.locator(".chances p").inner_text()).split("\n") == [
        "Ann: 61.6 %",
        "Bob: 38.4 %",
    ]
    counts: dict[int, int] = {}
    for turn, _, expected, *_ in json.loads(page.evaluate(READ)):
        counts[turn] = counts.get(turn, 0) + 1
        assert 0 <= expected <= 1
    owners = s.owner.tolist()
    assert counts == {turn: owners.count({2: -1}.get(turn, turn)) for turn in (0, 1, 2)}


def test_the_formulas_are_those_of_python(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    rng = random.Random(7)
    for player in (0, 1):
        for length in (0, 1, 5, 40):
            steps = [Step(rng.randrange(3), rng.random(), rng.random()) for _ in range(length)]
            asked = [step._asdict() for step in steps]
            found = page.evaluate(
                "([x, p]) => graphgame.app.formulas.account(x, p)", [asked, player]
            )
            start, luck, lost = account(steps, player)
            assert found == {"start": start, "luck": luck, "lost": [*lost]}
    losses = [0.0, 0.01, 0.3]
    for span in (1.0, 0.3, 0.0):
        found = page.evaluate(
            "([x, s]) => graphgame.app.formulas.errorWeights(x, s)", [losses, span]
        )
        assert found == pytest.approx(error_weights(losses, span))
    for share in (0.0, 1e-4, 0.0012, 0.53, 0.9989, 0.99999, 1.0):
        for certain in (False, True):
            text = page.evaluate(
                "([x, c]) => graphgame.app.formulas.percent(x, c)", [share, certain]
            )
            assert text.replace("\xa0", " ") == percent(share, certain)
    for x in (0.0, -1e-7, 0.0234, -0.5):
        assert formula(page, "difference", x, False) == difference(x, has_scores=False)


# -- matches ---------------------------------------------------------------------------------------


def test_a_match_of_pig_by_mouse(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    assert page.locator("#moves-title").inner_text() == "Moves · 1"
    for _ in range(40):
        page.locator(".move", has_text="roll").or_(page.locator(".move").first).first.click()
        settle(page)
        if page.evaluate("graphgame.match.isOver"):
            break
        page.wait_for_timeout(10)
    over(page)
    assert re.fullmatch(r"(Ann|Bob) won\.", page.locator(".status span").first.inner_text())
    ends = page.locator(".luck tbody tr:last-child td").all_inner_texts()
    assert sorted(map(plain, ends)) == ["0 %", "100 %"]
    assert page.locator(".judged .ply").count() >= 4
    assert "Ann: luck" in spoken(page)


def test_a_match_of_pig_by_keyboard(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    page.evaluate("graphgame.match.set({sides: ['person', 'machine', 'person']})")
    tab_to(page, ".move")
    page.keyboard.press("Enter")  # roll
    assert page.evaluate("graphgame.match.ply.turn") == 2
    tab_to(page, "#rolled")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    assert page.evaluate("graphgame.match.view.board") == "* 0. 0 6"
    assert "Rolled: 6." in spoken(page)
    tab_to(page, ".move")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.className") == "move"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText").startswith("roll")
    page.keyboard.press("Enter")
    tab_to(page, "#rolled")
    page.keyboard.type("7\n")
    problem = page.locator(".dice .problem").inner_text()
    assert problem == "No result is called “7”: choose one of 1, 2, 3, 4, 5, 6."
    page.locator("#rolled").fill("1")
    page.keyboard.press("Enter")
    assert page.evaluate("graphgame.match.view.board") == ". 0* 0 0"
    assert page.locator(".faces circle").count() == 1


def test_results_can_be_clicked_with_what_is_likely(open_page: OpenPage) -> None:
    page = started(open_page(chances.ur().solution.to_html()))
    page.evaluate("graphgame.match.set({paused: true})")
    page.evaluate("graphgame.match.begin()")  # the first roll may have come already
    page.locator(".sown select").select_option("person")
    assert page.locator("#moves-title").inner_text() == "Results of the roll · 5"
    rows = [*map(plain, page.locator(".move").all_inner_texts())]
    assert rows[:2] == ["throw 0\n1/16 · 6.3 %", "throw 1\n4/16 · 25.0 %"]
    page.locator(".move", has_text="throw 3").click()
    assert page.locator(".die").inner_text() == "throw 3"
    assert page.evaluate("graphgame.match.ply.turn") == 0
    page.locator(".dice button.main").wait_for(state="hidden")
    page.locator(".move").first.click()
    page.locator(".dice button.main").click()  # the page rolls once, and the machine answers
    settle(page)
    assert page.evaluate("graphgame.match.plies.map(({ turn }) => turn).join('')") == "20212"


def test_losses_are_shown_with_values(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    page.locator(".move").first.click()
    settle(page)
    assert page.locator(".move .loss:visible").count() == 0
    page.locator(".switch").check()
    moves = dict(x.split("\n") for x in page.locator(".move:visible").all_inner_texts())
    s = chances.pig().solution
    assert page.evaluate("graphgame.match.view.board") == "* 0. 0 5"
    worths = s.move_values((0, 0, 0, 5, False)).values()
    lost = max(worths) - min(worths)
    assert moves["roll"] == "best"
    assert plain(moves["hold"]) == difference(-lost, has_scores=False)
    page.locator("button", has_text="Hint").click()
    assert page.locator(".hint").inner_text() == "A best move: roll."


def test_dice_are_fair_and_come_again(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    counts = page.evaluate(
        """() => {
          const counts = [0, 0, 0, 0, 0, 0];
          for (let seed = 0; seed < 200; seed += 1) {
            for (let roll = 0; roll < 300; roll += 1) {
              counts[Math.floor(6 * graphgame.app.formulas.throwOf(seed, roll))] += 1;
            }
          }
          return counts;
        }"""
    )
    assert sum(counts) == 60_000
    assert sum((x - 10_000) ** 2 / 10_000 for x in counts) < 20.5  # 1 in 1,000, with 5 degrees
    rolls = []
    for _ in range(3):
        page.locator(".move:visible", has_text="roll").click()
        settle(page)
        rolls.append(page.evaluate("graphgame.app.moveName(graphgame.match.at)"))
        page.locator("button", has_text="Take back").click()
    assert rolls[0] == rolls[1] == rolls[2]
    page.evaluate("graphgame.match.set({sides: ['machine', 'machine', 'machine']})")
    over(page)
    name = "graphgame.match.plies.map((_, at) => at && graphgame.app.moveName(at)).join()"
    first = page.evaluate(name)
    page.evaluate("graphgame.match.set({paused: true}); graphgame.match.begin()")
    assert page.evaluate("graphgame.match.seed") != 5
    page.locator(".sown input").fill("5")
    page.locator(".sown input").press("Enter")
    page.evaluate("graphgame.match.set({paused: false})")
    over(page)
    assert page.evaluate(name) == first


def test_a_roll_depends_on_the_seed_and_its_number(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    page.evaluate("graphgame.match.set({sides: ['person', 'person', 'person']})")
    for count in range(4):
        page.locator(".move:visible").filter(has_text=re.compile("^roll")).click()
        page.wait_for_function("() => graphgame.match.ply.turn === 2")
        share = formula(page, "throwOf", 5, count)
        expected = page.evaluate("at => graphgame.match.view.moves[at].label", int(6 * share))
        page.locator(".dice button.main").click()
        page.wait_for_function("() => graphgame.match.ply.turn !== 2")
        assert page.evaluate("graphgame.app.moveName(graphgame.match.at)") == expected


def test_luck_and_mistakes_make_the_result(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    page.evaluate("graphgame.match.set({errs: 100, sides: ['machine', 'machine', 'machine']})")
    for seed in (5, 6, 7):
        over(page)
        shown = [
            [float(re.sub(r"[^-\d.]", "", plain(x))) for x in row.split("\t")[1:]]
            for row in page.locator(".luck tbody tr").all_inner_texts()
        ]
        for column in (0, 1):
            start, luck, own, other, end = (row[column] for row in shown)
            assert start + luck + own + other == pytest.approx(end, abs=0.25)
        assert shown[1][0] == -shown[1][1] and shown[2][0] == -shown[3][1] <= 0
        page.evaluate(
            "s => graphgame.match.begin().then(() => { graphgame.match.seed = s; })", seed
        )


def test_a_mistake_is_answered_by_a_better_move(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    page.evaluate("graphgame.match.set({sides: ['person', 'machine', 'person']})")
    for text in ("roll", "5", "hold"):
        page.locator(".move", has_text=text).first.click()
        settle(page)
    page.evaluate("graphgame.match.set({sides: ['machine', 'machine', 'machine']})")
    over(page)
    row = page.locator(".judged li", has_text="hold").first
    assert "−" in row.locator(".loss").inner_text()
    row.locator("button", has_text="Better: roll").click()
    page.locator(".backToMatch").wait_for()
    over(page)
    page.locator(".backToMatch").click()
    assert page.locator(".luck").is_visible()


def test_scores_are_said_in_points(open_page: OpenPage) -> None:
    s = chances.drawn(2).solution
    page = started(open_page(s.to_html(players=("Ann", "Bob"))))
    page.evaluate("graphgame.match.set({values: true, sides: ['machine', 'machine', 'machine']})")
    over(page)
    final = page.evaluate("graphgame.match.view.expected + (graphgame.match.view.gained ?? 0)")
    status = page.locator(".status span").first.inner_text()
    sign = "Ann won by" if final > 0 else "Bob won by" if final < 0 else "The match is a draw."
    worth = difference(final, has_scores=True), difference(-final, has_scores=True)
    shown = plain(page.locator(".chances p").inner_text())
    assert shown.split("\n") == [f"Ann: {worth[0]}", f"Bob: {worth[1]}"]
    assert status.startswith(sign) and "%" not in page.locator(".stage").inner_text()


def test_where_nobody_may_win_one_chance_is_shown(open_page: OpenPage) -> None:
    page = started(open_page(chances.robot().solution.to_html(), width=1200))
    page.evaluate("graphgame.match.set({values: true, sides: ['person', 'person', 'person']})")
    assert plain(page.locator(".chances p").inner_text()).strip() == "Player 0: 25.0 %"
    assert "25.0 %" in map(plain, page.locator(".graph .word").all_text_contents())
    page.evaluate("graphgame.match.set({sides: ['machine', 'machine', 'machine']})")
    over(page)
    assert page.locator(".luck thead th").count() == 1


def test_a_match_with_the_server(open_page: OpenPage) -> None:
    played = chances.pig()
    with served(played) as client:
        page = open_page(client.server.address)

        def wait(condition: str) -> None:  # the policy of the page forbids playwright's own way
            while not page.evaluate(condition):
                page.wait_for_timeout(20)

        wait("globalThis.graphgame?.match.plies.length > 0")
        page.evaluate("graphgame.app.delay = 0")
        page.evaluate("graphgame.match.set({sides: ['person', 'machine', 'person']})")
        page.locator(".move").first.click()
        wait("graphgame.match.ply.turn === 2")
        assert plain(page.locator(".odds:visible").first.inner_text()) == "1/6 · 16.7 %"
        page.locator("#rolled").fill("6")
        page.keyboard.press("Enter")
        wait("graphgame.match.view.board === '* 0. 0 6'")
        shares = page.locator(".chances p").inner_text()
        value = played.solution.value((0, 0, 0, 6, False))
        assert f"Ann: {percent(value, False)}" in plain(shares)
        page.evaluate("graphgame.match.set({sides: ['machine', 'machine', 'machine']})")
        wait("graphgame.match.isOver")
        assert page.locator(".luck td").count() == 11


# -- everybody -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(language: str, dark: bool, open_page: OpenPage, axe: Axe) -> None:
    page = pig_page(open_page, dark=dark, width=390)
    page.locator(".language select").select_option(language)
    assert axe(page) == []
    page.evaluate("graphgame.match.set({values: true, sides: ['person', 'machine', 'person']})")
    page.locator(".move").first.click()
    assert axe(page) == []
    page.locator("#rolled").fill("9")
    page.keyboard.press("Enter")
    assert axe(page) == []
    page.evaluate("graphgame.match.set({errs: 90, sides: ['machine', 'machine', 'machine']})")
    over(page)
    page.evaluate("graphgame.match.set({sides: ['person', 'machine', 'machine']})")
    assert axe(page) == []
    assert page.locator(".luck").is_visible()


@pytest.mark.parametrize("size", [{"width": 320}, {"width": 1280, "zoom": 2}], ids=["320", "zoom"])
def test_nothing_scrolls_sideways(size: dict[str, int], open_page: OpenPage) -> None:
    page = pig_page(open_page, **size)
    for language in LANGUAGES:
        page.evaluate("graphgame.match.set({sides: ['person', 'machine', 'person'], values: true})")
        page.evaluate("graphgame.match.begin()")
        page.evaluate("x => graphgame.app.translate(x)", language)
        page.locator(".move").first.click()
        wide = "document.documentElement.scrollWidth > innerWidth"
        assert not page.evaluate(wide), language
        page.evaluate("graphgame.match.set({sides: ['machine', 'machine', 'machine']})")
        over(page)
        assert not page.evaluate(wide), language


def test_dice_tumble_unless_motion_is_unwanted(open_page: OpenPage) -> None:
    page = pig_page(open_page)
    page.evaluate("graphgame.app.delay = 500")
    page.locator(".move").first.click()
    page.wait_for_timeout(250)
    assert page.locator(".faces .die").count() == 0  # tests ask for reduced motion
    page.spent = True
    page.emulate_media(reduced_motion="no-preference")
    settle(page)
    page.locator(".move:visible", has_text="roll").click()
    seen = set()
    for _ in range(8):
        page.wait_for_timeout(50)
        seen.add(page.locator(".faces circle").count())
    assert len(seen) > 2
    settle(page)
    rolled = page.locator(".dice > span").nth(1).inner_text()
    assert rolled == f"Rolled: {page.locator('.faces circle').count()}"
