"""The local server: the page over positions that stay in Python, one request a position.

It listens on 127.0.0.1 alone, answers GET and HEAD, and reads no file: a path is one of four names.
`graphgame.playing.requests` says which requests are refused.  Each connection is one request, in a
thread of its own; more connections than there may be threads wait in the queue of the system.
"""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from socketserver import TCPServer
from threading import BoundedSemaphore, Lock, Thread
from typing import TYPE_CHECKING, Any

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.playing import requests
from graphgame.playing.game import Look
from graphgame.playing.page import build_page
from graphgame.playing.positions import GamePositions

if TYPE_CHECKING:
    from graphgame.playing.codes import CodePositions
    from graphgame.playing.game import SolvedGame
    from graphgame.playing.views import Positions

HOST = "127.0.0.1"
PORT = 8000
# Connections that are answered at a time; others wait.
_MOST = 64
_JSON = "application/json; charset=utf-8"
_HEADERS = {
    "Cache-Control": "no-store",
    "Connection": "close",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# Beside the policy in the page itself, which names its scripts and styles.
_PAGE_POLICY = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'"
_DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"


def serve(
    game: SolvedGame,
    look: Look | None = None,
    *,
    port: int = PORT,
    announce: Callable[[str], None] | None = None,
) -> None:
    """Run a server with the page of a solved game, for browsers on this machine, until Ctrl-C.

    Parameters
    ----------
    game : SolvedGame
    look : Look, optional
    port : int
        0 takes any port that is free.
    announce : callable, optional
        Is called with the address of the page once it can be opened.

    Raises
    ------
    GraphGameError
        If the port cannot be had, the game has no position, or `look` does not fit its start.
    KeyboardInterrupt
        On Ctrl-C.
    """
    serve_positions(GamePositions(game, look or Look()), port=port, announce=announce)


def serve_positions(
    positions: GamePositions | CodePositions,
    *,
    port: int = PORT,
    announce: Callable[[str], None] | None = None,
) -> None:
    """Run a server with the page of positions, wherever they come from; as `serve`."""
    page = server_page(positions, positions.play)
    with PageServer(positions, page, port) as server:
        if announce is not None:
            announce(server.address)
        server.serve_forever()


def server_page(positions: Positions, play: str) -> str:
    """Return the page that asks the server for positions."""
    style = positions.style
    data: dict[str, Any] = {
        "format": 1,
        "kind": "http",
        "title": style.title,
        "languages": [*style.languages],
        "play": play,
        "players": None,
        "shape": style.shape if positions.drawn else None,
        "pieces": style.pieces,
        "http": {"start": positions.start, "size": positions.size, "named": positions.named},
    }
    if positions.owners is not None:
        data["owners"] = positions.owners
    return build_page(data, title=style.title, languages=style.languages, connect="'self'")


class PageServer(ThreadingHTTPServer):
    """Serves one page, and the positions that it asks for.

    Parameters
    ----------
    positions : Positions
        It is asked by one thread at a time.
    page : str
    port : int
    patience : float
        Seconds that a client has to send its request, and to take the answer.

    Attributes
    ----------
    address : str
        The address of the page.
    """

    daemon_threads = True
    block_on_close = False  # Ctrl-C ends at once
    request_queue_size = 1024
    allow_reuse_address = True  # a port that has just been left
    allow_reuse_port = False  # but none that is in use
    positions: Positions
    page: bytes
    patience: float
    server_name: str
    server_port: int

    def __init__(
        self, positions: Positions, page: str, port: int, patience: float = requests.PATIENCE
    ) -> None:
        if not 0 <= port < 1 << 16:
            raise GraphGameError(f"port: expected 0 to 65535, got {port}")
        self.positions, self.page, self.patience = positions, page.encode(), patience
        self.asking: Lock = Lock()
        self._free = BoundedSemaphore(_MOST)
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            found = "one in use" if error.errno == errno.EADDRINUSE else error.strerror
            raise GraphGameError(
                f"port {port}: expected a free one, got {found}; "
                "choose another one, or 0 for any that is free"
            ) from None
        self.address: str = f"http://{HOST}:{self.server_port}/"

    def server_bind(self) -> None:
        """Open the socket without asking for the name of the machine, which may take seconds."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start a thread for a connection, as soon as there may be one more."""
        self._free.acquire()
        try:
            super().process_request(request, client_address)
        except Exception:  # not Ctrl-C: the thread may have begun, and would release it again
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Handle a connection in its thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, _request: Any, client_address: Any) -> None:
        """Print what went wrong in a line, unless the client went away."""
        error = sys.exception()
        if not isinstance(error, ConnectionError | TimeoutError) and sys.stderr is not None:
            found = f"{type(error).__name__}: {error}"
            print(f"graphgame: {client_address[0]}: {found}", file=sys.stderr)

    def answer(self, path: str, query: str) -> tuple[str, bytes]:
        """Return the type and the body that answer a path and a query.

        Raises
        ------
        RefusedError
            If there is no such thing.
        """
        if path == "/":
            return "text/html; charset=utf-8", self.page
        answers = {
            "/positions/": self._position,
            "/find/": self._find,
            "/histogram/": self._histogram,
        }
        if path not in answers:
            expected = ", ".join(["/", *answers])
            requests.refuse(HTTPStatus.NOT_FOUND, f"path: expected {expected}, got {path[:60]}")
        try:
            with self.asking:
                found = answers[path](query)
        except UnknownPositionError as error:
            requests.refuse(HTTPStatus.NOT_FOUND, str(error))
        except GraphGameError as error:  # what the functions of the author return
            requests.refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
        return _JSON, json_bytes(found)

    def _position(self, query: str) -> object:
        key = requests.read_query(query, "p")
        return self.positions.view(self.positions.start if key is None else key)

    def _find(self, query: str) -> object:
        text = requests.read_query(query, "text")
        if text is None:
            requests.refuse(HTTPStatus.BAD_REQUEST, "query: expected ?text=…, got none")
        # No error: a browser would report it to the person, who only mistyped.
        try:
            return {"position": self.positions.find(text)}
        except UnknownPositionError:
            return {"position": None}

    def _histogram(self, query: str) -> object:
        if query:
            requests.refuse(HTTPStatus.BAD_REQUEST, f"query: expected none, got ?{query[:60]}")
        return self.positions.histogram()  # None: it would have too many bars


