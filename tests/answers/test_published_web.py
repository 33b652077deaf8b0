"""Published databases over HTTP on loopback: answers of the source from few requests, or a refusal.

Pinned here: servers with and without ranges, of one request a connection or of many, slow ones, and
ones that lie about lengths, ranges and encodings, cut what they send, move to other places or are
not there; how many requests and bytes a look-up takes; which addresses are contacted.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import Database, SolutionFileError
from graphgame.answers import http_files, published_blocks, published_storage, publishing
from tests.answers.folders import loopy, write

GAME = loopy(6, 3000, gap=10**12)
GAME = replace(GAME, starts=GAME.starts[:3])


class Site(ThreadingHTTPServer):
    """Files by their paths, and what was asked for: (path, range, bytes sent)."""

    def __init__(self, files: dict[str, bytes], handler: Any) -> None:
        self.files = files
        self.log: list[tuple[str, str | None, int]] = []
        self.connections = 0
        self._opened: list[socket.socket] = []
        super().__init__(("127.0.0.1", 0), handler)

    def process_request(self, request: Any, address: Any) -> None:
        self.connections += 1
        self._opened.append(request)
        super().process_request(request, address)

    def drop(self) -> None:
        """Answer nothing any more, neither over new connections nor over those that are open."""
        self.shutdown()
        self.server_close()
        for opened in self._opened:
            with suppress(OSError):  # it has been closed
                opened.shutdown(socket.SHUT_RDWR)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


class Ranges(BaseHTTPRequestHandler):
    """Sends ranges of files, over connections that stay open."""

    protocol_version = "HTTP/1.1"
    server: Site

    def log_message(self, *arguments: object) -> None:
        del arguments

    def do_GET(self) -> None:
        content = self.server.files.get(self.path)
        asked = self.headers.get("Range")
        if content is None:
            self.send_error(404)
            return
        if asked is None:
            self.reply(200, content, {})
            return
        first, last = (int(x) for x in asked.removeprefix("bytes=").split("-"))
        if first >= len(content):
            self.send_error(416)
            return
        some = content[first : last + 1]
        said = f"bytes {first}-{first + len(some) - 1}/{len(content)}"
        self.reply(206, some, {"Content-Range": said})

    def reply(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.server.log.append((self.path, self.headers.get("Range"), len(body)))
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serving(files: dict[str, bytes], handler: Any = Ranges) -> Iterator[Site]:
    """Serve files on loopback."""
    with Site(files, handler) as site:
        thread = threading.Thread(target=site.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield site
        finally:
            site.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Publish a game of 3,000 positions in blocks of 100 and pages of 8."""
    folder = tmp_path_factory.mktemp("web")
    with (
        pytest.MonkeyPatch.context() as patch,
        Database.open(write(folder / "source", GAME, "hashed"), GAME) as source,
    ):
        patch.setattr(publishing, "POSITIONS", 100)
        for module in (publishing, published_storage):
            patch.setattr(module, "PAGE", 8)
        source.publish(folder / "one.ggdb")
        source.publish(folder / "split", split=True)
        yield folder


@pytest.fixture(scope="module")
def files(place: Path) -> dict[str, bytes]:
    split = {f"/split/{x.name}": x.read_bytes() for x in (place / "split").iterdir()}
    return {"/one.ggdb": (place / "one.ggdb").read_bytes(), **split}


def all_answers(url: str, rule: Any = None) -> tuple[Any, ...]:
    """Open a database and ask for everything, in three ways."""
    with Database.open(url, rule) as database:
        some = [database.outcome(code) for code in GAME.codes[::101].tolist()]
        found = database.outcome(GAME.codes).tolist(), database.remoteness_of(GAME.codes).tolist()
        return some, found, [*database], database.counts(), database.start


@pytest.fixture(scope="module")
def expected(place: Path) -> tuple[Any, ...]:
    return all_answers(str(place / "one.ggdb"))


@pytest.mark.parametrize("path", ["one.ggdb", "split/"])
def test_answers_over_http_are_those_of_the_source(
    path: str, files: dict[str, bytes], expected: tuple[Any, ...], place: Path
) -> None:
    with serving(files) as site, Database.open(place / "source", GAME) as source:
        assert all_answers(site.url + path) == expected
        assert site.connections == 1
        with Database.open(site.url + path, GAME) as database:
            assert database.verify(source)
            assert database.verify()
            start = GAME.starts[0]
            assert database.line(start) == source.line(start)
        with pytest.raises(gg.RuleMismatchError, match="digest"):
            Database.open(site.url + path, lambda n: [])


def test_pythons_own_server_has_a_folder_and_knows_no_ranges(
    place: Path, expected: tuple[Any, ...]
) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            del arguments

    with serving({}, partial(Quiet, directory=str(place))) as site:
        assert all_answers(f"{site.url}split/") == expected
        with pytest.raises(SolutionFileError, match="knows no ranges; publish with split=True"):
            Database.open(f"{site.url}one.ggdb")
        with pytest.raises(SolutionFileError, match="got 404 File not found"):
            Database.open(f"{site.url}other/")
        with pytest.raises(SolutionFileError, match="got 404 File not found"):
            Database.open(f"{site.url}other.ggdb")


