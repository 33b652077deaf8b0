"""The local server from its start to its end, and its command.

Pinned here: clients that are slow, many, or gone keep nobody waiting for ever; what goes wrong
later is an answer; Ctrl-C ends it at once.
"""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import graphgame as gg
from graphgame.errors import GraphGameError
from graphgame.playing import server
from graphgame.playing.game import Look
from tests.cli.test_command import assert_refused, environment, run
from tests.playing.games import Played, cycle, take, tic_tac_toe
from tests.playing.serving import WAIT, Client, assert_error, parsed, served

# -- many, slow, and gone -------------------------------------------------------------------------


def test_a_thousand_requests_at_once() -> None:
    with served(cycle()) as client:
        client.server.grace = WAIT  # they are slow together
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
    with server.PageServer(cycle().positions, "", 0, patience=0.2) as running:
        client = Client(running)
        with client.connect() as slow:
            slow.sendall(b"GET / HTTP/1.1\r\n")  # before its time begins
            running.handle_request()
            answer = b"".join(iter(lambda: slow.recv(1 << 16), b""))
            assert_error(parsed(answer), 408, "within 0.2 s")
        with client.connect() as silent:
            running.handle_request()
            assert b" 408 " in silent.recv(1 << 16)


def test_clients_that_send_nothing_keep_nobody_waiting_for_ever() -> None:
    with served(cycle(), patience=0.5) as client:
        silent = [client.connect() for _ in range(server._MOST + 20)]
        try:
            assert client.ask("/positions/").status == 200
        finally:
            for connection in silent:
                connection.close()


BEGINNINGS = [b"", b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 9000]


@pytest.mark.parametrize("sent", BEGINNINGS)
@pytest.mark.parametrize("many", [200, server._MOST + 50])
def test_silent_clients_delay_nobody(many: int, sent: bytes) -> None:
    """Patience is far longer than the test: only a place beside them, or of one, helps."""
    with served(cycle(), patience=100 * WAIT) as client:
        silent = []
        try:
            for _ in range(many):
                silent.append(client.connect())
                silent[-1].sendall(sent)
            for _ in range(3):
                assert client.ask("/positions/").status == 200
            gone = 0
            for connection in silent:
                connection.setblocking(False)
                with suppress(BlockingIOError):
                    gone += connection.recv(1) == b""
            if many < server._MOST:
                assert gone == 0
            else:  # the first ones were dropped, and no more than others wanted their places
                assert 1 <= gone <= many - server._MOST + 4
        finally:
            for connection in silent:
                connection.close()


def test_a_client_that_takes_no_answer_is_dropped_where_others_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "_MOST", 2)
    with served(cycle(), patience=100 * WAIT) as client:
        client.server.page = b" " * (64 << 20)  # more than the buffers of a connection hold
        request = f"GET / HTTP/1.1\r\nHost: {client.host}\r\n\r\n".encode()
        with client.connect() as one, client.connect() as other:
            one.sendall(request)
            other.sendall(request)
            assert client.ask("/positions/").status == 200


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


@pytest.mark.always
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


def test_ctrl_c_leaves_a_connection_to_the_thread_that_has_begun(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    begin = server.ThreadingHTTPServer.process_request

    def interrupted(self: server.PageServer, request: Any, address: Any) -> None:
        begin(self, request, address)
        while request not in self._waiting:  # for its head
            time.sleep(0.001)
        raise KeyboardInterrupt

    monkeypatch.setattr(server.ThreadingHTTPServer, "process_request", interrupted)
    with (
        server.PageServer(cycle().positions, "", 0, patience=WAIT) as running,
        Client(running).connect() as client,
    ):
        with pytest.raises(KeyboardInterrupt):
            running.handle_request()
        assert client.recv(1) == b""
        for _ in range(server._MOST):  # its thread is done
            assert running._free.acquire(timeout=WAIT)
    assert capfd.readouterr().err == ""


def test_a_rule_belongs_to_a_folder(tmp_path: Path) -> None:
    """``--game`` was ignored where FILE is no database, as in what comes through a pipe."""
    (tmp_path / "g.txt").write_text("2 1\n1 2\n")
    for file in (str(tmp_path / "g.txt"), "-", "/dev/stdin"):
        done = run("serve", file, "--port", "0", "--game", "take:GAME", text="2 1\n1 2\n")
        assert_refused(done, "--game: expected the folder of a database as FILE beside it, got")
