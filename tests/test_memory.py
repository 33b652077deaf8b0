"""How much memory there is, and what is said of what would not fit."""

from __future__ import annotations

import builtins
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import graphgame as gg
from graphgame import memory


def test_what_fits_passes_and_what_does_not_is_named() -> None:
    memory.check_memory(1000, 1000, "k", lambda: pytest.fail("nobody asked"))
    with pytest.raises(gg.TooLargeError) as caught:
        memory.check_memory(1001, 1000, "k", lambda: "two of them")
    assert str(caught.value) == (
        "k: expected to need at most 1,000 bytes of memory, got 1,001 bytes for two of them"
    )


def test_without_a_limit_the_system_sets_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 10)
    with pytest.raises(gg.TooLargeError, match="at most 10 bytes"):
        memory.check_memory(11, None, "k", str)
    monkeypatch.setattr(memory, "available_memory", lambda: None)
    memory.check_memory(10**30, None, "k", str)


@pytest.mark.parametrize(
    ("limit", "found"), [("max", None), ("5000", 3500), ("1000", 0), (None, None)]
)
def test_a_control_group_sets_a_limit(tmp_path: Path, limit: str | None, found: int | None) -> None:
    if limit is not None:
        (tmp_path / "memory.max").write_text(limit + "\n", encoding="ascii")
        (tmp_path / "memory.current").write_text("1500\n", encoding="ascii")
    assert memory._group_memory(str(tmp_path)) == found


def test_the_least_of_what_is_known_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    for machine, group, least in ((7, 5, 5), (7, None, 7), (None, 5, 5), (None, None, None)):
        monkeypatch.setattr(memory, "_machine_memory", lambda found=machine: found)
        monkeypatch.setattr(memory, "_group_memory", lambda _, found=group: found)
        assert memory.available_memory() == least


def test_what_is_asked_is_the_system_and_the_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    info = tmp_path / "meminfo"
    info.write_text("MemTotal: 9999 kB\nMemFree:  77 kB\nMemAvailable:   1234 kB\nBuffers: 5 kB\n")
    opened = builtins.open

    def instead(path: str, **options: Any) -> Any:
        asked.append(path)
        return opened(info, **options)

    monkeypatch.setattr(memory, "_group_memory", asked.append)
    monkeypatch.setattr(builtins, "open", instead)
    assert memory.available_memory() == 1234 * 1024
    assert asked == ["/proc/meminfo", "/sys/fs/cgroup"]


def test_a_game_is_refused_by_what_its_parts_take(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = SimpleNamespace(n=1 << 27, m=10**6)
    needed = 2 * game.n + 5 * game.m
    monkeypatch.setattr(memory, "available_memory", lambda: needed)
    memory.check_game(game, 2, 5)
    monkeypatch.setattr(memory, "available_memory", lambda: needed - 10**6)
    with pytest.raises(gg.TooLargeError) as caught:
        memory.check_game(game, 2, 5)
    assert str(caught.value) == (
        "graph: expected to need at most 272.4 MB of memory, got 273.4 MB for 134217728 positions "
        "and 1000000 moves"
    )


def test_a_game_that_takes_little_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 0)
    at_most: Any = SimpleNamespace(n=1 << 27, m=0)
    memory.check_game(at_most, 2, 5)
    with pytest.raises(gg.TooLargeError):
        memory.check_game(SimpleNamespace(n=1 << 27, m=1), 2, 5)  # type: ignore[arg-type]


def test_a_system_without_proc_gives_all_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    known = memory._machine_memory()
    assert known is not None

    def refuse(*_: Any, **__: Any) -> Any:
        raise FileNotFoundError

    monkeypatch.setattr(builtins, "open", refuse)
    physical = memory._machine_memory()
    assert physical is not None and physical >= known


def test_sizes_are_written_for_people() -> None:
    sizes = (0, 1_000_000, 1_500_000_000, 10**15, 2**63 - 1, 2**63)
    assert [memory.size(count) for count in sizes] == [
        "0 bytes",
        "1.0 MB",
        "1.5 GB",
        "1,000.0 TB",
        "9,223,372.0 TB",
        "more than 9.2e+18 bytes",
    ]


def test_a_limit_of_addresses_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    assert memory.address_room() is None or memory.address_room() > 0
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, 0))
    assert memory.address_room() is None
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1000, 1000))
    if Path("/proc/self/statm").exists():
        assert memory.address_room() == 0 == memory.available_memory()
        monkeypatch.setattr(resource, "getrlimit", lambda _: (1 << 50, 1 << 50))
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        used = pages * resource.getpagesize()  # 20 TB under a sanitizer
        room = memory.address_room()
        assert room is not None and abs((1 << 50) - used - room) < 1 << 28
