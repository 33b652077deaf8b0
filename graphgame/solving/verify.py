"""The certificate: is a labelling of a game a proof?  NumPy only, no kernel, no solver.

Every position must pass two kinds of checks.  Rules for each edge alone (no option of a LOSE is
anything but a WIN, …) compare the labels of its two ends.  Rules that ask for one option of a kind
(a WIN at r has a LOSE option at r - 1, …) compare them, too: each edge to such an option marks its
source as supported, and at the end every position that needs support must have it.  So one pass
over the edges, in any order and in blocks, checks everything.

The edges are those that the graph was made from.  What kernels derive from them on the way (the
transpose, options grouped by position, degrees) is never read: a solver that was misled by a wrong
derived array is refused, and a right answer is accepted whatever such an array holds.
"""

from __future__ import annotations

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, NO_PRESET, TIE, WIN, Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import BoolArray, Int8Array, Int32Array, IntArray

# A turn, where lengths are pairs of turns and plies in one number.
_TURN = 1 << 32
_FOR_OWNER = "winning", "losing"


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
    Takes 6 bytes per position, and some megabytes for a block of edges; if turns are counted, 8
    bytes more per position.

    Examples
    --------
    >>> import graphgame as gg
    >>> graph = gg.as_game_graph({"a": ["b", "c"], "b": ["c"]})
    >>> gg.verify(graph, gg.solve(graph))
    True
    >>> gg.verify(graph, gg.solve(graph, play="misere"))
    True
    """
    if not hasattr(graph, "edge_blocks"):
        raise GraphGameError(f"graph: expected a GameGraph, got {type(graph).__name__}")
    outcomes, remoteness = np.asarray(solution.outcomes), np.asarray(solution.remoteness)
    plies = np.asarray(solution.plies) if solution.count == "turns" else None
    for name, array in (("outcomes", outcomes), ("remoteness", remoteness), ("plies", plies)):
        if array is not None and array.shape != (graph.n,):
            raise GraphGameError(f"{name}: expected {graph.n} values, got shape {array.shape}")
    checker = _Checker(graph, outcomes, remoteness, plies, solution.play)
    checker.check_values()
    checker.check_terminals()
    supported = np.zeros(graph.n, dtype=np.bool_)
    for sources, targets in graph.edge_blocks():
        checker.check_edges(sources, targets, supported)
    checker.check_supported(supported)
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
        # What an induction is on: the remoteness, or the pair with the plies as one number.
        self.lengths: IntArray = remoteness
        if plies is not None:
            self.lengths = remoteness.astype(np.int64) * _TURN + plies
        has_ties = graph.presets is not None and bool((graph.presets == TIE).any())
        self.has_ties = has_ties

        def label(v: int) -> tuple[str, int]:
            # No method: with a reference to the checker, its arrays would wait for the collector.
            outcome = int(outcomes[v])
            known = LOSE <= outcome <= WIN or (has_ties and outcome == TIE)
            return Outcome(outcome).name if known else str(outcome), int(remoteness[v])

        self.refuse = Refusal(graph, label)
        self.terminal: BoolArray = np.ones(graph.n, dtype=np.bool_)
        for sources, _ in graph.edge_blocks():
            self.terminal[sources] = False
        if graph.presets is not None:
            self.terminal |= graph.presets != NO_PRESET

    def check_values(self) -> None:
        """Check that outcomes are such as the game can have, and lengths in their range."""
        wrong = (self.outcomes < LOSE) | (self.outcomes > WIN)
        if self.has_ties:
            wrong &= self.outcomes != TIE
            self.refuse.where(wrong, "an outcome LOSE = -1, DRAW = 0, WIN = 1 or TIE = 3")
        self.refuse.where(wrong, "an outcome LOSE = -1, DRAW = 0 or WIN = 1")
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

    def check_edges(self, sources: Int32Array, targets: Int32Array, supported: BoolArray) -> None:
        """Check the rules that concern one edge, and mark the sources it supports."""
        moves = ~self.terminal[sources]
        u, v = sources[moves], targets[moves]
        is_win, is_lose = self.outcomes[u] == WIN, self.outcomes[u] == LOSE
        is_level = ~(is_win | is_lose)
        # Whether the option wins or loses for who moves at u: the sign changes with the player.
        loses, wins = self.outcomes[v] == WIN, self.outcomes[v] == LOSE
        same = None
        if self.owner is not None:
            same = self.owner[u] == self.owner[v]
            loses, wins = np.where(same, wins, loses), np.where(same, loses, wins)
        # The option that decides u has the length of u less what the move adds.
        before, option = self.lengths[u] - self._cost(same), self.lengths[v]

        winning, losing = self.winning, self.losing
        self.refuse.at(
            u[is_win & wins & (option < before)], f"no {winning} option of lower remoteness"
        )
        self.refuse.at(u[is_lose & ~loses], f"only {losing} options for a LOSE")
        self.refuse.at(u[is_lose & (option > before)], f"no {losing} option of higher remoteness")
        level_name = "DRAW or TIE" if self.has_ties else "DRAW"
        self.refuse.at(u[is_level & wins], f"no {winning} option for a {level_name}")

        decides = (is_win & wins | is_lose) & (option == before)
        level = is_level & (self.outcomes[v] == self.outcomes[u])
        if self.has_ties:
            tied, to_tie = self.outcomes[u] == TIE, self.outcomes[v] == TIE
            self.refuse.at(u[is_level & ~tied & to_tie], "no TIE option for a DRAW")
            nearer = tied & to_tie & (option < before)
            self.refuse.at(u[nearer], "no TIE option of lower remoteness")
            level &= ~tied | (option == before)
        supported[u[decides | level]] = True

    def _cost(self, same: BoolArray | None) -> Any:
        """Return what moves add to the length: to options of the same player, and to others."""
        if self.plies is None:
            return 1
        return _TURN + 1 if same is None else np.where(same, 1, _TURN + 1)

    def check_supported(self, supported: BoolArray) -> None:
        """Check that every position except terminals has an option that justifies its label."""
        missing = ~(supported | self.terminal)
        for outcome, expected in (
            (WIN, f"a {self.winning} option of {self.decider}"),
            (LOSE, f"a {self.losing} option of {self.decider}"),
            (DRAW, "a DRAW option"),
            (TIE, f"a TIE option of {self.decider}"),
        ):
            self.refuse.where(missing & (self.outcomes == outcome), expected)
