"""A solved game as a table in a page: the encoding, which docs/formats.md describes.

Where there are boards, positions are sorted by turn and board, so that boards compress, column by
column, and are found again by bisection; moves are then steps with exceptions (see `steps`).  Where
there are none, or too many exceptions, options are written down as differences.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np

from graphgame.arrays import distinct
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.outcome import DRAW, LOSE
from graphgame.playing import look as looks
from graphgame.playing.dice import add_chance, check_results
from graphgame.playing.look import check_style, title_in
from graphgame.playing.page import build_page
from graphgame.playing.positions import describe_owners
from graphgame.playing.puzzles import check_number, page_puzzles
from graphgame.playing.steps import find_steps
from graphgame.playing.texts import shown, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphgame.playing.game import Look, SolvedGame
    from graphgame.playing.look import Style
    from graphgame.types import AnyArray, Int64Array


class Moves(NamedTuple):
    """Positions of a game and the moves between them.

    Attributes
    ----------
    positions : (k,) int64, ascending
        The indices of the positions in the game.
    sources, options : (m,) int64
        The moves as indices into `positions`, by source, then by option; none from terminals.
    """

    positions: Int64Array
    sources: Int64Array
    options: Int64Array


def kept_moves(game: SolvedGame, side: int | None = None) -> Moves:
    """Return the moves that a page offers: parallel edges once, none from a preset position.

    Parameters
    ----------
    game : SolvedGame
    side : {0, 1}, optional
        Keep what can be reached from the start while this side plays the best move of lowest
        index, and the other side any move.  0 is the side that begins; in a game with owners,
        player 0.

    Notes
    -----
    O(n + m log m) time.
    """
    n = len(game.outcomes)
    degrees = np.diff(game.option_ptr)
    sources = np.repeat(np.arange(n), degrees)
    options = np.asarray(game.option_idx, dtype=np.int64)
    going = ~game.over()[sources]  # the options of a preset position are ignored
    if not going.all():
        sources, options = sources[going], options[going]
    edges = sources * n + options
    edges.sort()
    if edges.size:
        edges = edges[np.append(True, edges[1:] != edges[:-1])]
    sources, options = np.divmod(edges, max(n, 1))
    whole = Moves(np.arange(n), sources, options)
    return whole if side is None else _follow_strategy(game, whole, side)


def check_side(side: Any) -> int:
    """Return a side, an integer of any type, as an int."""
    if isinstance(side, bool) or not isinstance(side, int | np.integer) or side not in (0, 1):
        raise GraphGameError(f"side: expected 0 (the side that begins) or 1, got {side!r}")
    return int(side)


def _follow_strategy(game: SolvedGame, whole: Moves, side: int) -> Moves:
    if game.start is None:
        raise GraphGameError(
            "side: expected a game that begins at one position, got one without a start; "
            "solve(…, start=…) sets it"
        )
    n = len(whole.positions)
    best = best_edges(game, whole)
    first = np.searchsorted(whole.sources, np.arange(n + 1))
    reached = np.zeros((2, n), dtype=bool)  # with the side to move, and with the other
    kept = np.zeros(len(whole.sources), dtype=bool)
    # In a game with owners a position says whether the side moves there.
    owned = game.owner
    layer, player = np.array([game.start]), side if owned is None else 0
    reached[player, layer] = True
    while layer.size:
        own = np.full(len(layer), player == 0) if owned is None else owned[layer] == side
        edges = best[layer[own]]
        others = layer[~own]
        edges = np.append(edges[edges >= 0], _ranges(first[others], first[others + 1]))
        kept[edges] = True
        player = 1 - player if owned is None else 0
        layer = distinct(whole.options[edges])
        layer = layer[~reached[player, layer]]
        reached[player, layer] = True
    positions = np.flatnonzero(reached.any(axis=0))
    sources, options = whole.sources[kept], whole.options[kept]
    return Moves(
        positions, np.searchsorted(positions, sources), np.searchsorted(positions, options)
    )


def best_edges(game: SolvedGame, moves: Moves) -> Int64Array:
    """Return for each position the number of its best move among all moves, -1 at a terminal."""
    best = np.full(len(moves.positions), -1, dtype=np.int64)
    if not moves.sources.size:
        return best
    outcomes = game.values(moves.sources, moves.options)
    plies = game.remoteness[moves.options].astype(np.int64)
    far = np.int64(1) << 32  # beyond every remoteness
    plies[plies < 0] = far - 1  # a length that is not known
    drawn = far if game.draw_costs is None else far + game.draw_costs()[moves.options]
    cost = np.where(outcomes == LOSE, plies, np.where(outcomes == DRAW, drawn, 3 * far - plies))
    if game.strategy is not None:
        cost[game.strategy[moves.sources] == moves.options] = -1
    if game.scores is not None:
        cost = _ranks(game, moves, plies)
    rows = np.flatnonzero(np.append(True, moves.sources[1:] != moves.sources[:-1]))
    least = np.minimum.reduceat(cost, rows)
    lengths = np.diff(rows, append=len(cost))
    edges = np.arange(len(cost))
    edges[cost != np.repeat(least, lengths)] = len(cost)
    best[moves.sources[rows]] = np.minimum.reduceat(edges, rows)
    return best


def _ranks(game: SolvedGame, moves: Moves, plies: Int64Array) -> Int64Array:
    """Return the rank of each move in a game with scores, the best ones of a position least."""
    reached, hurries = game.points(moves.sources, moves.options)
    order = np.lexsort((np.where(hurries, plies, -plies), -reached))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _ranges(begins: AnyArray, ends: AnyArray) -> Int64Array:
    """Return the numbers from each begin up to its end, one range after another."""
    lengths = ends - begins
    before = np.cumsum(lengths) - lengths
    numbers: Int64Array = np.arange(lengths.sum()) + np.repeat(begins - before, lengths)
    return numbers


# What Chromium opens within five seconds on a busy machine, and 650 MB of memory: positions of a
# page, bytes that it unpacks, and characters that it unpacks them from.
MOST_POSITIONS = 4_000_000
MOST_BYTES = 160_000_000
MOST_CHARACTERS = 32_000_000


class Table(NamedTuple):
    """A game as the page reads it.

    Attributes
    ----------
    data : dict
        The JSON of the page.
    order : (n,) int64
        The index in the game of each position of the table.
    """

    data: dict[str, Any]
    order: Int64Array


def table_page(
    game: SolvedGame, look: Look, side: int | None = None, puzzles: object = None
) -> str:
    """Return a page to play a solved game in."""
    data = make_table(game, look, side, puzzles).data
    languages = data["languages"]
    return build_page(data, title=title_in(data["title"], languages), languages=languages)


def make_table(game: SolvedGame, look: Look, side: int | None = None, puzzles: object = 0) -> Table:
    """Return a solved game as the data of a page.

    Parameters
    ----------
    game : SolvedGame
    look : Look
    side : {0, 1}, optional
        Keep what can be reached while this side plays best moves; see `kept_moves`.
    puzzles : int, "all" or None
        How many puzzles there are at most, ten for None.

    Raises
    ------
    TooLargeError
        If a browser could not show the page.
    GraphGameError
        If something is not as described in `Look`.
    """
    look = look.completed(game.author)
    style, owners = check_style(look), describe_owners(game, look)
    side = None if side is None else check_side(side)
    most = check_number(_wanted(game, puzzles))
    _check_game(game)
    if side is None:
        _check_positions(len(game.outcomes), len(game.option_idx))
    kept = kept_moves(game, side)
    _check_positions(len(kept.positions), len(kept.sources))
    positions = [game.position(v) for v in kept.positions.tolist()]
    _try_some(look, style, positions)
    turn = None if look.turn is None else looks.turns(look, positions)
    if turn is not None:
        looks.check_turns(turn, kept.sources, kept.options, positions)
    elif game.owner is not None:
        turn = game.owner[kept.positions]
    boards = _boards(look, style, positions, whole=side is None)
    order = _order(boards, turn, positions, alike=game.chance is not None)
    keys = np.argsort(order)[page_puzzles(game, kept, boards, most, style.markers)].tolist()
    sources, options = _renumbered(kept, order)
    labels, texts = _labels(look, positions, order, sources, options)
    if boards is not None and game.chance is not None and turn is not None:
        names = None if labels is None else [texts["moves"][k] for k in labels.tolist()]
        check_results(boards.codes[order], turn[order], sources, options, names)
    turn = None if turn is None else turn[order]
    if boards is None:
        texts |= position_names(positions)
    del positions
    rows = kept.positions[order]
    packed = Parts()
    packed.add("results", _results(game, rows))
    if turn is not None:
        packed.add("turns", turn)
    codes = None
    if boards is not None:
        codes = np.ascontiguousarray(boards.codes[order].T)
        packed.add("boards", codes)
    _add_goal(packed, game, rows)
    scale = None if game.chance is None else add_chance(packed, game, rows, sources, options)
    # A step passes the turn on, and does not know where play is over but by the remoteness.
    alternate = turn is None or not (turn[sources] == turn[options]).any()
    alternate = alternate and game.ends is None and game.chance is None
    steps = codes if alternate else None
    texts |= _add_moves(packed, len(rows), steps, turn, sources, options, labels)
    packed.add("texts", np.frombuffer(json.dumps(texts).encode(), np.uint8))
    table = {
        "positions": len(rows),
        "moves": len(sources),
        "start": int(np.flatnonzero(rows == (game.start or 0))[0]),
        "template": None if boards is None else boards.template,
        "places": [] if boards is None else boards.places,
        "alphabet": "" if boards is None else boards.alphabet,
        **packed.packed(),
    }
    data = _data(game, style, boards is not None, side) | {"puzzles": keys, "table": table}
    data["partizan"] = game.classes is not None
    if game.chance is not None:
        data["chance"] = {**game.chance.facts(), "scale": scale}
    return Table(data if owners is None else data | {"owners": owners}, rows)


# Of more positions than this some are drawn first: what is wrong with most is said at once.
_MANY, _SOME = 10_000, 50


def _try_some(look: Look, style: Style, positions: list[Any]) -> None:
    """Check turns and boards of some positions of a large game, the first one among them."""
    if len(positions) <= _MANY:
        return
    some = positions[:: len(positions) // _SOME]
    if look.turn is not None:
        looks.turns(look, some)
    if look.board is not None:
        looks.boards(look, some, style.cells)


def _boards(look: Look, style: Style, positions: list[Any], *, whole: bool) -> looks.Boards | None:
    """Return the boards, which show all pieces if these positions are the whole game."""
    if look.board is None:
        return None
    found = looks.boards(look, positions, style.cells)
    if whole:
        looks.check_pieces_there(style.pieces, found)
    return found


def _wanted(game: SolvedGame, puzzles: object) -> object:
    """Return how many puzzles are wanted: none of a game of chance."""
    if game.chance is None:
        return puzzles
    if puzzles not in (None, 0):
        raise GraphGameError(
            f"puzzles: expected none for a game of chance, got {shown(puzzles)}; puzzles have one "
            "move that wins"
        )
    return 0


def _add_goal(packed: Parts, game: SolvedGame, rows: Int64Array) -> None:
    """Add what play is worth that goes on for ever, how it is won, and which draws press."""
    if game.draw_costs is not None and bool((game.outcomes == DRAW).any()):
        costs = game.draw_costs()[rows]
        if costs.any():
            packed.add("draws", costs)
    if game.classes is not None:
        packed.add("classes", game.classes[rows])
    if game.scores is not None:
        scores = game.scores[rows]
        if int(np.abs(scores).max()) >= 1 << 51:
            raise TooLargeError(
                f"page: expected scores from -2^51 to 2^51, got {scores[np.abs(scores).argmax()]}; "
                "divided by a common factor they make the same game"
            )
        packed.add("scores", np.where(scores < 0, -2 * scores - 1, 2 * scores))
    if game.priority is not None:
        if int(game.priority.max()) >= 1 << 53:
            raise TooLargeError(
                f"page: expected priorities below 2^53, got {game.priority.max()}; "
                "smaller ones of the same order, even and odd as these, make the same game"
            )
        packed.add("priorities", game.priority[rows])
    if game.strategy is not None:
        place = np.zeros(len(game.outcomes), dtype=np.int64)
        place[rows] = np.arange(1, len(rows) + 1)
        moves = game.strategy[rows]
        packed.add("strategy", np.where(moves < 0, 0, place[moves]))


def _add_moves(
    packed: Parts,
    n: int,
    codes: AnyArray | None,
    turn: AnyArray | None,
    sources: Int64Array,
    options: Int64Array,
    labels: Int64Array | None,
) -> dict[str, Any]:
    """Add the moves, as steps where they fit the boards, else as lists; return their texts."""
    steps = None if codes is None else find_steps(codes, turn, sources, options, labels)
    if steps is not None:
        packed.add("exceptions", np.diff(steps.positions, prepend=0))
        packed.add("exception_steps", steps.numbers)
        return {"steps": [[step.turn, step.name, *step.changes] for step in steps.steps]}
    packed.add("degrees", np.bincount(sources, minlength=n))
    packed.add("options", _differences(sources, options))
    if labels is not None:
        packed.add("labels", labels)
    return {}


def _data(game: SolvedGame, style: Style, boards: bool, side: int | None) -> dict[str, Any]:
    """Return what the data of all pages have."""
    return {
        "format": 1,
        "kind": "table",
        "title": style.title,
        "languages": [*style.languages],
        "play": game.play,
        "about": style.about,
        "plain": game.is_plain(),
        "endless": game.endless,
        "side": side,
        **style.shown(drawn=boards),
    }


def _check_game(game: SolvedGame) -> None:
    if game.remoteness is None:
        raise GraphGameError(
            "page: expected a solution with remoteness, got one without; solve it with remoteness"
        )
    if not len(game.outcomes):
        raise GraphGameError("page: expected a game of at least one position, got one without any")


def _check_positions(positions: int, moves: int) -> None:
    """Refuse what is too large for a page, before any function of its author is called."""
    if positions > MOST_POSITIONS:
        _refuse(f"at most {MOST_POSITIONS:,} positions, got {positions:,} with {moves:,} moves")


def _refuse(found: str) -> NoReturn:
    raise TooLargeError(
        f"page: expected {found}; `graphgame serve` shows a solution of any size, and side=0 or "
        "side=1 keeps what can be reached while one side plays its best moves"
    )


def _order(
    boards: looks.Boards | None, turn: AnyArray | None, positions: list[Any], *, alike: bool
) -> Int64Array:
    """Return positions in the order of the table; refuse two of one board and one turn.

    They may be alike where dice say what boards do not.
    """
    if boards is None:
        return np.arange(len(positions))
    columns = [*boards.codes.T[::-1], *([] if turn is None else [turn])]
    if not columns:  # one board, or many that are alike
        columns = [np.zeros(len(positions), np.uint8)]
    order = np.lexsort(columns)
    same = np.ones(len(order) - 1, dtype=bool)
    for column in columns:
        ordered = column[order]
        same &= ordered[1:] == ordered[:-1]
    if not alike:
        looks.check_distinct(same, order, positions, turn is not None)
    return order


def _renumbered(kept: Moves, order: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Return the moves as places in the order, by source, then by option."""
    n = len(order)
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    moves = place[kept.sources] * n + place[kept.options]
    moves.sort()
    sources, options = np.divmod(moves, n)
    return sources, options


