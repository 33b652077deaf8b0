"""`Part`: a proof that one player can, or cannot, force a win, as arrays: collected, checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from graphgame.arrays import types
from graphgame.errors import VerificationError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.packed import BLOCK
from graphgame.outcome import LOSE, NO_PRESET, WIN
from graphgame.proving._asking import FullError
from graphgame.proving._proof_numbers import Search
from graphgame.proving._region import Region
from graphgame.proving.positions import Positions, Rows
from graphgame.proving.verify import GOES_ON, check_nodes
from graphgame.solving.solve import solve

# Bytes that a node of a region takes, and a node or a move while proofs that lead to each other are
# put in order.
_PER_NODE, _PER_EDGE = 52, 96


class Part(NamedTuple):
    """Nodes of a proof: first those at which the attacker moves, then the others.

    Attributes
    ----------
    attacker : int
        The player who can, or cannot, force a win: 0 or 1, as the rule says who moves; where
        players alternate, 0 for the player who moves at the start.
    codes : (n,) int64
        The position of each node; of a rule on codes they ascend, in both halves.
    attacking : int
        At how many nodes the attacker moves.
    first : int
        The node that play starts at.
    moves : (k,) int, or iterable of such arrays
        Of the nodes at which one option is enough, the node that the player moves to; -1 where play
        has ended.  These nodes are the attacker's where he wins, and else the other ones.
    ranks : (n,) int or None
        In how many plies the attacker wins, at most; None where he does not.
    """

    attacker: int
    codes: types.Int64Array
    attacking: int
    first: int
    moves: types.AnyArray | Iterable[types.AnyArray]
    ranks: types.AnyArray | None

    @property
    def choosers(self) -> slice:
        """The nodes at which one option is enough."""
        wins = self.ranks is not None
        return slice(0, self.attacking) if wins else slice(self.attacking, len(self.codes))

    def move(self, node: int) -> int:
        """Return the node that the player moves to from one; -1 where there is none."""
        here = self.choosers
        moves: Any = self.moves
        return int(moves[node - here.start]) if here.start <= node < here.stop else -1

    def reordered(self, order: types.Int64Array) -> Part:
        """Return the part with its nodes in another order, which keeps the halves."""
        place = np.empty(len(order) + 1, dtype=np.int64)
        place[order], place[-1] = np.arange(len(order)), -1
        here = self.choosers
        moves: Any = self.moves
        return Part(
            self.attacker, self.codes[order], self.attacking, int(place[self.first]),
            place[moves[order[here] - here.start]],
            None if self.ranks is None else self.ranks[order],
        )  # fmt: skip


class Nodes:
    """Finds nodes by their codes, among those at which the attacker moves, or the others.

    Raises
    ------
    VerificationError
        If a code stands twice among either.
    """

    def __init__(self, part: Part, positions: Positions) -> None:
        self._halves = []
        for half in (slice(0, part.attacking), slice(part.attacking, len(part.codes))):
            codes, order = part.codes[half], None
            if not (codes[1:] > codes[:-1]).all():  # codes of names, in the order of a file
                order = np.argsort(codes, kind="stable")
                codes = codes[order]
                twice = codes[1:] == codes[:-1]
                if twice.any():
                    position = positions.position(int(codes[twice.argmax()]))
                    raise VerificationError(position, None, "it once in the proof", "it twice")
            self._halves.append((half.start, codes, order))

    def find(self, codes: types.Int64Array, *, attacking: bool) -> types.Int64Array:
        """Return the nodes of codes in one of the halves; -1 where there is none."""
        first, keys, order = self._halves[not attacking]
        if not len(keys):
            return np.full(len(codes), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(keys, codes), len(keys) - 1)
        known = keys[place] == codes
        return np.where(known, first + (place if order is None else order[place]), -1)


def check_part(part: Part, positions: Positions, *, misere: bool) -> None:
    """Check a part against a rule, block by block.

    Raises
    ------
    VerificationError
        If it proves nothing of this rule.
    """
    nodes = Nodes(part, positions)
    chosen = _blocks(part.moves)
    count, wins = len(part.codes), part.ranks is not None

    def name(node: int) -> object:
        return positions.position(int(part.codes[node]))

    for attacks, half in ((True, slice(0, part.attacking)), (False, slice(part.attacking, count))):
        for first in range(half.start, half.stop, BLOCK):
            rows = positions.rows(part.codes[first : min(first + BLOCK, half.stop)], known=True)
            if rows.owners is not None:
                wrong = (rows.owners == part.attacker) != attacks
                if wrong.any():
                    position = name(first + int(wrong.argmax()))
                    expected = "the player who moves there"
                    raise VerificationError(position, None, expected, "the other one")
            moves = next(chosen) if attacks == wins else None
            ends = _ends(rows, attacks=attacks, misere=misere)
            options = nodes.find(rows.options, attacking=not attacks)
            if positions.is_owned:
                options = np.maximum(options, nodes.find(rows.options, attacking=attacks))
            check_nodes(first, rows.ptr, options, ends, moves, part.ranks, name)
    next(chosen, None)  # a file is refused for its moves where no node needs one, too


def _blocks(moves: types.AnyArray | Iterable[types.AnyArray]) -> Iterator[types.AnyArray]:
    if not isinstance(moves, np.ndarray):
        return iter(moves)
    return (moves[first : first + BLOCK] for first in range(0, len(moves), BLOCK))


def _ends(rows: Rows, *, attacks: bool, misere: bool) -> types.Int8Array:
    """Return 1 where play has ended and the attacker has won, 0 where he has not, else `GOES_ON`.

    `attacks` says whether the attacker moves at these positions.
    """
    ends = np.full(len(rows.presets), GOES_ON, dtype=np.int8)
    preset = rows.presets != NO_PRESET
    ends[preset] = rows.presets[preset] == int(WIN if attacks else LOSE)
    ends[~preset & (np.diff(rows.ptr) == 0)] = attacks == misere
    return ends


# -- collecting -----------------------------------------------------------------------------------


def collected(
    search: Search, positions: Positions, code: int, question: int, *, is_proof: bool,
    room: int = 2**62,
) -> Part | None:  # fmt: skip
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
    room : int
        The most bytes to take, some 52 for each node of the proof.

    Raises
    ------
    FullError
        If that is not enough.
    """
    region = Region(search, is_proof, room)
    found = region.collect(code, question)
    if found and is_proof and region.is_circular:
        found = _straighten(region, positions, code, question, room)
    if region.is_full:
        raise FullError
    if not found:
        return None
    first = region.number(code, question)
    codes, moves, ranks, attacks = (np.asarray(array) for array in region.arrays())
    del region
    return _arranged(question, codes, moves, ranks if is_proof else None, attacks == 1, first)


