"""The local server: every answer against its schema and the solution, and what it refuses.

Pinned here: it listens on 127.0.0.1 alone; it answers requests of its own page and of nobody
else's; a body is never read.  `test_server_running.py` has many, slow and vanished clients.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from graphgame.playing import server
from tests.playing.games import GAMES, Played, cycle, take, tic_tac_toe
from tests.playing.serving import Client, assert_error, parsed, served

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with served(cycle()) as client:
        yield client


# -- answers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [x for x in GAMES if x is not tic_tac_toe])
def test_every_position_is_what_its_view_is(game: Any) -> None:
    played: Played = game()
    with served(played) as client:
        for v, position in enumerate(played.solution):
            answer = client.ask(f"/positions/?p={v}")
            assert answer.status == 200 and answer.data == played.positions.view(str(v))
            found = client.ask(f"/find/?text={quote(repr(position))}")
            assert found.data == {"position": str(v)}
        assert client.ask("/positions/").data == played.positions.view(played.positions.start)
        assert client.ask("/histogram/").data == played.positions.histogram()


def test_answers_follow_their_schemas() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    referencing = pytest.importorskip("referencing")
    loaded = {path.stem: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}
    registry = referencing.Registry().with_resources(
        (f"{name}.json", referencing.Resource.from_contents(schema))
        for name, schema in loaded.items()
    )

    def valid(name: str, data: Any) -> bool:
        checker = jsonschema.Draft202012Validator(loaded[name], registry=registry)
        return bool(checker.is_valid(data))

    for game in GAMES:
        with served(game()) as client:
            size = client.server.positions.size
            assert size is not None
            for v in range(0, size, 1 + size // 50):
                data = client.ask(f"/positions/?p={v}").data
                assert valid("position", data)
                assert not valid("position", {**data, "odd": 1})
                assert not valid("position", {**data, "positionValue": "WIN"})
                for move in data["moves"]:
                    wrong = [{**move, "moveValue": 1}, {**move, "turn": 3}, {**move, "position": 0}]
                    assert not any(valid("position", {**data, "moves": [x]}) for x in wrong)
            for name, target, key in (
                ("histogram", "/histogram/", "win"),
                ("find", "/find/?text=%230", "position"),
                ("error", "/nowhere", "error"),
            ):
                data = client.ask(target).data
                assert valid(name, data)
                assert not valid(name, {**data, "odd": 1}) and not valid(name, {**data, key: 1})


def test_the_page_connects_to_its_server_alone(client: Client) -> None:
    answer = client.ask("/")
    text = answer.body.decode()
    assert answer.status == 200 and answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in text and "connect-src 'self'" in text
    match = re.search(r'<script type="application/json" id="game">(.*?)</script>', text)
    assert match is not None
    data = json.loads(match[1])
    known = {"start": "0", "size": 4, "named": False, "sure": False}
    assert data["kind"] == "http" and data["http"] == known
    assert data["shape"] is None


def test_the_page_has_the_look_of_the_game() -> None:
    title = "<script>alert(1)</script>"
    played = take()
    played = played._replace(look=played.look._replace(title=title, pieces={"o": "•"}))
    with served(played) as client:
        text = client.ask("/").body.decode()
    assert title not in text and escape(title) in text and '<html lang="fa" dir="rtl">' in text
    match = re.search(r'id="game">(.*?)</script>', text)
    assert match is not None
    data = json.loads(match[1])
    assert data["title"] == title and data["pieces"] == {"o": {"text": "•"}}
    assert data["shape"]["centres"][1] == [1, 1] and data["http"]["named"] is True


def test_every_answer_has_the_headers_that_keep_others_out(client: Client) -> None:
    for target in ("/", "/positions/", "/nowhere"):
        headers = client.ask(target).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store" and headers["Connection"] == "close"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "Server" not in headers


def test_head_has_the_headers_of_get_and_no_body(client: Client) -> None:
    for target in ("/", "/positions/?p=1", "/nowhere"):
        get, head = client.ask(target), client.ask(target, "HEAD")
        assert (head.status, head.headers, head.body) == (get.status, get.headers, b"")
        assert get.headers["Content-Length"] == str(len(get.body))


# -- who may ask ----------------------------------------------------------------------------------


def test_hosts(client: Client) -> None:
    for host in (client.host, f"localhost:{client.port}", f"LOCALHOST:{client.port}"):
        assert client.ask("/positions/", host=host).status == 200
    for host in (
        "",
        "127.0.0.1",
        "localhost",
        f"127.0.0.1:{client.port + 1}",
        f"evil.example:{client.port}",
        f"127.0.0.1.evil.example:{client.port}",
        f"127.0.0.1:{client.port}.evil.example",
        f"evil@127.0.0.1:{client.port}",
        f"[::1]:{client.port}",
        f"0.0.0.0:{client.port}",
    ):
        assert_error(client.ask("/positions/", host=host), 403, "Host: expected 127.0.0.1:")
    assert_error(parsed(client.send(b"GET / HTTP/1.1\r\n\r\n")), 403, "got none")
    assert_error(parsed(client.send(b"GET / HTTP/1.0\r\n\r\n")), 403, "got none")
    twice = f"GET / HTTP/1.1\r\nHost: {client.host}\r\nHost: evil.example\r\n\r\n"
    assert_error(parsed(client.send(twice.encode())), 403, "evil.example")


def test_port_80_needs_no_number() -> None:
    assert [*server._hosts(80)][2:] == ["127.0.0.1", "localhost"]
    assert [*server._hosts(8080)] == ["127.0.0.1:8080", "localhost:8080"]


def test_origins_and_sites(client: Client) -> None:
    own = f"http://{client.host}"
    assert client.ask("/positions/", Origin=own).status == 200
    for origin in ("null", "http://evil.example", own + "0", own.replace("http", "https")):
        assert_error(client.ask("/positions/", Origin=origin), 403, "Origin: expected this page")
    for site in ("same-origin", "none"):
        assert client.ask("/positions/", Sec_Fetch_Site=site).status == 200
    for site in ("cross-site", "same-site", "?"):
        assert_error(client.ask("/positions/", Sec_Fetch_Site=site), 403, "Sec-Fetch-Site")
        followed = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
        assert client.ask("/", Sec_Fetch_Site=site, **followed).status == 200  # a link
        assert_error(client.ask("/positions/", Sec_Fetch_Site=site, **followed), 403)
        framed = {"Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"}
        assert_error(client.ask("/", Sec_Fetch_Site=site, **framed), 403)


def test_it_listens_on_this_machine_alone(client: Client) -> None:
    assert client.server.socket.getsockname() == ("127.0.0.1", client.port)


# -- what may be asked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        "/..",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/positions/../positions/",
        "/%70ositions/",
        "/positions",
        "/positions/0",
        "//etc/passwd",
        "//127.0.0.1/positions/",
        "/index.html",
        "/favicon.ico",
        "/POSITIONS/",
        "/..%5c..",
        "/\x00",
        "http://evil.example/",
        "*",
        "positions/",
    ],
)
def test_paths_outside(client: Client, target: str) -> None:
    assert_error(client.ask(target), 404, "path: expected /, /positions/, /find/, /histogram/, got")


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/positions/?p=4", 404),
        ("/positions/?p=-1", 404),
        ("/positions/?p=", 404),
        ("/positions/?p=%00", 404),
        ("/positions/?p=00", 404),
        ("/positions/?p=" + "9" * 5000, 404),
        ("/positions/?q=1", 400),
        ("/positions/?p", 400),
        ("/positions/?p=1&p=2", 400),
        ("/positions/?p=1&q=2", 400),
        ("/positions/?p=%ff", 400),
        ("/positions/?p=1;q=2", 404),
        ("/find/", 400),
        ("/find/?text=", 200),  # no error, which a browser would report on its console
        ("/find/?text=nowhere", 200),
        ("/find/?text=" + "(" * 5000, 200),
        ("/find/?text=%ed%a0%80", 400),
        ("/histogram/?p=1", 400),
        ("/?p=1", 200),  # as other pages of its kind, it takes no notice
    ],
)
def test_queries(client: Client, target: str, status: int) -> None:
    answer = client.ask(target)
    assert answer.status == status
    if status != 200:
        assert_error(answer, status)
        assert len(answer.body) < 1000


@pytest.mark.parametrize("text", ["", "nowhere", "(" * 5000, "%234", "%23-1"])
def test_a_text_that_names_no_position(client: Client, text: str) -> None:
    assert client.ask(f"/find/?text={text}").data == {"position": None}


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "ODD"])
def test_other_methods(client: Client, method: str) -> None:
    answer = client.ask("/", method)
    assert_error(answer, 405, "method: expected GET or HEAD")
    assert answer.headers["Allow"] == "GET, HEAD"


# -- bodies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_a_body_of_a_gigabyte_is_refused_when_it_is_announced(client: Client, method: str) -> None:
    assert_error(client.ask("/", method, Content_Length=str(1 << 30)), 413, "1073741824 bytes")
    waits = client.ask("/", method, Content_Length=str(1 << 30), Expect="100-continue")
    assert_error(waits, 413)  # and no "100 Continue" comes before it


def test_a_body_that_is_sent_all_the_same_is_not_read(client: Client) -> None:
    head = f"POST / HTTP/1.1\r\nHost: {client.host}\r\nContent-Length: 1073741824\r\n\r\n"
    sent, block = 0, bytes(1 << 20)
    with client.connect() as opened:
        opened.sendall(head.encode())
        try:
            while sent < 1 << 30:
                sent += opened.send(block)
        except OSError:  # the connection has been closed
            pass
    assert sent < 1 << 28  # what fits into buffers, and what is dropped
    assert client.ask("/positions/").status == 200


def test_other_bodies(client: Client) -> None:
    assert_error(client.ask("/", Transfer_Encoding="chunked"), 400, "Transfer-Encoding")
    assert_error(client.ask("/", "POST", Transfer_Encoding="chunked", Content_Length="3"), 400)
    for length in ("-1", "1x", "", "٣", "0x10", "1, 1"):
        assert_error(client.ask("/", Content_Length=length), 400, "Content-Length")
    assert client.ask("/", Content_Length="0").status == 200
    # What looks like a second request is none: a connection is one request.
    twice = f"GET /positions/ HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode() * 2
    assert client.send(twice).count(b"HTTP/1.1 200") == 1


# -- heads ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n", 431),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000, 431),
        (b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * 200, 431),
        (b"GET / HTTP/2.0\r\n", 505),
        (b"GET / HTTP/x\r\n", 400),
        (b"GET /\r\n", 400),
        (b"\r\n", 400),
        (b"GET\r\n", 400),
        (b"GET / / HTTP/1.1\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n", 400),  # TLS
        (b"\xff\xfe\r\n", 400),
    ],
)
def test_heads_that_are_none(client: Client, head: bytes, status: int) -> None:
    answer = parsed(client.send(head + b"\r\n"))
    assert_error(answer, status)
    assert len(answer.body) < 400


def test_a_line_may_end_without_a_carriage_return(client: Client) -> None:
    answer = client.send(f"GET /positions/ HTTP/1.1\nHost: {client.host}\n\n".encode())
    assert parsed(answer).status == 200
