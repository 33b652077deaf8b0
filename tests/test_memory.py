"""How much memory there is, and what is said of what would not fit."""

from __future__ import annotations

import builtins
import subprocess
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
    assert memory._group_memory(str(tmp_path), str(tmp_path / "none")) == found


@pytest.mark.parametrize(
    ("groups", "files", "left"),
    [
        # Version 2: the group, those around it, and the top; the least counts.
        ("0::/a/b\n", {"a/b/memory": ("max", 5)}, None),
        ("0::/a/b\n", {"a/b/memory": (900, 100), "a/memory": (700, 300)}, 400),
        ("0::/a/b\n", {"a/b/memory": (300, 100), "a/memory": (700, 300)}, 200),
        ("0::/of/the/machine\n", {"memory": (700, 300)}, 400),
        ("0::/\n", {"memory": (700, 800)}, 0),
        # Version 1: a folder for each controller; no limit is a number.
        ("5:cpu:/x\n4:memory:/a\n", {"memory/a/memory": (900, 100)}, 800),
        ("4:hugetlb,memory:/a\n", {"memory/memory": (900, 200)}, 700),
        ("4:memory:/a\n", {"memory/a/memory": (0x7FFFFFFFFFFFF000, 100)}, None),
        ("4:memory:/a:b\n0::/\n", {"memory/a:b/memory": (900, 100), "memory": (500, 1)}, 499),
        ("nonsense\n", {"memory": (700, 300)}, 400),
        ("", {"memory/memory": (700, 300)}, 400),
    ],
)
def test_groups_of_both_versions_and_all_that_hold_them(
    tmp_path: Path, groups: str, files: dict[str, tuple[Any, int]], left: int | None
) -> None:
    names = tmp_path / "cgroup"
    names.write_text(groups, encoding="ascii")
    top = tmp_path / "top"
    for place, (most, used) in files.items():
        first = place.startswith("memory/")
        (top / place).parent.mkdir(parents=True, exist_ok=True)
        limit, usage = ("limit_in_bytes", "usage_in_bytes") if first else ("max", "current")
        (top / f"{place}.{limit}").write_text(f"{most}\n", encoding="ascii")
        (top / f"{place}.{usage}").write_text(f"{used}\n", encoding="ascii")
    assert memory._group_memory(str(top), str(names)) == left
    if left is not None and left > 0:  # copies of files that can be dropped count as free
        for place in files:
            (top / f"{place}.stat").write_text("anon 5\ninactive_file 7\n", encoding="ascii")
        assert memory._group_memory(str(top), str(names)) == left + 7


VM_STAT = """Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                                5000.
Pages active:                            400000.
Pages inactive:                          300000.
Pages speculative:                         2000.
Pages throttled:                              0.
Pages wired down:                        150000.
Pages purgeable:                           1000.
"Translation faults":                 123456789.
"""


def test_macos_counts_what_it_can_hand_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert memory._vm_stat(VM_STAT) == 16384 * 308_000
    said = SimpleNamespace(stdout=VM_STAT.encode())
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: said)
    assert memory._darwin_memory() == 16384 * 308_000
    said.stdout = b"nothing that is known\n"
    assert memory._darwin_memory() is None

    def refuse(*_: Any, **__: Any) -> Any:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", refuse)
    assert memory._darwin_memory() is None


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
