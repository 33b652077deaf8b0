"""Runs are reproducible and without warnings.

Pinned here: the same answers with any hash seed and any order of edges; no warning, no open file
and no output in Python's development mode.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GameGraph
from tests.house.everything import THINGS, facts

ROOT = Path(__file__).parents[2]


def child(*words: str, text: bytes = b"", seed: str = "0") -> str:
    """Run Python with all warnings as errors, in development mode; it must print nothing."""
    path = os.pathsep.join([str(ROOT), *sys.path])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", *words],
        input=text,
        capture_output=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return done.stdout.decode()


ASK_ALL = (
    "from tests.house import everything as e;"
    "print(*((n, e.facts(m())) for n, m in e.THINGS.items()), sep='|')"
)


@pytest.mark.large
def test_answers_do_not_hang_on_hashes_and_nothing_is_said_in_development_mode() -> None:
    expected = "|".join(str((name, facts(make()))) for name, make in THINGS.items())
    assert child("-c", ASK_ALL, seed="1").strip() == expected
    assert child("-c", ASK_ALL, seed="2").strip() == expected


GRAPH = b"4 4\n1 2\n2 3\n3 4\n1 4\n"
COMMANDS: dict[str, bytes] = {
    "solve": GRAPH,
    "solve --json --moves --remoteness --verify --play misere": GRAPH,
    "solve --summary --save {}/solution.npz": GRAPH,
    "solve --from 1": GRAPH,
    "grundy": GRAPH,
    "grundy --json": GRAPH,
    "police": b"2 3\nP.E\n..T\n",
    "nim 3 4 5": b"",
    "heap octal 0.77 -n 90": b"",
    "heap octal 0.77 --period --table {}/kayles.npz": b"",
}


@pytest.mark.large
@pytest.mark.parametrize("words", COMMANDS)
def test_commands_say_nothing_in_development_mode(words: str, tmp_path: Path) -> None:
    chosen = words.format(tmp_path).split()
    assert child("-m", "graphgame", *chosen, text=COMMANDS[words])


# -- edges in any order ---------------------------------------------------------------------------


@given(st.integers(1, 9), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8))), st.randoms())
def test_the_order_of_edges_changes_nothing(
    n: int, pairs: list[tuple[int, int]], random: object
) -> None:
    edges = [(u % n, v % n) for u, v in pairs]
    shuffled = edges.copy()
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, two = (GameGraph.from_edges(x, n) for x in (edges, shuffled))
    for play in ("normal", "misere"):
        a, b = gg.solve(one, play=play), gg.solve(two, play=play)
        for name in ("outcomes", "remoteness", "best_moves"):
            assert np.array_equal(getattr(a, name), getattr(b, name)), name
        assert [a.line(v) for v in range(n)] == [b.line(v) for v in range(n)]
        assert [a.winning_moves(v) for v in range(n)] == [b.winning_moves(v) for v in range(n)]
    loopy, other = gg.loopy_grundy(one), gg.loopy_grundy(two)
    for name in ("values", "set_ptr", "set_idx"):
        assert np.array_equal(getattr(loopy, name), getattr(other, name)), name
    assert loopy.verify() and other.verify()
    downhill = [[(max(e), min(e)) for e in x if e[0] != e[1]] for x in (edges, shuffled)]
    values = [gg.grundy(GameGraph.from_edges(x, n)).values.tolist() for x in downhill]
    assert values[0] == values[1]
    cops = [gg.cops_and_robbers(GameGraph.from_edges(x, n)) for x in (edges, shuffled)]
    assert cops[0].capture_times.tolist() == cops[1].capture_times.tolist()
    assert cops[0].line() == cops[1].line()


def test_predecessors_come_in_the_order_of_edges_whatever_was_asked_before() -> None:
    edges = [(2, 0), (1, 0), (2, 1), (0, 0)]
    first, last = GameGraph.from_edges(edges), GameGraph.from_edges(edges)
    assert last.options(2) == [0, 1]
    assert first.predecessors(0) == last.predecessors(0) == [2, 1, 0]
