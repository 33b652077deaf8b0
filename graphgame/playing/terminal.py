"""A match in the terminal, or through a pipe: boards, predictions, moves and commands as lines.

Nothing moves the cursor, and everything is written before a line is read, so that a program can
play as well as a person.  Texts of the game are shown with control characters escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import IO, TYPE_CHECKING

from graphgame.errors import GraphGameError
from graphgame.playing.proven_words import move_bounds, move_group, proven_text
from graphgame.playing.texts import goal, said
from graphgame.playing.typed_moves import escaped, matching_moves, move_name
from graphgame.playing.views import cell_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set as AbstractSet
    from random import Random

    from graphgame.playing.views import MoveView, Owners, Positions, PositionView

# Names of moves are aligned up to this width.
_WIDEST = 30
# How many of a hundred moves a machine of each skill makes at random; as in page/match/controls.js.
SKILLS = {"perfect": 0, "strong": 5, "good": 20, "casual": 45, "beginner": 80}
# The shapes of positions in games with owners, by the player who moves there; as in pictures.
SHAPES = "○□"
HELP = """\
A number or the name of a move: make that move.
u: take back, to your last turn. v: show or hide values. l: the line of best play.
j POSITION: begin again at a position, by its name or as #INDEX. h: this help. q: quit."""
# A longer line is no move.
_LONGEST_LINE = 1 << 14
# Plies that are shown of a line of best play.
_LONGEST_PLAY = 100


class Match:
    """A match from one position on.

    Parameters
    ----------
    positions : Positions
    start : str
        The key of the position where it begins.
    random : Random
    errs : float
        The probability that the machine moves at random.

    Attributes
    ----------
    view : PositionView
        The position that the match has come to.
    """

    view: PositionView
    positions: Positions
    random: Random
    errs: float

    def __init__(self, positions: Positions, start: str, random: Random, errs: float) -> None:
        self.positions, self.random, self.errs = positions, random, errs
        self.begin(start)

    def begin(self, key: str) -> None:
        """Start again at a position; an error leaves the match as it was."""
        self.view = self.positions.view(key)
        self._keys = [key]
        self._priorities = [self.view.get("priority")]
        # Where a game does not say who moves, players take turns, and the first one begins.
        self._turns = [self.view["turn"] or 0]

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self._keys) - 1

    @property
    def turn(self) -> int:
        """The player to move: 0 for the first, 1 for the second."""
        return self._turns[-1]

    def make(self, move: int) -> None:
        """Make a move, given by its place among the moves of the position."""
        key = self.view["moves"][move]["position"]
        self.view = self.positions.view(key)
        turn = self.view["turn"]
        self._turns.append(1 - self.turn if turn is None else turn)
        self._keys.append(key)
        self._priorities.append(self.view.get("priority"))
        self.view = self._ended()

    def take_back(self, people: AbstractSet[int]) -> bool:
        """Return to the last turn of a person before this one; return whether there is one."""
        earlier = [ply for ply, turn in enumerate(self._turns[:-1]) if turn in people]
        if not earlier:
            return False
        for column in (self._keys, self._turns, self._priorities):
            del column[earlier[-1] + 1 :]
        self.view = self.positions.view(self._keys[-1])
        return True

    def times(self) -> int:
        """Count how often the position has stood in this match."""
        return self._keys.count(self._keys[-1])

    def last_ply(self) -> int | None:
        """Return after how many plies the position stood before, None if it is new."""
        key, before = self._keys[-1], self._keys[:-1]
        return len(before) - 1 - before[::-1].index(key) if key in before else None

    @property
    def greatest(self) -> int | None:
        """The greatest priority since the position stood before; None where there are none."""
        before = self.last_ply()
        if before is None:
            return None
        return max((x for x in self._priorities[before:] if x is not None), default=None)

    def _ended(self) -> PositionView:
        """Return the position; without moves if it stood before, and play that goes on ends there.

        That is so in games with owners: play that comes to a position again can go on for ever, and
        what that is worth is known.  Where it is a draw, only a drawn position ends the match:
        elsewhere somebody can still win.
        """
        view, owners = self.view, self.positions.owners
        if owners is None or self.last_ply() is None or not view["moves"]:
            return view
        if owners["endless"] == "draw":
            return {**view, "moves": []} if view["positionValue"] == "draw" else view
        greatest = self.greatest
        assert greatest is not None, "endless play is decided by priorities"
        value = "win" if greatest % 2 == self.turn else "lose"
        return {**view, "positionValue": value, "remoteness": None, "moves": []}

    def choose(self) -> int:
        """Choose the machine's move: a best one or, as often as it errs, any.

        It wins as soon as it can and loses as late as it can.  Moves that are as good are chosen by
        chance; of drawing moves, those to positions that have stood in the match the least often
        and, of these, those to where the other player is the nearest to a mistake, if it is known.
        Where a win has no known length, it is the first move: that of a strategy; where a loss has
        none, a move as in a draw.
        """
        moves = self.view["moves"]
        if self.random.random() < self.errs:
            return self.random.randrange(len(moves))
        if self.view.get("sure", self.positions.is_sure):
            return 0
        stood = Counter(self._keys)
        value = moves[0]["moveValue"]
        is_endless = value == "draw" or moves[0]["remoteness"] is None
        if is_endless and value == "win":
            return 0

        def worth(move: MoveView) -> tuple[object, bool, int | None]:
            length = move["remoteness"]
            times = stood[move["position"]]
            value = move.get("score", move["moveValue"])
            return value, length is None, times if is_endless else length

        best = [move for move in moves if worth(move)[:2] == worth(moves[0])[:2]]
        if is_endless:
            best.sort(key=lambda move: stood[move["position"]])
        wanted = worth(best[0])
        equal = [k for k, move in enumerate(moves) if worth(move) == wanted]
        least = min(moves[k].get("drawCost", 0) for k in equal)
        return self.random.choice([k for k in equal if moves[k].get("drawCost", 0) == least])

    def best_line(self, most: int) -> tuple[list[str], str]:
        """Return the names of the moves of best play, and how they end.

        At most so many: the rest is counted.
        """
        view, names, seen = self.view, list[str](), set[str]()
        while view["moves"]:
            if not view.get("sure", True):
                return names, ", and no further"
            if view["position"] in seen:
                return names, "; play repeats"
            if len(names) == most:
                left = view["remoteness"]
                if left is None or left < 0:
                    return names, ""
                return names, f", and {plies(left, self.positions.counted)} more"
            seen.add(view["position"])
            names.append(move_name(view, 0))
            view = self.positions.view(view["moves"][0]["position"])
        return names, ""


