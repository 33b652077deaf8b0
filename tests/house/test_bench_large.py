"""The benchmarks of large games, on small ones: they find what is known, and see what it takes."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

# The last place: where the package is installed, that is the one to test.
sys.path.append(str(Path(__file__).parents[2]))
from bench.watch import Watched, size

needs_compiler = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


def test_memory_and_disk_are_seen_while_they_are_taken(tmp_path: Path) -> None:
    with Watched(tmp_path / "later") as before:
        pass
    with Watched(tmp_path / "later") as watched:
        taken = np.ones(1 << 27, dtype=np.uint8)
        (tmp_path / "later").mkdir()
        (tmp_path / "later" / "file").write_bytes(bytes(12_345))
        watched._look()
        del taken
        (tmp_path / "later" / "file").unlink()
    assert watched.anonymous >= before.anonymous + (1 << 26)
    assert watched.resident >= watched.anonymous > 0
    assert watched.disk == 12_345
    assert size(tmp_path) == 0
    assert 0 < watched.cpu < watched.wall + 60
    facts = watched.facts(disk=False)
    assert facts["peak_mib"]["anonymous"] == round(watched.anonymous / 2**20)
    assert "disk_gb" not in facts


def test_folders_that_vanish_while_they_are_measured_have_no_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stays").mkdir()
    (tmp_path / "stays" / "file").write_bytes(bytes(100))
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "file").write_bytes(bytes(1000))
    vanished: list[str] = []
    look = os.scandir

    def vanishing(folder: Any) -> Any:
        if folder in (tmp_path / "work", str(tmp_path / "work")) and not vanished:
            vanished.append(str(folder))
            shutil.rmtree(folder)
        return look(folder)

    monkeypatch.setattr(os, "scandir", vanishing)
    assert size(tmp_path) == 100
    assert vanished
    assert size(tmp_path / "work") == 0


@needs_compiler
@pytest.mark.parametrize("game", ["dobutsu_shogi_c", "fox_and_hounds_8"])
def test_games_on_disk_are_built_and_verified(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = str(Path(__file__).parents[2] / "examples")
    monkeypatch.setattr(sys, "path", [examples, *sys.path])
    stored: Any = importlib.import_module("bench.families.stored")
    record, is_known = stored.measured(
        game, tmp_path / "f", "256MiB", 1, verify=True, progress=False
    )
    assert is_known
    assert record["verified"] is True
    assert record["positions"] == sum(record["counts"].values())
    assert record["database_gb"] == round(size(tmp_path / "f") / 1e9, 3)
    for phase in ("explore", "solve", "verify"):
        assert record[phase]["peak_mib"]["anonymous"] > 1


@needs_compiler
def test_the_loopy_game_on_disk_has_the_answers_of_memory() -> None:
    partitions: Any = importlib.import_module("bench.families.partitions")
    ways = [partitions.measured(3_000, memory, 1, None, verify=True) for memory in ("16MiB", None)]
    assert ways[0]["verified"] is True
    assert ways[0]["counts"] == ways[1]["counts"]
    assert ways[0]["moves"] == ways[1]["moves"]
    assert len(partitions.table(ways)) == 3


@needs_compiler
def test_indices_find_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = str(Path(__file__).parents[2] / "examples")
    monkeypatch.setattr(sys, "path", [examples, *sys.path])
    indexed: Any = importlib.import_module("bench.families.indexed")
    found = indexed.run(5, 1, str(tmp_path / "f"), verify=True)
    assert (found["positions"], found["moves"], found["plies"]) == indexed.EXPECTED[5]
    assert found["verified"] is True
    assert found["verify"]["peak_mib"]["anonymous"] > 1


@needs_compiler
def test_layers_find_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = str(Path(__file__).parents[2] / "examples")
    monkeypatch.setattr(sys, "path", [examples, *sys.path])
    ur: Any = importlib.import_module("bench.families.ur")
    found = ur.run(2, 1, str(tmp_path / "f"), bounds=True, verify=True)
    states, value = ur.EXPECTED[2]
    assert found["states"] == states
    assert found["value"] == pytest.approx(value, abs=ur.EXACT)
    assert found["widest"] < 1e-9
    assert found["verified"] is True
    assert "bounds" not in ur.run(1, 1, None, bounds=False, verify=False)
