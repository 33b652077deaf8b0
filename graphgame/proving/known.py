"""`Known`: what a proof says of one position, and where play goes on from it."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.outcome import LOSE, NO_PRESET, WIN, Play
from graphgame.proving.bounds import Claim
from graphgame.proving.parts import Nodes, Part
from graphgame.proving.positions import Positions
from graphgame.proving.scored import ScoredEnds
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.kind import POSITIONS, Rules
from graphgame.rules.messages import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.playing.proven import ProvenGame, Worth

# How many answers of the rule are kept.
_KEPT = 1 << 12


class Known:
    """Looks up positions of a rule, as it has them, in the parts of a proof.

    A position that stands in no part has bounds that say nothing, as a player comes to it who does
    not keep to the proof.  Numbers of positions are codes, or count labels as they are met.

    Parameters
    ----------
    rules : Rules
        The proof is one of this rule.
    scored : ScoredEnds or None
    play : Play
    start : hashable
    widest : int
        The greatest score, up or down.
    parts : sequence of (Claim, Part)
        The codes of the parts are numbers by `labels`.
    labels : callable
        From codes of the parts to positions.
    """

    def __init__(
        self, rules: Rules, scored: ScoredEnds | None, play: Play, start: Any, widest: int,
        parts: list[tuple[Claim, Part]], labels: Any,
    ) -> None:  # fmt: skip
        self._rules, self._scored, self._widest = rules, scored, widest
        self._misere = play is Play.MISERE
        plain = copy(rules)
        plain.represent = plain.canonical = None
        self._positions: Positions = Positions(plain, scored=scored is not None)
        self._parts: list[tuple[Claim, Part, Nodes]] = []
        for claim, part in parts:
            part = part._replace(codes=self._positions.codes(labels(part.codes)))
            self._parts.append((claim, part, Nodes(part, self._positions)))
        self._asked: dict[int, tuple[int | None, int | None, types.Int64Array]] = {}
        self._start: int = self._positions.begin(start)
        self._met: set[int] = {self._start}
        keepers = {part.attacker ^ (not claim.is_proof) for claim, part in parts}
        self._keeper: int | None = keepers.pop() if len(keepers) == 1 else None
        self._play = play

    def game(self) -> ProvenGame:
        """Return what pages and the terminal ask."""
        from graphgame.playing.proven import ProvenGame

        return ProvenGame(
            start=self._start,
            play=str(self._play),
            has_scores=self._scored is not None,
            has_owners=self._positions.is_owned,
            widest=self._widest,
            keeper=self._keeper,
            position=self._positions.position,
            index=self.index,
            has=self.has,
            asked=self.asked,
            worth=self.worth,
            author=self._rules.author,
        )

    def index(self, position: Any) -> int:
        """Return the number of a position that the proof has, or play has come to.

        Raises
        ------
        UnknownPositionError
            If it is none, and no other one of its class is.
        """
        try:
            number = self._positions.find(position)
        except GraphGameError:  # it cannot be hashed, or is no code
            number = None
        if number is None:
            number = self._like(position)
        if number is None or not self.has(number):
            raise UnknownPositionError(
                "position: expected one of the proof, or one that play has come to, got "
                f"{position!r}"
            )
        return number

    def _like(self, position: Any) -> int | None:
        """Return a number for a position whose class has one; None if that has none.

        What somebody types may be no position of the game, about which its functions raise.
        """
        represent = self._rules.represent
        if self._rules.kind != POSITIONS or represent is None:
            return None
        try:
            if self._positions.find(represent([position])[0]) is None:
                return None
            self._rules.options(position)
            return int(self._positions.codes([position])[0])
        except Exception:  # noqa: BLE001 -- whatever they raise, it is none
            return None

    def has(self, number: int) -> bool:
        """Return whether the proof has a position of this number, or play has come to it."""
        if self._rules.kind == POSITIONS:
            return 0 <= number < self._positions.met
        if number in self._met:
            return True
        code = np.array([self._class(number)], dtype=np.int64)
        return any(
            int(nodes.find(code, attacking=half)[0]) >= 0
            for _, _, nodes in self._parts
            for half in (True, False)
        )

    def asked(self, number: int) -> tuple[int | None, int | None, types.Int64Array]:
        """Ask the rule for a position.

        Returns
        -------
        end : int or None
            What the end is worth to the player who would move there; None where play goes on.
        owner : int or None
            Who moves, where the rule says it.
        options : array of int64
            The numbers of the options, each once, ascending; none at an end.
        """
        found = self._asked.get(number)
        if found is None:
            try:
                found = self._ask(number)
            except RuleError as error:
                raise GraphGameError(explain(error)) from None
            if len(self._asked) >= _KEPT:
                self._asked.clear()
            self._asked[number] = found
        self._met.update(found[2].tolist())
        return found

    def _ask(self, number: int) -> tuple[int | None, int | None, types.Int64Array]:
        preset, owner, row = self._positions.ask(number)
        options = np.unique(np.array(row, dtype=np.int64))
        end: int | None = None
        if preset != NO_PRESET or not row:
            end = 1 if self._misere else -1
            if preset != NO_PRESET:  # what is called a tie is a draw
                end = preset if preset in (WIN, LOSE) else 0
            if self._scored is not None:
                code = np.array([number], dtype=np.int64)
                end = int(self._scored.values(self._positions.positions(code))[0])
            options = options[:0]
        return end, owner if self._positions.is_owned else None, options

    def worth(self, number: int) -> Worth:
        """Return what is known of a position, for the player who moves there."""
        from graphgame.playing.proven import Worth

        end, owner, options = self.asked(number)
        if end is not None:
            return Worth(end, end, 0, -1)
        least, greatest, plies, move = -self._widest, self._widest, None, -1
        code = np.array([self._class(number)], dtype=np.int64)
        for claim, part, nodes in self._parts:
            for attacks in (True, False):
                if owner is not None and (owner == part.attacker) != attacks:
                    continue
                node = int(nodes.find(code, attacking=attacks)[0])
                if node < 0:
                    continue
                if claim.is_proof:
                    assert part.ranks is not None, "as that of any win"
                    plies = int(part.ranks[node])
                if attacks == claim.is_proof:  # who moves here keeps something
                    score = claim.least if claim.is_proof else 1 - claim.least
                    if score > least:
                        least, move = score, self._option(part, node, options)
                else:
                    greatest = min(greatest, -claim.least if claim.is_proof else claim.least - 1)
        return Worth(least, greatest, plies, move)

    def _class(self, number: int) -> int:
        """Return the number of what stands for the class of a position."""
        represent = self._rules.represent
        if represent is None:
            return number
        code = np.array([number], dtype=np.int64)
        return int(self._positions.codes(represent(self._positions.positions(code)))[0])

    def _option(self, part: Part, node: int, options: types.Int64Array) -> int:
        """Return the option that the proof moves to from a node, or one of the same class."""
        wanted = part.codes[part.move(node)]
        for option in options.tolist():
            if self._class(option) == wanted:
                return int(option)
        raise GraphGameError("rule: expected the one that the proof is about, got another one")
