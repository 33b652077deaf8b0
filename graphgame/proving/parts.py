"""`Part`: a proof that one player can, or cannot, force a win, as arrays: collected, checked."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from graphgame.arrays import types
from graphgame.errors import VerificationError
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import LOSE, MOST_POSITIONS, NO_PRESET, WIN
from graphgame.proving._proof_numbers import Search
from graphgame.proving._region import Region
from graphgame.proving.positions import Positions
from graphgame.proving.verify import GOES_ON, check_nodes
from graphgame.solving.solve import solve

# Nodes whose options are asked for together.
_BLOCK = 1 << 14


class Part(NamedTuple):
    """Nodes of a proof; the first one is the start.

    Attributes
    ----------
    attacker : int
        The player who can, or cannot, force a win: 0 or 1, as the rule says who moves; where
        players alternate, 0 for the player who moves at the start.
    codes : (n,) int64
        The position of each node.
    attacks : (n,) bool
        Whether the attacker moves.
    moves : (n,) int32
        The node that the player moves to for whom one option is enough; -1 for the other player,
        and where play has ended.
    ranks : (n,) int32 or None
        In how many plies the attacker wins, at most; None where he does not.
    """

    attacker: int
    codes: types.Int64Array
    attacks: types.AnyArray
    moves: types.Int32Array
    ranks: types.Int32Array | None


class _Moves(NamedTuple):
    """What a rule says of nodes: see `check_nodes`; options are codes and sides."""

    ptr: types.Int64Array
    options: types.Int64Array
    sides: types.AnyArray
    ends: types.Int8Array
    attacks: types.AnyArray


def _ask(
    positions: Positions, codes: types.Int64Array, attacks: types.AnyArray, attacker: int,
    *, misere: bool,
) -> _Moves:  # fmt: skip
    """Ask a rule about nodes.  Who moves is as it says; where it does not, as `attacks` says.

    The side of an option is whether the attacker moves there, where players alternate; else 0.
    """
    rows = positions.rows(codes)
    if rows.owners is not None:
        attacks = rows.owners == attacker
    degree = np.diff(rows.ptr)
    ends = np.full(len(codes), GOES_ON, dtype=np.int8)
    preset = rows.presets != NO_PRESET
    ends[preset] = rows.presets[preset] == np.where(attacks[preset], int(WIN), int(LOSE))
    stuck = ~preset & (degree == 0)
    ends[stuck] = attacks[stuck] == misere
    sides = np.zeros(len(rows.options), dtype=bool)
    if rows.owners is None:
        sides = ~np.repeat(attacks, degree)
    return _Moves(rows.ptr, rows.options, sides, ends, attacks)


class _Nodes:
    """Finds nodes by their codes and sides."""

    def __init__(self, codes: types.Int64Array, sides: types.AnyArray) -> None:
        self._kept = []
        for side in (False, True):
            at = np.flatnonzero(sides == side)
            order = at[np.argsort(codes[at], kind="stable")]
            self._kept.append((codes[order], order))

    def find(self, codes: types.Int64Array, sides: types.AnyArray) -> types.Int64Array:
        """Return the node of each code and side; -1 where there is none."""
        found = np.full(len(codes), -1, dtype=np.int64)
        for side, (keys, nodes) in enumerate(self._kept):
            if len(keys):
                at = np.flatnonzero(sides == bool(side))
                place = np.minimum(np.searchsorted(keys, codes[at]), len(keys) - 1)
                known = keys[place] == codes[at]
                found[at[known]] = nodes[place[known]]
        return found


def _edges(
    positions: Positions, region: Region, attacker: int, *, is_proof: bool, misere: bool
) -> tuple[_Moves, types.Int64Array, types.Int64Array, types.Int64Array]:
    """Return what is known of the nodes of a region: its moves, as sources and targets, and codes.

    Of a node at which one option is enough, only these that the region has; of others all.
    """
    parts = [[np.asarray(array) for array in region.nodes(question)] for question in (0, 1)]
    codes, moves, chooses = (np.concatenate(both) for both in zip(*parts, strict=True))
    count = len(parts[0][0])
    # Where players alternate, question 0 is that of a node at which the attacker moves.
    sides = np.arange(len(codes)) >= count
    sides = np.zeros(len(codes), dtype=bool) if positions.is_owned else ~sides
    nodes = _Nodes(codes, sides)
    asked = _ask(positions, codes, sides, attacker, misere=misere)
    degree = np.diff(asked.ptr)
    sources = np.repeat(np.arange(len(codes)), degree)
    chosen = (chooses == 1) & (asked.attacks == is_proof)
    kept = ~chosen[sources]
    chosen_at = np.flatnonzero(chosen)
    further = [(place + count * question, option) for question, place, option in region.further()]
    more = np.array(further, dtype=np.int64).reshape(-1, 2)
    start = np.concatenate([sources[kept], chosen_at, more[:, 0]])
    goal = np.concatenate([asked.options[kept], moves[chosen_at], more[:, 1]])
    goal_sides = np.zeros(len(goal), dtype=bool) if positions.is_owned else ~asked.attacks[start]
    return asked, start, nodes.find(goal, goal_sides), codes


def collected(
    search: Search, positions: Positions, code: int, question: int, *, is_proof: bool, misere: bool
) -> Part | None:
    """Return the part that proves the answer to a question; None where the answer was wrong.

    Parameters
    ----------
    search : Search
        It has answered the question.
    positions : Positions
    code : int
        The start.
    question : {0, 1}
        The attacker where the rule says who moves; else 0 if the attacker moves at the start.
    """
    region = Region(search, is_proof)
    while True:
        if not region.collect(code, question):
            return None
        asked, sources, targets, codes = _edges(
            positions, region, question, is_proof=is_proof, misere=misere
        )
        first = int(np.flatnonzero(codes == code)[-1 if question else 0])
        ranks = None
        if not is_proof:
            break
        ranks, won = _ranks(asked, sources, targets)
        if won[first]:
            break
        # Two proofs lead to each other: the nodes take further options, until play gets on.
        count = len(region.nodes(0)[0])
        stuck = np.flatnonzero(~won & asked.attacks & (asked.ends == GOES_ON)).tolist()
        for node in stuck:
            region.widen(int(node >= count), node - count * (node >= count))
    return _reached(codes, asked, sources, targets, ranks, first, question)


def _ranks(
    asked: _Moves, sources: types.Int64Array, targets: types.Int64Array
) -> tuple[types.Int32Array, types.AnyArray]:
    """Return in how many plies the attacker wins from each node, and whether he does.

    Where he does not, it is more than any number of plies.
    """
    n = len(asked.ends)
    presets = np.full(n, NO_PRESET, dtype=np.int8)
    over = asked.ends != GOES_ON
    presets[over] = np.where(asked.attacks[over] == (asked.ends[over] == 1), int(WIN), int(LOSE))
    game = GameGraph.from_edges(np.stack([sources, targets], axis=1), n)
    game = game.with_owner((~asked.attacks).astype(np.int8)).with_presets(presets)
    solved = solve(game)
    won = solved.outcomes == np.where(asked.attacks, int(WIN), int(LOSE))
    return np.where(won, solved.remoteness, MOST_POSITIONS).astype(np.int32), won


def _reached(
    codes: types.Int64Array, asked: _Moves, sources: types.Int64Array, targets: types.Int64Array,
    ranks: types.Int32Array | None, first: int, attacker: int,
) -> Part:  # fmt: skip
    """Return the part of what play reaches from the start when the chosen moves are followed."""
    n = len(codes)
    going = asked.ends == GOES_ON
    chooses = going & (asked.attacks == (ranks is not None))
    moves = np.full(n, -1, dtype=np.int64)
    own = np.flatnonzero(chooses[sources])
    far = np.zeros(n, dtype=np.int64) if ranks is None else ranks.astype(np.int64)
    # The nearest one comes last, and stays.
    own = own[np.lexsort((-far[targets[own]],))]
    moves[sources[own]] = targets[own]
    followed = ~chooses[sources] | (moves[sources] == targets)
    order = np.argsort(sources[followed], kind="stable")
    goal = targets[followed][order]
    ptr = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(sources[followed], minlength=n), out=ptr[1:])
    seen = np.zeros(n, dtype=bool)
    frontier = np.array([first])
    while len(frontier):
        seen[frontier] = True
        count = ptr[frontier + 1] - ptr[frontier]
        at = np.repeat(ptr[frontier] - np.cumsum(count) + count, count) + np.arange(count.sum())
        frontier = np.unique(goal[at])
        frontier = frontier[~seen[frontier]]
    kept = np.flatnonzero(seen)
    kept = kept[np.lexsort((codes[kept], kept != first))]
    number = np.full(n + 1, -1, dtype=np.int64)
    number[kept] = np.arange(len(kept))
    return Part(
        attacker, codes[kept], asked.attacks[kept], number[moves[kept]].astype(np.int32),
        None if ranks is None else ranks[kept].astype(np.int32),
    )  # fmt: skip


def check_part(part: Part, positions: Positions, *, misere: bool) -> None:
    """Check a part against a rule, block by block.

    Raises
    ------
    VerificationError
        If it proves nothing of this rule.
    """
    sides = np.zeros(len(part.codes), dtype=bool) if positions.is_owned else part.attacks
    nodes = _Nodes(part.codes, sides)
    for first in range(0, len(part.codes), _BLOCK):
        at = slice(first, first + _BLOCK)
        attacks = part.attacks[at]
        asked = _ask(positions, part.codes[at], attacks, part.attacker, misere=misere)
        if (asked.attacks != attacks).any():
            node = first + int((asked.attacks != attacks).argmax())
            raise VerificationError(
                positions.position(int(part.codes[node])), [], "the player who moves there",
                "the other one",
            )  # fmt: skip
        check_nodes(
            first, asked.ptr, nodes.find(asked.options, asked.sides), asked.ends, part.attacks,
            part.moves, part.ranks, lambda node: positions.position(int(part.codes[node])),
        )  # fmt: skip
