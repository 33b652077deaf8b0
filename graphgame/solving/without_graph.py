"""Solve a rule and keep its answers alone: explore, store the options once, and let them go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress

from graphgame import _core, checks
from graphgame.answers import _sorting, joining
from graphgame.answers.database import Database
from graphgame.answers.listed import Listed
from graphgame.errors import ExplorationLimitError, TooLargeError
from graphgame.graphs.labels import codes as as_codes
from graphgame.memory import check_memory
from graphgame.outcome import DRAW, MOST_POSITIONS, NO_PRESET, WIN
from graphgame.rules.asked import read_rules, refuse_presets
from graphgame.rules.exploring.code_walk import RowExplorer
from graphgame.rules.exploring.stepwise import Explorer
from graphgame.rules.kind import POSITIONS, starting
from graphgame.rules.merging import MergedOptions
from graphgame.rules.symmetry import representatives
from graphgame.solving import _without_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.graphs.graph import GameGraph
    from graphgame.rules.exploring._compact import CompactRows
    from graphgame.types import Array, Int64Array

# Options that take less memory than this are moved at once; others in so many parts.
_FEW, _PARTS = 1 << 22, 8


class AnswersExplorer:
    """Explores a rule to solve it without its graph; goes on where a limit has stopped it.

    ``error.explorer`` of the `ExplorationLimitError` of ``build(…, limit=…)`` is one.  The
    parameters are those of `build`, but for `label`, which gives the outcomes and the remoteness of
    a graph, as `solve` does, and `undecided`, whether `store` is "undecided".

    Examples
    --------
    >>> import graphgame as gg
    >>> def take(n):
    ...     return [n - k for k in (1, 2, 3) if n >= k]
    >>> try:
    ...     gg.build(take, start=1000, limit=100)
    ... except gg.ExplorationLimitError as error:
    ...     print(error.explorer.run().database())
    Database(n=1001, play='normal': 750 WIN, 251 LOSE, 0 DRAW)
    """

    def __init__(
        self,
        rule: Any,
        start: Any,
        *,
        play: types.PlayName,
        presets: Any,
        size: int | None,
        expect: int | None,
        threads: int,
        label: Callable[..., tuple[Buffer, Buffer]],
        canonical: Any,
        undecided: bool = False,
    ) -> None:
        from graphgame import outcome

        self._play, self._label, self._undecided = outcome.Play(play), label, undecided
        expect = None if expect is None else checks.at_least_1(expect, "expect")
        first, starts = starting(start, codes=hasattr(start, "__array__"))
        self._rules = rules = read_rules(rule, first, presets, canonical)
        if undecided and "presets" in rules.given:
            rules.met = set()  # positions with a preset are not stored
        self._busy: dict[str, int] = {}
        self._taken: list[Any] | None = None
        if isinstance(starts, Iterator):
            self._taken = []
            starts = _recorded(starts, self._taken)
        self._explorer: Explorer[Any] | RowExplorer
        if rules.kind == POSITIONS:
            self._starts = starting(starts)[1] if hasattr(starts, "__array__") else starts
            self._explorer = Explorer(
                MergedOptions(rules) if undecided and rules.preset is not None else rules.options,
                self._starts,
                presets=rules.preset,
                canonical=rules.canonical,
                expect=expect,
            )
            return
        self._starts = starts if self._taken is not None else _own_codes(starts)
        taken = self._starts
        if rules.represent is not None:
            taken = representatives(rules, taken)[1]
        self._explorer = RowExplorer(
            rules, taken, size=size, expect=expect, threads=threads, merged=undecided
        )

    def run(
        self, *, limit: int | None = None, progress: types.ProgressLike = False
    ) -> AnswersExplorer:
        """Explore until all positions are expanded; see `Explorer.run`.

        Returns
        -------
        AnswersExplorer
            This one.

        Raises
        ------
        ExplorationLimitError
            If there are more positions than `limit`.
        GraphGameError
            As `Explorer.run`; also if it is running in another thread.
        """
        try:
            with checks.Alone(self._busy, "AnswersExplorer.run"):
                self._explorer.run(limit=limit, progress=progress)
        except ExplorationLimitError as error:
            error.explorer = self
            raise
        return self

    def database(self) -> Database[Any]:
        """Return the answers, when all positions are expanded; can be called once."""
        with checks.Alone(self._busy, "AnswersExplorer.database"):
            return self._database()

    def _database(self) -> Database[Any]:
        misere, explorer = self._play == "misere", self._explorer
        if isinstance(explorer, RowExplorer):
            return self._solved_codes(explorer, misere=misere)
        import numpy as np

        game = explorer.graph()
        starts = [*(self._starts if self._taken is None else self._taken)]
        if game.labels:
            refuse_presets(game.labels, game.presets, game.preset_remoteness)
        label = self._label if game.preset_remoteness is None else _label_late
        labels = np.asarray(_without_graph.pack_labels(*label(game, misere=misere)))
        listed, moves = Listed(list(game.labels or ()), game._index), None
        if not self._undecided:
            moves = game.m
        elif game.presets is not None:
            stored = game.presets == NO_PRESET
            stored[[game.index(start) for start in starts]] = True
            labels = labels[stored]
            listed = Listed([*compress(game.labels or (), stored.tolist())])
        return self._joined(labels, starts, moves, listed=listed)

    def _solved_codes(self, explorer: RowExplorer, *, misere: bool) -> Database[int]:
        import numpy as np

        index, presets, ends, rows = explorer.finish()
        del explorer, self._explorer
        kinds = None if presets is None else np.asarray(presets)
        refuse_presets(_CodesOf(index), kinds, ends)
        dropped: Any = ()
        if self._undecided and kinds is not None:
            dropped = rows.first + np.flatnonzero(kinds[rows.first :] != NO_PRESET)
        moves = None if self._undecided else rows.m
        labels: Any = solve_rows(rows, presets, ends, misere=misere)
        del rows, presets, ends, kinds
        codes: Any = index.finish()
        del index
        without = np.asarray(codes)[dropped] if len(dropped) else None
        _sorting.sort_labels(codes, labels)
        codes, labels = np.asarray(codes), np.asarray(labels)
        if without is not None:
            places = np.searchsorted(codes, without)
            codes, labels = np.delete(codes, places), np.delete(labels, places)
        starts = self._starts if self._taken is None else as_codes(self._taken, "start")
        return self._joined(labels, starts, moves, codes=codes)

    def _joined(self, labels: Any, starts: Any, moves: int | None, **named: Any) -> Database[Any]:
        """Return the labels with the rule, whose mappings may have no keys but positions."""
        database = Database._in_memory(
            labels,
            self._rules,
            starts,
            self._play,
            moves=moves,
            undecided=self._undecided,
            **named,
        )
        joining.adopt(database, database._asked)
        return database


class _CodesOf:
    """The codes of an index that is still open, for an error."""

    def __init__(self, index: Any) -> None:
        self._index = index

    def __getitem__(self, v: int) -> Any:
        import numpy as np

        return np.asarray(self._index.batch(v, v + 1))[0]


def _own_codes(starts: Any) -> Int64Array:
    """Return starts as codes of our own: the caller may change what it gave."""
    import numpy as np

    found = as_codes(starts, "start")
    return found.copy() if np.may_share_memory(found, starts) else found


def _recorded(starts: Iterator[Any], taken: list[Any]) -> Iterator[Any]:
    """Return an iterator of the same positions, which appends each to a list."""
    for position in starts:
        taken.append(position)
        yield position


def _label_late(game: GameGraph[Any], *, misere: bool) -> tuple[Buffer, Buffer]:
    """Return outcomes and remoteness of a game whose presets have a remoteness."""
    from graphgame.solving import turns

    return turns.labelling(game, "plies", misere=misere)[:2]


def late_presets(presets: Array | None, ends: Array | None, n: int) -> Any:
    """Return the presets of a remoteness above 0 in the order of `_core.propagate`.

    Returns
    -------
    late : (k,) int32 or None
    codes : (k,) uint32 or None

    Raises
    ------
    TooLargeError
        If a remoteness and the number of positions do not fit in 31 bits together.
    """
    import numpy as np

    if presets is None or ends is None:
        return None, None
    late = np.flatnonzero(ends)
    found, is_win = np.asarray(ends)[late], np.asarray(presets)[late] == WIN
    order = np.lexsort((~is_win, found))
    late, found, is_win = late[order], found[order], is_win[order]
    if not len(late):
        return None, None
    if int(found[-1]) + n > MOST_POSITIONS:
        raise TooLargeError(
            f"presets: expected a remoteness of at most {MOST_POSITIONS - n} in a game of {n} "
            f"positions, got {found[-1]}"
        )
    return late.astype(np.int32), 2 * found.astype(np.uint32) + is_win


def solve_rows(
    rows: CompactRows, presets: Array | None, ends: Array | None = None, *, misere: bool
) -> Buffer:
    """Return the labels of a game; its rows hold nothing afterwards, or are not needed any more.

    `ends` is the remoteness of presets, if there is one; `presets` is changed then.

    Notes
    -----
    Where every option is above its position, and no preset has a remoteness, one pass over them.
    Else the predecessors take the place of the options part by part, and counters propagate: 18
    bytes per position and 4 per edge, and an eighth of these more meanwhile.  The options have
    taken less, and are gone then.
    """
    late, late_codes = late_presets(presets, ends, rows.n)
    if rows.rising and late is None:
        return _without_graph.solve_rising(rows, presets, misere)
    n, m = rows.n, rows.m
    parts = _PARTS if m > _FEW else 1
    check_memory(
        18 * n + 4 * m + 4 * m // parts - rows.nbytes,
        None,
        "rule",
        lambda: f"{n} positions and {m} moves, to solve them",
    )
    predecessors_ptr, predecessors, degrees = _without_graph.take_predecessors(rows, parts)
    if late is not None:
        import numpy as np

        np.asarray(presets)[late] = DRAW
    outcomes, remoteness = _core.propagate(
        predecessors_ptr, predecessors, degrees, presets, misere, True, late, late_codes
    )
    del predecessors_ptr, predecessors, degrees
    return _without_graph.pack_labels(outcomes, remoteness)
