"""Sums of positions as the data of a page.

Pinned here: values, options, names, boards and places are those of the game, read from the page by
docs/formats.md alone; puzzles have one winning move, by the values of Python; what a rule object
says of itself; what is refused, before and after its functions are called.
"""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.errors import GraphGameError, TooLargeError, UnknownPositionError
from tests.playing.decoded import numbers


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if k <= n]


def kayles(row: int) -> list[gg.Sum[int]]:
    return [gg.Sum(left, row - taken - left) for taken in (1, 2) for left in range(row - taken + 1)]


TAKE = gg.grundy(take, start=9)
KAYLES = gg.grundy(kayles, start=9, sums=True)
LOOPY = gg.loopy_grundy({"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []})


def data(page: str) -> Any:
    found = re.search(r'id="game">(.*?)</script>', page)
    assert found is not None
    return json.loads(found[1])


class Read:
    """The components of a page."""

    def __init__(self, page: str) -> None:
        self.data = data(page)
        self.sum = self.data["sum"]
        parts = numbers(self.sum)
        self.texts = json.loads(bytes(parts["texts"]).decode())
        self.values = [x - 1 for x in parts["values"]]
        self.ranks = [x - 1 for x in parts["ranks"]] if "ranks" in parts else None
        left = iter(parts["left"])
        sizes = iter(parts.get("sizes", [1] * len(parts["left"])))
        labels = iter(parts.get("labels", []))
        self.moves = [
            [tuple(next(left) for _ in range(next(sizes))) for _ in range(degree)]
            for degree in parts["degrees"]
        ]
        self.labels = [
            [self.texts["moves"][number] for _, number in zip(moves, labels, strict=False)]
            for moves in self.moves
        ]
        count = self.sum["positions"]
        self.names = self.texts.get("names") or [str(self.texts["base"] + v) for v in range(count)]


@pytest.mark.parametrize("g", [TAKE, LOOPY], ids=["Grundy", "loopy"])
def test_components_are_the_positions(g: Any) -> None:
    start = [*g][:2]
    read = Read(g.to_html(start, title="Two"))
    assert read.names == [str(p) for p in g]
    assert read.values == g.values.tolist()
    assert read.ranks == (g.ranks.tolist() if g is LOOPY else None)
    options = [[str(w) for w in g.graph().options(p)] for p in g]
    found = [[read.names[w] for (w,) in moves] for moves in read.moves]
    assert [sorted(row) for row in found] == [sorted(row) for row in options]
    assert [read.names[v] for v in read.sum["start"]] == [str(p) for p in start]
    assert (read.data["title"], read.data["play"], read.data["shape"]) == ("Two", "normal", None)


def test_components_of_a_game_that_falls_apart() -> None:
    page = KAYLES.to_html(
        gg.Sum(5, 9),
        board=lambda row: "o" * row,
        move=lambda row, left: f"{row} to {sorted(left)}" if row > 1 else None,
    )
    read = Read(page)
    names = [*KAYLES]
    assert [int(name) for name in read.names] == names
    assert read.values == [KAYLES[row] for row in names]
    for v, row in enumerate(names):
        found = {tuple(sorted(names[w] for w in left)) for left in read.moves[v]}
        assert found == {tuple(sorted(left)) for left in kayles(row)}
        for left, label in zip(read.moves[v], read.labels[v], strict=True):
            expected = f"{row} to {sorted(names[w] for w in left)}"
            assert label == (expected if row > 1 else None)
    assert [names[v] for v in read.sum["start"]] == [5, 9]
    assert read.texts["boards"] == [f"{'o' * row:<9}" for row in names]
    assert (read.sum["rows"], read.sum["columns"], read.sum["places"]) == (1, 9, 4)


def test_boards_of_several_shapes_are_filled_up() -> None:
    read = Read(TAKE.to_html([3], board=lambda n: "\n".join(["o" * min(n, 2)] * (1 + (n > 5)))))
    assert {*map(len, read.texts["boards"])} == {5}
    assert read.texts["boards"][[*TAKE].index(1)] == "o \n  "
    assert read.texts["boards"][[*TAKE].index(9)] == "oo\noo"


def test_a_rule_object_says_how_it_looks() -> None:
    class Rule:
        rules, goal, players = "Take some.", "Take the last.", ("Ann", "Bob")
        style, edges = "lined", [(0, 1)]  # of one board alone

        def options(self, n: int) -> list[int]:
            return take(n)

        def board(self, n: int) -> str:
            return "o" * n

    for g in (gg.grundy(Rule(), start=4), gg.loopy_grundy(Rule(), start=4)):
        found = data(g.to_html())
        assert found["about"]["goal"] == {"": "Take the last."}
        assert found["about"]["players"] == {"": ["Ann", "Bob"]}
        assert (found["style"], found["shape"]) == ("plain", {"centres": None})
    assert data(TAKE.to_html([4], board=str, goal={"vi": "Lấy"}))["about"] == {
        "goal": {"vi": "Lấy"}
    }


@pytest.mark.parametrize("count", [None, 3, "all"])
def test_puzzles_have_one_winning_move(count: Any) -> None:
    g = gg.grundy(take, start=12)
    names, keys = [*g], data(g.to_html([12, 11, 9, 7], puzzles=count))["puzzles"]
    assert len(keys) == {None: 10, 3: 3}[count] if count != "all" else 10 < len(keys) <= 100
    for key in keys:
        parts = [names[int(part)] for part in key.split(",")]
        assert 2 <= len(parts) <= 5 and 0 not in parts
        assert g.outcome(parts) is gg.WIN
        assert len(g.winning_moves(parts)) == 1
    assert data(g.to_html([12, 11, 9, 7], puzzles=count))["puzzles"] == keys


def test_without_puzzles() -> None:
    assert data(TAKE.to_html([9, 8, 7], puzzles=0))["puzzles"] == []


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: gg.grundy([(0, 1)]).to_html(), GraphGameError, "the parts of a sum, as Grundy"),
        (lambda: TAKE.to_html([]), GraphGameError, "components: expected one at least"),
        (lambda: TAKE.to_html("9"), GraphGameError, "positions: expected a list of positions"),
        (lambda: TAKE.to_html([10]), UnknownPositionError, "10"),
        (lambda: KAYLES.to_html(gg.Sum(9, 12)), UnknownPositionError, "12"),
        (lambda: TAKE.to_html([1] * 21), TooLargeError, "at most 20 on a page, got 21"),
        (lambda: LOOPY.to_html(["a"], play="misere"), GraphGameError, "a game with cycles"),
        (
            lambda: gg.grundy(take, start=5, presets={3: gg.LOSE}).to_html(play="misere"),
            GraphGameError,
            "with preset losses, got 'misere'",
        ),
        (
            lambda: gg.grundy(take, start=60).to_html([60] * 12, play="misere"),
            TooLargeError,
            "at most 20000 positions on a page in misère play",
        ),
        (
            lambda: gg.grundy(kayles, start=9, sums=True, search=True).to_html(),
            GraphGameError,
            "page: expected values of all components, got those of a search",
        ),
        (lambda: TAKE.to_html(board=lambda n: n), GraphGameError, r"board\(9\): expected a text"),
        (
            lambda: TAKE.to_html(board=lambda n: "oo\no"),
            GraphGameError,
            r"board\(9\): expected rows of one length",
        ),
        (
            lambda: TAKE.to_html([9] * 20, board=lambda n: "o" * 300),
            TooLargeError,
            "boards of at most 4000 cells together, got 20 of 1 × 300",
        ),
        (lambda: TAKE.to_html(move=lambda n, m: ""), GraphGameError, r"move\(9, 8\): expected a"),
        (lambda: TAKE.to_html(puzzles=-1), GraphGameError, "puzzles: expected"),
    ],
)
def test_what_is_refused(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_values_of_many_kinds_of_games() -> None:
    """Of edges, of rows, with a symmetry, with preset losses, and of codes."""
    edges = gg.grundy([(0, 1), (0, 1), (1, 2)])
    assert Read(edges.to_html([0])).moves[0] == [(1,), (1,)]  # the page has each once
    rows = gg.grundy(gg.GameGraph.from_csr([0, 2, 3, 3], [1, 2, 2]))
    assert Read(rows.to_html([0, 1])).values == rows.values.tolist()
    preset = gg.grundy(take, start=5, presets={3: gg.LOSE})
    read = Read(preset.to_html())
    assert read.moves[read.names.index("3")] == [] and read.values == preset.values.tolist()
    classes = gg.grundy(
        lambda p: [(a, p[1]) for a in range(p[0])] + [(p[0], b) for b in range(p[1])],
        start=(3, 4),
        canonical=lambda p: tuple(sorted(p)),
    )
    read = Read(classes.to_html())
    assert read.values == classes.values.tolist()

    def down(codes: Any) -> Any:
        return np.flatnonzero(codes > 0), codes[codes > 0] - 1

    codes = gg.grundy(gg.explore_codes(down, 5))
    assert Read(codes.to_html()).values == codes.values.tolist()
