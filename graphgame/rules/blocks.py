"""Asking a rule on codes for the options of the next positions of an exploration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from graphgame._kernel.threads import Helpers
from graphgame.errors import GraphGameError
from graphgame.rules.batches import ask_batch, called
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.native import FAILED, ROOM
from graphgame.rules.exploring._codes import Block
from graphgame.rules.exploring._relay import Relay
from graphgame.rules.merging import MergedCodes
from graphgame.rules.messages import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self

    from graphgame._kernel.threads import Call
    from graphgame.rules.compiled.failures import Failures
    from graphgame.rules.compiled.native import Native
    from graphgame.rules.exploring._codes import CodeExplorer
    from graphgame.rules.kind import Rules
    from graphgame.types import Int8Array, Int32Array, Int64Array


# So many positions must wait for it to be worth while to hand work to a thread, 50 µs.
LEAST_AHEAD = 1 << 11
# Positions in a batch at most: its arrays stay inside the cache.
BLOCK = 1 << 14
# Positions in a block of one of several threads at most, and at least.
SHARED_BLOCK, LEAST_SHARED = 1 << 10, 1 << 8


class Adding:
    """Threads that work on an explorer, from entering to leaving it.

    Rules in Python are asked in the thread of the caller, while one other adds options: their
    exceptions, signals and whatever they keep for a thread are as without this one.  Compiled rules
    are asked in all threads; see `Relay`.

    Parameters
    ----------
    explorer : CodeExplorer
    threads : int
        With one there are no others.
    """

    def __init__(self, explorer: CodeExplorer, threads: int) -> None:
        self._explorer = explorer
        self.threads: int = threads
        self._helpers: Helpers = Helpers()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._helpers.end()
        finally:
            self._explorer.watch(signals=True)

    def share(self) -> int:
        """Return how many of the next positions to ask about first: half, if others can wait."""
        waiting = self._explorer.count - self._explorer.expanded
        return waiting if self.threads == 1 else max(waiting // 2, LEAST_AHEAD)

    def pays(self, size: int) -> bool:
        """Return whether enough positions wait behind the next `size` to ask about them."""
        waiting = self._explorer.count - self._explorer.expanded - size
        return self.threads > 1 and waiting >= LEAST_AHEAD

    def begin(self, threads: int) -> bool:
        """Start so many threads, that of the caller included; return whether there are two.

        If the system has no more threads, there are fewer, and `threads` says so.
        """
        wanted = min(threads, self.threads)
        begun = self._helpers.begin(wanted)
        if begun < wanted:
            self.threads = begun
        return self.threads > 1

    def start(self, add: Callable[[], None]) -> Call:
        """Start to call a function in a thread; it adds options to the explorer."""
        self._explorer.watch(signals=False)
        return self._helpers.call(add)

    def finish(self, adding: Call) -> None:
        """Wait until the function has ended; raise what it raised."""
        try:
            adding.result()
        except BaseException:  # Ctrl-C here, if the function has not ended
            self.stop()
            raise
        self._explorer.watch(signals=True)

    def stop(self) -> None:
        """End the function: options that it has not added yet can be added again."""
        self._explorer.stop()
        self._helpers.end()
        self._explorer.watch(signals=True)

    def together(self, work: Callable[[int], None], stop: Callable[[], None]) -> None:
        """Call a function in all threads; see `Helpers.together`."""
        try:
            self._helpers.together(work, stop)
        finally:
            self._explorer.watch(signals=True)


class AskedBlock(NamedTuple):
    """What a rule gave for the next positions.

    Parameters
    ----------
    size, options : int
        How many positions it was asked about, and how many options they have.
    add : callable
        Adds them to the explorer.
    presets : (size,) int8 and int32 or None, or None
        Presets of a rule in Python, and their remoteness.
    error : RuleError or None
        What is wrong with the position behind them.
    """

    size: int
    options: int
    add: Callable[[], None]
    presets: tuple[Int8Array, Int32Array | None] | None = None
    error: RuleError | None = None


class BatchAsker:
    """Asks a rule in Python about arrays of codes."""

    def __init__(self, rules: Rules, explorer: CodeExplorer, *, merged: bool = False) -> None:
        self._rules, self._explorer = rules, explorer
        self._merge = MergedCodes(rules) if merged else None

    def take(self, most: int, skip: int = 0) -> Any:
        """Return some of the next positions, `most` or less, without the first `skip`."""
        import numpy as np

        return np.asarray(self._explorer.frontier(min(most, BLOCK), skip))

    def ask(self, batch: Int64Array, _: Failures) -> AskedBlock:
        """Ask the rule about positions."""
        sources, options, presets, ends = ask_batch(self._rules, batch)
        canonical = self._rules.canonical
        if canonical is not None and len(options):
            options = called(canonical, options)
        if self._merge is not None:
            options = self._merge(options)
        size, distinct = len(batch), canonical is not None or self._merge is not None
        add = partial(self._explorer.append, size, sources, options, distinct)
        return AskedBlock(size, len(options), add, None if presets is None else (presets, ends))

    def refuse(self, error: RuleError) -> None:
        """Raise what an option stands for that cannot be added."""
        raise GraphGameError(explain(error)) from None

    def refuse_failed(self) -> None:
        """Return: what a symmetry in Python raises has been raised."""


class CompiledAsker:
    """Asks a compiled rule about blocks of codes, in one thread or in several."""

    def __init__(self, rules: Rules, explorer: CodeExplorer, *, merged: bool = False) -> None:
        self._rules, self._explorer = rules, explorer
        self._room = ROOM
        self._distinct = merged or rules.canonical is not None
        preset, canonical = rules.preset, rules.canonical
        self._functions = (
            *_address(rules.options),
            *((0, 0) if preset is None else _address(preset)),
        )
        self._others: tuple[Any, ...] = (
            *((0, 0) if canonical is None else _address(canonical)),
            *((0, 0) if rules.remoteness is None else _address(rules.remoteness)),
            merged,
            explorer.index.size,
        )
        self._block = Block()
        self._relay: Relay | None = None

    def take(self, most: int) -> Any:
        """Return a block of some of the next positions."""
        self._explorer.take(self._block, min(most, BLOCK))
        return self._block

    @property
    def shares(self) -> bool:
        """Whether several threads may ask the rule: all of it is compiled, as far as one sees."""
        rules = self._rules
        functions = rules.options, rules.preset, rules.canonical, rules.remoteness
        return not any(function is not None and function.is_callback for function in functions)

    def share(self, adding: Adding, failures: Failures, most: int, options: int) -> None:
        """Add about so many options in several threads, until more than `most` positions are found.

        It ends before with what one thread is to meet, such as a rule that fails, or a full table.
        """
        if self._relay is None or self._relay.threads != adding.threads:
            rule = *self._functions, self._room, *self._others
            self._relay = Relay(self._explorer, adding.threads, rule, self._distinct)
        relay = self._relay
        relay.begin(most, options, min(BLOCK, SHARED_BLOCK), LEAST_SHARED)
        failures.stop = relay.stop
        try:
            adding.together(relay.run, relay.stop)
        finally:
            failures.stop = None

    def ask(self, block: Block, failures: Failures) -> AskedBlock:
        """Ask the rule about the first positions of a block."""
        wrong = None
        try:
            block.ask(*self._functions, self._room, *self._others, distinct=self._distinct)
        except RuleError as error:
            wrong = error  # of a function that raised, too, which returned any number
        failures.check()
        add = partial(self._explorer.add, block)
        return AskedBlock(block.size, block.options, add, error=wrong)

    def refuse(self, error: RuleError) -> None:
        """Raise what an error stands for, or make more room for the options of one position."""
        rule, preset, canonical = self._rules.options, self._rules.preset, self._rules.canonical
        if canonical is not None and error.what == FAILED:
            _raise_again(rule, canonical, [error.position])
        self._room = (preset if error.kind == "preset" else rule).settle(error, self._room)
        self._relay = None  # it knows the room

    def refuse_failed(self) -> None:
        """Raise what the symmetry raised, if what stands for this is among the codes found."""
        canonical, explorer = self._rules.canonical, self._explorer
        if canonical is None or canonical.failure is None:
            return
        try:
            explorer.index[FAILED]
        except KeyError:
            return
        _raise_again(self._rules.options, canonical, explorer.index.batch(0, explorer.expanded))


def _address(function: Native) -> tuple[int, int]:
    return function.address, function.data


def _raise_again(rule: Native, canonical: Native, codes: Any) -> None:
    """Ask a symmetry again for the options of codes, of which it raised an exception for one."""
    import numpy as np

    canonical.numbers(rule.options(np.array(codes, dtype=np.int64))[1])
