"""Command lines that people type by guess: each is answered, or refused in a line that names more.

`TYPED` is the list: what is typed, and what is printed, of which the beginning is given.  The exit
status of a line that is refused is 2.
"""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

import graphgame as gg
from graphgame.cli import main
from graphgame.cli.parser import _CALLED, _COMMANDS, build_parser, completion
from tests.cli.test_command import environment

GAME = """
import numpy as np
def take(codes):
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2]))
    return sources, codes[sources] - taken - 1
def slow(n):
    import time
    time.sleep(0.01)
    return [n - 1, n + 1] if n else []
"""
COMMAND = "graphgame: argument COMMAND: invalid choice: "
SVG = "graphgame: -o: expected a name that ends in .svg, as SVG is made, got x."
GAMES = (
    "graphgame: argument GAME: expected one of octal, take, all-but, grundy, couples, lasker, got "
)
HTML = "graphgame: -o: expected a name that ends in .html, as HTML is made, got x."
TYPED = {
    "help": "usage: graphgame [-h] [--version]",
    "help solve": "usage: graphgame solve [-h]",
    "help slove": f"{COMMAND}'slove' (did you mean solve?), expected one of solve, ",
    "slove g": f"{COMMAND}'slove' (did you mean solve?)",
    "hep octal 0.77": f"{COMMAND}'hep' (did you mean heap?)",
    "outcome g": f"{COMMAND}'outcome' (did you mean solve?)",
    "kayles": f"{COMMAND}'kayles' (did you mean heap?)",
    "version": f"{COMMAND}'version' (did you mean --version?)",
    "solve g --summry": "graphgame: unrecognized arguments: --summry (did you mean --summary?)",
    "solve g --misere": "WIN\nLOSE\nWIN\n",
    "solve g --play misere": "WIN\nLOSE\nWIN\n",
    "solve g --play Misere": "graphgame: argument --play: invalid choice: 'Misere' (choose from ",
    "solve g --play normal --misere": "graphgame: argument --misere: not allowed with argument",
    "grundy g --misere": "graphgame: --play misere goes with --sum: misère play has no Grundy",
    "grundy g --misere --sum 1 2": "outcome  LOSE, the other player wins\n",
    "heap 0.77 10": f"{GAMES}'0.77'; write graphgame heap octal 0.77; see",
    "heap .137": f"{GAMES}'.137'; write graphgame heap octal .137; see",
    "heap 1,2,3": f"{GAMES}'1,2,3'; write graphgame heap take 1,2,3; see",
    "heap Kayles": f"{GAMES}'Kayles'; write graphgame heap octal 0.77; see",
    "heap kales": "graphgame: argument GAME: invalid choice: 'kales' (choose from 'octal', ",
    "grid king": "graphgame: FILE: expected a file with a board, got 'king'; --moves king says",
    "police rows": "graphgame: rows:1:1: expected a line 'n m' with the numbers of rows and "
    "columns before the rows, got '.T.'",
    "grid cells": "graphgame: cells:1:1: expected a line 'n m' with the numbers of rows and",
    "heap octal 0.77 -n 5 --misere": "1 0 2 3 0 1\n",
    "draw g --misere": "<svg ",
    "page g --misere": "<!doctype html>",
    "nim 3 4 5 --misere": "WIN\npile 1: 3 -> 1\n",
    "nim --most 2 4": "WIN\npile 1: 4 -> 3\n",
    "nim 3 --limit 1 4 5": "WIN\npile 1: 3 -> 1\n",
    "build g.py:take --start 9 --folder m --misere": "take, misere play\n",
    "query f --game g.py:take 7": "7 WIN 5 6\n",
    "query f 7 --game g.py:take": "7 WIN 5 6\n",
    "query f 7 --game g.py:take 3": "7 WIN 5 6\n3 LOSE 2 1\n",
    "query f --json 7": '{"game": "take"',
    "query f --game g.py:take --verfy": "graphgame: unrecognized arguments: --verfy (did you mean",
    "query f 7 -x": "graphgame: unrecognized arguments: -x",
    "solve g h": "graphgame: unrecognized arguments: h",
    "build g.py:take --start 9 --folder n --memory 4G": "graphgame: memory: expected a number of "
    "bytes, or text such as '4GiB' or '500MB', got '4G'; 4GB is in powers of 1000, 4GiB in powers",
    "build g.py:take --start 9 --folder n --memory 4000000000": "take, normal play\n",
    "draw g -o x.png": f"{SVG}png; rsvg-convert and inkscape make one of an SVG",
    "draw g -o x.PDF": f"{SVG}PDF; rsvg-convert and inkscape",
    "draw g -o x.dot": f"{SVG}dot; add --dot for Graphviz text",
    "draw g --dot -o x.svg": "graphgame: -o: expected a name that ends in .dot or .gv, as Graphviz "
    "text is made, got x.svg; leave out --dot",
    "draw g -o x.html": f"{SVG}html; graphgame page makes pages",
    "draw g -o x.svg": "",
    "draw g --dot -o x.gv": "",
    "draw g -o x": "",
    "page g -o x.pdf": f"{HTML}pdf; graphgame draw makes pictures, and a browser prints a page",
    "page g -o x.html": "",
    "--print-completion fish": "complete -c graphgame -f\n",
}  # fmt: skip


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g").write_text("3 2\n1 2\n2 3\n")
    Path("g.py").write_text(GAME)
    Path("rows").write_text(".T.\nP.E\n")
    Path("cells").write_text("...\n.#E\n")


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("typed", TYPED)
def test_what_is_typed_by_guess_is_answered(typed: str, capfd: pytest.CaptureFixture[str]) -> None:
    if typed.startswith("query"):
        assert main(["build", "g.py:take", "--start", "9", "--folder", "f"]) == 0
        capfd.readouterr()
    status = main(typed.split())
    out, error = capfd.readouterr()
    expected = TYPED[typed]
    if expected.startswith("graphgame: "):
        assert (status, out) == (2, "")
        assert error.startswith(expected)
        assert error.count("\n") == 1
        assert not Path("x.png").exists()
    else:
        assert (status, error) == (0, "")
        assert out.startswith(expected)
        assert bool(out) == bool(expected)


