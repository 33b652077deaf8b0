"""A match: the plies that were played, whose turn it is, and what the machine plays."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from graphgame.playing.transcript import move_name, plies

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from random import Random

    from graphgame.playing.views import MoveView, Positions, PositionView


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
        stood = Counter(self._keys)
        value = moves[0]["moveValue"]
        is_endless = value == "draw" or moves[0]["remoteness"] is None
        if is_endless and value == "win":
            return 0

        def worth(move: MoveView) -> tuple[str, bool, int | None]:
            length = move["remoteness"]
            times = stood[move["position"]]
            return move["moveValue"], length is None, times if is_endless else length

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
            if view["position"] in seen:
                return names, "; play repeats"
            if len(names) == most:
                left = view["remoteness"]
                return names, "" if left is None or left < 0 else f", and {plies(left)} more"
            seen.add(view["position"])
            names.append(move_name(view, 0))
            view = self.positions.view(view["moves"][0]["position"])
        return names, ""
