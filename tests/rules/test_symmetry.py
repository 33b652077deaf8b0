"""Symmetry: a game solved once a class answers as the unreduced one, with moves of the rule.

Pinned here: outcomes, remoteness, values and winning moves are those of the game without the
symmetry; best moves and lines are legal in it, move by move; the three kinds of rules make one
graph.
"""

from __future__ import annotations

import ctypes
import itertools
import shutil
import subprocess
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import graphgame as gg
from tests.rules import symmetric
from tests.rules.symmetric import (
    Quixo,
    Teeko,
    TicTacToe,
    code_canonical,
    code_options,
    code_presets,
    covering_rule,
    coverings,
    in_order,
    nim,
)


def check_line(line: gg.Line[Any], full: gg.Solution[Any], start: Hashable) -> None:
    """Check that a line is legal without the symmetry, and as long as the remoteness says."""
    assert line[0] == start
    for position, option in itertools.pairwise(line):
        assert option in full.game.options(position)
        assert full.outcome(option) == -full.outcome(position)
    remoteness = full.remoteness_of(start)
    if remoteness >= 0:
        assert len(line) == remoteness + 1 and line.closes_at is None
        assert full.remoteness_of(line[-1]) == 0
    elif line.closes_at is None:
        assert full[line[-1]][:2] == (gg.DRAW, 0)
    else:
        assert line.index(line[-1]) == line.closes_at
        assert len({*line}) == len(line) - 1