def _labels(
    look: Look,
    positions: list[Any],
    order: Int64Array,
    sources: Int64Array,
    options: Int64Array,
) -> tuple[Int64Array | None, dict[str, Any]]:
    """Return the number of the name of each move, and the names."""
    if look.move is None:
        return None, {}
    moves = zip(order[sources].tolist(), order[options].tolist(), strict=True)
    pairs = ((positions[v], positions[w]) for v, w in moves)
    labels, names = name_moves(look, pairs, len(sources))
    _check_named(labels, names, positions, sources, order[sources], order[options])
    return labels, {"moves": names}


def _check_named(
    labels: Int64Array,
    names: list[str | None],
    positions: list[Any],
    rows: Int64Array,
    sources: Int64Array,
    options: Int64Array,
) -> None:
    """Refuse a position of several moves that its author all gives one name.

    Moves stand by their rows, and lead from one index into the positions to another.
    """
    if not len(rows):
        return
    firsts = np.flatnonzero(np.append(True, rows[1:] != rows[:-1]))
    lengths = np.diff(firsts, append=len(rows))
    alike = np.minimum.reduceat(labels, firsts) == np.maximum.reduceat(labels, firsts)
    for k in np.flatnonzero(alike & (lengths > 1)).tolist():
        edges = range(firsts[k], firsts[k] + lengths[k])
        if (name := names[labels[edges[0]]]) is not None:
            found = [positions[w] for w in options[edges[:2]].tolist()]
            looks.check_named([name] * len(edges), positions[sources[edges[0]]], found)


