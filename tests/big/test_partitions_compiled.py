"""Compiled rules in partitions on disk: presets, threads, little memory, Ctrl-C and progress."""

from __future__ import annotations

import os
import signal
import sys
import threading
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame._kernel import threads
from graphgame.big.partitions import visits
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.partitions.visits import Worker
from tests.big.loopy import Loopy, Twin, options_of, preset_pairs, same_answers
from tests.big.stored import contents, require_same
from tests.stepping import interrupted_at

N = 100_000
# Moments between two interrupts, of some 3,500 in which Python looks for signals.
STRIDE = 30


def parts(folder: Path) -> dict[str, str]:
    return {name: sums for name, sums in contents(folder).items() if name.endswith(".part")}


def test_a_loopy_game_has_the_answers_of_memory(tmp_path: Path) -> None:
    graph = gg.explore_codes(Loopy(N).options, 1)
    for play in ("normal", "misere"):
        stored = explore_partitions(Loopy(N), 1, folder=tmp_path / play, partitions=5)
        assert (stored.positions, stored.moves) == (graph.n, graph.m)
        solution = gg.solve(graph, play=play)
        database = stored.solve(play)
        codes = np.array(graph.labels)
        assert same_answers(database, codes, solution.outcomes, solution.remoteness)
        assert database.verify()


def test_compiled_presets_with_a_remoteness(tmp_path: Path) -> None:
    size = 3_000
    solution = gg.solve(options_of(size), start=1, presets=preset_pairs)
    game = Loopy(size, presets=True, far=True)
    stored = explore_partitions(game, 1, folder=tmp_path / "c", partitions=4)
    require_same(stored.solve(), solution)
    python = explore_partitions(
        options_of(size), 1, presets=preset_pairs, folder=tmp_path / "p", partitions=4
    )
    python.solve()
    assert parts(tmp_path / "c") == parts(tmp_path / "p")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_compiled_symmetry_answers_as_the_whole_game(threads: int, tmp_path: Path) -> None:
    size = 4_000
    graph = gg.explore_codes(Twin(size, symmetric=False), 1)
    solution = gg.solve(graph)
    game = Twin(size, symmetric=True)
    stored = explore_partitions(game, 1, folder=tmp_path, partitions=5, threads=threads)
    assert stored.positions < 0.6 * graph.n
    database = stored.solve()
    codes = np.array(graph.labels)
    assert (database.outcome(codes) == solution.outcomes).all()
    assert (database.remoteness_of(codes) == solution.remoteness).all()
    assert database.verify()
    longest = codes[np.argsort(solution.remoteness)[-40:]].tolist()
    for code in [*codes[:40].tolist(), *longest]:
        line = database.line(code)
        for here, there in pairwise(line):
            assert there in graph.options(here)
        if solution.remoteness_of(code) >= 0:
            assert len(line) - 1 + database.remoteness_of(line[-1]) == solution.remoteness_of(code)
    again = gg.Database.open(tmp_path, game)
    assert again.winning_moves(int(codes[0])) == solution.winning_moves(int(codes[0]))
    with pytest.raises(gg.RuleMismatchError, match="its symmetry count"):
        gg.Database.open(tmp_path, Twin(size, symmetric=False))


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_make_the_same_parts(threads: int, tmp_path: Path) -> None:
    for name, options in (
        ("one", {"threads": 1}),
        ("many", {"threads": threads, "checkpoint": 0.01, "memory": "8MiB"}),
    ):
        game = Loopy(N, presets=True)
        explore_partitions(game, 1, folder=tmp_path / name, partitions=7, **options).solve()
    assert parts(tmp_path / "one") == parts(tmp_path / "many")


def test_little_memory_makes_the_same_parts(tmp_path: Path) -> None:
    """Tables are closed, mail is written, and what positions are told is written."""
    for name, memory in (("much", "1GiB"), ("little", "1500kB")):
        explore_partitions(
            Loopy(N), 1, folder=tmp_path / name, partitions=16, memory=memory
        ).solve()
    assert parts(tmp_path / "much") == parts(tmp_path / "little")


def test_small_buffers_make_the_same_parts(tmp_path: Path, monkeypatch: Any) -> None:
    """A full buffer is sent in the middle of a batch of moves, and of a row of predecessors."""
    game, moves = Loopy(N, presets=True), []
    for name in ("large", "small"):
        stored = explore_partitions(game, 1, folder=tmp_path / name, partitions=3)
        stored.solve()
        moves.append((stored.positions, stored.moves))
        monkeypatch.setattr("graphgame.big.partitions.visits.CHUNK", 64)
        monkeypatch.setattr("graphgame.big.partitions.propagation._TOLD", 64)
    assert moves[0] == moves[1]
    assert parts(tmp_path / "large") == parts(tmp_path / "small")


