"""Partizan games against the definition, and against what is known.

Pinned here: outcomes and remoteness of random games, with cycles or without, in both kinds of play;
the nine classes; the certificate accepts an answer exactly when it is right; files keep it.
"""

from __future__ import annotations

import io
import random
from functools import partial
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from tests.reference import owners as reference


def random_moves(rng: random.Random, n: int) -> list[list[int]]:
    return [[rng.randrange(n) for _ in range(rng.randint(0, 2))] for _ in range(n)]


def edges(options: list[list[int]]) -> list[tuple[int, int]]:
    return [(v, w) for v, row in enumerate(options) for w in row]


def solved(left: list[list[int]], right: list[list[int]], play: str) -> gg.PartizanSolution[int]:
    graphs = [gg.GameGraph.from_edges(edges(moves), len(moves)) for moves in (left, right)]
    return gg.partizan(*graphs, play=play)  # type: ignore[arg-type]


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_outcomes_are_those_of_the_definition(play: str) -> None:
    classes = set()
    for seed in range(400):
        rng = random.Random(seed)
        n = rng.randint(1, 9)
        left, right = random_moves(rng, n), random_moves(rng, n)
        s = solved(left, right, play)
        assert s.verify()
        found = np.stack([s.outcomes, s.remoteness], axis=-1).tolist()
        right_answer = reference.partizan_outcomes(left, right, play == "misere")
        assert [[tuple(pair) for pair in row] for row in found] == right_answer
        classes |= set(s.classes.tolist())
    assert classes == {"N", "P", "L", "R", "D", "LD", "DL", "RD", "DR"}


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("labelled", [False, True])
def test_the_game_on_positions_and_who_moves_there(play: str, labelled: bool) -> None:
    for seed in range(100):
        rng = random.Random(seed)
        n = rng.randint(1, 9)
        left, right = random_moves(rng, n), random_moves(rng, n)
        names = [f"p{v}" for v in range(n)] if labelled else [*range(n)]
        if labelled:
            moves = [
                {names[v]: [names[w] for w in row] for v, row in enumerate(options)}
                for options in (left, right)
            ]
            s: Any = gg.partizan(*moves, play=play)  # type: ignore[arg-type]
        else:
            s = solved(left, right, play)
        graph = s.alternating()
        turns = gg.solve(graph, play=play)  # type: ignore[arg-type]
        assert turns.verify()
        for who, options in (("left", left), ("right", right)):
            other = {"left": "right", "right": "left"}[who]
            for v, name in enumerate(names):
                assert turns.outcome((name, who)) == s.outcome(name, who)
                found = graph.options((name, who))
                assert sorted(found) == sorted((names[w], other) for w in options[v])
        first = {(names[0], "left"): 0, (names[0], "right"): 1}
        assert {x: int(graph.owner[graph.index(x)]) for x in first} == first


def test_the_certificate_accepts_an_answer_exactly_when_it_is_right() -> None:
    for seed in range(1000):
        rng = random.Random(seed)
        n = rng.randint(1, 7)
        s = solved(random_moves(rng, n), random_moves(rng, n), "normal")
        outcomes, remoteness = s.outcomes.copy(), s.remoteness.copy()
        where = rng.randrange(2), rng.randrange(n)
        if rng.random() < 0.5:
            outcomes[where] = rng.choice((-1, 0, 1))
        else:
            remoteness[where] += rng.choice((-1, 1, 2))
        same = (outcomes == s.outcomes).all() and (remoteness == s.remoteness).all()
        changed = gg.PartizanSolution(s.game, s.by_right, s.play, outcomes, remoteness)
        if same:
            assert changed.verify()
        else:
            with pytest.raises(gg.VerificationError):
                changed.verify()


def test_an_impartial_game_is_partizan_with_the_same_moves() -> None:
    moves = {n: [n - k for k in (1, 3, 4) if n >= k] for n in range(20)}
    s, impartial = gg.partizan(moves, moves), gg.solve(moves)
    for position in moves:
        expected = "N" if impartial.outcome(position) is gg.WIN else "P"
        assert s.outcome_class(position) == expected
        assert s.outcome(position, "left") is impartial.outcome(position)


