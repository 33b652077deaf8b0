"""The help of each command: it ends with two examples, which run as they are printed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from graphgame.cli.parser import _COMMANDS
from tests.answers.folders import take, write
from tests.cli.test_command import environment, run
from tools.site.commands import FILES

TAKE = """
def options(code):
    return [code - k for k in (1, 2, 3) if code >= k]


class Take:
    start = 20
    options = staticmethod(options)


GAME = Take()
"""


def examples(command: str) -> list[str]:
    """Return what stands under "Examples:" at the end of the help, a command a line."""
    shown = run(*command.split(), "--help").out.decode()
    return [line.strip() for line in shown.partition("\nExamples:\n")[2].splitlines()]


@pytest.mark.parametrize("command", ["", *sorted(_COMMANDS)])
def test_the_help_ends_with_two_examples_that_run(command: str, tmp_path: Path) -> None:
    found = examples(command)
    assert len(found) == 2, "two lines, neither of them wrapped"
    (tmp_path / "graphgame").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m graphgame "$@"\n')
    (tmp_path / "graphgame").chmod(0o755)
    root = str(Path(__file__).parents[2])
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": root}
    if command in ("query", "publish"):  # the examples ask about a database that is there
        write(tmp_path / "take.gg", take(20), "hashed")
    if command in ("build", "prove"):  # and these about a game
        (tmp_path / "take.py").write_text(TAKE)
    if command == "synth":  # and these about an automaton
        (tmp_path / "arbiter.hoa").write_text(FILES["synth"]["arbiter.hoa"])
    for example in found:
        assert f"graphgame {command}".strip() in example and len(example) <= 76
        if command == "serve":
            assert_serves(example, environment, tmp_path)
            continue
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {example}"],
            capture_output=True,
            check=False,
            env=environment,
            cwd=tmp_path,
        )
        assert (done.returncode, done.stderr) == (0, b"") and done.stdout, example


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.skipif(os.name != "posix", reason="needs the locale C")
@pytest.mark.parametrize("words", ["grundy --help", "--print-completion zsh"])
def test_a_terminal_without_the_letters_of_the_help_shows_it(words: str) -> None:
    """It ended in a UnicodeEncodeError."""
    if "zsh" in words:
        pytest.importorskip("shtab")
    command = [sys.executable, "-m", "graphgame", *words.split()]
    done = subprocess.run(command, capture_output=True, check=False, env=environment(**ASCII))
    assert (done.returncode, done.stderr) == (0, b"")
    whole = run(*words.split()).out.decode()
    assert not whole.isascii()
    assert done.stdout.decode() in (whole, whole.encode("ascii", "replace").decode())


@pytest.mark.skipif(os.name != "posix", reason="needs the locale C")
def test_words_are_read_as_the_text_is_where_the_locale_has_no_letters(tmp_path: Path) -> None:
    (tmp_path / "moves.csv").write_text("source,target\né,日本\n", encoding="utf-8")
    for words, printed in (
        (["solve", "moves.csv", "--from", "é"], "WIN 1\né 日本\n"),
        (["grundy", "moves.csv", "--sum", "日本"], "values   0\nsum      0\n"),
        (["draw", "moves.csv", "--dot", "--around", "日本"], "digraph game {"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "graphgame", *words],
            capture_output=True, check=False, env=environment(**ASCII), cwd=tmp_path,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode().startswith(printed)


def assert_serves(example: str, environment: dict[str, str], folder: Path) -> None:
    """Check that an example says where its page is, and ends on Ctrl-C."""
    with subprocess.Popen(
        ["bash", "-c", f"set -o pipefail; {example}"],
        stderr=subprocess.PIPE,
        env=environment,
        cwd=folder,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        assert b"http://127.0.0.1:" in line
        assert process.wait(60) in (130, -signal.SIGINT)
