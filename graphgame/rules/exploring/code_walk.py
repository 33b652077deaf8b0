"""Exploring a rule on int64 codes: of many codes at a time, or compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from graphgame import checks, memory
from graphgame.arrays import read_only
from graphgame.errors import ExplorationLimitError, GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes
from graphgame.graphs.presets import owner_of_codes
from graphgame.outcome import MOST_POSITIONS
from graphgame.progress import Exploring
from graphgame.rules.batches import compiled_ends_at, joined_ends
from graphgame.rules.blocks import BLOCK, Adding, BatchAsker, CompiledAsker
from graphgame.rules.checking.consistent import require_same_options
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.failures import Failures
from graphgame.rules.exploring._codes import CodeExplorer
from graphgame.rules.exploring._compact import CompactRows
from graphgame.rules.exploring.bound import rows, with_bound
from graphgame.rules.exploring.growth import CodeGrowth
from graphgame.rules.kind import COMPILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.graphs._index import CodeIndex
    from graphgame.rules.blocks import AskedBlock
    from graphgame.rules.exploring.bound import Bound
    from graphgame.rules.kind import Rules
    from graphgame.types import Array, Int8Array, Int32Array, Int64Array, ProgressLike


# About how many options several threads add before memory is checked and progress shown, in 10 ms.
# Arrays with room for so many have large pages, which are much faster to come by than small ones.
LAP = 1 << 20
# What a position takes at least: its code, its offset and a slot of the table.
_EACH = 8 + 8 + 11
# Bytes of an entry of the array, which are checked before it is made from _SMALL on.
_ENTRY, _SMALL = 4, 1 << 26


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
        Then codes are packed.
    merged : bool
        Whether one position stands for all options of one preset outcome and one remoteness.
    """

    def __init__(
        self,
        rules: Rules,
        starts: Any,
        size: int | None,
        expect: int | None,
        threads: int,
        consume: Callable[[CodeExplorer], None] | None = None,
        *,
        merged: bool = False,
    ) -> None:
        self._rules, self._consume = rules, consume
        self._merged = merged and rules.preset is not None
        self._starts: Any = starts
        self._hints = size, expect, consume is not None
        self._threads = checks.at_least_1(threads, "threads")
        self._taken: Any = []  # of an iterator, until the explorer is made
        self._explorer: CodeExplorer | None = None
        # The presets of a batch, by the number of positions before it: a batch that was
        # interrupted is expanded again, from the same number on.
        self._pieces: dict[int, tuple[Int8Array, Int32Array | None]] = {}
        if not isinstance(starts, Iterator):
            self._begin(starts)

    def _begin(self, starts: Any) -> None:
        explorer = make_explorer(codes(starts, "start"), *self._hints)
        self._growth = CodeGrowth(explorer)
        is_compiled = self._rules.kind == COMPILED
        self._asker: BatchAsker | CompiledAsker = (
            CompiledAsker(self._rules, explorer, merged=self._merged)
            if is_compiled
            else BatchAsker(self._rules, explorer, merged=self._merged)
        )
        # Last, and at once: after Ctrl-C before it, all of this is done again.
        self._explorer, self._starts, self._taken = explorer, None, None

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

    def run(self, most: int, report: Callable[[int, int, int], None] | None) -> None:
        """Explore until all positions are expanded, or more than `most` are found."""
        if self._explorer is None:
            self._take(most)
        explorer = self._explorer
        if explorer is None:
            return
        asked: AskedBlock | None = None  # about the next positions
        with Failures() as failures, Adding(explorer, self._threads) as adding:
            while explorer.expanded < explorer.count <= most:
                try:
                    if not self._share(explorer, adding, failures, most):
                        asked = self._go_on(explorer, asked, adding, failures, most)
                        failures.check_late()
                except RuleError as error:
                    self._asker.refuse(error)
                self._asker.refuse_failed()
                if report is not None:
                    report(explorer.count, explorer.expanded, explorer.m)

    def _share(self, explorer: CodeExplorer, adding: Adding, failures: Failures, most: int) -> bool:
        """Add blocks of a compiled rule in all threads; return whether they may go on at once.

        If not, the next block is one for a single thread.  A limit that is passed ends the walk
        before it.
        """
        asker, before = self._asker, explorer.m
        if isinstance(asker, BatchAsker) or not (asker.shares and adding.pays(0)):
            return False
        if not adding.begin(self._threads):
            return False
        self._growth.check(LAP)
        asker.share(adding, failures, most, LAP)
        failures.postpone()
        if self._consume is not None:
            self._consume(explorer)
        return explorer.m >= before + LAP or explorer.count > most

    def _go_on(
        self,
        explorer: CodeExplorer,
        asked: AskedBlock | None,
        adding: Adding,
        failures: Failures,
        most: int,
    ) -> AskedBlock | None:
        """Add what was asked, or else the next block; return what was asked meanwhile, if any."""
        if asked is None:
            asked = self._asker.ask(self._asker.take(adding.share()), failures)
        self._growth.check(asked.options)
        if isinstance(self._asker, BatchAsker) and adding.pays(asked.size) and adding.begin(2):
            return self._add_and_ask(self._asker, asked, adding, failures, most)
        self._add(explorer, asked)
        if asked.error is not None:
            raise asked.error
        return None

    def _add(self, explorer: CodeExplorer, asked: AskedBlock) -> None:
        """Add the options of the next positions."""
        if asked.presets is not None:
            self._pieces[explorer.expanded] = asked.presets
        asked.add()
        if self._consume is not None:
            self._consume(explorer)

    def _add_and_ask(
        self,
        asker: BatchAsker,
        asked: AskedBlock,
        adding: Adding,
        failures: Failures,
        most: int,
    ) -> AskedBlock | None:
        """Add what was asked in a thread, and ask about the positions behind it meanwhile.

        If adding fails, or finds more than `most` positions, what is asked meanwhile is nothing:
        one thread would not have asked it yet.
        """
        explorer, error = self._explorer, None
        assert explorer is not None
        ahead: AskedBlock | None = None
        taken = asker.take(BLOCK, asked.size)
        added = adding.start(partial(self._add, explorer, asked))
        try:
            ahead = asker.ask(taken, failures)
        except Exception as raised:  # noqa: BLE001 -- raised when its turn has come
            error = raised
        except BaseException:
            adding.stop()
            raise
        adding.finish(added)
        if error is not None and explorer.count <= most:
            try:
                raise error
            finally:
                del error  # it knows this frame
        return ahead

    def _take(self, most: int) -> None:
        """Add positions from the iterator of starts, until there are more than `most`."""
        while len(self._taken) <= most:
            wanted = min(most + 1 - len(self._taken), BLOCK)
            before = len(self._taken)
            self._taken.extend(islice(self._starts, wanted))
            if len(self._taken) < before + wanted:
                self._begin(self._taken)
                return
            memory_of_starts(len(self._taken))

    def bounded(self, bound: Bound) -> GameGraph:
        """Return the graph of what is expanded, in which all else is preset; changes nothing."""
        import numpy as np

        explorer = self._explorer
        assert explorer is not None
        n = explorer.count
        labels = CodeLabels(np.asarray(explorer.index.batch(0, n)))
        known, ends = self._joined_presets(explorer.presets, labels.array.__getitem__)
        presets, ends = with_bound(known, ends, n, explorer.expanded, bound)
        return self._named(labels, rows(explorer, n), presets, ends, index=labels.numbering())

    def graph(self) -> GameGraph:
        """Return the graph, when all positions are expanded; can be called once."""
        explorer = self._explorer
        assert explorer is not None
        index = explorer.index
        ptr, idx, found, known = explorer.finish()
        labels = CodeLabels(read_only(found))
        presets, ends = self._joined_presets(known, labels.array.__getitem__)
        return self._named(labels, (ptr, idx), presets, ends, index=index)

    def _named(
        self, labels: CodeLabels, options: Any, presets: Any, ends: Any, *, index: types.Index
    ) -> GameGraph:
        """Return the graph of positions that are codes."""
        owner = self._rules.owner
        return GameGraph._from_checked(
            len(labels),
            len(options[1]),
            options=options,
            presets=presets,
            preset_remoteness=ends,
            owner=None if owner is None else owner_of_codes(owner, labels.array),
            labels=labels,
            index=index,
            start=labels[0] if len(labels) else None,
        )

    def finish_drained(self) -> tuple[CodeIndex, Any, Int32Array | None]:
        """Return the codes, presets and their remoteness, where rows are drained; as `graph`."""
        assert self._explorer is not None
        explorer, self._explorer = self._explorer, None
        del self._growth, self._asker
        index, presets = explorer.finish_drained()
        return index, *self._joined_presets(presets, partial(_codes_at, index))

    def _joined_presets(
        self, compiled: Buffer | None, codes_at: Callable[[Any], Int64Array]
    ) -> tuple[Any, Int32Array | None]:
        """Return presets and their remoteness: those of a compiled rule, else of all batches."""
        import numpy as np

        if self._rules.preset is None or self._rules.kind == COMPILED:
            return compiled, compiled_ends_at(self._rules, compiled, codes_at)
        pieces = [self._pieces[key] for key in sorted(self._pieces)]
        if not pieces:
            return None, None
        return np.concatenate([kinds for kinds, _ in pieces]), joined_ends(pieces)