def domineering(cells: frozenset[tuple[int, int]], step: tuple[int, int]) -> list[frozenset[Any]]:
    """Return what is left of a board after each domino that a player can lay."""
    return [
        cells - {(x, y), (x + step[0], y + step[1])}
        for x, y in sorted(cells)
        if (x + step[0], y + step[1]) in cells
    ]


@pytest.mark.parametrize(("rows", "columns", "expected"), [
    # G. Lachmann, C. Moore and I. Rapaport, "Who wins Domineering on rectangular boards?", 2002;
    # Left lays vertical dominoes.
    (1, 2, "R"), (2, 1, "L"), (2, 2, "N"), (2, 3, "N"), (3, 3, "N"), (2, 4, "R"), (3, 2, "N"),
])  # fmt: skip
def test_domineering_has_the_classes_that_are_known(rows: int, columns: int, expected: str) -> None:
    board = frozenset((x, y) for x in range(rows) for y in range(columns))
    seen, stack = {board}, [board]
    left: dict[Any, list[Any]] = {}
    right: dict[Any, list[Any]] = {}
    while stack:
        cells = stack.pop()
        left[cells], right[cells] = domineering(cells, (1, 0)), domineering(cells, (0, 1))
        new = {*left[cells], *right[cells]} - seen
        seen |= new
        stack += new
    s = gg.partizan(left, right)
    assert s.verify()
    assert s.outcome_class(board) == expected
    rules = partial(domineering, step=(1, 0)), partial(domineering, step=(0, 1))
    explored = gg.partizan(*rules, start=board)
    assert explored.verify() and explored.start == board
    assert {**explored} == {**s}


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_rules_are_explored_together(play: Any) -> None:
    for seed in range(100):
        rng = random.Random(seed)
        n = rng.randint(1, 9)
        left, right = random_moves(rng, n), random_moves(rng, n)
        starts = rng.sample(range(n), rng.randint(1, n))
        s = gg.partizan(left.__getitem__, right.__getitem__, start=starts, play=play)
        assert s.verify() and s.play == play
        met, stack = {*starts}, [*starts]
        while stack:
            v = stack.pop()
            new = {*left[v], *right[v]} - met
            met |= new
            stack += new
        assert {*s} == met
        whole = solved(left, right, play)
        assert all(s[v] == whole[v] for v in s)


def test_rules_may_be_objects_and_are_refused_where_they_say_more() -> None:
    class Down:
        def __init__(self, step: int) -> None:
            self.step = step

        def options(self, n: int) -> list[int]:
            return [n - self.step] if n >= self.step else []

    class Ended(Down):
        def preset(self, n: int) -> int | None:
            return gg.LOSE if n == 0 else None

    s = gg.partizan(Down(1), Down(2), start=4)
    assert {*s} == {4, 3, 2, 1, 0} and s.start == 4 and s.verify()
    with pytest.raises(gg.GraphGameError, match="^right: expected moves alone, got .* presets"):
        gg.partizan(Down(1), Ended(2), start=4)
    with pytest.raises(gg.GraphGameError, match="^right: expected a function .* need no start"):
        gg.partizan(Down(1), {4: [2]}, start=4)
    with pytest.raises(gg.GraphGameError, match="^left: expected a function .* got GameGraph"):
        gg.partizan(gg.as_game_graph({4: [2]}), Down(1), start=4)
    with pytest.raises(gg.GraphGameError, match="^n: expected none beside rules"):
        gg.partizan(Down(1), Down(2), start=4, n=5)
    with pytest.raises(gg.ExplorationLimitError, match="at most 3 positions"):
        gg.partizan(Down(1), Down(2), start=4, limit=3)
    with pytest.raises(gg.TooLargeError, match="^limit: expected at most 1 positions, got 2"):
        gg.partizan([(0, 1)], [(1, 0)], limit=1)


def test_labels_of_both_are_the_positions() -> None:
    s = gg.partizan({"a": ["b"]}, {"c": ["a"]})
    assert list(s) == ["a", "b", "c"]
    assert [s.outcome_class(x) for x in s] == ["L", "P", "P"]
    assert s["c"] == ("P", gg.LOSE, gg.LOSE)


