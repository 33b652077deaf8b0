"""Commands in children of one process, in which Python, NumPy and the package have started.

The tests run the command more than a thousand times, and most of the time of each was its start.  A
child has the arguments, the streams, the folder and the environment that a process of its own would
have.  What the start itself does, and how a process ends, is tested on processes of their own.
"""

from __future__ import annotations

import atexit
import io
import os
import pickle
import socket
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

ROOT = Path(__file__).parents[2]
TIMEOUT = 300
# A build that measures which lines are reached writes what it measured when a process ends.
POSSIBLE = hasattr(os, "fork") and hasattr(socket, "send_fds") and "coverage" not in sys.modules


@cache
def parent() -> socket.socket:
    """Start the process whose children run the commands; it ends when this one does."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            env=environment({"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}),
        )
    ours.settimeout(TIMEOUT)

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def environment(changes: dict[str, str]) -> dict[str, str]:
    """Return the environment of the tests, with output buffered as it is by default."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return kept | changes


def run(args: tuple[str, ...], text: bytes) -> SimpleNamespace:
    """Run the command; give its exit status and both outputs, as `subprocess.run` does."""
    request = pickle.dumps((args, os.getcwd(), environment({})))
    (read, give), (out, to_out), (err, to_err) = (os.pipe() for _ in range(3))
    parent().sendall(len(request).to_bytes(8, "big"))
    socket.send_fds(parent(), [request[:1]], [read, to_out, to_err])
    parent().sendall(request[1:])
    for end in (read, to_out, to_err):
        os.close(end)
    with ThreadPoolExecutor(3) as pool:
        pool.submit(write, give, text)
        outputs = [pool.submit(read_all, end) for end in (out, err)]
        status = int.from_bytes(receive(parent(), 8), "big", signed=True)
    return SimpleNamespace(
        returncode=status, stdout=outputs[0].result(), stderr=outputs[1].result()
    )


def write(end: int, text: bytes) -> None:
    """Write a text into a pipe whose reader may go away."""
    try:
        with open(end, "wb", buffering=0) as file:
            file.write(text)
    except BrokenPipeError:
        pass


def read_all(end: int) -> bytes:
    """Return what comes through a pipe."""
    with open(end, "rb") as file:
        return file.read()


def receive(connection: socket.socket, count: int) -> bytes:
    """Return so many bytes."""
    found = b""
    while len(found) < count:
        part = connection.recv(count - len(found))
        if not part:
            raise EOFError("the process that runs the commands has ended")
        found += part
    return found


# -- in the process whose children run the commands ------------------------------------------------


def serve(connection: socket.socket) -> None:
    """Run a command for each request, until there is nobody to ask."""
    import graphgame as gg

    for name in gg.__all__:
        getattr(gg, name)
    while True:
        try:
            length = int.from_bytes(receive(connection, 8), "big")
        except EOFError:
            return
        first, streams, _, _ = socket.recv_fds(connection, 1, 3)
        request = first + receive(connection, length - 1)
        child = os.fork()
        if child == 0:
            connection.close()
            become(streams, *pickle.loads(request))
        for stream in streams:
            os.close(stream)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        connection.sendall(status.to_bytes(8, "big", signed=True))


def become(
    streams: list[int], args: tuple[str, ...], folder: str, variables: dict[str, str]
) -> NoReturn:
    """Be a process that was started with these, and end."""
    status = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin, sys.stdout, sys.stderr = map(reopened, (sys.stdin, sys.stdout, sys.stderr))
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(variables)
        from graphgame import __main__, cli

        sys.argv = [__main__.__file__, *args]
        status = cli.main()
        sys.stdout.flush()
    finally:
        if sys.exception() is not None:
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(status)


def reopened(stream: Any) -> io.TextIOWrapper:
    """Return a stream of what its number now stands for, with nothing in its buffer."""
    file: Any = open(stream.fileno(), stream.buffer.mode, closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(
        file, stream.encoding, stream.errors, line_buffering=stream.line_buffering
    )


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
