"""Command lines without options, which are taken without argparse.

Pinned here: they mean to every command exactly what they mean to the parser, everything else is
left to it, and none of `argparse`, `enum` and `re` is imported for them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import graphgame as gg
from graphgame import _core
from graphgame.cli import plain_arguments
from graphgame.cli.parser import build_parser

PLAIN = ("solve", "grundy", "police", "cops")


@pytest.mark.parametrize("command", PLAIN)
@pytest.mark.parametrize("rest", [[], ["-"], ["game.txt"], [""], ["a b"], ["1"]])
def test_plain_lines_mean_what_they_mean_to_the_parser(command: str, rest: list[str]) -> None:
    words = [command, *rest]
    expected = vars(build_parser(command).parse_args(words))
    del expected["parser"], expected["version"]
    args = plain_arguments(words)
    assert args is not None
    assert vars(args) == expected


@pytest.mark.parametrize(
    "words",
    [
        *([], [""], ["-"], ["--help"], ["--version"], ["nim"], ["heap", "grundy"], ["solv"]),
        *(
            ["solve", "--json"],
            ["solve", "-x"],
            ["solve", "--"],
            ["solve", "a", "b"],
            ["a", "solve"],
        ),
    ],
)
def test_all_other_lines_are_left_to_the_parser(words: list[str]) -> None:
    assert plain_arguments(words) is None


def test_nothing_is_imported_that_is_not_needed() -> None:
    heavy = {"argparse", "re", "contextlib", "enum", "locale", "numpy"}
    if ".abi3." in _core.__file__:  # there Cython's own code imports inspect, which imports these
        heavy -= {"re", "contextlib", "enum"}
    # Readers of what the command never has: of other libraries, of tables, of dicts.
    heavy |= {
        f"graphgame.graphs.{name}" for name in ("libraries", "edge_tables", "edges", "options")
    }
    script = (
        "import sys; from graphgame.cli import main\n"
        "status = main(['solve'])\n"
        f"print(status, sorted({heavy} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        input=b"3 2\n1 2\n2 3\n",
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(gg.__file__).parents[1])},  # -S leaves it out
    )
    assert done.stdout.split(b"\n", 3)[3] == b"0 []\n"
