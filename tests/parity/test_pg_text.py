"""The .pg and .sol formats: what is read and written, and each malformed text's one error."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import graphgame as gg
from graphgame.parity._pg_scan import PgError, PgScanner
from graphgame.parity._sol_text import put_vertices

if TYPE_CHECKING:
    from pathlib import Path


def read(text: bytes) -> gg.ParityGame:
    return gg.read_pg(io.BytesIO(text), source="x.pg")


def test_vertices_may_stand_in_any_order_and_n_may_be_a_count() -> None:
    for header in (b"parity 2;", b"parity 3;", b"", b"parity 2; start 1;\n"):
        game = read(header + b'2 5 1 0;\n0 4294967296 0 1,2;1\t1\r\n1\n2 , 0 "a\nb" ;')
        assert game.owner.tolist() == [0, 1, 1]
        assert game.priority.tolist() == [2**32, 1, 5]
        assert game.game.option_idx.tolist() == [1, 2, 2, 0, 0]
        assert game.start == ("a\nb" if b"start" in header else None)
        assert game.game.labels == [0, "a\nb", 2]


def test_labels_are_written_and_read_again() -> None:
    names = ["a", " ", "é;\n", "x" * 600_000, "last"]
    graph = gg.GameGraph.from_edges([(0, 1), (0, 2), (1, 3), (2, 4), (3, 0)], labels=names)
    game = gg.ParityGame(graph, [0, 1, 0, 1, 0], [1, 2, 3, 4, 2**62])
    text = io.BytesIO()
    gg.write_pg(game, text)
    again = read(text.getvalue())
    assert again.game.labels == names
    assert again.solve().winners.tolist() == game.solve().winners.tolist()
    gg.write_pg(game, bare := io.BytesIO(), labels=False)
    assert bare.getvalue().startswith(b"parity 4;\n0 1 0 1,2;\n1 2 1 3;\n")
    assert read(bare.getvalue()).game.labels is None


@pytest.mark.boundary
@pytest.mark.parametrize("room", range(200, 260, 7))
def test_a_game_is_printed_in_pieces_of_any_size(room: int) -> None:
    rng = random.Random(room)
    n = 40
    edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(2 * n)]
    names = ["y" * rng.choice([0, 1, 90, 300]) + str(v) for v in range(n)]
    graph = gg.GameGraph.from_edges(edges, n=n, labels=names)
    game = gg.ParityGame(graph, [v % 2 for v in range(n)], range(n))
    gg.write_pg(game, whole := io.BytesIO())
    label_ptr = np.cumsum([0, *map(len, names)])
    rows = graph.option_ptr, graph.option_idx, game.owner, game.priority
    place, found = np.array([0, -1, 0]), b"parity 39;\n"
    out = bytearray(room)
    while length := put_vertices(out, *rows, "".join(names).encode(), label_ptr, place):
        found += bytes(out[:length])
    assert found == whole.getvalue()


def test_labels_that_cannot_be_quoted_are_refused() -> None:
    game = gg.ParityGame({"a": ['b"'], 'b"': ["a"]}, [0, 1], [1, 2])
    with pytest.raises(gg.GraphGameError, match="label of 'b\"': expected none with a quotation"):
        gg.write_pg(game, io.BytesIO())
    game = gg.ParityGame({"a": ["\ud800"], "\ud800": ["a"]}, [0, 1], [1, 2])
    with pytest.raises(gg.GraphGameError, match="expected text that is UTF-8"):
        gg.write_pg(game, io.BytesIO())


def test_positions_without_a_label_are_called_by_their_ids() -> None:
    game = read(b'2 3 1 0 "2";0 1 0 1 "a";1 2 0 2;3 1 0 0;')
    assert game.game.labels == ["a", 1, "2", 3]
    assert game.solve().winner(1) == game.solve().winner("2") == 1
    assert list(game.game.options(1)) == ["2"]


def test_labels_are_positions_and_refused_where_two_are_equal() -> None:
    assert read(b'0 1 0 1 "a";1 1 0 0 "b";').game.labels == ["a", "b"]
    assert read(b'0 1 0 1 "";1 1 0 0 "";').game.labels is None
    for text, message in (
        (b'0 1 0 1 "a";1 1 0 0 "a";', "got 'a' of the vertices 0 and 1"),
        (b'2 1 0 0 "a";0 1 0 1 "a";1 1 0 0,2;', "got 'a' of the vertices 0 and 2"),
        (b'0 1 0 1 "\xff";1 1 0 0;', "UTF-8, got .* of vertex 0"),
        (b'0 1 0 1;1 1 0 0 "\xff";', "UTF-8, got .* of vertex 1"),
    ):
        with pytest.raises(gg.GraphGameError, match=message) as error:
            read(text)
        assert "read_pg(file, labels=False)" in str(error.value)
        assert gg.read_pg(io.BytesIO(text), labels=False).game.labels is None


@pytest.mark.parametrize(
    ("text", "where", "expected", "found"),
    [
        (b"parity 1;\n0 1 0 1;\n0 1 0 1;\n", (3, 1), "each id once", "0 again"),
        (b"0 1 0 0;\n2 1 0 3;\n", (2, 7), "the id of a successor, up to 2", "3"),
        (b"parity 5;0 1 0 0;2 1 0 0;", (1, 26), "5 or 6", "the end of the text after 2"),
        (b"start 1;0 1 0 0;\n2 1 0 0;\n", (3, 1), "the start among 2 vertices", "1"),
        (b"0 1 0 0,7;\n", (1, 9), "the id of a successor, up to 0", "7"),
        (b"parity 3;\n0 1 0 9;\n", (2, 7), "the id of a successor, up to 3", "9"),
        (b"0 1 2 0;\n", (1, 5), "the owner, 0 or 1", "2"),
        (b"0 " + b"9" * 30 + b" 0 0;", (1, 3), "a priority up to", "a number beyond 64 bits"),
        (b'0 1 0 0 "abc;\n', (2, 1), "a quotation mark", "the end of the text"),
        (b"parity 99;\n0 1 0 0;\n", (3, 1), "99 or 100 vertices", "the end of the text after 1"),
        (b"parity 0;\n0 1 0 0;\n1 1 0 0;", (3, 1), "the id of a vertex, up to 0", "1"),
        (b"parity 99999999999999;", (1, 8), "the greatest id", "99999999999999"),
        (b"parity 1", (1, 9), "the greatest id", "the end of the text"),
        (b"0 1 0;", (1, 6), "the id of a successor", "';'"),
        (b"0 1 0 0", (1, 8), "the id of a successor", "the end of the text"),
        (b"0 1 0 0,;", (1, 9), "the id of a successor", "';'"),
        (b"0 -1 0 0;", (1, 3), "a priority", "'-'"),
        (b"parities 1;", (1, 1), "'parity', 'start' or a vertex", "a longer word"),
        (b"game 1;", (1, 1), "'parity', 'start' or a vertex", "'game'"),
        (b"0 1 0 0;\nparity 1;", (2, 1), "'parity', 'start' or a vertex", "'parity'"),
        (b"start 4;0 1 0 0;", (1, 17), "the start among 1 vertices", "4"),
        (b"0 1 0 0;\xff", (1, 9), "a vertex", "b'\\xff'"),
        (b"2147483646 1 0 0;", (1, 1), "the id of a vertex, up to 2147483645", "2147483646"),
        (b"0 1 0 2147483646;", (1, 7), "the id of a successor, up to 2147483645", "2147483646"),
        (b"0 1 0 7;\n1 1 0 9,\n 9;", (2, 7), "the id of a successor, up to 1", "9"),
        (b"1 1 0 0;\n0 1 0 0;\n0 1 0 0;", (3, 1), "each id once", "0 again"),
        (b"parity 0;0 1 0 0;0 1 0 0;", (1, 18), "a vertex", "a vertex more than the header says"),
        (b"parity 1;parity 1;0 1 0 0;", (1, 10), "'parity', 'start' or a vertex", "'parity'"),
        (b"0 1 0 0;\nstart 0;", (2, 1), "'parity', 'start' or a vertex", "'start'"),
        (b"start 0;start 0;0 1 0 0;", (1, 9), "'parity', 'start' or a vertex", "'start'"),
        (b"", (1, 1), "a vertex 'id priority", "the end of the text"),
        (b" \n\r\n", (3, 1), "a vertex", "the end of the text"),
        (b"0 1 0 0;\n1", (2, 2), "a priority up to", "the end of the text"),
        (b'0 1 0 0 "\na" ,', (2, 4), "';' after the label", "','"),
    ],
)  # fmt: skip
def test_a_malformed_text_is_refused_at_its_place(
    text: bytes, where: tuple[int, int], expected: str, found: str
) -> None:
    for size in (1, 3, len(text)):  # however it is divided into chunks
        chunks = io.BytesIO(text)
        whole = chunks.read
        chunks.read = lambda _=0, size=size, whole=whole: whole(size)  # type: ignore[method-assign, assignment]
        with pytest.raises(gg.ParseError) as caught:
            gg.read_pg(chunks, source="x.pg")
        error = caught.value
        assert (error.line, error.column) == where
        assert error.expected.startswith(expected)
        assert error.found == found


class Slow(io.BytesIO):
    """A file that gives a byte at a time, as a pipe may."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(1)


