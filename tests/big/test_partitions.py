"""Games in partitions on disk: answers as in memory, and builds that go on where they stopped."""

from __future__ import annotations

import errno
import multiprocessing
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import GraphGameError
from graphgame.big.partitions import build_state, files, partition, stored
from graphgame.big.partitions.stored import explore_partitions
from tests.big.stored import Game, contents, require_same


def build(game: Game, folder: Path, *, play: str = "normal", **options: Any) -> Any:
    """Explore and solve a game in a folder."""
    options.setdefault("partitions", 3)
    options.setdefault("rule", game.rule)
    rule = options.pop("rule")
    stored = explore_partitions(rule, game.start, presets=game.presets, folder=folder, **options)
    return stored, stored.solve(play=play)


# -- answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_random_games_have_the_answers_of_memory(seed: int, tmp_path: Path) -> None:
    game, r = Game(seed), random.Random(seed)
    play = r.choice(["normal", "misere"])
    rule = r.choice([game.rule, game.batch])
    memory, parts = r.choice(["1MiB", "1GiB"]), r.choice([1, 2, 3, 8])
    every = r.choice([0.0, 60.0])
    stored, database = build(
        game,
        tmp_path / "f",
        play=play,
        rule=rule,
        memory=memory,
        partitions=parts,
        checkpoint=every,
    )
    solution = game.solved(play)
    assert (stored.positions, stored.moves) == (solution.graph().n, solution.graph().m)
    require_same(database, solution)
    assert not (tmp_path / "f" / "work").exists()


@pytest.mark.parametrize("length", [130, 33_000])
def test_long_chains_get_wider_labels(length: int, tmp_path: Path) -> None:
    def chain(codes: Any) -> Any:
        sources = np.flatnonzero(codes > 0)
        return sources, codes[sources] - 1

    stored = explore_partitions(chain, length, folder=tmp_path / "f", partitions=2)
    database = stored.solve()
    codes = np.arange(length + 1)
    assert (database.remoteness_of(codes) == codes).all()
    assert (database.outcome(codes) == np.where(codes % 2, 1, -1)).all()


@pytest.mark.parametrize("far", [200, 70_000])
def test_far_presets_are_waited_for(far: int, tmp_path: Path) -> None:
    """2 can only move to a WIN that is far away; 3 to that and to a near one; 4 to both and 2."""
    options = {1: [], 2: [10], 3: [10, 11], 4: [10, 2], 5: [4, 3]}
    presets = {10: (gg.WIN, far), 11: (gg.LOSE, far)}
    stored = explore_partitions(
        options.__getitem__, 5, presets=presets, folder=tmp_path / "f", partitions=2
    )
    solution = gg.solve(options.__getitem__, start=5, presets=presets.get)
    require_same(stored.solve(), solution)
    assert solution.remoteness_of(5) == far + 3


def test_a_preset_win_at_one_is_farther_than_a_terminal_in_misere_play(tmp_path: Path) -> None:
    """2 is a terminal, a WIN at 0 in misère play; 1 loses only after its preset WIN at 1."""
    options: dict[int, list[int]] = {1: [2, 3], 2: [], 4: [1]}
    presets = {3: (gg.WIN, 1)}
    for play, far in (("normal", 1), ("misere", 2)):
        stored = explore_partitions(
            options.__getitem__, 4, presets=presets, folder=tmp_path / play, partitions=2
        )
        database = stored.solve(play=play)
        solution = gg.solve(options.__getitem__, start=4, presets=presets.get, play=play)
        require_same(database, solution)
        assert database.remoteness_of(1) == far


def test_symmetric_games_have_one_position_per_class(tmp_path: Path) -> None:
    def mirror(code: int) -> int:
        return min(code, (40 - code) % 40)

    def rule(code: int) -> list[int]:
        beside = [(code + 1) % 40, (code + 39) % 40]
        return [[], [code * 3 % 40], [*beside, code * 3 % 40]][mirror(code) % 3]

    stored = explore_partitions(rule, 7, canonical=mirror, folder=tmp_path / "f", partitions=3)
    graph = gg.explore_codes(rule, 7, canonical=mirror)
    assert (stored.positions, stored.moves) == (graph.n, graph.m)
    database, solution = stored.solve(), gg.solve(graph)
    codes = np.array(graph.labels)
    assert (database.outcome(codes) == solution.outcomes).all()
    assert (database.remoteness_of(codes) == solution.remoteness).all()


