"""`read_graph` on random text, on text in chunks, and its memory.

Pinned here: a parser of a few lines, written from the format alone, says what is right for random
text, whole or damaged; how the text is cut into chunks changes nothing; a graph comes back from its
text; what a header announces takes no memory.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

from graphgame import GameGraph, ParseError, read_graph, write_graph
from graphgame.outcome import Outcome
from graphgame.text._scan import GraphScanner, ScanError
from tests.reference.graphs import Game
from tests.strategies import games
from tests.text.test_graph_text import BOM, Read, facts, read

WORDS = {outcome.name.encode(): int(outcome) for outcome in Outcome}
MOST_POSITIONS, MOST_EDGES, LONGEST = 2**31 - 2, 2**59 - 1, 63

# What begins with these may be compressed or encoded: tests/reading.
OTHERS = (b"\x1f\x8b", b"\xff\xfe", b"\xfe\xff")

# A graph, or the line and column where its text is refused.
Answer = Read | tuple[int, int]


class Pieces(io.RawIOBase):
    """A file that gives only so many bytes at a time."""

    def __init__(self, text: bytes, size: int) -> None:
        self.text, self.size = text, size

    def read(self, _size: int = -1) -> bytes:
        piece, self.text = self.text[: self.size], self.text[self.size :]
        return piece


def answer(file: Any, base: int = 1) -> Read | str:
    """Return the graph, or the whole message of the refusal."""
    try:
        return facts(read_graph(file, "text", base=base))
    except ParseError as error:
        return str(error)


def place(message: Read | str) -> Answer:
    """Reduce a refusal to its line and column."""
    if not isinstance(message, str):
        return message
    line, column = message.split(":")[1:3]
    return int(line), int(column)


def number(field: bytes, least: int, greatest: int) -> int | None:
    """Return the number that a field says, None if it says none in this range."""
    value = int(field) if re.fullmatch(rb"[0-9]+", field) and len(field) <= LONGEST else -1
    return value if least <= value <= greatest else None


def slow_parse(text: bytes, base: int) -> Answer:
    """Read a text line by line, from the definition of the format."""
    header: list[int] = []
    edges: list[list[int]] = []
    said: dict[int, int] = {}  # the preset of v at v, the owner at ~v
    lines = re.split(rb"\n|\r(?!\n)", text.removeprefix(BOM))
    for row, line in enumerate(lines, 1):
        fields = [(f.start() + 1, f[0]) for f in re.finditer(rb"[^ \t\r]+", line.split(b"#")[0])]
        values: list[int] = []
        owning = False
        for column, field in fields:
            if len(values) == 2 + owning:
                return row, column
            if len(values) == 2:
                value = number(field, 0, 1)
                if said.get(~(values[0] - base), value) != value:
                    value = None
            elif not header:
                most = MOST_EDGES if values != [0] else 0  # no positions, no edges
                value = number(field, 0, most if values else MOST_POSITIONS)
            elif not values or len(edges) < header[1]:
                value = number(field, base, header[0] - 1 + base)
            elif field == b"OWNER":
                owning, value = True, 0
            else:
                value = WORDS.get(field)
                if said.get(values[0] - base, value) != value:
                    value = None
            if value is None:
                return row, column
            values.append(value)
        if len(values) not in (0, 2 + owning):
            return row, len(line) + 1
        if values and not header:
            header = values
        elif values and len(edges) < header[1]:
            edges.append([value - base for value in values])
        elif values:
            v = values[0] - base
            said[~v if owning else v] = values[-1]
    owned = sum(v < 0 for v in said)
    if not header or len(edges) < header[1] or owned not in (0, header[0]):
        return len(lines), len(lines[-1]) + 1
    return header[0], edges, said


# -- chunks ---------------------------------------------------------------------------------------


def spelled(game: Game, base: int, blanks: list[bytes], ends: list[bytes]) -> bytes:
    """Write a game as text, with these blanks between fields and these ends of lines in turn."""
    rows = [(game.n, len(game.edges)), *((u + base, v + base) for u, v in game.edges)]
    lines = [(str(a).encode(), str(b).encode()) for a, b in rows]
    lines += [(str(v + base).encode(), str(x).encode()) for v, x in game.presets.items()]
    # Some games have owners: who owns a position is found from its edges.
    if len(game.edges) % 3 == 0:
        owners = [sum(u == v for u, _ in game.edges) % 2 for v in range(game.n)]
        lines += [(str(v + base).encode(), b"OWNER %d" % x) for v, x in enumerate(owners)]
    return b"".join(
        a + blanks[k % len(blanks)] + b + ends[k % len(ends)] for k, (a, b) in enumerate(lines)
    )


BLANKS = st.sampled_from([b" ", b"\t", b"  ", b" \t ", b" 0", b" 000"])
ENDS = st.sampled_from(
    [b"\n", b"\r\n", b"\r", b" \n", b" # 1 2\n", b"#\r", b"\n\n", b"\n#\n \n", b"\t#\r\n"]
)


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Draw graph text, whole or with some bytes changed, lost or put in."""
    game, base = draw(games(max_positions=6)), draw(st.integers(0, 1))
    blanks = draw(st.lists(BLANKS.filter(lambda b: not b.endswith(b"0")), min_size=1, max_size=3))
    text = draw(st.sampled_from([b"", BOM])) + spelled(
        game, base, blanks, draw(st.lists(ENDS, min_size=1, max_size=3))
    )
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        there = draw(
            st.sampled_from(
                [b"", b"0", b"9", b" ", b"\n", b"\r", b"#", b"x", b"\xef", b"WIN", b"-", b"OWNER"]
            )
        )
        text = text[:at] + there + text[at + draw(st.integers(0, 3)) :]
    return text


