"""Labels, moves and lines: tuples with names, which can be compared, pickled and copied."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest

import graphgame as gg
from graphgame import Label, Line, Move

LABEL = Label(gg.WIN, 3, ("a", 1))
MOVE = Move(2, (1, 1))
LINES = [Line("abc", None), Line([1, 2, 1], 0), Line([], None), Line(iter([(0, 1), None]), 1)]


def test_a_label_is_a_named_tuple() -> None:
    assert (LABEL.outcome, LABEL.remoteness, LABEL.best_move) == (gg.WIN, 3, ("a", 1))
    assert LABEL == (gg.WIN, 3, ("a", 1)) == (1, 3, ("a", 1))
    assert Label._fields == ("outcome", "remoteness", "best_move")
    assert repr(Label(gg.LOSE, 0, None)) == (
        "Label(outcome=<Outcome.LOSE: -1>, remoteness=0, best_move=None)"
    )
    assert hash(LABEL) == hash((gg.WIN, 3, ("a", 1)))
    outcome, remoteness, best = LABEL
    assert [outcome, remoteness, best] == [*LABEL]


def test_a_move_is_the_pair_of_its_fields() -> None:
    assert (MOVE.component, MOVE.to) == (2, (1, 1))
    assert MOVE == (2, (1, 1)) and {MOVE} == {(2, (1, 1))}
    assert Move._fields == ("component", "to")
    assert repr(MOVE) == "Move(component=2, to=(1, 1))"


def test_a_line_is_the_tuple_of_its_positions() -> None:
    line = LINES[1]
    assert line == (1, 2, 1) and line.closes_at == 0 and hash(line) == hash((1, 2, 1))
    assert [*LINES[0]] == ["a", "b", "c"] and LINES[0].closes_at is None
    assert Line([1]).closes_at is None, "a line ends at a terminal unless it says otherwise"
    assert repr(line) == "(1, 2, 1)"
    assert (len(line), line[-1], line.index(2)) == (3, 1, 1)
    assert type(line[:2]) is tuple, "a part of a line is no line of play"


@pytest.mark.parametrize("value", [LABEL, MOVE, *LINES], ids=repr)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_and_copies_are_equal_and_of_the_same_type(value: Any, protocol: int) -> None:
    others = [
        pickle.loads(pickle.dumps(value, protocol)),
        copy.copy(value),
        copy.deepcopy(value),
    ]
    for other in others:
        assert other == value and type(other) is type(value)
        assert getattr(other, "closes_at", "") == getattr(value, "closes_at", "")


def test_lines_of_a_solution_are_pickled_with_their_end() -> None:
    s = gg.solve({"a": ["b", "c"], "b": ["a"], "c": []})
    cycle = gg.solve([(0, 1), (1, 0)])
    for line in (s.line("b"), cycle.line(1)):
        other = pickle.loads(pickle.dumps(line))
        assert (other, other.closes_at) == (line, line.closes_at)
    assert (cycle.line(1), cycle.line(1).closes_at) == ((1, 0, 1), 0)


def test_types_take_a_parameter_at_run_time() -> None:
    for kind in (Label, Move, gg.Solution, gg.GameGraph):
        assert kind[int] is kind  # type: ignore[index]
    assert Line[int]([1, 2], None) == (1, 2)


def test_importing_them_imports_no_typing() -> None:
    script = "import sys, graphgame.line; print({'typing', 'numpy'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("set()\n", "")
