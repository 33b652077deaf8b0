"""`Bounds`: between which scores the start lies, and which question to ask next."""

from __future__ import annotations

from typing import NamedTuple

from graphgame.solving.scores.rule_scores import MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphgame.proving.parts import Part

# The greatest score, up or down: of games that are won, lost or drawn, and of others.
OUTCOMES, SCORES = 1, MOST


class Claim(NamedTuple):
    """That a player can, or cannot, force some score.

    Attributes
    ----------
    player : int
        0 for who moves at the start, 1 for the other one.
    least : int
        The score for this player, from 1 on: so play that never ends is less.
    is_proof : bool
        Whether the player can.
    """

    player: int
    least: int
    is_proof: bool


def at_least(score: int) -> Claim:
    """Return what shows that the start is worth so much: its player gets it, or else nobody more.

    Examples
    --------
    >>> at_least(2), at_least(-2)
    (Claim(player=0, least=2, is_proof=True), Claim(player=1, least=3, is_proof=False))
    """
    return Claim(0, score, True) if score > 0 else Claim(1, 1 - score, False)


def at_most(score: int) -> Claim:
    """Return what shows that the start is worth no more."""
    return Claim(1, -score, True) if score < 0 else Claim(0, score + 1, False)


def claims(least: int, greatest: int, widest: int) -> list[Claim]:
    """Return what shows two bounds, what is a proof first; what holds anyway needs nothing.

    Examples
    --------
    >>> claims(0, 0, 1)
    [Claim(player=0, least=1, is_proof=False), Claim(player=1, least=1, is_proof=False)]
    >>> claims(1, 1, 1)
    [Claim(player=0, least=1, is_proof=True)]
    """
    found = []
    if greatest < widest:
        found.append(at_most(greatest))
    if least > -widest:
        found.append(at_least(least))
    return sorted(found, key=lambda claim: (not claim.is_proof, claim.player))


class Bounds:
    """Between which scores the start lies, for the player who moves there, and what shows it.

    Each question halves what is left, or goes twice as far where there is no bound yet.

    Parameters
    ----------
    widest : int
        The greatest score, up or down.
    asked : int or None
        The only score that is asked about: is the start worth at least so much?

    Attributes
    ----------
    least, greatest : int
    asked : int or None
    """

    def __init__(self, widest: int, asked: int | None = None) -> None:
        self.widest: int = widest
        self.least: int = -widest
        self.greatest: int = widest
        self.asked: int | None = asked
        self._parts: dict[Claim, Part] = {}
        self._step = 1

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to ask."""
        k = self.asked
        if k is not None:
            return self.least >= k or self.greatest < k
        return self.least == self.greatest

    @property
    def parts(self) -> tuple[Part, ...]:
        """What shows the bounds, in the order of `claims`."""
        shown = claims(self.least, self.greatest, self.widest)
        return tuple(self._parts[claim] for claim in shown)

    def question(self) -> tuple[int, int]:
        """Return the next question: of which player, and whether he gets at least how much."""
        player, least, _ = at_least(self._next())
        return player, least

    def _next(self) -> int:
        """Return the score that the next question asks whether the start is worth."""
        has_least, has_greatest = self.least > -self.widest, self.greatest < self.widest
        if self.asked is not None:
            return self.asked
        if has_least and has_greatest:
            return self.least + (self.greatest - self.least + 1) // 2
        if has_least:
            return min(self.least + self._step, self.widest)
        if has_greatest:
            return max(self.greatest - self._step + 1, 1 - self.widest)
        return 1

    def answer(self, player: int, score: int, part: Part) -> None:
        """Add an answer: a player can force a score, or in a part without ranks no greater one."""
        if self.least > -self.widest or self.greatest < self.widest:
            self._step *= 2
        can = part.ranks is not None
        if can == (player == 0):
            self.least = score if can else -score
            self._parts[at_least(self.least)] = part
        else:
            self.greatest = -score if can else score
            self._parts[at_most(self.greatest)] = part
        kept = claims(self.least, self.greatest, self.widest)
        self._parts = {claim: self._parts[claim] for claim in kept}

    def restore(self, least: int, greatest: int, parts: tuple[Part, ...]) -> None:
        """Set what is known, with what shows it."""
        self.least, self.greatest = least, greatest
        self._parts = dict(zip(claims(least, greatest, self.widest), parts, strict=True))

    def __iter__(self) -> Iterator[int]:
        """Yield both bounds."""
        return iter((self.least, self.greatest))