@pytest.mark.boundary
@given(texts(), st.integers(0, 1))
@example(b"3 1\n1 " + b"0" * 100 + b"2\n", 1)
@example(b"3 1\n1 " + b"0" * 100 + b"4\n", 1)
@example(b"3 1\n1 " + b"0" * 100, 1)
@example(b"3 1\n1 " + b"9" * 100 + b"\n", 1)
@example(b"3 1\n1 2 " + "é".encode() * 50 + b"\n", 1)
@example(BOM + b"3 1\n1 2\n1 WIN\n1 DRAW", 1)
@example(BOM[:2] + b"3 1\n1 2\n", 1)
@example(BOM[:1], 0)
@example(b"3 2\r1 2\r\n2 3\r\r# 1 1\r1 WIN", 1)
@example(BOM + BOM, 0)
def test_every_cut_into_chunks_reads_the_same(text: bytes, base: int) -> None:
    whole = answer(io.BytesIO(text), base)
    for size in range(1, min(len(text), 70) + 1):
        assert answer(Pieces(text, size), base) == whole, f"in pieces of {size} bytes"


@given(texts(), st.integers(0, 1))
def test_text_is_read_as_the_format_says(text: bytes, base: int) -> None:
    assert place(answer(io.BytesIO(text), base)) == slow_parse(text, base)


@given(st.binary(max_size=200))
def test_junk_is_refused_or_read_as_the_format_says(junk: bytes) -> None:
    found = place(answer(io.BytesIO(junk)))
    if 0 not in junk[:4] and junk[:2] not in OTHERS:
        assert found == slow_parse(junk, 1)


@given(st.text("019 #\n\rWINLOSEDRAWOWNER", max_size=60).map(str.encode))
def test_near_misses_are_read_as_the_format_says(text: bytes) -> None:
    assert place(answer(io.BytesIO(text), 0)) == slow_parse(text, 0)


