"""The tables of the benchmarks: in the terminal, on the page, in the documents; and the goals."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

# The last place: where the package is installed, that is the one to test.
sys.path.append(str(Path(__file__).parents[2]))
from bench import goals, large_games, page, summary, tables
from bench.families import FAMILIES, solve
from bench.record import BASELINES, ROOT


def record(**results: dict[str, Any]) -> dict[str, Any]:
    """A record as the runner writes it."""
    machine = {"cpu": "any", "cores": 2, "memory_gib": 1.0, "python": "3", "numpy": "2"}
    whole = {"commit": "c0ffee", "date": "2026-01-02T03:04:05", "machine": machine}
    return whole | {"facts": {"positions": 1000}, "unit": "cpu", "results": results}


OURS = {"median": 0.012, "runs": [0.012] * 5, "peak_mib": 2.0, "ratio": 1.0}
THEIRS = {"median": 1.5, "runs": [1.5], "peak_mib": 300.0, "ratio": 125.0, "first": 1.75}


def test_a_table_in_the_terminal() -> None:
    found = record(ours=OURS, theirs=THEIRS, slow={"skipped": "more than two minutes"})
    assert tables.facts(found) == "1,000 positions, seconds of the processor"
    assert tables.as_text(tables.rows(found)).splitlines() == [
        "         median   first  ratio  runs  peak MiB",
        "ours    12.0 ms          1.00×     5      2.00",
        "theirs   1.50 s  1.75 s   125×     1       300",
        "slow          –                                 skipped: more than two minutes",
    ]


def test_a_table_in_markdown_leaves_out_empty_columns() -> None:
    assert tables.as_markdown(tables.rows(record(ours=OURS))).splitlines() == [
        "|  | median | ratio | runs | peak MiB |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| ours | 12.0 ms | 1.00× | 5 | 2.00 |",
    ]


def goal(family: str, case: str, kind: str) -> goals.Goal:
    """A goal of 100, or of 20 ms."""
    return goals.Goal(family, case, "theirs", "ours", 20 if kind == "ms" else 100, kind=kind)


@pytest.mark.parametrize(
    ("kind", "reached", "met"),
    [
        ("times", 125.0, "yes"),
        ("less than times", 0.008, "yes"),
        ("ms", -1488.0, "yes"),
        ("ms alone", 12.0, "yes"),
        ("more heaps", 0.008, "no"),
        ("heaps", 0.012, "no"),
    ],
)
def test_goals(kind: str, reached: float, met: str) -> None:
    results = {"solve": {"random": record(ours=OURS, theirs=THEIRS)}}
    one = goal("solve", "random", kind)
    assert one.reached(results) == pytest.approx(reached)
    assert one.cells(results)[-1] == met
    assert one.cells({})[-2:] == ["not measured", ""]


def test_goals_name_cases_and_contestants_that_there_are() -> None:
    there = {
        (name, case.name, contestant.name)
        for name, family in FAMILIES.items()
        for case in family.cases(quick=False)
        for contestant in case.contestants
    }
    absent = {"threads"} if not solve.HAS_THREADS else set[str]()
    if not (BASELINES / "text_solve.cpp").exists():
        absent |= {"text", "startup"}
    for one in goals.GOALS:
        if one.family in absent:
            continue
        is_there = one.rival != "stamp CSR C++" or (BASELINES / "grundy_stamp.cpp").exists()
        assert ((one.family, one.case, one.rival) in there) is is_there
        assert (one.family, one.case, one.ours) in there


def test_the_page_has_goals_tables_and_charts(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    found = {"random 10^5, degree 5": record(graphgame=OURS, **{"textbook C++": THEIRS})}
    (folder / "solve.json").write_text(json.dumps(found), encoding="utf-8")
    page.write(folder, tmp_path / "RESULTS.md")
    text = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    assert "| random 10^5, degree 5 | graphgame | textbook C++ | 10.0× | 125× | yes |" in text
    assert "Measured on any, 2 cores, 1.0 GiB · Python 3, NumPy 2 · commit c0ffee" in text
    assert "| textbook C++ | 1.50 s | 1.75 s | 125× | 1 | 300 |" in text
    if importlib.util.find_spec("matplotlib"):
        assert "(results/solve.svg)" in text
        assert (folder / "solve.svg").stat().st_size < 50_000


def phase(cpu: float, anonymous: int, disk: float) -> dict[str, Any]:
    """Return what was seen of a part of the work."""
    return {
        "seconds": {"cpu": cpu, "wall": 2 * cpu},
        "peak_mib": {"anonymous": anonymous, "with mapped files": anonymous + 1},
        "disk_gb": disk,
    }


def test_the_page_has_large_games(tmp_path: Path) -> None:
    game = record() | {"positions": 1_000, "moves": 10**10}
    game |= {"explore": phase(100, 700, 5.5), "solve": phase(50.4, 800, 4.5)}
    (tmp_path / "tiers.json").write_text(json.dumps({"queen_and_pawns 8": game}), encoding="utf-8")
    ways = {"ways": [game]} | {k: game[k] for k in ("machine", "commit", "date")}
    key = "--positions 3e+07 --memory 768MiB --threads 1"
    (tmp_path / "partitions.json").write_text(json.dumps({key: ways}), encoding="utf-8")
    found = large_games.table(large_games.records(tmp_path))
    assert found[1:] == [
        [
            "the same, by codes and tiers",
            "1,000",
            "10,000,000,000",
            "150 s / 600 s",
            "301 s",
            "800 MiB / 3,072 MiB",
            "801 MiB",
            "5.5 GB",
            "",
        ],
        [
            "loopy game of 3·10^7 positions on disk",
            "1,000",
            "10,000,000,000",
            "150 s, 15 ns a move / 200 ns",
            "301 s",
            "800 MiB / 1,024 MiB",
            "801 MiB",
            "5.5 GB, 0.6 bytes a move / 11 bytes",
            "",
        ],
    ]
    page.write(tmp_path, tmp_path / "RESULTS.md")
    assert "## Large games" in (tmp_path / "RESULTS.md").read_text(encoding="utf-8")


def test_the_table_of_the_documents_is_what_was_measured(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    results = page.results_in(ROOT / "bench" / "results")
    assert f"{summary.START}\n{summary.table(results)}\n\n{summary.END}" in text
    assert len(summary.table(results).splitlines()) == 2 + len(summary.LINES)

    copy = tmp_path / "performance.md"
    copy.write_text(f"before\n{summary.START}old\n{summary.END}\nafter\n", encoding="utf-8")
    found = {"solve": {"path 10^7": record(graphgame=OURS, **{"textbook C++": THEIRS})}}
    summary.write(found, copy)
    assert "old" not in copy.read_text(encoding="utf-8")
    assert "| `solve`, path 10^7 | 12.0 ms | 125 × | – | 2 MiB |" in copy.read_text(
        encoding="utf-8"
    )
    copy.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="expected"):
        summary.write(found, copy)
    assert copy.read_text(encoding="utf-8") == "nothing"
