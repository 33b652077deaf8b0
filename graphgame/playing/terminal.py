"""A match in the terminal, or through a pipe: boards, predictions, moves and commands as lines.

Nothing moves the cursor, and everything is written before a line is read, so that a program can
play as well as a person.  Texts of the game are shown with control characters escaped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, TYPE_CHECKING

from graphgame.errors import GraphGameError
from graphgame.playing.match import (
    SHAPES,
    Match,
    board_lines,
    endless_text,
    escaped,
    matching_moves,
    move_lines,
    move_name,
    over_text,
    player_names,
    position_name,
    prediction,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from random import Random

    from graphgame.playing.views import Positions

HELP = """\
A number or the name of a move: make that move.
u: take back, to your last turn. v: show or hide values. l: the line of best play.
j POSITION: begin again at a position, by its name or as #INDEX. h: this help. q: quit."""
# A longer line is no move.
_LONGEST_LINE = 1 << 14
# Plies that are shown of a line of best play.
_LONGEST_PLAY = 100


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
        self._players = player_names(positions.owners)
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
        lines = ["", *board_lines(view["board"], name)]
        if not view["moves"]:
            self._shown = []
            lines.append(over_text(view, match.turn, match.ply, self._players))
            if self.people:
                lines.append("u takes back, j POSITION begins again at a position, q quits.")
            self._write("\n".join(lines))
            return
        lines.append(f"Ply {match.ply + 1}: {self._players[match.turn]} to move.")
        if self.values:
            lines.append(prediction(view, match.turn, self._players))
        if match.turn in self.people:
            shown, self._shown = move_lines(view, self.values)
            lines += shown
        self._write("\n".join(lines))

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
        self._write(f"Best play: {shown}{end}.")

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
