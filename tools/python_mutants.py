"""Run mutmut over modules of the Python layer, in a copy, and count what became of its mutants.

    python tools/python_mutants.py                      all groups of the table below, for hours
    python tools/python_mutants.py nim --seconds 300    one of them, for so long

The copy, build/mutmut/GROUP, keeps what mutmut has found: `cd` there for `mutmut results` and
`mutmut show NAME`.  What is left of a run that was cut short goes on with the next one.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ("graphgame", "tests", "examples", "bench", "docs", "tools", "README.md", "setup.py")
# Modules with much logic and the tests that know them best; commands and converters have others.
GROUPS = {
    "arithmetic": ("arithmetic nimbers", "arithmetic nimbers"),
    "nim": ("nim", "nim nim_input"),
    "nim_rules": ("nim_rules", "nim nim_input"),
    "values": ("sums values verify_values", "values grundy"),
    "heaps": (
        "periods heap_codes heap_table",
        "periods patterns_periods heaps_forms heaps heaps_catalogue",
    ),
    "heap_moves": ("heap_moves", "heaps_forms heaps heaps_catalogue"),
    "checks": ("checks", "convert_bad graph heaps_catalogue arithmetic nimbers explore nim_input"),
    "verify": ("verify solution", "verify solve graph files"),
    "text": (
        "parse memory report",
        "parse parse_plain parse_random memory report cli cli_grundy",
    ),
    "grid": ("grid", "pursuit_grid parse"),
}
# Some tests have parameters that can be used up: each run is forked from a process without runs.
SETTINGS = """
[tool.mutmut]
source_paths = ["graphgame"]
only_mutate = {modules}
also_copy = {copied}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist"]
pytest_add_cli_args_test_selection = {tests}
process_isolation = "forkserver"
use_git_change_detection = false
track_dependencies = false
timeout_constant = 5.0
timeout_multiplier = 4.0
"""
# Tests are named by function: with their parameters pytest does not find all of them again.
BY_FUNCTION = """
from mutmut.__main__ import cli
from mutmut.runners.harness import PytestRunner

arguments = PytestRunner._pytest_args_regular_run
PytestRunner._pytest_args_regular_run = lambda self, tests: arguments(
    self, sorted({test.split("[")[0] for test in tests})
)
cli()
"""
VERDICTS = {0: "survived", 1: "killed", 3: "killed", 33: "without tests", None: "not tried"}


def prepare(group: str) -> Path:
    """Make the copy for a group, or keep the one that is there."""
    tree = ROOT / "build" / "mutmut" / group
    if tree.exists():
        return tree
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, tree / name)
    modules, tests = (words.split() for words in GROUPS[group])
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    settings = SETTINGS.format(
        modules=json.dumps([f"graphgame/{module}.py" for module in modules]),
        tests=json.dumps([f"tests/test_{test}.py" for test in tests]),
        copied=json.dumps([name for name in COPIED if name != "graphgame"]),
    )
    (tree / "pyproject.toml").write_text(project + settings, encoding="utf-8")
    return tree


def run(tree: Path, seconds: float | None) -> bool:
    """Run mutmut in a copy; say if it came to an end."""
    command = [sys.executable, "-c", BY_FUNCTION, "run", "--max-children", "1"]
    with (tree / "log").open("a", encoding="utf-8") as log:
        process = subprocess.Popen(
            command, cwd=tree, stdout=log, stderr=log, start_new_session=True
        )
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)  # it keeps what it has found
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:  # a mutant that runs away, and takes no interrupt
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            return False
    return True


def count(tree: Path) -> None:
    """Print what became of the mutants of each module."""
    for path in sorted(tree.glob("mutants/graphgame/*.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].values()
        counts = Counter(VERDICTS.get(code, "timed out or died") for code in codes)
        found = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items()))
        print(f"{path.stem:22} {len(codes):5} mutants: {found}", flush=True)


def main() -> None:
    """Run the groups that the arguments name."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], metavar="GROUP")
    parser.add_argument("--seconds", type=float, help="for each group, at most")
    arguments = parser.parse_args()
    for group in arguments.groups or GROUPS:
        tree = prepare(group)
        if not run(tree, arguments.seconds):
            print(f"{group}: cut short")
        count(tree)


if __name__ == "__main__":
    main()
