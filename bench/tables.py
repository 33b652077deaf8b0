"""Results as tables, for the terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bench.losses import compared

Record = dict[str, Any]
Rows = list[list[str]]

UNITS = {
    "cpu": "seconds of the processor",
    "wall": "seconds on the clock",
    "heaps": "heaps",
}
HEADS = ["", "median", "first", "ratio", "runs", "peak MiB", ""]


def seconds(value: float) -> str:
    """Return a time with three digits."""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if value * factor >= 1:
            return f"{three(value * factor)} {unit}"
    return f"{three(value * 1e6)} µs"


def three(value: float) -> str:
    """Return a number with three digits, or with all its digits before the point."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def amount(value: float, unit: str) -> str:
    """Return a measured value with its unit."""
    return f"{value:,.0f}" if unit == "heaps" else seconds(value)


def row(name: str, result: Record, unit: str, family: str = "", case: str = "") -> list[str]:
    """Return the row of one contestant; a rival that is faster is marked, with the reason."""
    said = [f"{number:,} {what}" for what, number in result.get("counts", {}).items()]
    note = "; ".join(filter(None, (result.get("part", ""), *said)))
    comparison = compared(family, case, name, result)
    mark = "**" if comparison and comparison.lost else ""
    if mark and comparison:
        faster = f"faster: {comparison.why}" if comparison.why else "faster"
        note = "; ".join((faster, *said))
    if "skipped" in result:
        return [name, "–", "", "", "", "", f"skipped: {result['skipped']}"]
    first = amount(result["first"], unit) if "first" in result else ""
    return [
        name,
        amount(result["median"], unit),
        first,
        f"{mark}{three(result['ratio'])}×{mark}",
        str(len(result["runs"])),
        three(result["peak_mib"]),
        note,
    ]


def rows(record: Record, family: str = "", case: str = "") -> Rows:
    """Return the table of a case: heads, and a row per contestant, without empty columns."""
    table = [HEADS]
    table += [
        row(name, result, record["unit"], family, case)
        for name, result in record["results"].items()
    ]
    used = [any(line[k] for line in table[1:]) for k in range(len(HEADS))]
    return [[cell for cell, use in zip(line, used, strict=True) if use] for line in table]


def facts(record: Record) -> str:
    """Return a line about the input."""
    known = {"positions", "moves", "states", "cells", "vertices", "cops", "graphs", "lines"}
    words = [f"{value:,} {key}" for key, value in record["facts"].items() if key in known]
    return ", ".join([*words, UNITS[record["unit"]]])


def as_text(table: Rows) -> str:
    """Return a table for the terminal: numbers are right-aligned, names and notes left-aligned."""
    widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
    notes = table[0][-1] == "" and len(table[0]) > 1

    def aligned(line: Sequence[str]) -> str:
        cells = [
            cell.ljust(width) if k == 0 or (notes and k == len(line) - 1) else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    return "\n".join(map(aligned, table))


def as_markdown(table: Rows) -> str:
    """Return a table in Markdown."""
    sides = ["---"] + ["---:"] * (len(table[0]) - 1)
    if table[0][-1] == "":
        sides[-1] = "---"
    return "\n".join(f"| {' | '.join(line)} |" for line in [table[0], sides, *table[1:]])
