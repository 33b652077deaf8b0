"""Rules of heaps that the page plays by, next to Python's.

Pinned here: of every sum of up to three heaps up to 8, in ten games, and in misère play: outcome,
moves and their outcomes; what a person types, and the problems that answer it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

import graphgame as gg
from tests.playing.browser.asking import problem, run
from tests.playing.browser.chromium import OpenPage

GAMES = {
    "Nim": gg.all_but(),
    "Kayles": gg.octal("0.77"),
    "Dawson's Chess": gg.octal("0.137"),
    "Grundy's game": gg.grundys_game(),
    "Lasker's Nim": gg.laskers_nim(),
    "Couples Are Forever": gg.couples_are_forever(),
    "subtraction": gg.subtraction({1, 3, 4}),
    "all but": gg.all_but({2, 5}),
    "primes": gg.taking("primes"),
    "three heaps": gg.octal("4.8F"),
}
SUMS = [heaps for count in (1, 2, 3) for heaps in combinations_with_replacement(range(9), count)]
LOOK_AT_SUMS = """
    const sums = [];
    for (const key of keys) {
        const view = await source.look(key);
        sums.push([view.outcome, view.moves.map(({to}) => [to.key, to.outcome])]);
    }
    return sums;
"""


def heaps_left(heaps: Any) -> tuple[int, ...]:
    """Return a sum without the order of its heaps and without empty ones."""
    return tuple(sorted(heap for heap in heaps if heap))


@cache
def outcome(name: str, heaps: tuple[int, ...], play: str) -> int:
    """Return the outcome of a sum, as Python finds it."""
    return int(GAMES[name].outcome(heaps or (0,), play=play))


def expected_moves(name: str, heaps: tuple[int, ...], play: str) -> Counter[Any]:
    """Count the moves of a sum with the outcomes they lead to, as Python finds them."""
    found: Counter[Any] = Counter()
    for at, heap in enumerate(heaps):
        for left in GAMES[name].options(heap):
            to = heaps_left((*heaps[:at], *left, *heaps[at + 1 :]))
            found[to, outcome(name, to, play)] += 1
    return found


@pytest.mark.parametrize(
    ("name", "play"),
    [*((name, "normal") for name in GAMES), ("Nim", "misere"), ("subtraction", "misere")],
)
def test_sums_of_heaps(open_page: OpenPage, name: str, play: str) -> None:
    game = GAMES[name]
    page = open_page(game.to_html(play=play))
    keys = [",".join(map(str, heaps)) for heaps in SUMS]
    answers = run(page, LOOK_AT_SUMS, keys=keys)
    for heaps, (value, moves) in zip(SUMS, answers, strict=True):
        assert value == game.outcome(heaps, play=play), heaps
        found = Counter((heaps_left(map(int, key.split(","))), to) for key, to in moves)
        assert found == expected_moves(name, heaps, play), heaps
        assert [to for _, to in moves] == sorted(to for _, to in moves)


@pytest.mark.parametrize("name", ["Kayles", "Grundy's game", "Couples Are Forever"])
def test_misere_play_is_searched(open_page: OpenPage, name: str) -> None:
    game = GAMES[name]
    page = open_page(game.to_html(heaps=(3, 4), play="misere"))
    sums = [heaps for heaps in SUMS if sum(heaps) <= 12]
    answers = run(page, LOOK_AT_SUMS, keys=[",".join(map(str, heaps)) for heaps in sums])
    for heaps, (outcome, _) in zip(sums, answers, strict=True):
        assert outcome == game.outcome(heaps, play="misere"), heaps


def test_moves_of_heaps_keep_their_rows_and_the_most_stones(open_page: OpenPage) -> None:
    page = open_page(gg.all_but().to_html(heaps=(1, 2, 3)))
    view = run(page, "return await source.look(source.start);")
    assert view["key"] == "1,2,3"
    assert view["board"].split("\n") == ["o  ", "oo ", "ooo"]
    assert view["outcome"] == gg.LOSE
    # All moves lose: those that keep the most stones come first, and the machine plays the first.
    kept = [sum(map(int, move["to"]["key"].split(","))) for move in view["moves"]]
    assert kept == sorted(kept, reverse=True)
    assert {move["label"] for move in view["moves"]} >= {"heap 3: 3 → 0", "heap 2: 2 → 1"}
    boards = [[len(row) for row in move["to"]["board"].split("\n")] for move in view["moves"]]
    assert boards == [[3, 3, 3]] * 6


def test_notes_of_heaps(open_page: OpenPage) -> None:
    nim = open_page(gg.all_but().to_html(heaps=(3, 4, 5)))
    _, total, columns, why = run(nim, "return (await source.look(source.start)).note;").split("\t")
    assert total == "2"
    assert columns.split("\n") == ["3   0 1 1", "4   1 0 0", "5   1 0 1", "⊕   0 1 0"]
    assert why == "This move makes it 0: heap 1: 3 → 1, since 3 ⊕ 2 = 1."
    lost = run(nim, "return (await source.look('1,2,3')).note;").split("\t")[3]
    assert lost == "Every move makes it another number, and one answer makes it 0 again."
    kayles = open_page(gg.octal("0.77").to_html(heaps=(3, 12)))
    _, total, columns, why = run(kayles, "return (await source.look(source.start)).note;").split(
        "\t"
    )
    assert total == "7"
    assert [row.split()[-3:] for row in columns.split("\n")] == [
        ["0", "1", "1"],
        ["1", "0", "0"],
        ["1", "1", "1"],
    ]
    assert why.startswith("This move makes it 0: heap 2: 12 → ") and why.endswith(
        "since 4 ⊕ 7 = 3."
    )
    misere = open_page(gg.all_but().to_html(heaps=(3, 4, 5), play="misere"))
    assert run(misere, "return (await source.look(source.start)).note;").endswith("\t")


def test_what_a_person_types_for_heaps(open_page: OpenPage) -> None:
    page = open_page(gg.octal("0.77").to_html(heaps=(3, 12), play="misere"))
    assert run(page, "return await source.find(' 7 + 4, 1');") == "7,4,1"
    assert run(page, "return await source.find('۷ ۱۲');") == "7,12"
    assert problem(page, "source.find('seven')") == "heapsExpected"
    assert problem(page, "source.find('7 x')") == "heapsExpected"
    assert problem(page, "source.find('101')") == "heapTooLarge"
    assert problem(page, "source.find('1 '.repeat(21))") == "tooManyHeaps"
    assert problem(page, "source.look('99,98')") == "tooManySums"
