"""The memory that `prove` is given is kept: table, paths and proof together, within 5 %."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPT = f"""
import json, resource, sys
sys.path.insert(0, {str(EXAMPLES)!r})
from connect_four import ConnectFour
import graphgame as gg

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

game = ConnectFour(5, 4)
game.prove(memory="1MiB")  # all code is loaded
gg.prove(game.library.options, game.start, presets=game.library.preset, seconds=0, memory="1MiB")
game = ConnectFour(6, 4)
before = peak()
proof = game.prove(memory=int(sys.argv[1]))
print(json.dumps([peak() - before, str(proof.outcome), proof.is_full]))
"""


@pytest.mark.always
@pytest.mark.large
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ru_maxrss in KiB")
@pytest.mark.parametrize("megabytes", [24, 48, 96])
def test_a_search_takes_no_more_than_it_is_given(megabytes: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(megabytes << 20)],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    taken, outcome, is_full = json.loads(done.stdout)
    assert taken <= 1.05 * (megabytes << 20)
    assert outcome == "LOSE" or is_full
    assert megabytes < 48 or outcome == "LOSE"
