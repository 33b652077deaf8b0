"""The command ``graphgame heap``: what it prints, what it refuses, what it keeps in a file.

Pinned here: values, periods and moves as text, CSV and JSON; every refusal, in one line; NumPy is
not imported for values and periods; a run that goes on from a file, also after an interrupt.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import graphgame as gg
from tests.cli.test_command import assert_refused, environment, run

KAYLES = "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("octal 0.77 -n 20", KAYLES + "\n"),
        ("octal 0.77 -n 0", "0\n"),
        ("take 1,2,3 -n 6", "0 1 2 3 0 1 2\n"),
        ("take 3 -n 6", "0 0 0 1 1 1 0\n"),
        ("take squares -n 6", "0 1 0 1 2 0 1\n"),
        ("all-but 2 -n 6", "0 1 0 1 2 3 2\n"),
        ("grundy -n 6", "0 0 0 1 0 2 1\n"),
        ("couples -n 6", "0 0 0 1 2 0 1\n"),
        ("lasker -n 6", "0 1 2 4 3 5 6\n"),
        ("take 1,2 -n 2 --csv", "heap,value\n0,0\n1,1\n2,2\n"),
        (
            "octal 0.77 --period",
            "preperiod      71\nperiod         12\nsaltus         0\n"
            "last exception 70\nproven         yes\nchecked        167\n",
        ),
        (
            "octal 0.8 --period",
            "preperiod      1\nperiod         3\nsaltus         1\n"
            "last exception 0\nproven         yes\nchecked        27\n",
        ),
        (
            "octal 4.9 --period",
            "preperiod      16\nperiod         12\nsaltus         4\n"
            "last exception 15\nproven         no\nchecked        4095\n",
        ),
        (
            "take 1,2 --period",
            "preperiod      0\nperiod         3\nsaltus         0\n"
            "last exception none\nproven         yes\nchecked        4\n",
        ),
        (
            "octal 4.9 --period -n 300",
            "preperiod      16\nperiod         12\nsaltus         4\n"
            "last exception 15\nproven         no\nchecked        300\n",
        ),
        (
            "octal 0.16 --period",
            "preperiod      105351\nperiod         149459\nsaltus         0\n"
            "last exception 105350\nproven         yes\nchecked        509621\n",
        ),
        ("octal 0.1[303] --period -n 600", "none found up to 600; -n N looks further\n"),
        ("octal 0.1[303] --period -n 6", "none found up to 6; -n N looks further\n"),
        ("grundy --period -n 2000", "none found up to 2000; -n N looks further\n"),
        ("octal 0.16 --period -n 131072", "none found up to 131072; -n N looks further\n"),
        ("octal 0.06 --period", "none found up to 32767; -n N looks further\n"),
        ("octal 0.77 --heaps 5,8,13 --base 0", "WIN\nheap 0: 5 -> 2 + 2\nheap 1: 8 -> 5 + 1\n"),
        (
            "octal 0.77 --heaps 1,1,1 --play normal",
            "WIN\n" + "".join(f"heap {i}: 1 -> 0\n" for i in (1, 2, 3)),
        ),
        ("octal 0.77 --heaps 1,1,1 --play misere", "LOSE\n"),
        ("octal 0.77 --heaps 2,1,1 --play misere", "WIN\nheap 1: 2 -> 1\n"),
        ("octal 0.77 --heaps 2,1,1 --play misere --outcome", "WIN\n"),
        ("take 1,2,3 -n 6 --play misere", "1 0 2 3 1 0 2\n"),
        ("octal 0.77 --heaps 5,8,13", "WIN\nheap 1: 5 -> 2 + 2\nheap 2: 8 -> 5 + 1\n"),
        ("take 1,2,3 --heaps 3,1", "WIN\nheap 1: 3 -> 1\n"),
        ("take 1,2,3 --heaps 3", "WIN\nheap 1: 3 -> 0\n"),
        ("octal 0.77 --heaps 5,8,13 --outcome", "WIN\n"),
        ("octal 0.77 --heaps 10000000000000000000,1 --outcome", "LOSE\n"),
        ("take 1,2,3 --heaps 5,1", "LOSE\n"),
    ],
)
def test_text(words: str, expected: str) -> None:
    done = run("heap", *words.split())
    assert (done.status, done.err, done.out.decode()) == (0, "", expected)


def test_without_n_the_values_of_fifty_heaps_are_printed() -> None:
    assert len(run("heap", "octal", "0.07").out.split()) == 51


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "octal 0.77 -n 3",
            {"game": "octal('0.77')", "name": "Kayles", "values": [0, 1, 2, 3]},
        ),
        (
            "octal 0.77 --period",
            {
                "game": "octal('0.77')",
                "name": "Kayles",
                "period": {
                    "preperiod": 71,
                    "period": 12,
                    "saltus": 0,
                    "last_exception": 70,
                    "proven": True,
                    "checked": 167,
                },
            },
        ),
        (
            "octal 0.1[303] --period -n 900",
            {"game": "octal('0.1[303]')", "name": None, "period": None},
        ),
        (
            "grundy --period -n 500",
            {"game": "grundys_game()", "name": "Grundy's game", "period": None},
        ),
        (
            "take 1,2,3 --heaps 3,1",
            {
                "game": "subtraction({1, 2, 3})",
                "name": None,
                "play": "normal",
                "base": 1,
                "heaps": [3, 1],
                "values": [3, 1],
                "outcome": "WIN",
                "winning_moves": [{"component": 1, "from": 3, "to": [1]}],
            },
        ),
        (
            "octal 0.77 --heaps 2,1,1 --base 0 --play misere",
            {
                "game": "octal('0.77')",
                "name": "Kayles",
                "play": "misere",
                "base": 0,
                "heaps": [2, 1, 1],
                "outcome": "WIN",
                "winning_moves": [{"component": 0, "from": 2, "to": [1]}],
            },
        ),
    ],
)
def test_json(words: str, expected: object) -> None:
    done = run("heap", *words.split(), "--json")
    assert (done.status, done.err, json.loads(done.out)) == (0, "", expected)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("octal", "RULE: expected one for octal, such as 0.77, got none"),
        ("take", "RULE: expected one for take, such as 1,2,3 or squares, got none"),
        ("grundy 5", "RULE: expected none for grundy, got '5'"),
        ("take 1,x", "RULE: expected integers as in 1,2,3, got '1,x'"),
        ("take 0", "numbers: expected an integer of at least 1, got 0"),
        ("octal 77", "code: expected one digit or none, a point and digits, got '77'"),
        ("grundy -n -1", "n: expected an integer from 0 on, got -1"),
        ("grundy --heaps 3,-1", "heaps[1]: expected an integer from 0 on, got -1"),
        ("grundy --heaps a", "--heaps: expected integers as in 1,2,3, got 'a'"),
        ("grundy --heaps 5 -n 5", "-n goes with values, --period, --genus"),
        ("grundy --period -n -5", "n: expected an integer from 0 on, got -5"),
        (
            "grundy --period --play misere",
            "--play misere goes with values and --heaps, not with --period",
        ),
        ("grundy --heaps 5 --base 2", "argument --base: invalid choice: 2"),
        ("grundy --play both", "argument --play: invalid choice: 'both'"),
        ("octal 0.77 --heaps 3000000 --play misere", "heaps: expected heaps of at most 2000000"),
        ("grundy --heaps 5 --csv", "--csv goes with values, not with --period, --heaps, --genus"),
        ("chess", "argument GAME: invalid choice: 'chess'"),
        ("grundy --period --heaps 4", "argument --heaps: not allowed with argument --period"),
        ("grundy --json --csv", "argument --csv: not allowed with argument --json"),
        ("grundy -n 1e3", "argument -n: expected an integer, got '1e3'; write 1000"),
        ("grundy -n 20.0", "argument -n: expected an integer, got '20.0'; write 20"),
        ("grundy -n 1,000", "argument -n: expected an integer, got '1,000'; see"),
        ("grundy -n 7.5", "argument -n: expected an integer, got '7.5'; see"),
        ("grundy -n 1e999", "argument -n: expected an integer, got '1e999'; see"),
        ("grundy -n x", "argument -n: expected an integer, got 'x'"),
    ],
)
def test_refusals(words: str, message: str) -> None:
    assert_refused(run("heap", *words.split()), message)


@pytest.mark.parametrize("text", ["", " ", ",", "5,", ",5"])
def test_no_heaps_are_refused(text: str) -> None:
    done = run("heap", "octal", "0.77", "--heaps", text)
    assert_refused(done, "--heaps: expected ", "as in 1,2,3", f"got {text!r}")
    assert run("heap", "octal", "0.77", "--heaps", "0").out == b"LOSE\n"


@pytest.mark.parametrize("words", ["take squares -n 9", "octal 0.77 --period", "grundy -n 4 --csv"])
def test_numpy_is_not_imported_for_values_and_periods(words: str) -> None:
    script = (
        "import sys; from graphgame.cli import main\n"
        f"assert main(['heap', *{words.split()!r}]) == 0; print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.endswith(b"False\n")


def test_a_table_is_kept_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    first = run("heap", "grundy", "-n", "500", "--table", str(file))
    assert gg.HeapGame.load(file)._known.table.count == 501
    again = run("heap", "grundy", "-n", "300", "--table", str(file))
    more = run("heap", "grundy", "-n", "900", "--table", str(file))
    assert first.out.startswith(again.out.rstrip()) and more.out.startswith(first.out.rstrip())
    assert gg.HeapGame.load(file)._known.table.count == 901
    other = run("heap", "couples", "-n", "9", "--table", str(file))
    wanted = "expected the table of couples_are_forever(), got that of grundys_game()"
    assert_refused(other, f"{file}: {wanted}")
    assert gg.HeapGame.load(file)._known.table.count == 901, "and it is left as it was"


@pytest.mark.large
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupted_run_keeps_its_table(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    words = ["heap", "grundy", "-n", "100000000", "--table", str(file)]
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"started\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert gg.HeapGame.load(file)._known.table.count > 5000


# Says when some of the values are there: kernels call nothing, so a thread looks.
STARTED = """
import sys, threading, time
from graphgame.heaps import table
from graphgame.cli import main
tables = []
make = table.Table.__init__
def watched(table):
    make(table)
    tables.append(table)
table.Table.__init__ = watched
def watch():
    while not any(table.count > 5000 for table in tables):
        time.sleep(0.01)
    print("started", file=sys.stderr, flush=True)
threading.Thread(target=watch, daemon=True).start()
sys.exit(main(sys.argv[1:]))
"""