# -- a match as text -------------------------------------------------------------------------------


def plies(number: int, counted: str = "plies") -> str:
    """Return a number of plies, or of turns, in words."""
    one = {"plies": "ply", "turns": "turn"}[counted]
    return f"{number} {one if number == 1 else counted}"


def player_names(
    owners: Owners | None, given: Mapping[str, Sequence[str]] | None = None
) -> tuple[str, str]:
    """Return the names of the players: as given, by turn, or in a game with owners by number."""
    if given:
        first, second = map(escaped, said(given))
        return first, second
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


def prediction(
    view: PositionView, turn: int, players: Sequence[str], counted: str = "plies"
) -> str:
    """Return who wins with best play, and in how many plies or turns."""
    length = view["remoteness"]
    end = "" if length is None or length < 0 else " in " + plies(length, counted)
    if view["positionValue"] == "draw":
        return f"With best play: a draw{end}."
    winner = players[turn if view["positionValue"] == "win" else 1 - turn]
    return f"With best play: {winner} wins{_margin(view)}{end}."


def _margin(view: PositionView | MoveView) -> str:
    """Return by how much a position is won, in a game with scores."""
    return f" by {abs(view['score'])}" if "score" in view else ""


def over_text(view: PositionView, turn: int, ply: int, players: Sequence[str]) -> str:
    """Return how a match has ended."""
    value = view["positionValue"]
    winner = players[turn if value == "win" else 1 - turn]
    end = "a draw" if value == "draw" else f"{winner} wins{_margin(view)}"
    return f"The match is over after {plies(ply)}: {end}."


def endless_text(owners: Owners, greatest: int | None) -> str:
    """Return why a match ends at a position that stood before, by the greatest priority since."""
    end = ""
    if greatest is not None and owners["target"] is None:
        end = f", and the greatest priority is {greatest}"
    return f"From here play can go on for ever{end}."


