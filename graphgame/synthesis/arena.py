"""The game of an automaton: states, choices and priorities as positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.errors import GraphGameError, TooLargeError, shown_path
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import MOST_POSITIONS
from graphgame.parity.game import ParityGame
from graphgame.synthesis import acceptance
from graphgame.synthesis._letters import Letters, OverlapError

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgame import types
    from graphgame.progress import Report
    from graphgame.synthesis.automaton import Automaton

# What progress= shows.
_JOINING = "joined the edges of {done:,} of {total:,} states"
_SPLITTING = "split the letters of {done:,} of {total:,} states"
SEMANTICS = ("mealy", "moore")
# The end of letters without an edge, in sets of ends.
DEAD = -1


class Arena:
    """What the game of an automaton is made of, to build it and to read a strategy.

    Parameters
    ----------
    automaton : Automaton
    semantics : {"mealy", "moore"}

    Attributes
    ----------
    letters : Letters
    leaves : int
        States of the memory of the acceptance condition.
    n_ends : int
        An end is a state and a set of marks; `n_ends` itself stands for letters without an edge.
    end_vertex, end_next : (n_ends + 1, leaves) int64 array
        The position to which a choice of an end leads; the state after it and its memory as one
        number, -1 where the run has died.
    set_vertex : (sets, leaves) int64 array
        The position of each set of ends between which the second player chooses; -1 for those that
        no choice of the first player leads to.
    start : int
        The position where the game begins, which is a state and its memory, or `sink`.
    sink : int
        A position that the controller loses; -1 where there is none.
    """

    is_moore: bool
    memory: acceptance.Memory
    letters: Letters
    n: int
    n_ends: int
    leaves: int
    start: int
    sink: int
    end_target: types.AnyArray
    end_mark: types.AnyArray
    end_vertex: types.AnyArray
    end_next: types.AnyArray
    choice_ptr: types.AnyArray
    chosen: types.AnyArray
    set_ptr: types.AnyArray
    set_ends: types.AnyArray
    set_vertex: types.AnyArray
    option_set: types.AnyArray
    option_end: types.AnyArray
    pair_next: types.AnyArray
    pair_priority: types.AnyArray

    def __init__(self, automaton: Automaton, semantics: str, report: Report | None = None) -> None:
        if semantics not in SEMANTICS:
            raise GraphGameError(f"semantics: expected 'mealy' or 'moore', got {semantics!r}")
        starts = sorted({*automaton.starts})
        if len(starts) > 1:
            raise GraphGameError(
                f"{shown_path(automaton._found['source'])}: expected one start, as a "
                "nondeterministic automaton is no game, got the states "
                f"{', '.join(map(str, starts))}"
            )
        self.is_moore = semantics == "moore"
        self.automaton = automaton
        found = automaton._found
        self.memory = acceptance.memory(found["header"].condition, found["mark_sets"] or [0])
        self.leaves = len(self.memory.priority)
        self._split(report)
        self._check_properties()
        self._number(starts)

    # -- letters ----------------------------------------------------------------------------------

    def levels(self) -> tuple[types.AnyArray, int]:
        """Return the level of each proposition, and how many the first player chooses."""
        controllable = {*self.automaton._controllable}
        order = sorted(
            range(len(self.automaton.propositions)),
            key=lambda v: ((v in controllable) != self.is_moore, v),
        )
        levels = np.empty(len(order), dtype=np.int32)
        levels[order] = np.arange(len(order), dtype=np.int32)
        outputs = len(controllable)
        return levels, outputs if self.is_moore else len(order) - outputs

    def _told(self, report: Report | None, stage: str, text: str) -> Callable[[int], None] | None:
        """Return what a kernel calls with how many states are done."""
        if report is None:
            return None
        return lambda done: report.step(stage, done, self.automaton.n, "states", text)

    def _split(self, report: Report | None) -> None:
        """Split the letters of all states."""
        found = self.automaton._found
        several = max(len(found["mark_sets"]), 1)
        key = found["targets"].astype(np.int64) * several + found["marks"]
        ends, number = np.unique(key, return_inverse=True)
        self.end_target, self.end_mark = ends // several, ends % several
        self.n_ends = len(ends)
        try:
            self.letters = Letters(
                found["formulas"],
                *self.levels(),
                found["ptr"],
                found["labels"],
                number.astype(np.int32),
                self._told(report, "joining edges", _JOINING),
            )
        except OverlapError as error:
            raise self._refusal(error) from None
        counts, chosen = self.letters.split(self._told(report, "splitting letters", _SPLITTING))
        self.choice_ptr = np.zeros(len(counts) + 1, dtype=np.int64)
        np.cumsum(counts, out=self.choice_ptr[1:])
        self.chosen = np.array(chosen, dtype=np.int64)
        sets = self.letters.sets
        self.set_ptr = np.zeros(len(sets) + 1, dtype=np.int64)
        np.cumsum([*map(len, sets)], out=self.set_ptr[1:])
        self.set_ends = np.array([end for ends in sets for end in ends], dtype=np.int64)

    def _refusal(self, error: OverlapError) -> GraphGameError:
        automaton = self.automaton
        targets = automaton._found["targets"]
        leads = f"{targets[error.first]} and {targets[error.second]}"
        if targets[error.first] == targets[error.second]:
            leads = f"{targets[error.first]} with different marks"
        return GraphGameError(
            f"{shown_path(automaton._found['source'])}: state {error.state}: expected one edge for "
            f"each letter, as a nondeterministic automaton is no game, got edges to {leads} for "
            f"{automaton._letter(error.letter)}"
        )

    def _check_properties(self) -> None:
        """Refuse properties that the edges refute."""
        automaton, claimed = self.automaton, {*self.automaton.properties}
        dead = np.zeros(len(self.set_ptr) - 1, dtype=np.bool_)
        dead_at = np.flatnonzero(self.set_ends == DEAD)
        dead[np.searchsorted(self.set_ptr, dead_at, side="right") - 1] = True
        missing = np.flatnonzero(dead[self.chosen])
        if "complete" in claimed and len(missing):
            state = int(np.searchsorted(self.choice_ptr, missing[0], side="right")) - 1
            raise automaton._refuted("complete", f"no edge for a letter of the state {state}")
        if "!complete" in claimed and not len(missing):
            raise automaton._refuted("!complete", "an edge for each letter of each state")
        if "!deterministic" in claimed:
            raise automaton._refuted("!deterministic", "at most one edge for each letter")
        sets = automaton._found["mark_sets"]
        used = np.unique(automaton._found["marks"]).tolist()
        if "colored" in claimed and any(sets[k].bit_count() != 1 for k in used):
            raise automaton._refuted("colored", "an edge with another number of marks than one")

    # -- positions --------------------------------------------------------------------------------

    def _number(self, starts: list[int]) -> None:
        """Enumerate the positions: states, sets of several ends or none, priorities, the sink."""
        leaves = self.leaves
        n_states = self.automaton.n * leaves
        if n_states + (self.n_ends + len(self.set_ptr)) * leaves > MOST_POSITIONS // 4:
            raise TooLargeError(
                f"automaton: expected at most {MOST_POSITIONS // 4} positions of its game, got "
                f"{self.automaton.n} states with {leaves} states of memory each"
            )
        keeps_dead = self.is_moore
        kept = np.ones(len(self.set_ends), dtype=np.bool_)
        if not keeps_dead:
            kept = self.set_ends != DEAD
        owner_set = np.repeat(np.arange(len(self.set_ptr) - 1), np.diff(self.set_ptr))
        self.option_set = owner_set[kept]
        self.option_end = np.where(self.set_ends == DEAD, self.n_ends, self.set_ends)[kept]
        counts = np.bincount(self.option_set, minlength=len(self.set_ptr) - 1)
        used = np.zeros(len(counts), dtype=np.bool_)
        used[self.chosen] = True
        several = np.flatnonzero(used & (counts != 1))
        first_pair = n_states + len(several) * leaves
        self._number_ends(first_pair, needs_sink=keeps_dead or not starts)
        self.set_vertex = np.full((len(counts), leaves), -1, dtype=np.int64)
        memory = np.arange(leaves)
        self.set_vertex[several] = (
            n_states + np.arange(len(several))[:, np.newaxis] * leaves + memory
        )
        alone = (counts == 1)[self.option_set] & used[self.option_set]
        self.set_vertex[self.option_set[alone]] = self.end_vertex[self.option_end[alone]]
        self.several = several
        self.start = starts[0] * leaves if starts else self.sink

    def _number_ends(self, first: int, *, needs_sink: bool) -> None:
        """Enumerate a position for each priority and what follows it, and perhaps the sink."""
        leaves = self.leaves
        priority = self.memory.priority[:, self.end_mark].T
        following = self.end_target[:, np.newaxis] * leaves
        following = following + self.memory.following[:, self.end_mark].T
        levels = int(priority.max(initial=0)) + 1
        pairs, number = np.unique(following * levels + priority, return_inverse=True)
        self.pair_next, self.pair_priority = pairs // levels, pairs % levels
        self.end_vertex = np.full((self.n_ends + 1, leaves), -1, dtype=np.int64)
        self.end_vertex[:-1] = first + number.reshape(self.n_ends, leaves)
        self.end_next = np.full((self.n_ends + 1, leaves), -1, dtype=np.int64)
        self.end_next[:-1] = following
        self.first_pair = first
        self.sink = first + len(pairs) if needs_sink else -1
        self.end_vertex[-1] = self.sink
        self.n = first + len(pairs) + needs_sink

    def game(self) -> ParityGame[Any]:
        """Return the game; its first positions are states, each with each state of the memory."""
        leaves, n_states = self.leaves, self.automaton.n * self.leaves
        memory = np.arange(leaves)
        # Of states: the sets that the first player chooses, for each state of the memory.
        counts = np.diff(self.choice_ptr)
        state = np.repeat(np.arange(len(counts)), counts)
        sources = [(state[:, np.newaxis] * leaves + memory).ravel()]
        targets = [self.set_vertex[self.chosen].ravel()]
        # Of sets: their ends.
        place = np.full(len(self.set_vertex), -1, dtype=np.int64)
        place[self.several] = np.arange(len(self.several))
        of_several = place[self.option_set] >= 0
        at = place[self.option_set[of_several]][:, np.newaxis]
        sources.append((n_states + at * leaves + memory).ravel())
        targets.append(self.end_vertex[self.option_end[of_several]].ravel())
        # Of priorities, and of the sink.
        pairs = np.arange(self.first_pair, self.n)
        sources.append(pairs)
        targets.append(np.append(self.pair_next, [self.sink] * (self.sink >= 0)))
        return self._made(np.concatenate(sources), np.concatenate(targets))

    def _made(self, sources: types.AnyArray, targets: types.AnyArray) -> ParityGame[Any]:
        n_states = self.automaton.n * self.leaves
        order = np.argsort(sources, kind="stable") if self.leaves > 1 else slice(None)
        ptr = np.zeros(self.n + 1, dtype=np.int64)
        np.cumsum(np.bincount(sources, minlength=self.n), out=ptr[1:])
        graph: GameGraph[Any] = GameGraph.from_csr(ptr, targets[order].astype(np.int32), copy=False)
        owner = np.zeros(self.n, dtype=np.int8)
        owner[:n_states] = not self.is_moore
        owner[n_states : self.first_pair] = self.is_moore
        priority = np.zeros(self.n, dtype=np.int64)
        priority[self.first_pair : self.first_pair + len(self.pair_priority)] = self.pair_priority
        if self.sink >= 0:
            priority[self.sink] = 1
        game = graph._with(owner=owner, start=self.start)
        return ParityGame._from_checked(game, priority)
