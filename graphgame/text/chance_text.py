"""Read and write games of chance: graph text with probabilities and points, and formats."""

from __future__ import annotations

import os
from fractions import Fraction
from functools import partial
from itertools import chain

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, advised, require_graph, shown_path
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import NO_PRESET
from graphgame.reading.incoming import chunks
from graphgame.text import _print
from graphgame.text.graph_text import (
    FORMATS,
    check_base,
    file_name,
    find_format,
    format_by_name,
    is_compressed,
    scanned,
)
from graphgame.text.results import blocks as print_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from graphgame._kernel.buffer import Buffer
    from graphgame.types import AnyArray, BoolArray, Int8Array, Int32Array, Int64Array

# The greatest numerator or denominator that is read.
_MOST = 2**59 - 1
# Who moves where chance does, as in `owner`.
CHANCE = -1


@advised
def read_chance(
    file: types.File,
    format: str | None = None,  # noqa: A002 -- as in read_graph
    *,
    base: int = 1,
    source: str | None = None,
    progress: types.ProgressLike = False,
) -> tuple[GameGraph[types.Anything], dict[str, types.Anything]]:
    r"""Read a game of chance: moves with probabilities and points, and ends with scores.

    In CSV, JSON, DOT, GraphML and GML, edges have the attributes or columns "probability" and
    "points", and positions "owner", which is 0, 1 or "chance", "score" and "preset".  In graph
    text, they stand behind moves and in lines of their own.

    Graph text: behind the two ends of a move may stand its probability and what it pays, ``u v P``,
    ``u v POINTS k`` or ``u v P POINTS k``; behind the moves, lines ``v CHANCE`` and ``v SCORE x``
    beside ``v OWNER 0|1`` and ``v WIN|LOSE|DRAW|TIE``.  Numbers are integers, fractions ``p/q`` and
    decimals, which stand for exactly what they say: ``.1`` is 1/10.

    Parameters
    ----------
    file : path or binary file
        It may be compressed by gzip, bz2 or xz.
    format : {"text", "csv", "tsv", "json", "dot", "graphml", "gml"}, optional
        As of `read_graph`; edge lists have no numbers beside moves.
    base : {1, 0}
        The number of the first position in graph text.  In the graph it is always 0.  Positions
        of other formats have names, and keep them.
    source : str, optional
        The name of the text in error messages; by default the path.
    progress : bool or callable
        As of `read_graph`.

    Returns
    -------
    graph : GameGraph
        With the preset outcomes of the text.
    numbers : dict of str to object
        Arguments of `solve_chance`, those of them that the text has:

        - owner : (n,) int8, who moves at each position, 0, 1, or -1 for chance; 0 at an end that
          does not say it.  Missing where players alternate.
        - probabilities : (m,) array in the order of the moves: int64 where all are integers, 0 at
          moves of players; else of objects: integers, fractions, and None at moves of players.
        - points : (m,) array in the order of the moves, int64 or of integers and fractions; 0 where
          a move pays nothing.
        - scores : dict of position to integer or fraction.

    Raises
    ------
    ParseError
        If the text breaks the format: file, line, column, what was expected and what was found.  A
        position of chance has a probability at each move, no other position has one; a position is
        won, lost and drawn, or there are scores and points, not both.
    GraphGameError
        If `file` is neither a path nor a binary file, is an edge list, or has priorities; or if a
        text in another format than graph text is no game of chance.
    OSError
        If the file cannot be read.

    See Also
    --------
    write_chance, solve_chance, read_graph

    Notes
    -----
    O(length) time.  Probabilities and points take 16 bytes each for a move, up to 32 while reading,
    beside what `read_graph` takes.  Whether the probabilities of a position sum up to 1 is for
    `solve_chance` to say; integers are weights.

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> text = b"4 4\n1 2\n1 3\n2 3 1/6\n2 4 5/6\n1 OWNER 0\n2 CHANCE\n3 SCORE 1\n4 SCORE 3\n"
    >>> graph, numbers = gg.read_chance(io.BytesIO(text))
    >>> numbers["owner"].tolist(), numbers["probabilities"].tolist()
    ([0, -1, 0, 0], [None, None, Fraction(1, 6), Fraction(5, 6)])
    >>> gg.solve_chance(graph, **numbers, exact=True).exact(0)
    Fraction(8, 3)
    """
    check_base(base)
    _check_format(format)
    name = source or file_name(file)
    if isinstance(file, str | os.PathLike):
        from graphgame import checks

        with checks.open_text(file) as opened:
            return read_chance(opened, format, base=base, source=name, progress=progress)
    from graphgame.text._chance_scan import ChanceScanner

    try:
        told, pieces = (
            (format, chunks(file, name)) if format else find_format(chunks(file, name), name)
        )
        if told != "text":
            return _read_other(told, pieces, name, base, asked=format is not None)
        found = scanned(ChanceScanner(base), pieces, name, progress)
    except OSError as error:
        error.filename = error.filename or name  # open names the file, read does not
        raise
    edges = found.edges
    graph: GameGraph[int] = GameGraph._from_checked(
        found.n, len(edges), edges=edges, presets=found.presets
    )
    return graph, _numbers(found)


