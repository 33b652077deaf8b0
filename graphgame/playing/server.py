"""The local server: the page over positions that stay in Python, one request a position.

It listens on 127.0.0.1 alone, answers GET and HEAD, and reads no file: a path is one of four names.
A page of another site must not read a game through the browser of the person who plays it.  So a
request has to name this server as its host (against DNS rebinding), and to come from its own page.
Each connection is one request, in a thread of its own.  Where there are as many as there may be,
the next one takes the place of the client that has kept its thread waiting longest, and the others
wait in the queue of the system.
"""

from __future__ import annotations

import errno
import json
import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from email.message import Message
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from socketserver import TCPServer
from threading import BoundedSemaphore, Lock, Thread
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import parse_qsl

from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.playing.game import Look
from graphgame.playing.look import title_in
from graphgame.playing.page import build_page
from graphgame.playing.positions import CodePositions, GamePositions
from graphgame.playing.puzzles import few_puzzles
from graphgame.playing.table import kept_moves

if TYPE_CHECKING:
    from graphgame.playing.chance_positions import StatePositions
    from graphgame.playing.game import SolvedGame
    from graphgame.playing.proven import ProvenPositions
    from graphgame.playing.views import Positions

# The most bytes in the head of a request, and the seconds within which all of it has to arrive.
LONGEST_HEAD = 1 << 14
PATIENCE = 10.0
# The seconds that it has where others wait.  A browser sends its request at once.
GRACE = 0.5
# After a refusal, what the client still sends is dropped for so long and so many bytes at the most:
# a connection that is closed before could take the answer with it.
_LINGER = 0.5, 1 << 20
_METHODS = "GET", "HEAD"


class RefusedError(Exception):
    """A request that is answered with an error.

    Attributes
    ----------
    status : HTTPStatus
    message : str
    """

    status: HTTPStatus
    message: str

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


def refuse(status: HTTPStatus, message: str) -> NoReturn:
    """Raise RefusedError."""
    raise RefusedError(status, message)


def read_head(connection: socket.socket, patience: float) -> bytes:
    """Read the head of a request; empty if the client closes the connection before.

    What comes after the head in the same packets is dropped.

    Raises
    ------
    RefusedError
        If the head is too long, or does not arrive in time.
    """
    last = time.monotonic() + patience
    head = bytearray()
    try:
        while True:
            connection.settimeout(max(last - time.monotonic(), 0.001))
            piece = connection.recv(4096)
            head += piece
            end = _end(head)
            if end and end <= LONGEST_HEAD:
                return bytes(head[:end])
            if not piece:
                return b""
            if len(head) > LONGEST_HEAD:
                status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
                refuse(status, f"request: expected a head of at most {LONGEST_HEAD} bytes")
    except TimeoutError:
        refuse(HTTPStatus.REQUEST_TIMEOUT, f"request: expected its head within {patience:g} s")


def _end(head: bytearray) -> int:
    """Return where the head ends, 0 if it has not: lines end with CR and LF, or with LF alone."""
    ends = [at + len(mark) for mark in (b"\r\n\r\n", b"\n\n") if (at := head.find(mark)) >= 0]
    return min(ends, default=0)


def check_request(method: str, headers: Message, port: int) -> None:
    """Refuse a request with a body, of another method, for another host, or from another site."""
    if headers.get_all("Transfer-Encoding"):
        refuse(HTTPStatus.BAD_REQUEST, "request: expected no body, got a Transfer-Encoding")
    lengths = headers.get_all("Content-Length", [])
    if any(not (x.isascii() and x.isdecimal()) for x in lengths):
        refuse(HTTPStatus.BAD_REQUEST, "request: expected no body, got a Content-Length unread")
    if any(x.strip("0") for x in lengths):
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        refuse(status, f"request: expected no body, got one of {lengths[0][:30]} bytes")
    _check_host(headers, port)
    if method not in _METHODS:
        refuse(HTTPStatus.METHOD_NOT_ALLOWED, f"method: expected GET or HEAD, got {method[:30]}")


def _check_host(headers: Message, port: int) -> None:
    own = [*_hosts(port)]
    hosts = [x.strip().lower() for x in headers.get_all("Host", [])]
    if len(hosts) != 1 or hosts[0] not in own:
        found = ", ".join(x[:60] for x in hosts[:3]) or "none"
        refuse(HTTPStatus.FORBIDDEN, f"Host: expected {own[0]} or {own[1]}, got {found}")
    for origin in headers.get_all("Origin", []):
        if origin.strip().lower() not in [f"http://{host}" for host in own]:
            refuse(HTTPStatus.FORBIDDEN, f"Origin: expected this page, got {origin[:60]}")


