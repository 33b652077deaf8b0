"""Published databases on the web: read over HTTP by ranges of one file, or file by file.

The standard library alone, one connection, and no proxy.  What a server sends is believed in
nothing: lengths and ranges are compared with what was asked for, and bytes with the checksums of
the format.  A name is followed to public addresses only: one that leads to this machine or to a
private network would let whoever publishes a name read what only we reach.  Who means such an
address writes it down: ``http://127.0.0.1:8000/`` or ``http://localhost:8000/``.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Lock
from urllib.parse import SplitResult, urljoin, urlsplit

from graphgame.answers.published_files import HEAD
from graphgame.answers.published_index import MOST_HEAD, PREFIX, DamagedError, Head
from graphgame.errors import SolutionFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.answers.published_files import Source

# What is read of a file first: nearly all heads are shorter.
_FIRST = 1 << 15
# Seconds that a server has for the next bytes, and addresses that it may send us on to.
PATIENCE = 30.0
_MOST_REDIRECTS = 4
_MOVED = 301, 302, 303, 307, 308
_PORTS = {"http": 80, "https": 443}
_RANGE = re.compile(r"bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})")


def open_url(url: str) -> Source:
    """Return where the bytes of a published database at a URL come from.

    A URL that ends with a slash names a folder, any other one a file that is read by ranges.

    Raises
    ------
    SolutionFileError
        If it is no URL.
    """
    try:
        _origin(url)
    except DamagedError as error:
        message = f"path: expected {error.expected}, got {error.found}"
        raise SolutionFileError(message) from None
    parts = urlsplit(url)
    return HttpFolder(url) if parts.path.endswith("/") or not parts.path else HttpFile(url)


class _Server:
    """One origin, asked for one thing at a time over one connection.

    Parameters
    ----------
    url : str
    """

    def __init__(self, url: str) -> None:
        self._connection: HTTPConnection | None = None
        self.origin = _origin(url)
        self._lock: Any = Lock()

    def get(self, url: str, most: int, first: int | None = None) -> tuple[HTTPResponse, bytes]:
        """Return the answer to a request, and its body of at most so many bytes.

        Parameters
        ----------
        url : str
        most : int
            With `first`, so many bytes are asked for, by a range.
        first : int, optional

        Raises
        ------
        DamagedError
            If the server cannot be reached, or refuses, or sends us elsewhere, or sends more.
        """
        headers = {"Accept-Encoding": "identity", "User-Agent": "graphgame"}
        if first is not None:
            headers["Range"] = f"bytes={first}-{first + most - 1}"
        with self._lock:
            for _ in range(_MOST_REDIRECTS):
                answer = self._asked(url, headers)
                if answer.status not in _MOVED:
                    return answer, self._body(answer, most, 200 if first is None else 206)
                location = urljoin(url, answer.getheader("Location") or "")
                self._drop(answer)
                if _origin(location) != self.origin:
                    raise DamagedError(
                        "an answer", f"a redirect to another origin, {_shown(location)}; open it "
                        "by that URL if you trust it",
                    )  # fmt: skip
                url = location
            raise DamagedError("an answer", f"more than {_MOST_REDIRECTS - 1} redirects")

    def _asked(self, url: str, headers: dict[str, str]) -> HTTPResponse:
        """Return the beginning of an answer; a connection that was left is opened once more."""
        parts = urlsplit(url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            for is_last in (self._connection is None, True):
                if self._connection is None:
                    self._connection = _connection(parts)
                try:
                    self._connection.request("GET", target, headers=headers)
                    return self._connection.getresponse()
                except (HTTPException, ConnectionError):
                    self._drop()
                    if is_last:
                        raise
            raise AssertionError
        except (HTTPException, OSError, UnicodeError) as error:
            self._drop()
            raise DamagedError("an answer", _reason(error)) from error

    def _body(self, answer: HTTPResponse, most: int, status: int) -> bytes:
        """Return the body of an answer of a status; the connection of any other one is closed."""
        try:
            if answer.status != status:
                raise DamagedError("an answer", _status(answer, status))
            packing = answer.getheader("Content-Encoding", "identity")
            if packing != "identity":
                raise DamagedError("the bytes of the file", f"an encoding of them, {packing[:40]}")
            length = answer.getheader("Content-Length")
            if length is not None and not (length.isascii() and length.isdecimal()):
                raise DamagedError("an answer with a length", f"{length[:40]!r}")
            if length is not None and int(length) > most:
                raise DamagedError(f"at most {most} bytes", f"{length}")
            body = answer.read(most + 1)
            if length is not None and len(body) != int(length):
                raise DamagedError(f"{length} bytes, as the server announces", f"{len(body)}")
            if len(body) > most:
                raise DamagedError(f"at most {most} bytes", "more")
        except (HTTPException, OSError) as error:
            self._drop(answer)
            raise DamagedError("an answer", _reason(error)) from error
        except BaseException:
            self._drop(answer)
            raise
        if not answer.isclosed():  # without a length nobody knows whether this was the end
            self._drop(answer)
        return body

    def _drop(self, answer: HTTPResponse | None = None) -> None:
        """Close the connection, and an answer that was not read to its end."""
        if answer is not None:
            answer.close()
        if self._connection is not None:
            with suppress(OSError):
                self._connection.close()
        self._connection = None

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._drop()

    def __del__(self) -> None:
        self._drop()  # as a map of a file is closed with the last question about it


class HttpFile:
    """One file on a server, read by ranges.

    Parameters
    ----------
    url : str
    """

    is_remote = True

    def __init__(self, url: str) -> None:
        self.name: str = url
        self._server = _Server(url)
        self._size: int | None = None

    def head(self) -> tuple[bytes, int | None]:
        """Return the head, and the bytes of the file as the server says."""
        start = self.fetch(0, _FIRST, "")
        if len(start) < PREFIX.size:
            raise DamagedError("a published database", f"{len(start)} bytes")
        size = Head.read_size(start)
        if size > len(start):
            start += self.fetch(len(start), size - len(start), "")
        return start[:size], self._size

    def fetch(self, at: int, size: int, file: str) -> bytes:  # noqa: ARG002
        """Return bytes from a place on; fewer where the file ends."""
        answer, body = self._server.get(self.name, size, at)
        found = _RANGE.fullmatch(answer.getheader("Content-Range", ""))
        first, last, whole = map(int, found.groups()) if found else (-1, -1, -1)
        expected = min(at + size, whole) - 1
        if found is None or (first, last) != (at, expected) or len(body) != last - first + 1:
            said = answer.getheader("Content-Range", "no range")[:60]
            raise DamagedError(f"bytes {at} to {at + size - 1}", f"{len(body)} bytes, {said}")
        if self._size not in (None, whole):
            raise DamagedError(f"a file of {self._size} bytes", f"{whole}: it has been changed")
        self._size = whole
        return body

    def close(self) -> None:
        """Close the connection."""
        self._server.close()


class HttpFolder:
    """A folder of files on a server, each of which is read whole.

    Parameters
    ----------
    url : str
        With a slash at its end.
    """

    is_remote = True

    def __init__(self, url: str) -> None:
        self.name: str = url
        self._server = _Server(url)

    def head(self) -> tuple[bytes, int | None]:
        """Return the head, which is a file of its own."""
        content = self.fetch(0, MOST_HEAD, HEAD)
        if len(content) > Head.read_size(content) and not _is_split(content):
            raise DamagedError(
                "a folder with a file for each block", f"one file: open it as {self.name}{HEAD}"
            )
        return content, None

    def fetch(self, at: int, size: int, file: str) -> bytes:  # noqa: ARG002
        """Return the bytes of a file."""
        return self._server.get(urljoin(self.name, file), size)[1]

    def close(self) -> None:
        """Close the connection."""
        self._server.close()


def _is_split(content: bytes) -> bool:
    """Return whether a head, behind which there is more, says that each block is a file."""
    with suppress(DamagedError):
        return bool(Head.from_bytes(content[: Head.read_size(content)]).fields["split"])
    return True


# -- addresses ------------------------------------------------------------------------------------


def _origin(url: str) -> tuple[str, str, int]:
    """Return scheme, host and port of a URL."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise DamagedError("a URL", f"{_shown(url)}: {error}") from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise DamagedError("a URL of http or https with a host", _shown(url))
    if parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise DamagedError("a URL of printable ASCII without a name of a user", _shown(url))
    return parts.scheme, parts.hostname, _PORTS[parts.scheme] if port is None else port


