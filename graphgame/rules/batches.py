"""Exploring a rule on int64 codes: of many codes at a time, or compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes
from graphgame.graphs.turns import end_array, movers_of_codes, split_pairs
from graphgame.outcome import MOST_POSITIONS, NO_PRESET, Outcome
from graphgame.rules._stage import RuleError
from graphgame.rules.dense import make_explorer
from graphgame.rules.failures import Failures
from graphgame.rules.growth import CodeGrowth
from graphgame.rules.kind import COMPILED
from graphgame.rules.messages import explain
from graphgame.rules.native import FAILED, ROOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.rules._codes import CodeExplorer
    from graphgame.rules.kind import Rules
    from graphgame.rules.native import Native
    from graphgame.types import Int8Array, Int32Array, Int64Array
else:
    from graphgame.arrays import types

# Positions in a batch at most: its arrays stay inside the cache.
_BATCH = 1 << 14
# Options that a compiled rule stages before they are looked up: STAGED of `_stage`.
_STAGED = 1 << 16


class CodeWalk:
    """Explores a rule of the kind "batch" or "compiled"; see `Explorer`.

    Parameters
    ----------
    rules : Rules
    starts : array_like, or iterator of int
    size, expect, threads
        As of `explore_codes`.
    consume : callable, optional
        Called with the CodeExplorer after each batch: takes its rows, if it drains them.
    """

    def __init__(
        self,
        rules: Rules,
        starts: Any,
        size: int | None,
        expect: int | None,
        threads: int,
        consume: Callable[[CodeExplorer], None] | None = None,
    ) -> None:
        self._rules, self._consume = rules, consume
        self._starts: Any = starts
        self._hints = size, expect, threads
        self._taken: Any = []  # of an iterator, until the explorer is made
        self._explorer: CodeExplorer | None = None
        # The presets of a batch, by the number of positions before it: a batch that was
        # interrupted is expanded again, from the same number on.
        self._pieces: dict[int, tuple[Int8Array, Int32Array | None]] = {}
        self._room = ROOM
        if not isinstance(starts, Iterator):
            self._begin(starts)

    def _begin(self, starts: Any) -> None:
        self._explorer = make_explorer(codes(starts, "start"), *self._hints)
        self._growth = CodeGrowth(self._explorer)
        self._starts = self._taken = None

    @property
    def positions(self) -> int:
        """Positions found."""
        return self._explorer.count if self._explorer is not None else len(self._taken)

    @property
    def expanded(self) -> int:
        """Positions whose options are known."""
        return self._explorer.expanded if self._explorer is not None else 0

    @property
    def moves(self) -> int:
        """Moves of the expanded positions."""
        return self._explorer.m if self._explorer is not None else 0

    @property
    def is_complete(self) -> bool:
        """Whether all positions are expanded."""
        return self._explorer is not None and self.expanded == self.positions

    def run(self, most: int, shown: Callable[[int, int, int], None] | None) -> None:
        """Explore until all positions are expanded, or more than `most` are found."""
        if self._explorer is None:
            self._take(most)
        explorer = self._explorer
        if explorer is None:
            return
        with Failures() as failures:
            while explorer.expanded < explorer.count <= most:
                if self._rules.kind == COMPILED:
                    self._expand_compiled(explorer, failures)
                else:
                    self._expand_batch(explorer)
                if self._consume is not None:
                    self._consume(explorer)
                if shown is not None:
                    shown(explorer.count, explorer.expanded, explorer.m)

    def _take(self, most: int) -> None:
        """Add positions from the iterator of starts, until there are more than `most`."""
        while len(self._taken) <= most:
            wanted = min(most + 1 - len(self._taken), _BATCH)
            before = len(self._taken)
            self._taken.extend(islice(self._starts, wanted))
            if len(self._taken) < before + wanted:
                self._begin(self._taken)
                return
            memory_of_starts(len(self._taken))

    def _expand_compiled(self, explorer: CodeExplorer, failures: Failures) -> None:
        rule, preset = self._rules.options, self._rules.preset
        outcome: tuple[int, int] = (0, 0) if preset is None else (preset.address, preset.data)
        self._growth.check(_STAGED * explorer.threads)
        canonical = self._rules.canonical
        classes: tuple[int, int] = (0, 0)
        if canonical is not None:
            classes = canonical.address, canonical.data
        try:
            explorer.expand_compiled(
                rule.address,
                rule.data,
                *outcome,
                _BATCH,
                self._room,
                failures.check,
                canonical=classes[0],
                canonical_data=classes[1],
                distinct=canonical is not None,
            )
        except RuleError as error:
            failures.check()  # a function that raised returned any number
            if canonical is not None and error.what == FAILED:
                _raise_again(rule, canonical, [error.position])
            function = preset if error.kind == "preset" else rule
            self._room = function.settle(error, self._room)
        if canonical is not None and canonical.failure is not None:
            self._refuse_failed(explorer)

    def _refuse_failed(self, explorer: CodeExplorer) -> None:
        """Raise what the symmetry raised, if what stands for this is among the codes found."""
        try:
            explorer.index[FAILED]
        except KeyError:
            return
        expanded = explorer.index.batch(0, explorer.expanded)
        _raise_again(self._rules.options, self._rules.canonical, expanded)

    def _expand_batch(self, explorer: CodeExplorer) -> None:
        """Expand the next batch by a rule in Python."""
        import numpy as np

        batch = np.asarray(explorer.frontier(_BATCH))
        sources, options, presets, ends = ask_batch(self._rules, batch)
        if presets is not None:
            self._pieces[explorer.expanded] = presets, ends
        canonical = self._rules.canonical
        if canonical is not None and len(options):
            options = _called(canonical, options)
        self._growth.check(len(options))
        try:
            explorer.append(len(batch), sources, options, canonical is not None)
        except RuleError as error:
            raise GraphGameError(explain(error)) from None

    def graph(self) -> GameGraph:
        """Return the graph, when all positions are expanded; can be called once."""
        import numpy as np

        explorer = self._explorer
        assert explorer is not None
        index = explorer.index
        presets: Any
        ptr, idx, found, presets = explorer.finish()
        presets, ends = self._joined_presets(presets)
        labels = CodeLabels(read_only(found))
        mover = self._rules.mover
        return GameGraph._from_checked(
            len(found),
            len(idx),
            options=(ptr, idx),
            presets=presets,
            preset_remoteness=ends,
            movers=None if mover is None else movers_of_codes(mover, labels.array),
            labels=labels,
            index=index,
            start=int(np.asarray(found)[0]) if len(found) else None,
        )

    def finish_drained(self) -> tuple[Buffer, Any, Int32Array | None]:
        """Return codes, presets and their remoteness, where rows are drained; as `graph`."""
        assert self._explorer is not None
        explorer, self._explorer = self._explorer, None
        del self._growth
        found, presets = explorer.finish_drained()
        return found, *self._joined_presets(presets)

    def _joined_presets(self, compiled: Buffer | None) -> tuple[Any, Int32Array | None]:
        """Return presets and their remoteness: those of a compiled rule, else of all batches."""
        import numpy as np

        if self._rules.preset is None or self._rules.kind == COMPILED:
            return compiled, None
        pieces = [self._pieces[key] for key in sorted(self._pieces)]
        if not pieces:
            return None, None
        return np.concatenate([kinds for kinds, _ in pieces]), _joined_ends(pieces)


def ask_batch(
    rules: Rules, batch: Int64Array
) -> tuple[Int64Array, Int64Array, Int8Array | None, Int32Array | None]:
    """Ask a rule for the options of codes.

    Returns
    -------
    sources, options : (m,) int64
        Of every option the index of its code, and the option.
    presets, ends : (k,) int8 and int32, or None
        The presets and their remoteness.
    """
    import numpy as np

    function, preset = rules.options, rules.preset
    if rules.kind == COMPILED:
        function, preset = function.options, None if preset is None else preset.numbers
    rows: Int64Array | None = None  # which of the batch are expanded; None for all
    presets = ends = None
    if preset is not None:
        presets, ends = batch_presets(_called(preset, batch), batch)
        rows = np.flatnonzero(presets == NO_PRESET)
    expanded = batch if rows is None else batch[rows]
    returned = _called(function, expanded) if len(expanded) else ((), ())
    sources, options = moves(returned, len(expanded))
    return sources if rows is None else rows[sources], options, presets, ends


def _joined_ends(pieces: list[tuple[Int8Array, Int32Array | None]]) -> Int32Array | None:
    """Return the remoteness of all presets; None if no batch had any."""
    import numpy as np

    if all(ends is None for _, ends in pieces):
        return None
    joined = [np.zeros(len(kinds), np.int32) if ends is None else ends for kinds, ends in pieces]
    return np.concatenate(joined)


def _called(function: Callable[[Int64Array], Any], batch: Int64Array) -> Any:
    """Return what a function gives for codes; whatever it does to the array, they stay as they are.

    What it raises gets a note.
    """
    try:
        return function(batch.copy())
    except Exception as error:
        error.add_note(f"while exploring {len(batch)} codes, the first being {batch[0]}")
        raise


def _raise_again(rule: Native, canonical: Native, codes: Any) -> None:
    """Ask a symmetry again for the options of codes, of which it raised an exception for one."""
    import numpy as np

    canonical.numbers(rule.options(np.array(codes, dtype=np.int64))[1])


def memory_of_starts(count: int) -> None:
    """Refuse so many positions to start from, in a list, if the next ones do not fit."""
    from graphgame import memory

    memory.check_memory(
        8 * count, None, "start", lambda: f"more positions than the {count:,} taken so far"
    )


def moves(returned: Any, k: int) -> tuple[types.Int64Array, types.Int64Array]:
    """Check what a rule returned for k codes: the sources and the options."""
    if not isinstance(returned, tuple | list) or len(returned) != 2:
        found = f"one {type(returned).__name__}" if returned is not None else "None"
        if isinstance(returned, tuple | list):
            found = f"a {type(returned).__name__} of {len(returned)}"
        elif hasattr(returned, "shape"):
            found = f"one array of shape {returned.shape}"
        raise GraphGameError(
            "rule: expected a pair of arrays, (sources, options): of each move the index of the "
            f"code it starts from, and the code it leads to; got {found}"
        )
    sources, options = (
        codes(values, what) for values, what in zip(returned, ("sources", "options"), strict=True)
    )
    if len(sources) != len(options):
        raise GraphGameError(
            "rule: expected two arrays of one length, "
            f"got {len(sources)} sources and {len(options)} options"
        )
    try:
        checks.check_range(sources, k, "sources")
    except GraphGameError as error:
        if ((options >= 0) & (options < k)).all():
            raise GraphGameError(
                f"{error}, while all options are such: return (sources, options), not (options, "
                "sources)"
            ) from None
        raise
    return sources, options


def batch_presets(
    values: Any, batch: types.Int64Array
) -> tuple[types.Int8Array, types.Int32Array | None]:
    """Check what a function of presets returned for a batch of codes: outcomes and remoteness."""
    import numpy as np

    values, ends = split_pairs(values)
    if isinstance(values, list | tuple) or getattr(values, "dtype", None) == np.dtype(object):
        listed: Any = np.array(values, dtype=object)
        listed[listed == np.array(None)] = NO_PRESET  # none is None here, too
        values = listed
    presets = checks.integers(values, "presets")
    if presets.shape != batch.shape:
        raise GraphGameError(
            f"presets: expected {len(batch)} outcomes, one for every code, "
            f"got shape {presets.shape}"
        )
    wrong = (presets < Outcome.LOSE) | (presets > Outcome.TIE)
    if wrong.any():
        code, found = batch[wrong][0], presets[wrong][0]
        raise GraphGameError(
            f"preset of code {code}: expected WIN, LOSE, DRAW, TIE or NO_PRESET (1, -1, 0, 3 or "
            f"2), got {found}"
        )
    if ends is not None:
        ends = end_array(ends, MOST_POSITIONS // 2, presets, batch.__getitem__)
    return presets.astype(np.int8), ends