def _check_format(format: str | None) -> None:  # noqa: A002 -- as in read_chance
    """Refuse what is no format, and the one that has no numbers beside moves."""
    known = [x for x in FORMATS if x != "edges"]
    if format is not None and format not in known:
        raise GraphGameError(f"format: expected one of {', '.join(known)}, got {format!r}")


def _read_other(
    format: str,  # noqa: A002 -- as in read_chance
    pieces: Iterator[bytes],
    name: str,
    base: int,
    *,
    asked: bool,
) -> tuple[GameGraph[Any], dict[str, Any]]:
    """Read a game of chance in another format than graph text."""
    from graphgame.text.carried import refuse_values
    from graphgame.text.chance_formats import BesideMoves, arguments
    from graphgame.text.formats import read

    if format == "edges":
        raise GraphGameError(
            f"{shown_path(name)}: expected numbers beside moves, got an edge list, which has none; "
            "format='text' (--format text) reads graph text, format='csv' a table"
        )
    beside = BesideMoves()
    graph, values = read(format, pieces, name, base, asked=asked, beside=beside)
    if values:
        refuse_values(values, name)
    try:
        return graph, arguments(graph, beside)
    except GraphGameError as error:
        raise GraphGameError(f"{shown_path(name)}: {error}") from None


def _numbers(found: Any) -> dict[str, Any]:
    """Return what a scanner has read as arguments of `solve_chance`."""
    numbers: dict[str, Any] = {}
    if found.owners is not None:
        numbers["owner"] = np.asarray(found.owners)
    if found.probabilities is not None:
        values = _values(found.probabilities)
        if values.dtype.kind != "i":
            values[values == 0] = None
        numbers["probabilities"] = values
    if found.points is not None:
        numbers["points"] = _values(found.points)
    if found.scored is not None:
        scores = _values(found.scores).tolist()
        numbers["scores"] = dict(zip(np.asarray(found.scored).tolist(), scores, strict=True))
    return numbers


def _values(pairs: Buffer) -> AnyArray:
    """Return fractions as int64 where all are integers, else as objects: integers and Fractions.

    Equal fractions are one object: each different one is made once.
    """
    whole: Int64Array = np.asarray(pairs)
    top, below = whole[::2], np.maximum(whole[1::2], 1)
    if (below == 1).all():
        return top.copy()
    common = np.gcd(top, below)
    top, below = top // common, below // common
    values = top.astype(object)
    at = np.flatnonzero(below != 1)
    order = at[np.lexsort((below[at], top[at]))]
    if len(order):
        new = np.ones(len(order), dtype=np.int64)
        new[1:] = (np.diff(top[order]) != 0) | (np.diff(below[order]) != 0)
        first = order[np.flatnonzero(new)]
        made = [*map(Fraction, top[first].tolist(), below[first].tolist())]
        kinds: AnyArray = np.empty(len(made), dtype=object)
        kinds[:] = made
        values[order] = kinds[np.cumsum(new) - 1]
    return values


