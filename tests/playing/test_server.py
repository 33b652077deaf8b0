"""The local server: every answer against its schema and the solution, and what it refuses.

Pinned here: it listens on 127.0.0.1 alone; it answers requests of its own page and of nobody
else's; a body is never read; clients that are slow, many, or gone keep nobody waiting for ever;
Ctrl-C ends it at once.
"""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest

import graphgame as gg
from graphgame.errors import GraphGameError
from graphgame.playing import requests, server
from graphgame.playing.game import Look
from tests.cli.test_command import assert_refused, environment, run
from tests.playing.games import GAMES, Played, cycle, take, tic_tac_toe
from tests.playing.serving import WAIT, Answer, Client, parsed, served

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with served(cycle()) as client:
        yield client


def assert_error(answer: Answer, status: int, *parts: str) -> None:
    """Check for an error in JSON of one line, with the headers of all answers."""
    assert answer.status == status, answer.body
    assert [*answer.data] == ["error"]
    assert answer.headers["Content-Length"] == str(len(answer.body))
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Cache-Control"):
        assert name in answer.headers
    for part in parts:
        assert part in answer.data["error"]


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
                    wrong = [{**move, "moveValue": 1}, {**move, "turn": 2}, {**move, "position": 0}]
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
    assert data["kind"] == "http" and data["http"] == {"start": "0", "size": 4, "named": False}
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
    assert [*requests._hosts(80)][2:] == ["127.0.0.1", "localhost"]
    assert [*requests._hosts(8080)] == ["127.0.0.1:8080", "localhost:8080"]


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


# -- many, slow, and gone -------------------------------------------------------------------------


def test_a_thousand_requests_at_once() -> None:
    with served(cycle()) as client:
        request = f"GET /positions/?p=2 HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode()
        opened = []
        try:
            for _ in range(500):  # connected before any is answered
                connection = client.connect()
                opened.append(connection)
            with ThreadPoolExecutor(100) as pool:
                others = [pool.submit(client.send, request) for _ in range(500)]
                for connection in opened:
                    connection.sendall(request)
                for connection in opened:
                    answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))  # noqa: B023
                    assert parsed(answer).data["name"] == "3"
                assert [parsed(x.result(WAIT)).status for x in others] == [200] * 500
        finally:
            for connection in opened:
                connection.close()


def test_a_slow_client_is_answered_that_it_is_late() -> None:
    with served(cycle(), patience=0.2) as client:
        with client.connect() as slow:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            answer = b"".join(iter(lambda: slow.recv(1 << 16), b""))
            assert_error(parsed(answer), 408, "within 0.2 s")
        with client.connect() as silent:
            assert b" 408 " in silent.recv(1 << 16)


def test_clients_that_send_nothing_keep_nobody_waiting_for_ever() -> None:
    with served(cycle(), patience=0.5) as client:
        silent = [client.connect() for _ in range(server._MOST + 20)]
        try:
            assert client.ask("/positions/").status == 200
        finally:
            for connection in silent:
                connection.close()