@pytest.mark.parametrize("kind", [io.BytesIO, Slow])
def test_a_byte_order_mark_is_left_out(kind: type[io.BytesIO]) -> None:
    mark = b"\xef\xbb\xbf"
    game = gg.read_pg(kind(mark + b"parity 1;\n0 1 0 1;\n1 2 1 0;"))
    assert game.priority.tolist() == [1, 2]
    assert game.read_sol(kind(mark + b"paritysol 1; 0 0 1; 1 0;")).winners.tolist() == [0, 0]
    assert gg.read_pg(kind(b"0 1 0 0;")).priority.tolist() == [1]
    for text, where in ((mark + mark + b"0 1 0 0;", "1:1"), (b"\xef", "1:1")):
        with pytest.raises(gg.ParseError, match=f":{where}: expected"):
            gg.read_pg(kind(text), source="x.pg")


def test_a_header_takes_no_memory() -> None:
    scanner = PgScanner()
    scanner.feed(b"parity 2147483646;\n0 1 0 5,2147483646;")
    assert scanner.n == 1
    assert scanner.ids.nbytes < 1 << 16


def test_a_long_line_is_read_in_pieces() -> None:
    scanner = PgScanner()
    scanner.feed(b'0 1 0 0 "')
    piece = bytes(1 << 20).replace(b"\0", b"x")
    for _ in range(64):
        scanner.feed(piece)
    scanner.feed(b'";')
    scanner.finish()
    assert (scanner.n, scanner.line) == (1, 1)
    with pytest.raises(PgError, match="beyond 64 bits"):
        PgScanner().feed(b"0 " + b"9" * (1 << 20) + b" ")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    for n in (1, 2, 30, 3000):
        edges = np.concatenate([np.stack([np.arange(n), rng.integers(0, n, n)], 1),
                                rng.integers(0, n, (n, 2))])  # fmt: skip
        graph = gg.GameGraph.from_edges(edges, n)
        game = gg.ParityGame(graph, rng.integers(0, 2, n), rng.integers(0, 2**63 - 1, n))
        path = tmp_path / "game.pg"
        gg.write_pg(game, path)
        again = gg.read_pg(path)
        assert (again.owner == game.owner).all()
        assert (again.priority == game.priority).all()
        assert (again.game.option_idx == game.game.option_idx).all()
        solution = game.solve()
        solution.write_sol(tmp_path / "game.sol")
        read_back = again.read_sol(tmp_path / "game.sol")
        assert (read_back.winners == solution.winners).all()
        assert (read_back.strategy == solution.strategy).all()
        assert read_back.verify()