# A file that was opened at that moment is closed by the collector, with a warning.
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")
def test_control_c_is_answered_and_the_same_call_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each thread ends with the batch that it expands; the second call has the right parts."""
    game, size = Loopy(3_000_000), {"partitions": 8, "checkpoint": 0.1, "threads": 2}
    caller, begun = threading.get_ident(), count(1)
    pressed, failed = threading.Event(), threading.Event()
    late: list[bool] = []
    expand, fail = Worker.expand, visits.Visits.fail

    def expanding(worker: Worker, *args: Any) -> None:
        is_caller = threading.get_ident() == caller
        if (pressed if is_caller else failed).is_set():
            late.append(is_caller)
        if next(begun) == 100:
            pressed.set()
            signal.pthread_kill(caller, signal.SIGINT)
        expand(worker, *args)

    def failing(self: visits.Visits, error: BaseException) -> None:
        fail(self, error)
        failed.set()

    with monkeypatch.context() as patched:
        patched.setattr(Worker, "expand", expanding)
        patched.setattr(visits.Visits, "fail", failing)
        with pytest.raises(KeyboardInterrupt):
            explore_partitions(game, 1, folder=tmp_path, **size)
    assert pressed.is_set() and failed.is_set()
    assert late in ([], [True], [False], [True, False], [False, True])
    stored = explore_partitions(game, 1, folder=tmp_path, **size)
    graph = gg.explore_codes(game.options, 1)
    assert (stored.positions, stored.moves) == (graph.n, graph.m)
    database, solution = stored.solve(), gg.solve(graph)
    assert database.counts() == solution.counts()


def test_progress_names_stages(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    from graphgame import progress

    ticks = iter(range(10**9))
    monkeypatch.setattr(progress, "monotonic", lambda: float(next(ticks)))
    monkeypatch.setitem(sys.modules, "tqdm", None)
    explore_partitions(Loopy(N), 1, folder=tmp_path, partitions=3, progress=True).solve()
    lines = capsys.readouterr().err.splitlines()
    for stage in ("exploring", "sorting", "solving", "writing"):
        assert any(line.startswith(f"{stage}: ") for line in lines), stage
    assert all("positions" in line and "on disk" in line for line in lines)


def test_a_rule_that_raises_leaves_a_folder_that_goes_on(tmp_path: Path) -> None:
    broken = [True]

    def rule(code: int) -> list[int]:
        if broken[0] and code == 20:
            raise RuntimeError("not now")
        return [max(code - k, 0) for k in (1, 2)] if code else []

    with pytest.raises(RuntimeError, match="not now"):
        explore_partitions(rule, 200, folder=tmp_path, partitions=2, checkpoint=0)
    broken[0] = False
    database = explore_partitions(rule, 200, folder=tmp_path, partitions=2).solve()
    require_same(database, gg.solve(rule, start=200))


def test_solve_takes_no_game_of_a_folder(tmp_path: Path) -> None:
    stored = explore_partitions(lambda n: [n - 1] if n else [], 5, folder=tmp_path, partitions=1)
    with pytest.raises(gg.GraphGameError, match="expected a graph.* got StoredGame"):
        gg.solve(stored)
    assert stored.solve().outcome(5) == gg.WIN


@pytest.mark.large
def test_control_c_at_any_step_of_waiting_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads that wait for each other, for work or a checkpoint, are woken, whatever came."""
    # Else most of the time would be that of the disk.
    monkeypatch.setattr(os, "fsync", lambda _: None)
    game, whole = Loopy(500), gg.explore_codes(Loopy(500).options, 1)
    for k, step in enumerate(count(0, STRIDE)):
        folder = tmp_path / str(k)
        size: dict[str, Any] = {"partitions": 3, "threads": 2 + k % 2}

        def explore(folder: Path = folder, size: dict[str, Any] = size) -> Any:
            return explore_partitions(game, 1, folder=folder, checkpoint=0, **size)

        if not interrupted_at(step, (visits, threads), explore):
            break
        # This one need not wait at checkpoints: the build that is not interrupted does.
        stored = explore_partitions(game, 1, folder=folder, **size)
        assert (stored.positions, stored.moves) == (whole.n, whole.m)
    assert k > 60
