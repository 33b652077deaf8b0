"""Ctrl-C at any moment: the same call then returns the same answer; see `make interrupts`."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

import graphgame as gg
from graphgame.heaps.table import Table
from tests.house import interrupting

SCRIPT = Path(__file__).with_name("interrupting.py")


@pytest.mark.large  # traced, it takes for ever
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_every_long_operation_may_be_interrupted_at_any_moment() -> None:
    if os.environ.get("LD_PRELOAD"):
        pytest.skip("what watches the memory keeps what is freed")
    done = subprocess.run(
        [sys.executable, SCRIPT, str(2 * len(interrupting.WORK))],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert len(done.stdout.splitlines()) == len(interrupting.WORK) + 1


@pytest.mark.parametrize("make", [lambda: gg.octal("0.007"), gg.grundys_game])
def test_a_table_interrupted_before_it_is_widened_goes_on_rightly(
    make: type[gg.HeapGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It went on with too small a width: values were wrong, and memory was written beyond."""
    expected = make().values(12_000).tolist()
    for call in count():
        game, left = make(), call

        def widen(table: Table, greatest: int) -> None:
            nonlocal left
            left -= 1
            if left == -1:
                raise KeyboardInterrupt
            while greatest >= table.width:
                table.width *= 2

        with monkeypatch.context() as patch:
            patch.setattr(Table, "widen", widen)
            with suppress(KeyboardInterrupt):
                game.values(12_000)
        assert game.values(12_000).tolist() == expected
        if left >= 0:  # no call was interrupted any more
            break
    assert call >= 3