def test_a_cold_position_takes_few_requests_and_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Labels of random numbers do not become small: blocks are as large as they may be.
    random = np.random.default_rng(5)
    codes = np.unique(random.integers(0, 2**40, 300_000))
    labels = random.integers(0, 250, len(codes), dtype=np.uint8)
    source = Database._in_memory(labels, None, [int(codes[0])], codes=codes)
    monkeypatch.setattr(publishing, "POSITIONS", published_blocks.POSITIONS)
    for pages in (1024, 16):
        for module in (publishing, published_storage):
            monkeypatch.setattr(module, "PAGE", pages)
        source.publish(tmp_path / f"{pages}")
        source.publish(tmp_path / f"split {pages}", split=True)
    files = {f"/{pages}": (tmp_path / f"{pages}").read_bytes() for pages in (1024, 16)}
    for x in (tmp_path / "split 16").iterdir():
        files[f"/split/{x.name}"] = x.read_bytes()
    assert len(files["/16"]) > 10 * (44 << 10)
    for path, most in (("1024", 1), ("16", 2), ("split/", 2)):
        monkeypatch.setattr(published_storage, "PAGE", 1024 if path == "1024" else 16)
        with serving(files) as site:
            for code in random.choice(codes, 20).tolist():
                with Database.open(site.url + path) as database:
                    assert len(site.log) == 1
                    assert site.log[0][2] <= 32 << 10
                    site.log.clear()
                    assert database.remoteness_of(code) == source.remoteness_of(code)
                    sent = sum(row[2] for row in site.log)
                    assert sent <= 64 << 10
                    assert len(site.log) == most
                    site.log.clear()
                    assert database.outcome(code) == source.outcome(code)
                    assert site.log == []
            with Database.open(site.url + path) as database:
                site.log.clear()
                asked = random.permutation(codes)
                found = database.outcome(asked)
                assert found.tolist() == source.outcome(asked).tolist()
                ranges = [row[:2] for row in site.log]
                assert len(ranges) == len({*ranges}), "a block was loaded twice"


# -- servers that do not do what they say ---------------------------------------------------------


