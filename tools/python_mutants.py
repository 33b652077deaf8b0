"""Run mutmut on modules of the Python layer, in a copy, and count the results.

    python tools/python_mutants.py                      all groups of the table below, for hours
    python tools/python_mutants.py nim --seconds 300    one of them, for so long

The copy, build/mutmut/GROUP, keeps what mutmut has found: `cd` there for `mutmut results` and
`mutmut show NAME`.  The next run continues one that was interrupted.
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
# Modules with much logic, and the tests that know them best: paths below graphgame/ and tests/, of
# the tests without "test_".
GROUPS = {
    "arithmetic": ("values/arithmetic", "values/arithmetic values/nimber"),
    "nim": ("nim/__init__", "nim/nim nim/input"),
    "nim_rules": ("nim/rules", "nim/nim nim/input"),
    "values": ("values/sums/sum_graph values/values values/verify", "values/values values/grundy"),
    "heaps": (
        "heaps/periods heaps/catalogue heaps/table",
        "heaps/periods patterns/periods heaps/forms heaps/game heaps/catalogue",
    ),
    "heap_rules": ("heaps/rules/interface", "heaps/forms heaps/game heaps/catalogue"),
    "checks": (
        "checks",
        "graphs/convert_bad graphs/graph heaps/catalogue values/arithmetic values/nimber "
        "rules/explore nim/input",
    ),
    "verify": (
        "solving/verify solving/solution",
        "solving/verify solving/solve graphs/graph solving/files",
    ),
    "text": (
        "text/graph_text memory text/results",
        "text/graph_text text/plain text/random memory text/results cli/command cli/grundy",
    ),
    "partitions": (
        "big/partitions/files big/partitions/partition big/partitions/build_state "
        "big/partitions/propagation big/partitions/stored",
        "big/partitions big/partitions_compiled",
    ),
    "edge_tables": ("graphs/edge_tables", "graphs/edge_tables"),
    "checking": ("rules/checking/trial rules/checking/check", "rules/check house/calls"),
    "grid": ("pursuit/grid", "pursuit/grid text/graph_text"),
    "drawing": (
        "drawing/surroundings drawing/layers drawing/svg",
        "drawing/graphs drawing/texts drawing/others",
    ),
    "playing_tables": (
        "playing/table playing/steps playing/look",
        "playing/table playing/look playing/page",
    ),
    "playing_drawings": (
        "playing/board_drawing playing/puzzles",
        "playing/styles playing/puzzles",
    ),
    "playing_positions": (
        "playing/positions playing/views",
        "playing/positions playing/server",
    ),
    "playing_terminal": (
        "playing/terminal",
        "playing/terminal playing/positions",
    ),
    "playing_server": ("playing/server", "playing/server"),
}
# Some tests have parameters that are iterators: each run is forked from a process that ran none.
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
# Tests are named by function: pytest does not find all of them again by their parameters.
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


def modules_and_tests(group: str) -> tuple[list[str], list[str]]:
    """Return the paths of the modules of a group, and of their tests."""
    modules, tests = (words.split() for words in GROUPS[group])
    paths = (Path("tests", test) for test in tests)
    return (
        [f"graphgame/{module}.py" for module in modules],
        [f"{path.parent.as_posix()}/test_{path.name}.py" for path in paths],
    )


def prepare(group: str) -> Path:
    """Make the copy for a group unless it exists; return its path."""
    tree = ROOT / "build" / "mutmut" / group
    if tree.exists():
        return tree
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, tree / name)
    modules, tests = modules_and_tests(group)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    settings = SETTINGS.format(
        modules=json.dumps(modules),
        tests=json.dumps(tests),
        copied=json.dumps([name for name in COPIED if name != "graphgame"]),
    )
    (tree / "pyproject.toml").write_text(project + settings, encoding="utf-8")
    return tree


def run(tree: Path, seconds: float | None) -> bool:
    """Run mutmut in a copy; return whether it finished."""
    command = [sys.executable, "-c", BY_FUNCTION, "run", "--max-children", "1"]
    with (tree / "log").open("a", encoding="utf-8") as log:
        process = subprocess.Popen(
            command, cwd=tree, stdout=log, stderr=log, start_new_session=True
        )
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)  # it keeps its results
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:  # a mutant that ignores the interrupt
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            return False
    return True


def count(tree: Path) -> None:
    """Print the results for each module."""
    package = tree / "mutants" / "graphgame"
    for path in sorted(package.rglob("*.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].values()
        counts = Counter(VERDICTS.get(code, "timed out or died") for code in codes)
        found = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items()))
        name = str(path.relative_to(package)).removesuffix(".meta")
        print(f"{name:22} {len(codes):5} mutants: {found}", flush=True)


def main() -> None:
    """Run the groups that the arguments name."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], metavar="GROUP")
    parser.add_argument("--seconds", type=float, help="for each group, at most")
    arguments = parser.parse_args()
    for group in arguments.groups or GROUPS:
        tree = prepare(group)
        if not run(tree, arguments.seconds):
            print(f"{group}: interrupted")
        count(tree)


if __name__ == "__main__":
    main()