def test_many_options_of_one_position(tmp_path: Path) -> None:
    def wide(codes: Any) -> Any:
        sources = np.repeat(np.flatnonzero(codes == 0), 30_000)
        return sources, np.tile(np.arange(1, 30_001), len(sources) // 30_000)

    stored = explore_partitions(wide, 0, folder=tmp_path / "f", partitions=3)
    assert (stored.positions, stored.moves) == (30_001, 30_000)
    assert stored.solve().outcome(0) == gg.WIN


def test_too_many_options_of_one_position(tmp_path: Path) -> None:
    def wider(codes: Any) -> Any:
        sources = np.repeat(np.flatnonzero(codes == 0), 40_000)
        return sources, np.tile(np.arange(1, 20_001), len(sources) // 20_000)

    with pytest.raises(GraphGameError, match="at most 32,765 options"):
        explore_partitions(wider, 0, folder=tmp_path)


# -- the same folder, again ------------------------------------------------------------------------


def test_parts_depend_on_the_game_and_their_number_alone(tmp_path: Path) -> None:
    game = Game(3, sizes=(300,))
    for name, options in (
        ("a", {"memory": "1MiB", "checkpoint": 0.0}),
        ("b", {"memory": "1GiB", "rule": game.batch}),
    ):
        build(game, tmp_path / name, **options)  # type: ignore[arg-type]
    found = [contents(tmp_path / name) for name in "ab"]
    parts = [{k: v for k, v in x.items() if k.endswith(".part")} for x in found]
    assert parts[0] == parts[1]
    assert len(parts[0]) == 3


def test_a_complete_folder_returns_at_once(tmp_path: Path) -> None:
    game = Game(4)
    _, database = build(game, tmp_path / "f")
    before = contents(tmp_path / "f")
    stored, again = build(game, tmp_path / "f")
    assert stored.is_solved
    assert "solved" in repr(stored)
    assert again.counts() == database.counts()
    assert contents(tmp_path / "f") == before


def test_other_games_are_refused(tmp_path: Path) -> None:
    game, other = Game(7, sizes=(60,)), Game(8, sizes=(60,))
    build(game, tmp_path / "f")
    before = contents(tmp_path / "f")
    with pytest.raises(GraphGameError, match="digest"):
        explore_partitions(other.rule, game.start[0], folder=tmp_path / "f")
    with pytest.raises(GraphGameError, match="play: expected 'normal'"):
        build(game, tmp_path / "f", play="misere")
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "letter.txt").write_text("mine")
    with pytest.raises(GraphGameError, match=r"letter\.txt"):
        build(game, tmp_path / "g")
    assert contents(tmp_path / "f") == before


def test_presets_that_no_database_holds_are_refused(tmp_path: Path) -> None:
    for k, preset in enumerate((gg.TIE, (gg.DRAW, 3))):
        with pytest.raises(GraphGameError, match=r"preset of (code )?1: expected WIN, LOSE"):
            explore_partitions(lambda code: [1], 0, presets={1: preset}, folder=tmp_path / str(k))


def test_too_little_memory_names_the_partitions(tmp_path: Path) -> None:
    def count_up(codes: Any) -> Any:
        sources = np.flatnonzero(codes < 200_000)
        return np.repeat(sources, 2), (codes[sources, None] * 2 + [1, 2]).ravel()

    with pytest.raises(gg.TooLargeError, match="partitions="):
        explore_partitions(count_up, 0, folder=tmp_path / "f", partitions=1, memory="2MiB")


# -- crashes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [3, 11, 14])
def test_a_full_disk_at_every_write(seed: int, tmp_path: Path, monkeypatch: Any) -> None:
    """The disk is full at one write after the other; the next call goes on, to the same parts."""
    game = Game(seed, sizes=(20,))
    build(game, tmp_path / "whole", checkpoint=0.0)
    write, left, errors = files.write_all, [0], 0

    def write_all(file: Any, data: bytes) -> None:
        left[0] -= 1
        if left[0] == 0:
            write(file, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        write(file, data)

    for module in ("files", "propagation"):
        monkeypatch.setattr(f"graphgame.big.partitions.{module}.write_all", write_all)
    at = 0
    while True:
        at += 1
        left[0] = at
        try:
            build(game, tmp_path / "f", checkpoint=0.0)
        except GraphGameError as error:
            if "full disk" not in str(error):
                raise
            errors += 1
        else:
            break
    assert errors >= 10
    assert contents(tmp_path / "f") == contents(tmp_path / "whole")


@pytest.mark.parametrize("checkpoint", [0.0, 60.0])
def test_parts_are_written_without_the_moves(
    checkpoint: float, tmp_path: Path, monkeypatch: Any
) -> None:
    """What only solving needs is gone when parts are written; a build goes on without it."""
    game = Game(3, sizes=(300,))
    build(game, tmp_path / "whole", checkpoint=checkpoint)
    write_codes = stored.write_codes

    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(stored, "write_codes", fail)
    for _ in range(2):
        with pytest.raises(GraphGameError, match="full disk"):
            build(game, tmp_path / "f", checkpoint=checkpoint)
        left = {path.name.split(".")[1] for path in (tmp_path / "f" / "work").glob("0*")}
        assert left <= {"codes", "labels1", "labels2", "ends"}
    monkeypatch.setattr(stored, "write_codes", write_codes)
    build(game, tmp_path / "f", checkpoint=checkpoint)
    assert contents(tmp_path / "f") == contents(tmp_path / "whole")


@pytest.mark.parametrize("seed", [3, 8, 11, 14])
def test_preset_codes_are_kept_once_again_and_again(
    seed: int, tmp_path: Path, monkeypatch: Any
) -> None:
    """However often repeated codes are dropped, and old files removed, the parts are the same."""
    game = Game(seed, sizes=(300,))
    build(game, tmp_path / "whole")
    for name, bound in (("_ADDED", 8), ("_FORGETTABLE", 0)):
        module = partition if name == "_ADDED" else build_state
        monkeypatch.setattr(module, name, bound)
    build(game, tmp_path / "f", memory="1MiB")
    assert contents(tmp_path / "f") == contents(tmp_path / "whole")


def test_killed_at_random_moments(tmp_path: Path) -> None:
    """A process is killed again and again; the last one finds the same answers."""
    game = Game(5, sizes=(3_000,), spreads=(10**6 + 7,))
    options = {"partitions": 3, "checkpoint": 0.0, "memory": "1MiB"}
    began = time.monotonic()
    build(game, tmp_path / "whole", **options)
    took = time.monotonic() - began
    context, r, killed, complete = multiprocessing.get_context("fork"), random.Random(1), 0, 0
    known = 0  # killed before the last that was complete
    for _ in range(90):
        folder = tmp_path / f"f{complete}"
        process = context.Process(target=build, args=(game, folder), kwargs=options)
        process.start()
        process.join(r.uniform(0, took / 3))
        if process.exitcode is None:
            process.kill()
            process.join()
            killed += 1
        else:
            complete += 1
            if killed == known:  # the machine was slower when it was measured
                took /= 2
            known = killed
        if killed >= 24:
            break
    assert killed >= 20
    for folder in sorted(tmp_path.glob("f*")):
        build(game, folder, **options)
        assert contents(folder) == contents(tmp_path / "whole")


def test_a_damaged_state_is_refused(tmp_path: Path) -> None:
    game = Game(5, sizes=(300,))
    explore_partitions(game.rule, game.start, presets=game.presets, folder=tmp_path, partitions=3)
    state = tmp_path / "work" / "state.json"
    whole = state.read_text()
    for damaged in (whole[:-5], "{}", "[1]", whole.replace('"version": 3', '"version": 9')):
        state.write_text(damaged)
        with pytest.raises(gg.SolutionFileError):
            build(game, tmp_path)
    state.write_text(whole)
    codes = next(iter(sorted((tmp_path / "work").glob("*.codes"))))
    codes.write_bytes(codes.read_bytes()[:-8])
    with pytest.raises(GraphGameError):
        build(game, tmp_path)
