"""The command: what it prints, byte by byte, and what it refuses.

Pinned here: every option of ``graphgame solve``, alone and with the others; big results equal to
ones that Python formats; exit codes 0, 1 and 2, with errors in one line on standard error and
nothing on standard output; NumPy is not imported on the way.  What is saved and verified is in
test_cli_save.py, interrupts, closed pipes and full disks are in test_cli_signals.py.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.cli import main
from tests.cli import forked

# 1 → 2 → 3, a pass at 4, 5 → 4, and 6 preset to be a draw.
TEXT = b"6 5\n1 2\n2 3\n4 4\n5 4\n6 1\n6 DRAW\n"
PATH = b"3 2\n1 2\n2 3\n"


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of the tests, with output buffered as it is by default."""
    return forked.environment(changes)


def run(*args: str, text: bytes = b"") -> SimpleNamespace:
    """Run the command; give its exit status and both outputs."""
    done = (forked.run if forked.POSSIBLE else run_alone)(args, text)
    return SimpleNamespace(status=done.returncode, out=done.stdout, err=done.stderr.decode())


def run_alone(args: tuple[str, ...], text: bytes) -> Any:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "graphgame", *args],
        input=text,
        capture_output=True,
        check=False,
        timeout=forked.TIMEOUT,
        env=environment(),
    )


def assert_refused(done: SimpleNamespace, *parts: str, status: int = 2) -> None:
    """Check for one line that says what is wrong, and nothing else."""
    assert done.status == status, done.err
    assert done.out == b""
    assert done.err.startswith("graphgame: ")
    assert done.err.endswith("\n") and done.err.count("\n") == 1
    assert "Traceback" not in done.err
    for part in parts:
        assert part in done.err


def assert_light(*args: str, text: bytes) -> None:
    """Check that a command does not import NumPy, which would be most of its time."""
    script = (
        "import sys\n"
        "from graphgame.cli import main\n"
        "status = main(sys.argv[1:])\n"
        "sys.exit('NumPy was imported' if 'numpy' in sys.modules else status)"
    )
    command = [sys.executable, "-c", script, *args]
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


# -- what is printed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", "LOSE\nWIN\nLOSE\nDRAW\nDRAW\nDRAW\n"),
        ("-", "LOSE\nWIN\nLOSE\nDRAW\nDRAW\nDRAW\n"),
        ("--remoteness", "LOSE 2\nWIN 1\nLOSE 0\nDRAW -1\nDRAW -1\nDRAW 0\n"),
        ("--moves", "LOSE 2\nWIN 3\nLOSE -\nDRAW 4\nDRAW 4\nDRAW -\n"),
        (
            "--moves --remoteness",
            "LOSE 2 2\nWIN 1 3\nLOSE 0 -\nDRAW -1 4\nDRAW -1 4\nDRAW 0 -\n",
        ),
        ("--play normal", "LOSE\nWIN\nLOSE\nDRAW\nDRAW\nDRAW\n"),
        ("--play misere", "WIN\nLOSE\nWIN\nDRAW\nDRAW\nDRAW\n"),
        ("--verify", "LOSE\nWIN\nLOSE\nDRAW\nDRAW\nDRAW\n"),
        ("--base 1", "LOSE\nWIN\nLOSE\nDRAW\nDRAW\nDRAW\n"),
        ("--from 1", "LOSE 2\n1 2 3\n"),
        ("--from 3", "LOSE 0\n3\n"),
        ("--from 5", "DRAW -1\n5 4 4\n"),
        ("--from 6", "DRAW 0\n6\n"),
        ("--from 1 --play misere --verify", "WIN 2\n1 2 3\n"),
        (
            "--summary",
            "positions     6\nmoves         5\nwins          1\nlosses        2\ndraws         3\n"
            "longest win   1 ply\nlongest loss  2 plies\nposition 1    LOSE in 2 plies\n",
        ),
        (
            "--summary --verify --play misere",
            "positions     6\nmoves         5\nwins          2\nlosses        1\ndraws         3\n"
            "longest win   2 plies\nlongest loss  1 ply\nposition 1    WIN in 2 plies\n"
            "verified      yes\n",
        ),
        (
            "--json",
            '{"play": "normal", "base": 1, "positions": 6, "moves": 5, "wins": 1, "losses": 2, '
            '"draws": 3, "longest_win": 1, "longest_loss": 2, '
            '"first": {"outcome": "LOSE", "remoteness": 2}, '
            '"outcomes": ["LOSE","WIN","LOSE","DRAW","DRAW","DRAW"]}\n',
        ),
        (
            "--json --from 5",
            '{"play": "normal", "base": 1, "position": 5, "outcome": "DRAW", "remoteness": -1, '
            '"line": [5, 4, 4], "closes_at": 1}\n',
        ),
    ],
)
def test_solve_prints(options: str, expected: str) -> None:
    done = run("solve", *options.split(), text=TEXT)
    assert (done.status, done.out.decode(), done.err) == (0, expected, "")


