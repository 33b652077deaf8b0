"""What is said of a position and its moves: in JSON, in the terminal, and in words.

"b2 → b3", "c1", "take 3": the name of a move says how the boards before and after it differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NotRequired, Protocol, TypedDict

if TYPE_CHECKING:
    from graphgame.playing.look import Style

# Characters of cells on which nothing stands.
EMPTY = ". "


def cell_names(board: str) -> list[str]:
    """Return the name of each cell, in the order of the characters that are no line breaks.

    As in chess: columns are letters from the left, rows are numbers from the bottom.  The cells of
    a board of one line have numbers alone, from 1 on.
    """
    rows = board.split("\n")
    if len(rows) == 1:
        return [str(number) for number in range(1, len(board) + 1)]
    return [
        f"{column_name(column)}{len(rows) - row}"
        for row, cells in enumerate(rows)
        for column in range(len(cells))
    ]


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0: a, …, z, aa and so on."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def move_names(
    before: str,
    options: Sequence[str],
    *,
    grid: bool = True,
    places: Sequence[str] | None = None,
    markers: str = "",
) -> list[str]:
    """Return the names of moves as players say them, by the boards that they lead to.

    "c1" where one piece is placed, whatever it turns over; "c2 → c4"; "c2 × d3" where something is
    captured: what stood on the cell, beside it or on the way; "take 3" from a board of one row.
    What these leave unclear, or would call alike, is named by all that changes; markers are named
    only where nothing else tells two moves apart.

    Parameters
    ----------
    before : str
        The board before the moves.
    options : sequence of str
        The boards after them, of the same shape.
    grid : bool
        Whether the cells are those of a grid.
    places : sequence of str, optional
        The names of the cells, where their author has named them.
    markers : str
        The characters that are no pieces, such as a lamp that says that the last move was a pass.
    """
    names = places or cell_names(before)
    pairs = [_without(before, after, markers) for after in options]
    short = [_short(names, *pair, grid=grid) for pair in pairs]
    times = Counter(short)
    found = [
        name if name is not None and times[name] == 1 else words(*pair, places)
        for name, pair in zip(short, pairs, strict=True)
    ]
    if not markers:
        return found
    again = Counter(found)
    return [
        name if again[name] == 1 else words(before, after, places)
        for name, after in zip(found, options, strict=True)
    ]


def _without(before: str, after: str, markers: str) -> tuple[str, str]:
    """Return two boards without markers: a cell of one is empty, and changes with a piece alone."""
    if not markers:
        return before, after
    bare = dict.fromkeys(map(ord, markers), EMPTY[0])
    start, end = before.translate(bare), after.translate(bare)
    cells = zip(before, after, start, end, strict=True)
    kept = (
        a if a in EMPTY and b in EMPTY and (old in markers or new in markers) else b
        for old, new, a, b in cells
    )
    return start, "".join(kept)


def _short(names: Sequence[str], before: str, after: str, *, grid: bool) -> str | None:
    """Return the short name of a move, None where it has none."""
    flat = [board.replace("\n", "") for board in (before, after)]
    changed = [(at, a, b) for at, (a, b) in enumerate(zip(*flat, strict=True)) if a != b]
    gone = [(at, a) for at, a, b in changed if b in EMPTY]
    come = [(at, b) for at, a, b in changed if a in EMPTY]
    turned = [(at, b) for at, a, b in changed if a not in EMPTY and b not in EMPTY]
    if len(come) == 1 and not gone:
        return names[come[0][0]]
    if len(turned) == len(changed) == 1:
        return names[turned[0][0]]
    if len(come) + len(turned) == 1:
        target, piece = (come or turned)[0]
        own = [at for at, old in gone if old == piece]
        sources = own if len(own) == 1 else [at for at, _ in gone]
        if len(sources) == 1:
            others = [at for at, _ in gone if at != sources[0]]
            width = len(before.split("\n", maxsplit=1)[0])
            if turned or any(_is_taken(at, sources[0], target, width, grid) for at in others):
                return f"{names[sources[0]]} × {names[target]}"
            # What is far from the move may be a piece or not: all that changes is named.
            return None if others else f"{names[sources[0]]} → {names[target]}"
    in_row = grid and "\n" not in before and len({*before} - {*EMPTY}) == 1
    return f"take {len(gone)}" if gone and len(gone) == len(changed) and in_row else None


def _is_taken(at: int, source: int, target: int, width: int, grid: bool) -> bool:
    """Return whether a cell is beside the target of a move, or on the way to it."""
    if not grid:
        return True  # who knows what lies between
    (row, column), begin, end = (divmod(cell, width) for cell in (at, source, target))
    if max(abs(row - end[0]), abs(column - end[1])) <= 1:
        return True
    rows, columns = sorted((begin[0], end[0])), sorted((begin[1], end[1]))
    return rows[0] <= row <= rows[1] and columns[0] <= column <= columns[1]


def words(before: str, after: str, places: Sequence[str] | None = None) -> str:
    """Describe a move by all that differs in two boards of the same shape, as the page does.

    A piece that leaves cells and comes to others moves, "b2 → b3"; where several kinds of pieces
    move, each is named, "K b2 → b3".  Others are put on the board or taken, "X at a1", "c3 off";
    of a piece that another one replaces nothing is said.  Boards that are equal differ by a pass.
    """
    names = places or cell_names(before)
    cells = zip(names, *(x.replace("\n", "") for x in (before, after)), strict=True)
    changed = [(name, old, new) for name, old, new in cells if old != new]
    kinds = dict.fromkeys(x for _, *both in changed for x in both if x not in EMPTY)
    left = {x: [name for name, old, _ in changed if old == x] for x in kinds}
    came = {x: [name for name, _, new in changed if new == x] for x in kinds}
    freed = {name for name, _, new in changed if new in EMPTY}
    n_moved = sum(1 for x in kinds if left[x] and came[x])
    parts = []
    for piece in kinds:
        sources, targets = " ".join(left[piece]), " ".join(came[piece])
        if sources and targets:
            parts.append(f"{piece + ' ' if n_moved > 1 else ''}{sources} → {targets}")
        elif targets:
            parts.append(f"{piece} at {targets}")
        elif freed & {*left[piece]}:
            parts.append(f"{sources} off")
    return ", ".join(parts) or "pass"


class Proven(TypedDict):
    """What a proof says of a position, for the player to move there.

    ``least`` and ``greatest`` are bounds of the score, None where there is none; of games that are
    won, lost or drawn they are -1, 0 and 1.  ``plies`` says in how many plies it is won or lost at
    most, None where that is not known.
    """

    least: int | None
    greatest: int | None
    plies: int | None


class MoveView(TypedDict):
    """A move: the position that it leads to, and what it means for the player who makes it.

    ``remoteness`` is that of the position; ``deltaRemoteness`` says how many plies later than the
    best move of the same value it wins, or how many earlier it loses, and is None in draws and
    where lengths are not known.  ``score``, in games with scores, is that of the position, for the
    player to move there.  ``drawCost`` ranks the moves that hold a draw, where that is
    known: the less it is, the sooner the other player can make a mistake.  In games of chance
    ``expected`` is what the position is worth, ``chance`` how likely dice make the move, as a
    number and what it is out of, and ``paid`` what the move pays to player 0.  In games with a
    proof ``proven`` is what is known of the position, and ``moveValue`` None where that does not
    decide it.
    """

    position: str
    name: str
    move: str | None
    moveValue: str | None
    remoteness: int | None
    deltaRemoteness: int | None
    turn: int | None
    board: str | None
    priority: NotRequired[int]
    score: NotRequired[int]
    drawCost: NotRequired[int]
    expected: NotRequired[float]
    chance: NotRequired[list[int]]
    paid: NotRequired[float]
    proven: NotRequired[Proven]


class PositionView(TypedDict):
    """A position with its moves, best first, in the form of docs/schemas/position.json.

    In games with a proof ``sure`` says whether the first move is one of the proof, or any move may
    be made; False where nothing is proven.
    """

    position: str
    name: str
    positionValue: str | None
    remoteness: int | None
    turn: int | None
    board: str | None
    priority: NotRequired[int]
    score: NotRequired[int]
    expected: NotRequired[float]
    proven: NotRequired[Proven]
    sure: NotRequired[bool]
    moves: list[MoveView]


class Histogram(TypedDict):
    """Positions counted by outcome and remoteness: ``win[r]`` are a WIN in r plies."""

    win: list[int]
    lose: list[int]
    draw: int


class Owners(TypedDict):
    """What a page and the terminal know of a game with owners, beside who moves where.

    ``endless`` says what play is that goes on for ever: "draw", or "priority" where the greatest
    priority of its loop decides; ``target`` is the priority of the targets, None if all are shown;
    ``counted`` is what the remoteness counts, "plies" or "turns".
    """

    endless: str
    target: int | None
    counted: str


class Positions(Protocol):
    """Where positions come from: a solved game in memory, or a database.

    Attributes
    ----------
    start : str
        The key of the position where play begins.
    style : Style
        Title, languages, pieces and centres, checked.
    size : int or None
        How many positions there are; None if it is not known.
    named : bool
        Whether the author of the game names moves.
    drawn : bool
        Whether positions have boards.
    plain : bool
        Whether it is known that play ends only where a player cannot move.
    endless : int
        In a game with scores: what a play that never ends is worth to player 0.
    owners : Owners or None
        In a game with owners, what is said of them; None where the players alternate.
    counted : {"plies", "turns"}
        What the remoteness counts.
    chance : dict or None
        In a game of chance, what a page knows of its values.
    is_sure : bool
        Whether the first move of a position is the best one, whatever the lengths say.
    proof : dict or None
        In a game with a proof: ``scores``, whether ends have scores, and ``keeper``, the player
        whose moves it has, None if both.
    """

    start: str
    size: int | None
    named: bool
    drawn: bool
    style: Style
    plain: bool
    endless: int
    owners: Owners | None
    counted: str
    chance: dict[str, Any] | None
    is_sure: bool
    proof: dict[str, Any] | None

    def view(self, key: str) -> PositionView:
        """Return a position with its moves; raise UnknownPositionError if there is none."""

    def find(self, text: str) -> str:
        """Return the key of a position that a person names, or raise UnknownPositionError."""

    def histogram(self) -> Histogram | None:
        """Return how many positions there are of each remoteness; None if they are too many."""
