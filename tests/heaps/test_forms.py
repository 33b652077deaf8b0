"""Heap games in other forms: as graphs for the general solvers, in files, pickled.

Pinned here: the graph of a game has the outcomes of the game, normal and misère, and its Grundy
values; with heaps of Nim in the place of sums, the graph proves the table; a file brings back the
game and its table, and a damaged or foreign one is refused.
"""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import LOSE, WIN, GameGraph, HeapGame, SolutionFileError
from graphgame.heaps.table import Table
from tests.heaps.test_game import Options, catalogue
from tests.reference import heaps as reference

# -- graphs ---------------------------------------------------------------------------------------


def grundy_of_graph(graph: GameGraph) -> list[int]:
    """Return the Grundy values of a graph without cycles, straight from the definition."""
    ptr, idx = graph.option_ptr.tolist(), graph.option_idx.tolist()
    values: list[int | None] = [None] * graph.n
    for root in range(graph.n):
        stack = [root]
        while stack:
            v = stack[-1]
            options = idx[ptr[v] : ptr[v + 1]]
            waiting = [w for w in options if values[w] is None]
            stack += waiting
            if not waiting:
                values[v] = reference.mex(values[w] for w in options)  # type: ignore[misc]
                stack.pop()
    return values  # type: ignore[return-value]


LEAVE_ONE = ["subtraction", "nothing", "nim", "all but", "squares", "primes", "0.3", "0.0"]
LEAVE_MORE = sorted(set(catalogue()) - set(LEAVE_ONE))


def misere(options: Options, n: int) -> list[bool]:
    """Say of single heaps 0 to n whether the player to move wins, where moves leave one heap."""
    won: list[bool] = []
    for heap in range(n + 1):
        left = [(*rest, 0)[0] for rest in options(heap)]
        won.append(not left or not all(won[k] for k in left))
    return won


@pytest.mark.parametrize("name", LEAVE_ONE)
def test_graphs_of_games_that_leave_one_heap(name: str) -> None:
    game, options = catalogue()[name]
    n = 200
    graph = game.graph(n)
    assert graph.n == n + 1 and graph.labels is None
    assert grundy_of_graph(graph) == game.values(n).tolist()
    solution = gg.solve(graph)
    assert [solution.outcome(h) for h in range(n + 1)] == [game.outcome([h]) for h in range(n + 1)]
    won = [x == WIN for x in gg.solve(graph, play="misere").outcomes]
    assert won == misere(options, n)


@pytest.mark.parametrize("name", LEAVE_MORE)
def test_graphs_of_sums_are_the_game_normal_and_misere(name: str) -> None:
    game, options = catalogue()[name]
    n = 13
    graph = game.graph(n)
    assert graph.labels is not None and set(graph.labels) >= {(h,) for h in range(1, n + 1)}
    for sums in graph.labels:
        assert set(graph.options(sums)) == reference.after(sums, options)  # type: ignore[arg-type]
    values = dict(zip(graph.labels, grundy_of_graph(graph), strict=True))
    table = game.values(n)
    for sums in graph.labels:
        assert values[sums] == np.bitwise_xor.reduce(table[list(sums)], dtype=np.int64)  # type: ignore[call-overload]
    for play in ("normal", "misere"):
        solution = gg.solve(graph, play=play)
        win = reference.wins(options, misere=play == "misere")
        for sums in graph.labels:
            assert solution.outcome(sums) == (WIN if win(sums) else LOSE)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", LEAVE_MORE)
def test_graphs_with_nimbers_prove_the_table(name: str) -> None:
    game, _ = catalogue()[name]
    n = 60 if game._rule.parts == 3 else 200
    graph = game.graph(n, nimbers=True)
    values = grundy_of_graph(graph)
    assert values[: n + 1] == game.values(n).tolist()
    assert values[n + 1 :] == list(range(graph.n - n - 1))
    assert (
        graph.labels is not None
        and list(graph.labels[n + 1 : n + 3]) == ["*0", "*1"][: graph.n - n - 1]
    )
    solution = gg.solve(graph)
    assert [solution.outcome(h) for h in range(n + 1)] == [game.outcome([h]) for h in range(n + 1)]
    assert gg.grundy(graph).values[: n + 1].tolist() == game.values(n).tolist()


def test_a_wrong_table_makes_a_graph_with_other_values() -> None:
    game = gg.octal("0.77")
    table = game.values(50)
    wrong = table.copy()
    wrong[20] += 1
    liar = gg.octal("0.77")
    liar.values = lambda n: wrong[: n + 1]  # type: ignore[assignment, method-assign]
    values = grundy_of_graph(liar.graph(50, nimbers=True))
    assert values[:51] != wrong.tolist()
    assert values[:21] == table[:21].tolist(), "right up to the lie"


def test_graphs_that_are_too_large_are_refused() -> None:
    kayles = gg.octal("0.77")
    with pytest.raises(gg.TooLargeError) as caught:
        kayles.graph(60, limit=10_000)
    assert str(caught.value) == (
        "limit: expected at most 10000 positions, heaps up to 60 can become up to 6639349 sums; "
        "with nimbers=True a heap of Nim stands for each sum, for normal play"
    )
    with pytest.raises(gg.TooLargeError, match=r"heaps up to 1000 can become over \d{14} sums"):
        kayles.graph(1000)
    with pytest.raises(
        gg.TooLargeError, match=r"^limit: expected at most 100 positions, got 101 h"
    ):
        gg.subtraction({1}).graph(100, limit=100)
    assert gg.subtraction({1}).graph(100, limit=101).n == 101
    assert kayles.graph(0).labels == [()]


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", catalogue())
def test_a_file_brings_back_the_game_and_its_table(name: str, tmp_path: Path) -> None:
    game, _ = catalogue()[name]
    values = game.values(600)
    file = tmp_path / "run.npz"
    game.save(file)
    back = HeapGame.load(file)
    assert repr(back) == repr(game) and back.name == game.name
    assert back._known.table.count == game._known.table.count
    assert np.array_equal(back.values(600), values)
    assert np.array_equal(back.values(900), game.values(900))
    copy = pickle.loads(pickle.dumps(game))
    assert repr(copy) == repr(game) and np.array_equal(copy.values(600), values)


