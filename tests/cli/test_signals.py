"""The command when the world gets in its way: Ctrl-C, closed pipes, full disks.

Pinned here: 130 on Ctrl-C while it reads, solves or prints; 141 and silence when the reader of the
output has gone; 2 and one line when the output cannot be written, or an input or output was closed
before it started; progress on a terminal, and only there.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.test_command import assert_refused, environment, run

pytestmark = pytest.mark.large  # under tracing, signals meet the tracer as often as the command

TIMEOUT = 60  # only to end a test that hangs
BIG = b"300000 0\n"  # its result is longer than any pipe holds
COMMAND = [sys.executable, "-m", "graphgame", "solve"]


@contextmanager
def started(*options: str, command: list[str] = COMMAND, **streams: Any) -> Any:
    """Start the command with pipes for all its streams; end it if the test does not."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:  # inherited by children, as in a background job of a shell
        signal.signal(signal.SIGINT, signal.default_int_handler)
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen([*command, *options], env=environment(), **pipes | streams)
    signal.signal(signal.SIGINT, before)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def assert_interrupted(process: subprocess.Popen[bytes]) -> None:
    """Check that Ctrl-C ends the process, although nobody reads what it prints."""
    process.send_signal(signal.SIGINT)
    assert process.wait(TIMEOUT) == 130
    assert process.stderr is not None
    assert process.stderr.read() == b""


def waiting(pipe: Any) -> int:
    """Return how many bytes wait in a pipe, whichever end of it this is."""
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def read_terminal(ours: int) -> str:
    """Return all that was written on a terminal whose other end is closed."""
    shown = b""
    with suppress(OSError):  # Linux ends with an error
        while piece := os.read(ours, 10_000):
            shown += piece
    return shown.decode()


# -- Ctrl-C ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("save", [False, True])
def test_interrupted_while_reading_a_pipe_that_stalls(tmp_path: Path, save: bool) -> None:
    target = tmp_path / "old.npz"
    target.write_bytes(b"old")
    with started(*(["--save", str(target)] if save else [])) as process:
        # A pipe holds 64 KiB: when all of this is written, the command is busy reading.
        process.stdin.write(b"2 1000000\n" + b"1 2\n" * 100_000)
        process.stdin.flush()
        assert_interrupted(process)
        assert process.stdout.read() == b""
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["old.npz"]


def test_interrupted_while_solving() -> None:
    # The timer stands in for the user: its handler is that of Ctrl-C.  It goes off when the graph
    # has been read, well before millions of random edges are grouped.
    script = """if True:
        import signal, sys
        import numpy as np
        import graphgame as gg
        from graphgame import cli
        from graphgame.cli import terminal

        def read(file, base, format=None):
            edges = np.random.default_rng(1).integers(0, 2_000_000, (6_000_000, 2), dtype=np.int32)
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            return gg.GameGraph.from_edges(edges, 2_000_000)

        terminal.read_graph = read
        sys.exit(cli.main(["solve", "--summary"]))
    """
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, timeout=TIMEOUT
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize("options", [[], ["--json"], ["--moves"]])
@pytest.mark.parametrize("positions", [1_500, 300_000])
def test_interrupted_while_nobody_reads_the_output(options: list[str], positions: int) -> None:
    """Wherever it stands when the pipe is full: in the last few bytes, or in the middle."""
    fcntl = pytest.importorskip("fcntl")
    if not hasattr(fcntl, "F_SETPIPE_SZ"):
        pytest.skip("needs pipes of a known size")
    with started(*options) as process:
        if fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 4096) > 4096:
            pytest.skip("needs pipes of a small size")
        process.stdin.write(b"%d 0\n" % positions)
        process.stdin.close()
        while not waiting(process.stdout) and process.poll() is None:
            time.sleep(0.01)
        assert_interrupted(process)


def test_interrupted_with_a_short_result_in_hand() -> None:
    """As in ``(cat book; graphgame solve) | less``: the pipe is full before it prints."""
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writes, b"x" * 4096)
    os.set_blocking(writes, True)
    with started("--summary", stdout=writes) as process:
        process.stdin.write(b"1 0\n")
        process.stdin.flush()
        while waiting(process.stdin):  # it has not started yet
            time.sleep(0.01)
        process.stdin.close()
        time.sleep(0.5)  # by then it waits for room; before, 130 is right as well
        assert_interrupted(process)
    os.close(reads)
    os.close(writes)


# -- pipes and disks ------------------------------------------------------------------------------