def _arranged(
    attacker: int, codes: types.Int64Array, moves: types.AnyArray, ranks: types.AnyArray | None,
    attacks: types.AnyArray, first: int,
) -> Part:  # fmt: skip
    """Return the part of nodes in any order, those that are not reached (move -2) left out."""
    reached = moves > -2
    halves = []
    for flags in (attacks & reached, ~attacks & reached):
        half = np.flatnonzero(flags).astype(np.int32)
        halves.append(half[np.argsort(codes[half])])
    attacking = len(halves[0])
    order = np.concatenate(halves)
    del half, halves
    place = np.full(len(codes) + 1, -1, dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    choosers = order[:attacking] if ranks is not None else order[attacking:]
    return Part(
        attacker, codes[order], attacking, int(place[first]), place[moves[choosers]],
        None if ranks is None else ranks[order],
    )  # fmt: skip


def _straighten(region: Region, positions: Positions, code: int, question: int, room: int) -> bool:
    """Choose other moves where chosen ones come back; return False if the answer is wrong.

    Two proofs that were found apart may lead to each other.  Then the nodes from which the attacker
    does not win by the chosen moves take further options, until he wins from the start; and the
    nearest option is chosen of each node.  Without room it returns False, too.
    """
    before = -1
    while True:
        first = region.number(code, question)
        codes, moves, _, attacks = (np.asarray(array) for array in region.arrays())
        attacks = attacks == 1
        edges = _edges(region, positions, codes, moves, attacks, room)
        ended = ~attacks | (moves < 0)
        ended[edges[:, 0]] = False
        presets = np.full(len(codes), NO_PRESET, dtype=np.int8)
        presets[ended] = np.where(attacks[ended], int(WIN), int(LOSE))
        game = GameGraph.from_edges(edges, len(codes))
        game = game.with_owner((~attacks).astype(np.int8)).with_presets(presets)
        solved = solve(game)
        won = solved.outcomes == np.where(attacks, int(WIN), int(LOSE))
        if won[first]:
            break
        # With all options that can be proven he wins, unless the table is from another rule.
        further = len(set(region.further()))
        if further == before:
            return False
        before = further
        if not region.widen(np.flatnonzero(~won & attacks & (moves >= 0))):
            return False
    own = edges[attacks[edges[:, 0]] & won[edges[:, 1]]]
    # The nearest one comes last, and stays.
    own = own[np.lexsort((-solved.remoteness[own[:, 1]],))]
    moves[own[:, 0]] = own[:, 1]
    return region.follow(code, question, moves)


def _edges(
    region: Region, positions: Positions, codes: types.Int64Array, moves: types.AnyArray,
    attacks: types.AnyArray, room: int,
) -> types.Int64Array:  # fmt: skip
    """Return the moves of a region that count, as pairs of nodes."""
    chosen = np.flatnonzero(moves >= 0)
    further = np.array(region.further(), dtype=np.int64).reshape(-1, 2)
    kept = [np.stack([chosen, moves[chosen]], axis=1), further]
    left = (room - _PER_NODE * len(codes)) // _PER_EDGE - len(codes) - len(chosen) - len(further)
    others = np.flatnonzero(~attacks)
    for first in range(0, len(others), BLOCK):
        nodes = others[first : first + BLOCK]
        rows = positions.rows(codes[nodes])
        sources = np.repeat(nodes, np.diff(rows.ptr))
        left -= len(sources)
        if left < 0:
            raise FullError
        kept.append(np.stack([sources, region.find(rows.options, sources)], axis=1))
    return np.concatenate(kept)
