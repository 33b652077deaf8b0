"""A match as text: boards, predictions and moves as lines, with control characters escaped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphgame.playing.difference import cell_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphgame.playing.views import MoveView, Owners, PositionView

# The names of groups of moves, by what they do for who makes them.
_GROUPS = {"win": "Winning", "draw": "Drawing", "lose": "Losing"}
# Names of moves are aligned up to this width.
_WIDEST = 30
# The shapes of positions in games with owners, by the player who moves there; as in pictures.
SHAPES = "○□"


def escaped(text: str) -> str:
    """Return a text with those characters escaped that a terminal obeys or does not show.

    >>> escaped("a" + chr(27) + "[2J") == "a" + chr(92) + "x1b[2J"
    True
    """
    if text.isprintable():
        return text
    return "".join(
        x if x.isprintable() else x.encode("unicode_escape", "surrogatepass").decode() for x in text
    )


def plies(number: int) -> str:
    """Return a number of plies in words."""
    return f"{number} {'ply' if number == 1 else 'plies'}"


def player_names(owners: Owners | None) -> tuple[str, str]:
    """Return what the players are called: by their turns, or in a game with owners by number."""
    return ("First", "Second") if owners is None else ("Player 0", "Player 1")


def position_name(view: PositionView, owners: Owners | None) -> str:
    """Return the name of a position; in a game with owners, what else there is to know of it."""
    name = view["name"]
    if owners is None or view["turn"] is None:
        return name
    priority, target = view.get("priority"), owners["target"]
    mark = "" if priority is None else f" (priority {priority})"
    if target is not None:
        mark = " (target)" if priority == target else ""
    return f"{SHAPES[view['turn']]} {name}{mark}"


def prediction(view: PositionView, turn: int, players: Sequence[str]) -> str:
    """Return who wins with best play, and in how many plies."""
    if view["positionValue"] == "draw":
        return "With best play: a draw."
    winner = players[turn if view["positionValue"] == "win" else 1 - turn]
    length = view["remoteness"]
    return f"With best play: {winner} wins{'' if length is None else ' in ' + plies(length)}."


def over_text(view: PositionView, turn: int, ply: int, players: Sequence[str]) -> str:
    """Return how a match has ended."""
    value = view["positionValue"]
    winner = players[turn if value == "win" else 1 - turn]
    end = "a draw" if value == "draw" else f"{winner} wins"
    return f"The match is over after {plies(ply)}: {end}."


def endless_text(owners: Owners, greatest: int | None) -> str:
    """Return why a match ends at a position that stood before, by the greatest priority since."""
    end = ""
    if greatest is not None and owners["target"] is None:
        end = f", and the greatest priority is {greatest}"
    return f"From here play can go on for ever{end}."


def board_lines(board: str | None, name: str) -> list[str]:
    """Return a board with the names of its rows and columns; without a board, the position."""
    if board is None:
        return [f"Position {escaped(name)}"]
    rows = [[*map(escaped, row)] for row in board.split("\n")]
    names = cell_names(board)
    if len(rows) == 1:
        below, left = names, [""]
    else:
        below = [x.rstrip("0123456789") for x in names[: len(rows[0])]]
        left = [str(len(rows) - row) for row in range(len(rows))]
    width = max(map(len, below), default=0)
    margin = max(map(len, left))
    left = [x.rjust(margin) + " " * bool(margin) for x in [*left, ""]]
    lines = zip(left, [*rows, below], strict=True)
    return [(x + " ".join(cell.ljust(width) for cell in row)).rstrip() for x, row in lines]


def move_name(view: PositionView, move: int) -> str:
    """Return what a move is called; without a name, by the position it leads to."""
    found = view["moves"][move]
    return f"to {found['name']}" if found["move"] is None else found["move"]


def move_lines(view: PositionView, values: bool) -> tuple[list[str], list[int]]:
    """Return moves as numbered lines, and the moves in their order.

    With values they stand in groups, best first.  Without, their order says nothing: it is that of
    the positions which they lead to.
    """
    moves = view["moves"]
    order = [*range(len(moves))]
    if not values:
        order.sort(key=lambda k: (len(moves[k]["position"]), moves[k]["position"]))
    names = [escaped(move_name(view, k)) for k in order]
    width = min(max(map(len, names)), _WIDEST)
    margin = len(str(len(order)))
    lines, group = [], ""
    for number, (k, name) in enumerate(zip(order, names, strict=True), 1):
        line = f"  {number:{margin}}  {name}"
        if values:
            if moves[k]["moveValue"] != group:
                group = moves[k]["moveValue"]
                lines.append(_GROUPS[group])
            line = f"  {number:{margin}}  {name:{width}}  {_length(moves[k])}".rstrip()
        lines.append(line)
    return lines, order


def _length(move: MoveView) -> str:
    """Return how long the match lasts after a move, that move included."""
    length = move["remoteness"]
    if move["moveValue"] == "draw" or length is None:
        return ""
    return f"in {plies(length + 1)}"


def matching_moves(view: PositionView, text: str) -> list[int]:
    """Return the moves that a person may mean.

    Those of this name; else those whose letters and digits are the same; else, of moves that have
    names of their own, those in whose names all words of the text stand.
    """
    names = [move_name(view, k) for k in range(len(view["moves"]))]
    exact = [k for k, name in enumerate(names) if text in (name, escaped(name))]
    if exact or not _letters(text):
        return exact
    same = [k for k, name in enumerate(names) if _letters(name) == _letters(text)]
    if same or text.upper() == text.lower():  # no letters
        return same
    words, moves = {*_words(text)}, view["moves"]
    return [
        k for k, x in enumerate(names) if words <= {*_words(x)} and moves[k]["move"] is not None
    ]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _letters(text: str) -> str:
    return "".join(_words(text))
