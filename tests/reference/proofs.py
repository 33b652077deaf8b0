"""What a proof of one start must be, from the definition: one node after another, no arrays.

A node is a position and whether the attacker moves there.  A claim says that the attacker wins, or
that he cannot force a win.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from graphgame.outcome import LOSE, WIN

Node = tuple[Hashable, bool]


@dataclass(frozen=True)
class Claim:
    """A claim about one player, with the nodes that are to prove it.

    The first node is where play starts; `moves` has the option at each node at which one is enough,
    and `ranks` how far the win is, None where the claim is that there is none.
    """

    nodes: Sequence[Node]
    moves: Sequence[Node | None]
    ranks: Sequence[int] | None


def holds(
    claim: Claim,
    start: Node,
    options: Callable[[Any], Sequence[Any]],
    preset: Callable[[Any], int | None],
    attacks: Callable[[Any], bool] | None,
    *,
    misere: bool,
) -> bool:
    """Return whether nodes prove a claim; `attacks` is None where players alternate."""
    wins = claim.ranks is not None
    if not claim.nodes or claim.nodes[0] != start or len(set(claim.nodes)) != len(claim.nodes):
        return False
    at = {node: i for i, node in enumerate(claim.nodes)}
    for i, (position, attacker_moves) in enumerate(claim.nodes):
        if attacks is not None and attacks(position) != attacker_moves:
            return False
        row = options(position) if preset(position) is None else []
        if not row:
            if preset(position) is None:
                won = attacker_moves == misere
            else:
                won = preset(position) == (WIN if attacker_moves else LOSE)
            if won != wins or claim.moves[i] is not None:
                return False
            continue
        reached = [(w, not attacker_moves if attacks is None else attacks(w)) for w in row]
        if attacker_moves == wins:
            if claim.moves[i] not in reached:
                return False
            reached = [claim.moves[i]]
        if any(node not in at for node in reached):
            return False
        if claim.ranks is not None and any(
            claim.ranks[at[node]] >= claim.ranks[i] for node in reached
        ):
            return False
    return True
