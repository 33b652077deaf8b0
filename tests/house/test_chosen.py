"""The tests that `make sanitize` runs: how they are chosen, and that the list is alive."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
chosen = pytest.importorskip("tools.chosen", reason="the tools are not here")
pytest_plugins = "pytester"


def sets(*reached: set[int]) -> list[np.ndarray]:
    return [np.array(sorted(x), np.int64) for x in reached]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_chosen_reaches_all_that_any_test_reaches(seed: int) -> None:
    rng = np.random.default_rng(seed)
    reached = [rng.choice(40, rng.integers(0, 12), replace=False) for _ in range(30)]
    marked = rng.random(30) < (seed % 3) * 0.1
    picked = chosen.cover(rng.random(30), reached, marked)
    run = {*picked, *np.flatnonzero(marked).tolist()}
    assert len(run) == len(picked) + marked.sum() < 30
    blocks = {x for row in reached for x in row}
    assert {x for i in run for x in reached[i]} == blocks
    # Each of them is needed, whatever else runs.
    for i in picked:
        assert {x for j in run - {i} for x in reached[j]} < blocks


def test_cheap_tests_are_preferred() -> None:
    reached = sets({1, 2}, {1, 2}, {3})
    assert sorted(chosen.cover([5.0, 0.1, 9.0], reached, [False] * 3)) == [1, 2]
    assert chosen.cover([1.0, 1.0], sets(set(), set()), [False] * 2) == []


def test_what_marked_tests_reach_is_free() -> None:
    reached = sets({1, 2, 3}, {1, 2}, {3, 4})
    assert chosen.cover([9.0, 0.1, 0.1], reached, [True, False, False]) == [2]
    assert chosen.cover([9.0, 0.1, 0.1], reached, [True, True, True]) == []


def test_what_later_choices_make_needless_is_left_out() -> None:
    """The first has most blocks a second, and both others are needed for one more each."""
    reached = sets({1, 2, 3, 4}, {1, 2, 5}, {3, 4, 6})
    assert sorted(chosen.cover([1.0, 1.0, 1.0], reached, [False] * 3)) == [1, 2]


def test_the_list_names_functions_that_are_there() -> None:
    names = chosen.LIST.read_text(encoding="utf-8").splitlines()
    assert names == sorted(set(names)) and len(names) > 100
    missing = set()
    for file, _, function in {chosen.function_of(name).partition("::") for name in names}:
        text = (ROOT / file).read_text(encoding="utf-8") if (ROOT / file).exists() else ""
        if f"def {function.rpartition('::')[2]}(" not in text:
            missing.add(f"{file}::{function}")
    assert missing == set(), "run `make chosen`"


SUITE = """
import pytest

@pytest.mark.parametrize("x", [1, 2, 3])
def test_three(x): pass

@pytest.mark.parametrize("x", [1, 2])
def test_two(x): pass

@pytest.mark.boundary
def test_of_a_size(): pass

def test_other(): pass
"""


@pytest.mark.parametrize(
    ("names", "run"),
    [
        (["test_three[2]"], ["test_three[2]", "test_of_a_size"]),
        (["test_other", "test_two[1]"], ["test_two[1]", "test_of_a_size", "test_other"]),
        # An item that is gone stands for its function.
        (["test_two[7]"], ["test_two[1]", "test_two[2]", "test_of_a_size"]),
        ([], ["test_of_a_size"]),
    ],
)
def test_the_chosen_and_the_marked_run(
    pytester: pytest.Pytester, names: list[str], run: list[str]
) -> None:
    pytester.makeini("[pytest]\nmarkers = boundary\n")
    pytester.makepyfile(test_it=SUITE)
    pytester.makefile(".txt", chosen="".join(f"test_it.py::{name}\n" for name in names))
    plugin = ("-p", "no:cacheprovider", "-p", "tools.chosen", "--chosen", "chosen.txt")
    pytester.syspathinsert(ROOT)
    passed, skipped, failed = pytester.inline_run(*plugin).listoutcomes()
    assert [report.nodeid.partition("::")[2] for report in passed] == run
    assert (skipped, failed) == ([], [])


def test_files_without_a_test_that_runs_are_not_imported(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers = boundary\n")
    pytester.makepyfile(
        **{
            "a/test_named": "def test_one(): pass\ndef test_two(): pass\n",
            "a/test_marked": "import pytest\n@pytest.mark.boundary\ndef test_size(): pass\n",
            "a/test_neither": "raise AssertionError\n",
        }
    )
    pytester.makefile(".txt", chosen="a/test_named.py::test_two\n")
    pytester.syspathinsert(ROOT)
    plugin = ("-p", "no:cacheprovider", "-p", "tools.chosen", "--chosen", "chosen.txt")
    passed, skipped, failed = pytester.inline_run(*plugin).listoutcomes()
    assert sorted(report.nodeid for report in passed) == [
        "a/test_marked.py::test_size",
        "a/test_named.py::test_two",
    ]
    assert (skipped, failed) == ([], [])


def test_of_the_large_tests_one_a_room_runs_always() -> None:
    marks: dict[str, set[str]] = {"large": set(), "always": set()}
    always = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for mark, rooms in marks.items():
            if re.search(rf"pytest\.mark\.{mark}\b", text):
                rooms.add(str(path.parent.relative_to(ROOT / "tests")))
        always += [path.parent] * text.count("@pytest.mark.always\n")
        if "@pytest.mark.always" in text:
            assert "pytest.mark.large" in text, path
    assert marks["always"] == marks["large"] and len(always) == len(set(always))