def _codes_at(index: CodeIndex, rows: Int64Array) -> Int64Array:
    """Return the codes of ascending indices, without a copy of all codes."""
    import numpy as np

    found = np.empty(len(rows), dtype=np.int64)
    at = 0
    while at < len(rows):
        first = int(rows[at])
        stop = at + int(np.searchsorted(rows[at:], first + BLOCK))
        block = np.asarray(index.batch(first, int(rows[stop - 1]) + 1))
        found[at:stop] = block[rows[at:stop] - first]
        at = stop
    return found


def memory_of_starts(count: int) -> None:
    """Refuse so many positions to start from, in a list, if the next ones do not fit."""
    from graphgame import memory

    memory.check_memory(
        8 * count, None, "start", lambda: f"more positions than the {count:,} taken so far"
    )


def make_explorer(
    starts: Int64Array, size: int | None, expect: int | None, packed: bool
) -> CodeExplorer:
    """Return a CodeExplorer for these starts; check what the author of a rule says of it.

    Parameters
    ----------
    starts : (k,) int64
    size, expect
        As of `explore_codes`.
    packed : bool
        As of `CodeIndex`.

    Raises
    ------
    TooLargeError
        If the array for `size` does not fit in memory.
    GraphGameError
        If one of them is no integer from 1 on, or a start is not below `size`.
    """
    size = 0 if size is None else checks.at_least_1(size, "size")
    # A hint: what it promises may be more than there is.
    expect = 0 if expect is None else min(checks.at_least_1(expect, "expect"), MOST_POSITIONS)
    if expect * _EACH > _SMALL:
        expect = min(expect, (memory.available_memory() or 0) // (2 * _EACH))
    if size:
        if _ENTRY * size > _SMALL:
            memory.check_memory(
                _ENTRY * size, None, "size", lambda: f"an array for the {size:,} integers below it"
            )
        wrong = (starts < 0) | (starts >= size)
        if wrong.any():
            raise GraphGameError(
                f"start: expected positions from 0 to {size - 1}, for size={size} was given; "
                f"got {starts[wrong][0]}"
            )
    return CodeExplorer(starts, size, expect, packed)


class RowExplorer:
    """Explores a rule of the kind "batch" or "compiled", as `explore_codes` does.

    It goes on where a limit, an error or Ctrl-C has stopped it.

    Parameters
    ----------
    rules : Rules
    starts : array_like, or iterator of int
    size, expect, threads
        As of `explore_codes`.
    merged : bool
        Whether one position stands for all options of one preset outcome and one remoteness.

    Notes
    -----
    Per position 5 bytes for the code, or as many as codes need, 2 for the number of its options,
    10.7 to 21.3 for the index, which is gone after `finish`, and 1 for presets; 3 or 4 bytes per
    edge but the first to each position.
    """

    def __init__(
        self,
        rules: Rules,
        starts: Any,
        *,
        size: int | None,
        expect: int | None,
        threads: int,
        merged: bool = False,
    ) -> None:
        self._rules, self._expect, self._merged = rules, expect, merged
        self._rows = rows = CompactRows()
        # No method: with a reference to itself, its arrays would wait for the collector.
        self._walk = CodeWalk(
            rules, starts, size, expect, threads, lambda found: found.drain(rows), merged=merged
        )

    def counted(self) -> tuple[int, int, int]:
        """Return how many positions have been found, how many expanded, and their moves."""
        return self._walk.positions, self._walk.expanded, self._walk.moves

    def run(self, *, limit: int | None, progress: ProgressLike) -> None:
        """Explore until all positions are expanded; see `Explorer.run`."""
        most = checks.limit(limit, MOST_POSITIONS)
        with Exploring(progress, self.counted, self._expect) as report:
            self._walk.run(most, report)
        if not self._walk.is_complete:
            raise ExplorationLimitError(most, *self.counted())

    def finish(self) -> tuple[CodeIndex, Array | None, Int32Array | None, CompactRows]:
        """Return the positions and their options, after all are expanded; call it once.

        Returns
        -------
        codes : CodeIndex
            In breadth-first order.  Its slots have been released.
        presets : (n,) int8 or None
        ends : (n,) int32 or None
            The remoteness of presets, if there is one.
        rows : CompactRows
            The options of every position.
        """
        walk, rows = self._walk, self._rows
        del self._walk, self._rows
        if walk._explorer is not None:
            walk._explorer.drain(rows)  # what Ctrl-C has kept from being drained
        codes, presets, ends = walk.finish_drained()
        explored = _Explored(codes, presets, rows)
        require_same_options(explored, self._rules, merged=self._merged)
        return codes, presets, ends, rows


class _Explored:
    """What `require_same_options` reads of a game."""

    def __init__(self, codes: CodeIndex, presets: Any, rows: CompactRows) -> None:
        import numpy as np

        self.n = rows.n
        self.presets: Any = None if presets is None else np.asarray(presets)
        self._codes = codes
        self._rows = rows
        self._numbers: dict[int, int] = {}

    def positions(self, indices: list[int]) -> list[int]:
        codes = [self._code(v) for v in indices]
        self._numbers = dict(zip(codes, indices, strict=True))
        return codes

    def _code(self, v: int) -> int:
        return memoryview(self._codes.batch(v, v + 1))[0]

    def options(self, position: int) -> list[int]:
        import numpy as np

        row = np.asarray(self._rows.row(self._numbers[position])).tolist()
        return [self._code(w) for w in row]
