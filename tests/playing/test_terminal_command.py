"""The command that plays in the terminal: through pipes, with a look, and at a terminal.

Pinned here: what it writes, and before it reads a line; what it refuses; the end of the input,
Ctrl-C and a closed pipe end a match without a traceback.
"""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from tests.cli.test_command import assert_refused, environment, run
from tests.playing.games import cycle, tic_tac_toe
from tests.playing.scripted import played

WAIT = 60  # only to end a test that hangs


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "cycle"
    path.write_text("4 4\n1 2\n2 1\n2 3\n3 4\n")
    return str(path)


# -- what does not go together --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        *((command, "solution") for command in ("play", "page", "draw", "serve --port 0")),
        *((command, "owners") for command in ("play", "page", "serve --port 0")),
        *((command, "database") for command in ("play", "serve --port 0")),
        *((command, "proof") for command in ("play", "serve --port 0")),
    ],
)
def test_a_format_of_graphs_is_refused_beside_what_is_none(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taking.py").write_text("def take(n):\n    return [n - k for k in (1, 2) if n >= k]\n")
    game = ["--game", "taking.py:take"] if kind in ("database", "proof") else []

    def take(n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]

    if kind == "solution":
        gg.solve(take, start=9).save("file")
    elif kind == "owners":
        gg.solve_buchi([(0, 1), (1, 0)], [0, 1], 1).save("file")
    elif kind == "database":
        gg.build(take, start=9, folder="file").close()
    else:
        gg.prove(take, 9).save("file")
    done = run(*command.split(), "file", "--format", "csv", *game)
    assert_refused(done, "graphgame: --format: expected none beside file, a ", ", got csv")


# -- the command ----------------------------------------------------------------------------------


def test_the_command_through_a_pipe(file: str) -> None:
    done = run("play", file, "--as", "both", "--values", text=b"1\n2\n1\n")
    assert (done.status, done.err) == (0, "")
    assert done.out.decode() == played(cycle(), "1\n2\n1\n", values=True)
    done = run("play", file, "--as", "second", "--seed", "3", "--errs", "100", text=b"q\n")
    assert (done.status, done.err) == (0, "") and b"First: to 2\n" in done.out
    weak = run("play", file, "--as", "second", "--seed", "3", "--skill", "beginner", text=b"q\n")
    same = run("play", file, "--as", "second", "--seed", "3", "--errs", "80", text=b"q\n")
    assert (weak.status, weak.err, weak.out) == (0, "", same.out)
    done = run("play", file, "--base", "0", text=b"")
    assert_refused(done, f"{file}:5:3: expected a position from 0 to 3")
    done = run("play", file, "--play", "misere", "--values", text=b"")
    assert done.status == 0 and b"Second wins in 3 plies" in done.out


def test_the_command_with_a_look(tmp_path: Path) -> None:
    tic_tac_toe().solution.save(tmp_path / "ttt.npz")
    (tmp_path / "look.py").write_text(
        "def board(x): return '\\n'.join(x[k : k + 3] for k in (0, 3, 6))\n"
    )
    done = run("play", str(tmp_path / "ttt.npz"), "--look", str(tmp_path / "look.py"), text=b"b2\n")
    assert (done.status, done.err) == (0, "") and b"2 . X .\n" in done.out


def test_saved_positions_without_labels_are_counted_from_the_base(
    file: str, tmp_path: Path
) -> None:
    saved = str(tmp_path / "s.npz")
    run("solve", "--save", saved, file)
    options = ("--as", "none", "--seed", "1", "--values")
    assert run("play", saved, *options).out == run("play", file, *options).out
    assert b"Position 0\n" in run("play", saved, *options, "--base", "0").out
    page = run("page", saved)
    assert (page.status, page.out) == (0, run("page", file).out)
    assert page.out != run("page", saved, "--base", "0").out


def test_a_look_at_numbers_says_how_they_are_counted(file: str, tmp_path: Path) -> None:
    saved, look = str(tmp_path / "s.npz"), tmp_path / "look.py"
    run("solve", "--save", saved, file)
    look.write_text("def board(v): return 'abcde'[v]\n")
    for command in ("play", "page", "serve"):
        refused = run(command, saved, "--look", str(look))
        assert_refused(refused, "--base: expected it with --look", saved, "--base 0", "--base 1")
    for base, first in (("0", "a"), ("1", "b")):
        done = run("play", saved, "--look", str(look), "--base", base, "--as", "none")
        assert (done.status, done.err) == (0, "") and f"\n\n{first}\n1\nPly 1" in done.out.decode()
    look.write_text("title = 'T'\n")
    assert run("page", saved, "--look", str(look)).status == 0


def test_what_the_command_refuses(file: str, tmp_path: Path) -> None:
    assert_refused(run("play"), "arguments are required: FILE")
    assert_refused(run("play", "-"), "FILE: expected a file, since moves come from standard input")
    assert_refused(run("play", file, "--errs", "101"), "--errs: expected a number from 0 to 100")
    assert_refused(run("play", file, "--errs", "nan"), "--errs: expected a number from 0 to 100")
    assert_refused(run("play", file, "--errs", "few"), "--errs: expected a number, got 'few'")
    assert_refused(run("play", file, "--skill", "weak"), "invalid choice")
    assert_refused(run("play", file, "--skill", "good", "--errs", "5"), "not allowed with")
    assert_refused(run("play", file, "--as", "third"), "invalid choice")
    assert_refused(run("play", str(tmp_path / "no")), "No such file")
    (tmp_path / "odd").write_text("odd")
    assert_refused(run("play", str(tmp_path / "odd")), "odd:1:1: expected a first line")
    (tmp_path / "look.py").write_text("1 / 0\n")
    assert_refused(run("play", file, "--look", str(tmp_path / "look.py")), "ZeroDivisionError")


def opened(file: str, **streams: Any) -> subprocess.Popen[bytes]:
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    command = [sys.executable, "-m", "graphgame", "play", file, "--as", "both"]
    return subprocess.Popen(command, env=environment(), **(pipes | streams))


def read_until(read: Callable[[], bytes], end: bytes) -> bytes:
    found = b""
    while not found.endswith(end):
        piece = read()
        assert piece, found
        found += piece
    return found


def test_misere_play_of_what_was_solved_in_normal_play_is_refused(tmp_path: Path) -> None:
    rule = tmp_path / "take.py"
    rule.write_text("def take(n):\n    return [n - k for k in (1, 2) if n >= k]\n")

    def take(n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]

    gg.solve(take, start=5).save(tmp_path / "solved.npz")
    gg.prove(take, 5).save(tmp_path / "proof.npz")
    gg.build(take, start=5, folder=tmp_path / "built")
    for name in ("solved.npz", "proof.npz", "built"):
        game = [] if name == "solved.npz" else ["--game", f"{rule}:take"]
        for command in ("play", "serve"):
            done = run(command, str(tmp_path / name), *game, "--misere")
            assert_refused(done, "--misere: expected none beside")
            assert "which was solved in normal play" in done.err


def test_all_is_written_before_a_line_is_read(file: str) -> None:
    with opened(file) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None and stdout is not None

        def read() -> bytes:
            return os.read(stdout.fileno(), 1 << 16)

        read_until(read, b"  1  to 2\n")
        stdin.write(b"1\n")
        stdin.flush()
        read_until(read, b"  2  to 3\n")
        stdin.close()
        assert process.wait(WAIT) == 0 and read() == b""


@pytest.mark.large
def test_ctrl_c(file: str) -> None:
    with opened(file) as process:
        assert process.stdout is not None and process.stderr is not None
        read_until(lambda: os.read(process.stdout.fileno(), 1 << 16), b"  1  to 2\n")  # type: ignore[union-attr]
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT) == 130
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