def lying(change: Callable[[Any, int, bytes, dict[str, str]], None]) -> Any:
    """Return a server that answers the first request rightly, and then as `change` says."""

    class Lying(Ranges):
        def reply(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            headers = {"Content-Length": str(len(body)), **headers}
            if not self.server.log:
                super().reply(status, body, headers)
            else:
                self.server.log.append((self.path, None, len(body)))
                change(self, status, body, headers)

    return Lying


def send(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)
    handler.close_connection = True


def longer(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    send(handler, status, body, {**headers, "Content-Length": str(len(body) + 9)})


def shorter(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    send(handler, status, body, {**headers, "Content-Length": str(len(body) - 9)})


def cut(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    del headers["Content-Length"]
    send(handler, status, body[:-9], headers)


def endless(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    del headers["Content-Length"]
    send(handler, status, body + b"x" * 100_000, headers)


def packed(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    send(handler, status, body, {**headers, "Content-Encoding": "gzip"})


def strange(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    send(handler, status, body, {**headers, "Content-Length": "many"})


def other_bytes(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    send(handler, status, body[::-1], headers)


def empty(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    del body
    send(handler, status, b"", {**headers, "Content-Length": "0"})


def broken(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    del status, body, headers
    send(handler, 500, b"", {"Content-Length": "0"})


def closed(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    del status, body, headers
    handler.close_connection = True


def no_http(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
    del status, body, headers
    handler.wfile.write(b"hello\r\n\r\n")
    handler.close_connection = True


LIES = [longer, shorter, cut, endless, packed, strange, other_bytes, empty, broken, closed, no_http]


@pytest.mark.parametrize("path", ["one.ggdb", "split/"])
@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_what_a_server_sends_wrongly_is_refused(
    lie: Any, path: str, files: dict[str, bytes]
) -> None:
    with serving(files, lying(lie)) as site:
        database = Database.open(site.url + path)
        for ask in (database.outcome, database.remoteness_of):
            with pytest.raises(SolutionFileError, match="expected") as caught:
                ask(int(GAME.codes[1000]))
            assert "\n" not in str(caught.value)
            assert len(str(caught.value)) < 400
        database.close()


@pytest.mark.parametrize("shown", ["bytes 5-9/100", "bytes */100", "lines 1-2/3", None, "whole"])
def test_ranges_that_were_not_asked_for_are_refused(
    shown: str | None, files: dict[str, bytes]
) -> None:
    def change(handler: Any, status: int, body: bytes, headers: dict[str, str]) -> None:
        del headers["Content-Range"]
        if shown == "whole":  # the file has grown since the head was read
            first, last = handler.headers["Range"].removeprefix("bytes=").split("-")
            headers["Content-Range"] = f"bytes {first}-{last}/{10**9}"
        elif shown is not None:
            headers["Content-Range"] = shown
        send(handler, status, body, headers)

    with serving(files, lying(change)) as site:
        database = Database.open(f"{site.url}one.ggdb")
        with pytest.raises(SolutionFileError, match="expected"):
            database.outcome(int(GAME.codes[1000]))
        database.close()


def test_a_cut_or_a_damaged_file_on_a_server(files: dict[str, bytes]) -> None:
    whole = files["/one.ggdb"]
    for size in (0, 1, 30, 1000, len(whole) - 1):
        with serving({"/one.ggdb": whole[:size]}) as site, pytest.raises(SolutionFileError):
            Database.open(f"{site.url}one.ggdb")
    names = [name for name in files if "/0-" in name]
    for name in (names[3], names[7]):
        content = files[name]
        for wrong in (content[:-1], content + b"x", content[:9] + b"x" + content[10:], b""):
            with serving({**files, name: wrong}) as site, pytest.raises(SolutionFileError):
                all_answers(f"{site.url}split/")


def test_redirects_stay_at_the_origin(files: dict[str, bytes], expected: tuple[Any, ...]) -> None:
    class Moving(Ranges):
        target = ""

        def do_GET(self) -> None:
            if self.path.startswith("/old"):
                self.send_response(302)
                self.send_header("Location", self.path.replace("/old", self.target, 1))
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            super().do_GET()

    with serving(files, Moving) as site, serving(files) as other:
        assert all_answers(f"{site.url}old/one.ggdb") == expected
        Moving.target = other.url.rstrip("/")
        with pytest.raises(SolutionFileError, match="a redirect to another origin"):
            Database.open(f"{site.url}old/one.ggdb")
        assert other.log == []
        Moving.target = "/old/old"
        with pytest.raises(SolutionFileError, match="more than 3 redirects"):
            Database.open(f"{site.url}old/one.ggdb")
        Moving.target = "file://"
        with pytest.raises(SolutionFileError, match="expected a URL of http"):
            Database.open(f"{site.url}old/one.ggdb")


def test_nobody_there_and_nobody_who_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        monkeypatch.setattr(http_files, "PATIENCE", 0.2)
        began = time.monotonic()
        with pytest.raises(SolutionFileError, match=r"got none within 0\.2 s"):
            Database.open(f"http://127.0.0.1:{port}/one.ggdb")
        assert time.monotonic() - began < 5
    with pytest.raises(SolutionFileError, match="expected an answer, got"):
        Database.open(f"http://127.0.0.1:{port}/one.ggdb")


@pytest.mark.parametrize(
    "url",
    ["http://", "http:///x", "http://a b/", "http://[::1/", "http://x:99999/", "https://me:it@x/",
     "http://x/\n", "http://ü/"],
)  # fmt: skip
def test_what_is_no_url(url: str) -> None:
    with pytest.raises(SolutionFileError, match="path: expected a URL"):
        Database.open(url)


def test_names_lead_to_public_addresses_only(
    files: dict[str, bytes], expected: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    private = ""
    look_up = socket.getaddrinfo

    def found(host: str, port: int, *arguments: Any, **named: Any) -> Any:
        if host != "games.example":
            return look_up(host, port, *arguments, **named)
        asked.append(host)
        rows = ["93.184.216.34", private]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (row, port)) for row in rows]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    names = "127.0.0.1", "10.1.2.3", "192.168.0.9", "169.254.169.254", "::1", "fd00::1"
    for name in names:
        private = name
        with pytest.raises(SolutionFileError, match="a private one, which is contacted only if"):
            Database.open("http://games.example/one.ggdb")
    assert len(asked) == 6
    with serving(files) as site:
        port = site.server_address[1]
        assert all_answers(f"http://127.0.0.1:{port}/one.ggdb") == expected
        assert all_answers(f"http://localhost:{port}/one.ggdb") == expected


def test_a_slow_server(files: dict[str, bytes], expected: tuple[Any, ...]) -> None:
    class Slow(Ranges):
        def reply(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.server.log.append((self.path, None, len(body)))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            for start in range(0, len(body), 1000):
                self.wfile.write(body[start : start + 1000])
                self.wfile.flush()
                time.sleep(0.001)

    with serving(files, Slow) as site:
        assert all_answers(f"{site.url}one.ggdb") == expected


def test_a_server_that_closes_its_connections_is_asked_again(
    files: dict[str, bytes], expected: tuple[Any, ...]
) -> None:
    class Closing(Ranges):
        def reply(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            super().reply(status, body, headers)  # and says nothing of it
            self.close_connection = True

    with serving(files, Closing) as site:
        assert all_answers(f"{site.url}one.ggdb") == expected
        assert site.connections > 5


def test_threads_share_a_connection(files: dict[str, bytes], expected: tuple[Any, ...]) -> None:
    with serving(files) as site, Database.open(f"{site.url}one.ggdb") as database:
        found: dict[int, Any] = {}

        def ask(k: int) -> None:
            found[k] = database.outcome(GAME.codes[k::4]).tolist()

        threads = [threading.Thread(target=ask, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [found[k] for k in range(4)] == [expected[1][0][k::4] for k in range(4)]
