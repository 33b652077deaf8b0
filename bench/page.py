"""The page of all stored results: goals, tables and bar charts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from bench import goals, large_games
from bench.families import FAMILIES
from bench.losses import Comparison, comparisons
from bench.record import kept
from bench.tables import as_markdown, facts, rows, three

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
        lines.setdefault(place(record), record["date"][:10])
    return "\n".join(f"Measured on {line} · {date}." for line, date in lines.items())


def section(key: str, records: dict[str, Any], chart: str) -> list[str]:
    """Return the tables of a family."""
    family = FAMILIES[key]
    parts = [f"## {family.title}", family.about, provenance(records)]
    if chart:
        parts.append(f"![{family.title}: times graphgame's]({chart})")
    for name, record in records.items():
        parts += [f"### {name}", facts(record) + ".", as_markdown(rows(record, key, name))]
    return parts


def factors(every: list[Comparison]) -> list[str]:
    """Return how many comparisons there are, how many are won, and the factors."""
    times = sorted(one.times for one in every)
    return [
        str(len(times)),
        str(sum(not one.lost for one in every)),
        f"{three(times[0])}×",
        f"{three(median(times))}×",
        f"{three(times[-1])}×",
    ]


def summary(results: Results) -> list[str]:
    """Return the beginning of the page: what is won, what is lost, and where it was measured."""
    every = [*comparisons(results)]
    lost = [one for one in every if one.lost]
    reached = [goal.cells(results)[-1] for goal in goals.GOALS]
    heads = ["", "compared", "faster", "least", "median", "greatest"]
    table = [heads] + [
        [FAMILIES[name].title, *factors([one for one in every if one.family == name])]
        for name in results
        if any(one.family == name for one in every)
    ]
    parts = [
        "## Summary",
        f"graphgame is faster in {len(every) - len(lost)} of {len(every)} comparisons with rivals "
        f"that do the whole work; {reached.count('yes')} of {len(reached)} goals are reached. The "
        "factors are times of rivals divided by that of graphgame.",
        as_markdown(table),
        measured_on(results),
    ]
    if lost:
        losses = [
            [
                f"{FAMILIES[one.family].title}: {one.case}",
                one.rival,
                f"{three(one.times)}×",
                one.why,
            ]
            for one in lost
        ]
        parts += ["Where a rival is faster:", as_markdown([["", "rival", "takes", ""], *losses])]
    return parts


def measured_on(results: Results) -> str:
    """Return the machines and commits of all records, the most frequent first."""
    lines = Counter(
        place(record) for records in results.values() for record in records.values()
    ).most_common()
    if len(lines) < 2:
        return f"All is of one machine and one commit: {lines[0][0]}." if lines else ""
    many = f"of {len(lines)} machines and commits; `make bench` measures all on one"
    return f"These records are {many}. {lines[0][1]} of them: {lines[0][0]}."


def place(record: dict[str, Any]) -> str:
    """Return where a record was measured."""
    machine = record["machine"]
    return " · ".join(
        [
            f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB",
            f"Python {machine['python']}, NumPy {machine['numpy']}",
            f"commit {record['commit']}",
        ]
    )


def exploring(folder: Path) -> list[str]:
    """Return the tables of bench/families/explore.py."""
    records = kept("explore", folder)
    if not records:
        return []
    parts = [
        "## Exploring",
        "From a start and a rule of codes to the graph: nanoseconds of the processor for each "
        'move, in a fresh process and again, and bytes for each position. "compiled" is '
        'graphgame with a rule in C; "huge" is C++ that advises huge pages, as graphgame does. '
        "The goal is at most 1.00 of the time of C++ that prefetches, with huge pages.",
        provenance(records),
    ]
    for name, record in records.items():
        table = [["", "first", "again", "bytes"]]
        table += [
            [way, *(three(row[key]) for key in ("first_ns", "again_ns", "bytes"))]
            for way, row in record["results"].items()
        ]
        ratios = [["ratio", "first", "again"]]
        ratios += [[pair, *map(three, both)] for pair, both in record["ratios"].items()]
        parts += [f"### {name}", as_markdown(table), as_markdown(ratios)]
    return parts


def write(folder: Path, page: Path) -> None:
    """Write the page, and the charts beside the records if matplotlib is installed."""
    from bench.charts import draw

    results = results_in(folder)
    parts = [
        INTRODUCTION.rstrip(),
        *summary(results),
        "## Goals",
        "Goals were set before the package was written. From CSR means that graphgame starts with "
        "rows of options, and its rival with pairs.",
        as_markdown(goals.table(results)),
    ]
    for name, records in results.items():
        if records:
            chart = draw(FAMILIES[name].title, records, folder / f"{name}.svg")
            beside = chart.relative_to(page.parent).as_posix() if chart else ""
            parts += section(name, records, beside)
    parts += exploring(folder)
    if large := large_games.records(folder):
        table = as_markdown(large_games.table(large))
        parts += ["## Large games", large_games.ABOUT, provenance(large), table]
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
