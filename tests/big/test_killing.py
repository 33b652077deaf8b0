"""A short run of `killing`: builds of every kind that are killed at random moments."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fcntl")


def test_killed_at_random_moments() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.big.killing", "21"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert len(lines) == 3
    assert all(": 7 kills, " in line and line.endswith("nothing left over") for line in lines)
