"""A sum of positions whose values are known, as the data of a page; docs/formats.md describes it.

The page gets the components and their values, and adds them up itself: a sum has as many positions
as its components have together, multiplied.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.errors import GraphGameError, TooLargeError
from graphgame.playing import look as looks
from graphgame.playing.game import Look
from graphgame.playing.look import check_style, title_in
from graphgame.playing.page import build_page
from graphgame.playing.puzzle_walks import Sums, make_sum_puzzles, sum_puzzles
from graphgame.playing.puzzles import check_number
from graphgame.playing.table import Parts, name_moves, position_names

if TYPE_CHECKING:
    from graphgame.playing.puzzles import Puzzle
    from graphgame.types import AnyArray

# The most parts of a sum on a page, and the most cells of all their boards.
MOST_PARTS = 20
MOST_CELLS = 4_000
# How many places are free at first.
_SPARE = 2
# The most positions that a page searches in misère play; as in page/sources/sums.js.
MOST_SEARCHED = 20_000
# What belongs to one board alone has no place where several stand side by side.
_OF_ONE_BOARD = {"turn": None, "centres": None, "edges": None, "style": None}


class Components(NamedTuple):
    """Components of sums.

    Attributes
    ----------
    option_ptr : (n + 1,) int64
        The options of v are those from option_ptr[v] up to option_ptr[v + 1].
    part_ptr : (m + 1,) int64 or None
        Option e leaves the components part_idx[part_ptr[e]:part_ptr[e + 1]]; None if every option
        leaves one.
    part_idx : (k,) int32
    values : (n,) int32
        Grundy values; -1 where they are infinite.
    ranks : (n,) int32 or None
        In games with cycles: an option that brings a component back to its value has a lower rank.
    order : (n,) int32 or None
        Each component after all parts of its options; None if every option leaves one.
    position : callable
        The label of an index.
    start : list of int
        The parts of the sum where a match begins.
    play : {"normal", "misere"}
    outcome : callable
        From the parts of a sum that the start leads to, to its outcome.
    option : callable
        From the labels of what a move leaves to what the function `move` of an author takes.
    author : object
        As of `SolvedGame`.
    """

    option_ptr: AnyArray
    part_ptr: AnyArray | None
    part_idx: AnyArray
    values: AnyArray
    ranks: AnyArray | None
    order: AnyArray | None
    position: Callable[[int], Any]
    start: list[int]
    play: str
    outcome: Callable[[Sequence[int]], int]
    option: Callable[[Sequence[Any]], Any]
    author: object = None

    def left(self, component: int) -> list[tuple[int, ...]]:
        """Return what each move of a component leaves, each once."""
        options = range(*self.option_ptr[component : component + 2].tolist())
        found = map(self.option_parts, options)
        return [*{tuple(sorted(parts)): parts for parts in found}.values()]

    def option_parts(self, option: int) -> tuple[int, ...]:
        """Return the components that an option leaves."""
        if self.part_ptr is None:
            return (int(self.part_idx[option]),)
        first, end = self.part_ptr[option : option + 2].tolist()
        return tuple(self.part_idx[first:end].tolist())


def sum_page(game: Components, look: Look, puzzles: object = None) -> str:
    """Return a page in which a sum of positions is played.

    Raises
    ------
    TooLargeError
        If a browser could not show the page.
    GraphGameError
        If something is not as described in `Look`.
    """
    data = make_sum(game, look, puzzles)
    languages = data["languages"]
    return build_page(data, title=title_in(data["title"], languages), languages=languages)


def make_sum(game: Components, look: Look, puzzles: object = 0) -> dict[str, Any]:
    """Return a sum of positions as the data of a page."""
    look = look.completed(game.author)._replace(**_OF_ONE_BOARD)
    style, most = check_style(look), check_number(puzzles)
    if not game.start:
        raise GraphGameError("components: expected one at least, got none")
    places = _places(game)
    if len(game.start) > MOST_PARTS:
        raise TooLargeError(
            f"components: expected at most {MOST_PARTS} on a page, got {len(game.start)}; ask "
            "outcome() and winning_moves() of more"
        )
    positions = [game.position(v) for v in range(len(game.values))]
    parts, texts = Parts(), position_names(positions)
    boards, (rows, columns) = _boards(look, positions)
    if places * rows * columns > MOST_CELLS:
        raise TooLargeError(
            f"page: expected boards of at most {MOST_CELLS} cells together, got {places} of "
            f"{rows} × {columns}; leave board= out"
        )
    if boards:
        texts["boards"] = boards
    parts.add("values", game.values.astype(np.int64) + 1)
    if game.ranks is not None:
        parts.add("ranks", game.ranks.astype(np.int64) + 1)
    parts.add("degrees", np.diff(game.option_ptr))
    if game.part_ptr is not None:
        parts.add("sizes", np.diff(game.part_ptr))
    parts.add("left", game.part_idx.astype(np.int64))
    texts |= _labels(game, look, positions, parts)
    parts.add("texts", np.frombuffer(json.dumps(texts).encode(), np.uint8))
    return {
        "format": 1,
        "kind": "sum",
        "title": style.title,
        "languages": [*style.languages],
        "play": game.play,
        "about": style.about,
        **style.shown(drawn=bool(boards)),
        "puzzles": sum_puzzles(_sums(game, look, boards), most),
        "sum": {
            "positions": len(positions),
            "start": game.start,
            "places": places,
            "rows": rows,
            "columns": columns,
            **parts.packed(),
        },
    }


def puzzles_of_sums(
    game: Components,
    board: Callable[[Any], str] | None,
    whole: Callable[[tuple[Any, ...]], Any],
    asked: tuple[object, object, object],
) -> list[Puzzle[Any]]:
    """Return puzzles of a sum for Python.

    Parameters
    ----------
    game : Components
    board : callable, optional
        As of `Look`; by default that of the author.
    whole : callable
        From the positions of the parts to that of the sum.
    asked : (count, depth, seed)
    """
    look = Look(board).completed(game.author)._replace(**_OF_ONE_BOARD)
    check_style(look)
    if not game.start:
        raise GraphGameError("components: expected one at least, got none")

    def name(parts: Sequence[int]) -> Any:
        return whole(tuple(map(game.position, parts)))

    return make_sum_puzzles(_sums(game, look), name, *asked)


def _sums(game: Components, look: Look, boards: Sequence[str] = ()) -> Sums:
    """Return where puzzles are looked for; boards that are not given are asked for as needed."""
    if look.board is None:
        return Sums(game.start, game.left, game.outcome)

    @cache
    def pieces(part: int) -> int:
        rows = [boards[part]] if boards else _rows(look, game.position(part))
        return sum(character not in ". \n" for row in rows for character in row)

    return Sums(game.start, game.left, game.outcome, pieces)


def _places(game: Components) -> int:
    """Return how many places a page has at first: for the parts, and for some more if they split.

    It adds others when they are needed.
    """
    if game.order is None:
        return len(game.start)
    most = [1] * len(game.values)
    for v in game.order.tolist():
        for left in game.left(v):
            most[v] = max(most[v], min(MOST_PARTS, sum(most[part] for part in left)))
    return min(len(game.start) + _SPARE, sum(most[part] for part in game.start))


def _boards(look: Look, positions: list[Any]) -> tuple[list[str], tuple[int, int]]:
    """Return the boards of components, all of one shape, and how many rows and columns they have.

    The author's may have several shapes: spaces fill the rest.
    """
    if look.board is None:
        return [], (1, 1)
    drawn = [_rows(look, position) for position in positions]
    rows = max(map(len, drawn))
    columns = max(1, *(len(row) for board in drawn for row in board))
    padded = [
        "\n".join(row.ljust(columns) for row in [*board, *[""] * (rows - len(board))])
        for board in drawn
    ]
    return padded, (rows, columns)


def _rows(look: Look, position: Any) -> list[str]:
    """Return the rows of the board of a component, which may have no cell."""
    assert look.board is not None
    found = looks.apply(look.board, "board", position)
    if found == "":
        return [""]
    return looks.checked_board(look, position, found, None).split("\n")


def _labels(game: Components, look: Look, positions: list[Any], parts: Parts) -> dict[str, Any]:
    """Add the number of the name of each move; return the names."""
    if look.move is None:
        return {}
    moves = (
        (position, game.option([positions[part] for part in game.option_parts(e)]))
        for v, position in enumerate(positions)
        for e in range(*game.option_ptr[v : v + 2].tolist())
    )
    labels, names = name_moves(look, moves, int(game.option_ptr[-1]))
    parts.add("labels", labels)
    return {"moves": names}
