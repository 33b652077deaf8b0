"""The page of all stored results: goals, tables and bar charts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench import goals, large_games
from bench.families import FAMILIES, Family
from bench.record import kept
from bench.tables import as_markdown, facts, rows

Results = dict[str, dict[str, Any]]

INTRODUCTION = """# Measured

Written by `python -m bench`; the records are the JSON files in this folder's `results`.

Each run is a fresh process with its input in memory, on one thread unless stated otherwise. A time
is the median of alternating runs; *ratio* is that time divided by the time of the first row or,
where heaps are counted, the heaps of the first row divided by these. Each process does the work
twice or, if it is short, several times, and the fastest counts; *first* is the first one. It is
often slower, by a random amount: the host of this virtual machine reclaims memory that is unused
for two seconds, and takes up to 1.6 ns per byte to return it. *Peak* is the most memory held beyond
the input. Slow contestants have fewer runs; contestants that do a part of the work say which. All
have been checked to find the same outcomes, remoteness and values.
"""


def results_in(folder: Path) -> Results:
    """Return all records of the families, in the order of measurement."""
    found = {}
    for name, family in FAMILIES.items():
        records = {key: one for key, one in kept(name, folder).items() if "results" in one}
        order = [case.name for quick in (False, True) for case in family.cases(quick=quick)]
        known = {key: records.pop(key) for key in dict.fromkeys(order) if key in records}
        found[name] = known | records
    return found


def provenance(records: dict[str, Any]) -> str:
    """Return where the records were measured: a line for each commit and machine."""
    lines: dict[str, str] = {}
    for record in records.values():
        machine = record["machine"]
        words = [
            f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB",
            f"Python {machine['python']}, NumPy {machine['numpy']}",
            f"commit {record['commit']}",
        ]
        lines.setdefault(" · ".join(words), record["date"][:10])
    return "\n".join(f"Measured on {line} · {date}." for line, date in lines.items())


def section(family: Family, records: dict[str, Any], chart: str) -> list[str]:
    """Return the tables of a family."""
    parts = [f"## {family.title}", family.about, provenance(records)]
    if chart:
        parts.append(f"![{family.title}: times graphgame's]({chart})")
    for name, record in records.items():
        parts += [f"### {name}", facts(record) + ".", as_markdown(rows(record))]
    return parts


def write(folder: Path, page: Path) -> None:
    """Write the page, and the charts beside the records if matplotlib is installed."""
    from bench.charts import draw

    results = results_in(folder)
    parts = [
        INTRODUCTION.rstrip(),
        "## Goals",
        "Goals were set before the package was written. From CSR means that graphgame starts with "
        "rows of options, and its rival with pairs.",
        as_markdown(goals.table(results)),
    ]
    for name, records in results.items():
        if records:
            chart = draw(FAMILIES[name].title, records, folder / f"{name}.svg")
            place = chart.relative_to(page.parent).as_posix() if chart else ""
            parts += section(FAMILIES[name], records, place)
    if large := large_games.records(folder):
        table = as_markdown(large_games.table(large))
        parts += ["## Large games", large_games.ABOUT, provenance(large), table]
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
