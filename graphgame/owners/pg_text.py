"""Read and write parity games and their solutions in the formats of PGSolver and Oink."""

from __future__ import annotations

import os

from graphgame import checks
from graphgame.arrays import types
from graphgame.errors import GraphGameError, ParseError
from graphgame.graphs.graph import GameGraph
from graphgame.owners._pg_scan import PgError, PgScanner
from graphgame.owners._sol_text import SolError, put_vertices, put_winners, read_statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Any

    from graphgame.owners.parity import ParityGame
    from graphgame.owners.parity_solution import ParitySolution
    from graphgame.types import AnyArray, Int64Array

# Bytes read or written at a time.
_CHUNK = 1 << 18
_SOL_WORD = b"paritysol"


def read_game(
    file: types.File, *, source: str | None = None, labels: bool = True
) -> tuple[GameGraph[Any], AnyArray]:
    """Read a graph with owners, and priorities; see `graphgame.read_pg`."""
    scanner = PgScanner(labels)
    name = _name(file, source)

    def read(opened: IO[bytes]) -> None:
        for chunk in _chunks(opened):
            scanner.feed(chunk)
        scanner.finish()

    try:
        _with_file(file, name, read)
        return _game(scanner)
    except PgError as error:
        raise ParseError(name, error.line, error.column, error.expected, error.found) from None


def _game(scanner: PgScanner) -> tuple[GameGraph[Any], AnyArray]:
    """Return the game of a text, with its vertices in the order of their ids."""
    import numpy as np

    n = scanner.n
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
    if scanner.greatest >= n:
        place = scanner.greatest_line, scanner.greatest_column
        raise PgError(*place, f"the id of a successor, up to {n - 1}", str(scanner.greatest))
    if scanner.announced >= 0 and scanner.announced not in (n - 1, n):
        found = f"the end of the text after {n}"
        expected = f"{scanner.announced} or {scanner.announced + 1} vertices, as the header says"
        raise PgError(scanner.line, scanner.column, expected, found)
    if scanner.start >= n:
        expected = f"the start among {n} vertices"
        raise PgError(scanner.line, scanner.column, expected, str(scanner.start))
    game: GameGraph[Any] = GameGraph.from_csr(ptr, idx, labels=_distinct(names))
    start = None if scanner.start < 0 else game.position(scanner.start)
    return game._with(movers=owner, start=start), priority


def _order(scanner: PgScanner) -> AnyArray:
    """Return the rows in the order of their ids, which are all from 0 to n - 1."""
    import numpy as np

    ids = np.asarray(scanner.ids)
    order = np.argsort(ids, kind="stable")
    found = ids[order]
    again = np.flatnonzero(found[1:] == found[:-1])
    if len(again):
        row = int(order[again + 1].min())  # the first row of the text whose id was there before
        place = row - scanner.ordered
        where = int(np.asarray(scanner.lines)[place]), int(np.asarray(scanner.columns)[place])
        raise PgError(*where, "each id once", f"{ids[row]} again")
    wrong = np.flatnonzero(found != np.arange(len(found)))
    if len(wrong):
        missing = int(wrong[0])
        expected = f"vertex {missing}, as there is vertex {found[-1]}"
        raise PgError(scanner.line, scanner.column, expected, "the end of the text")
    return order


def _distinct(names: list[bytes] | None) -> list[str | int] | None:
    """Return labels as names of positions, ids where there is none.

    None where there are no labels at all, or one is repeated or no UTF-8.
    """
    labelled = len(names) - names.count(b"") if names else 0
    if not names or not labelled or len({*names} - {b""}) < labelled:
        return None
    try:
        return [name.decode() or v for v, name in enumerate(names)]
    except UnicodeDecodeError:
        return None


def write_game(game: ParityGame[Any], file: types.File, *, labels: bool = True) -> None:
    """Write a parity game; see `graphgame.write_pg`."""
    import numpy as np

    rows, owner, priority = game.game._option_rows(), game.owner, game.priority
    text, text_ptr = _label_text(game.game if labels else None)
    place = np.array([0, -1, 0])

    def blocks() -> Iterator[bytes]:
        yield f"parity {game.n - 1};\n".encode()
        if game.start is not None:
            yield f"start {game.game._find(game.start)};\n".encode()
        out = bytearray(_CHUNK)
        while length := put_vertices(out, *rows, owner, priority, text, text_ptr, place):
            yield bytes(memoryview(out)[:length])

    _write(file, blocks())


