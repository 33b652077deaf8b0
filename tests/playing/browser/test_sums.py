"""Sums of positions in the page: what it says of every sum is what Python says.

Pinned here: outcome, moves and their outcomes of all sums of up to three positions of random games,
of a game that falls apart, of games with cycles, and in misère play; the machine wins what it can
win, with cycles, too; the values, their XOR and the move that makes it 0; boards side by side, the
names of moves, clicks, and what a person types; puzzles have one solution; matches in misère play,
against the machine and by it, end as Python says.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import pytest

import graphgame as gg
from tests.playing.browser.asking import problem, run
from tests.playing.browser.chromium import Axe, OpenPage
from tests.playing.browser.matches import settle, spoken, started
from tests.playing.browser.test_access import LANGUAGES, is_wide

LOOK = """
    const sums = [];
    for (const key of keys) {
        const view = await source.look(key);
        sums.push([view.outcome, view.remoteness, view.moves.map(({to}) => [to.key, to.outcome])]);
    }
    return sums;
"""
# Matches of the machine against random play from sums that it has won, and how many it won.
WINS = """async ({ keys, seed }) => {
  const { source, chooseMove } = graphgame;
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  let won = 0, longest = 0;
  for (const key of keys) {
    let view = await source.look(key);
    for (let n = 0; n < 500; n++) {
      view = await source.look(chooseMove(view, () => false, 0, random).to.key);
      longest = Math.max(longest, n);
      if (!view.moves.length) { won += view.outcome < 0 ? 1 : 0; break; }
      view = await source.look(view.moves[Math.floor(random() * view.moves.length)].to.key);
    }
  }
  return [won, longest];
}"""


def graph(seed: int, *, loopy: bool = False) -> gg.GameGraph[int]:
    rng = random.Random(seed)
    n = rng.randint(4, 7)
    edges = [
        (v, w)
        for v in range(n)
        for w in range(0 if loopy else v + 1, n)
        if rng.random() < (0.25 if loopy else 0.5)
    ]
    return gg.GameGraph.from_edges(edges, n)


def sums(n: int) -> list[tuple[int, ...]]:
    return [
        parts for count in (1, 2, 3) for parts in combinations_with_replacement(range(n), count)
    ]


def key_of(parts: Sequence[int]) -> str:
    return ",".join(map(str, parts))


def parts_of(key: str) -> tuple[int, ...]:
    return tuple(sorted(int(part) for part in key.split(",") if part != "-"))


def check(page: Any, asked: list[tuple[int, ...]], outcome: Any, options: Any) -> set[int]:
    """Compare sums with Python, whose functions take tuples of parts; return the outcomes seen."""
    answers = run(page, LOOK, keys=[key_of(parts) for parts in asked])
    seen = set()
    for parts, (value, remoteness, moves) in zip(asked, answers, strict=True):
        assert (value, remoteness) == (outcome(parts), None), parts
        expected: Counter[Any] = Counter()
        for at, part in enumerate(parts):
            for left in {tuple(sorted(left)) for left in options(part)}:
                to = tuple(sorted((*parts[:at], *left, *parts[at + 1 :])))
                expected[to, outcome(to)] += 1
        assert Counter((parts_of(key), to) for key, to in moves) == expected, parts
        assert [to for _, to in moves] == sorted(to for _, to in moves)
        seen.add(value)
    return seen


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("seed", range(4))
def test_sums_of_random_games(seed: int, play: str, open_page: OpenPage) -> None:
    g = gg.grundy(graph(seed))
    page = open_page(g.to_html([0, 1], play=play))
    options = {v: [(w,) for w in g.graph().options(v)] for v in g}

    def outcome(parts: tuple[int, ...]) -> int:
        return int(g.outcome(parts, play=play))

    assert check(page, sums(len(g)), outcome, options.__getitem__) == {-1, 1}


@pytest.mark.parametrize("seed", range(6))
def test_sums_of_games_with_cycles(seed: int, open_page: OpenPage) -> None:
    g = gg.loopy_grundy(graph(seed, loopy=True))
    page = open_page(g.to_html([0, 1]))
    options = {v: [(w,) for w in g.graph().options(v)] for v in g}

    def outcome(parts: tuple[int, ...]) -> int:
        return int(g.outcome(parts))

    asked = sums(len(g))
    assert check(page, asked, outcome, options.__getitem__) & {0, 1}
    won = [key_of(parts) for parts in asked if outcome(parts) == gg.WIN]
    page = started(page)
    assert page.evaluate(WINS, {"keys": won, "seed": seed})[0] == len(won)


def kayles(row: int) -> list[gg.Sum[int]]:
    """Take one pin, or two neighbours, from a row; rows without pins are left out."""
    return [
        gg.Sum(*(rest for rest in (left, row - taken - left) if rest))
        for taken in (1, 2)
        for left in range(row - taken + 1)
    ]


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_game_that_falls_apart(play: str, open_page: OpenPage) -> None:
    g = gg.grundy(kayles, start=7, sums=True)
    names = [*g]
    page = open_page(g.to_html(gg.Sum(7, 3), play=play, board=lambda row: "o" * row))
    options = {
        v: [[*map(names.index, left)] for left in kayles(row)] for v, row in enumerate(names)
    }

    def outcome(parts: tuple[int, ...]) -> int:
        return int(g.outcome(gg.Sum(*(names[v] for v in parts)), play=play))

    asked = [parts for parts in sums(len(names)) if sum(names[v] for v in parts) <= 12]
    assert check(page, asked, outcome, options.__getitem__) == {-1, 1}


# -- what is seen ----------------------------------------------------------------------------------

TAKE = gg.grundy(lambda n: [n - k for k in (1, 2) if k <= n], start=6)
PIECES = {"o": {"name": "stone", "shape": "disc", "colour": "#b8860b", "text": ""}}


def take_page(open_page: OpenPage, **options: Any) -> Any:
    text = TAKE.to_html([5, 6, 4], board=lambda n: f"{'o' * n:.<6}", pieces=PIECES)
    return started(open_page(text, **options))


def text(page: Any) -> str:
    return str(page.locator("main").inner_text())


def test_the_values_their_sum_and_the_move_that_makes_it_0(open_page: OpenPage) -> None:
    """5, 6 and 4 stones have the values 2, 0 and 1; the sum is 3."""
    page = take_page(open_page)
    key, total, rows, why = page.evaluate("graphgame.match.view.note").split("\t")
    assert (key, total) == ("sumColumns", "3")
    shown = ["5 → 2   1 0", "6 → 0   0 0", "4 → 1   0 1", "  ⊕ 3   1 1"]
    assert rows.split("\n") == shown
    assert why == "This move makes it 0: part 1: take 1, since 2 ⊕ 3 = 1."
    assert "XOR" not in text(page)
    page.get_by_role("switch").check()
    assert all(row in page.locator("pre").inner_text() for row in shown)
    assert (
        "the value of the sum: 3. This move makes it 0: part 1: take 1, since 2 ⊕ 3 = 1."
        in text(page)
    )
    page.locator(".move", has_text="part 1: take 1").click()
    settle(page)
    page.evaluate("graphgame.match.lookAt(1)")
    assert "one answer makes it 0 again" in text(page)


def test_boards_stand_side_by_side(open_page: OpenPage) -> None:
    page = take_page(open_page)
    assert page.evaluate("graphgame.match.view.board").split("\n") == [
        "ooooo.",
        "oooooo",
        "oooo..",
    ]
    labels = page.locator(".cell").evaluate_all("all => all.map(x => x.getAttribute('aria-label'))")
    assert labels[0] == "part 1: a1: stone" and labels[6] == "part 2: a1: stone"
    assert "You move first." in text(page) and "Who cannot move loses." in text(page)
    assert "Each move is made in one part; the others stay as they are." in text(page)
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    page.locator(
        '.cell[aria-label^="part 2: e1"]'
    ).click()  # two moves change it, one of them alone
    page.get_by_role("button", name="Play this move").or_(page.locator(".move")).first.click()
    assert "part 2" in spoken(page)


def test_boards_of_two_rows_have_gaps(open_page: OpenPage) -> None:
    def square(n: int) -> str:
        cells = f"{'o' * n:.<6}"
        return f"{cells[:3]}\n{cells[3:]}"

    page = started(open_page(TAKE.to_html([5, 6], board=square)))
    assert page.evaluate("graphgame.match.view.board").split("\n") == ["ooo ooo", "oo. ooo"]
    labels = page.locator(".cell").evaluate_all("all => all.map(x => x.getAttribute('aria-label'))")
    assert labels[4] == "part 2: a2: o" and labels[-1] == "part 2: c1: o"


def test_a_part_that_falls_apart_takes_a_free_place(open_page: OpenPage) -> None:
    g = gg.grundy(kayles, start=5, sums=True)
    page = started(open_page(g.to_html(5, board=lambda row: "o" * row)))
    page.evaluate("graphgame.match.set({sides: ['person', 'person']})")
    page.locator(".move", has_text="5 → 1 + 2").first.click()
    rows = page.evaluate("graphgame.match.view.board").split("\n")
    assert sorted(row.strip() for row in rows) == ["", "o", "oo"]
    assert page.evaluate("graphgame.match.view.name") in ("1 + 2", "2 + 1")
    page.locator(".move", has_text="2 → 0").click()
    assert page.evaluate("graphgame.match.view.name") == "1"
    more = ",".join([str([*g].index(1))] * 5)  # more parts than there are places
    page.evaluate("key => graphgame.match.begin(key)", more)
    assert [row.strip() for row in page.evaluate("graphgame.match.view.board").split("\n")] == 5 * [
        "o"
    ]
    assert page.locator(".cell").count() == 5 * 5


def test_names_that_an_author_gives(open_page: OpenPage) -> None:
    page = started(open_page(TAKE.to_html([3, 2], move=lambda n, m: f"minus {n - m}")))
    names = page.locator(".move .name").all_inner_texts()
    assert sorted(names) == [
        "part 1: minus 1",
        "part 1: minus 2",
        "part 2: minus 1",
        "part 2: minus 2",
    ]
    alone = started(open_page(TAKE.to_html()))
    assert sorted(alone.locator(".move .name").all_inner_texts()) == ["6 → 4", "6 → 5"]


def test_what_a_person_types(open_page: OpenPage) -> None:
    page = open_page(TAKE.to_html([5, 6]))
    names = [*TAKE]
    expected = key_of([names.index(3), names.index(4)])
    for typed in ("3 + 4", " 3, 4", "3 4", "3+4"):
        assert run(page, f"return await source.find('{typed}');") == expected
    assert problem(page, "source.find('seven')") == "noPosition"
    assert problem(page, "source.look('99')") == "noPosition"
    assert problem(page, "source.look('1,x')") == "noPosition"


def test_values_without_end_have_words(open_page: OpenPage) -> None:
    g = gg.loopy_grundy({"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []})
    page = started(open_page(g.to_html(["a", "c"])))
    page.get_by_role("switch").check()
    assert "the value of the sum: ∞{0}" in text(page)
    assert "a → ∞{1}" in page.locator("pre").inner_text()
    assert "c →    1" in page.locator("pre").inner_text()


def check_puzzles(page: Any, outcome: int = 1, count: int = 10) -> None:
    """Check that each puzzle of a page has one solution, and solve the first."""
    keys = page.evaluate("graphgame.data.puzzles")
    assert len(keys) == len({*keys}) == count
    for key in keys:
        view = run(page, "return await source.look(key);", key=key)
        kept = [move for move in view["moves"] if move["to"]["outcome"] == -view["outcome"]]
        assert view["outcome"] >= 0 and len(kept) == 1 and len(view["moves"]) >= 3
    page.get_by_role("button", name="Puzzles").click()
    page.wait_for_function("() => graphgame.app.puzzles.isOpen && graphgame.app.waiting")
    task = "Find the winning move." if outcome else "Find the only move that draws."
    assert task in text(page)
    at = page.evaluate(
        "x => graphgame.app.offered.findIndex(({move}) => move.to.outcome === -x)", outcome
    )
    page.locator(".move").nth(at).click()
    page.wait_for_function("() => graphgame.app.puzzles.state === 'solved'")
    settle(page)
    assert "Right: part" in text(page)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_puzzles_have_one_solution(play: str, open_page: OpenPage) -> None:
    text = TAKE.to_html([5, 6, 4], board=lambda n: f"{'o' * n:.<6}", pieces=PIECES, play=play)
    check_puzzles(started(open_page(text)))


def test_the_puzzle_of_a_sum_with_a_cycle(open_page: OpenPage) -> None:
    """From a + c, a move to a + d may go on for ever: all others lose."""
    g = gg.loopy_grundy({"a": ["b", "c"], "b": ["a"], "c": ["d", "e"], "d": [], "e": ["d"]})
    page = started(open_page(g.to_html(["a", "c", "e", "c"])))
    keys = page.evaluate("graphgame.data.puzzles")
    views = [run(page, "return await source.look(key);", key=key) for key in keys]
    check_puzzles(page, views[0]["outcome"], len(keys))


# -- whole matches in misère play ------------------------------------------------------------------

# Matches of the machine against random play, and how many it won.  Who cannot move wins.
MISERE = """async ({ keys, seed }) => {
  const { source, chooseMove } = graphgame;
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  let won = 0;
  for (const key of keys) {
    let view = await source.look(key);
    let machine = true;
    for (; view.moves.length; machine = !machine) {
      const any = view.moves[Math.floor(random() * view.moves.length)];
      view = await source.look((machine ? chooseMove(view, () => false, 0, random) : any).to.key);
    }
    won += machine ? 1 : 0;
  }
  return won;
}"""


def test_the_machine_wins_what_it_can_win_in_misere_play(open_page: OpenPage) -> None:
    def outcome(parts: tuple[int, ...]) -> int:
        return int(TAKE.outcome([[*TAKE][part] for part in parts], play="misere"))

    won = [key_of(parts) for parts in sums(len(TAKE)) if outcome(parts) == gg.WIN]
    page = started(open_page(TAKE.to_html([6, 6, 6], play="misere")))
    assert page.evaluate(MISERE, {"keys": won, "seed": 1}) == len(won) > 40
    rows = gg.octal("0.77")
    heaps = [h for h in combinations_with_replacement(range(1, 8), 3) if sum(h) < 15]
    won = [key_of(h) for h in heaps if rows.outcome(h, play="misere") == gg.WIN]
    page = started(open_page(rows.to_html(heaps=(7, 7, 7), play="misere")))
    assert page.evaluate(MISERE, {"keys": won, "seed": 2}) == len(won) > 40


@pytest.mark.parametrize("kind", ["Nim", "Kayles", "positions", "falls apart"])
def test_a_match_in_misere_play_against_the_machine(kind: str, open_page: OpenPage) -> None:
    """A person who makes winning moves wins; one who makes the others does not."""
    pages = {
        "Nim": lambda: gg.all_but().to_html(heaps=(3, 4, 5), play="misere"),
        "Kayles": lambda: gg.octal("0.77").to_html(heaps=(5, 6), play="misere"),
        "positions": lambda: TAKE.to_html([5, 6, 4], play="misere"),
        "falls apart": lambda: gg.grundy(kayles, start=7, sums=True).to_html(
            gg.Sum(7, 3), play="misere", board=lambda row: "o" * row
        ),
    }
    page = started(open_page(pages[kind]()))
    assert "Who cannot move wins." in text(page)
    for wanted, words in ((-1, "You won, in "), (1, "You lost.")):
        page.get_by_role("button", name="New game").click()
        settle(page)
        assert page.evaluate("graphgame.match.view.outcome") == gg.WIN
        while not page.evaluate("graphgame.match.isOver"):
            at = page.evaluate(
                "x => graphgame.app.offered.findIndex(({move}) => move.to.outcome === x)", wanted
            )
            page.locator(".move").nth(max(at, 0)).click()
            settle(page)
        assert page.locator(".summary").inner_text().startswith(words)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls(dark: bool, open_page: OpenPage, axe: Axe) -> None:
    page = take_page(open_page, dark=dark, width=320)
    page.get_by_role("switch").check()
    for language in LANGUAGES:
        page.evaluate("x => graphgame.app.translate(x)", language)
        assert not is_wide(page), language
        assert axe(page) == []
