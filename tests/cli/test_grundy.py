"""The command ``graphgame grundy``: what it prints, byte by byte, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.cli import main
from graphgame.text import results
from graphgame.values.loopy_values import LoopyValues
from tests.cli.test_command import assert_light, assert_refused, run

# Heaps of 0 to 5 from which a square may be taken, counted from 0.
SQUARES = b"6 7\n1 0\n2 1\n3 2\n4 3\n5 4\n4 0\n5 1\n"
# The same, counted from 1.
FROM_ONE = b"6 7\n2 1\n3 2\n4 3\n5 4\n6 5\n5 1\n6 2\n"
LOOP = b"4 4\n1 2\n2 1\n2 3\n3 4\n"


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ("", FROM_ONE, "0\n1\n0\n1\n2\n0\n"),
        ("-", FROM_ONE, "0\n1\n0\n1\n2\n0\n"),
        ("--base 0", SQUARES, "0\n1\n0\n1\n2\n0\n"),
        ("--loopy --base 0", SQUARES, "0\n1\n0\n1\n2\n0\n"),
        ("--verify", FROM_ONE, "0\n1\n0\n1\n2\n0\n"),
        ("--loopy", LOOP, "∞{}\n∞{1}\n1\n0\n"),
        ("--loopy --verify", LOOP, "∞{}\n∞{1}\n1\n0\n"),
        ("", b"0 0\n", ""),
        ("--loopy", b"0 0\n", ""),
        ("", b"2 2\n1 2\n2 1\n2 LOSE\n", "1\n0\n"),
        (
            "--base 0 --sum 5 4 1",
            SQUARES,
            "values   0 2 1\nsum      3\noutcome  WIN, the player to move wins\n"
            "move     1: 4 -> 3\n",
        ),
        (
            "--sum 6 5 2",
            FROM_ONE,
            "values   0 2 1\nsum      3\noutcome  WIN, the player to move wins\n"
            "move     2: 5 -> 4\n",
        ),
        (
            "--sum 5 5",
            FROM_ONE,
            "values   2 2\nsum      0\noutcome  LOSE, the other player wins\n",
        ),
        (
            "--sum 2 2 --play misere",
            FROM_ONE,
            "outcome  WIN, the player to move wins\nmove     1: 2 -> 1\nmove     2: 2 -> 1\n",
        ),
        (
            "--loopy --sum 2 3",
            LOOP,
            "values   ∞{1} 1\nsum      ∞{0}\noutcome  WIN, the player to move wins\n"
            "move     1: 2 -> 3\n",
        ),
        (
            "--loopy --sum 2 2",
            LOOP,
            "values   ∞{1} ∞{1}\nsum      ∞{}\noutcome  DRAW, nobody can win\n",
        ),
    ],
)
def test_grundy_prints(options: str, text: bytes, expected: str) -> None:
    done = run("grundy", *options.split(), text=text)
    assert (done.status, done.out.decode(), done.err) == (0, expected, "")


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        (
            "",
            FROM_ONE,
            {"base": 1, "loopy": False, "positions": 6, "moves": 7, "values": [0, 1, 0, 1, 2, 0]},
        ),
        (
            "--loopy --verify",
            LOOP,
            {
                "base": 1, "loopy": True, "positions": 4, "moves": 4, "verified": True,
                "values": [[], [1], 1, 0],
            },
        ),
        ("", b"0 0", {"base": 1, "loopy": False, "positions": 0, "moves": 0, "values": []}),
        (
            "--sum 6 5 2",
            FROM_ONE,
            {
                "base": 1, "loopy": False, "positions": 6, "moves": 7, "play": "normal",
                "sum": [6, 5, 2], "values": [0, 2, 1], "value": 3, "outcome": "WIN",
                "winning_moves": [{"component": 2, "from": 5, "to": 4}],
            },
        ),
        (
            "--sum 2 2 --play misere",
            FROM_ONE,
            {
                "base": 1, "loopy": False, "positions": 6, "moves": 7, "play": "misere",
                "sum": [2, 2], "outcome": "WIN",
                "winning_moves": [
                    {"component": 1, "from": 2, "to": 1}, {"component": 2, "from": 2, "to": 1},
                ],
            },
        ),
        (
            "--loopy --sum 2 3 --base 0",
            b"4 4\n0 1\n1 0\n1 2\n2 3\n",
            {
                "base": 0, "loopy": True, "positions": 4, "moves": 4, "play": "normal",
                "sum": [2, 3], "values": [1, 0], "value": 1, "outcome": "WIN",
                "winning_moves": [{"component": 0, "from": 2, "to": 3}],
            },
        ),
    ],
)  # fmt: skip
def test_json(options: str, text: bytes, expected: dict[str, Any]) -> None:
    done = run("grundy", "--json", *options.split(), text=text)
    assert (done.status, done.err) == (0, "")
    assert done.out.count(b"\n") == 1
    assert json.loads(done.out) == expected


@pytest.mark.large
def test_three_knights_are_a_sum_of_games() -> None:
    """Held against all positions of three knights, solved as one graph."""
    cells = [(x, y) for x in range(5) for y in range(5)]
    steps = (-2, 1), (-2, -1), (-1, -2), (1, -2)
    moves = [
        (i, cells.index((x + dx, y + dy)))
        for i, (x, y) in enumerate(cells)
        for dx, dy in steps
        if (x + dx, y + dy) in cells
    ]
    graph = gg.GameGraph.from_edges(moves, 25)
    text = f"25 {len(moves)}\n" + "".join(f"{u} {v}\n" for u, v in moves)
    solution = gg.solve(gg.game_sum([graph] * 3))
    for knights in [(24, 23, 18), (12, 12, 24), (9, 14, 21), (0, 24, 24)]:
        options = ["--base", "0", "--json", "--sum", *map(str, knights)]
        facts = json.loads(run("grundy", *options, text=text.encode()).out)
        assert facts["outcome"] == str(solution.outcome(knights))
        found = set()
        for move in facts["winning_moves"]:
            assert move["from"] == knights[move["component"]]
            found.add(
                tuple(
                    move["to"] if i == move["component"] else cell for i, cell in enumerate(knights)
                )
            )
        assert found == set(solution.winning_moves(knights))


def test_many_values_are_printed_as_python_prints_them() -> None:
    """More than fit in a block, and sets that alone are larger than one."""
    size = 9000
    heaps = np.stack(np.tril_indices(400, -1), axis=1)
    star = [(400, v) for v in range(401)] + [(v, 400) for v in range(401, size)]
    edges = np.concatenate([heaps, star])
    text = f"{size} {len(edges)}\n" + "".join(f"{u} {v}\n" for u, v in edges.tolist())
    values = gg.loopy_grundy(gg.GameGraph.from_edges(edges, size))
    expected = [str(values[v]).lstrip("*") for v in range(size)]
    assert any(len(line) > 1400 for line in expected)
    done = run("grundy", "--loopy", "--base", "0", text=text.encode())
    assert done.out.decode().splitlines() == expected
    found = json.loads(run("grundy", "--loopy", "--base", "0", "--json", text=text.encode()).out)
    assert found["values"] == [
        values[v].value if values[v].is_finite else sorted(values[v].options) for v in range(size)
    ]


def test_a_set_larger_than_a_block_is_printed_whole() -> None:
    size = 16_000  # that many different values take some 90 000 bytes
    graph = gg.GameGraph.from_edges([(size, v) for v in range(size)])
    labels = np.append(np.arange(size, dtype=np.int32), np.int32(-1))
    # Labels that nobody solved for: the graph that has these values has 10^8 moves.
    values = LoopyValues(graph, labels, labels, np.arange(size + 1, dtype=np.int32), size)
    lines = b"".join(results.value_rows(values)).decode().splitlines()
    assert lines == [*map(str, range(size)), "∞{" + ",".join(map(str, range(size))) + "}"]
    printed = json.loads(b"".join(results.values_json({"base": 0}, values)))
    assert printed == {"base": 0, "values": [*range(size), [*range(size)]]}


@pytest.mark.parametrize("options", ["", "--json", "--loopy", "--sum 5 4", "--loopy --sum 3"])
def test_numpy_is_not_imported(options: str) -> None:
    assert_light("grundy", *options.split(), text=FROM_ONE)


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "text", "message"),
    [
        ("", LOOP, "expected a game without cycles, got 1 → 2 → 1; --loopy takes any game"),
        (
            "--base 0",
            b"2 2\n0 1\n1 1\n",
            "expected a game without cycles, got 1 → 1; --loopy takes any game",
        ),
        (
            "",
            b"2 1\n1 2\n2 WIN\n",
            "position 2: expected no preset but LOSE, a terminal of value 0, got WIN: "
            "no Grundy value stands for it",
        ),
        ("--sum 7", FROM_ONE, "--sum 7: expected a position from 1 to 6"),
        ("--sum 1 0", FROM_ONE, "--sum 0: expected a position from 1 to 6"),
        ("--sum 6 --base 0", SQUARES, "--sum 6: expected a position from 0 to 5"),
        ("--sum 1", b"0 0\n", "--sum 1: expected a position, of none"),
        (
            "--play misere",
            FROM_ONE,
            "--play misere goes with --sum: misère play has no Grundy values",
        ),
        (
            "",
            b"2 1\n1 3\n",
            "<stdin>:2:3: expected a position from 1 to 2 as the target of edge 1 of 1, got '3'",
        ),
        ("--sum", FROM_ONE, "argument --sum: expected at least one argument"),
        ("--speed", FROM_ONE, "unrecognized arguments: --speed"),
    ],
)
def test_what_is_refused(options: str, text: bytes, message: str) -> None:
    done = run("grundy", *options.split(), text=text)
    assert_refused(done, f"graphgame: {message}")


def test_a_sum_too_large_for_misere_play_is_refused() -> None:
    heaps = np.stack(np.tril_indices(60, -1), axis=1).tolist()
    text = f"60 {len(heaps)}\n" + "".join(f"{u} {v}\n" for u, v in heaps)
    options = ["--base", "0", "--play", "misere", "--sum", *["59"] * 4]
    done = run("grundy", *options, text=text.encode())
    assert_refused(done, "expected a sum of at most 4194304 positions, got 12960000 (60 × 60")


def test_wrong_values_exit_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Any
) -> None:
    """No input makes them wrong, so the kernel is replaced by one that lies."""
    from graphgame.values import _grundy

    right = _grundy.ordered_grundy

    def wrong(*args: Any) -> Any:
        values, order, decided = right(*args)  # type: ignore[misc]
        memoryview(values)[3] = 7
        return values, order, decided

    file = tmp_path / "game"
    file.write_bytes(FROM_ONE)
    assert main(["grundy", "--verify", str(file)]) == 0
    capsys.readouterr()
    monkeypatch.setattr(_grundy, "ordered_grundy", wrong)
    assert main(["grundy", "--verify", str(file)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "graphgame: position 4: expected a value of at most the number of options, got value 7; "
        "its options: 3 value 0\n"
    )


def test_help_names_every_option() -> None:
    done = run("grundy", "--help")
    assert done.status == 0
    for option in (b"--loopy", b"--sum", b"--play", b"--json", b"--verify", b"--base"):
        assert option in done.out
    assert b"grundy" in run("--help").out
