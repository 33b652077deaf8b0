"""`read_graph`: what graph text is accepted, and what is refused with which line and column.

Pinned here: everything the format allows gives the graph that it says; everything else is a
ParseError that names the place, what was expected and what was found.  Random text, text in chunks
and memory are in test_parse_random.py.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from errno import EAGAIN
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from graphgame import NO_PRESET, GameGraph, GraphGameError, ParseError, read_graph

BOM = b"\xef\xbb\xbf"

# A graph as text says it: n, the edges in order, the presets, and the owner of v at ~v.
Read = tuple[int, list[list[int]], dict[int, int]]


def facts(graph: GameGraph) -> Read:
    """Return a graph as text says it."""
    edges = [
        list(edge)
        for sources, targets in graph.edge_blocks()
        for edge in zip(sources.tolist(), targets.tolist(), strict=True)
    ]
    presets = [] if graph.presets is None else graph.presets.tolist()
    said = {v: x for v, x in enumerate(presets) if x != NO_PRESET}
    owners = [] if graph.owner is None else graph.owner.tolist()
    return graph.n, edges, said | {~v: x for v, x in enumerate(owners)}


def read(text: bytes, base: int = 1) -> GameGraph:
    return read_graph(io.BytesIO(text), base=base)


# -- accepted -------------------------------------------------------------------------------------

SMALL: Read = (3, [[0, 1], [1, 2]], {2: 0})


@pytest.mark.parametrize(
    "text",
    [
        b"3 2\n1 2\n2 3\n3 DRAW\n",
        b"3 2\n1 2\n2 3\n3 DRAW",
        b"3 2\r\n1 2\r\n2 3\r\n3 DRAW\r\n",
        b"3 2\r\n1 2\r\n2 3\r\n3 DRAW\r",
        BOM + b"3 2\n1 2\n2 3\n3 DRAW\n",
        BOM + b"# comment\r\n3 2\r\n1 2\r\n2 3\r\n3 DRAW",
        b"# a\n\n3 2 # n m\n#\n1 2#x\n2 3 # 1 2\n# b\n\n3 DRAW # c\n# d",
        b"\n\n\n  3\t2  \n\t1 \t 2\n\n \t\n2 3 \n\r\n3\tDRAW \n\n\n",
        b"003 02\n0001 2\n2 3\n03 DRAW\n",
        b"3 2\n" + b"0" * 62 + b"1 2\n2 3\n3 DRAW\n",
        b"3 2\n1 2\n2 3\n3 DRAW\n3 DRAW\n\n3 DRAW\n",
        b"3 2\n1 2\n2 3\n3 DRAW\n#" + b"#" * 300_000,
        b"#\xff\xfe\x00\n3 2\n1 2\n2 3\n3 DRAW # \xff\x00",
        b" " * 300_000 + b"3 2\n1 2\n2 3\n3 DRAW\n",
    ],
)
def test_the_same_graph_in_every_spelling(text: bytes) -> None:
    assert facts(read(text)) == SMALL


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"0 0", (0, [], {})),
        (b"0 0\n# nothing\n", (0, [], {})),
        (b"4 0\n", (4, [], {})),
        (b"2 0\n1 WIN\n2 LOSE", (2, [], {0: 1, 1: -1})),
        (b"1 3\n1 1\n1 1\n1 1\n", (1, [[0, 0]] * 3, {})),
        (b"2147483646 1\n2147483646 1\n", (2**31 - 2, [[2**31 - 3, 0]], {})),
    ],
)
def test_small_and_large_graphs(text: bytes, expected: Read) -> None:
    graph = read(text)
    assert graph.n == expected[0]
    if graph.n < 10:
        assert facts(graph) == expected
    else:
        assert [column.tolist() for column in next(graph.edge_blocks())] == [[2**31 - 3], [0]]


def test_base_0() -> None:
    text = b"3 2\n0 1\n1 2\n2 DRAW\n"
    assert facts(read(text, base=0)) == SMALL
    with pytest.raises(ParseError, match="<text>:2:1: expected a position from 1 to 3 .*, got '0'"):
        read(text)
    with pytest.raises(ParseError, match="<text>:3:3: expected a position from 0 to 2 .*, got '3'"):
        read(b"3 2\n1 2\n2 3\n", base=0)
    with pytest.raises(GraphGameError, match="base: expected 0 or 1, got 2"):
        read(text, base=2)


@pytest.mark.parametrize(
    "text",
    [
        b"2 2\n1 2\n2 1\n1 OWNER 1\n2 OWNER 0\n",
        b"2 2\n1 2\n2 1\n 2\tOWNER 0 # c\r\n# d\n\n1 OWNER 001",
        b"2 2\n1 2\n2 1\n1 OWNER 1\n2 OWNER 0\n1 OWNER 1",
    ],
)
def test_owners_in_every_form(text: bytes) -> None:
    assert facts(read(text)) == (2, [[0, 1], [1, 0]], {~0: 1, ~1: 0})


def test_owners_stand_among_presets() -> None:
    graph = read(b"2 1\n1 2\n2 WIN\n2 OWNER 1\n1 OWNER 0\n")
    assert facts(graph) == (2, [[0, 1]], {1: 1, ~0: 0, ~1: 1})
    assert [str(gg.solve(graph).outcome(v)) for v in (0, 1)] == ["LOSE", "WIN"]


def test_presets_are_solved() -> None:
    solution = gg.solve(read(b"3 2\n1 2\n2 3\n3 WIN\n"))
    assert [str(solution.outcome(v)) for v in range(3)] == ["WIN", "LOSE", "WIN"]


def test_paths_files_and_their_names(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(b"3 2\n1 2\n2 3\n3 DRAW\n")
    assert facts(read_graph(path)) == facts(read_graph(str(path))) == SMALL
    with path.open("rb") as file:
        assert facts(read_graph(file)) == SMALL
    path.write_bytes(b"x")
    for file, source, name in (
        (path, None, str(path)),
        (str(path), "game 7", "game 7"),
        (io.BytesIO(b"x"), None, "<text>"),
        (io.BytesIO(b"x"), "<stdin>", "<stdin>"),
    ):
        with pytest.raises(ParseError) as caught:
            read_graph(file, source=source)
        error = caught.value
        assert str(error).startswith(f"{name}:1:1: expected a first line 'n m'")
        assert (error.source, error.line, error.column, error.found) == (name, 1, 1, "'x'")
    with path.open("rb") as file, pytest.raises(ParseError, match=re.escape(f"{path}:1:1: ")):
        read_graph(file)


@pytest.mark.parametrize("missing", ["nothing.game", "."])
def test_files_that_cannot_be_read(tmp_path: Path, missing: str) -> None:
    with pytest.raises(OSError, match=re.escape(str(tmp_path / missing))):
        read_graph(tmp_path / missing)


@pytest.mark.parametrize("file", [io.StringIO("3 0"), None, 5, ["3 0"]])
def test_what_is_no_binary_file(file: Any) -> None:
    with pytest.raises(GraphGameError, match="file: expected a path or a binary file, got "):
        read_graph(file)


@pytest.mark.parametrize(
    "read", [gg.read_graph, gg.read_chance, gg.read_scores, gg.read_grid, gg.read_pg, gg.read_hoa]
)
def test_a_file_of_text_is_refused_with_what_makes_a_binary_one(
    read: Callable[[Any], Any], tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("1 0\n")
    with (tmp_path / "text").open() as file:
        for text in (file, io.StringIO("1 0\n")):
            with pytest.raises(GraphGameError, match=r"got a file of text, .*; open\(path, 'rb'\)"):
                read(text)


def test_text_is_no_path(tmp_path: Path) -> None:
    text = "2 1\n1 2\n"
    for read, given in (
        (read_graph, text),
        (read_graph, text * 10_000),
        (gg.read_pg, "0 1 0 0;\n"),
    ):
        with pytest.raises(GraphGameError, match=r"got a text of .*; io\.BytesIO\(text\.encode"):
            read(given)  # type: ignore[operator]
    assert facts(read_graph(io.BytesIO(text.encode()))) == (2, [[0, 1]], {})
    path = tmp_path / "two\nlines"  # which a name may have
    path.write_text(text)
    assert facts(read_graph(str(path))) == (2, [[0, 1]], {})


def test_progress_is_told() -> None:
    calls: list[tuple[int, int]] = []
    text = b"2 200000\n" + b"1 2\n" * 200_000
    read_graph(io.BytesIO(text), progress=lambda step: calls.append((step.done, step.total)))
    assert len(calls) >= 3
    assert calls == sorted(calls)
    assert calls[-1] == (200_000, 200_000)


# -- refused --------------------------------------------------------------------------------------

NUMBER_N = "expected a first line 'n m' with the number of positions n, up to 2147483646, got "
NUMBER_M = "expected the number of edges m, up to 576460752303423487, got "
TARGET = "expected a position from 1 to 3 as the target of edge 1 of 1, got "
SOURCE_2 = "expected a position from 1 to 3 as the source of edge 2 of 2, got "
TARGET_2 = "expected a position from 1 to 3 as the target of edge 2 of 2, got "
PRESET = "expected a position from 1 to 3 with a preset outcome, or the end of the text, after 1 e"
WORD = "expected WIN, LOSE, DRAW or TIE for a position, as all 1 edges have been read, got "


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        # an empty file
        (b"", 1, 1, NUMBER_N + "the end of the text"),
        (BOM, 1, 1, NUMBER_N + "the end of the text"),
        (b"\n\n# x", 3, 4, NUMBER_N + "the end of the text"),
        # a wrong header
        (b"3", 1, 2, NUMBER_M + "the end of the text"),
        (b"# x\n3 # y\n1 2\n", 2, 6, NUMBER_M + "the end of the line"),
        (b"3 1 1\n", 1, 5, "expected the end of the line after 'n m', got '1'"),
        (b"three 1\n", 1, 1, NUMBER_N + "'three'"),
        (b"3 one\n", 1, 3, NUMBER_M + "'one'"),
        (b"3,1\n", 1, 1, NUMBER_N + "'3,1'"),
        (b"-3 1\n", 1, 1, NUMBER_N + "'-3'"),
        (b"3 -1\n", 1, 3, NUMBER_M + "'-1'"),
        (b"3.0 1\n", 1, 1, NUMBER_N + "'3.0'"),
        (b"0 1\n", 1, 3, "expected 0 edges, as there are 0 positions, got '1'"),
        (b"3 1\r1 x\r", 2, 3, TARGET + "'x'"),
        # beyond what is counted
        (b"2147483647 0\n", 1, 1, NUMBER_N + "'2147483647'"),
        (b"4294967297 0\n", 1, 1, NUMBER_N + "'4294967297'"),
        (b"18446744073709551617 0\n", 1, 1, NUMBER_N + "'18446744073709551617'"),
        (b"3 576460752303423488\n", 1, 3, NUMBER_M + "'576460752303423488'"),
        (b"3 18446744073709551617\n", 1, 3, NUMBER_M + "'18446744073709551617'"),
        # vertices out of range, negative, no integers, overflowing
        (b"3 1\n1 4\n", 2, 3, TARGET + "'4'"),
        (b"3 1\n1 0\n", 2, 3, TARGET + "'0'"),
        (b"3 1\n1 -1\n", 2, 3, TARGET + "'-1'"),
        (b"3 1\n1 +1\n", 2, 3, TARGET + "'+1'"),
        (b"3 1\n1 1.0\n", 2, 3, TARGET + "'1.0'"),
        (b"3 1\n1 1e0\n", 2, 3, TARGET + "'1e0'"),
        (b"3 1\n1 2x\n", 2, 3, TARGET + "'2x'"),
        (b"3 1\n1 4294967297\n", 2, 3, TARGET + "'4294967297'"),
        (b"3 1\n1 18446744073709551617\n", 2, 3, TARGET + "'18446744073709551617'"),
        (b"3 1\n1 \xc3\xa9\n", 2, 3, TARGET + "'é'"),
        (b"3 1\n1 " + b"0" * 64 + b"2\n", 2, 3, TARGET + "'" + "0" * 40 + "'…"),
        (b"3 1\n1 " + b"9" * 50, 2, 3, TARGET + "'" + "9" * 40 + "'…"),
        (b"3 1\n1 " + b"x" * 500_000, 2, 3, TARGET + "'" + "x" * 40 + "'…"),
        # ragged pairs, and a file that ends in the middle of an edge
        (b"3 1\n1\n2\n", 2, 2, TARGET + "the end of the line"),
        (b"3 1\r\n1\r\n2\r\n", 2, 3, TARGET + "the end of the line"),
        (b"3 1\n1", 2, 2, TARGET + "the end of the text"),
        (b"3 1\n1 ", 2, 3, TARGET + "the end of the text"),
        (b"3 1\n1 # 2", 2, 6, TARGET + "the end of the text"),
        (b"3 1\n1 2 3\n", 2, 5, "expected the end of the line after edge 1 of 1, got '3'"),
        # fewer or more edges than m
        (b"3 2\n1 2", 2, 4, SOURCE_2 + "the end of the text"),
        (b"3 2\n1 2\n", 3, 1, SOURCE_2 + "the end of the text"),
        (b"3 2\n1 2\n\n# x\n", 5, 1, SOURCE_2 + "the end of the text"),
        (b"3 2\n1 2\n2 WIN\n", 3, 3, TARGET_2 + "'WIN'"),
        (b"3 1\n1 2\n2 3\n", 3, 3, WORD + "'3'"),
        (b"3 1\n1 2\n4 5\n", 3, 1, PRESET),
        # presets
        (b"3 1\n1 2\n1 win\n", 3, 3, WORD + "'win'"),
        (b"3 1\n1 2\n1 WINS\n", 3, 3, WORD + "'WINS'"),
        (b"3 1\n1 2\n1\n", 3, 2, WORD + "the end of the line"),
        (b"3 1\n1 2\n1", 3, 2, WORD + "the end of the text"),
        (b"3 1\n1 2\n4 WIN\n", 3, 1, PRESET),
        (b"3 1\n1 2\nWIN 1\n", 3, 1, PRESET),
        (b"3 1\n1 2\n1 WIN 2\n", 3, 7, "expected the end of the line after a preset outcome"),
        (b"3 1\n1 2\n2 WIN\n3 LOSE\n2 DRAW\n", 5, 3, "expected WIN again for position 2, got 'D"),
        # owners
        (b"3 1\n1 2\n1 OWNER\n", 3, 8, "expected 0 or 1 as the owner of a position, got the end"),
        (b"3 1\n1 2\n1 OWNER", 3, 8, "expected 0 or 1 as the owner of a position, got the end"),
        (b"3 1\n1 2\n1 OWNER 2\n", 3, 9, "expected 0 or 1 as the owner of a position, got '2'"),
        (b"3 1\n1 2\n1 OWNER WIN\n", 3, 9, "expected 0 or 1 as the owner of a position, got 'W"),
        (b"3 1\n1 2\n1 OWNER 1 1\n", 3, 11, "expected the end of the line after an owner, got"),
        (b"3 1\n1 2\n1 OWNER 1\n1 OWNER 0\n", 4, 9, "expected 1 again for position 1, got '0'"),
        (b"3 1\n1 2\n1 owner 1\n", 3, 3, WORD + "'owner'"),
        (b"3 1\n1 OWNER\n", 2, 3, TARGET + "'OWNER'"),
        (b"3 1\n1 2\n1 OWNER 1\n3 OWNER 0\n", 5, 1, "expected a line '2 OWNER 0' or '2 OWNER 1'"),
        (b"0 0\n1 WIN\n", 2, 1, "expected the end of the text, as there are 0 positions, got '1'"),
        # binary junk
        (b"\x00\x01\x02\n", 1, 1, NUMBER_N + "'\\x00\\x01\\x02'"),
        (b"PK\x03\x04\x14\n", 1, 1, "expected a text, got a zip archive; unzip -p FILE"),
        (b"\xff\xfe3\x00 \x00", 1, 3, "expected the number of edges m, up to "),
        (b"\xff\xfe3\x00 ", 1, 1, "expected text in UTF-16, got truncated data"),
        (b"3 1\n1 2\x00\n", 2, 3, TARGET + "'2\\x00'"),
        (b"3 1\n1 2\n\x0c\n", 3, 1, PRESET),
        (b"3 1\n" + BOM + b"1 2\n", 2, 1, "expected a position .*, got '\\ufeff1'"),
    ],
)
def test_refused(text: bytes, line: int, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    shown = str(caught.value)
    if ".*" in message:
        assert re.search(message.replace("\\", "\\\\"), shown)
    else:
        assert shown.startswith(f"<text>:{line}:{column}: {message}")
    assert len(shown) < 250
    assert shown.isprintable(), "one line, whatever the bytes"


# -- files that fail ------------------------------------------------------------------------------


def test_progress_is_told_of_a_path_too(tmp_path: Path) -> None:
    path = tmp_path / "graph"
    path.write_bytes(b"3 2\n1 2\n2 3\n")
    calls: list[tuple[int, ...]] = []
    read_graph(path, progress=lambda step: calls.append((step.done, step.total)))
    assert calls and calls[-1] == (2, 2)


class Failing(io.BytesIO):
    """A file whose reading fails, with or without the name of what failed."""

    def __init__(self, known: str | None) -> None:
        self.known = known
        self.name = "the disk"

    def read(self, _: int | None = -1) -> bytes:
        raise OSError(5, "Input/output error", self.known)


@pytest.mark.parametrize(("known", "named"), [(None, "the disk"), ("/dev/sda", "/dev/sda")])
def test_an_error_of_the_system_names_the_file(known: str | None, named: str) -> None:
    with pytest.raises(OSError, match="Input/output error") as caught:
        read_graph(Failing(known))
    assert caught.value.filename == named


def test_a_file_that_does_not_wait_for_its_data_is_refused() -> None:
    class NotReady(io.BytesIO):
        def read(self, _: int | None = -1) -> bytes:
            return None  # type: ignore[return-value]

    with pytest.raises(BlockingIOError) as caught:
        read_graph(NotReady())
    error = caught.value
    assert (error.errno, error.strerror) == (EAGAIN, "expected a file that waits for its data")


@pytest.mark.parametrize("base", [True, False])
def test_a_base_is_no_bool(base: Any) -> None:
    with pytest.raises(GraphGameError, match=f"^base: expected 0 or 1, got {base}"):
        read_graph(io.BytesIO(b"2 1\n1 2\n"), base=base)
    with pytest.raises(GraphGameError, match=f"^base: expected 0 or 1, got {base}"):
        gg.write_graph(GameGraph.from_edges([(0, 1)]), io.BytesIO(), base=base)
