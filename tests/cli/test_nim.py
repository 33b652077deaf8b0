"""The command ``graphgame nim``: what it prints, byte by byte, and what it refuses.

Pinned here: every option alone and with others, piles as arguments and on standard input; integers
of any size; results equal to those of the module; all errors, each in one line; no NumPy.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from typing import Any

import pytest

import graphgame as gg
from graphgame import nim
from graphgame.cli import main
from tests.cli.test_command import assert_refused, environment, run


def called(capfdbinary: Any, *args: str) -> bytes:
    """Run the command in this process; give what it printed."""
    assert main(["nim", *args]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b""
    return bytes(out)


def moved(component: int, old: int, new: int) -> list[dict[str, int]]:
    """Return a single winning move as JSON has it."""
    return [{"component": component, "from": old, "to": new}]


# -- what is printed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ("3 4 5", "WIN\npile 1: 3 -> 1\n"),
        ("1 2 3", "LOSE\n"),
        ("3 4 5 --misere", "WIN\npile 1: 3 -> 1\n"),
        ("--misere 1 1 1", "LOSE\n"),
        ("--play misere 1 1 3", "WIN\npile 3: 3 -> 1\n"),
        ("--play normal 1 1 3", "WIN\npile 3: 3 -> 0\n"),
        ("--misere 0", "WIN\n"),
        ("0", "LOSE\n"),
        ("3 4 5 --base 0", "WIN\npile 0: 3 -> 1\n"),
        ("3 4 5 --most 3", "WIN\npile 1: 3 -> 1\npile 2: 4 -> 2\npile 3: 5 -> 3\n"),
        ("3 4 5 --most 3 --limit 2", "WIN\npile 1: 3 -> 1\npile 2: 4 -> 2\n"),
        ("3 4 5 --limit 0", "WIN\n"),
        ("3 4 5 --limit 99999999999999999999", "WIN\npile 1: 3 -> 1\n"),
        ("4 1 --most 3 --misere", "LOSE\n"),
        ("1 2 2 3 --moore 2", "WIN\npile 1: 1 -> 0, pile 4: 3 -> 2\n"),
        ("1 1 1 --moore 2 --misere", "WIN\npile 1: 1 -> 0, pile 2: 1 -> 0\n"
         "pile 1: 1 -> 0, pile 3: 1 -> 0\npile 2: 1 -> 0, pile 3: 1 -> 0\n"),
        ("1 1 1 --moore 2 --misere --limit 1", "WIN\npile 1: 1 -> 0, pile 2: 1 -> 0\n"),
        ("1 5 3 --staircase", "WIN\nstair 2: 5 -> 3\nstair 3: 3 -> 1\n"),
        ("0 3 --staircase --misere --base 0", "WIN\nstair 1: 3 -> 2\n"),
        ("0 3 --staircase --most 2", "LOSE\n"),
        ("007 1", "WIN\npile 1: 7 -> 1\n"),
    ],
)  # fmt: skip
def test_nim_prints(capfdbinary: Any, args: str, expected: str) -> None:
    assert called(capfdbinary, *args.split()).decode() == expected


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (
            "3 4 5",
            '{"play": "normal", "base": 1, "most": null, "moore": null, "staircase": false, '
            '"positions": [{"piles": [3, 4, 5], "outcome": "WIN", '
            '"winning_moves": [{"component": 1, "from": 3, "to": 1}]}]}\n',
        ),
        (
            "1 2 3 --misere --base 0 --most 9",
            '{"play": "misere", "base": 0, "most": 9, "moore": null, "staircase": false, '
            '"positions": [{"piles": [1, 2, 3], "outcome": "LOSE", "winning_moves": []}]}\n',
        ),
        (
            "3 4 5 --base 0",
            '{"play": "normal", "base": 0, "most": null, "moore": null, "staircase": false, '
            '"positions": [{"piles": [3, 4, 5], "outcome": "WIN", '
            '"winning_moves": [{"component": 0, "from": 3, "to": 1}]}]}\n',
        ),
        (
            "1 1 1 --moore 2 --misere --limit 2",
            '{"play": "misere", "base": 1, "most": null, "moore": 2, "staircase": false, '
            '"positions": [{"piles": [1, 1, 1], "outcome": "WIN", '
            '"winning_moves": [[{"component": 1, "from": 1, "to": 0}, '
            '{"component": 2, "from": 1, "to": 0}], [{"component": 1, "from": 1, "to": 0}, '
            '{"component": 3, "from": 1, "to": 0}]]}]}\n',
        ),
        (
            "1 5 3 --staircase",
            '{"play": "normal", "base": 1, "most": null, "moore": null, "staircase": true, '
            '"positions": [{"piles": [1, 5, 3], "outcome": "WIN", '
            '"winning_moves": [{"component": 2, "from": 5, "to": 3}, '
            '{"component": 3, "from": 3, "to": 1}]}]}\n',
        ),
    ],
)
def test_nim_prints_json(capfdbinary: Any, args: str, expected: str) -> None:
    assert called(capfdbinary, *args.split(), "--json").decode() == expected


TEXT = b"\xef\xbb\xbf# three games\n3 4 5 # the first\r\n\n \t \n1 2 3\n\t 0\t7"


@pytest.mark.parametrize("args", [[], ["-"]])
def test_each_line_of_standard_input_is_a_position(args: list[str]) -> None:
    done = run("nim", *args, text=TEXT)
    assert (done.status, done.err) == (0, "")
    assert done.out == b"WIN\npile 1: 3 -> 1\nLOSE\nWIN\npile 2: 7 -> 0\n"
    done = run("nim", *args, "--limit", "0", text=TEXT + b"\n")
    assert done.out == b"WIN\nLOSE\nWIN\n"
    data = json.loads(run("nim", *args, "--json", text=TEXT).out)
    assert data["positions"] == [
        {"piles": [3, 4, 5], "outcome": "WIN", "winning_moves": moved(1, 3, 1)},
        {"piles": [1, 2, 3], "outcome": "LOSE", "winning_moves": []},
        {"piles": [0, 7], "outcome": "WIN", "winning_moves": moved(2, 7, 0)},
    ]


@pytest.mark.parametrize("text", [b"2\n3 4 5\n", b"1\n7\n", b"3\n3 4 5\n6\n", b"3 0\n3 4 5\n"])
def test_lines_that_count_nothing_are_positions(text: bytes) -> None:
    done = run("nim", "--limit=0", text=text)
    assert done.out.decode().split() == [
        str(nim.outcome([*map(int, line.split())])) for line in text.decode().splitlines()
    ]


def test_many_lines_are_those_of_the_module() -> None:
    positions = [list(piles) for piles in product(range(8), repeat=4)]
    text = "".join(" ".join(map(str, piles)) + "\n" for piles in positions)
    expected = "".join(
        f"{nim.outcome(piles, play='misere')}\n"
        + "".join(
            f"pile {i + 1}: {piles[i]} -> {size}\n"
            for i, size in nim.winning_moves(piles, play="misere")
        )
        for piles in positions
    )
    assert run("nim", "--misere", text=text.encode()).out.decode() == expected


def test_piles_of_many_digits(capfdbinary: Any) -> None:
    before = sys.get_int_max_str_digits()
    pile = "7" * 6000  # Python by itself reads 4300
    try:
        sys.set_int_max_str_digits(5000)
        shown = called(capfdbinary, pile, "1").decode()
        assert shown == f"WIN\npile 1: {pile} -> 1\n"
        assert sys.get_int_max_str_digits() == 5000
    finally:
        sys.set_int_max_str_digits(before)
    text = f"0 {pile}\n{pile} 0\n".encode()
    assert run("nim", text=text).out.decode() == (
        f"WIN\npile 2: {pile} -> 0\nWIN\npile 1: {pile} -> 0\n"
    )
    assert f'"piles": [0, {pile}]'.encode() in run("nim", "--json", text=text).out


def test_moves_are_printed_as_they_are_found() -> None:
    """There are more of them than any memory holds."""
    command = [sys.executable, "-m", "graphgame", "nim", "--moore", "30", *map(str, range(99, 299))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment()) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"WIN\n"
        assert process.stdout.readline().startswith(b"pile ")
        process.stdout.close()
        assert process.wait(60) == 141


def test_numpy_is_not_imported() -> None:
    script = (
        "import sys\n"
        "from graphgame.cli import main\n"
        "for words in ('3 4 5', '3 4 5 --json --most 2', '1 2 --moore 2', '1 2 --staircase'):\n"
        "    assert main(['nim', *words.split()]) == 0\n"
        "sys.exit('NumPy was imported' if 'numpy' in sys.modules else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_names_every_option() -> None:
    done = run("nim", "--help")
    assert (done.status, done.err) == (0, "")
    for option in ("play", "misere", "most", "moore", "staircase", "limit", "base", "json"):
        assert f"--{option}".encode() in done.out
    assert b"PILE" in done.out
    assert b"nim" in run("--help").out


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("3 x", "pile 2: expected an integer of 0 or more, got 'x'"),
        ("3 -4", "pile 2: expected an integer of 0 or more, got '-4'"),
        ("3 4.0", "pile 2: expected an integer of 0 or more, got '4.0'"),
        ("1_0", "pile 1: expected an integer of 0 or more, got '1_0'"),
        ("٣", "pile 1: expected an integer of 0 or more, got '٣'"),
        ("+3", "pile 1: expected an integer of 0 or more, got '+3'"),
        ("- 3", "pile 1: expected an integer of 0 or more, got '-'"),
        ("3 --most 0", "--most: expected at least 1, got 0"),
        ("3 --moore -1", "--moore: expected at least 1, got -1"),
        ("3 --limit -1", "--limit: expected 0 or more, got -1"),
        (
            "3 --moore 2 --most 2",
            "--most with --moore: expected one of them, as no rule is known for both together",
        ),
        ("3 --moore 2 --staircase", "argument --staircase: not allowed with argument --moore"),
        ("3 --most two", "argument --most: expected an integer, got 'two'"),
        ("3 --play poker", "argument --play: invalid choice: 'poker'"),
        ("3 --base 2", "argument --base: invalid choice: 2"),
        ("3 --misre", "unrecognized arguments: --misre (did you mean --misere?)"),
    ],
)
def test_wrong_usage(args: str, message: str) -> None:
    done = run("nim", *args.split())
    done.err = done.err.replace("choice: '2'", "choice: 2")  # Python 3.13 shows it in quotes
    assert_refused(done, f"graphgame: {message}")


PILE = "expected a pile, an integer of 0 or more, got"
COUNTS = (
    "expected the piles of a position in each line, got numbers that may say how many piles the "
    "next line has; leave such lines out, or write a position of one pile as"
)


@pytest.mark.parametrize("option", ["--json", "--misere", "--limit=0"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"3 4\n1 -2\n", f"<stdin>:2:3: {PILE} '-2'"),
        (b"1 12 2x 2x\n", f"<stdin>:1:6: {PILE} '2x'"),
        (b"1 1 1 11 1,1", f"<stdin>:1:10: {PILE} '1,1'"),
        (b"WIN\n", f"<stdin>:1:1: {PILE} 'WIN'"),
        (b"3\n\xd9\xa3 4", f"<stdin>:2:1: {PILE} '٣'"),
        (b"3\n\x00\xff\x1b[2J\n", f"<stdin>:2:1: {PILE} b'\\x00\\xff\\x1b[2J'"),
        (b"a" * 100, f"<stdin>:1:1: {PILE} '{'a' * 40}'…"),
        (b"a" * 40, f"<stdin>:1:1: {PILE} '{'a' * 40}'\n"),
        (b"", "<stdin>:1:1: expected the piles of a position, got the end of the text"),
        (b"3\n3 4 5\n", f"<stdin>:1:1: {COUNTS} '3 0'\n"),
        (b"2 # piles\n3 4\n\n1\n5\n", f"<stdin>:1:1: {COUNTS} '2 0'\n"),
        (b"\n# 3\n", "<stdin>:3:1: expected the piles of a position, got the end of the text"),
    ],
)
def test_bad_text(option: str, text: bytes, message: str) -> None:
    done = run("nim", option, text=text)
    assert_refused(done, f"graphgame: {message}")
    assert done.err.strip().isprintable()


def test_standard_input_that_cannot_be_read(tmp_path: Any) -> None:
    command = [sys.executable, "-m", "graphgame", "nim"]
    with subprocess.Popen(
        ["/bin/sh", "-c", '"$@" <&-', "sh", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, b"")
    assert err == b"graphgame: <stdin>: Bad file descriptor\n"


def test_outcomes_in_this_process_are_those_of_the_module(capfdbinary: Any) -> None:
    for piles, play in product([[1, 2, 3], [4, 4, 1]], gg.Play):
        words = [*map(str, piles), "--play", play, "--limit", "0"]
        assert called(capfdbinary, *words).decode() == f"{nim.outcome(piles, play=play)}\n"