@advised
def write_chance(
    graph: GameGraph[types.P],
    file: types.File,
    format: str | None = None,  # noqa: A002 -- as in write_graph
    *,
    owner: object = None,
    probabilities: object = None,
    points: object = None,
    scores: object = None,
    base: int = 1,
) -> None:
    r"""Write a game of chance, as `read_chance` and the command read it.

    Parameters
    ----------
    graph : GameGraph
        In graph text positions are their indices, plus `base`, without labels; in the other formats
        they are called by their labels.
    file : path or binary file
        A path is replaced in one step: a failure leaves the old file whole.  Where it ends with
        ``.gz``, ``.bz2`` or ``.xz``, it is compressed.
    format : {"text", "csv", "tsv", "json", "dot", "graphml", "gml"}, optional
        By default the end of the path decides; where it says nothing, it is graph text.
    owner : mapping of position, function of a position, or (n,) array_like, optional
        As of `solve_chance`; by default the owners of the graph.
    probabilities, points : mapping or (m,) array_like, optional
        As of `solve_chance`.  A float is written as the fraction for which it stands.
    scores : mapping of position to number, function of a position, or (n,) array_like, optional
        As of `solve_chance`.
    base : {1, 0}
        The number of the first position in graph text.

    Raises
    ------
    GraphGameError
        If `graph` is not a GameGraph, `base` neither 0 nor 1, or `file` neither a path nor a binary
        file; or if `solve_chance` would refuse the game, or the text cannot say what it is: a
        number of more than 59 bits, `preset_remoteness`, or presets beside points and scores.
    OSError
        If the file cannot be written.

    See Also
    --------
    read_chance, write_graph, solve_chance

    Notes
    -----
    O(n + m) time and memory: all numbers are written once, each different one is formatted once.
    What was read by `read_chance` is read again as the same graph and the same numbers.

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> graph, text = gg.GameGraph.from_edges([(0, 1), (0, 2)]), io.BytesIO()
    >>> numbers = {"probabilities": {0: {1: 0.25, 2: 0.75}}, "scores": {1: 5, 2: -1}}
    >>> gg.write_chance(graph, text, owner={0: "chance"}, **numbers)
    >>> print(text.getvalue().decode(), end="")
    3 2
    1 2 1/4
    1 3 3/4
    1 CHANCE
    2 OWNER 0
    3 OWNER 0
    2 SCORE 5
    3 SCORE -1
    """
    check_base(base)
    require_graph(graph)
    _check_format(format)
    path = os.fspath(file) if isinstance(file, str | os.PathLike) else ""
    chosen = format or format_by_name(path) or "text"
    if chosen != "text":
        _check_format(chosen)
        if base != 1:
            raise GraphGameError(
                f"base: expected none with format {chosen!r}, whose positions have names, got "
                f"{base}"
            )
    said = _Said(graph, owner, probabilities, points, scores)
    blocks = said.blocks(base) if chosen == "text" else said.in_format(chosen)
    if is_compressed(path):
        from graphgame.text.formats import compressed

        blocks = compressed(blocks, path.lower())
    from graphgame.archive import writing

    with writing(file) as opened:
        for block in blocks:
            opened.write(block)


