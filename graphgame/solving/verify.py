"""The certificate: is a labelling of a game a proof?  NumPy only, no kernel, no solver.

A label, outcome and remoteness, is one integer here, the greater the better for the player to move.
Another integer is what a position gives as an option: a LOSE at r gives a WIN at r + 1.  All rules
are one: the label of a position is the greatest that its options give.  One pass over the edges, in
any order and in blocks, finds it.

The edges are those that the graph was made from.  What kernels derive from them on the way (the
transpose, options grouped by position, degrees) is never read: a solver that was misled by a wrong
derived array is refused, and a right answer is accepted whatever such an array holds.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal, advised, require_graph
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, NO_PRESET, TIE, WIN, Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import BoolArray, Int8Array, Int32Array, IntArray

    _Scale: TypeAlias = list[tuple[int, int]]

# A turn, where lengths are pairs of turns and plies in one number of 62 bits.
_TURN = 1 << 31
# Labels are of the least type whose bits, but two, hold the lengths and one more.
_LABELS = np.int16, np.int32, np.int64
# So many positions at a time.
_BLOCK = 1 << 16
_LOSE_KIND, _WIN_KIND = -2, 1
# Outcomes from LOSE to TIE.
_OUTCOMES = TIE - LOSE + 1
_FOR_OWNER = "winning", "losing"


@advised
def verify(graph: types.EdgeGame, solution: types.Labelling) -> bool:
    """Check that a solution is a proof for a game, in O(n + m) time.

    Terminals carry the outcome of the rules or their preset, at remoteness 0.  A WIN at r has a
    LOSE option at r - 1, and none lower.  A LOSE at r has only WIN options, the greatest at r - 1.
    A DRAW has remoteness -1, no LOSE option, and a DRAW option.  By induction on r, the first two
    rules prove who wins, and in how many plies; by the third, neither player can leave the draws
    and win.

    A preset terminal may have a remoteness of its own.  Where a position says who moves, an option
    that is a WIN for the same player counts as a LOSE, and the other way round.  Where turns are
    counted, the pair of remoteness and plies takes the place of r, and a move adds (0, 1) if the
    same player moves again, else (1, 1): every move adds something, so this is an induction, too.
    A TIE at r has no winning option, and a TIE option at r - 1 and none lower; then no DRAW has a
    TIE option.

    Parameters
    ----------
    graph : GameGraph
        The game, with its preset outcomes.
    solution : Solution
        Its `outcomes`, `remoteness` and `play` are checked; and `plies`, if turns are counted.

    Returns
    -------
    bool
        True.

    Raises
    ------
    VerificationError
        If the labelling is not a proof: which position breaks a rule, its options, what was
        expected and what was found.
    GraphGameError
        If `graph` is not a GameGraph, or the solution has another number of positions.

    See Also
    --------
    Solution.verify : The same for the game that was solved.

    Notes
    -----
    A label is one integer, ordered as the player to move prefers: LOSE near < LOSE far < DRAW <
    TIE far < TIE near < WIN far < WIN near.  It must be the greatest of those that the options
    give.  Takes 6 bytes per position, and some megabytes for a block of edges; 9 where a remoteness
    is above 16,382, and 16 if turns are counted; half as many more if positions say who moves.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = gg.as_game_graph({"a": ["b", "c"], "b": ["c"]})
    >>> gg.verify(graph, gg.solve(graph))
    True
    >>> gg.verify(graph, gg.solve(graph, play="misere"))
    True
    """
    require_graph(graph)
    outcomes, remoteness = np.asarray(solution.outcomes), np.asarray(solution.remoteness)
    plies = np.asarray(solution.plies) if solution.count == "turns" else None
    for name, array in (("outcomes", outcomes), ("remoteness", remoteness), ("plies", plies)):
        if array is not None and array.shape != (graph.n,):
            raise GraphGameError(f"{name}: expected {graph.n} values, got shape {array.shape}")
    _Checker(graph, outcomes, remoteness, plies, solution.play).check()
    return True


class _Checker:
    def __init__(
        self,
        graph: types.EdgeGame,
        outcomes: Int8Array,
        remoteness: Int32Array,
        plies: Int32Array | None,
        play: Play,
    ) -> None:
        self.graph, self.outcomes, self.remoteness, self.play = graph, outcomes, remoteness, play
        self.plies, self.owner = plies, graph.owner
        # What messages call an option that wins, one that loses, and the length that decides.
        self.winning, self.losing = ("LOSE", "WIN") if graph.owner is None else _FOR_OWNER
        self.decider = "remoteness one less" if plies is None else "the length without the move"
        has_ties = graph.presets is not None and bool((graph.presets == TIE).any())
        self.has_ties = has_ties

        def label(v: int) -> tuple[str, int]:
            # No method: with a reference to the checker, its arrays would wait for the collector.
            outcome = int(outcomes[v])
            known = LOSE <= outcome <= WIN or (has_ties and outcome == TIE)
            return Outcome(outcome).name if known else str(outcome), int(remoteness[v])

        self.refuse = Refusal(graph, label)
        self.check_outcomes()
        self.dtype = self._label_type()
        self.bits = 8 * self.dtype.itemsize - 2
        self.greatest = self._greatest()
        self.terminal: BoolArray = self.greatest == np.iinfo(self.dtype).min
        if graph.presets is not None:
            self.terminal |= graph.presets != NO_PRESET

    def check(self) -> None:
        """Check all rules."""
        self.check_lengths()
        self.check_terminals()
        self.check_options()

    def check_outcomes(self) -> None:
        """Check that outcomes are such as the game can have."""
        wrong = (self.outcomes < LOSE) | (self.outcomes > WIN)
        if self.has_ties:
            wrong &= self.outcomes != TIE
            self.refuse.where(wrong, "an outcome LOSE = -1, DRAW = 0, WIN = 1 or TIE = 3")
        self.refuse.where(wrong, "an outcome LOSE = -1, DRAW = 0 or WIN = 1")

    def check_lengths(self) -> None:
        """Check that lengths are in their range, and -1 where play never ends."""
        never = (self.outcomes == DRAW) & ~self.terminal
        wrong = np.where(never, self.remoteness != NEVER_ENDS, self.remoteness < 0)
        self.refuse.where(wrong & never, "a DRAW of remoteness -1")
        self.refuse.where(wrong, "a remoteness that is not negative")
        if self.plies is not None:
            wrong = np.where(never, self.plies != NEVER_ENDS, self.plies < 0)
            self.refuse.where(wrong, "plies of -1 where play never ends, else from 0 on")

    def check_terminals(self) -> None:
        """Check that terminals, and only they, have the outcome and the length of the rules."""
        graph, terminal = self.graph, self.terminal
        without_options = LOSE if self.play is Play.NORMAL else WIN
        preset = (
            np.zeros(graph.n, np.bool_) if graph.presets is None else graph.presets != NO_PRESET
        )
        if graph.presets is not None:
            wrong = preset & (self.outcomes != graph.presets)
            self.refuse.where(wrong, "the preset outcome")
        wrong = terminal & ~preset & (self.outcomes != without_options)
        self.refuse.where(wrong, f"{without_options}, as there are no options in {self.play} play")
        if graph.preset_remoteness is not None:
            wrong = preset & (self.remoteness != graph.preset_remoteness)
            self.refuse.where(wrong, "the preset remoteness")
            terminal = terminal & ~preset
        self.refuse.where(terminal & (self.remoteness != 0), "remoteness 0, as it is a terminal")
        if self.plies is not None:
            wrong = (self.plies == 0) != self.terminal
            self.refuse.where(wrong, "plies of 0 at terminals, and only there")
            return
        self.refuse.where(
            ~self.terminal & (self.remoteness == 0), "a remoteness other than 0, as it has options"
        )

    def check_options(self) -> None:
        """Check that the label of each position with options is the greatest that they give."""
        above = np.zeros(self.graph.n, dtype=np.bool_)
        below = np.zeros(self.graph.n, dtype=np.bool_)
        for block, labels in self._labels(_scale(self.bits)):
            above[block] = self.greatest[block] > labels
            below[block] = self.greatest[block] < labels
        if not (above | below).any(where=~self.terminal):
            return
        wrong = np.flatnonzero(above & ~self.terminal)
        self._refuse_above(wrong, self.outcomes[wrong], self.greatest[wrong] >> self.bits)
        missing = below & ~self.terminal
        for outcome, expected in (
            (WIN, f"a {self.winning} option of {self.decider}"),
            (LOSE, f"a {self.losing} option of {self.decider}"),
            (DRAW, "a DRAW option"),
            (TIE, f"a TIE option of {self.decider}"),
        ):
            self.refuse.where(missing & (self.outcomes == outcome), expected)

    def _refuse_above(self, above: IntArray, kept: Int8Array, kind: IntArray) -> None:
        """Refuse the first of positions with an option that gives more than their label."""
        level = "DRAW or TIE" if self.has_ties else "DRAW"
        for wrong, expected in (
            (kept == WIN, f"no {self.winning} option of lower remoteness"),
            ((kept == LOSE) & (kind != _LOSE_KIND), f"only {self.losing} options for a LOSE"),
            (kept == LOSE, f"no {self.losing} option of higher remoteness"),
            (kind == _WIN_KIND, f"no {self.winning} option for a {level}"),
            (kept == DRAW, "no TIE option for a DRAW"),
            (kept == TIE, "no TIE option of lower remoteness"),
        ):
            self.refuse.at(above[wrong], expected)

    def _label_type(self) -> np.dtype[Any]:
        if self.plies is not None:
            return np.dtype(np.int64)
        most = int(self.remoteness.max(initial=0)) + 1
        return next(np.dtype(kind) for kind in _LABELS if most < 1 << (np.iinfo(kind).bits - 2))

    def _greatest(self) -> IntArray:
        """Return the greatest label that the options of each position give, or the least integer.

        By the owner of the position before it, where there is one, an option gives other labels.
        """
        graph, owner, other = self.graph, self.owner, 1 if self.plies is None else _TURN + 1
        scale = _scale(self.bits, other, flipped=True)
        if owner is None:
            given = [self._all_labels(scale)]
        else:
            scale = [*scale, *_scale(self.bits, 1)]
            given = [self._all_labels(scale, player) for player in (0, 1)]
        greatest = np.full(graph.n, np.iinfo(self.dtype).min, dtype=self.dtype)
        for sources, targets in graph.edge_blocks():
            gets = given[0].take(targets)
            if owner is not None:
                gets = np.where(owner.take(sources) == 0, gets, given[1].take(targets))
            np.maximum.at(greatest, sources, gets)
        return greatest

    def _all_labels(self, scale: _Scale, player: int | None = None) -> IntArray:
        out = np.empty(self.graph.n, dtype=self.dtype)
        for block, labels in self._labels(scale, player):
            out[block] = labels
        return out

    def _labels(self, scale: _Scale, player: int | None = None) -> Iterator[tuple[slice, IntArray]]:
        """Yield labels as integers, block by block; the second half of the scale is a player's."""
        starts, steps = np.array(scale, dtype=self.dtype).T
        for first in range(0, self.graph.n, _BLOCK):
            block = slice(first, first + _BLOCK)
            at = self.outcomes[block] - np.int8(LOSE)
            if player is not None:
                assert self.owner is not None, "only positions with owners have a player"
                at += _OUTCOMES * (self.owner[block] == player)
            # What is negative is refused by `check_lengths`.
            lengths: IntArray = self.remoteness[block].clip(0).astype(self.dtype)
            if self.plies is not None:
                lengths *= _TURN
                lengths += self.plies[block].clip(0)
            lengths *= steps.take(at)
            lengths += starts.take(at)
            yield block, lengths


def _scale(bits: int, cost: int = 0, *, flipped: bool = False) -> _Scale:
    """Return where labels start and how they grow with the length, by outcome, LOSE to TIE.

    The kind of a label is what stands above its `bits` bits: -2 for LOSE, -1 for DRAW, 0 for TIE, 1
    for WIN.  To the length `cost` is added; if `flipped`, who moves next is the other player.
    """
    top = 1 << bits
    lose, win = (_LOSE_KIND * top + cost, 1), ((_WIN_KIND + 1) * top - 1 - cost, -1)
    if flipped:
        lose, win = win, lose
    return [lose, (-top, 0), win, (0, 0), (top - 1 - cost, -1)]