Moves = dict[Any, list[Any]]


@pytest.mark.parametrize(("left", "right"), [
    ({1: [0]}, {}), ({}, {1: [0]}), ({1: [0]}, []), ([], {1: [0]}), ({2: [1], 1: [0]}, {}),
    ({0: [1], 1: []}, {1: [0]}), ({1: [0]}, {0: [1], 1: [2]}), ({2: [0], 0: [1]}, {1: [2]}),
    ({"a": ["b"]}, {}), ({"a": ["b"]}, {"b": ["a"]}), ({"a": ["b"]}, {0: [1], 1: []}),
    ({(0, 1): [(1, 0)]}, {(1, 0): [(0, 1), (1, 1)]}), ({}, {}), ({3: []}, {3: []}),
])  # fmt: skip
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_positions_are_those_that_were_named(left: Any, right: Any, play: Any) -> None:
    s = gg.partizan(left, right, play=play)
    assert s.verify()
    named = [
        {v: list(w) for v, w in dict(side).items()} if isinstance(side, dict) else {}
        for side in (left, right)
    ]
    positions = {x for side in named for v, options in side.items() for x in (v, *options)}
    assert set(s) == positions and len(s) == len(positions)
    for k, begins in enumerate(("left", "right")):
        for position in positions:
            expected = outcome_of(named, k, position, play)
            assert s.outcome(position, begins) == expected


def outcome_of(sides: list[Moves], player: int, position: Any, play: str) -> int:
    """Return the outcome for a player who begins, by rounds over all states from the definition."""
    ended = -1 if play == "normal" else 1
    everything = {x for side in sides for v, w in side.items() for x in (v, *w)}
    known: dict[Any, int] = {}
    for _ in range(2 * len(everything) + 1):
        for state in ((k, x) for k in (0, 1) for x in everything):
            k, x = state
            after = [known.get((1 - k, y)) for y in sides[k].get(x, ())]
            if not after:
                known[state] = ended
            elif -1 in after:
                known[state] = 1
            elif all(result == 1 for result in after):
                known[state] = -1
    return known.get((player, position), 0)


def test_both_sides_have_one_start_or_are_refused() -> None:
    def down(n: int) -> list[int]:
        return [n - 1] if n else []

    assert gg.partizan(gg.explore(down, start=4), gg.explore(down, start=4)).start == 4
    assert gg.partizan(gg.explore(down, start=4), {4: [2]}).start == 4
    assert gg.partizan({4: [2]}, gg.explore(down, start=3)).start == 3
    with pytest.raises(gg.GraphGameError, match="left, right: expected one start, got 4 and 3"):
        gg.partizan(gg.explore(down, start=4), gg.explore(down, start=3))


def test_a_saved_answer_is_the_same_answer() -> None:
    s = gg.partizan({"a": ["b"], "b": ["a"]}, {"a": ["c"]})
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    loaded = gg.PartizanSolution.load(file)
    assert loaded.verify()
    assert [loaded[x] for x in loaded] == [s[x] for x in s]
    assert list(loaded.table()) == list(s.table())
    assert loaded.table()["outcome_class"].tolist() == s.classes.tolist()


@pytest.mark.parametrize(("left", "right", "message"), [
    ({"a": ["b"]}, [(0, 1)], "labels in both or in neither"),
    (gg.GameGraph.from_edges([(0, 1)]).with_owner([0, 1]), [(0, 1)], "left: expected moves alone"),
    ([(0, 1)], gg.GameGraph.from_edges([(0, 1)]).with_presets({1: 0}), "right: expected moves"),
])  # fmt: skip
def test_bad_input_is_refused(left: Any, right: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.partizan(left, right)


def test_a_player_who_begins_is_left_or_right() -> None:
    s = gg.partizan([(0, 1)], [(0, 1)])
    with pytest.raises(gg.GraphGameError, match="begins: expected 'left' or 'right'"):
        s.outcome(0, "up")