def test_clients_that_go_away_are_forgotten(capfd: pytest.CaptureFixture[str]) -> None:
    with served(cycle()) as client:
        for data in (b"", b"GET / HT", f"GET / HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode()):
            for _ in range(10):
                with client.connect() as opened:
                    opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                    opened.sendall(data)  # and a reset
        assert client.ask("/positions/").status == 200
    assert capfd.readouterr().err == ""


def test_what_an_author_gets_wrong_later_is_an_answer(capfd: pytest.CaptureFixture[str]) -> None:
    solution = gg.solve({"a": ["b"], "b": ["c"], "c": ["d"], "d": []})
    look = Look(board=lambda x: "." if x in "ab" else 1 // 0)  # type: ignore[arg-type, return-value]
    with served(Played(solution, look)) as client:
        assert_error(client.ask("/positions/?p=2"), 500, "board('c')", "ZeroDivisionError")
        assert client.ask("/positions/").status == 200
    assert capfd.readouterr().err == ""


def test_too_many_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgame.playing.positions.MOST_BARS", 2)
    with served(take()) as client:
        answer = client.ask("/histogram/")
        assert (answer.status, answer.data) == (200, None)


# -- starting and ending --------------------------------------------------------------------------


def test_a_port_in_use_is_one_error() -> None:
    with served(cycle()) as client:
        with pytest.raises(GraphGameError, match=rf"port {client.port}: .*in use; choose another"):
            server.serve(cycle().solution._solved_game(), port=client.port)
        done = run("serve", "--port", str(client.port), text=b"2 1\n1 2\n")
        assert_refused(done, f"port {client.port}: expected a free one, got one in use")
        assert client.ask("/positions/").status == 200
    for port in (-1, 65536):
        with pytest.raises(GraphGameError, match="port: expected 0 to 65535"):
            server.serve(cycle().solution._solved_game(), port=port)


def started(*options: str, text: bytes = b"2 1\n1 2\n") -> tuple[subprocess.Popen[bytes], str]:
    """Start the command; return it and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "graphgame", "serve", "--port", "0", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None and process.stderr is not None
    process.stdin.write(text)
    process.stdin.close()
    line = process.stderr.readline().decode()
    match = re.fullmatch(r"graphgame: (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends\)\n", line)
    assert match is not None, line
    return process, match[1]


def stopped(process: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    """Send Ctrl-C; return the status and the rest of both outputs."""
    process.send_signal(signal.SIGINT)
    status = process.wait(WAIT)
    with process, process.stdout, process.stderr:  # type: ignore[union-attr]
        return status, process.stdout.read(), process.stderr.read()  # type: ignore[union-attr]


@pytest.mark.large
def test_ctrl_c_ends_it_at_once_whoever_is_connected() -> None:
    process, address = started()
    try:
        port = int(address.rsplit(":", 1)[1].strip("/"))
        client = Client(SimpleNamespace(server_port=port))  # type: ignore[arg-type]
        assert client.ask("/positions/").data["name"] == "1"
        with client.connect() as silent, client.connect() as slow:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            assert stopped(process) == (130, b"", b"")
            for opened in (silent, slow):
                with suppress(ConnectionResetError):
                    assert opened.recv(1) == b""
        with pytest.raises(OSError, match=r"."):
            client.connect()
    finally:
        process.kill()


@pytest.mark.large
def test_ctrl_c_ends_it_while_connections_wait_for_others() -> None:
    process, address = started()
    connections: list[socket.socket] = []
    try:
        port = int(address.rsplit(":", 1)[1].strip("/"))
        client = Client(SimpleNamespace(server_port=port))  # type: ignore[arg-type]
        connections += [client.connect() for _ in range(server._MOST + 5)]
        assert stopped(process) == (130, b"", b"")
    finally:
        process.kill()
        for connection in connections:
            connection.close()


def test_the_command_takes_a_look_and_a_title(tmp_path: Path) -> None:
    played = tic_tac_toe()
    played.solution.save(tmp_path / "ttt.npz")
    (tmp_path / "look.py").write_text("def board(x): return x\ntitle = 'theirs'\n")
    options = [str(tmp_path / "ttt.npz"), "--look", str(tmp_path / "look.py")]
    for given, title in (((), "theirs"), (("--title", "a & b"), "a &amp; b")):
        process, address = started(*options, *given)
        try:
            port = int(address.rsplit(":", 1)[1].strip("/"))
            client = Client(SimpleNamespace(server_port=port))  # type: ignore[arg-type]
            assert f"<title>{title}</title>" in client.ask("/").body.decode()
            assert client.ask("/positions/").data["board"] == "." * 9
            assert stopped(process)[0] == 130
        finally:
            process.kill()


def test_open_starts_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = tmp_path / "said"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {said}.part && mv {said}.part {said}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    process, address = started("--open")
    try:
        while not said.exists():
            assert process.poll() is None
        assert said.read_text() == address + "\n"
        assert stopped(process)[0] == 130
    finally:
        process.kill()


def test_files_that_are_no_solutions(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_bytes(b"nothing\n")
    assert_refused(run("serve", str(text)), "text:1:1: expected a first line")
    archive = tmp_path / "archive"
    archive.write_bytes(b"PK\3\4" + bytes(100))
    assert_refused(run("serve", str(archive)), "not a graphgame solution file")
    gg.octal("0.77").save(tmp_path / "heap.npz")
    assert_refused(
        run("serve", str(tmp_path / "heap.npz")),
        "'graphgame solution', got 'graphgame heap game'; HeapGame.load reads it, and",
    )
    solution = gg.PoliceAndThief(["P.", ".T"]).solve()
    solution.save(tmp_path / "police.npz")
    for command in ("serve", "play", "page", "draw"):
        assert_refused(
            run(command, str(tmp_path / "police.npz")),
            "got 'graphgame pursuit'; PursuitSolution.load reads it, and its to_html and",
        )
    assert_refused(run("serve", str(tmp_path / "missing")), "missing: No such file")
    assert_refused(run("serve", text=b"0 0\n"), "game: expected at least one position, got none")
    assert_refused(run("serve", "--port", "70000", text=b"1 0\n"), "port: expected 0 to 65535")


def test_a_file_without_remoteness(tmp_path: Path) -> None:
    import zipfile

    gg.solve([(0, 1)]).save(tmp_path / "whole.npz")
    with (
        zipfile.ZipFile(tmp_path / "whole.npz") as whole,
        zipfile.ZipFile(tmp_path / "part.npz", "w") as part,
    ):
        for name in whole.namelist():
            if name != "remoteness.npy":
                part.writestr(name, whole.read(name))
    assert_refused(run("serve", str(tmp_path / "part.npz")), "expected the arrays", "remoteness")


def test_ctrl_c_while_a_connection_is_given_to_its_thread_ends_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(self: server.PageServer, request: Any, address: Any) -> None:
        self.process_request_thread(request, address)  # which ends before the signal is noticed
        raise KeyboardInterrupt

    monkeypatch.setattr(server.ThreadingHTTPServer, "process_request", interrupted)
    positions = server.GamePositions(take().solution._solved_game(), Look())
    with (
        server.PageServer(positions, "", 0) as running,
        socket.create_connection(("127.0.0.1", running.server_port)) as client,
    ):
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        with pytest.raises(KeyboardInterrupt):
            running.handle_request()
