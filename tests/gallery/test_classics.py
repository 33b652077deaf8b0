"""Two classics of the gallery, held against brute force: tic-tac-toe, and Cat and Mouse."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, product

import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, WIN
from tests.gallery.test_gallery import example, printed

pytestmark = pytest.mark.large  # millions of moves


# -- tic-tac-toe ----------------------------------------------------------------------------------

# Bits of the cells; the masks of rows, columns and diagonals.
WINNING = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]


@cache
def minimax(mine: int, theirs: int) -> int:
    if any(theirs & mask == mask for mask in WINNING):
        return -1
    free = [1 << cell for cell in range(9) if not (mine | theirs) >> cell & 1]
    return max((-minimax(theirs, mine | cell) for cell in free), default=0)


def masks(board: str) -> tuple[int, int]:
    """Return the marks of the player to move and of the other one."""
    x, o = (sum(1 << cell for cell in range(9) if board[cell] == mark) for mark in "XO")
    return (x, o) if x.bit_count() == o.bit_count() else (o, x)


def images(board: str) -> set[str]:
    """Return the board under the eight symmetries."""
    turn = [6, 3, 0, 7, 4, 1, 8, 5, 2]
    found = set()
    for _ in range(4):
        board = "".join(board[cell] for cell in turn)
        found |= {board, board[6:] + board[3:6] + board[:3]}
    return found


def test_tic_tac_toe_equals_minimax() -> None:
    game = example("tic_tac_toe")
    s = gg.solve(game.options, start=game.START, presets=game.preset)
    minimax.cache_clear()
    assert s.outcome(game.START) == minimax(0, 0) == DRAW
    assert len(s) == minimax.cache_info().currsize == 5_478  # it looks at every position once
    for board in s.game.labels:
        assert s.outcome(board) == minimax(*masks(board))
    assert s.counts() == {WIN: 2_836, LOSE: 1_574, DRAW: 1_068}


def test_tic_tac_toe_by_the_number_of_marks() -> None:
    """A008907: positions up to symmetry; A317574, third part: those among them that O wins."""
    game = example("tic_tac_toe")
    s = gg.solve(game.options, start=game.START, presets=game.preset)
    positions, boards, won_by_o = ([0] * 10 for _ in range(3))
    for board in s.game.labels:
        marks = 9 - board.count(".")
        positions[marks] += 1
        if board == min(images(board)):
            boards[marks] += 1
            won_by_o[marks] += s.outcome(board) == (WIN if marks % 2 else LOSE)
    assert positions == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert boards == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert won_by_o == [0, 0, 0, 8, 5, 72, 38, 56, 23, 0]


def test_tic_tac_toe_prints_how_o_draws(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "tic_tac_toe")[2:]
    answers = {line.index("X"): line.split(" : ")[1].split() for line in lines}
    replies = {cell: {board.index("O") for board in boards} for cell, boards in answers.items()}
    assert all(replies[corner] == {4} for corner in (0, 2, 6, 8))
    assert replies[4] == {0, 2, 6, 8}
    assert replies[1] == {0, 2, 4, 7}
    assert [len(replies[edge]) for edge in (1, 3, 5, 7)] == [4, 4, 4, 4]


# -- Cat and Mouse --------------------------------------------------------------------------------

Neighbours = list[list[int]]


def random_graph(rng: random.Random, n: int) -> Neighbours:
    """Return a graph in which mouse and cat can move: half of them with a cycle around the hole."""
    while True:
        ring = rng.sample(range(1, n), n - 1) if rng.random() < 0.5 else []
        edges = {(min(pair), max(pair)) for pair in zip(ring, ring[1:] + ring[:1], strict=True)}
        density = rng.choice([0.0, 0.2, 0.5]) if ring else rng.choice([0.3, 0.5, 0.7])
        to_hole = rng.choice([0.0, 0.2, 0.5])
        for a, b in combinations(range(n), 2):
            if rng.random() < (density if a else to_hole):
                edges.add((a, b))
        graph = [[b if a == v else a for a, b in sorted(edges) if v in (a, b)] for v in range(n)]
        if graph[1] and any(graph[2]):
            return graph


def ply_by_ply(graph: Neighbours) -> int:
    """Say who wins, as LeetCode wants it: what can be forced within so many plies, until enough."""
    nodes = range(len(graph))
    states = list(product(nodes, nodes, (0, 1)))
    result = {(m, c, turn): 1 if m == 0 else 2 if m == c else 0 for m, c, turn in states}
    for _ in range(len(states) + 1):
        before = dict(result)
        for m, c, turn in states:
            if m in (0, c):
                continue
            if turn == 0:
                ends = [before[node, c, 1] for node in graph[m]]
            else:
                ends = [before[m, node, 0] for node in graph[c] if node]
            mine, other = 1 + turn, 2 - turn
            result[m, c, turn] = mine if mine in ends else other if set(ends) == {other} else 0
    return result[1, 2, 0]


def to_the_letter(graph: Neighbours) -> int:
    """Say who wins by the rule as it is written: play every game until a position comes again."""

    def play(m: int, c: int, turn: int, seen: frozenset[tuple[int, int, int]]) -> int:
        if m in (0, c):
            return 1 if m == 0 else 2
        if (m, c, turn) in seen:
            return 0
        seen |= {(m, c, turn)}
        mine, best = 1 + turn, 2 - turn
        for node in graph[m] if turn == 0 else filter(None, graph[c]):
            end = play(node, c, 1, seen) if turn == 0 else play(m, node, 0, seen)
            if end == mine:
                return mine
            best = 0 if end == 0 else best
        return best

    return play(1, 2, 0, frozenset())


def solved(graph: Neighbours) -> int:
    game = example("cat_and_mouse")
    s = gg.solve(game.CatAndMouse(graph), start=game.START)
    assert s.verify()
    return {DRAW: 0, WIN: 1, LOSE: 2}[s.outcome(game.START)]


@pytest.mark.parametrize(
    ("graph", "answer"),
    [([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]], 0), ([[1, 3], [0], [3], [0, 2]], 1)],
)
def test_cat_and_mouse_gives_the_sample_answers(graph: Neighbours, answer: int) -> None:
    assert solved(graph) == ply_by_ply(graph) == to_the_letter(graph) == answer


def test_cat_and_mouse_equals_brute_force() -> None:
    rng = random.Random(913)
    graphs = [random_graph(rng, n) for n in (3, 4, 5, 6, 7) for _ in range(60)]
    answers = [solved(graph) for graph in graphs]
    assert answers == [ply_by_ply(graph) for graph in graphs]
    assert min(answers.count(answer) for answer in (0, 1, 2)) > 30


def test_cat_and_mouse_equals_the_rules_to_the_letter() -> None:
    rng = random.Random(1913)
    graphs = [random_graph(rng, n) for n in (3, 4, 5, 6) for _ in range(50)]
    assert [solved(graph) for graph in graphs] == [to_the_letter(graph) for graph in graphs]


def test_cat_and_mouse_prints_who_wins_and_how(capsys: pytest.CaptureFixture[str]) -> None:
    graphs = ["[[2,3],[3],[0,3],[0,1,2]]", "[[1],[0],[3],[2]]"]
    assert printed(capsys, "cat_and_mouse", *graphs) == [
        f"{graphs[0]}: cat wins",
        "best play (mouse, cat, turn): (1, 2, 0) (3, 2, 1) (3, 3, 0)",
        f"{graphs[1]}: mouse wins",
        "best play (mouse, cat, turn): (1, 2, 0) (0, 2, 1)",
    ]
