"""Plain lines of edges, which the scanner takes eight characters at a time.

Pinned here: numbers of every length, up to both ends of their range; lines that are not quite plain
among lines that are; errors at the line and column where they stand, with many plain lines before.
"""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

import graphgame as gg
from tests.text.test_graph_text import facts, read
from tests.text.test_random import Pieces, answer, place, slow_parse

MOST = 2**31 - 2
# Behind the lines, so that all of them are far from the end of the text.
TAIL = b"#" * 40 + b"\n"
NUMBERS = st.one_of(
    st.integers(0, 10).flatmap(lambda k: st.integers(0, 10**k)),
    st.sampled_from([0, 9, 10, 99_999_999, 100_000_000, MOST - 1, MOST, MOST + 1, 2**32 + 1]),
)
ODD = st.sampled_from(
    [
        *(b"", b"# 1 2", b"1 2 3", b"1", b"1\t2", b"1  2", b" 1 2", b"1 2 ", b"1 2\r", b"1 2#"),
        *(b"001 2", b"1 0000000000000002", b"1 99999999999999999999", b"a b", b"1 b", b"1 2b"),
        *(b"1:2", b"1/ 2", b"1 2:", b"-1 2", b"1 -2", b"1\x002", b"\xb1 2", b"1 \xb2", b"1 WIN"),
    ]
)


@given(
    st.lists(st.one_of(st.tuples(NUMBERS, NUMBERS), ODD), max_size=30),
    st.sampled_from([2, 10, 10**7, 10**8, MOST]),
    st.integers(0, 1),
    st.integers(0, 3),
)
@example([(1, 2)] * 10 + [b"1 2:"], 2, 1, 0)
@example([(12345678, 1), (1, 12345678), (2147483646, 123456789)], MOST, 1, 0)
def test_lines_are_read_as_the_format_says(
    lines: list[tuple[int, int] | bytes], n: int, base: int, more: int
) -> None:
    spelled = [line if isinstance(line, bytes) else b"%d %d" % line for line in lines]
    text = b"\n".join([b"%d %d" % (n, len(lines) + more), *spelled, TAIL])
    expected = slow_parse(text, base)
    assert place(answer(io.BytesIO(text), base)) == expected
    for size in (33, 100):
        assert place(answer(Pieces(text, size), base)) == expected


@pytest.mark.parametrize("digits", range(1, 11))
def test_numbers_of_every_length_at_every_place(digits: int) -> None:
    greatest = min(10**digits - 1, MOST)
    numbers = sorted({greatest, greatest // 9, 10 ** (digits - 1)})
    edges = [[u, v] for u in numbers for v in numbers if max(u, v) <= MOST]
    text = b"".join(b"%d %d\n" % (u, v) for u, v in edges)
    graph = read(b"%d %d\n" % (MOST, len(edges)) + text + TAIL)
    assert facts(graph)[1] == [[u - 1, v - 1] for u, v in edges]


@pytest.mark.parametrize("before", [0, 1, 1023, 1024, 5000])
@pytest.mark.parametrize(
    ("line", "column", "got"),
    [
        (b"7 12", 3, "source|target"),
        (b"12 7", 1, "source"),
        (b"0 1", 1, "source"),
        (b"1 0", 3, "target"),
        (b"1 2 3", 5, "end of the line"),
    ],
)
def test_what_is_wrong_behind_many_plain_lines(
    before: int, line: bytes, column: int, got: str
) -> None:
    text = b"11 6000\n" + b"3 11\n" * before + line + b"\n" + TAIL
    message = str(answer(io.BytesIO(text)))
    assert message.startswith(f"<text>:{before + 2}:{column}: ")
    assert any(word in message for word in got.split("|"))
    assert f"edge {before + 1} of 6000" in message


def test_presets_behind_plain_lines() -> None:
    graph = read(b"5 3\n1 2\n2 3\n3 4\n4 WIN\n5 DRAW\n" + TAIL)
    assert facts(graph) == (5, [[0, 1], [1, 2], [2, 3]], {3: 1, 4: 0})


@pytest.mark.parametrize("character", "/:")
def test_the_characters_beside_the_digits_are_none(character: str) -> None:
    text = f"20 40\n1 {character}\n" + "1 2\n" * 39
    with pytest.raises(gg.GraphGameError, match=":2:3: "):
        read(text.encode())


@pytest.mark.boundary
def test_edges_stay_what_they_are_while_their_block_grows() -> None:
    n = 600_000  # more than 2 MiB of edges, where a block becomes a map
    text = f"{n} {n}\n" + "".join(f"{v} {v}\n" for v in range(1, n + 1))
    edges = np.concatenate([sources for sources, _ in read(text.encode()).edge_blocks()])
    assert np.array_equal(edges, np.arange(n))
