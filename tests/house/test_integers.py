"""Every argument that takes integers: an integer is used as what it is, or refused in plain words.

Each row is a door, with a letter for each value of `VALUES`: U, it is used, and the answer is what
`right` says of this number; R, a `GraphGameError` of one line; a point, memory decides.  Nothing
wraps, and no error of C or of NumPy comes out.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import graphgame as gg
from graphgame import NO_SCORE, WIN, GameGraph
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.partitions.stored import explore_partitions

VALUES = {
    "2^31": 2**31,
    "2^31 - 1": 2**31 - 1,
    "-1": -1,
    "2^63": 2**63,
    "2^64": 2**64,
    "3.0": 3.0,
    "2.5": 2.5,
    "True": True,
    "int64(3)": np.int64(3),
    "uint64(3)": np.uint64(3),
    "uint64(2^63)": np.uint64(2**63),
}


class Door(NamedTuple):
    """An argument: how it is given, what comes of it, and what should."""

    letters: str
    call: Callable[[Any], Any]
    right: Callable[[int], Any]


EDGES = [(0, 1), (0, 2), (1, 2), (2, 3)]
GAME = {0: [1, 2], 1: [2], 2: [3], 3: []}
GRAPH: GameGraph[Any] = GameGraph.from_edges(EDGES)
SOLVED: gg.Solution[Any] = gg.solve(GRAPH)
KAYLES = gg.octal("0.77")


def take(n: int) -> list[int]:
    """Return the options of a heap of which one or two are taken."""
    return [n - k for k in (1, 2) if n >= k]


def take_many(codes: Any) -> Any:
    """Return the same of an array of codes."""
    rows, taken = np.nonzero(codes[:, None] >= np.array([1, 2]))
    return rows, codes[rows] - (taken + 1)


def stay(codes: Any) -> Any:
    """Return no options."""
    return codes[:0], codes[:0]


def unsigned(x: Any) -> Any:
    """Return a number in an array of uint64, which refuses what is none."""
    if not isinstance(x, int | np.integer) or isinstance(x, bool) or not 0 <= x < 2**64:
        raise gg.GraphGameError("no uint64")
    return np.array([x], dtype=np.uint64)


def written(base: Any) -> bytes:
    """Return graph text that begins with this number."""
    file = io.BytesIO()
    gg.write_graph(GRAPH, file, base=base)
    return file.getvalue()


#                    2^31, 2^31 - 1, -1, 2^63, 2^64, 3.0, 2.5, True, int64, uint64, uint64 of 2^63
DOORS = {
    "presets, mapping": Door(
        "RRURRRRRUUR", lambda x: int(gg.solve(GAME, presets={3: x}).outcome(3)), int
    ),
    "presets, list": Door(
        "RRURRRRRUUR", lambda x: int(gg.solve(EDGES, presets=[2, 2, 2, x]).outcome(3)), int
    ),
    "presets of a rule": Door(
        "RRURRRRRUUR",
        lambda x: int(gg.solve(take, start=5, presets={0: x}).outcome(0)),
        int,
    ),
    "remoteness, mapping": Door(
        "RRRRRRRRUUR",
        lambda x: gg.solve(GAME, presets={3: (WIN, x)}).remoteness_of(3),
        int,
    ),
    "remoteness, list": Door(
        "RRRRRRRRUUR",
        lambda x: gg.solve(EDGES, presets=([2, 2, 2, 1], [0, 0, 0, x])).remoteness_of(3),
        int,
    ),
    "remoteness, uint64": Door(
        "RRRRRRRRUUR",
        lambda x: gg.solve([(0, 0)], presets=([1], unsigned(x))).remoteness_of(0),
        int,
    ),
    "remoteness of a rule": Door(
        "RRRRRRRRUUR",
        lambda x: gg.solve(take, start=5, presets={0: (WIN, x)}).remoteness_of(0),
        int,
    ),
    "owner, list": Door(
        "RRRRRRRURRR",
        lambda x: int(gg.as_game_graph(EDGES).with_owner([0, 0, 0, x]).owner[3]),
        int,
    ),
    "owner, uint64": Door("RRRRRRRRRRR", lambda x: gg.attractor([(0, 0)], unsigned(x), [0]), int),
    "priority, list": Door(
        "UURRRRRUUUR",
        lambda x: gg.ParityGame(EDGES, [0] * 4, [1, 1, 1, x]).priority.tolist()[3],
        int,
    ),
    "priority, uint64": Door(
        "UURRRRRRUUR",
        lambda x: gg.ParityGame([(0, 0)], [0], unsigned(x)).priority.tolist()[0],
        int,
    ),
    "priority, solved": Door(
        "UURRRRRUUUR",
        lambda x: gg.ParityGame([(0, 1), (1, 0)], [0, 0], [0, x]).solve().winner(0),
        lambda x: x % 2,
    ),
    "scores, mapping": Door("UUURRRRRUUR", lambda x: gg.solve_scores(GAME, {3: x}).score(3), int),
    "scores, list": Door(
        "UUURRRRRUUR",
        lambda x: gg.solve_scores(EDGES, [NO_SCORE] * 3 + [x]).score(3),
        int,
    ),
    "endless": Door(
        "UUURRRRRUUR",
        lambda x: gg.solve_scores([(0, 0)], {}, owner=[0], endless=x).score(0),
        int,
    ),
    "targets": Door(
        "RRRRRRRRUUR",
        lambda x: np.flatnonzero(gg.attractor(GAME, [0, 1, 0, 1], [x]).targets).tolist(),
        lambda x: [x],
    ),
    "player": Door("RRRRRRRRRRR", lambda x: gg.attractor(GAME, [0] * 4, [3], x), int),
    "n": Door("RRRRRRRRUUR", lambda x: GameGraph.from_edges([(0, 1)], x).n, int),
    "base": Door(
        "RRRRRRRRUUR", lambda x: GameGraph.from_edges([(3, 4)], base=x).positions([0, 1])[0], int
    ),
    "base of text read": Door(
        "RRRRRRRRRRR", lambda x: gg.read_graph(io.BytesIO(b"4 1\n3 4\n"), base=x), int
    ),
    "base of text written": Door("RRRRRRRRRRR", written, int),
    "edges, list": Door("RRRRRRRRUUR", lambda x: GameGraph.from_edges([(0, 1), (2, x)]).n - 1, int),
    "edges, uint64": Door(
        "RRRRRRRRUUR",
        lambda x: GameGraph.from_edges(np.column_stack([unsigned(x), unsigned(2)])).n - 1,
        int,
    ),
    "options": Door(
        "RRRRRRRRUUR",
        lambda x: GameGraph.from_options([[1], [x], [], []]).options(1)[0],
        int,
    ),
    "CSR, offsets": Door(
        "RRRRRRRRUUR", lambda x: GameGraph.from_csr([0, 1, x], [0, 1, 1]).m, int
    ),
    "CSR, indices": Door(
        "RRRRRRRRUUR",
        lambda x: GameGraph.from_csr([0, 1, 1, 1, 1], [x]).options(0)[0],
        int,
    ),
    "limit": Door(
        "UURUURRRRRU", lambda x: gg.explore(take, 5, limit=x).n, lambda x: 6
    ),
    "limit of a sum": Door(
        "UURUURRRRRU", lambda x: gg.game_sum([GRAPH, GRAPH], limit=x).n, lambda x: 16
    ),
    "depth": Door(
        "UURUURRRUUU", lambda x: len(SOLVED.to_dot(around=0, depth=x)), lambda x: 490
    ),
    "threads": Door(
        "UURUURRRUUU",
        lambda x: gg.solve(take_many, start=5, threads=x).remoteness_of(5),
        lambda x: 3,
    ),
    "size": Door(
        "..RRRRRRUUR", lambda x: gg.solve(take_many, start=2, size=x).remoteness_of(2), lambda x: 1
    ),
    "start of codes": Door(
        "UUURRRRRUUR", lambda x: gg.explore_codes(stay, x).position(0), int
    ),
    "start, uint64": Door(
        "UURRRRRRUUR", lambda x: gg.explore_codes(stay, unsigned(x)).position(0), int
    ),
    "options of codes": Door(
        "UUURRRRRUUR",
        lambda x: gg.explore_codes(
            lambda c: (np.array([0]), np.array([x])) if c[0] == 5 else stay(c), 5
        ).position(1),
        int,
    ),
    "canonical of codes": Door(
        "UUURRRRRUUR",
        lambda x: gg.explore_codes(stay, 5, canonical=lambda c: np.array([x])).position(0),
        int,
    ),
    "tier": Door(
        "UUURRRRRUUR",
        lambda x: gg.check_rule(
            stay, start=[5], tier=lambda c: np.array([x]), samples=1
        ).positions,
        lambda x: 1,
    ),
    "index of a position": Door("RRRRRRRRUUR", GRAPH.position, int),
    "indices of positions": Door("RRRRRRRRUUR", lambda x: GRAPH.positions([x])[0], int),
    "position": Door("RRRRRRRRUUR", GRAPH.index, int),
    "positions": Door("RRRRRRRRUUR", lambda x: GRAPH.index([x]).tolist()[0], int),
    "positions, uint64": Door(
        "RRRRRRRRUUR", lambda x: GRAPH.index(unsigned(x)).tolist()[0], int
    ),
    "code": Door(
        "RRRRRRRRUUR",
        gg.solve(take_many, start=5).remoteness_of,
        lambda x: 2,
    ),
    "size of an IndexedGame": Door(
        "UURRRRRRUUR", lambda x: IndexedGame(x, take_many).size, int
    ),
    "MixedRadix": Door("UURRRRRRUUR", lambda x: gg.MixedRadix([x]).size, int),
    "rank": Door("RRRRRRRRUUR", lambda x: gg.MixedRadix([5]).rank([[x]]).tolist()[0], int),
    "unrank": Door("RRRRRRRRUUR", lambda x: int(gg.MixedRadix([5]).unrank(x)[0]), int),
    "Combinations, n": Door("RRRRRRRRUUR", lambda x: gg.Combinations(x, 1).size, int),
    "Combinations, k": Door("RRRRRRRRUUR", lambda x: gg.Combinations(5, x).size, lambda x: 10),
    "Arrangements": Door("RRRRRRRRUUR", lambda x: gg.Arrangements([x, 1]).size, lambda x: 4),
    "samples": Door(
        "UURUURRRUUU", lambda x: gg.check_rule(take, start=5, samples=x).positions,
        lambda x: min(x, 6),
    ),
    "seed": Door(
        "UUUUURRRUUU", lambda x: gg.check_rule(take, start=5, seed=x).positions, lambda x: 6
    ),
    "nim_sum": Door("UURUURRRUUU", lambda x: gg.nim_sum([x, 1]), lambda x: x ^ 1),
    "nim_product": Door("UURURRRRUUU", lambda x: int(gg.nim_product(x, 1)), int),
    "mex": Door("UURUURRRUUU", lambda x: gg.mex([0, 1, x]), lambda x: 2),
    "axis": Door("RRURRRRRRRR", lambda x: gg.mex([[0, 1]], axis=x).tolist(), lambda x: [2]),
    "Nimber": Door("UURUURRRUUU", lambda x: gg.Nimber(x).value, int),
    "piles": Door("UURUURRRUUU", lambda x: int(gg.nim.outcome([x])), lambda x: 1),
    "numbers to take": Door(
        "UURUURRRUUU", lambda x: gg.subtraction([x]).options(3), lambda x: [()] if x == 3 else []
    ),
    "values of heaps": Door("RRRRRRRRUUR", lambda x: len(KAYLES.values(x)) - 1, int),
    "heap": Door(
        "UURUURRRUUU",
        KAYLES.value,
        lambda x: KAYLES.value(x % 12 + 96) if x > 71 else KAYLES.values(3).tolist()[x],
    ),
    "heap in misere play": Door(
        "RRRRRRRRUUR", lambda x: KAYLES.value([x], play="misere"), lambda x: 3
    ),
    "n of a quotient": Door(
        "RRRRRRRRUUR", lambda x: len(gg.misere_quotient(KAYLES, x).elements) - 1, int
    ),
    "most elements": Door(
        "UURUURRRRRU", lambda x: gg.misere_quotient(KAYLES, 5, most=x).order, lambda x: 12
    ),
    "Genus": Door("UURUURRRUUU", lambda x: gg.Genus(x, (0, 1)).value, int),
    "digits of a Genus": Door("UURUURRRUUU", lambda x: gg.Genus(0, (0, x)).digits[1], int),
    "cops": Door(
        "RRRRRRRRUUR", lambda x: gg.cops_and_robbers([(0, 1)], x).capture_time, lambda x: 0
    ),
    "max_cops": Door("UURUURRRUUU", lambda x: gg.cop_number([(0, 1)], x), lambda x: 1),
    "cells": Door(
        "RRRRRRRRUUR",
        lambda x: gg.PoliceAndThief(["....", "...."], police=(0, x), thief=(1, 1)).police[1],
        int,
    ),
    "memory of pursuit": Door(
        "UURUURRRRRU",
        lambda x: int(gg.PoliceAndThief(["PT"]).solve(memory=x).result),
        lambda x: 1,
    ),
    "patterns": Door(
        "UUURRRRRUUR", lambda x: gg.find_patterns([x] * 20)[0].claim, lambda x: f"a[n] = {x}"
    ),
    "patterns, uint64": Door(
        "UURRRRRRUUR",
        lambda x: gg.find_patterns(np.repeat(unsigned(x), 20))[0].claim,
        lambda x: f"a[n] = {x}",
    ),
    "entries of a table": Door(
        "UUUUURRRUUU", lambda x: gg.table(lambda _: x, 2).tolist(), lambda x: [x, x]
    ),
    "shape of a table": Door("RRRRRRRRUUR", lambda x: len(gg.table(int, x)), int),
    "scores that are verified": Door(
        "RRRRRRRRRRR",
        lambda x: gg.verify_scores(
            GameGraph.from_edges([(0, 1)]), [NO_SCORE, 3], [-3, 3], np.array([x, 0], dtype=object)
        ),
        lambda x: True,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (name, value)
        for name, door in DOORS.items()
        for value, letter in zip(VALUES, door.letters, strict=True)
        if letter != "."
    ],
)
def test_an_integer_is_used_as_what_it_is_or_refused(name: str, value: str) -> None:
    door, x = DOORS[name], VALUES[value]
    letter = door.letters[[*VALUES].index(value)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of positions that touch no edge
        if letter == "U":
            found = door.call(x)
            assert found == door.right(int(x))
            assert not isinstance(found, float | bool)
            return
        with pytest.raises(gg.GraphGameError) as caught:
            door.call(x)
    assert "\n" not in str(caught.value)
    assert "int too large" not in str(caught.value)


@pytest.mark.parametrize(
    ("partitions", "expected"),
    [(2**16 + 1, "at most 65,536"), (2**64, "at most 65,536"), (True, "at least 1")],
)
def test_a_folder_does_not_get_a_file_for_each_of_billions(
    tmp_path: Path, partitions: int, expected: str
) -> None:
    with pytest.raises(gg.GraphGameError, match=f"^partitions: expected .*{expected}"):
        explore_partitions(take_many, 5, folder=tmp_path / "a", partitions=partitions)
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("checkpoint", ["3", None, True, -1, float("nan")])
def test_a_checkpoint_is_a_number_of_seconds(tmp_path: Path, checkpoint: Any) -> None:
    with pytest.raises(gg.GraphGameError, match="^checkpoint: expected a number from 0 on, got"):
        explore_partitions(take_many, 5, folder=tmp_path / "a", checkpoint=checkpoint)


def test_bools_among_flags_of_who_moves_are_flags() -> None:
    """Where 0 and 1 are all there is, bools and integers are one reading."""
    for owner in ([True, 0, 1, False], np.array([True, False, True, False]), (1, 0, True, 0)):
        found = GRAPH.with_owner(owner).owner
        assert found is not None
        assert found.tolist() == [1, 0, 1, 0]


@pytest.mark.parametrize("rows", [[[0, True]], ([0, np.True_], [1, 2]), [[2, 1], (False, 1)]])
def test_bools_among_integers_are_named(rows: Any) -> None:
    with pytest.raises(gg.GraphGameError, match=r"expected integers, got .*(True|False).* of type"):
        GameGraph.from_edges(rows)
