"""Symmetry in files, pickles, copies and pages: classes are kept, and positions shown.

Pinned here: files keep classes, say so, and are compared with the rule; pickles without the rule
say that it is missing; compiled functions live as long as the graph that asks them.
"""

from __future__ import annotations

import copy
import ctypes
import gc
import pickle
import weakref
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from tests.rules.symmetric import (
    Square,
    TicTacToe,
    code_canonical,
    code_options,
    code_presets,
    in_order,
    nim,
)


def test_files_keep_classes(tmp_path: Path) -> None:
    game: Square = TicTacToe()
    reduced = gg.solve(game, start=TicTacToe.start)
    path = tmp_path / "reduced.npz"
    reduced.save(path)
    loaded = gg.Solution.load(path)
    assert loaded.verify() and (loaded.outcomes == reduced.outcomes).all()
    one = reduced.game.position(20)
    assert loaded.outcome(one) is reduced.outcome(one)
    other = next(x for i in game.symmetries if (x := "".join(one[j] for j in i)) != one)
    with pytest.raises(gg.UnknownPositionError, match="canonical="):
        loaded.outcome(other)
    for method in (loaded.best_move, loaded.winning_moves, loaded.line):
        with pytest.raises(gg.GraphGameError, match="Solution.load"):
            method(one)
    with pytest.raises(gg.GraphGameError, match="solve it again"):
        loaded.without_symmetry()
    known = gg.Solution.load(path, canonical=game.canonical)
    assert known.outcome(other) is reduced.outcome(one)
    with pytest.raises(gg.GraphGameError, match="Solution.load"):
        known.best_move(other)
    whole = gg.Solution.load(path, rule=game)
    assert whole.line(other) == reduced.line(other)


def test_files_are_compared_with_the_rule(tmp_path: Path) -> None:
    path = tmp_path / "nim.npz"
    gg.solve(nim, start=(2, 3), canonical=in_order).save(path)
    with pytest.raises(
        gg.GraphGameError, match=r"position .*: expected the options .* as .* has it, got from"
    ):
        gg.Solution.load(path, rule=lambda heaps: nim(heaps)[1:], canonical=in_order)
    with pytest.raises(
        gg.GraphGameError, match="canonical of .*: expected itself, the representative"
    ):
        gg.Solution.load(path, rule=nim, canonical=lambda heaps: in_order(heaps)[::-1])
    with pytest.raises(gg.GraphGameError, match="canonical: expected the symmetry"):
        gg.Solution.load(path, rule=nim)
    gg.solve(nim, start=(2, 3)).save(path)
    with pytest.raises(gg.GraphGameError, match="expected a file with classes"):
        gg.Solution.load(path, rule=nim, canonical=in_order)


def test_files_of_codes_and_of_values(tmp_path: Path) -> None:
    path = tmp_path / "codes.npz"
    graph = gg.explore_codes(code_options, 0, presets=code_presets, canonical=code_canonical)
    gg.solve(graph).save(path)
    loaded = gg.Solution.load(path, rule=code_options, canonical=code_canonical)
    assert loaded.line(6) == gg.solve(graph).line(6)
    for solver, kind in ((gg.grundy, gg.GrundyValues), (gg.loopy_grundy, gg.LoopyValues)):
        values: Any = solver(nim, start=(2, 3), canonical=in_order)
        values.save(path)
        again: Any = kind.load(path, rule=nim, canonical=in_order)
        assert again.winning_moves([(2, 1)]) == values.winning_moves([(2, 1)]) != []
        with pytest.raises(gg.GraphGameError, match="rule="):
            kind.load(path).winning_moves([(1, 2)])


def test_pickles_keep_classes() -> None:
    s: gg.Solution[Any] = pickle.loads(
        pickle.dumps(gg.solve(nim, start=(2, 3), canonical=in_order))
    )
    assert s.outcome((2, 3)) is gg.WIN
    with pytest.raises(gg.UnknownPositionError):
        s.outcome((3, 2))
    with pytest.raises(gg.GraphGameError, match="classes of positions"):
        s.best_move((2, 3))


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_copies_know_the_rule(how: Any) -> None:
    s = how(gg.solve(nim, start=(2, 3), canonical=in_order))
    assert s.line((3, 2))[0] == (3, 2) and s.outcome((3, 2)) is gg.WIN


def test_pages_show_positions_and_not_classes() -> None:
    game = TicTacToe()
    asked: list[str] = []

    def board(position: str) -> str:
        asked.append(position)
        return game.board(position)

    reduced = gg.solve(game, start=game.start)
    assert "svg" in reduced.to_svg()
    reduced.to_html(board=board)
    assert len({*asked}) == 5478


def test_compiled_functions_live_as_long_as_the_graph() -> None:
    """Looked up by their addresses alone, they were gone when somebody asked for a class."""
    number = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    rule = ctypes.CFUNCTYPE(
        *(ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64),
        ctypes.c_void_p,
    )

    def down(code: int, options: Any, room: int, data: Any) -> int:
        if code > 1 and room:
            options[0] = code - 2
        return int(code > 1)

    canonical = number(lambda code, data: code - code % 2)
    alive = [weakref.ref(canonical), weakref.ref(step := rule(down))]
    s = gg.solve(gg.explore_codes(step, 9, canonical=canonical))
    del canonical, step
    gc.collect()
    assert all(one() is not None for one in alive)
    assert s.line() == (9, 7, 5, 3, 1) and s.line(6) == (6, 4, 2, 0)
    del s
    gc.collect()
    assert all(one() is None for one in alive)