def check_solution(full: gg.Solution[Any], reduced: gg.Solution[Any], lines: int = 300) -> None:
    """Check all positions of the unreduced game, and lines from some of them."""
    assert full.game.labels is not None
    positions: list[Any] = list(full.game.labels)
    assert len(reduced) < len(full)
    assert reduced.verify()
    assert reduced.start == full.start
    assert (reduced.outcome(positions) == full.outcomes).all()
    assert (reduced.remoteness_of(positions) == full.remoteness).all()
    best = reduced.best_move(positions).tolist()
    step = max(len(positions) // lines, 1)
    for place in range(0, len(positions), step):
        position, move = positions[place], best[place]
        assert position in reduced
        assert reduced.outcome(position) is full.outcome(position)
        assert {*reduced.winning_moves(position)} == {*full.winning_moves(position)}
        assert reduced.best_move(position) == reduced[position].best_move == move
        mine = full.best_move(position)
        assert (move is None) == (mine is None)
        if mine is not None:
            assert full[move][:2] == full[mine][:2]
        check_line(reduced.line(position), full, position)
    check_line(reduced.line(), full, full.start)
    unreduced = reduced.without_symmetry()
    assert unreduced.verify() and unreduced.counts() == full.counts()


@pytest.mark.parametrize(
    ("game", "n", "classes"),
    [
        (TicTacToe(), 5478, 765),
        pytest.param(Quixo(3), None, None, marks=pytest.mark.large),
        pytest.param(Teeko(3, 3), None, None, marks=pytest.mark.large),
    ],
    ids=["tic-tac-toe", "quixo 3 × 3", "teeko 3 × 3"],
)
def test_boards(game: Any, n: int | None, classes: int | None) -> None:
    full = gg.solve(game.options, start=game.start, presets=game.preset)
    reduced = gg.solve(game, start=game.start)
    assert (n, classes) == (n and len(full), classes and len(reduced))
    check_solution(full, reduced)
    report = gg.check_rule(game, start=game.start, samples=200)
    assert report.checks["canonical"] == report.positions > 100


@pytest.mark.large
def test_teeko_with_three_pieces_on_4_by_4() -> None:
    game = Teeko(4, 3)
    full = gg.solve(game.options, start=game.start, presets=game.preset)
    check_solution(full, gg.solve(game, start=game.start))


def test_what_stands_twice_by_symmetry_is_one_option() -> None:
    game = TicTacToe()
    graph = gg.explore(game, game.start)
    assert [len(graph.options(x)) for x in (game.start, game.canonical("........O"))] == [3, 5]
    assert all(len({*graph.options(x)}) == len(graph.options(x)) for x in graph.labels or ())


# -- coverings: every digraph is the graph of classes of a game with a symmetry -------------------


@given(coverings(), st.integers(0, 3), st.sampled_from(["normal", "misere"]))
@settings(deadline=None)
def test_coverings(drawn: Any, sheet: int, play: Any) -> None:
    moves, sheets, presets = drawn
    rule, start = covering_rule(moves, sheets), (0, sheet % sheets)
    given_presets: Any = lambda p: presets.get(p[0])  # noqa: E731
    full = gg.solve(rule, start=start, presets=given_presets, play=play)
    reduced = gg.solve(
        rule, start=start, presets=given_presets, play=play, canonical=lambda p: (p[0], 0)
    )
    assert full.game.labels is not None
    labels: list[Any] = list(full.game.labels)
    assert {p[1] for p in reduced.game.labels or ()} == {0}
    assert reduced.outcome(labels).tolist() == full.outcomes.tolist()
    assert reduced.remoteness_of(labels).tolist() == full.remoteness.tolist()
    assert reduced.verify() and reduced.without_symmetry().verify()
    for position in labels:
        assert {*reduced.winning_moves(position)} == {*full.winning_moves(position)}
        check_line(reduced.line(position), full, position)


@given(coverings(), st.lists(st.integers(0, 20), min_size=1, max_size=3))
@settings(deadline=None)
def test_values_of_coverings(drawn: Any, chosen: list[int]) -> None:
    moves, sheets, _ = drawn
    rule = covering_rule(moves, sheets)
    full = gg.loopy_grundy(rule, start=(0, 0))
    reduced = gg.loopy_grundy(rule, start=(0, 0), canonical=lambda p: (p[0], 0))
    labels: list[Any] = list(full)
    assert [reduced.value(p) for p in labels] == [full.value(p) for p in labels]
    total = [labels[k % len(labels)] for k in chosen]
    assert reduced.outcome(total) is full.outcome(total)
    assert {*reduced.winning_moves(total)} == {*full.winning_moves(total)}


@pytest.mark.parametrize("solver", [gg.grundy, gg.loopy_grundy])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_sums_of_positions_have_moves_of_the_rule(solver: Any, play: Any) -> None:
    full = solver(nim, start=(2, 3))
    reduced = solver(nim, start=(2, 3), canonical=in_order)
    assert (len(full), len(reduced)) == (12, 9)
    for total in ([(2, 3)], [(2, 1), (0, 3)], [(2, 2), (1, 1)], [(2, 0), (1, 0), (1, 0)]):
        assert reduced.outcome(total, play=play) is full.outcome(total, play=play)
        mine = reduced.winning_moves(total, play=play)
        assert {*mine} == {*full.winning_moves(total, play=play)}


def test_preset_losses_of_a_game_with_values() -> None:
    presets = {(1, 2): gg.LOSE}
    full = gg.grundy(nim, start=(2, 3), presets=lambda x: presets.get(in_order(x)))
    reduced = gg.grundy(nim, start=(2, 3), canonical=in_order, presets={(2, 1): gg.LOSE})
    labels = list(full)
    assert reduced.value(labels).tolist() == full.values.tolist()
    assert reduced.winning_moves([(2, 1)]) == full.winning_moves([(2, 1)]) == []
    assert {*reduced.winning_moves([(2, 3)])} == {*full.winning_moves([(2, 3)])}


# -- codes ----------------------------------------------------------------------------------------


def test_a_batch_rule() -> None:
    full = gg.solve(gg.explore_codes(code_options, 0, presets=code_presets))
    reduced = gg.solve(
        gg.explore_codes(code_options, 0, presets=code_presets, canonical=code_canonical)
    )
    assert (len(full), len(reduced)) == (5478, 765)
    check_solution(full, reduced)
    positions = np.asarray(full.game.labels).reshape(-1, 2)
    assert (reduced.outcome(positions) == full.outcome(positions)).all()
    moves = reduced.best_move(positions)
    assert (np.ma.getmaskarray(moves) == (full.remoteness_of(positions) == 0)).all()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], ctypes.CDLL]:
    """Return what compiles Quixo for a side."""
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    folder: Path = tmp_path_factory.mktemp("quixo")
    (folder / "quixo.c").write_text(symmetric.QUIXO)

    def load(side: int) -> ctypes.CDLL:
        target = folder / f"quixo{side}.so"
        flags = ["-O2", "-shared", "-fPIC", f"-DSIDE={side}"]
        subprocess.run(["gcc", *flags, "quixo.c", "-o", target], cwd=folder, check=True)
        return ctypes.CDLL(str(target))

    return load