def _connection(parts: SplitResult) -> HTTPConnection:
    """Return a connection to the server of a URL, at an address that may be contacted."""
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    reached = _reached(_addresses(host, port), port)
    if parts.scheme == "http":
        connection = HTTPConnection(host, port, timeout=PATIENCE)
    else:
        import ssl

        context = ssl.create_default_context()
        connection = HTTPSConnection(host, port, timeout=PATIENCE, context=context)
        reached = context.wrap_socket(reached, server_hostname=host)
    connection.sock = reached
    connection.auto_open = 0  # it would look the name up again
    return connection


def _reached(addresses: list[str], port: int) -> socket.socket:
    """Return a connection to the first of some addresses that can be reached."""
    for address in addresses[:-1]:
        with suppress(OSError):
            return socket.create_connection((address, port), PATIENCE)
    return socket.create_connection((addresses[-1], port), PATIENCE)


def _addresses(host: str, port: int) -> list[str]:
    """Return the addresses of a host: public ones, or the one that the URL itself names.

    The name is looked up once, so that no second answer leads elsewhere.
    """
    with suppress(ValueError):
        return [str(ipaddress.ip_address(host))]
    if host == "localhost" or host.endswith(".localhost"):
        return [host]
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(row[4][0]) for row in found]
    for address in addresses:
        if not ipaddress.ip_address(address.partition("%")[0]).is_global:
            raise DamagedError(
                f"a public address of {host}",
                f"{address}, a private one, which is contacted only if the URL names it",
            )
    return addresses


def _status(answer: HTTPResponse, expected: int) -> str:
    """Return what an answer of another status means."""
    status = answer.status
    if expected == 206 and status == 200:
        return (
            "the whole file, from a server that knows no ranges; publish with split=True, and "
            "open the folder by its URL with a slash at its end"
        )
    if status == 416:
        return "none so far in the file (416), which was cut"
    reason = "".join(c for c in answer.reason if c.isprintable())[:60]
    return f"{status} {reason}".strip()


def _reason(error: BaseException) -> str:
    """Return what went wrong on the way, in a few words."""
    if isinstance(error, TimeoutError):
        return f"none within {PATIENCE:g} s"
    text = str(getattr(error, "strerror", None) or error) or type(error).__name__
    return "".join(c if c.isprintable() else " " for c in text)[:120]


def _shown(url: str) -> str:
    """Return a URL as errors print it."""
    return url[:200] if url.isprintable() else repr(url[:200])
