"""Puzzles of databases: labels choose positions; the rule is asked for moves block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from graphgame.answers.joining import look_up
from graphgame.answers.labels import decode
from graphgame.checks import integer, size
from graphgame.outcome import DRAW, NO_PRESET, Outcome
from graphgame.playing import look as looks
from graphgame.playing.game import Look
from graphgame.playing.puzzles import (
    DRAWN,
    ENOUGH_MOVES,
    Found,
    Puzzle,
    check_depth,
    count_pieces,
    easiest_first,
    grouped,
    only_captures,
    solved_by_one,
    spread,
)
from graphgame.playing.table import Moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from graphgame.answers.database import Database
    from graphgame.types import Int8Array, Int32Array, Int64Array

    # Codes, and their outcomes and remoteness.
    Block: TypeAlias = tuple[Int64Array, Int8Array, Int32Array]

# Positions that the rule is asked about at a time: where all puzzles are wanted, and at least.
_MANY, _FEW = 1 << 14, 64
# How many positions may be asked about where some puzzles are wanted: for each of them, and at
# least.
_EACH, _LEAST = 64, 1 << 15


class Search:
    """Looks for the puzzles of a database.

    Parameters
    ----------
    database : Database
        With its rule.
    board : callable, optional
        As of `Solution.puzzles`; by default that of the rule object.
    """

    database: Database[Any]
    look: Look

    def __init__(self, database: Database[Any], board: Callable[[Any], str] | None) -> None:
        self.database = database
        self.look = Look(board).completed(database._rule().rules.author)
        self._style = looks.check_style(self.look)
        self._none = np.zeros(0, np.int64)

    def _all_positions(self) -> Iterable[Block]:
        """Yield what is known of all positions, block by block."""
        for _, codes, labels in self.database._storage.read():
            yield codes, *decode(labels)

    def sample(self) -> Iterable[Block]:
        """Yield what is known of up to a thousand positions of all kinds, as one block."""
        codes = self.database._storage.sample()
        yield codes, *decode(self.database._storage.find(codes))

    def run(
        self, blocks: Iterable[Block] | None, count: object, depth: object, seed: object
    ) -> list[Any]:
        """Return the puzzles among some positions, or all, as `Database.puzzles` describes them."""
        blocks = self._all_positions() if blocks is None else blocks
        most = None if count is None else size(count, "count")
        plies = None if depth is None else check_depth(depth)
        number = integer(seed, "seed")
        asked: Iterable[tuple[Int64Array, Int64Array]]
        if most is None:
            asked = (self._wanted(block, plies) for block in blocks)
        else:
            asked = [self._chosen(blocks, plies, number, max(_LEAST, _EACH * most))]
        found, names, enough = Found(*[self._none] * 4), list[tuple[Any, Any]](), 0
        for codes, groups in asked:
            step = _MANY if most is None else max(_FEW, 4 * most)
            for begin in range(0, len(codes), step):
                if most is not None and enough >= most:
                    break
                there = slice(begin, begin + step)
                some, named = self._ask(codes[there], groups[there])
                found = Found(*(np.append(a, b) for a, b in zip(found, some, strict=True)))
                names += named
                enough = int((found.choices >= ENOUGH_MOVES).sum())
        # From here on a puzzle is known by its place in the list of names.
        found = found._replace(solutions=np.arange(len(names)))
        found = easiest_first(found.taken(spread(found, number)[:most]))
        return [
            Puzzle(position, Outcome(DRAW if group == DRAWN else 1), max(group, -1), solution)
            for (position, solution), group in zip(
                (names[place] for place in found.solutions.tolist()),
                found.groups.tolist(),
                strict=True,
            )
        ]

    def _wanted(self, block: Block, plies: tuple[int, int] | None) -> tuple[Int64Array, Int64Array]:
        """Return the codes of a block that may be puzzles, and their groups."""
        codes, outcomes, remoteness = block
        groups, wanted = grouped(outcomes, remoteness, plies)
        wanted &= remoteness != 0  # where play is over
        return codes[wanted], groups[wanted]

    def _chosen(
        self, blocks: Iterable[Block], plies: tuple[int, int] | None, seed: int, most: int
    ) -> tuple[Int64Array, Int64Array]:
        """Return some of the positions that may be puzzles, of each group in turn.

        The first ones of an order at random are kept, so that blocks take little memory.
        """
        codes, groups = self._none, self._none
        for block in blocks:
            more = self._wanted(block, plies)
            codes, groups = np.append(codes, more[0]), np.append(groups, more[1])
            choices = np.full(len(codes), ENOUGH_MOVES)  # nobody knows yet
            order = spread(Found(codes, codes, choices, groups), seed)[:most]
            codes, groups = codes[order], groups[order]
        return codes, groups

    def _ask(self, codes: Int64Array, groups: Int64Array) -> tuple[Found, list[tuple[Any, Any]]]:
        """Return the puzzles among some codes, and the positions before and after each solution."""
        database, asked = self.database, self.database._rule()
        sources, options, presets, _ = asked.real_moves(codes)
        if presets is not None:  # where play is over
            going = presets[sources] == NO_PRESET
            sources, options = sources[going], options[going]
        edges = np.unique(np.stack([sources, options]), axis=1)
        sources, options = edges
        outcomes = look_up(database, asked, codes, sources, options)[0]
        drawn = groups == DRAWN
        keeps = outcomes == np.where(drawn[sources], DRAW, -1)
        # Codes come first, and then the options of all moves.
        moves = Moves(np.arange(len(codes)), sources, len(codes) + np.arange(len(options)))
        found = solved_by_one(moves, keeps, groups)
        every = np.append(codes, options)

        def position(place: int) -> Any:
            return asked.position(int(every[place]))

        if self.look.board is not None and len(found.positions):
            inside = np.zeros(len(codes), dtype=bool)
            inside[found.positions] = True
            shown = np.append(found.positions, moves.options[inside[sources]])
            pieces = np.zeros(len(every), dtype=np.int64)
            positions = [*map(position, shown.tolist())]
            drawn_boards = looks.boards(self.look, positions, self._style.cells)
            pieces[shown] = count_pieces(drawn_boards, self._style.markers)
            found = found.taken(~only_captures(found, moves, pieces))
        pairs = zip(found.positions.tolist(), found.solutions.tolist(), strict=True)
        names = [(position(v), position(w)) for v, w in pairs]
        return found._replace(positions=codes[found.positions]), names