def _label_text(game: GameGraph[Any] | None) -> tuple[bytes, Int64Array]:
    """Return the text of all labels, and where each begins; no places where there are none."""
    import numpy as np

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
    _write(file, sol_blocks(solution))


def sol_blocks(solution: ParitySolution[Any]) -> Iterator[bytes]:
    """Return the text of a solution in blocks."""
    import numpy as np

    place = np.zeros(1, dtype=np.int64)
    winners, strategy = solution.winners, solution.strategy
    yield f"paritysol {max(len(winners) - 1, 0)};\n".encode()
    out = bytearray(_CHUNK)
    while length := put_winners(out, winners, strategy, place):
        yield bytes(memoryview(out)[:length])


def read_sol(
    game: ParityGame[Any], file: types.File, *, source: str | None = None
) -> tuple[AnyArray, AnyArray]:
    """Read winners and strategy of a solution; see `ParityGame.read_sol`."""
    import numpy as np

    name = _name(file, source)
    pieces: list[bytes] = []

    def read(opened: IO[bytes]) -> None:
        pieces.extend(_chunks(opened))

    _with_file(file, name, read)
    text = b"".join(pieces)
    pieces.clear()
    winners = np.full(game.n, -1, dtype=np.int8)
    strategy = np.full(game.n, -1, dtype=np.int32)
    try:
        read_statements(_without_header(text, game.n), winners, strategy)
    except SolError as error:
        raise ParseError(name, error.line, error.column, error.expected, error.found) from None
    if (winners < 0).any():
        line = text.count(b"\n") + 1
        missing = int((winners < 0).argmax())
        column = len(text) - text.rfind(b"\n")
        found = "the end of the text"
        raise ParseError(name, line, column, f"the winner of vertex {missing}", found)
    strategy[winners != game.owner] = -1  # some solvers write moves of the loser, which say nothing
    return winners, strategy


def _without_header(text: bytes, n: int) -> bytes:
    """Return the text of a solution with blanks for its header, which need not be there."""
    start = len(text) - len(text.lstrip())
    if not text.startswith(_SOL_WORD, start):
        return text
    end = text.find(b";", start, start + 80)
    number = text[start + len(_SOL_WORD) : end].strip() if end >= 0 else b""
    if not number.isdigit() or int(number) not in (n - 1, n):
        line, column = text.count(b"\n", 0, start) + 1, start - text.rfind(b"\n", 0, start)
        found = repr(number[:20].decode("ascii", "backslashreplace"))
        raise SolError(line, column, f"'paritysol {max(n - 1, 0)};'", found)
    return bytes(x if x == 10 else 32 for x in text[: end + 1]) + text[end + 1 :]


def _name(file: Any, source: str | None) -> str:
    if isinstance(file, str | os.PathLike):
        return source or os.fspath(file)
    return source or str(getattr(file, "name", "<text>"))


def _with_file(file: types.File, name: str, read: Callable[[IO[bytes]], None]) -> None:
    """Call a function with an open file; errors of the file name it."""
    if isinstance(file, str | os.PathLike):
        with checks.open_text(file) as opened:
            _with_file(opened, name, read)
        return
    try:
        read(file)
    except OSError as error:
        if error.filename is None:  # open names the file, read does not
            error.filename = name
        raise


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a text chunk by chunk, without a byte order mark."""
    first = b""
    while len(first) < len(checks.BYTE_ORDER_MARK) and (chunk := _read(file)):
        first += chunk
    yield checks.without_mark(first)
    while chunk := _read(file):
        yield chunk


def _read(file: IO[bytes]) -> bytes:
    read = getattr(file, "read", None)
    chunk: object = b"" if read is None else read(_CHUNK)
    if chunk is None:
        from errno import EAGAIN

        raise BlockingIOError(EAGAIN, "expected a file that waits for its data")
    if read is None or not isinstance(chunk, bytes):
        raise GraphGameError(f"file: expected a path or a binary file, got {file!r}")
    return chunk


def _write(file: types.File, blocks: Iterator[bytes]) -> None:
    if isinstance(file, str | os.PathLike):
        from graphgame.archive import replacing

        with replacing(file) as opened:
            _write(opened, blocks)
        return
    checks.binary_file(file, "write")
    for block in blocks:
        file.write(block)