def name_moves(
    look: Look, moves: Iterable[tuple[Any, Any]], count: int
) -> tuple[Int64Array, list[str | None]]:
    """Return the number of the name of each move, and the names: None where boards name it."""
    assert look.move is not None
    numbers: dict[str | None, int] = {}
    labels = np.empty(count, dtype=np.int64)
    for at, (position, option) in enumerate(moves):
        name = looks.apply(look.move, "move", position, option)
        if name is not None and (not isinstance(name, str) or name not in numbers):
            visible(name, f"move({shown(position)}, {shown(option)})")
        labels[at] = numbers.setdefault(name, len(numbers))
    return labels, [*numbers]


def position_names(positions: list[Any]) -> dict[str, Any]:
    """Return the names of positions, or the number of the first where they are numbered."""
    names = looks.names(positions)
    first = positions[0]
    if type(first) is int and names == [*map(str, range(first, first + len(names)))]:
        return {"base": first}
    return {"names": names}


def _results(game: SolvedGame, rows: Int64Array) -> Int64Array:
    """Return outcome and remoteness as one number, below 256 for remoteness up to 83."""
    return 3 * (game.remoteness[rows].astype(np.int64) + 1) + game.outcomes[rows] + 1


def _differences(sources: Int64Array, options: Int64Array) -> Int64Array:
    """Return small numbers for options: how far from the option before in the row, less one.

    For the first one of a row, how far from the first of the row before, in zigzag: 0, -1, 1, -2, …
    """
    if not sources.size:
        return options
    differences = np.diff(options, prepend=0) - 1
    firsts = np.flatnonzero(np.append(True, sources[1:] != sources[:-1]))
    steps = np.diff(options[firsts], prepend=0)
    differences[firsts] = np.where(steps < 0, -2 * steps - 1, 2 * steps)
    return differences