@pytest.mark.boundary
def test_a_row_longer_than_a_block_is_written() -> None:
    n = 60_000
    edges = np.stack([np.zeros(n, np.int32), np.arange(n, dtype=np.int32)], axis=1)
    graph = gg.GameGraph.from_edges(edges, n)
    game = gg.ParityGame(graph, np.ones(n, np.int8), np.ones(n, np.int64))
    text = io.BytesIO()
    gg.write_pg(game, text)
    again = read(text.getvalue())
    assert again.m == n + (n - 1)  # a dead end is a self-loop that its owner loses
    assert (again.solve().winners == game.solve().winners).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"paritysol 1;\n0 0 1;\n", "3:1: expected the winner of vertex 1"),
        (b"paritysol 1;\n0 0 1;\n0 0 1;", "3:1: expected each vertex once, got 0 again"),
        (b"paritysol 7;\n0 0 1;\n1 0;", "1:1: expected 'paritysol 1;'"),
        (b"paritysol 1;\n0 2 1;\n1 0;", "2:3: expected the winner, 0 or 1, got '2'"),
        (b"paritysol 1;\n0 0 2;\n1 0;", "2:5: expected a successor up to 1"),
        (b"paritysol 1;\n0 0 1 1;\n1 0;", "2:7: expected ';', got '1'"),
        (b"paritysol 1;\n0;\n1 0;", "2:2: expected the winner"),
        (b"0 0 1;\n1 0", "2:4: expected a successor up to 1, or ';', got the end of the text"),
        (b"0 0 99999999999999999999999;\n1 0;", "1:5: expected a successor up to 1"),
    ],
)
def test_a_malformed_solution_is_refused(text: bytes, message: str) -> None:
    game = gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1])
    with pytest.raises(gg.ParseError) as caught:
        game.read_sol(io.BytesIO(text), source="x.sol")
    assert str(caught.value).startswith(f"x.sol:{message}")


def test_moves_of_losers_in_a_solution_say_nothing() -> None:
    game = gg.ParityGame([(0, 1), (1, 0)], [0, 1], [2, 1])
    assert game.read_sol(io.BytesIO(b"0 0 1;1 0 0;")).strategy.tolist() == [1, -1]
    with pytest.raises(gg.VerificationError):
        game.read_sol(io.BytesIO(b"0 1;1 1 0;")).verify()


def test_mutated_texts_are_read_or_refused() -> None:
    random.seed(2)
    text = b'parity 3;\nstart 1;\n0 3 0 1,2 "a";\n1 2 1 3 "b";\n2 4 0 0;\n3 1 1 3,0;\n'
    places: list[tuple[int, int]] = []
    for _ in range(3000):
        mutated = bytearray(text)
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(mutated))
            mutated[at : at + random.randint(0, 2)] = random.choice(
                [b"", b"9", b";", b",", b'"', b" ", b"\n", b"-", b"9" * 30]
            )
        try:
            game = read(bytes(mutated))
        except gg.ParseError as error:
            places.append((error.line, error.column))
        else:
            assert game.solve().verify()
    assert len(places) > 1000
    assert min(line for line, _ in places) >= 1
    assert min(column for _, column in places) >= 1