def test_other_words_are_no_commands_and_lead_to_one() -> None:
    assert not {*_CALLED} & {*_COMMANDS}
    assert {*_CALLED.values()} <= {*_COMMANDS, "--version"}


def test_fish_completes_every_command_and_option() -> None:
    parser = build_parser("", whole=True)
    lines = completion(parser, "fish").splitlines()
    assert all(line.startswith("complete -c graphgame") for line in lines)
    assert all(line.count("'") % 2 == 0 for line in lines if "\\'" not in line)
    for name in _COMMANDS:
        assert any(f" -n __fish_use_subcommand -a {name} -d " in line for line in lines)
    solve = [line for line in lines if "__fish_seen_subcommand_from solve'" in line]
    assert any(" -l remoteness -d " in line for line in solve)
    assert any(" -l play -r -f -a 'normal misere'" in line for line in solve)
    assert any(line.endswith(" -F") for line in solve)  # FILE
    assert any(" -l folder -r -f -a '(__fish_complete_directories)'" in line for line in lines)


# -- a build on a terminal ------------------------------------------------------------------------


def _on_a_terminal(*words: str, stop_after: float, columns: int = 80) -> tuple[int, str]:
    """Run the command with a terminal as standard error, send Ctrl-C; return status and output."""
    own, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-m", "graphgame", *words],
        stdout=subprocess.DEVNULL,
        stderr=its,
        env=environment(),
    ) as process:
        os.close(its)
        shown = b""
        began = time.monotonic()
        while time.monotonic() - began < 60:
            shown += os.read(own, 1 << 16)
            if b"\r" in shown and time.monotonic() - began > stop_after:
                break
        process.send_signal(signal.SIGINT)
        try:
            while part := os.read(own, 1 << 16):
                shown += part
        except OSError:  # the other end is closed
            pass
        os.close(own)
        return process.wait(60), shown.decode()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.usefixtures("_here")
def test_a_build_keeps_one_line_and_ctrl_c_says_how_to_go_on(columns: int) -> None:
    words = ("build", "g.py:slow", "--start", "9", "--folder", "slow.gg")
    status, shown = _on_a_terminal(*words, stop_after=2, columns=columns)
    assert status == 130
    assert max(map(len, shown.split("\r")[:-2])) < columns, "a line that wraps stays"
    assert shown.count("\n") == 1, "one line, which is overwritten, and what Ctrl-C is answered"
    last = shown.rstrip().rpartition("\r")[2]
    assert last.startswith("graphgame: interrupted; the same command ")
    assert "slow.gg" in last
    kept = Path("slow.gg/manifest.json").exists()
    assert ("goes on from the last checkpoint" in last) == kept


@pytest.mark.usefixtures("_here")
def test_codes_behind_options_mean_what_they_mean_before_them(
    capfd: pytest.CaptureFixture[str],
) -> None:
    gg.build(lambda n: [n + 1] if n < -1 else [], -5, folder="negative").close()
    for words in ("query negative -5 -3", "query negative --json -5 -3", "query negative -5 -- -3"):
        assert main(words.split()) == 0
        assert capfd.readouterr().out.count("-3") == 1
