"""The benchmarks that begin with what people hold, `python -m bench hello`, and what they say.

Nothing is timed here: contestants are compared with the reference, and tables are made of records.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.marked import large
from tests.reference.graphs import Game, solve as reference_solve

# The last place: where the package is installed, that is the one to test.
sys.path.append(str(Path(__file__).parents[2]))
from bench import graphs, held, hello, losses, page, tables, workloads
from bench.families import FAMILIES, held as family, processes
from bench.record import RESULTS, ROOT
from bench.rivals import missing

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
N = 60
HELLO = [row for row in hello.ROWS if row in family.known()]


def ways(holding: str) -> list[str]:
    """The ways of a holding that can be gone here."""
    return [
        way for way, (_, module) in family.WAYS.items()
        if held.HOLDINGS[holding].has(way) and not (module and missing(module))
    ]  # fmt: skip


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path) -> Path:
    graphs.write(tmp_path, workloads.random_digraph(N, 3 * N), N)
    return tmp_path


# -- contestants ----------------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("holding", family.known())
def test_all_ways_from_what_is_held_agree(holding: str, folder: Path) -> None:
    found = {way: held.checks(held.work(folder, holding, way)()) for way in ways(holding)}
    assert {"graphgame", "textbook", "ahead"} <= found.keys()
    assert all(one == found["graphgame"] for one in found.values())


def test_25_lines_of_python_agree_with_the_reference(folder: Path) -> None:
    stored = graphs.Stored(folder)
    expected = reference_solve(Game(stored.n, tuple(map(tuple, stored.edges().tolist()))))
    outcomes, remoteness = held.in_python(held.dict_of(stored, "int"))
    assert [outcomes[v] for v in range(N)] == expected.outcomes
    assert [remoteness[v] for v in range(N)] == expected.remoteness


def test_labels_are_of_their_kind_and_objects_of_their_own(folder: Path) -> None:
    stored = graphs.Stored(folder)
    for kind, expected in (("int", int), ("str", str), ("tuple", tuple)):
        assert {*map(type, held.dict_of(stored, kind))} == {expected}
    strings = held.dict_of(stored, "str")
    ends = [id(w) for row in strings.values() for w in row]
    assert len(ends) == len({*ends}) == stored.m


@needs_compiler
@pytest.mark.parametrize("way", processes.PYTHON_WAYS)
def test_text_in_python_is_answered_as_graphgame_does(way: str, folder: Path) -> None:
    _, module = processes.PYTHON_WAYS[way]
    if module and missing(module):
        pytest.skip(f"there is no {module}")
    processes.write_random(N, 3 * N, folder)
    text = (folder / "text").read_bytes()
    said = [
        subprocess.run(command, input=text, capture_output=True, check=True, cwd=ROOT).stdout
        for command in (
            [sys.executable, str(ROOT / "bench" / "text_rivals.py"), way],
            [sys.executable, "-m", "graphgame", "solve"],
        )
    ]
    assert said[0] == said[1]
    assert said[0].count(b"\n") == N


@needs_compiler
@pytest.mark.parametrize("row", [HELLO[0], *large(HELLO[1:])])
def test_a_row_of_hello_alternates_all_its_ways(row: str, folder: Path) -> None:
    times, differ = hello.alternate(row, folder, 0)
    assert differ == ""
    assert [*times] == hello.ways(row)
    assert {way: len(runs) for way, runs in times.items()} == {
        way: 1 + (way == "graphgame") for way in times
    }


def taken(share: float) -> list[str]:
    """The first six turns, or all, of ways that take no time."""
    found = []
    for way, times in islice(hello.turns(["graphgame", "python"], share), 6):
        times.append(0.0)
        found.append(way)
    return found


def test_turns_alternate_while_there_is_time() -> None:
    assert taken(1e9) == ["graphgame", "python"] * 3
    assert taken(0) == ["graphgame", "python", "graphgame"]


# -- what is said ---------------------------------------------------------------------------------


def record(**rows: dict[str, float]) -> dict[str, Any]:
    """A record as hello keeps it."""
    machine = {"cpu": "any", "load": 0.1}
    found = {
        row: {way: {"median": median, "runs": 3} for way, median in ways.items()}
        for row, ways in rows.items()
    }
    whole = {"machine": machine, "commit": "c0ffee", "date": "2026-01-02T03:04:05"}
    return {**whole, "positions": 1000, "moves": 5000, "rows": found}


TWO = record(
    str={"graphgame": 0.02, "python": 0.2, "ahead": 0.05},
    text={"graphgame": 0.04, "python": 0.4, "ahead": 0.01},
)


def test_the_table_of_hello_marks_where_a_rival_is_faster() -> None:
    assert hello.table(TWO)[1:] == [
        ["dict of strings", "20.0 ms", "10.0 ×", "–", "–", "–", "2.50 ×"],
        ["text on standard input", "40.0 ms", "10.0 ×", "–", "–", "–", "**0.25 ×**"],
    ]


def test_the_sentence_of_hello_says_who_wins_and_who_loses() -> None:
    said = hello.sentence(TWO)
    assert said.count(".") == len(re.findall(r"\d\.\d", said)) + 1 and said.endswith(".")
    assert said.startswith("graphgame is the fastest in 1 of 2 rows")
    assert "25 lines of Python take 10.0 ×" in said and "best C++ takes 0.25 to 2.50 ×" in said
    assert "best C++ from text on standard input (4.00 ×)" in said


def test_the_table_goes_into_a_document_in_place_of_the_last_one(tmp_path: Path) -> None:
    document = tmp_path / "README.md"
    document.write_text("before\n\n| you hold | x |\n| --- | --- |\n| a | 1 |\n\nafter\n")
    hello.into_readme(TWO, document)
    hello.into_readme(TWO, document)
    lines = document.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["before", ""] and lines[-2:] == ["", "after"]
    assert [line.count("|") for line in lines[2:-2]] == [8] * 4


def test_the_table_of_the_readme_is_that_of_the_record() -> None:
    """It is the only one there, and its numbers are those that `python -m bench hello` has kept."""
    kept = json.loads((RESULTS / "hello.json").read_text(encoding="utf-8"))["rows"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert lines == tables.as_markdown(hello.table(kept)).splitlines()
    assert {*kept["rows"]} == {*hello.ROWS}
    assert "-dirty" not in kept["commit"]


def test_every_row_that_is_lost_has_its_reason() -> None:
    lost = [one for one in losses.comparisons(page.results_in(RESULTS)) if one.lost]
    assert [one for one in lost if not one.why] == []
    for one in lost:
        result = {"median": 1.0, "runs": [1.0], "peak_mib": 1.0, "ratio": one.times}
        cells = tables.row(one.rival, result, "cpu", one.family, one.case)
        assert cells[3].startswith("**") and cells[-1] == f"faster: {one.why}"


def test_reasons_are_of_families_that_there_are() -> None:
    assert {reason[0] for reason in losses.REASONS} <= {*FAMILIES}


def test_the_page_begins_with_a_summary(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    shutil.copytree(RESULTS, folder)
    page.write(folder, tmp_path / "RESULTS.md")
    text = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    assert text.index("## Summary") < text.index("## Goals")
    every = [*losses.comparisons(page.results_in(RESULTS))]
    won = sum(not one.lost for one in every)
    assert f"graphgame is faster in {won} of {len(every)} comparisons" in text
    assert text.count("## Exploring") == 1 and "C++ prefetch, huge" in text
