"""What players of games with owners want."""

from __future__ import annotations

from enum import StrEnum


class Objective(StrEnum):
    """What a player of a game with owners wants."""

    REACHABILITY = "reachability"
    SAFETY = "safety"
    BUCHI = "buchi"
    COBUCHI = "cobuchi"

    @property
    def ends(self) -> bool:
        """Whether play ends at a visit."""
        return self in (Objective.REACHABILITY, Objective.SAFETY)

    @property
    def wants(self) -> bool:
        """Whether the player wants visits, rather than the opponent."""
        return self in (Objective.REACHABILITY, Objective.BUCHI)