def test_games_of_functions_are_loaded_with_the_function() -> None:
    file = io.BytesIO()
    odd = gg.taking(t for t in count(1, 2))
    values = odd.values(500)
    odd.save(file)
    file.seek(0)
    with pytest.raises(
        SolutionFileError, match=r"^the file: expected the argument game, as no fil"
    ):
        HeapGame.load(file)
    file.seek(0)
    back = HeapGame.load(file, game=gg.taking(lambda t: t % 2 == 1))
    assert back._known.table.count == 501 and np.array_equal(back.values(500), values)
    file.seek(0)
    with pytest.raises(SolutionFileError) as caught:
        HeapGame.load(file, game=gg.taking("squares"))
    assert str(caught.value) == (
        "the file: values: expected those of taking('squares'), where heap 3 has 1, got 1"
    ).replace("3 has 1, got 1", "4 has 2, got 0")
    with pytest.raises(TypeError, match=r"cannot be pickled: a function or an iterator is part"):
        pickle.dumps(odd)


def test_the_table_of_a_game_with_another_late_move_is_refused() -> None:
    file = io.BytesIO()
    game = gg.subtraction({1, 2})
    game.values(1000)
    game.save(file)
    for again, fits in ((gg.subtraction([2, 1]), True), (gg.subtraction({1, 2, 300}), False)):
        file.seek(0)
        if fits:
            assert len(HeapGame.load(file, game=again)._known.view) == 1001
            continue
        message = r"expected the table of subtraction\(\{1, 2, 300\}\), got that of subtraction"
        with pytest.raises(SolutionFileError, match=message):
            HeapGame.load(file, game=again)


def written(**changes: Any) -> io.BytesIO:
    """Return a file of Kayles, with changes."""
    values = gg.octal("0.77").values(99)
    header = {"format": "graphgame heap game", "version": 1, "game": ["octal", "0.77"]}
    header |= {"text": "octal('0.77')"} | changes.pop("header", {})
    arrays = {"values": values, "header": np.frombuffer(json.dumps(header).encode(), np.uint8)}
    file = io.BytesIO()
    np.savez(file, **(arrays | changes))
    file.seek(0)
    return file


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"header": {"format": "x"}}, "expected the format 'graphgame heap game', got 'x'"),
        (
            {"header": {"version": 2}},
            "expected version 1 of the format, got 2; a later graphgame may read it",
        ),
        ({"header": {"game": ["octal", "0.78"]}}, "values: expected those of octal('0.78'), where"),
        (
            {"header": {"game": ["chess"]}},
            "not a graphgame heap game file, or a damaged one: game: expected one of subtraction, ",
        ),
        (
            {"header": {"game": ["octal", 7]}},
            "not a graphgame heap game file, or a damaged one: code: ex",
        ),
        ({"values": np.zeros(5)}, "values: expected values of int32, got shape (5,) of float64"),
        ({"values": np.zeros(0, np.int32)}, "values: expected at least one, got none"),
        (
            {"values": np.zeros((1, 1), np.int32)},
            "values: expected values of int32, got shape (1, 1) of int32",
        ),
    ],
)
def test_files_that_are_something_else_are_refused(changes: dict[str, Any], message: str) -> None:
    assert HeapGame.load(written()).values(99)[-1] == gg.octal("0.77").value(99)
    with pytest.raises(SolutionFileError) as caught:
        HeapGame.load(written(**changes))
    assert str(caught.value).startswith(f"the file: {message}")


@pytest.mark.parametrize("wrong", [-1, 2001])
def test_values_that_no_game_has_are_refused(wrong: int) -> None:
    values = gg.octal("0.77").values(999).copy()
    values[700] = wrong
    with pytest.raises(
        SolutionFileError, match=r"^the file: values: expected values from 0 to 2000$"
    ):
        HeapGame.load(written(values=values))


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive", b"\x93NUMPY"])
def test_files_that_are_no_archive_are_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    file.write_bytes(content)
    with pytest.raises(SolutionFileError) as caught:
        HeapGame.load(file)
    assert str(caught.value).startswith(f"{file}: not a graphgame heap game file, or a damaged one")


def test_cut_and_changed_archives_are_refused() -> None:
    whole = written().getvalue()
    for length in range(0, len(whole), 97):
        with pytest.raises(SolutionFileError):
            HeapGame.load(io.BytesIO(whole[:length]))
    place = zipfile.ZipFile(io.BytesIO(whole)).getinfo("values.npy").header_offset + 200
    changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
    with pytest.raises(SolutionFileError):
        HeapGame.load(io.BytesIO(changed))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    game = gg.octal("0.77")
    game.values(50)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="expected a regular file or none"):
        game.save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_loaded_table_may_be_of_any_width() -> None:
    for game in (gg.subtraction(range(1, 300)), gg.octal("0.06"), gg.all_but({1, 2})):
        file = io.BytesIO()
        game.values(3000)
        game.save(file)
        file.seek(0)
        back = HeapGame.load(file)
        table = Table()
        table.make_room(4001)
        game._rule.extend(table, 4001)
        assert np.array_equal(back.values(4000), table.view)