@pytest.mark.always
@pytest.mark.parametrize("options", [[], ["--json"], ["--moves", "--remoteness"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_the_reader_goes_away(options: list[str], unbuffered: str, tmp_path: Path) -> None:
    source = tmp_path / "big.game"
    source.write_bytes(BIG)
    command = ["env", f"PYTHONUNBUFFERED={unbuffered}", *COMMAND]
    with started(str(source), *options, command=command) as process:
        assert process.stdout.read(4) in (b"LOSE", b'{"pl')
        process.stdout.close()
        assert process.wait(TIMEOUT) == 141
        assert process.stderr.read() == b""


def test_the_reader_has_gone_before_a_short_result() -> None:
    with started() as process:
        process.stdout.close()
        process.stdin.write(b"1 0\n")
        process.stdin.close()
        assert process.wait(TIMEOUT) == 141
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "args",
    ["solve", "solve --json", "solve --summary", "solve --from 1", "--help", "solve --help"],
)
@pytest.mark.parametrize("text", [b"2 1\n1 2\n", BIG])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk(args: str, text: bytes, unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "graphgame", *args.split()],
            input=text, stdout=full, stderr=subprocess.PIPE, check=False,
            env=environment() | {"PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
    result = SimpleNamespace(status=done.returncode, out=b"", err=done.stderr.decode())
    assert_refused(result, "graphgame: output: No space left on device")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("missing", [1, 1000, 65_537, 1_000_000])
def test_a_disk_that_fills_up(unbuffered: str, missing: int, tmp_path: Path) -> None:
    """A result that is cut short is never taken for a whole one."""
    pytest.importorskip("resource")
    script = (
        "import resource, sys\n"
        "from graphgame.cli import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1))\n"
        "sys.exit(main(['solve']))"
    )
    whole = 300_000 * len("LOSE\n")
    with (tmp_path / "out").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-c", script, str(whole - missing)],
            input=BIG, stdout=out, stderr=subprocess.PIPE, check=False,
            env=environment(PYTHONUNBUFFERED=unbuffered),
        )  # fmt: skip
    result = SimpleNamespace(status=done.returncode, out=b"", err=done.stderr.decode())
    assert_refused(result, "graphgame: output: File too large")


@pytest.mark.parametrize(
    ("closed", "status", "out", "err"),
    [
        ("<&-", 2, "", "graphgame: <stdin>: Bad file descriptor\n"),
        (">&-", 2, "", "graphgame: output: Bad file descriptor\n"),
        ("2>&-", 0, "LOSE\n", ""),
    ],
)
def test_streams_that_were_closed_before(closed: str, status: int, out: str, err: str) -> None:
    command = f'exec "$0" -m graphgame solve {closed}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable],
        input=b"1 0\n", capture_output=True, check=False, env=environment(),
    )  # fmt: skip
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (status, out, err)


def test_an_error_with_nowhere_to_say_it() -> None:
    command = 'exec "$0" -m graphgame solve 2>&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable],
        input=b"x", capture_output=True, check=False, env=environment(),
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


# -- progress -------------------------------------------------------------------------------------


def test_progress_is_shown_on_a_terminal_while_reading_is_slow() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with started(stderr=theirs) as process:
        os.close(theirs)
        text = b"1 2\n" * 100_000
        process.stdin.write(b"2 200000\n" + text)  # more than a pipe holds, so it is reading now
        process.stdin.flush()
        time.sleep(0.7)  # it shows nothing in its first half second
        process.stdin.write(text)
        process.stdin.close()
        assert process.stdout.read() == b"WIN\nLOSE\n"
        assert process.wait(TIMEOUT) == 0
    shown = read_terminal(ours)
    os.close(ours)
    assert shown.startswith("\rreading: ")
    assert "of 200,000 edges" in shown
    last = shown.split("\r")[-2:]
    assert last[0].strip() == last[1] == "", "cleared at the end"


def test_no_progress_without_a_terminal_or_for_short_work() -> None:
    pty = pytest.importorskip("pty")
    assert run("solve", text=b"2 100000\n" + b"1 2\n" * 100_000).err == ""
    ours, theirs = pty.openpty()
    script = (  # in which no time passes
        "import sys, time\n"
        "time.monotonic = lambda: 1.0\n"
        "from graphgame.cli import main\n"
        "sys.exit(main(['solve']))"
    )
    with started(stderr=theirs, command=[sys.executable, "-c", script]) as process:
        os.close(theirs)
        process.stdin.write(b"2 1\n1 2\n")
        process.stdin.close()
        assert process.wait(TIMEOUT) == 0
    assert read_terminal(ours) == ""
    os.close(ours)
