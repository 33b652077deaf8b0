"""The command ``graphgame police``: what it prints, byte by byte, and what it refuses.

Pinned here: the sentences of every language; lines as coordinates and as boards, maps, JSON;
errors with their place; exit status 1 when the check fails; NumPy is not imported on the way; the
way Ctrl-C and closed pipes end it.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.cli import main
from tests.cli.test_command import assert_refused, environment, run
from tests.cli.test_signals import assert_interrupted, started
from tests.reference.pursuit import random_board

CAUGHT = b"2 3\nP.*\n.T.\n"
ESCAPED = b"3 4\nP..*\n...E\n..T.\n"
DRAWN = b"3 4  # he guards the exit, the thief keeps away\nP...\nE**T\n....\n"
BOARDS = {"caught": CAUGHT, "escaped": ESCAPED, "drawn": DRAWN}

SENTENCES = {
    "en": ("Police catches the thief", "The thief escapes", "Draw"),
    "vi": ("Police catches the thief", "The thief escapes", "Draw"),
    "fa": ("پلیس دزد را میگیرد", "دزد فرار میکند", "مساوی"),
    "pt": ("Policial pegou o ladrão", "Ladrão escapa", "Empate"),
    "ru": ("WIN", "LOSS", "DRAW"),
}


@pytest.mark.parametrize("lang", SENTENCES)
def test_the_answer_in_every_language(lang: str) -> None:
    for text, sentence in zip(BOARDS.values(), SENTENCES[lang], strict=True):
        done = run("police", "--lang", lang, text=text)
        assert (done.status, done.out.decode(), done.err) == (0, sentence + "\n", "")


def test_english_is_the_language_if_none_is_named_and_minus_is_standard_input() -> None:
    for text, sentence in zip(BOARDS.values(), SENTENCES["en"], strict=True):
        assert run("police", text=text).out.decode() == sentence + "\n"
        assert run("police", "-", text=text).out.decode() == sentence + "\n"


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(ESCAPED.replace(b"\n", b"\r\n"))
    assert run("police", "--line", str(path)).out.startswith(b"The thief escapes\n1 1 3 3 police\n")
    assert_refused(run("police", str(tmp_path / "none")), "none: No such file or directory")
    assert_refused(run("police", str(tmp_path)), f"{tmp_path}: Is a directory")


def state(i: int, j: int, x: int, y: int, turn: str) -> dict[str, Any]:
    """Return a state as JSON has it."""
    return {"police": [i, j], "thief": [x, y], "turn": turn}


LINE_CAUGHT = "Police catches the thief\n1 1 2 2 police\n2 2 2 2 thief\n"
LINE_DRAWN = "Draw\n0 0 1 3 police\n0 0 1 3 thief\n0 0 1 3 police\n"
MAP_ESCAPED = "The thief escapes\n\nP0 P1 P3 *\nP1 P1 T2 T0\nP3 P3 T4 T2\n"
MAP_DRAWN = "Draw\n\nP0 P1 P9 =\nT0 *  *  =\nT2 =  =  =\n"


@pytest.mark.parametrize(
    ("board", "options", "expected"),
    [
        ("caught", "--line", LINE_CAUGHT),
        ("caught", "--line --verify", LINE_CAUGHT),
        ("drawn", "--line --base 0", LINE_DRAWN),
        ("escaped", "--map", MAP_ESCAPED),
        ("escaped", "--map --verify --lang ru", MAP_ESCAPED.replace("The thief escapes", "LOSS")),
        (
            "caught",
            "--boards",
            "Police catches the thief\n\n0: police to move\nP.*\n.T.\n\n"
            "1: thief to move\n..*\n.X.\n\nthe end\n",
        ),
        (
            "drawn",
            "--boards",
            "Draw\n\n0: police to move\nP...\nE**T\n....\n\n1: thief to move\nP...\nE**T\n....\n\n"
            "2: police to move\nP...\nE**T\n....\n\nas 0: play repeats from there for ever\n",
        ),
        (
            "caught",
            "--line --boards --map --base 0",
            "Police catches the thief\n0 0 1 1 police\n1 1 1 1 thief\n\n0: police to move\nP.*\n.T."
            "\n\n1: thief to move\n..*\n.X.\n\nthe end\n\nP0 P1 *\nP1 P1 P3\n",
        ),
    ],
)
def test_lines_and_maps(board: str, options: str, expected: str) -> None:
    done = run("police", *options.split(), text=BOARDS[board])
    assert (done.status, done.out.decode(), done.err) == (0, expected, "")


@pytest.mark.parametrize(
    ("board", "options", "facts"),
    [
        (
            "escaped",
            "",
            {"answer": "The thief escapes", "result": "LOSE", "remoteness": 4, "rows": 3,
             "columns": 4, "base": 1, "start": state(1, 1, 3, 3, "police")},
        ),
        (
            "drawn",
            "--line --base 0 --lang fa",
            {"answer": "مساوی", "result": "DRAW", "remoteness": -1, "rows": 3, "columns": 4,
             "base": 0, "closes_at": 0,
             "start": state(0, 0, 1, 3, "police"),
             "line": [state(0, 0, 1, 3, turn) for turn in ("police", "thief", "police")]},
        ),
        (
            "caught",
            "--map --verify --boards",
            {"answer": "Police catches the thief", "result": "WIN", "remoteness": 1, "rows": 2,
             "columns": 3, "base": 1, "verified": True, "closes_at": None,
             "start": state(1, 1, 2, 2, "police"),
             "line": [state(1, 1, 2, 2, "police"), state(2, 2, 2, 2, "thief")],
             "boards": [["P.*", ".T."], ["..*", ".X."]],
             "outcome_map": [["WIN", "WIN", None], ["WIN", "WIN", "WIN"]],
             "remoteness_map": [[0, 1, None], [1, 1, 3]]},
        ),
    ],
)  # fmt: skip
def test_json(board: str, options: str, facts: dict[str, Any]) -> None:
    done = run("police", "--json", *options.split(), text=BOARDS[board])
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out) == facts
    assert done.out.endswith(b"}\n") and done.out.count(b"\n") == 1


def test_a_map_of_any_board_says_what_the_solution_says() -> None:
    rng = random.Random(3)
    for _ in range(5):
        board = random_board(rng, rng.randint(2, 12), rng.randint(2, 12), 1, 0.25)
        i, j = board.cells()[0]
        rows = [[*row] for row in board.rows]
        rows[i][j] = "P"
        free = [(a, b) for a, row in enumerate(rows) for b, cell in enumerate(row) if cell == "."]
        if not free:
            continue
        rows[free[-1][0]][free[-1][1]] = "T"
        text = "\n".join(["".join(row) for row in rows])
        done = run("police", "--map", text=f"{len(rows)} {len(rows[0])}\n{text}".encode())
        game = gg.PoliceAndThief(rows)
        solution = game.solve()
        table = [line.split() for line in done.out.decode().splitlines()[2:]]
        for a, b in np.ndindex(game.rows, game.columns):
            if (a, b) not in board.cells():
                assert table[a][b] == "*"
                continue
            where = game.police, (a, b), "police"
            label = solution.outcome(where), solution.remoteness_of(where)
            sign = {gg.WIN: "P", gg.LOSE: "T", gg.DRAW: "="}[label[0]]
            assert table[a][b] == sign + (str(label[1]) if label[1] >= 0 else "")


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "1:1: expected the numbers of rows and of columns, got the end of the text"),
        (b"0 3\n", "1:1: expected a number of rows from 1, got '0'"),
        (b"2 2\nPT\n.\n", "3:2: expected 2 cells in row 2 of 2, got 1"),
        (b"1 2\nPTT\n", "2:3: expected 2 cells in row 1 of 1, got 3"),
        (b"1 2\nP?\n", "2:2: expected one of . * # E P C T in row 1, column 2, got '?'"),
        (b"2 2\nPT\n", "3:1: expected row 2 of 2, got the end of the text"),
        (b"1 2\n.T", "2:3: expected one policeman P or C in the rows before, got the end of the "
         "text"),
        (b"1 3\nPTT", "2:3: expected one thief T, as in row 1, column 2, got another in row 1, "
         "column 3"),
    ],
)  # fmt: skip
def test_bad_text_is_refused_with_its_place(text: bytes, message: str) -> None:
    done = run("police", text=text)
    assert_refused(done)
    assert done.err == f"graphgame: <stdin>:{message}\n"


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ("--lang de", "argument --lang: invalid choice: 'de'"),
        ("--base 2", "argument --base: invalid choice: 2"),
        ("--lnie", "unrecognized arguments: --lnie (did you mean --line?)"),
    ],
)
def test_wrong_usage_is_refused(options: str, part: str) -> None:
    done = run("police", *options.split(), text=CAUGHT)
    done.err = done.err.replace("choice: '2'", "choice: 2")  # Python 3.13 shows it in quotes
    assert_refused(done, part)


def test_a_board_beyond_memory_is_refused() -> None:
    script = (
        "import sys; from graphgame import cli; from graphgame.pursuit import game\n"
        "game._SMALL, game.available_memory = 0, lambda: 100\n"
        "sys.exit(cli.main(['police']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=CAUGHT, capture_output=True, check=False,
        env=environment(),
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"graphgame: grid: expected one that can be solved in memory")


def test_a_wrong_solution_is_found_by_verify(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from graphgame.pursuit import _pursuit

    right = _pursuit.solve

    def wrong(*arguments: Any) -> Any:
        caught, held, ranks = right(*arguments)
        memoryview(ranks)[0, 1] = 7  # type: ignore[arg-type]
        return caught, held, ranks

    monkeypatch.setattr(_pursuit, "solve", wrong)
    path = tmp_path / "board.txt"
    path.write_bytes(CAUGHT)
    assert main(["police", "--verify", str(path)]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("graphgame: position ((0, 1), (0, 0), 'police'): expected WIN of remote")


def test_numpy_is_not_imported_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(ESCAPED)
    script = (
        "import sys; from graphgame.cli import main\n"
        f"assert main(['police', {str(path)!r}]) == 0\n"
        f"assert main(['police', '--line', '--json', {str(path)!r}]) == 0\n"
        "assert 'numpy' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, env=environment()
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.large
def test_interrupted_while_solving_and_while_reading() -> None:
    command = [sys.executable, "-m", "graphgame", "police"]
    with started(command=command) as process:
        process.stdin.write(b"2 100000\nP" + b"." * 99_999 + b"\n")  # more than a pipe holds
        process.stdin.flush()
        assert_interrupted(process)
    script = """if True:
        import signal, sys
        from graphgame import cli
        from graphgame.cli import terminal
        from graphgame.pursuit.grid import Grid

        def read(file, walls, exits):
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            return Grid(b"P" + b"." * 19_998 + b"T", 4, 0, 19_999)

        terminal.read_grid = read
        sys.exit(cli.main(["police"]))
    """
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, env=environment()
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_input_that_does_not_wait_is_refused() -> None:
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    done = subprocess.run(
        [sys.executable, "-m", "graphgame", "police"],
        stdin=ours, capture_output=True, check=False, env=environment(),
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    message = b"graphgame: <stdin>: expected a file that waits for its data\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", message)


def test_input_that_was_closed_before() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m graphgame police <&-', sys.executable],
        capture_output=True, check=False, env=environment(),
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (
        2, b"", b"graphgame: <stdin>: Bad file descriptor\n",
    )  # fmt: skip
