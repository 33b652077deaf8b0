"""Targets of the fuzzer: for each reader, a function of bytes that checks its contract.

A target raises only for bugs: errors of the package are the right answer to bad input.  Accepted
input is used, and checked where possible: by a slow parser, by certificates, by writing the text
again.  Targets need no fuzzer: tests/house/test_fuzz_corpus.py replays the corpus with them.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import re
import sys
import tempfile
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import graphgame as gg
from graphgame import GraphGameError, HeapGame, PoliceAndThief, Solution, SumValues, cli
from graphgame.answers.manifest import Manifest
from graphgame.answers.page_checksums import PageSums
from graphgame.cli import terminal
from graphgame.playing.game import Look
from graphgame.playing.positions import GamePositions
from graphgame.playing.server import PageServer, _Handler
from graphgame.playing.terminal import Terminal, Writer
from graphgame.pursuit.grid import parse_grid
from graphgame.pursuit.grid_graph import PIECES
from graphgame.reading.incoming import plain
from graphgame.text.graph_text import read_parts
from tests import fuzz_automata, fuzz_chance, fuzz_games, fuzz_proofs
from tests.fuzz_drawings import board_drawing
from tests.text.test_random import Pieces, answer, place, slow_parse

# Larger games are read, but not solved.
MOST = 3000
MOST_CELLS = 80


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """Ignore errors of the package, if the message is a line of text."""
    said = "something"
    try:
        yield
    except GraphGameError as error:
        said = str(error)
    assert said, "an error says what is wrong"


def graph_text(data: bytes) -> None:
    """Read graph text, in pieces too; compare with a slow parser; write and solve it."""
    for base in (0, 1):
        whole = answer(io.BytesIO(data), base)
        assert place(whole) == slow_parse(data, base)
        assert answer(Pieces(data, 1 + len(data) // 3), base) == whole
    with refusals():
        graph = gg.read_graph(io.BytesIO(data))
        if graph.n <= MOST:
            text = io.BytesIO()
            gg.write_graph(graph, text)
            assert place(answer(io.BytesIO(text.getvalue()))) == place(answer(io.BytesIO(data)))
            gg.solve(graph).verify()


def chance_text(data: bytes) -> None:
    """Read a game of chance, in pieces too; write it and read it again; solve it."""
    with refusals():
        fuzz_chance.chance_text(data)
    if _is_small(data):
        run_command(["chance", "--verify", "--json", "--moves", "--bounds"], data)
        run_command(["chance", "--from", "1"], data)


def _graph_file(data: bytes, form: str) -> None:
    """Read a graph in a format; solve it, write it in the same format, and read it again."""
    with refusals():
        graph, values = read_parts(io.BytesIO(data), form)
        assert graph.n <= len(data), "a position has a name"
        if graph.n > MOST:
            return
        with warnings.catch_warnings():  # of undirected graphs, where nobody is ever stuck
            warnings.simplefilter("ignore", UserWarning)
            gg.solve(graph).verify()
        text = io.BytesIO()
        given = {name: values.get(name) for name in ("priority", "score")}
        gg.write_graph(graph, text, form, priority=given["priority"], scores=given["score"])
        again, others = read_parts(io.BytesIO(text.getvalue()), form)
        assert others == values
        order: Any = again.index(graph.positions(range(graph.n))) if graph.n else []
        assert (again.n, again.m, again.start) == (graph.n, graph.m, graph.start)
        for one, other in (
            (graph.presets, again.presets),
            (graph.preset_remoteness, again.preset_remoteness),
            (graph.owner, again.owner),
        ):
            assert (one is None) == (other is None)
            assert one is None or other is None or (one == other[order]).all()


def edge_list(data: bytes) -> None:
    """Read an edge list; compare it with a slow parser."""
    _graph_file(data, "edges")
    with refusals():
        graph = gg.read_graph(io.BytesIO(data), "edges")
        lines = plain(data, "<text>").decode(errors="replace").split("\n")
        found = []
        for line in lines:
            said = line.split("#")[0].strip(" \t")
            if said and not said.startswith("%"):
                words = re.sub("[ \t,]\\{.*", "", said).rstrip(" \t,").replace(",", " ")
                found.append(tuple(re.findall("[^ \t]+", words)))
        ends = [graph.positions(x.tolist()) for pair in graph.edge_blocks() for x in pair]
        pairs = [p for k in range(0, len(ends), 2) for p in zip(ends[k], ends[k + 1], strict=True)]
        assert [tuple(map(str, pair)) for pair in pairs] == found


def edge_table(data: bytes) -> None:
    """Read CSV and TSV."""
    _graph_file(data, "csv")
    with refusals():
        fuzz_chance.chance_file(data, "csv")
    _graph_file(data.replace(b",", b"\t"), "tsv")


def graph_json(data: bytes) -> None:
    """Read a graph in JSON."""
    _graph_file(data, "json")
    with refusals():
        fuzz_chance.chance_file(data, "json")


def graph_markup(data: bytes) -> None:
    """Read GraphML, GML or DOT, as the first byte says; DOT where its library is installed."""
    form = ("graphml", "gml", "dot")[data[0] % 3 if data else 0]
    if form != "dot" or util.find_spec("pydot"):
        _graph_file(data[1:], form)
        with refusals():
            fuzz_chance.chance_file(data[1:], form)


def told_file(data: bytes) -> None:
    """Read a graph in the format that its first bytes tell, whole and byte by byte."""
    try:
        plain(data, "<text>")
    except GraphGameError:  # which error comes first depends on how much was read
        return
    found = []
    for size in (len(data) + 1, 1):
        try:
            graph, values = read_parts(Pieces(data, size))
        except GraphGameError as error:
            found.append(str(error))
        else:
            found.append(f"{graph.n} {graph.m} {values}")
    assert found[0] == found[1]


def pg_text(data: bytes) -> None:
    """Read a parity game, in pieces too; solve it, write both and read them again."""
    for labels in (True, False):
        with refusals():
            game = gg.read_pg(Pieces(data, 1 + len(data) // 3), labels=labels)
            assert game.n <= len(data), "no memory for what is only announced"
            if 0 < game.n <= MOST:
                solution = game.solve()
                assert solution.verify()
                text, answers = io.BytesIO(), io.BytesIO()
                gg.write_pg(game, text)
                solution.write_sol(answers)
                again = gg.read_pg(io.BytesIO(text.getvalue()), labels=labels)
                named = [[*map(str, one.game.labels or ())] for one in (again, game)]
                assert named[0] == named[1]
                assert again.read_sol(io.BytesIO(answers.getvalue())).verify()


def sol_text(data: bytes) -> None:
    """Read a solution of a parity game; what `verify` accepts has the winners of `solve`."""
    game = gg.ParityGame(
        [(0, 1), (1, 0), (1, 2), (2, 2), (3, 2), (3, 0)], [0, 1, 0, 1], [2, 1, 4, 3]
    )
    with refusals():
        found = game.read_sol(io.BytesIO(data))
        assert found.verify()
        assert found.winners.tolist() == game.solve().winners.tolist()


def grid_text(data: bytes) -> None:
    """Read a board from text, and from its rows."""
    with refusals():
        grid = parse_grid(data)
        if len(grid.cells) <= MOST_CELLS:
            game = PoliceAndThief(data.decode("latin-1"))
            assert game._grid.cells == grid.cells
            solution = game.solve()
            solution.verify()
            solution.line()
    with refusals():
        PoliceAndThief(data.decode("latin-1").split("\n"))


def grid_graph(data: bytes) -> None:
    """Read a board as a graph; the first byte says which piece moves, and where."""
    piece = [*PIECES][data[0] % len(PIECES)] if data else "four"
    for directions in (None, "down,right"):
        with refusals():
            graph = gg.read_grid(
                io.BytesIO(data[1:]), piece, directions=directions, presets={"W": "WIN"}
            )
            if graph.n <= MOST_CELLS:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", UserWarning)
                    assert gg.solve(graph).verify()
                assert [graph.index(cell) for cell in graph.labels or ()] == [*range(graph.n)]


def graph6(data: bytes) -> None:
    with refusals():
        numbers = gg.cop_numbers(data, max_cops=1, memory=1 << 26)
        assert len(numbers) == len(data.splitlines() if b"\r" not in data else numbers)


def heap_code(data: bytes) -> None:
    with refusals():
        game = gg.octal(data.decode("utf-8", "surrogateescape"))
        values = game.values(60)
        game.period(300)
        assert (game.values(60) == values).all()


def nim_input(data: bytes) -> None:
    """Read positions a line each; print the first moves of each kind of play."""
    for words in (["--limit", "2"], ["--misere", "--json"], ["--moore", "2", "--limit", "2"]):
        run_command(["nim", *words], data)


@contextlib.contextmanager
def in_a_file(data: bytes) -> Iterator[str]:
    """Return the path of a file: a file refuses seeks that a BytesIO accepts."""
    with tempfile.NamedTemporaryFile(dir=fuzz_games.IN_MEMORY) as file:
        file.write(data)
        file.flush()
        yield file.name


def solution_file(data: bytes) -> None:
    with refusals(), in_a_file(data) as path:
        Solution.load(path)
    with refusals():
        solution = Solution.load(io.BytesIO(data))
        solution.counts()
        repr(solution)
        assert solution.best_moves.shape == (solution.game.n,)
        again = io.BytesIO()
        solution.save(again)
        again.seek(0)
        assert Solution.load(again).game.n == solution.game.n
        solution.verify()
        if solution.game.n:
            solution.line(solution.game.position(0))
        _rank_draws(solution)


def _rank_draws(solution: Solution) -> None:
    levels = solution.draw_levels()
    try:
        levels.verify()
    except gg.VerificationError as error:
        raise AssertionError("the levels of a proven solution are right") from error


def heap_file(data: bytes) -> None:
    with refusals(), in_a_file(data) as path:
        HeapGame.load(path)
    for game in (None, gg.octal("0.77")):
        with refusals():
            loaded = HeapGame.load(io.BytesIO(data), game=game)
            known = loaded._known.table.count
            if known < MOST:
                loaded.values(known + 10)


def quotient_file(data: bytes) -> None:
    with refusals():
        quotient = gg.MisereQuotient.load(io.BytesIO(data), gg.octal("0.123"))
        quotient.outcome([3, 4])
        quotient.presentation()


def sums_file(data: bytes) -> None:
    with refusals(), in_a_file(data) as path:
        SumValues.load(path)
    for rule in (None, row_of_coins):
        with refusals():
            loaded = SumValues.load(io.BytesIO(data), rule=rule)
            if len(loaded) < MOST:
                repr(loaded)
                loaded.table()
                loaded.verify()
                for position in loaded:
                    loaded.value(position)
                loaded.winning_moves()


def row_of_coins(row: int) -> list[list[int]]:
    """Return what taking one of a row of coins leaves of it."""
    if not isinstance(row, int) or not 0 <= row < MOST:
        return []
    return [[k, row - 1 - k] for k in range(row)]


def proof_file(data: bytes) -> None:
    with refusals(), in_a_file(data) as path:
        gg.Proof.load(path)
    with refusals():
        fuzz_proofs.proof_file(data)


def search_file(data: bytes) -> None:
    with refusals():
        fuzz_proofs.search_file(data)


def database_folder(data: bytes) -> None:
    """Read a manifest, a line, and the part behind it, whose checksums are made right."""
    line, _, part = data.partition(b"\n")
    with refusals(), tempfile.TemporaryDirectory(dir=fuzz_games.IN_MEMORY) as name:
        folder = Path(name)
        (folder / "manifest.json").write_bytes(line + b"\n")
        with contextlib.suppress(GraphGameError):
            gg.Database.open(folder)
        try:
            fields = json.loads(line)
            row = fields["parts"][0]
            table = min(int.from_bytes(part[48:56], "little"), len(part))
            sums = PageSums()
            sums.add(part[:table])
            part = part[:table] + sums.finish()
            row["bytes"], row["pages_crc32"] = len(part), zlib.crc32(part[table:])
            fields.pop("crc32", None)
            text = Manifest(folder, fields).text()
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return
        (folder / "000000.part").write_bytes(part)
        (folder / "manifest.json").write_text(text)
        with gg.Database.open(folder) as database:
            database.counts()
            read = [*database._storage.read()]
            for _, codes, _ in read:
                database.outcome(codes[:100])


# What follows the name of a command on its line; the input is the rest of the data.
COMMANDS = (
    ("solve", "--verify", "--remoteness", "--moves"),
    ("solve", "--json", "--moves", "--play", "misere"),
    ("solve", "--from", "1"),
    ("solve", "--summary", "--base", "0"),
    ("grundy",),
    ("grundy", "--loopy", "--verify"),
    ("grundy", "--loopy", "--json", "--sum", "1", "2"),
    ("grundy", "--sum", "1", "1", "--play", "misere"),
    ("police", "--line", "--map", "--boards"),
    ("police", "--json", "--verify", "--map"),
    ("nim", "--staircase", "--limit", "3"),
    ("nim", "--most", "3", "--misere"),
    ("cops", "--line", "--json", "--verify"),
    ("cops", "--number", "2", "--directed"),
)


def command(data: bytes) -> None:
    """Run a command on input; the first byte chooses its command line."""
    if data and _is_small(data[1:]):
        run_command([*COMMANDS[data[0] % len(COMMANDS)]], data[1:])


def _is_small(data: bytes) -> bool:
    """Return whether no number of the input announces a game that is too large to solve."""
    words = data.split(maxsplit=2)[:2]
    return not any(word.isdigit() and (len(word) > 4 or int(word) > MOST) for word in words)


def run_command(words: list[str], data: bytes) -> None:
    """Run the command in this process; it must end with a status and at most a line of error."""
    out, err = io.BytesIO(), io.StringIO()
    stream = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    opened = contextlib.closing(io.BytesIO(data))
    with (
        mock.patch.object(terminal, "opened", return_value=opened),
        mock.patch.object(sys, "stdout", stream),
        mock.patch.object(sys, "stderr", err),
        mock.patch.object(cli, "_abandon_output"),
    ):
        status = cli.main(words)
    said = err.getvalue()
    assert status in (0, 2), (status, said)
    assert (status == 0) == (said == ""), (status, said)
    assert said == "" or (said.startswith("graphgame: ") and said.count("\n") == 1), said
    assert "memory" not in said, said


class _Connection:
    """Stands for a connection whose client sends these bytes, and closes it."""

    def __init__(self, data: bytes) -> None:
        self.unread, self.answer = data, b""

    def recv(self, size: int) -> bytes:
        piece, self.unread = self.unread[:size], self.unread[size:]
        return piece

    def sendall(self, data: bytes) -> None:
        self.answer += data

    def settimeout(self, seconds: float) -> None:
        assert seconds > 0

    def shutdown(self, _how: int) -> None:
        pass


def request(data: bytes) -> None:
    """Send bytes to the local server; the answer is one whole response, or nothing.

    `$` stands for the port, so that mutations come as far as the positions.
    """
    connection = _Connection(data.replace(b"$", b"8000"))
    _Handler(connection, ("127.0.0.1", 1), _server())
    if connection.answer:
        head, _, body = connection.answer.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
        assert head.startswith(b"HTTP/1.1 ") and headers["X-Content-Type-Options"] == "nosniff"
        assert body == b"" or len(body) == int(headers["Content-Length"])
        if body and status != 200:
            assert [*json.loads(body)] == ["error"] and status in range(400, 506)
            assert len(body) < 10_000


def match_input(data: bytes) -> None:
    """Play a match by these lines: a person on both sides, and against the machine."""
    for people in ({0, 1}, {0}):
        blocks: list[bytes] = []
        writer = Writer(blocks.extend, prompts=True, echoes=True)
        random = Random(8)
        Terminal(_positions(), io.BytesIO(data), writer, people=people, random=random).play()
        said = b"".join(blocks).decode()
        shown = {character for character in said if not character.isprintable()}
        assert shown <= {"\n"}, "control characters are escaped"
        assert len(said) < 100_000 + 4000 * (1 + data.count(b"\n")) + 10 * len(data)


@functools.cache
def _positions() -> GamePositions:
    options = {"a": ["b", "é"], "b": ["a", (1, "x")], "é": [], (1, "x"): ["\x1b[2J"]}
    return GamePositions(gg.solve(options)._solved_game(), Look())


@functools.cache
def _server() -> Any:
    positions = GamePositions(
        gg.solve({"a": ["b", "é"], "b": ["a"], "é": []})._solved_game(), Look()
    )
    server = PageServer.__new__(PageServer)
    server.positions, server.page, server.patience = positions, b"page", 1.0
    server.asking, server.server_port = threading.Lock(), 8000
    server._waiting, server._changing = {}, threading.Lock()
    return server


TARGETS: dict[str, Callable[[bytes], None]] = {
    "graph_text": graph_text,
    "chance_text": chance_text,
    "edge_list": edge_list,
    "edge_table": edge_table,
    "graph_json": graph_json,
    "graph_markup": graph_markup,
    "told_file": told_file,
    "pg_text": pg_text,
    "hoa_text": fuzz_automata.hoa_text,
    "circuit_text": fuzz_automata.circuit_text,
    "sol_text": sol_text,
    "grid_text": grid_text,
    "grid_graph": grid_graph,
    "graph6": graph6,
    "heap_code": heap_code,
    "nim_input": nim_input,
    "solution_file": solution_file,
    "heap_file": heap_file,
    "quotient_file": quotient_file,
    "sums_file": sums_file,
    "proof_file": proof_file,
    "search_file": search_file,
    "database_folder": database_folder,
    "indexed_game": fuzz_games.indexed_game,
    "partitioned_game": fuzz_games.partitioned_game,
    "request": request,
    "match_input": match_input,
    "command": command,
    "board_drawing": board_drawing,
}
ARCHIVES = ("solution_file", "heap_file", "sums_file", "proof_file")
CORPUS = Path(__file__).parent / "data" / "fuzz"