def test_base_0() -> None:
    text = b"3 2\n0 1\n1 2\n"
    assert run("solve", "--base", "0", "--moves", text=text).out == b"LOSE 1\nWIN 2\nLOSE -\n"
    assert run("solve", "--base", "0", "--from", "0", text=text).out == b"LOSE 2\n0 1 2\n"
    assert b"position 0    LOSE in 2 plies" in run("solve", "--base=0", "--summary", text=text).out


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", b""),
        ("--moves --remoteness --verify", b""),
        (
            "--summary",
            b"positions     0\nmoves         0\nwins          0\nlosses        0\n"
            b"draws         0\nlongest win   none\nlongest loss  none\n",
        ),
        (
            "--json --moves --remoteness",
            b'{"play": "normal", "base": 1, "positions": 0, "moves": 0, "wins": 0, "losses": 0, '
            b'"draws": 0, "longest_win": null, "longest_loss": null, '
            b'"outcomes": [], "remoteness": [], "best_moves": []}\n',
        ),
    ],
)
def test_the_empty_graph(options: str, expected: bytes) -> None:
    done = run("solve", *options.split(), text=b"0 0\n")
    assert (done.status, done.out, done.err) == (0, expected, "")


def test_help_names_every_option() -> None:
    done = run("solve", "--help")
    assert (done.status, done.err) == (0, "")
    for option in [
        "from",
        "remoteness",
        "moves",
        "summary",
        "play",
        "base",
        "json",
        "verify",
        "save",
    ]:
        assert f"--{option}".encode() in done.out
    assert b"solve" in run("--help").out


# -- all combinations of options ------------------------------------------------------------------


def called(capfdbinary: Any, *args: str) -> bytes:
    """Run the command in this process; give what it printed."""
    assert main(["solve", *args]) == 0
    out, err = capfdbinary.readouterr()
    assert err == b""
    return bytes(out)


@pytest.fixture
def graph_file(tmp_path: Path) -> Path:
    path = tmp_path / "graph.game"
    path.write_bytes(TEXT.replace(b"6 DRAW", b"# no preset"))
    return path


FLAGS = ["--remoteness", "--moves", "--verify"]


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("flags", list(product([False, True], repeat=3)))
def test_json_of_all_positions(
    capfdbinary: Any, graph_file: Path, play: str, flags: Sequence[bool]
) -> None:
    solution = gg.solve(gg.read_graph(graph_file), play=play)
    names = [name for name, on in zip(FLAGS, flags, strict=True) if on]
    data = json.loads(called(capfdbinary, str(graph_file), "--json", "--play", play, *names))
    assert data.pop("outcomes") == [str(solution.outcome(v)) for v in range(6)]
    if "--remoteness" in names:
        assert data.pop("remoteness") == solution.remoteness.tolist()
    if "--moves" in names:
        best = [solution.best_move(v) for v in range(6)]
        assert data.pop("best_moves") == [None if w is None else int(str(w)) + 1 for w in best]
    if "--verify" in names:
        assert data.pop("verified") is True
    assert data == json.loads(
        called(capfdbinary, str(graph_file), "--json", "--summary", "--play", play)
    )


