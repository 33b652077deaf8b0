"""The table of large games: what they took, beside what was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.record import kept
from bench.tables import Rows


@dataclass(frozen=True)
class Line:
    """A record of one of these games, and at most how much it should take.

    Seconds of CPU, MiB of memory without the page cache, GB of disk; or, of `per_move`, ns of CPU
    and bytes of disk a move.
    """

    words: str
    family: str
    key: str
    cpu: float
    memory: float
    disk: float | None = None
    per_move: bool = False


LINES = [
    Line("Queen and Pawns 8 × 8, indices", "indexed", "queen_and_pawns 8 --threads 1", 60, 1024),
    Line("the same, two threads", "indexed", "queen_and_pawns 8 --threads 2", 60, 1024),
    Line(
        "the same, on disk",
        "indexed",
        "queen_and_pawns 8 --threads 1 --folder F --verify",
        60,
        1024,
    ),
    Line("the same, by codes and tiers", "tiers", "queen_and_pawns 8", 600, 3072),
    Line(
        "Dobutsu shogi on disk", "stored", "dobutsu_shogi --memory 768MiB --threads 1", 300, 1024, 6
    ),
    Line(
        "Fox and Hounds 10 × 10 on disk",
        "stored",
        "fox_and_hounds --memory 768MiB --threads 1",
        120,
        1024,
    ),
    *(
        Line(f"loopy game of {size} positions on disk", "partitions", key, 200, 1024, 11, True)
        for size, key in (
            ("3·10^7", "--positions 3e+07 --memory 768MiB --threads 1"),
            ("3·10^8", "--positions 3e+08 --memory 768MiB --threads 1 --partitions 128"),
        )
    ),
]
HEADS = ["", "positions", "moves", "CPU", "elapsed", "memory", "with pages", "disk", "verify"]
ABOUT = (
    "The whole of each: exploring and solving; behind a stroke what was asked for. Memory is "
    "without the page cache, then with the pages of mapped files; disk is the most the folder had; "
    "verifying is its streaming certificate, in CPU time. Other work ran on the machine, so that "
    "CPU time tells more than elapsed time. `make large-games GAME=…` measures one."
)


def records(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the records of the lines that were measured, by their words."""
    found = {line.words: kept(line.family, folder).get(line.key) for line in LINES}
    return {words: record for words, record in found.items() if record}


def row(line: Line, record: dict[str, Any]) -> list[str]:
    """Return the cells of a record."""
    record = record.get("ways", [record])[0]
    moves = record["moves"]
    phases = [record[name] for name in ("explore", "solve") if name in record]
    cpu, wall = (sum(p["seconds"][name] for p in phases) for name in ("cpu", "wall"))
    anonymous, resident = (
        max(p["peak_mib"][name] for p in phases) for name in ("anonymous", "with mapped files")
    )
    disk = max((p["disk_gb"] for p in phases if "disk_gb" in p), default=None)
    took = f"{cpu:.0f} s / {line.cpu:.0f} s"
    stored = "" if disk is None else f"{disk:.1f} GB"
    if line.per_move:
        took = f"{cpu:.0f} s, {cpu / moves * 1e9:.0f} ns a move / {line.cpu:.0f} ns"
        if disk is not None:
            stored += f", {disk * 1e9 / moves:.1f} bytes a move"
    if line.disk is not None:
        stored += f" / {line.disk:.0f} {'bytes' if line.per_move else 'GB'}"
    verified = f"{record['verify']['seconds']['cpu']:.0f} s" if record.get("verified") else ""
    return [
        line.words,
        f"{record['positions']:,}",
        f"{moves:,}",
        took,
        f"{wall:.0f} s",
        f"{anonymous:,} MiB / {line.memory:,.0f} MiB",
        f"{resident:,} MiB",
        stored,
        verified,
    ]


def table(found: dict[str, dict[str, Any]]) -> Rows:
    """Return the table of those records."""
    return [HEADS, *(row(line, found[line.words]) for line in LINES if line.words in found)]
