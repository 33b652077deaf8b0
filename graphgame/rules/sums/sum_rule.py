"""Rules whose options are sums: what an option means, and who asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import contextmanager

from graphgame import memory
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.sum import Sum
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.addresses import NUMBER, OPTIONS, Native, native
from graphgame.rules.compiled.failures import Failures
from graphgame.rules.compiled.native import FAILED, ROOM
from graphgame.rules.exploring.objects import may_change
from graphgame.rules.kind import starting
from graphgame.rules.messages import explain
from graphgame.rules.sums._components import CodeSums, ObjectSums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

    from graphgame.types import AnyArray


def unknown_component(position: Any) -> UnknownPositionError:
    """Return the error for what is no component."""
    cure = ""
    if isinstance(position, tuple | list):
        cure = f"; a sum is gg.Sum({', '.join(map(repr, position))})"
    return UnknownPositionError(
        f"{position!r}: expected a component that can be reached from the start{cure}"
    )


class OptionReader:
    """Tells sums from components, among the options of a rule in Python.

    It is a class of its own so that what asks a rule holds nothing that holds it: memory would
    then be given back late, by the collector of cycles.

    Parameters
    ----------
    components : iterable of components
        Tuples of components of their types are read as sums.
    """

    def __init__(self, components: Iterable[Any]) -> None:
        self._kinds = {*map(_kind, components)}
        # The first tuple that was read as a sum, with the position whose option it is.
        self._split: tuple[Any, tuple[Any, ...]] | None = None

    def learn(self, components: Iterable[Any]) -> None:
        """Read tuples of components of the types of these as sums, too."""
        self._kinds |= {*map(_kind, components)}

    def may_be_sum(self, option: tuple[Any, ...]) -> bool:
        """Return whether a tuple is read as a sum: it is no component, and its parts are some."""
        return tuple not in self._kinds >= {*map(_kind, option)}

    def read(self, position: Any, option: Any) -> tuple[Any, ...]:
        """Return the components of an option that is a list or a tuple; refuse two readings."""
        if isinstance(option, list):
            return Sum(*option).components
        if not self.may_be_sum(option):
            self._refuse(position, option)
        self._split = self._split or (position, tuple(option))
        return tuple(option)

    def judge(self, position: Any) -> None:
        """Refuse a component that may change, and a tuple after another one was read as a sum."""
        may_change(position)
        if isinstance(position, tuple):
            self._kinds.add(tuple)
            if self._split is not None:
                self._refuse(*self._split, f"; {position!r} is a position")

    def _refuse(self, position: Any, option: tuple[Any, ...], because: str = "") -> NoReturn:
        parts = ", ".join(map(repr, option))
        raise GraphGameError(
            f"options of {position!r}: expected a sum that can be told from a position, got the "
            f"tuple {option!r}{because}; write gg.Sum({option!r}) if it is one position, and "
            f"gg.Sum({parts}) if it is a sum of {len(option)}"
        )


class SumRule:
    """A rule whose options are sums, and the components that have been asked about.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options``
    start : position or Sum, or list, set, range or iterator of them
    canonical, weight : callable or compiled function, optional
        Come before a ``canonical`` and a ``weight`` of `rule`.
    keeps : bool
        Whether components are to be asked about more than once.

    Attributes
    ----------
    starts : list of Sum
    start : position or Sum
        The first one, as it was given; None if there is none.
    reader : OptionReader
    components : CodeSums or ObjectSums
    is_compiled : bool
    """

    def __init__(
        self, rule: Any, start: Any, canonical: Any, weight: Any = None, *, keeps: bool
    ) -> None:
        _, starts = starting(start)
        given = list(starts)
        self.given: tuple[Any, list[Any], Any, Any] = (rule, given, canonical, weight)
        self.start: Any = given[0] if given else None
        self.starts: list[Sum[Any]] = [one if isinstance(one, Sum) else Sum(one) for one in given]
        options = getattr(rule, "options", rule)
        self.canonical: Any = (
            canonical if canonical is not None else getattr(rule, "canonical", None)
        )
        self.weight: Any = weight if weight is not None else getattr(rule, "weight", None)
        for name in ("preset", "owner", "score"):
            if getattr(rule, name, None) is not None:
                raise GraphGameError(
                    f"rule: expected one without {name}, as sums go on until nobody can move, got "
                    f"an object with {name}(); give a finished component no options"
                )
        self._native = None if isinstance(rule, GameGraph) else native(options, OPTIONS)
        self.is_compiled: bool = self._native is not None
        if not self.is_compiled and (isinstance(rule, GameGraph) or not callable(options)):
            raise GraphGameError(
                "rule: expected a function, or an object with options(component), got "
                f"{type(rule).__name__}"
            )
        self._options: Callable[[Any], Any] = options
        self.reader: OptionReader = OptionReader(part for one in self.starts for part in one)
        self.components: CodeSums | ObjectSums = (
            self._compiled() if self.is_compiled else self._plain(keeps)
        )

    def _compiled(self) -> CodeSums:
        self._symmetry = _compiled_number(self.canonical, "canonical")
        self._weigh = _compiled_number(self.weight, "weight")
        rule, canonical, weigh = (
            (0, 0) if one is None else (one.address, one.data)
            for one in (self._native, self._symmetry, self._weigh)
        )
        return CodeSums(*rule, *canonical, *weigh, ROOM)

    def _plain(self, keeps: bool) -> ObjectSums:
        for name, function in (("canonical", self.canonical), ("weight", self.weight)):
            if function is not None and (
                not callable(function) or native(function, NUMBER, name) is not None
            ):
                raise GraphGameError(
                    f"{name}: expected a function of one component, as the rule takes one, got "
                    f"{function!r}"
                )
        reader = self.reader
        return ObjectSums(
            self._options, Sum, reader.read, reader.judge, self.canonical, self.weight, keeps
        )

    # -- options ------------------------------------------------------------------------------

    def moves(self, position: Any) -> list[tuple[Any, ...]]:
        """Return the options of a position as the rule gives them, each as its components."""
        if self._native is None:
            found: list[tuple[Any, ...]] = []
            listed = self._options(position)
            if isinstance(listed, Sum):
                raise GraphGameError(explain(RuleError("bare sum", position, listed)))
            for option in listed:
                if isinstance(option, Sum):
                    found.append(option.components)
                elif isinstance(option, list | tuple):
                    found.append(self.reader.read(position, option))
                else:
                    found.append((option,))
            return found
        import numpy as np

        words = iter(self._native.options(np.array([position], dtype=np.int64))[1].tolist())
        return [tuple(next(words) for _ in range(size)) for size in words]

    def asked_codes(self, names: AnyArray) -> tuple[AnyArray, AnyArray, AnyArray]:
        """Return the options of many codes, of a compiled rule: where they begin, and their parts.

        Returns
        -------
        starts : (k + 1,) int64
            Where the options of each code begin.
        ptr : (m + 1,) int64
            Where the parts of each option begin.
        parts : int64
            Representatives.
        """
        import numpy as np

        assert self._native is not None
        sources, words = self._native.options(names)
        ends = np.cumsum(np.bincount(sources, minlength=len(names)))
        at = np.concatenate([[0], ends[:-1]]) if len(names) else ends
        heads = []  # of each option of a round, where its number of parts stands
        while len(live := np.flatnonzero(at < ends)):
            heads.append(at[live])
            at[live] += 1 + words[at[live]]
        places = np.sort(np.concatenate(heads)) if heads else np.zeros(0, dtype=np.int64)
        starts = np.searchsorted(places, np.concatenate([[0], ends]))
        is_part = np.ones(len(words), dtype=bool)
        is_part[places] = False
        parts = words[is_part]
        if self._symmetry is not None:
            parts = self._symmetry.numbers(parts)
        return starts, np.concatenate([[0], np.cumsum(words[places])]), parts

    # -- names of components ------------------------------------------------------------------

    def name(self, position: Any) -> int:
        """Return the name of a component: its representative, or where that stands."""
        if isinstance(self.components, CodeSums):
            with self.asking():
                return self.components.represent(_code(position))
        if isinstance(position, tuple) and self.reader.may_be_sum(position):
            raise unknown_component(position)
        try:
            return self.components.add(position)
        except RuleError as error:
            raise GraphGameError(explain(error)) from None

    def find(self, position: Any) -> int | None:
        """Return the name of a component; None if it has not been found."""
        if isinstance(self.components, CodeSums):
            return self.name(position)
        if self.canonical is not None:
            position = self.canonical(position)
        return self.components.index.get(position)

    def position(self, name: int) -> Any:
        """Return the component of a name."""
        known = self.components
        return name if isinstance(known, CodeSums) else known.positions[name]

    # -- errors -------------------------------------------------------------------------------

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Raise what the rule raises or does wrong, in words."""
        with Failures() as failures:
            try:
                yield
            except RuleError as error:
                failures.check()  # a function that raised returned any number
                self._settle(error)
            failures.check()

    def _settle(self, error: RuleError) -> None:
        native_rule = self._native
        if native_rule is None or error.kind == "number of components":
            raise GraphGameError(explain(error)) from None
        if error.kind in ("representative", "weight"):
            is_weight = error.kind == "weight"
            asked = self._weigh if is_weight else self._symmetry
            assert asked is not None
            if asked.failure and (error.what == FAILED or not is_weight):
                asked.failure(error.position if is_weight else error.what)
            raise GraphGameError(explain(error)) from None
        if error.kind == "number of words" and error.what == FAILED and native_rule.failure:
            native_rule.failure(error.position)
        if error.kind != "room":
            raise GraphGameError(explain(error)) from None
        assert isinstance(self.components, CodeSums)
        self.components.room = native_rule.settle(error, self.components.room)


