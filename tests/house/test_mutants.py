"""The mutants of the kernels fit the sources, and every kernel has some.

tools/mutants.py finds out whether the tests fail.  Pinned here: each replacement has one place in
the sources, names tests that exist, and says why it matters.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.house.each import for_each

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "graphgame"
KERNELS = sorted(
    str(path.relative_to(PACKAGE))
    for ending in ("pyx", "h")
    for path in PACKAGE.rglob(f"*.{ending}")
)

if not (ROOT / "tools" / "mutants.py").exists() or not KERNELS:
    pytest.skip("the sources are not here", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools"))

import mutants  # noqa: E402
import python_mutants  # noqa: E402

ALL = mutants.load()


@for_each("mutant", ALL)
def test_a_mutant_fits_the_sources(mutant: mutants.Mutant) -> None:
    text = (ROOT / "graphgame" / mutant.file).read_text(encoding="utf-8")
    mutated = mutant.mutate(ROOT / "graphgame")
    assert len(mutated) - len(text) == len(mutant.new) - len(mutant.old)
    assert mutated != text
    assert mutant.why
    for name in mutant.tests.split():
        file, _, function = name.partition("::")
        assert f"def {function}(" in (ROOT / "tests" / file).read_text(encoding="utf-8") or (
            not function
        )


def test_what_the_tests_of_mutants_import_or_read_is_copied() -> None:
    imported, read = set(), set()
    for name in {name.partition("::")[0] for m in ALL for name in m.tests.split()}:
        path = ROOT / "tests" / name
        for file in path.rglob("*.py") if path.is_dir() else [path]:
            text = file.read_text(encoding="utf-8")
            imported |= set(re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE))
            read |= set(re.findall(r'\bROOT / "([^"/]+)', text))
    there = {word for word in imported if (ROOT / word).is_dir()}
    assert {"graphgame", "tests"} < there <= set(mutants.COPIED)
    assert {"bench", "examples"} <= read <= set(mutants.COPIED)


def test_every_kernel_has_a_mutant_and_every_mutant_a_name() -> None:
    # A .pxd has mutants where kernels share the code that it holds.
    assert sorted({m.file for m in ALL if not m.file.endswith(".pxd")}) == KERNELS
    names = [m.name for m in ALL]
    assert len(set(names)) == len(names) >= 30


def test_mutants_are_chosen_by_name_and_by_file() -> None:
    first = ALL[0]
    assert mutants.chosen(ALL, []) == ALL
    assert mutants.chosen(ALL, [first.name]) == [first]
    for wanted in (first.file, first.file.split(".")[0]):
        assert first in (found := mutants.chosen(ALL, [wanted]))
        assert len(found) < len(ALL)


def test_a_replacement_with_two_places_is_refused() -> None:
    broken = mutants.Mutant("twice", "_core.pyx", "cdef", "", "test_solve.py", "")
    with pytest.raises(ValueError, match=r"^twice: \d+ places in _core.pyx, not one$"):
        broken.mutate(ROOT / "graphgame")


@pytest.mark.parametrize("header", sorted({m.file for m in ALL if not m.file.endswith(".pyx")}))
def test_a_header_that_has_mutants_is_built_into_kernels(header: str) -> None:
    kernels = mutants.includers(header, PACKAGE)
    assert kernels
    assert {path.suffix for path in kernels} == {".pyx"}


def test_kernels_that_see_a_header_through_others_are_built_again() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in mutants.includers("graphs/_table.pxd", PACKAGE)
    }
    assert found > {
        "graphs/_table.pyx",
        "graphs/_index.pyx",
        "rules/exploring/_codes.pyx",
        "rules/exploring/_relay.pyx",
    }


@pytest.mark.parametrize("group", python_mutants.GROUPS)
def test_groups_of_the_python_layer_name_modules_and_tests_that_exist(group: str) -> None:
    modules, tests = python_mutants.modules_and_tests(group)
    assert [path for path in (*modules, *tests) if not (ROOT / path).exists()] == []