class _Said:
    """What a text says of a game: its moves with numbers, who moves, and what ends are worth."""

    def __init__(
        self, graph: GameGraph[Any], owner: Any, probabilities: Any, points: Any, scores: Any
    ) -> None:
        from graphgame.chance.input.given import owners, scores_of_ends
        from graphgame.chance.input.move_numbers import beside_moves, present

        self.graph = graph
        ptr = np.asarray(graph.option_ptr)
        self.degree = np.diff(ptr)
        self.source: Int32Array = np.repeat(np.arange(graph.n, dtype=np.int32), self.degree)
        self.chances: Any = None
        self.points: Any = None
        self.has: BoolArray = np.zeros(graph.m, dtype=np.bool_)
        dice: BoolArray = np.zeros(graph.n, dtype=np.bool_)
        if probabilities is not None:
            self.chances = beside_moves(probabilities, graph, "probabilities")
            self.has = present(self.chances)
            dice[self.source[self.has]] = True
        if points is not None:
            self.points = beside_moves(points, graph, "points")
            self.points[~present(self.points)] = 0
        self.scores: dict[int, Any] | None = None
        if scores is not None:
            at, worth = scores_of_ends(scores, graph)
            self.scores = dict(zip(at.tolist(), [*worth], strict=True))
        if owner is None:
            owner = graph.owner
        self.kind: Int8Array | None = None if owner is None else owners(owner, graph, dice)
        self._check(dice)
        if self.points is not None and graph.m == 0 and self.scores is None:
            self.scores = dict.fromkeys(range(graph.n), 0)

    def _check(self, dice: BoolArray) -> None:
        """Refuse what `solve_chance` would refuse, or the text could not say."""
        graph, presets, scores = self.graph, self.graph.presets, self.scores
        is_paid = self.points is not None or scores is not None
        if graph.preset_remoteness is not None:
            raise GraphGameError(
                "graph: expected one without preset_remoteness, which games of chance do not have"
            )
        if presets is not None and is_paid:
            raise GraphGameError(
                "graph: expected one without preset outcomes beside scores and points, got some; a "
                "score says what an end pays"
            )
        if self.kind is None and (dice.any() or (graph.n and not is_paid)):
            raise GraphGameError("owner: expected who moves, 0, 1 or 'chance', got None")
        if graph.n and scores is not None and not scores and self.points is None:
            raise GraphGameError(
                "scores: expected some, or points, got none: the text would be of a game that is "
                "won or lost"
            )
        stuck = self.degree == 0
        chance = np.zeros(graph.n, np.bool_) if self.kind is None else self.kind == CHANCE
        scored = np.zeros(graph.n, dtype=np.bool_)
        scored[[*(scores or ())]] = True
        lacking = np.zeros(graph.n, dtype=np.bool_)
        lacking[self.source[chance[self.source] & ~self.has]] = True
        preset = np.zeros(graph.n, np.bool_) if presets is None else presets != NO_PRESET
        for what, wrong, message in (
            ("probabilities", lacking, "expected one for each move, as chance moves there"),
            ("owner", chance & stuck & ~scored, "expected a player, or moves or a score, got none"),
            ("presets", chance & preset, "expected none where chance moves, got one"),
            ("scores", stuck & ~scored & bool(scores), "expected one where no move is, got none"),
        ):
            if wrong.any():
                name = graph.position(int(wrong.argmax()))
                raise GraphGameError(f"{what}[{name!r}]: {message}")

    def blocks(self, base: int) -> Iterator[bytes]:
        """Return the text, in blocks; refuse what cannot be written before the first."""
        graph = self.graph
        moves = np.column_stack([self.source, np.asarray(graph.option_idx)]).astype(np.int32)
        columns, texts = self._beside(moves)
        if graph._edges is not None:
            back = self._given_order()
            moves, columns = moves[back], columns[back]
        everywhere: Int32Array = np.arange(graph.n, dtype=np.int32)[:, None]
        parts = [
            iter([f"{graph.n} {graph.m}\n".encode()]),
            _lines(moves, columns, texts, base),
        ]
        if self.kind is not None:
            who = np.where(self.kind == CHANCE, 2, self.kind)
            parts.append(_lines(everywhere, who, [" OWNER 0", " OWNER 1", " CHANCE"], base))
        if (presets := graph.presets) is not None:
            parts.append(
                print_blocks(
                    graph.n, lambda out, start: _print.put_presets(out, presets, base, start)
                )
            )
        if self.scores:
            at, codes, texts = self._scored()
            parts.append(_lines(at[:, None], codes, [f" SCORE {x}" for x in texts], base))
        return chain.from_iterable(parts)

    def in_format(self, format: str) -> Iterator[bytes]:  # noqa: A002 -- as in write_chance
        """Return the game in another format, in blocks."""
        from graphgame.text.chance_formats import as_values, file_columns
        from graphgame.text.formats import graph_blocks

        beside = {}
        for name, column, least in (
            ("probability", self.chances, 1),
            ("points", self.points, None),
        ):
            if column is None:
                continue
            what = "probabilities" if least else name
            codes, texts = _coded(column, partial(self._move, what), least=least)
            codes = codes[self._given_order()]
            values = [None if x == "None" else x for x in as_values(texts)]
            beside[name] = [*map(values.__getitem__, codes.tolist())]
        scores = None
        if self.scores:
            at, codes, texts = self._scored()
            values = as_values(texts)
            scores = dict(zip(at.tolist(), map(values.__getitem__, codes.tolist()), strict=True))
        columns = file_columns(self.kind, scores, self.graph.n)
        return graph_blocks(self.graph, format, columns, beside)

    def _given_order(self) -> Int64Array:
        """Return the places of the moves in `option_idx`, in the order in which they were given."""
        back: Int64Array = np.arange(self.graph.m)
        if self.graph._edges is not None:
            order = np.argsort(np.asarray(self.graph._edges)[:, 0], kind="stable")
            back[order] = np.arange(self.graph.m)
        return back

    def _scored(self) -> tuple[Int32Array, Int32Array, list[str]]:
        """Return the ends with scores, and these as numbers of texts."""
        assert self.scores is not None, "there are some"
        at: Int32Array = np.fromiter(self.scores, np.int32)
        worth: AnyArray = np.empty(len(at), dtype=object)
        worth[:] = [*self.scores.values()]
        return at, *_coded(worth, lambda k: f"scores[{self._name(at[k])}]")

    def _beside(self, moves: Int32Array) -> tuple[Int32Array, list[str]]:
        """Return what stands behind each move, as numbers of texts."""
        columns, texts = [np.zeros(len(moves), dtype=np.int32)], [""]
        if self.chances is not None:
            codes, found = _coded(self.chances, partial(self._move, "probabilities"), least=1)
            columns.append(np.where(self.has, codes + len(texts), 0))
            texts += [f" {x}" for x in found]
        if self.points is not None:
            codes, found = _coded(self.points, partial(self._move, "points"))
            zero = found.index("0") if "0" in found and len(found) > 1 else -1
            columns.append(np.where(codes == zero, 0, codes + len(texts)))
            texts += [f" POINTS {x}" for x in found]
        return np.column_stack(columns).astype(np.int32), texts

    def _name(self, v: int) -> str:
        return repr(self.graph.position(int(v)))

    def _move(self, what: str, e: int) -> str:
        return f"{what}[{self._name(self.source[e])}][{self._name(self.graph.option_idx[e])}]"


