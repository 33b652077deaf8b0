"""`Positions`: what a search asks of a rule of any kind, and how its positions are numbered."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphgame.errors import GraphGameError
from graphgame.graphs._names import NameIndex, kinds
from graphgame.graphs.labels import codes as as_codes
from graphgame.graphs.presets import owner_of_codes
from graphgame.outcome import NO_PRESET
from graphgame.proving._asking import FullError
from graphgame.rules.batches import ask_batch
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.addresses import NUMBER, native
from graphgame.rules.compiled.native import Native
from graphgame.rules.exploring._objects import has_hash, preset_number
from graphgame.rules.exploring.objects import may_change
from graphgame.rules.kind import COMPILED, POSITIONS, Rules
from graphgame.rules.messages import explain, explain_unhashable
from graphgame.rules.questions import checked_row, grouped
from graphgame.rules.symmetry import representatives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.types import Int8Array, Int64Array

# Bytes that a numbered position takes, beside itself: its name, hash and place in a table.
PER_NAME = 64
# Answers of a rule are kept for a while: as many numbers as stand in them, of all positions that
# may be numbered one for so many, and what an answer takes beside them, in numbers.
_SHARE, _PER_ANSWER = 16, 8


class Rows(NamedTuple):
    """Moves of some positions; see `Positions.rows`."""

    ptr: Int64Array
    options: Int64Array
    presets: Int8Array
    owners: Int8Array | None


class Positions:
    """The positions of a rule, by codes: its own, or numbers in the order in which they are met.

    Parameters
    ----------
    rules : Rules
    most : int
        The most positions that are numbered.
    order : callable, compiled function or None
        From a position, or an array of codes, to numbers: options are asked for in their order.
    scored : bool
        Whether presets stand for scores, which every position without options needs.
    keeps : bool
        Whether answers of a rule of single positions are kept for a while, as a search asks about
        the same positions again and again.

    Attributes
    ----------
    is_owned : bool
        Whether the rule says who moves.
    met : int
        How many positions are numbered; 0 for a rule on codes.
    is_full : bool
        Whether there was no room for another one.
    """

    def __init__(
        self, rules: Rules, most: int = 2**31 - 2, order: Any = None, *, scored: bool = False,
        keeps: bool = False,
    ) -> None:  # fmt: skip
        self.rules: Rules = rules
        self._scored: bool = scored
        self._order: Any = order if order is None else _order(order, rules.kind)
        self.is_owned: bool = rules.owner is not None
        self._named: bool = rules.kind == POSITIONS
        self._index, self._most = NameIndex(), most
        self._names: list[Any] = []
        self._types: set[type] = set()
        # By code, what was asked; `_left` is how many numbers may still be kept.
        self._kept: dict[int, tuple[int, int, list[int]]] = {}
        self._room: int = most // _SHARE if keeps else 0
        self._left: int = self._room
        self.is_full: bool = False

    @property
    def met(self) -> int:
        """How many positions are numbered."""
        return len(self._names)

    @property
    def names(self) -> list[Any]:
        """The positions that are numbered, by their numbers."""
        return self._names

    def resume(self, names: list[Any]) -> bool:
        """Add the positions of another search, in their order; return False if there is no room."""
        if len(names) > self._most:
            return False
        if names and self._number(names, "names") != list(range(len(names))):
            raise GraphGameError(
                f"resume: expected a search from {self._names[0]!r}, got one from {names[0]!r}"
            )
        return True

    def begin(self, start: Any) -> int:
        """Return the code of the position to start from, or of what stands for its class.

        Raises
        ------
        GraphGameError
            If it is no position of the rule.
        """
        if self._named:
            found = start
            if self.rules.represent is not None:
                found = next(iter(representatives(self.rules, [start])[1]))
            return self._number([found], "start")[0]
        code = as_codes([start], "start")
        if self.rules.represent is not None:
            _, code = representatives(self.rules, code)
        return int(code[0])

    def position(self, code: int) -> Any:
        """Return the position of a code."""
        return self._names[code] if self._named else code

    def positions(self, codes: Int64Array) -> Any:
        """Return the positions of codes: a list, or the array of codes."""
        return [*map(self._names.__getitem__, codes.tolist())] if self._named else codes

    def codes(self, positions: Any) -> Int64Array:
        """Return the codes of positions, which are numbered if they are not known."""
        import numpy as np

        if not self._named:
            return as_codes(positions, "positions")
        named = positions.tolist() if isinstance(positions, np.ndarray) else list(positions)
        return np.array(self._number(named, "positions"), dtype=np.int64)

    def find(self, position: Any) -> int | None:
        """Return the code of a position; None if it has no number, or is no code."""
        if not self._named:
            return position if type(position) is int and -(2**63) <= position < 2**63 else None
        number = self._number([position], "position", known=True)[0]
        return None if number < 0 else number

    def _number(self, positions: list[Any], where: str, *of: Any, known: bool = False) -> list[int]:
        """Return the numbers of positions; those that have none get one, or -1 if `known`.

        An error names where they stand, and of which position they are the options.
        """
        if not (met := kinds(positions)) <= self._types:
            new = met - self._types
            for position in positions:
                if type(position) in new:
                    _judge(position)
            self._types |= new
        try:
            found = self._index.look_up(positions) if known else self._index.add(positions)
        except TypeError as error:
            unhashable = next((x for x in positions if not has_hash(x)), None)
            if unhashable is None:
                raise
            # The text of a position takes longer than finding its number.
            place = " ".join([where, *map(repr, of)])
            raise GraphGameError(explain_unhashable(place, unhashable)) from error
        if len(self._index) > len(self._names):
            self._names += self._index.names(len(self._names))
        return memoryview(found).tolist()

    # -- one position ------------------------------------------------------------------------------

    def ask(self, code: int, *, known: bool = False) -> tuple[int, int, list[int]]:
        """Return the preset of a position, who moves there, and its options.

        With `known`, options that have no number yet are -1.

        Raises
        ------
        FullError
            If there would be more positions than may be numbered.
        GraphGameError
            If the rule returns something else.
        """
        if not self._named:
            return self._ask_codes(code)
        if not known and (kept := self._kept.get(code)) is not None:
            return kept
        try:
            found = self._ask_one(code, known=known)
            if self._room and not known:
                self._keep(code, found)
            return found
        except RuleError as error:
            raise GraphGameError(explain(error)) from None

    def _keep(self, code: int, found: tuple[int, int, list[int]]) -> None:
        """Keep an answer; without room, forget all that were kept before."""
        self._left -= len(found[2]) + _PER_ANSWER
        if self._left < 0:
            self._kept.clear()
            self._left = self._room
        self._kept[code] = found

    def forget(self) -> None:
        """Forget what was asked, as presets mean something else now."""
        self._kept.clear()
        self._left = self._room

    def _ask_one(self, code: int, *, known: bool = False) -> tuple[int, int, list[int]]:
        rules, position = self.rules, self._names[code]
        owner = self._owner(position) if self.is_owned else 0
        if rules.preset is not None:
            preset = preset_number(rules.preset, position)
            if preset != NO_PRESET:
                return preset, owner, []
        row = rules.options(position)
        if type(row) is not list:
            row = checked_row(position, row, None)
        if self._scored and not row:
            raise _unscored(position)
        if self._order is not None and len(row) > 1:
            row = sorted(row, key=self._order)
        if rules.represent is not None and row:
            row = rules.represent(row)
        if not known and len(self._names) + len(row) > self._most:
            self.is_full = True
            raise FullError
        return NO_PRESET, owner, self._number(row, "options of", position, known=known)

    def _ask_codes(self, code: int) -> tuple[int, int, list[int]]:
        import numpy as np

        rows = self.rows(np.array([code], dtype=np.int64))
        owner = 0 if rows.owners is None else int(rows.owners[0])
        options = rows.options
        if self._order is not None and len(options) > 1:
            order = getattr(self._order, "numbers", self._order)
            options = options[np.argsort(order(options), kind="stable")]
        return int(rows.presets[0]), owner, options.tolist()

    def _owner(self, position: Any) -> int:
        owner = self.rules.owner(position)
        if owner not in (0, 1):
            raise GraphGameError(f"owner of {position!r}: expected 0 or 1, got {owner!r}")
        return int(owner)

    # -- many positions ----------------------------------------------------------------------------

    def rows(self, codes: Int64Array, *, known: bool = False) -> Rows:
        """Ask for the moves of many positions; with `known` as in `ask`.

        Returns
        -------
        Rows
            The options of position i are ``options[ptr[i]:ptr[i + 1]]``; presets are `NO_PRESET`
            where there is none; owners are None where players alternate.
        """
        import numpy as np

        if self._named:
            return self._rows_of_names(codes, known=known)
        sources, options, presets, _ = ask_batch(self.rules, codes)
        if self.rules.represent is not None and len(options):
            options = as_codes(self.rules.represent(options), "canonical")
        ptr, options = grouped(sources, options, len(codes))
        if presets is None:
            presets = np.full(len(codes), NO_PRESET, dtype=np.int8)
        unscored = (presets == NO_PRESET) & (np.diff(ptr) == 0)
        if self._scored and unscored.any():
            raise _unscored(int(codes[unscored.argmax()]))
        owners = None
        if self.is_owned:
            owners = owner_of_codes(self.rules.owner, codes)
        return Rows(ptr, options, presets, owners)

    def _rows_of_names(self, codes: Int64Array, *, known: bool) -> Rows:
        import numpy as np

        asked = [self.ask(code, known=known) for code in codes.tolist()]
        presets, owners, rows = zip(*asked, strict=True) if asked else ((), (), ())
        ptr = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=ptr[1:])
        options = np.array([w for row in rows for w in row], dtype=np.int64)
        moving = np.array(owners, dtype=np.int8) if self.is_owned else None
        return Rows(ptr, options, np.array(presets, dtype=np.int8), moving)

    # -- the kernel --------------------------------------------------------------------------------

    def for_search(self) -> dict[str, Any]:
        """Return what `Asking` takes: addresses of compiled functions, or what it asks."""
        rules = self.rules
        # A compiled function of who moves is kept as the method that asks it of an array.
        owner = getattr(rules.owner, "__self__", rules.owner)
        is_compiled = rules.kind == COMPILED and (owner is None or isinstance(owner, Native))
        functions = {
            "rule": rules.options, "outcome": rules.preset, "canonical": rules.canonical,
            "owner": owner, "order": self._order,
        }  # fmt: skip
        found: dict[str, Any] = {"owned": self.is_owned, "ask": None if is_compiled else self.ask}
        for name, function in functions.items():
            at = (function.address, function.data) if is_compiled and function is not None else ()
            found[name], found[f"{name}_data"] = at or (0, 0)
        return found


def _order(order: Any, kind: str) -> Any:
    """Return the function of the order, of the kind of the rule."""
    compiled = native(order, NUMBER, "order")
    if (compiled is None and not callable(order)) or (compiled is not None and kind == POSITIONS):
        raise GraphGameError(
            "order: expected a function of what the rule takes, that returns whole numbers, got "
            f"{order!r}"
        )
    if kind == COMPILED and compiled is None:
        raise GraphGameError(
            f"order: expected a compiled function, as the rule is one, got {type(order).__name__}"
        )
    return order if compiled is None else compiled


def _unscored(position: Any) -> GraphGameError:
    return GraphGameError(
        f"scores[{position!r}]: expected a score for every position without options, got none"
    )


def _judge(position: Any) -> None:
    """Refuse what is no position: None, and what is compared by identity."""
    if position is None:
        raise GraphGameError(
            "options: expected positions, got None; leave out what is no move, or name the "
            "position that is meant"
        )
    may_change(position)