def check_growth(taken: int, what: str) -> None:
    """Refuse to go on if an eighth more of what is taken, which is in bytes, does not fit."""
    if taken > 1 << 24:
        memory.check_memory(
            taken // 4, None, "rule", lambda: f"more than the {what} so far; limit= sets the most"
        )


def _compiled_number(function: Any, name: str) -> Native | None:
    """Return a compiled function from codes to numbers, which goes with a compiled rule."""
    if function is None:
        return None
    found = native(function, NUMBER, name)
    if found is None:
        raise GraphGameError(
            f"{name}: expected a compiled function, as the rule is one, got "
            f"{type(function).__name__}"
        )
    return found


def _kind(position: Any) -> type:
    """Return the type of a position; int for whatever counts as an integer."""
    kind = type(position)
    if hasattr(position, "dtype") and hasattr(position, "__index__"):
        return int
    return kind


def _code(position: Any) -> int:
    from operator import index

    try:
        code = index(position)
    except TypeError:
        code = None
    if code is None or isinstance(position, bool) or not -(2**63) <= code < 2**63:
        raise GraphGameError(
            f"start: expected codes, integers of 64 bits, as the rule is compiled, got {position!r}"
        )
    return code


def as_codes(values: Iterable[int]) -> AnyArray:
    """Return codes as an array of int64."""
    import numpy as np

    return np.array(list(values), dtype=np.int64)
