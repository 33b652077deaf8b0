"""A rule on trial: a sample of its positions, what it says of them, and what every rule must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from operator import index as as_int
from random import Random
from time import process_time
from typing import NamedTuple

from graphgame import checks
from graphgame.errors import GraphGameError, RuleMismatchError
from graphgame.graphs.given import outcome_number
from graphgame.outcome import NO_PRESET, Outcome
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.addresses import OPTIONS, native
from graphgame.rules.exploring.objects import may_change
from graphgame.rules.kind import (
    BATCH,
    POSITIONS,
    doubt,
    no_doubt,
    require_object,
    starting,
)
from graphgame.rules.messages import explain
from graphgame.rules.questions import asked_numbers, asked_options, recognize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeAlias

    from graphgame.rules.questions import MovesOf

    # The preset of a position, or None, and its options, none where there is a preset.
    Row: TypeAlias = tuple[Any, Sequence[Hashable]]


# A Python rule with more options at one position is taken for one that never ends.
MOST_OPTIONS = 1 << 20
# Numbers of positions that a batch rule is called with.
_BATCHES = (1, 2, 7, 64, 1000)
# Room that a compiled rule must leave alone, and what stands there.
_GUARD, _GUARDED = 64, -0x5AFE_C0DE_5AFE_C0DE
# Positions that an error names of each kind.
_SHOWN = 4
# Positions that a rule is asked about twice where the sample is not complete, at most; and how many
# are asked about at once.
_MOST_TWICE, _BLOCK = 100_000, 1024
# Steps of a random walk at most, and steps of all walks for each position that is wanted.
_WALK, _STEPS_EACH = 10_000, 20


class RuleReport(NamedTuple):
    """What `check_rule` has checked.

    Attributes
    ----------
    positions, moves : int
        How many positions were tried, and how many moves they have.
    complete : bool
        Whether these are all positions that can be reached.
    all_asked_twice : bool
        Whether the rule was asked twice about every position that can be reached, be they in the
        sample or not.
    parallel : int
        Positions at which the rule gives an option more than once; that is no mistake.
    checks : dict of str to int
        Of each check, how many positions or moves it compared.

    See Also
    --------
    check_rule

    Examples
    --------
    >>> import graphgame as gg
    >>> report = gg.check_rule(lambda n: [n - k for k in (1, 2) if n >= k], start=5)
    >>> report.positions, report.moves, report.complete
    (6, 9, True)
    """

    positions: int
    moves: int
    complete: bool
    parallel: int
    checks: dict[str, int]
    all_asked_twice: bool = False


class Trial:
    """A rule, the sample of its positions, and the checks that need nothing else."""

    def __init__(self, rule: Any, start: Any, presets: Any, board: Any) -> None:
        require_object(rule)
        self.rule: Any = getattr(rule, "options", rule)
        self.starts: list[Any] = list(starting(start)[1])
        if not self.starts:
            raise GraphGameError("start: expected at least one position, got none")
        self._doubt: str = doubt(start)
        with no_doubt(self._doubt, bool):
            self.kind: str = recognize(self.rule, self.starts[0])
        self.ask: MovesOf = asked_options(self.rule, self.kind, MOST_OPTIONS)
        self.ask_presets: Callable[[Sequence[Any]], list[Any]] = asked_presets(
            presets if presets is not None else getattr(rule, "preset", None), self.kind
        )
        self.board: Any | None = board if board is not None else getattr(rule, "board", None)
        self.rows: dict[Any, Row] = {}
        self._has_begun: bool = False
        self.complete: bool = False
        self.all_asked_twice: bool = False
        self.done: dict[str, int] = {}

    # -- asking -------------------------------------------------------------------------------

    def options(self, positions: Sequence[Any]) -> list[list[Any]]:
        """Return the options of each position that has no preset."""
        return listed_options(self.ask, positions)

    def numbers(self, function: Any, positions: Sequence[Any]) -> list[Any]:
        """Return what a function of the rule gives for each position."""
        found = asked_numbers(function, self.kind)(positions)
        return list(found.tolist() if hasattr(found, "tolist") else found)

    def sample(self, wanted: int, seed: int) -> None:
        """Choose the positions, and ask for the preset and the options of each alone."""
        with no_doubt(self._doubt, lambda: self._has_begun):
            self.rows, self.complete = sample(self.starts, self._first_row, wanted, seed)

    def _first_row(self, position: Any) -> Row:
        kept = deepcopy(position) if self.kind == POSITIONS and may_change(position) else position
        try:
            (preset,) = self.ask_presets([position])
            row = [] if preset is not None else self.options([position])[0]
        except Exception as error:
            error.add_note(f"while check_rule asked for the options of {position!r}")
            raise
        self._has_begun = True
        if kept != position or hash(kept) != hash(position):
            self.refuse("position", kept, "the rule to leave it as it is", f"{position!r} after it")
        return preset, row

    def moving(self) -> list[Any]:
        """Return the positions without a preset."""
        return [position for position, (preset, _) in self.rows.items() if preset is None]

    def moves(self) -> Iterable[tuple[Any, Any]]:
        """Return all moves of the sample, each option once."""
        return ((p, o) for p, (_, row) in self.rows.items() for o in dict.fromkeys(row))

    def report(self) -> RuleReport:
        """Return the report."""
        rows = [row for _, row in self.rows.values()]
        parallel = sum(len({*row}) < len(row) for row in rows)
        moves = sum(map(len, rows))
        return RuleReport(
            len(rows), moves, self.complete, parallel, self.done, self.all_asked_twice
        )

    def refuse(
        self, check: str, position: Any, expected: str, found: str, **shown: Any
    ) -> NoReturn:
        """Raise the error for a position, with the boards of some positions."""
        boards = {"position": position, **shown}
        texts = {name: self._picture(one) for name, one in boards.items()} if self.board else {}
        raise RuleMismatchError(check, position, expected, found, texts)

    def _picture(self, position: Any) -> str:
        assert self.board is not None, "there are boards"
        try:
            return str(self.board(position))
        except Exception as error:  # noqa: BLE001 -- the mismatch is what matters
            return f"<board raised {error!r}>"

    # -- what every rule must be --------------------------------------------------------------

    def check_repetition(self, random: Random, seconds: float) -> None:
        """Check that the rule gives the same again, in another order, and in other batches."""
        positions = self.moving()
        random.shuffle(positions)
        sizes = _BATCHES if self.kind == BATCH else (1,)
        start = turn = 0
        while start < len(positions):
            batch = positions[start : start + sizes[turn % len(sizes)]]
            if self.kind == BATCH:
                self._check_unchanged(batch)
            for position, again in zip(batch, self.options(batch), strict=True):
                self._require_same(position, self.rows[position][1], again, len(batch))
            start, turn = start + len(batch), turn + 1
        everything = [*self.rows]
        for position, preset in zip(everything, self.ask_presets(everything), strict=True):
            if preset != self.rows[position][0]:
                expected = f"{shown_preset(self.rows[position][0])}, as at first"
                self.refuse("preset", position, expected, shown_preset(preset))
        self.done["same when asked again"] = len(positions)
        self.all_asked_twice = self.complete
        if not self.complete:
            self._ask_more(seconds)

    def _ask_more(self, seconds: float) -> None:
        """Ask twice about the positions from the start on, until there are many or time is up."""
        # queue: positions breadth first, all that are in `seen`, which are at most _MOST_TWICE;
        # those before `asked` have been asked about twice.  Each round asks about some more.
        seen = set(self.starts)
        queue, asked, more = [*dict.fromkeys(self.starts)], 0, 0
        complete, end = True, process_time() + seconds
        while asked < len(queue) and process_time() < end:
            block = queue[asked : asked + _BLOCK]
            rows, again = self._block(block), self._block(block[::-1])[::-1]
            for position, (preset, row), (other, options) in zip(block, rows, again, strict=True):
                if preset != other:
                    self.refuse(
                        "preset",
                        position,
                        f"{shown_preset(preset)}, as at first",
                        shown_preset(other),
                    )
                self._require_same(position, row, options, len(block))
                more += preset is None and position not in self.rows
                fresh = [x for x in dict.fromkeys(row) if x not in seen]
                complete = complete and len(seen) + len(fresh) <= _MOST_TWICE
                if complete:
                    seen.update(fresh)
                    queue += fresh
            asked += len(block)
        self.all_asked_twice = complete and asked == len(queue)
        self.done["same when asked again"] += more

    def _block(self, positions: list[Any]) -> list[Row]:
        """Return the presets of positions, and the options of those that have none."""
        presets = self.ask_presets(positions)
        moving = [p for p, preset in zip(positions, presets, strict=True) if preset is None]
        rows = iter(self.options(moving) if moving else ())
        return [(preset, [] if preset is not None else next(rows)) for preset in presets]

    def _require_same(self, position: Any, before: Any, again: Any, size: int) -> None:
        """Refuse a rule that gives other options than before, in a batch of this size."""
        if before == again or Counter(before) == Counter(again):
            return
        how = f" in a batch of {size}" if self.kind == BATCH else ""
        self._refuse_options(
            "options of {}: expected the same whenever the rule is asked",
            position, before, again, "at first", f"then{how}",
        )  # fmt: skip

    def _refuse_options(
        self, check: str, position: Any, one: Any, other: Any, first: str, second: str
    ) -> NoReturn:
        left, right = Counter(one), Counter(other)
        more, less = [*(left - right)], [*(right - left)]
        shown = ({first: more[0]} if more else {}) | ({second: less[0]} if less else {})
        head, _, expected = check.partition(": expected ")
        found = f"{listing(f'only {first}', more)}, {listing(f'only {second}', less)}"
        self.refuse(head.split(" ")[0], position, expected, found, **shown)

    def _check_unchanged(self, batch: list[Any]) -> None:
        import numpy as np

        given = np.array(batch, dtype=np.int64)
        self.rule(given)
        for i in np.flatnonzero(given != batch)[:1].tolist():
            expected = "the rule to leave the array that it is given as it is"
            self.refuse("position", batch[i], expected, f"{given[i]} there after it")

    def check_room(self) -> None:
        """Check that a compiled rule says how many options there are, and stays in its room."""
        import numpy as np

        compiled = native(self.rule, OPTIONS)
        assert compiled is not None, "a compiled rule"
        if compiled.failure is not None:
            return  # by Numba, which checks indices; its wrapper may ask for more room
        positions = self.moving()
        for position in positions:
            count = len(self.rows[position][1])
            for room in sorted({0, max(count - 1, 0), count}):
                buffer = np.full(count + _GUARD, _GUARDED, dtype=np.int64)
                found = compiled.write_options(position, buffer, room)
                if found != count and found <= room:
                    expected = f"{count} options whatever the room, or more where it is short"
                    self.refuse("options", position, expected, f"{found} with room for {room}")
                if (buffer[room:] != _GUARDED).any():
                    expected = f"nothing written beyond the room for {room} options"
                    self.refuse("options", position, expected, "a rule that writes there")
            if (missing := compiled.unwritten(position)) is not None:
                expected = f"{count} options written, as many as the rule returns"
                self.refuse("options", position, expected, f"none in place {missing}")
        self.done["room"] = len(positions)


def asked_presets(presets: Any, kind: str) -> Callable[[Sequence[Any]], list[Any]]:
    """Return the function that gives the presets of positions, None where there is none."""
    if presets is None:
        return lambda positions: [None] * len(positions)
    ask = asked_numbers(presets.get if isinstance(presets, Mapping) else presets, kind)

    def asked(positions: Sequence[Any]) -> list[Any]:
        return [_preset(*pair) for pair in zip(positions, ask(positions), strict=True)]

    return asked


def _preset(position: Any, value: Any) -> Any:
    """Return a preset outcome, or a pair of an outcome and a remoteness; None where there is none.

    Raises
    ------
    GraphGameError
        If it is neither.
    """
    if isinstance(value, tuple) and len(value) == 2:
        return _preset(position, value[0]), int(value[1])
    number = outcome_number(value)
    try:
        if not checks.is_bool(number) and as_int(number) == NO_PRESET:
            return None
        if not checks.is_bool(number):
            return int(Outcome(as_int(number)))
    except (TypeError, ValueError):
        pass
    raise GraphGameError(explain(RuleError("preset", position, value)))


def listed_options(ask: MovesOf, positions: Sequence[Any]) -> list[list[Any]]:
    """Return the options of each position as a list; refuse a rule that gives none."""
    try:
        ptr, options = ask(positions)
    except RuleError as error:
        raise GraphGameError(explain(error)) from None
    listed: Any = options.tolist() if hasattr(options, "tolist") else options
    return [listed[a:b] for a, b in pairwise(ptr.tolist())]


def shown_preset(preset: Any) -> str:
    """Return a preset in words."""
    if preset is None:
        return "no preset"
    if isinstance(preset, tuple):
        return f"{shown_preset(preset[0])} in {preset[1]}"
    return Outcome(preset).name


def listing(head: str, positions: list[Any]) -> str:
    """Return a few positions in words."""
    shown = ", ".join(map(repr, positions[:_SHOWN])) or "none"
    more = f" and {len(positions) - _SHOWN} more" if len(positions) > _SHOWN else ""
    return f"{head}: {shown}{more}"


def sample(
    starts: Sequence[Hashable], ask: Callable[[Hashable], Row], wanted: int, seed: int
) -> tuple[dict[Hashable, Row], bool]:
    """Return some positions with what was asked of them, and whether these are all.

    Half of them are the first ones breadth first, the others those that random walks from the
    starts meet.

    Parameters
    ----------
    starts : sequence of hashable
    ask : callable
        Returns the preset and the options of a position.
    wanted : int
        How many positions at most.
    seed : int

    Examples
    --------
    >>> rows, complete = sample([6], lambda n: (None, [n - 1] if n else []), 100, 0)
    >>> list(rows), complete
    ([6, 5, 4, 3, 2, 1, 0], True)
    """
    rows: dict[Hashable, Row] = {}
    queue = dict.fromkeys(starts)  # in the order in which they were met
    breadth = max(wanted // 2, 1)
    for position in (waiting := list(queue)):  # it grows while it is read
        if len(rows) == breadth:
            break
        rows[position] = ask(position)
        new = [x for x in dict.fromkeys(rows[position][1]) if x not in queue]
        queue.update(dict.fromkeys(new))
        waiting += new
    if len(rows) < len(queue):
        _walk(starts, ask, rows, wanted, Random(seed))  # noqa: S311 -- no secret
    reached = set(starts).union(*(options for _, options in rows.values()))
    return rows, reached <= rows.keys()


def _walk(
    starts: Sequence[Hashable],
    ask: Callable[[Hashable], Row],
    rows: dict[Hashable, Row],
    wanted: int,
    random: Random,
) -> None:
    """Add the positions that random walks meet, as many as are wanted."""
    steps = _STEPS_EACH * wanted  # a game of few positions is all known before that
    while steps > 0 and len(rows) < wanted:
        position = random.choice(starts)
        for _ in range(_WALK):
            steps -= 1
            if position not in rows:
                rows[position] = ask(position)
            options = rows[position][1]
            if not options or steps <= 0 or len(rows) >= wanted:
                break
            position = random.choice(options)
