"""`build_chance`: solve a large game of chance group by group, without storing its moves."""

from __future__ import annotations

import math
import os
from contextlib import ExitStack
from typing import Any

import numpy as np

from graphgame import checks
from graphgame._kernel.threads import Helpers
from graphgame.arrays import types
from graphgame.chance.input.weights import width_of_bounds
from graphgame.chance.layers import _layers
from graphgame.chance.layers.chance_database import ChanceDatabase
from graphgame.chance.layers.layer_files import LayerFolder
from graphgame.chance.layers.layer_rule import LOST, WON, LayerRule
from graphgame.errors import GraphGameError, TooLargeError, VerificationError, advised
from graphgame.memory import check_memory
from graphgame.progress import Report
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.failures import Failures

__all__ = ["LOST", "WON", "build_chance"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgame.chance.layers._layers import Layers
    from graphgame.types import AnyArray, Float64Array

# Values have settled when no sweep changes one by more than this.
_SETTLED = 2.0**-46
# Sweeps along chosen moves end when they change values by this part of what the choice changed.
_PART = 0.01
# And there are no more of them before the next choice, and in all.  They become half as many each
# time that `_LOST` choices have not brought values nearer: where both players choose, the same
# moves may come round for ever, but not where no sweeps follow them.
_MOST_FOLLOWING, _MOST_SWEEPS, _LOST = 60, 1 << 18, 4
# Twice the relative error of one operation.
_ULP = 2.0**-52
# How much worse than the best an option is that does not matter for bounds, at first and as a
# factor where that was not enough, and how often.
_NEAR, _WIDER, _TRIES = 2.0**-38, 8, 6
# States whose bounds are checked where an earlier call has begun a build.
_SAMPLE = 1000
# Groups of fewer states are left to one thread.
_SHARED = 1 << 14
# Bytes of a state: its value, and with bounds its length and rank; and of one of the group beside
# its targets.
_PLAIN, _BOUNDED, _WORKING = 8, 12, 12


@advised
def build_chance(
    rule: object,
    *,
    folder: str | os.PathLike[str] | None = None,
    precision: float | None = 1e-9,
    threads: int = 1,
    progress: types.ProgressLike = False,
) -> ChanceDatabase:
    """Solve a game of chance whose states are integers: how likely the player who moves wins.

    Before every move the same dice are rolled.  Groups of states are solved from the last one to
    the first; the moves are not stored, but asked for again and again.

    Parameters
    ----------
    rule : object
        With these attributes:

        - ``rolls``, the weights of the rolls, integers of at least 1;
        - ``layers``, where each group of states begins, 0 first, and at last how many states there
          are.  Moves lead to the same group or to later ones;
        - ``moves(index, roll)``, the options of a state after a roll.  An option `index` keeps the
          turn, and ``~index`` passes it to the other player, who sees that state as the one who
          moves.  `ChanceDatabase.WON` and `ChanceDatabase.LOST` end play for who has moved.  Where
          nothing can be moved, there is one option, to pass.  A Python function, or a compiled one,
          as for `build`, with the signature ``int64_t moves(int64_t index, int64_t roll, int64_t
          *options, int64_t room, void *data)``, which returns how many options there are; above
          `room` it need not write them.  A Numba function is ``moves(index, roll, options)``, and
          writes them, too.  All rolls of a state are asked for in a row;
        - ``start``, the state in which play begins, which may be missing.
    folder : path, optional
        Where each group is written when it is solved.  If the same call was stopped or killed
        there, it goes on behind the last group that was written; if the folder is complete, it is
        opened.
    precision : float or None
        How far apart the bounds of a value may be.  None computes values alone, without a proof.
    threads : int
        The most threads; with several of them the last digits of values differ from run to run.  A
        compiled rule is called by several threads at once, and a rule in Python by one.
    progress : bool or callable
        As in `build`.

    Returns
    -------
    ChanceDatabase

    Raises
    ------
    GraphGameError
        If the rule is not as above, or if play may go on for ever; if `precision` is beyond what
        float64 can promise.
    RuleMismatchError
        If the folder has another game.
    TooLargeError
        If the game does not fit in memory.

    See Also
    --------
    ChanceDatabase : What can be asked.
    solve_chance : Games with a stored graph, of all kinds, with exact values.

    Notes
    -----
    8 bytes a state, 12 with bounds; of each state of the greatest group another 12, and 4 a roll.
    A sweep asks for all options of a state where these may have changed places; most sweeps follow
    the moves that were chosen, which takes some ns a state.  States with low indices are looked at
    last in a sweep: moves that raise the index make sweeps few.

    Examples
    --------
    Roll one die; who first has rolled 3 points or more in all wins.  State a * 3 + b: who moves has
    a points, the other one b.

    >>> import graphgame as gg
    >>> class Race:
    ...     rolls = [1] * 6
    ...     layers = [0, 9]
    ...     start = 0
    ...     def moves(self, index, roll):
    ...         a, b = divmod(index, 3)
    ...         return [gg.ChanceDatabase.WON if a + roll >= 2 else ~(b * 3 + a + roll + 1)]
    >>> db = gg.build_chance(Race())
    >>> round(db.value(0), 6), db.best_move(0, 5) == db.WON
    (0.76929, True)
    """
    cure = "None computes values without bounds"
    width = None if precision is None else width_of_bounds(precision, cure)
    workers = checks.at_least_1(threads, "threads")
    read = LayerRule(rule)
    with ExitStack() as stack:
        place = None
        if folder is not None:
            checks.require_folder(folder)
            place = stack.enter_context(LayerFolder.locked(folder, read, width))
            if place.is_complete:
                return ChanceDatabase.open(folder, rule)
        report = stack.enter_context(Report(progress))
        solver = _Solver(read, width, workers)
        solver.solve(place, report)
        if place is not None and place.is_resumed and width is not None:
            _require_one_rule(ChanceDatabase.open(folder, rule), place)  # type: ignore[arg-type]
    if folder is not None:
        return ChanceDatabase.open(folder, rule)
    return solver.database()


def _require_one_rule(database: ChanceDatabase, place: LayerFolder) -> None:
    """Refuse what another rule has begun, as bounds of some states tell."""
    try:
        database.verify(sample=_SAMPLE)
    except VerificationError as error:
        place.refuse(error)


class _Solver:
    """A game that is solved group by group.

    Parameters
    ----------
    rule : LayerRule
    width : float or None
        How far apart bounds may be; None if there are to be none.
    threads : int
    """

    def __init__(self, rule: LayerRule, width: float | None, threads: int) -> None:
        self.rule: LayerRule = rule
        self.width: float | None = width
        groups, size = len(rule.offsets) - 1, rule.size
        most, rolls = int(np.diff(rule.offsets).max()), len(rule.weights)
        needed = size * (_PLAIN if width is None else _BOUNDED) + most * (_WORKING + 4 * rolls)
        check_memory(
            needed, None, "rule", lambda: f"{size:,} states, {most:,} of them in one group"
        )
        bounded = 0 if width is None else size
        self.values: Float64Array = np.zeros(size)
        self.lengths: AnyArray = np.zeros(bounded, dtype=np.uint16)
        self.ranks: AnyArray = np.zeros(bounded, dtype=np.uint16)
        self.outside: Float64Array = np.zeros(groups)
        self.errors: Float64Array = np.zeros(groups)
        self.targets: AnyArray = np.empty(most * rolls, dtype=np.int32)
        self.constants: Float64Array = np.empty(most)
        self.limits: AnyArray = np.empty(most, dtype=np.float32)
        workers = 1 if rule.moves.is_callback else threads
        self.all_workers: list[Layers] = [self._worker() for _ in range(workers)]
        self.workers: list[Layers] = []
        self.sweeps: int = 0

    def _worker(self) -> Layers:
        rule = self.rule
        return _layers.Layers(
            *(rule.moves.address, rule.moves.data, rule.room, rule.weights, rule.offsets),
            *(self.values, self.lengths, self.outside, self.errors),
        )

    def solve(self, folder: LayerFolder | None, report: Report | None) -> None:
        """Solve all groups, the last one first, and write them; read those that are written."""
        offsets = self.rule.offsets
        with Failures() as self.failures, Helpers() as self.helpers:
            self.helpers.begin(len(self.all_workers))
            for group in range(len(offsets) - 2, -1, -1):
                part = slice(int(offsets[group]), int(offsets[group + 1]))
                if folder is not None and folder.has(group):
                    folder.read(group, part, self)
                else:
                    self._solve_group(group, part)
                    if folder is not None:
                        folder.write(group, part, self)
                if report is not None:
                    done = self.rule.size - part.start
                    report.step("solving", done, self.rule.size, "states", _SOLVED)
        if folder is not None:
            folder.complete()

    def database(self) -> ChanceDatabase:
        """Return the database in memory."""
        return ChanceDatabase._in_memory(
            *(self.rule, self.width, self.values, self.lengths, self.ranks),
            *(self.outside, self.errors),
        )

    def _solve_group(self, group: int, part: slice) -> None:
        """Solve a group whose options outside are known."""
        count = part.stop - part.start
        targets = self.targets[: count * len(self.rule.weights)]
        constants, limits = self.constants[:count], self.limits[:count]
        # Without bounds nobody asks for ranks later, and limits are not in use yet.
        ranks = limits.view(np.uint16)[:count] if self.width is None else self.ranks[part]
        targets.fill(-1)
        ranks.fill(0)
        self.workers = self.all_workers if count >= _SHARED else self.all_workers[:1]
        for k, worker in enumerate(self.workers):
            worker.begin(group, targets, constants, ranks, limits, k, len(self.workers))
        self._require_ends(part, ranks)
        targets.fill(-1)
        limits.fill(-1)
        self.values[part] = 0.5
        self._iterate(part)
        if self.width is not None:
            self._enclose(group, part, self.width)

    def _sweep(self, sweep: Callable[[Layers], Any]) -> list[Any]:
        """Return what a sweep of all threads over their parts of the group returns."""
        while True:
            try:
                return self._swept(sweep)
            except RuleError as error:
                self.failures.check()  # a function that raised returned any number
                self.rule.settle(error)
                for worker in self.all_workers:
                    worker.allow(self.rule.room)

    def _swept(self, sweep: Callable[[Layers], Any]) -> list[Any]:
        found: list[Any] = [None] * len(self.workers)

        def work(k: int) -> None:
            if k < len(found):
                found[k] = sweep(self.workers[k])

        if len(found) == 1:
            work(0)
        else:
            self.helpers.together(work, self._stop)
        self.failures.check()
        return found

    def _stop(self) -> None:
        for worker in self.workers:
            worker.stop()

    def _require_ends(self, part: slice, ranks: AnyArray) -> None:
        """Compute ranks of all states of a group; refuse one in which play may go on for ever."""
        while any(given := self._sweep(lambda worker: worker.rank())):
            self._require_short(min(given))
        if not ranks.all():
            state = part.start + int((ranks == 0).argmax())
            raise GraphGameError(
                f"rule: expected play that surely ends, got the state {state}, from which both "
                "players together can keep it going for ever whatever they roll; end it by a rule, "
                "or use solve_chance, which takes such games with their graph"
            )

    def _require_short(self, found: int) -> None:
        """Refuse a group whose play is longer than lengths and ranks can say."""
        if found < 0:
            raise TooLargeError(
                f"rule: expected at most {_layers.LONGEST:,} moves in a group of states, got more "
                f"from the state {-2 - found} on; divide the group into more layers"
            )

    def _iterate(self, part: slice) -> None:
        """Compute the values of a group."""
        sweeps, lost, least = 0, 0, math.inf
        while True:
            change = max(self._sweep(lambda worker: worker.improve()))
            self._move(change)
            sweeps += 1
            if change <= _SETTLED:
                return
            lost += change >= least
            least = min(change, least)
            for _ in range(_MOST_FOLLOWING >> lost // _LOST):
                small = max(self._sweep(lambda worker: worker.follow()))
                self._move(small)
                sweeps += 1
                if small <= change * _PART or small <= _SETTLED / 16:
                    break
            if sweeps > _MOST_SWEEPS:
                raise GraphGameError(
                    f"rule: expected values that settle within {_MOST_SWEEPS:,} sweeps, got more "
                    f"in the group of the states {part.start} to {part.stop - 1}, where play is "
                    "long; solve_chance takes such games with their graph"
                )

    def _move(self, change: float) -> None:
        for worker in self.workers:
            worker.move(change)

    def _enclose(self, group: int, part: slice, width: float) -> None:
        """Compute the bounds of a group, and check them."""
        residual = max(self._sweep(lambda worker: worker.residual()))
        outside = max(worker.reached for worker in self.workers) * (1 + 4 * _ULP)
        rolls = len(self.rule.weights)
        self.outside[group] = outside
        self.errors[group] = (residual + (rolls + 20) * _ULP) * (1 + 2.0**-20)
        near = 2 * outside + _NEAR
        for _ in range(_TRIES):
            self.lengths[part] = 0
            self._lengthen(near, (part.stop - part.start) // 100)
            apart = 2 * (outside + self.errors[group] * int(self.lengths[part].max()))
            if apart > width:
                break
            if all(self._sweep(lambda worker: worker.hold())):
                return
            near *= _WIDER
        else:
            apart = near
        raise GraphGameError(
            f"precision: expected bounds at most {width} apart, got {apart:.3g} for the "
            f"states {part.start} to {part.stop - 1}, which is what float64 can promise here; give "
            "precision=, or None for values without bounds"
        )

    def _lengthen(self, near: float, few: int) -> None:
        """Compute the lengths of a group; few changes are left to the next choice of options."""
        while any(found := self._sweep(lambda worker: worker.lengthen(near, True))):
            self._require_short(min(found))
            for _ in range(_MOST_FOLLOWING):
                found = self._sweep(lambda worker: worker.lengthen(near, False))
                self._require_short(min(found))
                if sum(found) <= few:
                    break


_SOLVED = "solved {done:,} of {total:,} states"