class _Handler(BaseHTTPRequestHandler):
    """Answers the one request of a connection."""

    server: PageServer
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        """Read nothing yet: `handle` reads the head as a whole, within one limit of time."""
        self.connection = self.request
        self.command, self.request_version, self.requestline = "", "HTTP/1.1", ""

    def handle(self) -> None:
        """Read the head of the request, and answer it."""
        refused = False
        try:
            try:
                head = requests.read_head(self.connection, self.server.patience)
                if not head:
                    return
                kind, body = self._answer(head)
                status = HTTPStatus.OK
            except requests.RefusedError as error:
                refused, status = True, error.status
                kind, body = _JSON, json_bytes({"error": error.message})
            self._send(status, kind, body)
        finally:
            if refused:
                requests.drop_rest(self.connection)

    def finish(self) -> None:
        """Skip flushing: answers are sent as a whole."""

    def _answer(self, head: bytes) -> tuple[str, bytes]:
        self.rfile = BytesIO(head)
        self.raw_requestline = self.rfile.readline()
        if not self.parse_request() or self.request_version == "HTTP/0.9":
            requests.refuse(HTTPStatus.BAD_REQUEST, "request: expected one in HTTP/1.1")
        requests.check(self.command, self.headers, self.server.server_port)
        path, _, query = self.path.partition("?")
        requests.check_site(self.headers, path == "/")
        return self.server.answer(path, query)

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        """Send an answer, to a HEAD without its body."""
        page = kind.startswith("text/html")
        headers = {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Content-Security-Policy": _PAGE_POLICY if page else _DATA_POLICY,
            **_HEADERS,
        }
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            headers["Allow"] = "GET, HEAD"
        lines = [
            f"HTTP/1.1 {int(status)} {status.phrase}",
            *map(": ".join, headers.items()),
            "",
            "",
        ]
        answer = "\r\n".join(lines).encode()
        self.connection.settimeout(self.server.patience)
        self.connection.sendall(answer if self.command == "HEAD" else answer + body)

    def handle_expect_100(self) -> bool:
        """Send nothing yet to a client that waits to send a body: it will be refused."""
        return True

    def send_error(
        self, code: int, message: str | None = None, _explain: str | None = None
    ) -> None:
        """Refuse a request that cannot be parsed; `parse_request` calls this."""
        requests.refuse(HTTPStatus(code), f"request: {message or HTTPStatus(code).phrase}"[:200])


def json_bytes(data: object) -> bytes:
    """Return data as JSON, in ASCII."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def open_browser(address: str) -> None:
    """Open a page in the browser of the person; a thread waits for it."""
    import webbrowser

    Thread(target=webbrowser.open, args=[address], daemon=True).start()
