"""Partizan games against the definition, and against what is known.

Pinned here: outcomes and remoteness of random games, with cycles or without, in both kinds of play;
the nine classes; the certificate accepts an answer exactly when it is right; files keep it.
"""

from __future__ import annotations

import io
import random
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
        assert {x: int(graph.movers[graph.index(x)]) for x in first} == first


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


def test_labels_of_both_are_the_positions() -> None:
    s = gg.partizan({"a": ["b"]}, {"c": ["a"]})
    assert list(s) == ["a", "b", "c"]
    assert [s.outcome_class(x) for x in s] == ["L", "P", "P"]
    assert s["c"] == ("P", gg.LOSE, gg.LOSE)


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
    (gg.GameGraph.from_edges([(0, 1)]).with_movers([0, 1]), [(0, 1)], "left: expected moves alone"),
    ([(0, 1)], gg.GameGraph.from_edges([(0, 1)]).with_presets({1: 0}), "right: expected moves"),
])  # fmt: skip
def test_bad_input_is_refused(left: Any, right: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.partizan(left, right)


def test_a_player_who_begins_is_left_or_right() -> None:
    s = gg.partizan([(0, 1)], [(0, 1)])
    with pytest.raises(gg.GraphGameError, match="begins: expected 'left' or 'right'"):
        s.outcome(0, "up")