@given(
    games(max_positions=20),
    st.integers(0, 1),
    st.lists(BLANKS, min_size=1),
    st.lists(ENDS, min_size=1),
)
def test_a_graph_comes_back_from_its_text(
    game: Game, base: int, blanks: list[bytes], ends: list[bytes]
) -> None:
    words = game.presets or len(game.edges) % 3 == 0
    blanks = [b" "] if words else blanks  # no leading zeros before a word
    graph = read(spelled(game, base, blanks, ends), base)
    said = {v: int(x) for v, x in game.presets.items()}
    if len(game.edges) % 3 == 0:
        said |= {~v: sum(u == v for u, _ in game.edges) % 2 for v in range(game.n)}
    assert facts(graph) == (game.n, [list(edge) for edge in game.edges], said)


@given(games(max_positions=20), st.integers(0, 1))
def test_a_graph_comes_back_from_the_text_that_is_written(game: Game, base: int) -> None:
    graph = GameGraph.from_edges(list(game.edges), game.n).with_presets(game.presets)
    rows = GameGraph.from_csr(graph.option_ptr, graph.option_idx).with_presets(game.presets)
    for made in (graph, rows, rows.with_owner([v % 2 for v in range(game.n)])):
        text = io.BytesIO()
        write_graph(made, text, base=base)
        assert facts(read(text.getvalue(), base)) == facts(made)


@given(texts(), st.lists(st.integers(1, 40), min_size=1))
def test_the_scanner_leaves_over_only_a_short_beginning_of_a_token(
    text: bytes, sizes: list[int]
) -> None:
    def scan(pieces: list[bytes]) -> tuple[object, ...]:
        scanner, rest = GraphScanner(1), b""
        try:
            for piece in pieces:
                chunk = rest + piece
                rest = chunk[scanner.feed(chunk) :]
                assert len(rest) < 64
            scanner.finish(rest)
        except ScanError as error:
            return error.line, error.column, error.expected, error.found
        presets, owners = scanner.presets, scanner.owners
        return (
            scanner.n,
            memoryview(scanner.edges).tolist(),
            None if presets is None else memoryview(presets).tolist(),
            None if owners is None else memoryview(owners).tolist(),
        )

    cuts, at = [], 0
    while at < len(text):
        size = sizes[len(cuts) % len(sizes)]
        cuts.append(text[at : at + size])
        at += size
    assert scan(cuts) == scan([text])


@pytest.mark.boundary
def test_text_longer_than_a_chunk() -> None:
    edges = [[v, (v * 7919) % 100_000] for v in range(100_000)]
    lines = [b"%d %d # %s\n" % (u + 1, v + 1, b"c" * (u % 5)) for u, v in edges]
    graph = read(b"100000 100000\n" + b"".join(lines))
    assert facts(graph) == (100_000, edges, {})
    lines[77_777] = b"77778  100001\n"
    with pytest.raises(ParseError, match="<text>:77779:8: .*edge 77778 of 100000, got '100001'"):
        read(b"100000 100000\n" + b"".join(lines))


# -- memory ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"3 2147483648\n1 2\n", "<text>:3:1: .* source of edge 2 of 2147483648, got the end"),
        (b"3 576460752303423487\n1 2\n3", "<text>:3:2: .* target of edge 2 of 576460752303423487"),
        (b"2147483646 2147483648\n1 x", "<text>:2:3: .* from 1 to 2147483646 as the target of"),
        (b"2147483646 1\n1 2147483646\n", r"GameGraph\(n=2147483646, m=1\)"),
    ],
)
def test_what_a_header_announces_takes_no_memory(text: bytes, expected: str) -> None:
    pytest.importorskip("resource")
    script = (
        "import io, resource, sys\n"
        "from graphgame.text.graph_text import read_graph\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 2**26, -1))\n"
        "try:\n"
        "    print(read_graph(io.BytesIO(sys.stdin.buffer.read())))\n"
        "except ValueError as error:\n"
        "    print(error)\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.match(expected, done.stdout.decode())