@pytest.mark.large
def test_a_closed_pipe(file: str) -> None:
    with opened(file) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stderr is not None
        read_until(lambda: os.read(process.stdout.fileno(), 1 << 16), b"  1  to 2\n")  # type: ignore[union-attr]
        process.stdout.close()
        process.stdin.write(b"1\n")
        process.stdin.flush()
        assert process.wait(WAIT) == 141 and process.stderr.read() == b""


def test_closed_streams(file: str) -> None:
    for descriptor, name in ((0, "<stdin>"), (1, "output")):
        done = subprocess.run(
            ["bash", "-c", f'exec {descriptor}>&-; exec "$0" -m graphgame play "$1"',
             sys.executable, file],
            capture_output=True, check=False, env=environment(), stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == 2 and done.stdout == b""
        assert done.stderr == f"graphgame: {name}: Bad file descriptor\n".encode()


def test_a_terminal_gets_prompts(file: str) -> None:
    ours, theirs = pty.openpty()
    try:
        with opened(file, stdout=theirs, stderr=theirs, stdin=subprocess.PIPE) as process:
            os.close(theirs)
            stdin = process.stdin
            assert stdin is not None
            read_until(lambda: os.read(ours, 1 << 16), b"> ")
            stdin.write(b"1\n")
            stdin.flush()
            found = read_until(lambda: os.read(ours, 1 << 16), b"  2  to 3\r\n> ")
            assert found.startswith(b"1\r\nFirst: to 2\r\n")  # the line that was read, too
            stdin.close()
            assert process.wait(WAIT) == 0
    finally:
        os.close(ours)
