"""The corpus of the fuzzer, replayed without it; bounds on the cost of inputs.

Pinned here: each input of the corpus ends in an answer or an error of the package; no memory is
allocated for data that is announced and missing; time is linear in the size of the input, not
quadratic.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import HeapGame, Solution, SumValues
from graphgame.errors import SolutionFileError
from tests import fuzz
from tests.fuzz_beginnings import beginnings
from tests.fuzz_targets import ARCHIVES, CORPUS, TARGETS

INPUTS = [(path.parent.name, path) for path in sorted(CORPUS.glob("*/*"))]


# -- the corpus -----------------------------------------------------------------------------------


def test_every_input_has_a_target_and_the_corpus_is_small() -> None:
    assert {target for target, _ in INPUTS} <= set(TARGETS) == set(fuzz.WORDS)
    assert len(INPUTS) < 300
    assert sum(path.stat().st_size for _, path in INPUTS) < 300_000


@pytest.mark.parametrize("target", TARGETS)
def test_beginnings_pass(target: str) -> None:
    for data in (b"", b"\n", b"\xff", *beginnings(target)):
        TARGETS[target](data)


@pytest.mark.parametrize(
    ("target", "path"), INPUTS, ids=[f"{target}-{path.name}" for target, path in INPUTS]
)
def test_an_input_of_the_corpus_passes(target: str, path: Path) -> None:
    TARGETS[target](path.read_bytes())


@pytest.mark.parametrize("target", ARCHIVES)
def test_targets_of_archives_see_what_is_wrong(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The targets themselves can fail: a reader that lets anything out is found."""
    homes = {
        "solution_file": Solution, "heap_file": HeapGame, "sums_file": SumValues,
        "proof_file": gg.Proof,
    }  # fmt: skip
    home = homes[target]
    monkeypatch.setattr(home, "load", lambda *_, **__: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        TARGETS[target](b"PK")


@pytest.mark.parametrize("target", ["indexed_game", "partitioned_game"])
def test_targets_of_games_see_wrong_answers(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz_games.solved", lambda *_, **__: {0: (gg.WIN, 77)})
    with pytest.raises(AssertionError):
        TARGETS[target](beginnings(target)[0])


def test_wrong_rules_that_are_taken_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz_games.Drawn.is_sound", False)
    with pytest.raises(AssertionError):
        TARGETS["indexed_game"](beginnings("indexed_game")[0])


def test_a_command_that_fails_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (lambda _: 1 // 0, lambda _: 1):
        monkeypatch.setattr("graphgame.cli.nim.run", wrong)
        with pytest.raises((ZeroDivisionError, AssertionError)):
            TARGETS["nim_input"](b"1 2\n")


# -- memory ---------------------------------------------------------------------------------------

# Bytes that reading may take beyond the input, and for each byte of it.
ROOM = 200_000_000

SCRIPT = """
import io, resource, sys
import numpy
import graphgame as gg
import graphgame.graphs.arrow, graphgame.cops.game, graphgame.solving.files, graphgame.heaps.game
import graphgame.pursuit.game, graphgame.values.sums.sum_graph
from graphgame.cops import _graph6
from graphgame.pursuit.grid import parse_grid
data = sys.stdin.buffer.read()
used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + {room}, -1))
try:
    print("read", {call})
except gg.GraphGameError as error:
    print("refused", str(error)[:300])
except MemoryError as error:
    print("no memory", error)
"""

READERS = {
    "graph": "gg.read_graph(io.BytesIO(data))",
    "grid": "len(parse_grid(data).cells)",
    "graph6": "gg.cop_numbers(data, max_cops=1)",
    "graph6 text": "[*map(len, _graph6.read_graph6(data))]",
    "octal": "gg.octal(data.decode()).values(9)",
    "solution": "gg.Solution.load(io.BytesIO(data))",
    "heap game": "gg.HeapGame.load(io.BytesIO(data))",
}


def in_little_memory(reader: str, data: bytes, room: int = ROOM) -> str:
    """Read data in a process with a memory limit; return its output."""
    pytest.importorskip("resource")
    if "libasan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the address sanitizer takes all addresses for itself")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(room=room, call=READERS[reader])],
        input=data,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.mark.parametrize(
    ("reader", "data", "said"),
    [
        ("graph", b"3 2147483648\n1 2\n", "refused <text>:3:1: expected a position from 1 to 3"),
        ("graph", b"2147483646 576460752303423487\n", "refused <text>:2:1: expected a position"),
        ("graph", b"2147483646 0\n", "read GameGraph(n=2147483646, m=0)"),
        ("graph", b"2147483646 0\n1 WIN\n", "no memory for an array of 2147483646 bytes"),
        ("grid", b"2147483647 2147483647\nP.T\n", "refused <text>:2:4: expected 2147483647 cells"),
        ("grid", b"2147483647 3\nP.T\n", "refused <text>:3:1: expected row 2 of 2147483647"),
        ("graph6", b"~~?A????\n", "refused graphs:1:9: expected "),
        ("graph6", b"~~~~~~~~\n", "refused graphs: expected at most 2147483646 vertices"),
        ("octal", b"0." + b"7" * 1_000_000, "read [0 1 2 3 4 "),
    ],
)
def test_what_is_announced_takes_no_memory(reader: str, data: bytes, said: str) -> None:
    assert said.removeprefix("no memory ") in in_little_memory(reader, data)


@pytest.mark.parametrize("solver", ["solve", "grundy", "loopy_grundy"])
def test_positions_without_memory_for_them_are_refused(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many positions are a graph; solved they take more than 10 bytes each."""
    graph = gg.read_graph(io.BytesIO(b"2147483646 0\n"))
    monkeypatch.setattr("graphgame.memory.available_memory", lambda: 10 * graph.n)
    message = r"graph: expected to need at most 21.5 GB of memory, got .* for 2147483646 positions"
    with pytest.raises(gg.TooLargeError, match=message):
        getattr(gg, solver)(graph)


def announcing(thing: Any, member: str, shape: str, descr: str = "<i4", **changes: Any) -> bytes:
    """Return the file of a solution or a game with an array that announces such a shape."""
    file, out = io.BytesIO(), io.BytesIO()
    thing.save(file)
    kind = changes.get("kind", zipfile.ZIP_STORED)
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w", kind) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == f"{member}.npy":
                text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
                text = text.ljust(117) + "\n"
                body = changes.get("body", content[128:])
                content = content[:8] + len(text).to_bytes(2, "little") + text.encode() + body
            new.writestr(name, content)
    return out.getvalue()


SOLUTION = gg.solve([(0, 1), (1, 2)])
KAYLES = gg.octal("0.77")
KAYLES.values(20)


@pytest.mark.parametrize(
    "shape",
    ["(1099511627776,)", "(268435456,)", "(2147483648, 2)", "(4611686018427387904, 2)", "(5,)"],
)
@pytest.mark.parametrize(
    ("reader", "thing", "member"),
    [
        ("solution", SOLUTION, "edges"),
        ("solution", SOLUTION, "outcomes"),
        ("solution", SOLUTION, "header"),
        ("heap game", KAYLES, "values"),
    ],
)
def test_arrays_that_announce_more_than_they_hold(
    reader: str, thing: Any, member: str, shape: str
) -> None:
    said = in_little_memory(reader, announcing(thing, member, shape))
    assert said.startswith("refused the file: ")
    assert f"{member}.npy: expected " in said and "announced" in said


def test_a_single_array_is_refused_before_it_is_read() -> None:
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        file, {"descr": "<i4", "fortran_order": False, "shape": (1 << 40,)}
    )
    for reader, what in (
        ("solution", "a graphgame solution file"),
        ("heap game", "a graphgame heap game file"),
    ):
        said = in_little_memory(reader, file.getvalue())
        assert said.startswith("refused") and f"expected {what}, got a single array" in said


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (announcing(SOLUTION, "edges", "(2, 2)", kind=zipfile.ZIP_DEFLATED), "got it compressed"),
        (announcing(SOLUTION, "edges", "(2,L 2)"), "edges.npy: expected an array of numbers as"),
        (announcing(SOLUTION, "edges", "(2, 2"), "edges.npy: expected an array of numbers as"),
        (announcing(SOLUTION, "edges", "(2, 2)", "|O"), "edges.npy: expected 16 bytes, .* got 32"),
        (announcing(SOLUTION, "edges", "(9,)", "|S0", body=b""), "edges.npy: expected 0 bytes"),
        (announcing(SOLUTION, "edges", "(2, 2)", body=b""), "edges.npy: expected 0 bytes, .* 16"),
    ],
)
def test_arrays_in_other_forms_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(SolutionFileError, match=f"^the file: .*{message}"):
        Solution.load(io.BytesIO(data))


def test_a_member_larger_than_the_file_is_refused() -> None:
    """The directory at the end of an archive announces sizes too."""
    data = bytearray(announcing(SOLUTION, "edges", "(2, 2)"))
    place = data.rindex(b"PK\x01\x02")
    for at in (place + 20, place + 24):  # the sizes of the last member
        data[at : at + 4] = (1 << 30).to_bytes(4, "little")
    said = in_little_memory("solution", bytes(data))
    assert said.startswith("refused the file: header.npy: expected at most ")


# -- as much memory as the input is worth ---------------------------------------------------------

MEGABYTE = 1 << 20


def many(start: bytes, piece: bytes, size: int) -> bytes:
    return start + piece * (size // len(piece))


def solution_with_labels(labels: bytes) -> bytes:
    """Return a file with such labels, which need not fit the graph."""
    labelled = gg.solve({"a": ["b"]})
    body = np.frombuffer(labels, dtype=np.uint8).tobytes()
    return announcing(labelled, "labels", f"({len(labels)},)", "|u1", body=body)


# The most bytes that each reader may take per byte of input, and the worst inputs known.
MULTIPLE = 100
LONG: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "edges": ("graph", lambda size: many(b"9 99999999\n", b"1 2\n", size)),
    "blank lines": ("graph", lambda size: many(b"", b"\n", size)),
    "a long word": ("graph", lambda size: many(b"3 3\n", b"9", size)),
    "a long comment": ("graph", lambda size: many(b"3 3\n", b"#", size)),
    "lines of a grid": ("grid", lambda size: many(b"999999999 2\n", b"..\n", size)),
    "blank lines of a grid": ("grid", lambda size: many(b"9 2\n", b" \n", size)),
    "small graphs": ("graph6 text", lambda size: many(b"", b"@\n", size)),
    "dense graphs": ("graph6 text", lambda size: many(b"", b"G~~~~{\n", size)),
    # Of 3464 vertices: four bits of the last character are pairs.
    "one dense graph": ("graph6 text", lambda _: b"~?uG" + b"~" * 999_652 + b"{"),
    "nested labels": ("solution", lambda size: solution_with_labels(many(b"[", b"[0],", size))),
    "empty labels": (
        "solution",
        lambda size: solution_with_labels(many(b"[0", b",0", size) + b"]"),
    ),
}


@pytest.mark.large
@pytest.mark.parametrize("name", LONG)
def test_memory_and_time_are_those_of_the_input(name: str) -> None:
    """Within a stated multiple of the input, and within a time that no square of it would keep."""
    reader, make = LONG[name]
    data = make(MEGABYTE)
    said = in_little_memory(reader, data, 20 * MEGABYTE + MULTIPLE * len(data))
    assert said.startswith(("read", "refused")), said


@pytest.mark.parametrize("digits", [20_000, 20_001, MEGABYTE])
def test_piles_have_so_many_digits_at_most(digits: int) -> None:
    """Beyond it they are refused unread: to read a number takes time as its length squared."""
    out = subprocess.run(
        [sys.executable, "-m", "graphgame", "nim"],
        input=b"1 2\n7 " + b"9" * digits + b" 8\n",
        capture_output=True,
        timeout=120,
        check=False,
    )
    said = b"graphgame: <stdin>:2:3: expected a pile of at most 20000 digits, got %d\n" % digits
    assert (out.returncode, out.stderr) == ((2, said) if digits > 20_000 else (0, b""))


def test_a_form_feed_is_no_blank() -> None:
    for text in (b"\f", b"\f1 3\nP.T", b"1\f3\nP.T", b"1 3\f\nP.T"):
        with pytest.raises(gg.ParseError, match=r"<text>:1:\d: expected .*, got '.*x0c"):
            gg.PoliceAndThief(text)


@pytest.mark.parametrize("size", [1, 63, 64, 65])
def test_a_number_has_63_digits_at_most(size: int) -> None:
    text = b"4 1\n0 " + b"0" * size + b"\n"
    if size <= 63:
        assert gg.read_graph(io.BytesIO(text), base=0).options(0) == [0]
    else:
        with pytest.raises(gg.ParseError, match=r"<text>:2:3: .* as the target of edge 1 of 1"):
            gg.read_graph(io.BytesIO(text), base=0)


def test_text_of_lone_surrogates_is_refused() -> None:
    with pytest.raises(gg.ParseError, match=r"got b'\\xed'"):
        gg.PoliceAndThief("1 3\n\udc80PT")
    with pytest.raises(gg.ParseError, match="expected a graph6 character"):
        gg.cop_numbers("\udc80")
    with pytest.raises(gg.ParseError, match="expected a graph6 character"):
        gg.cop_numbers(["@", "\udc80"])
