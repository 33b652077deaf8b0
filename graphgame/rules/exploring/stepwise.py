"""`Explorer`: explores a rule step by step, and goes on where it was stopped."""

from __future__ import annotations

from functools import partial as of

from graphgame import checks
from graphgame.arrays import Generic, P
from graphgame.errors import ExplorationLimitError, GraphGameError, advised
from graphgame.graphs.graph import GameGraph
from graphgame.outcome import MOST_POSITIONS
from graphgame.progress import Exploring
from graphgame.rules.checking.consistent import require_same_options, require_symmetry
from graphgame.rules.exploring.bound import read_bound
from graphgame.rules.exploring.code_walk import CodeWalk
from graphgame.rules.exploring.objects import ObjectWalk
from graphgame.rules.kind import (
    NONE,
    POSITIONS,
    classify,
    doubt,
    no_doubt,
    require_met,
    starting,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame.graphs.symmetry import Symmetry
    from graphgame.rules.exploring.bound import Bound
else:
    from graphgame.arrays import types


class Explorer(Generic[P]):
    """Explores a game from its rule; what stops it loses nothing.

    `explore` and `explore_codes` do the same in one call.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options`` and perhaps ``preset``
        As in `explore`, of any kind.
    start : hashable, or list, set, range, array or iterator of hashable
        As in `explore`.
    presets, owner : callable, compiled function or mapping, optional
        As in `explore`.
    canonical : callable or compiled function, optional
        A symmetry, as in `explore`.
    codes : bool
        Whether positions must be integers of 64 bits, and labels are an array of them, as those of
        `explore_codes` are.
    size : int, optional
        Where positions are integers from 0 to size - 1, as in `explore_codes`.
    expect : int, optional
        About how many positions there are.  Then the progress says how much time is left, and the
        table of codes is made as large from the beginning.
    threads : int
        The most threads to use, for a rule on codes, as in `explore_codes`.

    Attributes
    ----------
    positions, expanded, moves : int
        How many positions have been found, how many of them have all their options, and how many
        these are.
    is_complete : bool
        Whether all positions are expanded.

    Raises
    ------
    GraphGameError
        If the rule or `presets` is of no kind, or a compiled function of another signature.

    See Also
    --------
    explore, explore_codes : Explore in one call.
    ExplorationLimitError : Has the explorer that the limit has stopped.

    Examples
    --------
    >>> explorer = Explorer(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=1000)
    >>> try:
    ...     explorer.run(limit=100)
    ... except ExplorationLimitError as error:
    ...     print(error)
    limit: expected at most 100 positions, found 101, with 294 moves, when 98 of them had been \
expanded
    >>> explorer
    Explorer(positions=101, expanded=98, moves=294)
    >>> explorer.run().graph()
    GameGraph(n=1001, m=2997, labelled)
    """

    def __init__(
        self,
        rule: object,
        start: object,
        *,
        presets: object = None,
        owner: object = None,
        canonical: object = None,
        codes: bool = False,
        size: int | None = None,
        expect: int | None = None,
        threads: int = 1,
    ) -> None:
        self._expect = None if expect is None else checks.at_least_1(expect, "expect")
        first, starts = starting(start, codes=codes)
        self._doubt = "" if codes else doubt(start)
        self._rules = classify(rule, first, presets, owner, canonical, codes=codes)
        self._symmetry: Symmetry | None = None
        if self._rules.canonical is not None:
            from graphgame.rules.symmetry import begin

            presets = presets if presets is not None else getattr(rule, "preset", None)
            starts, self._symmetry = begin(
                Explorer, rule, self._rules, starts, presets, codes=codes
            )
            self._first = None if first is NONE else first
        self._walk: Any
        if self._rules.kind == POSITIONS:
            self._walk = ObjectWalk(self._rules, starts, codes=codes)
        else:
            self._walk = CodeWalk(self._rules, starts, size, expect, threads)
        self._graph: GameGraph[Any] | None = None
        self._is_checked = False
        self._running: dict[str, int] | None = {}  # None when it is complete

    @property
    def positions(self) -> int:
        """How many positions have been found."""
        return self._counted()[0]

    @property
    def expanded(self) -> int:
        """How many positions have all their options."""
        return self._counted()[1]

    @property
    def moves(self) -> int:
        """How many moves the expanded positions have."""
        return self._counted()[2]

    @property
    def is_complete(self) -> bool:
        """Whether all positions are expanded."""
        walk: Any = vars(self).get("_walk")
        graph = self._graph
        return graph is not None or bool(walk.is_complete)

    def _counted(self) -> tuple[int, int, int]:
        # In this order, since `run` in another thread has a graph before it deletes the walk.
        walk: Any = vars(self).get("_walk")
        graph = self._graph
        if graph is not None:
            return graph.n, graph.n, graph.m
        return walk.positions, walk.expanded, walk.moves

    @advised
    def run(self, *, limit: int | None = None, progress: types.ProgressLike = False) -> Explorer[P]:
        """Explore until all positions are expanded.

        Parameters
        ----------
        limit : int, optional
            The most positions that may be found.  Without it, memory sets the limit.
        progress : bool or callable
            Show positions, moves and rate on standard error, through tqdm where it is installed; or
            call this with a `Progress`.

        Returns
        -------
        Explorer
            This one.

        Raises
        ------
        ExplorationLimitError
            If there are more positions than `limit`.
        TooLargeError
            If the next positions would not fit in memory.
        GraphGameError
            If the rule returns what it must not, or not the same when it is asked again; or if the
            explorer is running in another thread.

        See Also
        --------
        graph, is_complete

        Notes
        -----
        After any error, Ctrl-C among them, call it again to go on: the rule is asked again about
        the positions that it was asked about last, and the graph is the same as without the error.

        At the end the rule is asked about up to 8 positions again, to find out whether its options
        depend on the position alone.
        """
        most = checks.limit(limit, MOST_POSITIONS)
        if (running := self._running) is not None:
            with checks.Alone(running, "Explorer.run"):
                self._run(most, progress=progress)
        return self

    def _run(self, most: int, *, progress: types.ProgressLike) -> None:
        """Explore as `run` does, in one thread."""
        if self._graph is None:
            walk = self._walk
            with (
                Exploring(progress, self._counted, self._expect) as report,
                no_doubt(self._doubt, lambda: self.expanded),
            ):
                walk.run(most, report)
            if not walk.is_complete:
                raise ExplorationLimitError(most, *self._counted(), explorer=self)
            self._graph = walk.graph()
            self._graph._author = self._rules.author
            if self._symmetry is not None:
                self._graph.start, self._graph._symmetry = self._first, self._symmetry
        self._check()

    def _check(self) -> None:
        """Check the graph, once: what was given with the rule, and whether the rule is the same."""
        if not self._is_checked:
            assert self._graph is not None
            graph: GameGraph[Any] = self._graph
            if self._rules.given and graph.n:
                _require_given(self._rules.given, graph)
            require_same_options(self._graph, self._rules)
            if self._symmetry is not None:
                require_symmetry(self._graph)
            self._is_checked = True
            del self._walk, self._rules, self._symmetry
            self._running = None

    def graph(self, *, partial: types.Preset | None = None) -> GameGraph[types.Anything]:
        """Return the graph of the game, or of what is explored of it.

        Parameters
        ----------
        partial : Outcome, its name, or (outcome, remoteness), optional
            Before the exploration is complete: the preset of the positions that are not expanded
            yet.  The explorer can go on afterwards.

        Returns
        -------
        GameGraph
            Labelled by the positions, in breadth-first order: index 0 is the (first) start, which
            is the `start` of the graph.

        Raises
        ------
        GraphGameError
            If not all positions are expanded yet, and `partial` is not given; if it is no preset;
            if no position is expanded;
            or if the explorer is running in another thread.

        See Also
        --------
        run, explore

        Notes
        -----
        With ``partial=gg.DRAW``, each WIN and each LOSE of the bounded game holds in the whole
        game, in normal and in misère play: it is forced within what is expanded.  Its remoteness is
        a bound, from above.  A DRAW proves nothing.  With another preset, no outcome proves
        anything.

        A presets function has not been asked about positions that are not expanded.

        Examples
        --------
        >>> import graphgame as gg
        >>> explorer = gg.Explorer(lambda n: [n + 1, 2 * n] if n % 5 else [], start=1)
        >>> try:
        ...     explorer.run(limit=50)
        ... except gg.ExplorationLimitError:
        ...     solution = gg.solve(explorer.graph(partial=gg.DRAW))
        >>> solution[4]
        Label(outcome=<Outcome.WIN: 1>, remoteness=1, best_move=5)
        """
        if partial is not None:
            bound = read_bound(partial)
            if (running := self._running) is not None:
                with checks.Alone(running, "Explorer.graph"):
                    if self._graph is None:
                        return self._bounded(bound)
                    self._check()
        if self._graph is None or not self._is_checked:
            raise GraphGameError(
                f"graph: expected an exploration that is complete, got one with {self.expanded} of "
                f"{self.positions} positions expanded; run() goes on, and partial=gg.DRAW gives "
                "the game in which the others are draws"
            )
        return self._graph

    def _bounded(self, bound: Bound) -> GameGraph[Any]:
        """Return the graph of what is explored."""
        if not self.expanded:
            raise GraphGameError(
                "graph: expected an exploration that has begun, got one with 0 of "
                f"{self.positions} positions expanded; run(limit=…) begins"
            )
        graph: GameGraph[Any] = self._walk.bounded(bound)
        graph._author = self._rules.author
        if self._symmetry is not None:
            graph.start, graph._symmetry = self._first, self._symmetry
        return graph

    def __getstate__(self) -> dict[str, Any]:
        if not self._is_checked:
            raise TypeError("an Explorer cannot be copied or pickled before it is complete")
        return vars(self)

    def __repr__(self) -> str:
        positions, expanded, moves = self._counted()
        return f"Explorer(positions={positions}, expanded={expanded}, moves={moves})"


def _require_given(given: dict[str, Any], graph: GameGraph[Any]) -> None:
    """Refuse mappings with keys that are no positions, and a graph that has other values."""
    from graphgame.graphs.verify import require_owner, require_presets

    require_met(given, of(map, graph.__contains__), graph.position(0))
    if "presets" in given and graph.presets is not None:
        require_presets(given["presets"], graph.presets, graph.preset_remoteness, graph)
    if "owner" in given:
        require_owner(given["owner"], graph.owner, graph)
