"""Connect-4, whose rules are in C: against rules on texts, and the published counts."""

from __future__ import annotations

import ctypes
import importlib
import shutil
from functools import cache
from itertools import product
from typing import Any

import pytest

import graphgame as gg
from graphgame import DRAW, LOSE

pytestmark = [
    pytest.mark.large,  # millions of moves
    pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc"),
]


@cache
def game(width: int, height: int) -> Any:
    return importlib.import_module("connect_four").ConnectFour(width, height)


Columns = tuple[str, ...]  # each a text of X and O from the bottom


def dropped(board: Columns, height: int) -> list[Columns]:
    mark = "XO"[sum(map(len, board)) % 2]
    return [
        (*board[:c], column + mark, *board[c + 1 :])
        for c, column in enumerate(board)
        if len(column) < height
    ]


def ended(board: Columns, height: int) -> int | None:
    cells = {(x, y): mark for x, column in enumerate(board) for y, mark in enumerate(column)}
    for (x, y), (dx, dy) in product(cells, [(1, 0), (0, 1), (1, 1), (1, -1)]):
        if len({cells.get((x + k * dx, y + k * dy), k) for k in range(4)}) == 1:
            return LOSE
    return DRAW if len(cells) == height * len(board) else None


@pytest.mark.parametrize(("width", "height"), [(3, 4), (4, 3), (5, 2)])
def test_connect_four_is_the_game_on_texts(width: int, height: int) -> None:
    played = game(width, height)
    graph = played.explore()
    plain = gg.explore(
        lambda board: dropped(board, height),
        ("",) * width,
        presets=lambda board: ended(board, height),
    )
    s, t = gg.solve(graph), gg.solve(plain)

    def columns(code: int) -> Columns:
        rows = played.board(code).splitlines()[::-1]
        return tuple("".join(column).rstrip(".") for column in zip(*rows, strict=True))

    assert (graph.n, graph.m) == (plain.n, plain.m)
    assert {columns(code) for code in graph.labels} == set(plain.labels)
    for code in list(graph.labels)[:: 1 + graph.n // 20_000]:
        board = columns(code)
        assert s.outcome(code) == t.outcome(board)
        assert s.remoteness_of(code) == t.remoteness_of(board)
        for option in graph.options(code):
            column = ord(played.move_name(code, option)) - ord("a")
            assert len(columns(option)[column]) == len(board[column]) + 1


@pytest.mark.parametrize(
    ("width", "height", "positions", "moves"),
    [(4, 4, 161_029, 304_574), (4, 5, 1_706_255, 3_175_616), (5, 4, 3_945_711, 8_757_625)],
)
def test_connect_four_has_as_many_positions_as_tromp_counted(
    width: int, height: int, positions: int, moves: int
) -> None:
    played = game(width, height)
    graph = played.explore()
    s = gg.solve(graph)
    assert (graph.n, graph.m) == (positions, moves)
    assert played.result(s) == "DRAW"
    assert s.verify()
    kept = played.solve(threads=2)
    assert played.result(kept) == "DRAW"
    assert kept.counts() == s.counts()
    codes = kept.codes[:: 1 + len(kept) // 100_000]
    assert s.remoteness_of(codes).tolist() == [kept.remoteness_of(x) for x in codes.tolist()]


def test_boards_of_connect_four_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="got 8 and 7"):
        game(8, 7)


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [(4, 4, gg.DRAW), (4, 5, gg.DRAW), (5, 4, gg.DRAW), (5, 5, gg.DRAW), (6, 4, gg.LOSE)],
)
def test_connect_four_is_proven_as_it_is_solved(
    width: int, height: int, expected: gg.Outcome
) -> None:
    played = game(width, height)
    proof = played.prove()
    assert proof.outcome == expected
    assert proof.plies == (24 if expected == LOSE else None)
    assert proof.verify()
    # Without the symmetry its moves to mirror images are none.
    with pytest.raises(gg.VerificationError):
        proof.verify(played.library.options, presets=played.library.preset)


def test_the_mirror_image_of_connect_four_is_one() -> None:
    played = game(4, 4)
    mirror = played.library.mirror
    mirror.argtypes, mirror.restype = [ctypes.c_int64, ctypes.c_void_p], ctypes.c_int64
    s = gg.solve(played.explore())
    for code in list(s)[::97]:
        turned = [row[::-1] for row in played.board(code).splitlines()]
        image = mirror(code, None)
        assert image <= code
        assert played.board(image).splitlines() in (turned, played.board(code).splitlines())
        assert played.turn(image) == played.turn(code)
        assert s[image][:2] == s[code][:2]
        assert mirror(image, None) == image
    assert any(mirror(code, None) != code for code in s)
