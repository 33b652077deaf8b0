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

from collections.abc import Callable, Iterator

import numpy as np

from graphgame.arrays import types
from graphgame.errors import GraphGameError, Refusal
from graphgame.outcome import DRAW, LOSE, NEVER_ENDS, NO_PRESET, TIE, WIN, Outcome, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.types import BoolArray, Int8Array, Int32Array, Int64Array, IntArray

# Codes that a rule is asked for at a time.
_BATCH = 1 << 14
# A turn, where lengths are pairs of turns and plies in one number.
_TURN = 1 << 32
_FOR_MOVER = "winning", "losing"


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


def verify_codes(
    codes: Int64Array,
    starts: Int64Array,
    answer: Callable[[Any], tuple[Int8Array, Int32Array]],
    moves: Callable[[Any], tuple[Int64Array, Int64Array, Int8Array | None, Int32Array | None]],
    play: Play,
    settled: Callable[[Any], tuple[Int8Array, Int32Array]] | None = None,
) -> bool:
    """Check that answers on codes are a proof, asking a rule for the moves again.

    The rules are those of `verify`.  In addition the codes ascend, so that each is there once, and
    every start and every option is one of them.

    Parameters
    ----------
    codes : (n,) int64
    starts : (k,) int64
    answer : callable
        Takes indices of codes, or a slice, and returns their outcomes and their remoteness.
    moves : callable
        Takes a (k,) array of codes and returns sources, options, and presets and their remoteness
        or None.
    play : Play
    settled : callable, optional
        Takes a (k,) array of codes and returns their presets and the remoteness of these, where
        options with a preset need not be among the codes.

    Raises
    ------
    VerificationError
        If they are not a proof.
    GraphGameError
        If the codes do not ascend, or a start or an option is missing.

    Notes
    -----
    O(n + m log n) time, and some megabytes for the moves of 16,384 codes.
    """
    for start in range(0, len(codes), _BATCH):
        block = codes[start : start + _BATCH + 1]
        if not (block[1:] > block[:-1]).all():
            at = start + int((block[1:] <= block[:-1]).argmax())
            raise GraphGameError(
                f"codes: expected ascending ones, got {codes[at + 1]} after {codes[at]}"
            )
    _places(codes, starts, lambda _: "the start")
    for start in range(0, len(codes), _BATCH):
        batch = codes[start : start + _BATCH]
        sources, options, presets, lengths = moves(batch)
        graph = _Batch(batch, sources, options)
        here, there = (
            answer(slice(start, start + _BATCH)),
            _option_labels(codes, options, graph.source, answer, settled),
        )
        outcomes = np.concatenate([here[0], there[0]])
        remoteness = np.concatenate([here[1], there[1]])
        later = slice(len(batch), graph.n)
        # Each option is a position of some batch, and judged there.  Here it is taken at its word:
        # a terminal where its remoteness is 0, and supported elsewhere.
        ends = (remoteness[later] == 0) | there[2]
        graph.presets[later] = np.where(ends, outcomes[later], NO_PRESET)
        if presets is not None:
            graph.presets[: len(batch)] = presets
        if settled is not None:
            graph.preset_remoteness = np.where(graph.presets != NO_PRESET, remoteness, 0)
            if presets is not None:
                of_batch = np.zeros(len(batch), np.int32) if lengths is None else lengths
                graph.preset_remoteness[: len(batch)] = of_batch
        checker = _Checker(graph, outcomes, remoteness, None, play)
        checker.terminal[later] = ends
        checker.check_values()
        checker.check_terminals()
        supported = np.arange(graph.n) >= len(batch)
        checker.check_edges(graph.edges[0], graph.edges[1], supported)
        checker.check_supported(supported)
    return True


def _option_labels(
    codes: Int64Array,
    options: Int64Array,
    where: Callable[[int], str],
    answer: Callable[[Any], tuple[Int8Array, Int32Array]],
    settled: Callable[[Any], tuple[Int8Array, Int32Array]] | None,
) -> tuple[Int8Array, Int32Array, BoolArray]:
    """Return outcomes and remoteness of options, and which of them are settled by a preset."""
    if settled is None:
        return *answer(_places(codes, options, where)), np.zeros(len(options), np.bool_)
    outcomes, remoteness = settled(options)
    preset = outcomes != NO_PRESET
    rest = np.flatnonzero(~preset)
    places = _places(codes, options[rest], lambda k: where(int(rest[k])))
    outcomes, remoteness = outcomes.copy(), remoteness.copy()
    outcomes[rest], remoteness[rest] = answer(places)
    return outcomes, remoteness, preset


def _places(codes: Int64Array, wanted: Int64Array, where: Callable[[int], str]) -> Int64Array:
    """Return the indices of codes; refuse one that is not there."""
    order = np.argsort(wanted)  # neighbours are found beside each other
    places = np.empty(len(wanted), dtype=np.int64)
    places[order] = np.searchsorted(codes, wanted[order])
    known = places < len(codes)
    known[known] = codes[places[known]] == wanted[known]
    if not known.all():
        k = int(known.argmin())
        raise GraphGameError(
            f"codes: expected {wanted[k]}, {where(k)}, among the {len(codes)} codes, got none"
        )
    return places


class _Batch:
    """The moves of some codes as a graph: first the codes, then every option of each on its own."""

    movers = None
    preset_remoteness: Int32Array | None = None

    def __init__(self, codes: Int64Array, sources: Int64Array, options: Int64Array) -> None:
        self.names = np.concatenate([codes, options])
        self.n, self.m = len(self.names), len(options)
        self.edges: Any = sources, np.arange(len(codes), self.n)
        self.presets: Int8Array = np.full(self.n, NO_PRESET, dtype=np.int8)

    def position(self, index: int) -> int:
        return int(self.names[index])

    def source(self, move: int) -> str:
        return f"an option of {self.names[self.edges[0][move]]}"

    def edge_blocks(self) -> Iterator[tuple[Any, Any]]:
        yield self.edges


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
        self.plies, self.movers = plies, graph.movers
        # What messages call an option that wins, one that loses, and the length that decides.
        self.winning, self.losing = ("LOSE", "WIN") if graph.movers is None else _FOR_MOVER
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
        if self.movers is not None:
            same = self.movers[u] == self.movers[v]
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
