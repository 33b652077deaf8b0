"""What a request to the local server may say: its head, its target, and where it comes from.

A page of another site must not read a game through the browser of the person who plays it.  So a
request has to name this server as its host (against DNS rebinding), and to come from its own page.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable
from email.message import Message
from http import HTTPStatus
from typing import NoReturn
from urllib.parse import parse_qsl

# The most bytes in the head of a request, and the seconds within which all of it has to arrive.
LONGEST_HEAD = 1 << 14
PATIENCE = 10.0
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


def check(method: str, headers: Message, port: int) -> None:
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
