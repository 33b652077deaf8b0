"""The table of measurements in docs/performance.md."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.record import ROOT
from bench.tables import as_markdown, seconds, three

START, END = "<!-- measured: written by python -m bench -->\n", "<!-- end of what is measured -->"
TEXTBOOK, TUNED = "textbook C++", "plain tuned C++"


@dataclass(frozen=True)
class Line:
    """A row: a case, and the contestants that stand for the library and its two rivals."""

    words: str
    family: str
    case: str
    ours: str = "graphgame"
    textbook: str = TEXTBOOK
    tuned: str = TUNED


LINES = [
    *(
        Line(f"`solve`, {case}", "solve", case)
        for case in (
            "random 10^5, degree 5",
            "random 10^6, degree 5",
            "random 10^7, degree 5",
            "random 10^7, degree 10",
            "RMAT 2^20, degree 10",
            "grid 3162 × 3162",
            "path 10^7",
            "shuffled path 10^7",
        )
    ),
    *(
        Line(f"`grundy`, {case}", "grundy", case, textbook=f"{TEXTBOOK}, recursive", tuned=stamps)
        for case in ("DAG 10^6, degree 5", "DAG 10^7, degree 5")
        for stamps in ("stamp CSR C++",)
    ),
    *(
        Line(
            f"police, {side} × {side}",
            "pursuit",
            f"board {side} × {side}",
            textbook=f"{TEXTBOOK}, explicit graph",
            tuned="C++ on the fly",
        )
        for side in (64, 100)
    ),
    Line(
        "`graphgame solve`, text of 10^6 edges, whole process",
        "text",
        "text, 10^6 edges",
        ours="graphgame solve",
        textbook="C++, iostream and vectors",
        tuned="C++, own reader and flat arrays",
    ),
]
DOCUMENT = ROOT / "docs" / "performance.md"


def row(line: Line, record: dict[str, Any]) -> list[str]:
    """Return the cells of one row of the table."""
    results = record["results"]
    ours = results[line.ours]
    rivals = [results.get(name, {}) for name in (line.textbook, line.tuned)]
    times = [f"{three(one['ratio'])} ×" if "ratio" in one else "–" for one in rivals]
    return [line.words, seconds(ours["median"]), *times, f"{ours['peak_mib']:.0f} MiB"]


def table(results: dict[str, dict[str, Any]]) -> str:
    """Return the table of those lines that have been measured."""
    heads = ["", "time", "textbook takes", "tuned takes", "memory beyond the input"]
    known = [line for line in LINES if line.case in results.get(line.family, {})]
    return as_markdown([heads, *(row(line, results[line.family][line.case]) for line in known)])


def write(results: dict[str, dict[str, Any]], document: Path = DOCUMENT) -> None:
    """Write the table between the two marks of a document."""
    text = document.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{document}: expected {START!r} and {END!r} around the table")
    document.write_text(f"{before}{START}\n{table(results)}\n\n{end}{after}", encoding="utf-8")
