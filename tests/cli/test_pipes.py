"""Every command reads a pipe or a FIFO as it reads the file, plain or compressed; once."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_command import run as command_of

if not hasattr(os, "mkfifo"):
    pytest.skip("no FIFOs here", allow_module_level=True)

GRAPH = b"4 3\n1 2\n2 3\n3 4\n"
BOARD = b"2 3\nP.E\n..T\n"
DICE = b"2 2\n1 2 1/6\n1 1 5/6\n1 CHANCE\n2 OWNER 1\n"
PARITY = b"parity 1;\n0 2 0 1;\n1 1 1 0,1;\n"
AUTOMATON = (
    b'HOA: v1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t '
    b"--BODY-- State: 0 [0&1] 0 --END--"
)
# Of each command, with FILE where the file stands: what the file holds.
COMMANDS = {
    "solve FILE --moves": GRAPH,
    "grundy FILE": GRAPH,
    "cops FILE": GRAPH,
    "cops --graph6 FILE": b"DqK\nD~{\n",
    "police FILE": BOARD,
    "parity FILE": PARITY,
    "synth FILE --verify": AUTOMATON,
    "chance FILE --moves": DICE,
    "draw --dot FILE": GRAPH,
    "draw FILE --around 2": GRAPH,
    "page FILE": GRAPH,
    "page --police FILE": BOARD,
    "page --cops 1 FILE": GRAPH,
    "page --sandbox FILE": GRAPH,
    "play FILE --as none --seed 1": GRAPH,
}
FORMS: dict[str, Any] = {
    "plain": bytes, "gzip": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress
}  # fmt: skip


def run(command: str, file: Path | str) -> tuple[int, bytes, str]:
    done = command_of(*(str(file) if word == "FILE" else word for word in command.split()))
    return done.status, done.out, done.err


def through_fifo(tmp_path: Path, command: str, content: bytes) -> tuple[int, bytes, str]:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=fifo.write_bytes, args=(content,), daemon=True)
    writer.start()
    found = run(command, fifo)
    writer.join(10)
    assert not writer.is_alive()
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_fifo_is_read_as_its_file(tmp_path: Path, command: str, form: str) -> None:
    content = FORMS[form](COMMANDS[command])
    file = tmp_path / "file"
    file.write_bytes(COMMANDS[command])
    expected = run(command, file)
    assert expected[0] == 0, expected[2]
    assert through_fifo(tmp_path, command, content) == expected


def test_a_look_is_read_from_a_fifo(tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    graph.write_bytes(GRAPH)
    look = b"def move(v, w):\n    return f'to {w}'\ntitle = 'A path'\n"
    found = through_fifo(tmp_path, f"page {graph} --look FILE", look)
    assert found[0] == 0, found[2]
    assert b"A path" in found[1]


def test_what_was_saved_has_to_be_a_file(tmp_path: Path) -> None:
    import graphgame as gg

    saved = tmp_path / "saved.npz"
    gg.solve([(0, 1)]).save(saved)
    code, out, error = through_fifo(tmp_path, "draw FILE", saved.read_bytes())
    assert (code, out) == (2, b"")
    assert "a zip archive" in error
    assert error.count("\n") == 1
