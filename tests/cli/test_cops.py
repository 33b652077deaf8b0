"""The command ``graphgame cops``: what it prints, byte by byte, and what it refuses.

Pinned here: the answer, the capture time and the start; lines, cop numbers, graph6, JSON; both
bases; directed graphs; errors with their place; exit status 1 when the check fails; the way Ctrl-C
and closed pipes end it.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame.cli import main
from tests.cli.test_command import assert_refused, environment, run
from tests.cli.test_signals import assert_interrupted, started

PATH = b"4 3  # a path\n1 2\n2 3\n3 4\n"
RING = b"4 4\n1 2\n2 3\n3 4\n4 1\n"
TURNING = b"3 3\n1 2\n2 3\n3 1\n"
GRAPHS = {"path": PATH, "ring": RING, "turning": TURNING}

WON = "The cops catch the robber\ncapture time {}\nstart {}\n"
ESCAPED = "The robber escapes\ncapture time -1\nstart {}\n"
LINE_PATH = "2 4 cops\n3 4 robber\n3 4 cops\n4 4 robber\n"


@pytest.mark.parametrize(
    ("graph", "options", "expected"),
    [
        ("path", "", WON.format(2, "2")),
        ("path", "-", WON.format(2, "2")),
        ("path", "--verify", WON.format(2, "2")),
        ("path", "--line", WON.format(2, "2") + LINE_PATH),
        ("ring", "", ESCAPED.format("1")),
        ("ring", "--line", ESCAPED.format("1") + "1 3 cops\n1 3 robber\n1 3 cops\n"),
        ("ring", "--cops 2 --verify", WON.format(1, "1 2")),
        ("ring", "--cops 2 --line", WON.format(1, "1 2") + "1 2 3 cops\n1 3 3 robber\n"),
        ("ring", "--cops 4", WON.format(0, "1 2 3 4")),
        ("turning", "", WON.format(1, "1")),
        ("turning", "--directed", ESCAPED.format("1")),
        ("path", "--number", "1\n"),
        ("ring", "--number", "2\n"),
        ("ring", "--number 2", "2\n"),
        ("ring", "--number 1", "-1\n"),
        ("turning", "--number --directed", "2\n"),
    ],
)
def test_answers(graph: str, options: str, expected: str) -> None:
    done = run("cops", *options.split(), text=GRAPHS[graph])
    assert (done.status, done.out.decode(), done.err) == (0, expected, "")


def test_base_0_numbers_vertices_from_0() -> None:
    text = b"4 3\n0 1\n1 2\n2 3\n"
    done = run("cops", "--base", "0", "--line", text=text)
    line = "1 3 cops\n2 3 robber\n2 3 cops\n3 3 robber\n"
    assert (done.status, done.out.decode(), done.err) == (0, WON.format(2, "1") + line, "")


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "graph.txt"
    path.write_bytes(PATH.replace(b"\n", b"\r\n"))
    assert run("cops", str(path)).out.decode() == WON.format(2, "2")
    assert run("cops", str(path), "--number").out == b"1\n"
    assert_refused(run("cops", str(tmp_path / "none")), "none: No such file or directory")
    assert_refused(run("cops", str(tmp_path)), f"{tmp_path}: Is a directory")


def test_graph6_gives_a_number_a_line(tmp_path: Path) -> None:
    text = b"Cl\nDhc\n@\n?\nDhC\n"
    assert run("cops", "--graph6", text=text).out == b"2\n2\n1\n0\n1\n"
    assert run("cops", "--graph6", "--number", text=text).out == b"2\n2\n1\n0\n1\n"
    assert run("cops", "--graph6", "--number", "1", text=text).out == b"-1\n-1\n1\n0\n1\n"
    assert run("cops", "--graph6", text=b"").out == b""
    path = tmp_path / "graphs.g6"
    path.write_bytes(b">>graph6<<Cl\r\n")
    assert run("cops", "--graph6", str(path)).out == b"2\n"


@pytest.mark.large
def test_graph6_is_answered_line_by_line() -> None:
    """Who writes a line and waits gets its number, before there is another line."""
    command = [sys.executable, "-m", "graphgame", "cops", "--graph6"]
    with started(command=command) as process:
        for line, expected in [(b"Cl\n", b"2\n"), (b"@\nDh", b"1\n"), (b"c\n", b"2\n")]:
            process.stdin.write(line)
            process.stdin.flush()
            assert select.select([process.stdout], [], [], 60)[0], "no answer before the next line"
            assert process.stdout.readline() == expected
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.parametrize("json", [False, True])
def test_what_stands_before_a_broken_line_stays(tmp_path: Path, json: bool) -> None:
    path = tmp_path / "graphs.g6"
    good = 100_000
    path.write_bytes(b"Cl\n" * good + b"Dh=\n" + b"@\n" * good)
    done = run("cops", "--graph6", *["--json"] * json, str(path))
    place = f"{path}:{good + 1}:3: expected a graph6 character from '?' to '~', got '='"
    assert (done.status, done.err) == (2, f"graphgame: {place}\n")
    answered = done.out.count(b"\n")
    assert done.out == b"2\n" * answered, "whole lines, and right ones"
    if json:
        assert answered == 0
    else:  # all but those of the last read
        assert good - (1 << 16) < answered <= good


@pytest.mark.large
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
def test_memory_of_graph6_does_not_grow() -> None:
    """Peak memory over 20 MB of graphs is that over 5 MB, up to 4 MB."""
    code = (
        "import sys\n"
        "from graphgame.cli import main\n"
        "main(['cops', '--graph6'])\n"
        "peak = next(x for x in open('/proc/self/status') if x.startswith('VmHWM'))\n"
        "print(peak.split()[1], file=sys.stderr)\n"
    )
    peaks = []
    for count in (5 * 10**5, 2 * 10**6):
        done = subprocess.run(
            [sys.executable, "-c", code], input=b"I?????wF?\n" * count, capture_output=True,
            check=True, env=environment(),
        )  # fmt: skip
        assert done.stdout.count(b"\n") == count
        peaks.append(int(done.stderr))
    assert peaks[1] - peaks[0] < 4096, peaks


def state(*cops: int, robber: int, turn: str) -> dict[str, Any]:
    """Return a state as JSON has it."""
    return {"cops": list(cops), "robber": robber, "turn": turn}


@pytest.mark.parametrize(
    ("graph", "options", "facts"),
    [
        (
            "path",
            "--verify",
            {"answer": "The cops catch the robber", "result": "WIN", "remoteness": 3,
             "capture_time": 2, "vertices": 4, "edges": 3, "directed": False, "cops": 1, "base": 1,
             "start": state(2, robber=4, turn="cops"), "verified": True},
        ),
        (
            "turning",
            "--line --directed",
            {"answer": "The robber escapes", "result": "DRAW", "remoteness": -1,
             "capture_time": -1, "vertices": 3, "edges": 3, "directed": True, "cops": 1, "base": 1,
             "start": state(1, robber=3, turn="cops"), "closes_at": 0,
             "line": [state(1, robber=3, turn=turn) for turn in ("cops", "robber", "cops")]},
        ),
        (
            "ring",
            "--line --cops 2",
            {"answer": "The cops catch the robber", "result": "WIN", "remoteness": 1,
             "capture_time": 1, "vertices": 4, "edges": 4, "directed": False, "cops": 2, "base": 1,
             "start": state(1, 2, robber=3, turn="cops"), "closes_at": None,
             "line": [state(1, 2, robber=3, turn="cops"), state(1, 3, robber=3, turn="robber")]},
        ),
        (
            "ring",
            "--number",
            {"cop_number": 2, "max_cops": None, "vertices": 4, "edges": 4, "directed": False,
             "base": 1},
        ),
        (
            "turning",
            "--number 1 --directed",
            {"cop_number": -1, "max_cops": 1, "vertices": 3, "edges": 3, "directed": True,
             "base": 1},
        ),
    ],
)  # fmt: skip
def test_json(graph: str, options: str, facts: dict[str, Any]) -> None:
    done = run("cops", "--json", *options.split(), text=GRAPHS[graph])
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out) == facts
    assert done.out.endswith(b"}\n") and done.out.count(b"\n") == 1


def test_json_of_graph6() -> None:
    done = run("cops", "--graph6", "--json", text=b"Cl\n@\n")
    assert json.loads(done.out) == {"cop_numbers": [2, 1], "max_cops": None}
    done = run("cops", "--graph6", "--json", "--number", "1", text=b"Cl\n@\n")
    assert json.loads(done.out) == {"cop_numbers": [-1, 1], "max_cops": 1}


def test_the_command_says_what_the_library_says() -> None:
    petersen = [(v, (v + 1) % 5) for v in range(5)] + [(v, v + 5) for v in range(5)]
    petersen += [(5 + v, 5 + (v + 2) % 5) for v in range(5)]
    text = "10 15\n" + "".join(f"{u + 1} {v + 1}\n" for u, v in petersen)
    for k in (1, 2, 3):
        solution = gg.cops_and_robbers(petersen, k)
        done = run("cops", "--cops", str(k), "--json", "--line", text=text.encode())
        found = json.loads(done.out)
        assert found["capture_time"] == solution.capture_time
        assert found["result"] == str(solution.result)
        assert found["closes_at"] == solution.line().closes_at
        expected = [
            ([v + 1 for v in cops], robber + 1, turn) for cops, robber, turn in solution.line()
        ]
        assert [(s["cops"], s["robber"], s["turn"]) for s in found["line"]] == expected
    assert run("cops", "--number", text=text.encode()).out == b"3\n"


def test_help_ends_with_two_examples() -> None:
    help_text = run("cops", "--help").out.decode()
    examples = help_text.rpartition("Examples:\n")[2].splitlines()
    assert len(examples) == 2
    assert all("graphgame cops" in line for line in examples)
    done = subprocess.run(
        ["sh", "-c", examples[0].replace("graphgame", f"{sys.executable} -m graphgame")],
        capture_output=True, check=True, env=environment(),
    )  # fmt: skip
    assert done.stdout.decode() == WON.format(2, "2") + LINE_PATH


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "<stdin>:1:1: expected"),
        (
            b"2 1\n1 3\n",
            "<stdin>:2:3: expected a position from 1 to 2 as the target of edge 1 of 1",
        ),
        (b"2 1\n0 1\n", "--base 0 numbers them from 0"),
        (b"0 0\n", "graph: expected at least one vertex, got none to start from"),
        (b"2 1\n1 2\n2 WIN\n", "graph: expected moves alone, got a graph with presets"),
    ],
)
def test_bad_text_is_refused(text: bytes, message: str) -> None:
    assert_refused(run("cops", text=text), message)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ("--cops 0", "--cops 0: expected at least 1"),
        ("--cops -2", "--cops -2: expected at least 1"),
        ("--cops two", "argument --cops: expected an integer, got 'two'"),
        ("--number 0", "--number 0: expected at least 1"),
        ("--number --line", "--number prints cop numbers only: expected no --line"),
        ("--number --cops 2", "--number prints cop numbers only: expected no --cops"),
        ("--number --verify", "--number prints cop numbers only: expected no --verify"),
        ("--graph6 --cops 2", "--graph6 prints cop numbers only: expected no --cops"),
        ("--graph6 --line", "--graph6 prints cop numbers only: expected no --line"),
        ("--graph6 --base 0", "--graph6 prints cop numbers only: expected no --base"),
        ("--graph6 --directed", "--graph6 prints cop numbers only: expected no --directed"),
        ("--lnie", "unrecognized arguments: --lnie (did you mean --line?)"),
        ("--cops 30000000", "cops: expected to need at most"),
    ],
)
def test_wrong_usage_is_refused(options: str, part: str) -> None:
    assert_refused(run("cops", *options.split(), text=RING), part)


def test_bad_graph6_is_refused_with_its_place() -> None:
    done = run("cops", "--graph6", text=b"Cl\nDh=\n")
    assert_refused(done)
    assert done.err == (
        "graphgame: <stdin>:2:3: expected a graph6 character from '?' to '~', got '='\n"
    )


def test_a_wrong_solution_is_found_by_verify(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from graphgame.cops import _hunt

    right = _hunt.hunt

    def wrong(*arguments: Any) -> Any:
        hunt = right(*arguments)
        memoryview(hunt.times_buffer)[3] = 1
        return hunt

    monkeypatch.setattr(_hunt, "hunt", wrong)
    path = tmp_path / "graph.txt"
    path.write_bytes(PATH)
    assert main(["cops", "--verify", str(path)]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("graphgame: position ((1,), 4, 'cops'): expected a capture in 3 rounds")


@pytest.mark.large
def test_interrupted_while_reading_and_while_solving() -> None:
    command = [sys.executable, "-m", "graphgame", "cops"]
    with started(command=command) as process:
        process.stdin.write(b"2 1000000\n" + b"1 2\n" * 100_000)  # more than a pipe holds
        process.stdin.flush()
        assert_interrupted(process)
    script = """if True:
        import signal, sys
        import graphgame as gg
        from graphgame import cli
        from graphgame.cli import terminal
        gg.cops_and_robbers([(0, 1)])

        def read(file, base, format=None):
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            grid = [(v, v + 1) for v in range(64) if v % 8 < 7] + [(v, v + 8) for v in range(56)]
            return gg.GameGraph.from_edges(grid)

        terminal.read_graph = read
        sys.exit(cli.main(["cops", "--cops", "4"]))
    """
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, env=environment()
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.large
def test_the_reader_of_the_output_goes_away() -> None:
    command = [sys.executable, "-m", "graphgame", "cops", "--graph6"]
    with started(command=command) as process:
        process.stdout.close()
        process.stdin.write(b"@\n" * 10)
        process.stdin.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


def test_input_that_was_closed_before() -> None:
    for options in ("", "--graph6"):
        done = subprocess.run(
            ["sh", "-c", f'exec "$0" -m graphgame cops {options} <&-', sys.executable],
            capture_output=True, check=False, env=environment(),
        )  # fmt: skip
        message = b"graphgame: <stdin>: Bad file descriptor\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", message)


def test_input_that_does_not_wait_is_refused() -> None:
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    done = subprocess.run(
        [sys.executable, "-m", "graphgame", "cops", "--graph6"],
        stdin=ours, capture_output=True, check=False, env=environment(),
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    message = b"graphgame: <stdin>: expected a file that waits for its data\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", message)