def _hosts(port: int) -> Iterable[str]:
    for name in ("127.0.0.1", "localhost"):
        yield f"{name}:{port}"
    if port == 80:
        yield from ("127.0.0.1", "localhost")


def check_site(headers: Message, page: bool) -> None:
    """Refuse what another site requests; it may link to the page, and nothing else."""
    site = headers.get("Sec-Fetch-Site", "none").strip().lower()
    followed = headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Dest")
    if site not in ("same-origin", "none") and not (page and followed == ("navigate", "document")):
        refuse(HTTPStatus.FORBIDDEN, f"Sec-Fetch-Site: expected same-origin, got {site[:30]}")


def read_query(query: str, name: str) -> str | None:
    """Return the value of the only parameter that a query may have, None if it is empty."""
    try:
        pairs = parse_qsl(
            query, keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=1
        )
    except ValueError:  # also of bytes that are not UTF-8
        pairs = [("", "")]
    if not query:
        return None
    if [key for key, _ in pairs] != [name]:
        refuse(HTTPStatus.BAD_REQUEST, f"query: expected ?{name}=…, got ?{query[:60]}")
    return pairs[0][1]


def drop_rest(connection: socket.socket) -> None:
    """Close the way out, and drop what the client still sends, for a short time."""
    seconds, most = _LINGER
    last = time.monotonic() + seconds
    try:
        connection.shutdown(socket.SHUT_WR)
        while most > 0 and (left := last - time.monotonic()) > 0:
            connection.settimeout(left)
            piece = connection.recv(1 << 16)
            if not piece:
                return
            most -= len(piece)
    except OSError:  # it is gone, or silent
        return


# -- the server ------------------------------------------------------------------------------------

HOST = "127.0.0.1"
PORT = 8000
# The most moves of a game that is looked through for puzzles when the server starts.
MOST_SEARCHED = 4_000_000
# Connections that are open at a time.
_MOST = 256
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
    positions: GamePositions | CodePositions | StatePositions | ProvenPositions,
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
        "about": style.about,
        "plain": positions.plain,
        "endless": positions.endless,
        **style.shown(drawn=positions.drawn),
        "puzzles": _puzzles(positions),
        "http": {
            "start": positions.start,
            "size": positions.size,
            "named": positions.named,
            "sure": positions.is_sure,
        },
    }
    if positions.proof is not None:
        data["proof"] = positions.proof
    if positions.owners is not None:
        data["owners"] = positions.owners
    if positions.chance is not None:
        data["chance"] = positions.chance
    title = title_in(style.title, style.languages)
    return build_page(data, title=title, languages=style.languages, connect="'self'")


