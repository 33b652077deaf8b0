"""The help of each command: it ends with two examples, which run as they are printed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphgame.cli.parser import _COMMANDS
from tests.cli.test_command import run


def examples(command: str) -> list[str]:
    """Return what stands under "Examples:" at the end of the help, a command a line."""
    shown = run(command, "--help").out.decode()
    return [line.strip() for line in shown.partition("\nExamples:\n")[2].splitlines()]


@pytest.mark.parametrize("command", sorted(_COMMANDS))
def test_the_help_ends_with_two_examples_that_run(command: str, tmp_path: Path) -> None:
    found = examples(command)
    assert len(found) == 2, "two lines, neither of them wrapped"
    (tmp_path / "graphgame").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m graphgame "$@"\n')
    (tmp_path / "graphgame").chmod(0o755)
    root = str(Path(__file__).parents[2])
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": root}
    for example in found:
        assert f"graphgame {command}" in example and len(example) <= 76
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {example}"],
            capture_output=True,
            check=False,
            env=environment,
            cwd=tmp_path,
        )
        assert (done.returncode, done.stderr) == (0, b"") and done.stdout, example
