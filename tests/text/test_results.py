"""What is printed of solutions and values, each piece by itself, to the letter."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.outcome import NEVER_ENDS
from graphgame.text import results

# From 0: won in 1, drawn, lost in 2, lost at once, drawn by a preset.
GAME = gg.GameGraph.from_edges([(0, 3), (1, 1), (2, 0), (4, 3)]).with_presets({4: gg.DRAW})
SOLUTION = gg.solve(GAME)
LOST = gg.solve(gg.GameGraph.from_edges([], 1))


def text(blocks: Any) -> str:
    return b"".join(blocks).decode()


def test_a_summary_counts_and_tells_of_the_first_position() -> None:
    facts = {
        "positions": 5,
        "moves": 4,
        "wins": 1,
        "losses": 2,
        "draws": 2,
        "longest_win": 1,
        "longest_loss": 2,
        "first": {"outcome": "WIN", "remoteness": 1},
    }
    assert results.summary(SOLUTION) == facts
    assert results.summary_text(facts, 1) == (
        "positions     5\nmoves         4\nwins          1\nlosses        2\ndraws         2\n"
        "longest win   1 ply\nlongest loss  2 plies\nposition 1    WIN in 1 ply\n"
    )


def test_a_summary_without_wins_losses_or_positions() -> None:
    cycle = results.summary(gg.solve([(0, 0)]))
    assert (cycle["longest_win"], cycle["longest_loss"]) == (None, None)
    assert cycle["first"] == {"outcome": "DRAW", "remoteness": NEVER_ENDS}
    shown = results.summary_text(cycle | {"verified": True, "other": False}, 0)
    assert shown.splitlines()[-5:] == [
        "longest win   none",
        "longest loss  none",
        "position 0    DRAW",
        "verified      yes",
        "other         no",
    ]
    assert "first" not in results.summary(gg.solve([]))
    assert results.summary(LOST)["longest_loss"] == 0


def test_plies() -> None:
    said = ["", "in 0 plies", "in 1 ply", "in 2 plies"]
    assert [results.plies(x) for x in (NEVER_ENDS, 0, 1, 2)] == said


def test_one_position_and_its_line() -> None:
    facts = results.from_position(SOLUTION, 2, 1)
    assert facts == {
        "position": 3,
        "outcome": "LOSE",
        "remoteness": 2,
        "line": [3, 1, 4],
        "closes_at": None,
    }
    assert results.from_text(facts) == "LOSE 2\n3 1 4\n"
    again = results.from_position(SOLUTION, 1, 0)
    assert (again["line"], again["closes_at"]) == ([1, 1], 0)


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        ({"remoteness": False, "moves": False}, "WIN\nDRAW\nLOSE\nLOSE\nDRAW\n"),
        ({"remoteness": True, "moves": False}, "WIN 1\nDRAW -1\nLOSE 2\nLOSE 0\nDRAW 0\n"),
    ],
)
def test_a_line_for_every_position_has_what_was_asked_for(
    columns: dict[str, bool], lines: str
) -> None:
    assert text(results.rows(SOLUTION, base=1, **columns)) == lines
    with_moves = text(results.rows(SOLUTION, base=1, **columns | {"moves": True})).splitlines()
    assert [row.rpartition(" ")[0] for row in with_moves] == lines.splitlines()
    assert [row.rpartition(" ")[2] for row in with_moves[:4]] == ["4", "2", "1", "-"]


def test_json_of_no_position_and_of_some() -> None:
    for solution in (gg.solve([]), SOLUTION):
        printed = text(results.json_report({"a": 1}, solution, base=0, remoteness=True, moves=True))
        assert json.loads(printed) == {
            "a": 1,
            "outcomes": [str(gg.Outcome(x)) for x in solution.outcomes.tolist()],
            "remoteness": solution.remoteness.tolist(),
            "best_moves": [None if x < 0 else x for x in solution.best_moves.tolist()],
        }
        assert printed.endswith("]}\n")


def test_graphs_that_cannot_be_written(tmp_path: Path) -> None:
    for base in (2, -1, "1", None):
        with pytest.raises(gg.GraphGameError) as caught:
            gg.write_graph(GAME, io.BytesIO(), base=base)  # type: ignore[arg-type]
        assert str(caught.value) == f"base: expected 0 or 1, got {base!r}"
    with pytest.raises(gg.GraphGameError) as caught:
        gg.write_graph([(0, 1)], tmp_path / "graph")  # type: ignore[arg-type]
    assert str(caught.value) == (
        "graph: expected a GameGraph, got list; GameGraph.from_edges and from_adjacency make one"
    )
    with pytest.raises(gg.GraphGameError) as caught:
        gg.write_graph(gg.solve([(0, 1)]), io.BytesIO())  # type: ignore[arg-type]
    assert str(caught.value) == (
        "graph: expected a GameGraph, got Solution; a solved game has its graph as .graph()"
    )
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("base", [0, 1])
def test_a_path_gets_what_a_file_gets(tmp_path: Path, base: int) -> None:
    file = io.BytesIO()
    gg.write_graph(GAME, file, base=base)
    gg.write_graph(GAME, tmp_path / "graph", base=base)
    assert (tmp_path / "graph").read_bytes() == file.getvalue()
    assert file.getvalue().endswith(b"%d DRAW\n" % (4 + base))


LOOPY = gg.loopy_grundy([(0, 1), (1, 0), (1, 2), (2, 3)])


def test_values_as_text_and_as_json() -> None:
    assert text(results.value_rows(LOOPY)) == "∞{}\n∞{1}\n1\n0\n"
    assert json.loads(text(results.values_json({"n": 4}, LOOPY))) == {
        "n": 4,
        "values": [[], [1], 1, 0],
    }
    assert [results.value_json(LOOPY[v]) for v in range(4)] == [[], [1], 1, 0]
    assert results.value_json(7) == 7


def test_sums_as_lines() -> None:
    lines = results.sum_lines(LOOPY, [2, 1], "normal", gg.WIN, [(1, 2)], 1)
    assert text(lines) == (
        "values   1 ∞{1}\nsum      ∞{0}\noutcome  WIN, the player to move wins\n"
        "move     2: 1 -> 2\n"
    )
    for outcome, said in (
        (gg.LOSE, "LOSE, the other player wins"),
        (gg.DRAW, "DRAW, nobody can win"),
    ):
        lines = results.sum_lines(LOOPY, [2, 3], "misere", outcome, [], 0)
        assert text(lines) == f"outcome  {said}\n"
