"""A local server in this process, and what sends it bytes, for the tests of this room."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple

from graphgame.playing.server import PageServer, server_page
from tests.playing.games import Played

WAIT = 60  # only to end a test that hangs


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Client:
    """Speaks to a server in bytes."""

    def __init__(self, server: PageServer) -> None:
        self.server, self.port = server, server.server_port
        self.host = f"127.0.0.1:{self.port}"

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), WAIT)

    def send(self, data: bytes) -> bytes:
        """Send bytes; return all that comes until the server closes the connection."""
        with self.connect() as opened:
            opened.sendall(data)
            return b"".join(iter(lambda: opened.recv(1 << 16), b""))

    def ask(
        self, target: str, method: str = "GET", host: str | None = None, **headers: str
    ) -> Answer:
        lines = [f"{method} {target} HTTP/1.1", f"Host: {self.host if host is None else host}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return parsed(self.send("\r\n".join([*lines, "", ""]).encode()))


def parsed(data: bytes) -> Answer:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    version, status, _ = first.split(" ", 2)
    assert version == "HTTP/1.1"
    return Answer(int(status), headers, body)


@contextmanager
def served(played: Played, patience: float = WAIT) -> Iterator[Client]:
    """Serve a game on a free port, with patience for clients on a slow machine."""
    positions = played.positions
    page = server_page(positions, positions.play)
    with PageServer(positions, page, 0, patience) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield Client(server)
        finally:
            server.shutdown()
            thread.join()


def assert_error(answer: Answer, status: int, *parts: str) -> None:
    """Check for an error in JSON of one line, with the headers of all answers."""
    assert answer.status == status, answer.body
    assert [*answer.data] == ["error"]
    assert answer.headers["Content-Length"] == str(len(answer.body))
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"):
        assert name in answer.headers
    for part in parts:
        assert part in answer.data["error"]
