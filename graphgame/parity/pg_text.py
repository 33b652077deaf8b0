"""Read and write parity games and their solutions in the formats of PGSolver and Oink."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from graphgame import checks, types
from graphgame.errors import GraphGameError, ParseError, SolutionFileError, shown_path
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, Labels
from graphgame.parity._pg_scan import PgError, PgScanner
from graphgame.parity._sol_text import SolError, put_vertices, put_winners, read_statements
from graphgame.reading import texts
from graphgame.reading.incoming import CHUNK, chunks

if TYPE_CHECKING:
    from graphgame.parity.game import ParityGame
    from graphgame.parity.solution import ParitySolution

_SOL_WORD = b"paritysol"


def read_game(
    file: types.File, *, source: str | None = None, labels: bool = True
) -> tuple[GameGraph[Any], types.AnyArray]:
    """Read a graph with owners, and priorities; see `graphgame.read_pg`."""
    scanner = PgScanner(labels)
    name = text_name(file, source)

    def read(opened: IO[bytes]) -> None:
        for chunk in chunks(opened, name):
            scanner.feed(chunk)
        scanner.finish()

    try:
        with_file(file, name, read)
        return _game(scanner)
    except PgError as error:
        raise texts.refusal(error, name) from None
    except _VertexError as error:
        raise GraphGameError(f"{shown_path(name)}: {error}") from None


class _VertexError(GraphGameError):
    """An error in a text, at a vertex."""


def _game(scanner: PgScanner) -> tuple[GameGraph[Any], types.AnyArray]:
    """Return the game of a text, with its vertices in the order of their ids."""
    n = scanner.n
    ids = None
    owner, priority = np.asarray(scanner.owner), np.asarray(scanner.priority)
    idx = np.asarray(scanner.targets)
    ptr = np.zeros(n + 1, dtype=np.int64)
    ptr[1:] = scanner.ends
    names = scanner.labels
    if scanner.ordered < n:
        order = _order(scanner)
        degrees = np.diff(ptr)[order]
        starts = ptr[:-1][order]
        np.cumsum(degrees, out=ptr[1:])
        idx = idx[np.repeat(starts - ptr[:-1], degrees) + np.arange(scanner.m)]
        owner, priority = owner[order], priority[order]
        names = names and [names[v] for v in order.tolist()]
        ids = np.asarray(scanner.ids)[order]
    last = n - 1 if ids is None else int(ids[-1])
    if scanner.greatest > last:
        place = scanner.greatest_line, scanner.greatest_column
        raise PgError(*place, f"the id of a successor, up to {last}", str(scanner.greatest))
    if scanner.announced >= 0 and scanner.announced not in (n, last, last + 1):
        found = f"the end of the text after {n}"
        expected = f"{scanner.announced} or {scanner.announced + 1} vertices, as the header says"
        raise PgError(scanner.line, scanner.column, expected, found)
    first = scanner.start
    labels: Any = _positions(names, ids)
    if last != n - 1:
        assert ids is not None, "ids without gaps are in their order"
        idx, first = _placed(ids, ptr, idx), int(np.searchsorted(ids, first)) if first >= 0 else -1
        is_there = first < 0 or (first < n and ids[first] == scanner.start)
        labels = PgIds(ids.astype(np.int64)) if labels is None else PgNames(ids, labels)
    else:
        is_there = first < n
    if not is_there:
        expected = f"the start among {n} vertices"
        raise PgError(scanner.line, scanner.column, expected, str(scanner.start))
    game: GameGraph[Any] = GameGraph.from_csr(ptr, idx, labels=labels, copy=False)
    start = None if first < 0 else game.position(first)
    return game._with(owner=owner, start=start), priority


class PgIds(CodeLabels):
    """The ids of vertices of a text in which they have gaps, and which says no names."""

    __slots__ = ()

    def __reduce__(self) -> Any:
        return PgIds, (self.array,)

    @property
    def ids(self) -> types.AnyArray:
        """(n,) int64: the ids."""
        return self.array


class PgNames(Labels["str | int"]):
    """Names of vertices, by which they are called, and their ids in a text that has gaps.

    Parameters
    ----------
    ids : (n,) array of int
    names : list of str and int
    """

    __slots__ = ("ids", "names")

    def __init__(self, ids: types.AnyArray, names: list[str | int]) -> None:
        self.ids: types.AnyArray = ids
        self.names: list[str | int] = names

    def __reduce__(self) -> Any:
        return PgNames, (self.ids, self.names)

    def numbering(self) -> types.Index:
        """Return the index of every name."""
        return dict(zip(self.names, range(len(self.names)), strict=True))

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return PgNames(self.ids[index], self.names[index])
        return self.names[index]


def vertex_ids(game: GameGraph[Any]) -> types.AnyArray | None:
    """Return the ids of the vertices of a game that was read with gaps; None where none are."""
    found: types.AnyArray | None = getattr(game.labels, "ids", None)
    return found


def with_ids(game: GameGraph[Any], ids: types.AnyArray) -> GameGraph[Any]:
    """Return a game whose vertices have these ids, and perhaps names beside them.

    Names that are integers alone are the ids.
    """
    names = game.labels
    if names is None or isinstance(names, CodeLabels):
        if names is not None and not np.array_equal(names.array, ids):
            raise SolutionFileError("ids: expected those by which vertices are called")
        return game._with(labels=PgIds(ids), index=None)
    return game._with(labels=PgNames(ids, [*names]), index=None)


def _placed(ids: types.AnyArray, ptr: types.AnyArray, idx: types.AnyArray) -> types.AnyArray:
    """Return successors as indices among ids with gaps; refuse one that is no vertex."""
    places = np.searchsorted(ids, idx)
    wrong = ids[places] != idx  # none is beyond the last id
    if wrong.any():
        edge = int(wrong.argmax())
        vertex = ids[int(np.searchsorted(ptr, edge, side="right")) - 1]
        raise _VertexError(
            f"vertex {vertex}: expected the ids of vertices as successors, got {idx[edge]}, which "
            "the text does not have"
        )
    return places.astype(np.int32)


def _order(scanner: PgScanner) -> types.AnyArray:
    """Return the rows in the order of their ids."""
    ids = np.asarray(scanner.ids)
    order = np.argsort(ids, kind="stable")
    found = ids[order]
    again = np.flatnonzero(found[1:] == found[:-1])
    if len(again):
        row = int(order[again + 1].min())  # the first row of the text whose id was there before
        place = row - scanner.ordered
        where = int(np.asarray(scanner.lines)[place]), int(np.asarray(scanner.columns)[place])
        raise PgError(*where, "each id once", f"{ids[row]} again")
    return order


def _positions(names: list[bytes] | None, ids: types.AnyArray | None) -> list[str | int] | None:
    """Return labels as names of positions, ids where there is none; None without any label."""
    if not names or not any(names):
        return None
    labelled = len(names) - names.count(b"")
    if len({*names} - {b""}) < labelled:
        first: dict[bytes, int] = {}
        again = next(v for v, x in enumerate(names) if x and first.setdefault(x, v) != v)
        at = f"the vertices {first[names[again]]} and {again}"
        raise _refused("each label once", names[again], at)
    try:
        numbers = range(len(names)) if ids is None else ids.tolist()
        return [name.decode() or v for v, name in zip(numbers, names, strict=True)]
    except UnicodeDecodeError as error:
        raise _refused(
            "text that is UTF-8", error.object, f"vertex {names.index(error.object)}"
        ) from None


def _refused(expected: str, label: bytes, where: str) -> GraphGameError:
    return GraphGameError(
        f"labels: expected {expected}, got {texts.quoted(label)} of {where}; "
        "read_pg(file, labels=False) calls all vertices by their ids"
    )


def write_game(game: ParityGame[Any], file: types.File, *, labels: bool = True) -> None:
    """Write a parity game; see `graphgame.write_pg`."""
    rows, owner, priority = game.game._option_rows(), game.owner, game.priority
    if (ids := vertex_ids(game.game)) is not None:
        write_blocks(file, _gapped_vertices(game, ids, named=labels))
        return
    text, text_ptr = _label_text(game.game if labels else None)
    place = np.array([0, -1, 0])

    def blocks() -> Iterator[bytes]:
        yield f"parity {game.n - 1};\n".encode()
        if game.start is not None:
            yield f"start {game.game._find(game.start)};\n".encode()
        out = bytearray(CHUNK)
        while length := put_vertices(out, *rows, owner, priority, text, text_ptr, place):
            yield bytes(memoryview(out)[:length])

    write_blocks(file, blocks())


def _gapped_vertices(game: ParityGame[Any], ids: types.AnyArray, *, named: bool) -> Iterator[bytes]:
    """Return the text of a game whose vertices have these ids, as it was read."""
    yield f"parity {ids.max()};\n".encode()
    if game.start is not None:
        yield f"start {ids[game.game._find(game.start)]};\n".encode()
    ptr, targets = game.game.option_ptr, ids[game.game.option_idx]
    shown = game.game.labels if named and isinstance(game.game.labels, PgNames) else None
    for start in range(0, len(ids), CHUNK):
        lines = []
        for v in range(start, min(start + CHUNK, len(ids))):
            options = targets[ptr[v] : ptr[v + 1]].tolist()
            owner, priority = int(game.owner[v]), int(game.priority[v])
            if not options:
                options, priority = [int(ids[v])], 1 - owner
            name = shown[v] if shown is not None else None
            label = f' "{name}"' if isinstance(name, str) else ""
            lines.append(f"{ids[v]} {priority} {owner} {','.join(map(str, options))}{label};\n")
        yield "".join(lines).encode()


def _label_text(game: GameGraph[Any] | None) -> tuple[bytes, types.Int64Array]:
    """Return the text of all labels, and where each begins; no places where there are none."""
    if game is None or game.labels is None:
        return b"", np.empty(0, dtype=np.int64)
    try:
        encoded = [*map(str.encode, map(str, game.labels))]
    except UnicodeEncodeError as error:
        raise GraphGameError(f"label {error.object!r}: expected text that is UTF-8") from None
    places = np.zeros(game.n + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, encoded), dtype=np.int64, count=game.n), out=places[1:])
    text = b"".join(encoded)
    if (at := text.find(b'"')) >= 0:
        position = game.position(int(np.searchsorted(places, at, side="right")) - 1)
        raise GraphGameError(
            f"label of {position!r}: expected none with a quotation mark, which the format cannot "
            "quote; write_pg(game, file, labels=False) leaves labels out"
        )
    return text, places


def write_sol(solution: ParitySolution[Any], file: types.File) -> None:
    """Write a solution; see `ParitySolution.write_sol`."""
    write_blocks(file, sol_blocks(solution))


def sol_blocks(solution: ParitySolution[Any]) -> Iterator[bytes]:
    """Return the text of a solution in blocks."""
    place = np.zeros(1, dtype=np.int64)
    winners, strategy = solution.winners, solution.strategy
    if (ids := vertex_ids(solution.game)) is not None:
        yield from _gapped_blocks(ids, winners, strategy)
        return
    yield f"paritysol {max(len(winners) - 1, 0)};\n".encode()
    out = bytearray(CHUNK)
    while length := put_winners(out, winners, strategy, place):
        yield bytes(memoryview(out)[:length])


def _gapped_blocks(
    ids: types.AnyArray, winners: types.AnyArray, strategy: types.AnyArray
) -> Iterator[bytes]:
    """Return the text of a solution whose vertices have these ids."""
    yield f"paritysol {ids.max()};\n".encode()
    for start in range(0, len(ids), CHUNK):
        part = slice(start, start + CHUNK)
        moves = strategy[part]
        text = [f" {v}" for v in ids[moves].tolist()]
        for k in np.flatnonzero(moves < 0).tolist():
            text[k] = ""
        rows = zip(ids[part].tolist(), winners[part].tolist(), text, strict=True)
        yield "".join(f"{v} {who}{move};\n" for v, who, move in rows).encode()


def read_sol(
    game: ParityGame[Any], file: types.File, *, source: str | None = None
) -> tuple[types.AnyArray, types.AnyArray]:
    """Read winners and strategy of a solution; see `ParityGame.read_sol`."""
    name = text_name(file, source)
    pieces: list[bytes] = []

    def read(opened: IO[bytes]) -> None:
        pieces.extend(chunks(opened, name))

    with_file(file, name, read)
    text = b"".join(pieces)
    pieces.clear()
    ids = vertex_ids(game.game)
    size = game.n if ids is None else int(ids.max()) + 1
    winners = np.full(size, -1, dtype=np.int8)
    strategy = np.full(size, -1, dtype=np.int32)
    try:
        read_statements(_without_header(text, size, game.n), winners, strategy)
    except SolError as error:
        raise texts.refusal(error, name) from None
    if ids is not None:
        winners, strategy = _among(ids, winners, strategy, name)
    if (winners < 0).any() or not text.strip():
        line = text.count(b"\n") + 1
        expected = f"'paritysol {max(size - 1, 0)};'"
        if game.n:
            missing = int((winners < 0).argmax())
            expected = f"the winner of vertex {missing if ids is None else ids[missing]}"
        column = len(text) - text.rfind(b"\n")
        found = "the end of the text"
        raise ParseError(name, line, column, expected, found)
    strategy[winners != game.owner] = -1  # some solvers write moves of the loser, which say nothing
    return winners, strategy


def _among(
    ids: types.AnyArray, winners: types.AnyArray, strategy: types.AnyArray, name: str
) -> tuple[types.AnyArray, types.AnyArray]:
    """Return what a solution says of vertices with these ids, by index; refuse other vertices."""
    moves = strategy[ids]
    others = winners >= 0
    others[ids] = False
    others[moves[moves >= 0]] |= True
    others[ids] = False
    if others.any():
        raise GraphGameError(
            f"{shown_path(name)}: expected ids of vertices, got {int(others.argmax())}, which the "
            "game does not have"
        )
    order = np.argsort(ids)  # they ascend, but in games of other formats
    at = np.searchsorted(ids, np.maximum(moves, ids.min()), sorter=order)
    places = order[at].astype(np.int32)
    return winners[ids], np.where(moves < 0, np.int32(-1), places)


def _without_header(text: bytes, n: int, count: int) -> bytes:
    """Return the text of a solution with blanks for its header, which need not be there."""
    start = len(text) - len(text.lstrip())
    if not text.startswith(_SOL_WORD, start):
        return text
    end = text.find(b";", start, start + 80)
    number = text[start + len(_SOL_WORD) : end].strip() if end >= 0 else b""
    if not number.isdigit() or int(number) not in (n - 1, n, count - 1, count):
        line, column = text.count(b"\n", 0, start) + 1, start - text.rfind(b"\n", 0, start)
        found = number
        raise SolError(line, column, f"'paritysol {max(n - 1, 0)};'", found)
    return bytes(x if x == 10 else 32 for x in text[: end + 1]) + text[end + 1 :]


def text_name(file: Any, source: str | None) -> str:
    """Return the name of a text in errors."""
    if isinstance(file, str | os.PathLike):
        return source or os.fspath(file)
    return source or str(getattr(file, "name", "<text>"))


def with_file(file: types.File, name: str, read: Callable[[IO[bytes]], None]) -> None:
    """Call a function with an open file; errors of the file name it."""
    if isinstance(file, str | os.PathLike):
        with checks.open_text(file) as opened:
            with_file(opened, name, read)
        return
    try:
        read(file)
    except OSError as error:
        if error.filename is None:  # open names the file, read does not
            error.filename = name
        raise


def write_blocks(file: types.File, blocks: Iterator[bytes]) -> None:
    """Write a text; a path is replaced in one step."""
    from graphgame.archive import writing

    with writing(file) as opened:
        for block in blocks:
            opened.write(block)