@pytest.mark.parametrize("base", ["0", "1"])
@pytest.mark.parametrize("verify", [[], ["--verify"]])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_json_and_text_of_one_position(
    capfdbinary: Any, tmp_path: Path, base: str, verify: list[str], play: str
) -> None:
    path = tmp_path / "graph.game"
    path.write_bytes(
        b"4 5\n0 1\n1 2\n2 1\n2 3\n0 0\n" if base == "0" else b"4 4\n1 2\n2 3\n3 2\n3 4"
    )
    solution = gg.solve(gg.read_graph(path, base=int(base)), play=play)
    for v in range(4):
        name = str(v + int(base))
        options = [str(path), "--from", name, "--base", base, "--play", play, *verify]
        data = json.loads(called(capfdbinary, *options, "--json"))
        line = [int(str(w)) + int(base) for w in solution.line(v)]
        expected = {
            "play": play,
            "base": int(base),
            "position": int(name),
            "outcome": str(solution.outcome(v)),
            "remoteness": solution.remoteness_of(v),
            "line": line,
            "closes_at": solution.line(v).closes_at,
        }
        assert data == expected | ({"verified": True} if verify else {})
        text = called(capfdbinary, *options).decode()
        assert text == f"{data['outcome']} {data['remoteness']}\n{' '.join(map(str, line))}\n"


def test_a_big_result_is_the_one_that_python_formats(capfdbinary: Any, tmp_path: Path) -> None:
    n, m = 100_000, 150_000
    random = np.random.default_rng(1)
    edges = random.integers(0, n, (m, 2))
    path = tmp_path / "big.game"
    path.write_text(f"{n} {m}\n" + "".join(f"{u + 1} {v + 1}\n" for u, v in edges.tolist()))
    solution = gg.solve(edges, play="misere")
    words = [outcome.name for outcome in (gg.DRAW, gg.WIN, gg.LOSE)]  # by index 0, 1, -1
    outcomes = [words[x] for x in solution.outcomes.tolist()]
    remoteness = solution.remoteness.tolist()
    moves = [w + 1 if w >= 0 else None for w in solution.best_moves.tolist()]
    rows = [
        f"{outcome} {r} {'-' if w is None else w}\n"
        for outcome, r, w in zip(outcomes, remoteness, moves, strict=True)
    ]
    options = [str(path), "--play", "misere", "--remoteness", "--moves"]
    assert called(capfdbinary, *options).decode() == "".join(rows)
    data = json.loads(called(capfdbinary, *options, "--json"))
    assert (data["outcomes"], data["remoteness"], data["best_moves"]) == (
        outcomes,
        remoteness,
        moves,
    )
    assert {"WIN", "LOSE", "DRAW"} == set(outcomes)


# -- NumPy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    ["", "--json", "--moves --remoteness", "--from 1", "--from 5", "--summary", "--play misere",
     "--json --moves --remoteness", "--json --from 5", "--json --summary"],
)  # fmt: skip
def test_numpy_is_not_imported(options: str) -> None:
    assert_light("solve", *options.split(), text=TEXT)


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        ("", ["arguments are required: COMMAND", "--help"]),
        ("chess", ["invalid choice: 'chess'", "solve"]),
        ("solve --speed", ["unrecognized arguments: --speed"]),
        ("solve - more", ["unrecognized arguments: more"]),
        ("solve --play poker", ["--play", "'poker'", "normal", "misere"]),
        ("solve --base 2", ["--base", "2"]),
        ("solve --base one", ["--base", "'one'"]),
        ("solve --from here", ["--from", "'here'"]),
        ("solve --from", ["--from", "expected one argument"]),
        ("solve --save", ["--save", "expected one argument"]),
        ("solve --threads 0", ["threads: expected an integer of at least 1, got 0"]),
        ("solve --threads two", ["--threads", "'two'"]),
        ("solve --summary --from 1", ["--from", "not allowed with", "--summary"]),
        ("solve --summary --moves", ["--summary: expected no --moves, ", "a line per position"]),
        (
            "solve --from 1 --remoteness",
            ["--from: expected no --remoteness, ", "a line per position"],
        ),
        ("solve --from 4", ["--from: expected a position from 1 to 3, got 4"]),
        ("solve --from 0", ["--from: expected a position from 1 to 3, got 0"]),
        ("solve --from -1", ["--from: expected a position from 1 to 3, got -1"]),
        (
            "solve --from 99999999999999999999",
            ["--from: expected a position from 1 to 3, got 99999999999999999999"],
        ),
    ],
)
def test_wrong_usage(args: str, parts: list[str]) -> None:
    assert_refused(run(*args.split(), text=PATH), *parts)