def board_lines(board: str | None, name: str, places: Sequence[str] | None = None) -> list[str]:
    """Return a board with the names of its rows and columns; without a board, the position.

    Places are the names of the cells of a board of one row, where their author has named them.
    """
    if board is None:
        return [f"Position {escaped(name)}"]
    rows = [[*map(escaped, row)] for row in board.split("\n")]
    names = cell_names(board) if places is None else [*map(escaped, places)]
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


def move_lines(
    view: PositionView, values: bool, counted: str = "plies"
) -> tuple[list[str], list[int]]:
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
            if move_group(view, k) != group:
                group = move_group(view, k)
                lines.append(group)
            line = f"  {number:{margin}}  {name:{width}}  {_length(view, k, counted)}".rstrip()
        lines.append(line)
    return lines, order


def _length(view: PositionView, k: int, counted: str) -> str:
    """Return the margin that a move leads to, and how long the match lasts, that move included."""
    move = view["moves"][k]
    length = move["remoteness"]
    if "proven" in move:
        return move_bounds(view, k)
    if move["moveValue"] == "draw":
        return ""
    stays = counted == "turns" and move["turn"] == view["turn"]
    length = None if length is None else length + (not stays)
    return f"{_margin(move)}{'' if length is None else f' in {plies(length, counted)}'}".strip()


class Writer:
    """Writes texts to a stream at once, in UTF-8.

    Parameters
    ----------
    write : callable
        Takes blocks of bytes, and loses none.
    prompts : bool
        Whether to write a prompt before a line is read: a person sees it, a program needs none.
    echoes : bool
        Whether to write the lines that are read, which a terminal does for those typed into it.
    """

    def __init__(
        self, write: Callable[[list[bytes]], None], *, prompts: bool = False, echoes: bool = False
    ) -> None:
        self._write, self._prompts, self._echoes = write, prompts, echoes

    def __call__(self, text: str) -> None:
        """Write a text."""
        self._write([text.encode()])

    def prompt(self) -> None:
        """Write that a line is read now."""
        if self._prompts:
            self("> ")

    def echo(self, text: str) -> None:
        """Write a line that was read, behind the prompt."""
        if self._prompts and self._echoes:
            self(text + "\n")

    def end(self) -> None:
        """End the line of the prompt, where the input has ended."""
        if self._prompts:
            self("\n")