def _coded(
    values: AnyArray, place: Callable[[int], str], *, least: int | None = None
) -> tuple[Int32Array, list[str]]:
    """Return numbers as numbers of texts, no number as any; refuse what cannot be written.

    Parameters
    ----------
    values : (k,) array
        As of `beside_moves`.
    place : callable
        Returns what an error calls number k.
    least : int, optional
        A numerator that no number is below.
    """
    from graphgame.chance.input.weights import as_fraction

    if values.dtype.kind == "i":
        different, codes = np.unique(values, return_inverse=True)
        kinds = different.tolist()
        if least is not None:  # 0 is none
            kinds = [x or None for x in kinds]
    else:
        # Hashing a fraction takes a microsecond, and many of them are one object.
        ids: Int64Array = np.fromiter(map(id, values), np.int64, len(values))
        _, first, codes = np.unique(ids, return_index=True, return_inverse=True)
        objects = values[first].tolist()
        # True equals 1, and is no number.
        kinds = [*dict.fromkeys(objects)] if bool not in {*map(type, objects)} else [True]
        numbers = {x: k for k, x in enumerate(kinds)}
        codes = np.fromiter(map(numbers.get, objects), np.int64, len(objects))[codes]
    texts = []
    for x in kinds:
        number = as_fraction(x)
        if x is not None and (
            number is None
            or max(abs(number.numerator), number.denominator) > _MOST
            or (least is not None and number.numerator < least)
        ):
            wanted = "a number" if least is None else "a probability above 0"
            raise GraphGameError(
                f"{place([*values].index(x))}: expected {wanted} whose numerator and denominator "
                f"are below 2^59, got {x!r}"
            )
        texts.append(str(number))
    return codes.astype(np.int32), texts


def _lines(places: Int32Array, codes: AnyArray, texts: list[str], base: int) -> Iterator[bytes]:
    """Return lines of positions with texts behind them."""
    encoded = [text.encode() for text in texts]
    ptr: Int64Array = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum([*map(len, encoded)], out=ptr[1:])
    rows = (codes if codes.ndim == 2 else codes[:, None]).astype(np.int32)
    joined = b"".join(encoded)
    places = np.ascontiguousarray(places)
    return print_blocks(
        len(places),
        lambda out, start: _print.put_said(out, places, rows, ptr, joined, base, start),
    )