@pytest.mark.always
@pytest.mark.large  # lines from all positions, by a rule in Python
def test_a_compiled_rule(library: Any) -> None:
    quixo, plain = library(3), Quixo(3)
    graph = gg.explore_codes(quixo.options, 0, presets=quixo.preset)
    classes = gg.explore_codes(quixo.options, 0, presets=quixo.preset, canonical=quixo.canonical)
    full, reduced = gg.solve(graph), gg.solve(classes)
    check_solution(full, reduced)
    report = gg.check_rule(
        quixo.options,
        start=0,
        against=plain.options,
        presets=quixo.preset,
        against_presets=plain.preset,
        canonical=quixo.canonical,
        decode=lambda code: symmetric.decode(code, 9),
        size=3**9,
        board=lambda code: plain.board(symmetric.decode(code, 9)),
    )
    checked = {"same when asked again", "room", "options against", "presets against"}
    assert report.checks.keys() == checked | {"canonical", "size"}
    # The same classes by a rule of Python: as many, with as many moves.
    slow = gg.explore(plain, plain.start)
    assert (slow.n, slow.m) == (classes.n, classes.m)
    by_code = reduced.remoteness_of([symmetric.encode(x) for x in slow.labels or ()])
    assert by_code.tolist() == gg.solve(slow).remoteness.tolist()


@pytest.mark.large
def test_quixo_on_4_by_4(library: Any) -> None:
    """Lines and labels of a sample of positions, against the moves of the rule in Python."""
    quixo, plain = library(4), Quixo(4)
    classes = gg.explore_codes(quixo.options, 0, presets=quixo.preset, canonical=quixo.canonical)
    solution = gg.solve(classes)
    assert (classes.n, classes.m) == (5_170_021, 72_280_233)
    assert solution.result is gg.WIN and solution.remoteness_of(0) == 21
    line = solution.line()
    assert len(line) == solution.remoteness_of(0) + 1
    for code, option in itertools.pairwise(line):
        boards = [symmetric.encode(x) for x in plain.options(symmetric.decode(code, 16))]
        assert option in boards
    random = np.random.default_rng(0)
    for label in random.choice(np.asarray(classes.labels), 300).tolist():
        position = symmetric.decode(label, 16)
        image = random.choice(plain.symmetries)
        real = "".join(position[i] for i in image)
        outcome, remoteness, _ = solution[symmetric.encode(real)]
        if plain.preset(real) is not None:
            assert (outcome, remoteness) == (plain.preset(real), 0)
            continue
        options = [symmetric.encode(x) for x in plain.options(real)]
        after, lengths = solution.outcome(options), solution.remoteness_of(options)
        if outcome is gg.WIN:
            assert lengths[after == gg.LOSE].min() + 1 == remoteness
        elif outcome is gg.LOSE:
            assert (after == gg.WIN).all() and lengths.max(initial=-1) + 1 == remoteness
        else:
            assert (after >= 0).all() and (after == 0).any()


def test_wrong_symmetries_of_codes_are_refused(library: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="that of 5 is 4, and that of 4 is 3"):
        gg.explore_codes(code_options, [0, 5], canonical=lambda codes: np.maximum(codes - 1, 0))
    with pytest.raises(gg.GraphGameError, match="expected an array of 1 numbers.*got 2"):
        gg.explore_codes(code_options, 5, canonical=lambda codes: [*codes, 1])
    quixo = library(3)
    with pytest.raises(gg.GraphGameError, match="canonical: expected a compiled function"):
        gg.explore_codes(quixo.options, 0, canonical=lambda codes: codes)