class Parts:
    """Arrays of non-negative integers, put together byte by byte, the lowest bytes first."""

    def __init__(self) -> None:
        self.parts: list[tuple[str, int, int]] = []
        self.planes: list[bytes] = []
        self.size: int = 0

    def add(self, name: str, numbers: AnyArray) -> None:
        """Add an array: all lowest bytes, then all second bytes, as many as the greatest needs."""
        greatest = int(numbers.max(initial=0))
        width = max(1, (greatest.bit_length() + 7) // 8)
        self.parts.append((name, width, numbers.size))
        self.size += width * numbers.size
        if self.size > MOST_BYTES:
            _refuse(f"at most {MOST_BYTES:,} bytes to unpack, got {self.size:,} with its {name}")
        for byte in range(width):
            shifted = numbers >> 8 * byte if byte else numbers
            self.planes.append(shifted.astype(np.uint8).tobytes())  # the lowest byte of each

    def packed(self) -> dict[str, Any]:
        """Return the parts as entries of the table."""
        data = b64encode(gzip.compress(b"".join(self.planes), 9, mtime=0)).decode()
        if len(data) > MOST_CHARACTERS:
            _refuse(f"at most {MOST_CHARACTERS:,} characters of data, got {len(data):,}")
        return {"parts": self.parts, "data": data}