def test_threads_change_nothing_that_is_printed(tmp_path: Path) -> None:
    n, m = 200_000, 1_100_000  # enough for two threads
    edges = np.random.default_rng(1).integers(0, n, (m, 2), dtype=np.int32)
    edges[:, 0] %= 180_000
    path = tmp_path / "graph"
    gg.write_graph(gg.GameGraph.from_edges(edges, n), path)
    printed = [run("solve", "--remoteness", "--threads", k, str(path)).out for k in ("1", "3")]
    assert printed[0] == printed[1]
    assert printed[0].count(b"\n") == n


def test_from_in_the_empty_graph() -> None:
    done = run("solve", "--from", "1", text=b"0 0")
    assert_refused(done, "--from: expected a graph with positions, got 1")
    assert "from 1 to 0" not in done.err


@pytest.mark.parametrize("options", ["", "--json", "--summary", "--from 1", "--verify"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "<stdin>:1:1: expected a first line 'n m' with the number of positions n, up to "),
        (b"3 2\n1 2\n2 4\n", "<stdin>:3:3: expected a position from 1 to 3 as the target of edge"),
        (b"3 2\n1 2\n2", "<stdin>:3:2: expected a position from 1 to 3 as the target of edge 2 of"),
        (b"\x00\xff\x1b[2J\n", "<stdin>:1:1: expected a first line"),
    ],
)
def test_bad_text(options: str, text: bytes, message: str) -> None:
    done = run("solve", *options.split(), text=text)
    assert_refused(done, f"graphgame: {message}")
    assert done.err.strip().isprintable()


def test_bad_text_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.game"
    path.write_bytes(PATH + b"1 MAYBE\n")
    assert_refused(
        run("solve", str(path)), f"graphgame: {path}:4:3: expected WIN, LOSE, DRAW or TIE"
    )


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing.game")
    assert_refused(run("solve", missing), f"graphgame: {missing}: No such file or directory")
    assert_refused(run("solve", str(tmp_path)), f"graphgame: {tmp_path}: Is a directory")


def test_an_error_while_reading_names_the_file() -> None:
    if not Path("/proc/self/mem").exists():
        pytest.skip("needs a file that opens and cannot be read")
    done = run("solve", "/proc/self/mem")
    assert_refused(done, "graphgame: /proc/self/mem: Input/output error")


def test_what_was_meant_is_suggested() -> None:
    assert_refused(run("solve", "--remotness"), "did you mean --remoteness?", "solve --help")
    assert_refused(run("slove"), "invalid choice: 'slove'", "did you mean solve?", "nim")
    assert_refused(run("--versoin"), "did you mean --version?", "graphgame --help")
    assert_refused(run("build", "--foldr", "x", "y.py:GAME"), "--foldr (did you mean --folder?)")
    assert_refused(run("solve", "--xyz"), "unrecognized arguments: --xyz; see")
    zero = run("solve", text=b"3 1\n0 1\n")
    assert_refused(
        zero, "<stdin>:2:1: expected a position from 1 to 3", "--base 0 numbers them from 0"
    )
    for command in ("solve", "grundy", "cops"):
        one = run(command, "--base", "0", text=b"3 1\n1 3\n")
        where = "<stdin>:2:3: expected a position from 0 to 2"
        assert_refused(one, where, "got '3'; without --base 0 they are numbered from 1")
    far = run("solve", "--base", "0", text=b"3 1\n1 4\n")
    assert_refused(far, "got '4'\n")