class Terminal:
    """Plays one match after another between people and the machine.

    Parameters
    ----------
    positions : Positions
    reader : binary file
        Commands, a line each.
    writer : Writer
    people : set of int
        The players, 0 and 1, who are people.
    errs : float
        The probability that the machine moves at random.
    random : Random
    values : bool
        Whether to show who wins.
    """

    positions: Positions
    reader: IO[bytes]
    writer: Writer
    people: AbstractSet[int]
    values: bool
    _players: tuple[str, ...]

    def __init__(
        self,
        positions: Positions,
        reader: IO[bytes],
        writer: Writer,
        *,
        people: AbstractSet[int],
        random: Random,
        errs: float = 0,
        values: bool = False,
    ) -> None:
        self.positions, self.reader, self.writer = positions, reader, writer
        self.people, self.values = people, values
        self._about = positions.style.about
        self._players = player_names(positions.owners, self._about.get("players"))
        self.match: Match = Match(positions, positions.start, random, errs)
        self._shown: list[int] = []  # the moves of the list, in its order
        self._commands: dict[str, Callable[[], None]] = {
            "u": self._undo,
            "v": self._toggle_values,
            "l": self._show_line,
            "h": lambda: self._write(HELP),
        }

    def play(self) -> None:
        """Play until the person quits, the input ends or, without a person, the match does."""
        self._write(f"{self._sides()} h lists the commands.")
        for text in (goal(self._about.get("goal"), self._players), said(self._about.get("rules"))):
            if text is not None:
                self._write("\n".join(map(escaped, text.split("\n"))))
        if self.positions.proof is not None:
            self._write(self._proven())
        self._show()
        while True:
            if not self._advance():
                return
            text = self._read()
            if text is None or text in ("q", "quit"):
                return
            self._obey(text)

    def _sides(self) -> str:
        if len(self.people) == 1:
            (person,) = self.people
            you, machine = (self._player(player) for player in (person, 1 - person))
            return f"You are {you}, the machine is {machine}."
        who = "people" if self.people else "the machine"
        return f"Both players are {who}."

    def _player(self, player: int) -> str:
        """Return the name of a player, with the shape of the positions where that player moves."""
        name = self._players[player]
        return name if self.positions.owners is None else f"{name} ({SHAPES[player]})"

    # -- what happens -------------------------------------------------------------------------

    def _advance(self) -> bool:
        """Make the machine's moves until a person is to choose; return whether one is."""
        match = self.match
        while match.view["moves"] and match.turn not in self.people:
            if not self.people and match.times() >= 3:
                self._write("This position has come three times: the match ends here.")
                return False
            self._make(match.choose())
        return bool(self.people)

    def _make(self, move: int) -> None:
        player, name = self.match.turn, move_name(self.match.view, move)
        self.match.make(move)
        self._write(f"{self._players[player]}: {escaped(name)}")
        if (before := self.match.last_ply()) is not None:
            self._write(f"Play repeats: this position stood after ply {before}.")
            if self.positions.owners is not None and not self.match.view["moves"]:
                self._write(endless_text(self.positions.owners, self.match.greatest))
        self._show()

    def _show(self) -> None:
        """Write the position, who wins, and the moves of a person."""
        match = self.match
        view = match.view
        name = position_name(view, self.positions.owners)
        lines = ["", *board_lines(view["board"], name, self.positions.style.places)]
        if not view["moves"]:
            self._shown = []
            lines.append(over_text(view, match.turn, match.ply, self._players))
            if self.people:
                lines.append("u takes back, j POSITION begins again at a position, q quits.")
            self._write("\n".join(lines))
            return
        lines.append(f"Ply {match.ply + 1}: {self._players[match.turn]} to move.")
        if self.positions.proof is not None:
            if self.values or not view.get("sure"):
                lines.append(self._proven())
        elif self.values:
            lines.append(prediction(view, match.turn, self._players, self.positions.counted))
        if match.turn in self.people:
            shown, self._shown = move_lines(view, self.values, self.positions.counted)
            lines += shown
        self._write("\n".join(lines))

    def _proven(self) -> str:
        """Return what the proof says of the position."""
        match, proof = self.match, self.positions.proof
        assert proof is not None, "a game with a proof"
        return proven_text(match.view, match.turn, self._players, has_scores=proof["scores"])

    # -- commands -----------------------------------------------------------------------------

    def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if text in self._commands:
            self._commands[text]()
        elif word == "j" and rest:
            self._jump(rest)
        elif text:
            self._choose(text)

    def _choose(self, text: str) -> None:
        count = len(self._shown)
        if text.isascii() and text.isdecimal():
            number = int(text) if len(text) < 10 else 0
            found = self._shown[number - 1 : number] if number else []
        else:
            found = matching_moves(self.match.view, text)
        if len(found) == 1:
            self._make(found[0])
            return
        if found:
            names = ", ".join(escaped(move_name(self.match.view, move)) for move in found[:5])
            self._write(f"{escaped(text[:60])} may mean {names}; type its number in the list.")
        else:
            moves = f"a number from 1 to {count}, the name of a move" if count else "u, j, q"
            self._write(f"Expected {moves} or h for help, got {escaped(text[:60])}.")

    def _undo(self) -> None:
        if self.match.take_back(self.people):
            self._show()
        else:
            self._write("There is nothing to take back.")

    def _toggle_values(self) -> None:
        self.values = not self.values
        self._show()

    def _show_line(self) -> None:
        """Write the line of best play, and how it ends."""
        names, end = self.match.best_line(_LONGEST_PLAY)
        shown = ", ".join(map(escaped, names)) or "no move"
        whose = "Best play" if self.positions.proof is None else "Play by the proof"
        self._write(f"{whose}: {shown}{end}.")

    def _jump(self, text: str) -> None:
        try:
            key = self.positions.find(text)
            self.match.begin(key)
        except GraphGameError as error:
            self._write(escaped(str(error)))
            return
        self._show()

    # -- lines --------------------------------------------------------------------------------

    def _write(self, text: str) -> None:
        self.writer(text + "\n")

    def _read(self) -> str | None:
        """Return the next line without spaces at its ends, None at the end of the input."""
        self.writer.prompt()
        line = self.reader.readline(_LONGEST_LINE)
        if not line:
            self.writer.end()
            return None
        while len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
            rest = self.reader.readline(_LONGEST_LINE)
            if not rest or rest.endswith(b"\n"):
                break
        text = line.decode("utf-8", "replace").strip()
        self.writer.echo(escaped(text))
        return text