def _puzzles(positions: Positions) -> list[str]:
    """Return the keys of ten puzzles; none of a game that is too large to look for them."""
    if isinstance(positions, CodePositions):
        return [*map(str, positions.game.puzzles(positions.look.board))]
    if not isinstance(positions, GamePositions) or positions.chance is not None:
        return []
    if len(positions.game.option_idx) > MOST_SEARCHED:
        return []
    return few_puzzles(positions.game, positions.look, kept_moves(positions.game))


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
    grace : float
        Seconds that a client has for either where others wait for its place.
    """

    daemon_threads = True
    block_on_close = False  # Ctrl-C ends at once
    request_queue_size = 1024
    allow_reuse_address = True  # a port that has just been left
    allow_reuse_port = False  # but none that is in use
    positions: Positions
    page: bytes
    patience: float
    grace: float = GRACE
    server_name: str
    server_port: int

    def __init__(
        self, positions: Positions, page: str, port: int, patience: float = PATIENCE
    ) -> None:
        if not 0 <= port < 1 << 16:
            raise GraphGameError(f"port: expected 0 to 65535, got {port}")
        self.positions, self.page, self.patience = positions, page.encode(), patience
        self.asking: Lock = Lock()
        self._free = BoundedSemaphore(_MOST)
        # Since when a thread waits for a client, the longest first.
        self._waiting: dict[socket.socket, float] = {}
        # The connection that a thread may have begun to answer when Ctrl-C came.
        self._shared: socket.socket | None = None
        self._changing: Lock = Lock()
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
        while not self._free.acquire(blocking=False):
            if self._free.acquire(timeout=self._drop_slowest()):
                break
        try:
            super().process_request(request, client_address)
        except BaseException as error:
            if isinstance(error, Exception):
                self._free.release()
            else:  # Ctrl-C: the thread may have begun; it releases its place, and closes
                self._shared = request
            raise

    def shutdown_request(self, request: Any) -> None:
        """Close a connection; of two threads that have it, the last to be done does.

        A thread must not wait for a descriptor that another thread has closed.
        """
        with self._changing:
            is_shared, self._shared = request is self._shared, None
        if not is_shared:
            super().shutdown_request(request)
            return
        with suppress(OSError):  # it is gone
            request.shutdown(socket.SHUT_RDWR)  # ends what the other thread waits for

    def _drop_slowest(self) -> float:
        """Drop the client that keeps its thread waiting longest, if its time is over.

        Returns
        -------
        float
            The seconds after which to look again.
        """
        with self._changing:
            client, since = next(iter(self._waiting.items()), (None, time.monotonic()))
            left = since + self.grace - time.monotonic()
            if client is None or left > 0:
                return max(min(left, self.grace), 0.001)
            del self._waiting[client]
        with suppress(OSError):  # it is gone
            client.shutdown(socket.SHUT_RDWR)  # ends what its thread waits for
        return self.grace

    @contextmanager
    def waiting_for(self, client: socket.socket) -> Iterator[None]:
        """Record that a thread waits for a client, which may be dropped."""
        with self._changing:
            self._waiting[client] = time.monotonic()
        try:
            yield
        finally:
            with self._changing:
                self._waiting.pop(client, None)

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
            refuse(HTTPStatus.NOT_FOUND, f"path: expected {expected}, got {path[:60]}")
        try:
            with self.asking:
                found = answers[path](query)
        except UnknownPositionError as error:
            refuse(HTTPStatus.NOT_FOUND, str(error))
        except GraphGameError as error:  # what the functions of the author return
            refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
        return _JSON, json_bytes(found)

    def _position(self, query: str) -> object:
        key = read_query(query, "p")
        return self.positions.view(self.positions.start if key is None else key)

    def _find(self, query: str) -> object:
        text = read_query(query, "text")
        if text is None:
            refuse(HTTPStatus.BAD_REQUEST, "query: expected ?text=…, got none")
        # No error: a browser would report it to the person, who only mistyped.
        try:
            return {"position": self.positions.find(text)}
        except UnknownPositionError:
            return {"position": None}

    def _histogram(self, query: str) -> object:
        if query:
            refuse(HTTPStatus.BAD_REQUEST, f"query: expected none, got ?{query[:60]}")
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
                with self.server.waiting_for(self.connection):
                    head = read_head(self.connection, self.server.patience)
                if not head:
                    return
                kind, body = self._answer(head)
                status = HTTPStatus.OK
            except RefusedError as error:
                refused, status = True, error.status
                kind, body = _JSON, json_bytes({"error": error.message})
            self._send(status, kind, body)
        finally:
            if refused:
                drop_rest(self.connection)

    def finish(self) -> None:
        """Skip flushing: answers are sent as a whole."""

    def _answer(self, head: bytes) -> tuple[str, bytes]:
        self.rfile = BytesIO(head)
        self.raw_requestline = self.rfile.readline()
        if not self.parse_request() or self.request_version == "HTTP/0.9":
            refuse(HTTPStatus.BAD_REQUEST, "request: expected one in HTTP/1.1")
        check_request(self.command, self.headers, self.server.server_port)
        path, _, query = self.path.partition("?")
        check_site(self.headers, path == "/")
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
        with self.server.waiting_for(self.connection):
            self.connection.sendall(answer if self.command == "HEAD" else answer + body)

    def handle_expect_100(self) -> bool:
        """Send nothing yet to a client that waits to send a body: it will be refused."""
        return True

    def send_error(
        self, code: int, message: str | None = None, _explain: str | None = None
    ) -> None:
        """Refuse a request that cannot be parsed; `parse_request` calls this."""
        refuse(HTTPStatus(code), f"request: {message or HTTPStatus(code).phrase}"[:200])


def json_bytes(data: object) -> bytes:
    """Return data as JSON, in ASCII."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def open_browser(address: str) -> None:
    """Open a page in the browser of the person; a thread waits for it."""
    import webbrowser

    Thread(target=webbrowser.open, args=[address], daemon=True).start()
