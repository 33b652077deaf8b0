"""The command ``graphgame prove``: one start, its outcome, and a proof that is checked apart."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.cli.terminal import position
from tests.cli.test_command import assert_refused, environment, run

GAMES = """
import datetime
import time

import numpy as np

import graphgame as gg


def take(n):
    return [n - k for k in (1, 2, 3) if n >= k]


def batch(codes):
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - taken - 1


def fewer(n):
    return [n - k for k in (1, 2) if n >= k]


def ring(n):
    return [(n + 1) % 5, (n + 2) % 5]


def crosses(board):
    return [board[:i] + "x" + board[i + 1 :] for i, cell in enumerate(board) if cell == "."]


def heaps(p):
    return [(k, p[1]) for k in range(p[0])] + [(p[0], k) for k in range(p[1])]


def fails(n):
    return [n - 1] if n > 3 else [1 // 0]


def slow(n):
    time.sleep(0.002)
    return take(n)


class Heaps:
    start = (5, 3)
    options = staticmethod(heaps)

    @staticmethod
    def canonical(p):
        return tuple(sorted(p))


class Preset:
    start = 9
    options = staticmethod(take)

    @staticmethod
    def preset(n):
        return gg.DRAW if n == 0 else None


class Owned:
    start = 7
    options = staticmethod(fewer)

    @staticmethod
    def owner(n):
        return n // 2 % 2


class Days:
    start = datetime.date(2020, 1, 3)

    @staticmethod
    def options(day):
        return [day - datetime.timedelta(days=1)] if day.day > 1 else []


class Fork:
    # Who begins cannot win, as a draw comes next; that it is lost takes long.
    start = "first"

    @staticmethod
    def options(p):
        return {"first": ["second"], "second": ["drawn", 4000]}.get(p) or take(p)

    @staticmethod
    def preset(p):
        return gg.DRAW if p == "drawn" else None


class Scored:
    start = 21
    options = staticmethod(take)

    @staticmethod
    def score(n):
        return -7 if n == 0 else None


FORK, SCORED = Fork(), Scored()
ENDS = {0: -7}
DAYS, HEAPS, PRESET, OWNED = Days(), Heaps(), Preset(), Owned()
NUMBER = 5
"""
MODULE: dict[str, Any] = {}
exec(GAMES, MODULE)  # noqa: S102 -- the same functions, for answers to compare with


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("games.py").write_text(GAMES)
    return "games.py"


def report(*words: str) -> dict[str, Any]:
    """Run the command with --json, which has to go well; return what it prints."""
    done = run("prove", *words, "--json")
    assert (done.status, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(
    ("name", "start"),
    [
        *(("take", n) for n in (0, 1, 4, 21, 24)), ("batch", 21), ("batch", 24), ("ring", 2),
        ("crosses", "..."), ("crosses", "...."), ("crosses", "xxx"), ("heaps", (4, 4)),
        ("heaps", (2, 5)), ("HEAPS", None), ("PRESET", None), ("OWNED", None), ("OWNED", 6),
    ],
)  # fmt: skip
def test_the_outcome_is_that_of_solving(game: str, name: str, start: Any, play: str) -> None:
    words = [] if start is None else [str(start)]
    found = report(f"{game}:{name}", *words, "--play", play, "--verify")
    rule = MODULE[name]
    first = rule.start if start is None else start
    solved = gg.solve(rule, start=first, play=play)
    outcome = solved.outcome(first)
    assert found["outcome"] == str(outcome)
    assert found["bounds"] == [str(outcome)] * 2
    assert found["start"] == (list(first) if isinstance(first, tuple) else first)
    assert (found["play"], found["verified"]) == (play, True)
    far = solved.remoteness_of(first)
    if outcome == gg.DRAW:
        assert found["plies"] is None
    else:
        assert found["plies"] >= far
    if outcome == gg.LOSE or solved.best_move(first) is None:
        assert found["best_move"] is None
        return
    right = solved.winning_moves(first)
    if outcome == gg.DRAW:
        right = [w for w in solved.graph().options(first) if solved.outcome(w) == gg.DRAW]
    move = found["best_move"]
    if isinstance(move, list):  # what stands for the class of a move
        move, right = tuple(move), [*right, *(tuple(sorted(w)) for w in right)]
    assert move in right


def test_text(game: str) -> None:
    done = run("prove", f"{game}:take", "21", "--verify")
    lines = done.out.decode().splitlines()
    assert (done.status, done.err) == (0, "")
    assert lines[:3] == ["WIN", "best move     20", "plies         11"]
    assert [line[:14].strip() for line in lines[3:]] == ["nodes", "positions", "verified"]
    lost = run("prove", f"{game}:take", "20").out.decode().splitlines()
    assert lost[:3] == ["LOSE", "best move     -", "plies         10"]
    assert "verified" not in lost[-1]
    drawn = run("prove", f"{game}:ring", "2").out.decode().splitlines()
    assert drawn[0] == "DRAW" and not any(line.startswith("plies") for line in drawn)
    heaps = run("prove", f"{game}:HEAPS").out.decode().splitlines()
    assert heaps[1] == "best move     [3, 3]"


def test_a_proof_is_written_and_checked_without_a_search(game: str) -> None:
    for name, start in (("take", "21"), ("ring", "2"), ("HEAPS", "(5, 3)"), ("crosses", "....")):
        found = report(f"{game}:{name}", start, "--proof", "p.npz")
        loaded = gg.Proof.load("p.npz")
        assert loaded.verify(MODULE[name])
        assert (str(loaded.outcome), len(loaded)) == (found["outcome"], found["positions"])
        checked = report(f"{game}:{name}", start, "--check", "p.npz")
        assert checked.pop("verified") is True
        assert checked == found | {"nodes": 0}  # nothing was searched
    again = report(f"{game}:crosses", "--check", "p.npz")  # the start of the file is asked about
    assert again["start"] == "...."


def test_what_a_proof_does_not_prove_is_refused(game: str) -> None:
    report(f"{game}:take", "21", "--proof", "p.npz")
    for words, said in (
        ((f"{game}:take", "20"), "position 20: expected a proof that begins here, got one from 21"),
        ((f"{game}:PRESET",), "position 9: expected a proof that begins here"),
        ((f"{game}:fewer", "21"), "position 3: expected a move to one of its options, got"),
        ((f"{game}:ring", "21"), "position 1: expected a move to one of its options, got"),
    ):
        cure = "; expected the rule that p.npz is a proof of"
        if "begins here" in said:
            cure = "got one from 21 in p.npz; name that position, or another file"
        assert_refused(run("prove", *words, "--check", "p.npz"), said, cure, status=1)
    asked = run("prove", f"{game}:take", "21", "--check", "p.npz", "--misere")
    assert_refused(asked, "--play: expected normal, as in the proof in p.npz, got misere")
    assert_refused(run("prove", f"{game}:take", "--check", "none.npz"), "none.npz: No such file")
    assert_refused(run("prove", f"{game}:take", "--check", "games.py"), "not a graphgame proof")


def test_a_search_of_another_question_is_named_with_its_file(game: str) -> None:
    assert run("prove", f"{game}:take", "4000", "--seconds", "0", "--resume", "s.npz").status == 0
    before = Path("s.npz").read_bytes()
    for words in (("3999",), ("4000", "--misere")):
        asked = run("prove", f"{game}:take", *words, "--resume", "s.npz")
        assert_refused(asked, "resume: expected a search that goes on with", "in s.npz; ask what")
    assert Path("s.npz").read_bytes() == before


def test_a_proof_is_saved_although_nobody_reads_what_is_printed(game: str) -> None:
    nobody, pipe = os.pipe()
    os.close(nobody)
    done = subprocess.run(
        [sys.executable, "-m", "graphgame", "prove", f"{game}:take", "21", "--proof", "p.npz"],
        stdout=pipe, stderr=subprocess.PIPE, check=False, env=environment(),
    )  # fmt: skip
    os.close(pipe)
    assert (done.returncode, done.stderr) == (141, b"")
    assert gg.Proof.load("p.npz").verify(MODULE["take"])


def test_what_is_found_is_printed_although_it_cannot_be_saved(game: str) -> None:
    done = run("prove", f"{game}:DAYS", "--proof", "p.npz")
    assert done.status == 2
    assert done.out.startswith(b"LOSE\nbest move     -\nplies         2\n")
    assert done.err.startswith("graphgame: a file cannot keep the label datetime.date(2020, 1, ")
    assert done.err.count("\n") == 1
    assert not Path("p.npz").exists()
    assert report(f"{game}:DAYS")["start"] == "datetime.date(2020, 1, 3)"


def test_what_is_not_decided_is_said(game: str) -> None:
    Path("p.npz").write_bytes(b"old")
    words = ("prove", f"{game}:take", "4000", "--seconds", "0", "--proof", "p.npz")
    done = run(*words)
    lines = done.out.decode().splitlines()
    assert done.status == 0
    assert lines[:2] == ["undecided", "bounds        LOSE WIN"] and len(lines) == 3
    assert done.err.startswith("graphgame: time is over: nothing is known after ")
    assert done.err.endswith("; --seconds S gives it more\n") and done.err.count("\n") == 1
    assert run(*words, "--verify").status == 1
    found = report(*words[1:])
    assert (found["outcome"], found["bounds"]) == (None, ["LOSE", "WIN"])
    assert (found["plies"], found["best_move"], found["positions"]) == (None, None, 0)
    assert found["nodes"] > 0
    assert Path("p.npz").read_bytes() == b"old"
    assert sorted(os.listdir()) == ["games.py", "p.npz"]


def test_half_of_an_answer_is_said(game: str) -> None:
    words = ("prove", f"{game}:FORK", "--seconds", "0")
    done = run(*words)
    assert done.status == 0
    assert done.out.startswith(b"undecided\nbounds        LOSE DRAW\nnodes ")
    said = "graphgame: time is over: who moves at the start cannot force a win ("
    assert done.err.startswith(said) and done.err.count("\n") == 1
    assert report(*words[1:])["bounds"] == ["LOSE", "DRAW"]


def test_a_search_is_kept_and_goes_on(game: str) -> None:
    words = ("prove", f"{game}:take", "4000", "--resume", "s")
    done = run(*words, "--seconds", "0")
    assert done.status == 0 and done.out.startswith(b"undecided\n")
    assert done.err.startswith("graphgame: time is over: nothing is known after ")
    assert done.err.endswith("; the same command goes on\n")
    first, kept = report(*words[1:], "--seconds", "0"), Path("s").read_bytes()
    found = report(*words[1:], "--verify")
    assert found["outcome"] == "LOSE" and found["nodes"] > first["nodes"] > 1000
    assert Path("s").read_bytes() == kept and sorted(os.listdir()) == ["games.py", "s"]
    assert_refused(run("prove", f"{game}:take", "4001", "--resume", "s"), "expected a search that")
    assert_refused(run(*words[:-1], "none/s"), "none/s: No such file or directory")
    Path("s").write_bytes(kept[:100])
    assert_refused(run(*words), "not a graphgame search file, or a damaged one")


def test_threads_are_given(game: str) -> None:
    assert report(f"{game}:take", "21", "--threads", "2")["outcome"] == "WIN"
    for words in (("--threads", "0"), ("--check", "p", "--threads", "2")):
        assert run("prove", f"{game}:take", "21", *words).status == 2


def test_full_memory_is_said(game: str) -> None:
    done = run("prove", f"{game}:take", "4000", "--memory", "64KiB")
    assert done.status == 0
    assert done.out.startswith(b"undecided\n")
    assert done.err.startswith("graphgame: memory is full: nothing is known after ")
    assert done.err.endswith("; --memory SIZE gives it more\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("games.py:take", "START: expected a position, for games.py:take has no start; got none"),
        ("games.py:take x", "games.py:take: line 11 of games.py raises TypeError: '>=' not"),
        ("games.py:fails 6", "games.py:fails: line 36 of games.py raises ZeroDivisionError: "),
        ("games.py:NUMBER 6", "rule: expected a function"),
        ("games.py:NONE 6", "MODULE:GAME: expected NONE in games.py, got none"),
        ("games.py 6", "MODULE:GAME: expected MODULE:GAME, as in"),
        ("games.py:heaps (1,[2])", "start: expected hashable positions"),
        ("games.py:take 6 --memory 4G", "memory: expected a number of bytes"),
        ("games.py:take 6 --memory 4", "memory: expected at least 64KiB, got '4'"),
        ("games.py:take 6 --seconds -1", "--seconds: expected a number from 0 on, got -1"),
        ("games.py:take 6 --seconds nan", "--seconds: expected a number from 0 on, got nan"),
        ("games.py:take 6 --bound 3", "bound: expected scores with it, as a game without is won"),
        ("games.py:SCORED 6 --check p --bound 3", "--check: expected no --bound beside it"),
        ("games.py:SCORED 6 --misere", "play: expected 'normal' beside scores"),
        ("games.py:take 6 --check p --search depth-first", "expected no --search beside it"),
        ("games.py:take 6 --check p --seconds 3", "--check: expected no --seconds beside it"),
        ("games.py:take 6 --check p --memory 3", "--check: expected no --memory beside it"),
        ("games.py:take 6 --check p --proof q", "--check: expected no --proof beside it"),
        ("games.py:take 6 --proof none/p", "none/p: No such file or directory"),
        ("games.py:take 6 --prof p", "--prof (did you mean --proof?)"),
    ],
)
@pytest.mark.usefixtures("game")
def test_what_is_refused(words: str, said: str) -> None:
    assert_refused(run("prove", *words.split()), said)


@pytest.mark.parametrize(
    "words", [("build", "{}:fails", "--start", "6", "--folder", "f"), ("prove", "{}:fails", "6")]
)
def test_what_a_rule_raises_is_one_line(game: str, words: tuple[str, ...]) -> None:
    done = run(*(word.format(game) for word in words))
    assert_refused(done, "games.py:fails: line 36 of games.py raises ZeroDivisionError")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("21", 21), ("-3", -3), ("(1, 'a')", (1, "a")), ("'21'", "21"), ("...", "..."),
        ("021", "021"), ("x.o", "x.o"), ("[1]", "[1]"), ("{1}", "{1}"), ("None", "None"),
        ("1or 2", "1or 2"), ("(", "("), ("", ""), ("(" * 500, "(" * 500), ("9" * 5000, "9" * 5000),
    ],
)  # fmt: skip
def test_how_a_position_is_read(text: str, found: Any) -> None:
    assert position(text) == found
    assert type(position(text)) is type(found)


def test_help_imports_no_numpy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "graphgame", "prove", "--help"],
        capture_output=True, text=True, check=True, env=environment(),
    )  # fmt: skip
    assert "graphgame.cli.database_arguments" in done.stderr
    assert "numpy" not in done.stderr


@pytest.mark.large  # under tracing, signals meet the tracer as often as the command
def test_ctrl_c_says_what_is_known(game: str) -> None:
    Path("p.npz").write_bytes(b"old")
    words = ["prove", f"{game}:slow", "4000", "--proof", "p.npz"]
    with subprocess.Popen(
        [sys.executable, "-m", "graphgame", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:  # fmt: skip
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert error.startswith(b"graphgame: interrupted: nothing is known ")
    assert error.endswith(b"; the same command begins again\n") and error.count(b"\n") == 1
    assert Path("p.npz").read_bytes() == b"old"
    assert sorted(os.listdir()) == ["games.py", "p.npz"]


@pytest.mark.large
def test_ctrl_c_keeps_the_search(game: str) -> None:
    words = ["prove", f"{game}:slow", "4000", "--resume", "s"]
    with subprocess.Popen(
        [sys.executable, "-m", "graphgame", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:  # fmt: skip
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert error.startswith(b"graphgame: interrupted: nothing is known after ")
    assert error.endswith(b"; the same command goes on\n") and error.count(b"\n") == 1
    # A rule that is not slow, with the same options, goes on with it.
    found = report(f"{game}:take", "4000", "--resume", "s")
    assert found["outcome"] == "LOSE"
    assert found["nodes"] > int(error.split()[6].replace(b",", b"").lstrip(b"(")) > 0


@pytest.mark.large
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
@pytest.mark.parametrize("columns", [80, 40])
def test_a_terminal_shows_how_far_it_is_in_one_line(game: str, columns: int) -> None:
    from tests.cli.test_typed import _on_a_terminal

    words = ("prove", f"{game}:slow", "4000")
    status, shown = _on_a_terminal(*words, stop_after=4, columns=columns)
    assert status == 130
    assert "searched " in shown and " nodes" in shown
    assert max(map(len, shown.split("\r")[:-2])) < columns, "a line that wraps stays"
    last = shown.rstrip().rpartition("\r")[2]
    assert last.startswith("graphgame: interrupted: nothing is known after ")
    assert shown.count("\n") == 1
