"""`Asked`: a rule of any kind, asked for the moves of many codes at a time; its digest."""

from __future__ import annotations

import hashlib
from itertools import chain
from time import monotonic

import numpy as np

from graphgame.arrays import distinct, distinct_rows
from graphgame.errors import GraphGameError
from graphgame.graphs.labels import codes as as_codes
from graphgame.graphs.presets import is_pair
from graphgame.outcome import DRAW, NO_PRESET, TIE
from graphgame.progress import Report
from graphgame.rules.batches import ask_batch, ask_presets, called
from graphgame.rules.compiled._stage import drop_repeated
from graphgame.rules.kind import BATCH, COMPILED, NONE, POSITIONS, Rules, classify, starting
from graphgame.rules.symmetry import code_representatives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.rules.compiled.native import Native
    from graphgame.types import AnyArray, Int8Array, Int32Array, Int64Array, ProgressLike

    Address = tuple[int, int]
    Moves = tuple[Int64Array, Int64Array, Int8Array | None, Int32Array | None]

# Seconds after which a digest shows how far it is, and in which words.
_SHORT = 1.0
_ASKING = "asking the rule, to know it again: {done:,} of at most {total:,} positions"
# Positions that a digest of a rule is made of, beside the starts.
SAMPLE = 1000
# Methods of a rule that change what a position is worth: answers without moves do not hold that.
_REFUSED = {"owner": "who moves at each position", "score": "scores of terminals"}


class Asked:
    """A rule on codes, asked for many at a time.

    Attributes
    ----------
    rules : Rules
        Of the kind "batch" or "compiled".
    name : str
    symmetric : bool
        Whether positions stand for classes.

    Examples
    --------
    >>> asked = Asked.from_rule(lambda n: [n - k for k in (1, 2) if n >= k], [4])
    >>> sources, options, presets, ends = asked.moves(np.array([4, 1]))
    >>> sources.tolist(), options.tolist(), presets, ends
    ([0, 0, 1], [3, 2, 0], None, None)
    """

    __slots__ = ("name", "rules", "symmetric")

    def __init__(self, rules: Rules, name: str = "a rule") -> None:
        self.rules: Rules = _in_batches(rules) if rules.kind == POSITIONS else rules
        if rules.owner is not None:
            raise refused("owner")
        self.name: str = name
        self.symmetric: bool = rules.represent is not None

    @classmethod
    def from_rule(cls, rule: Any, starts: Any, presets: Any = None, canonical: Any = None) -> Asked:
        """Return a rule, a game object or its `Rules` as one that is asked.

        Parameters
        ----------
        rule : callable, compiled function, object with ``options``, Rules or Asked
        starts : (k,) array_like of int
            The first of them is shown to a Python function, to see what it takes.
        presets : callable, compiled function or mapping, optional
        canonical : callable or compiled function, optional

        Raises
        ------
        GraphGameError
            If the rule says who moves or scores terminals, or is no rule.
        """
        if isinstance(rule, Asked):
            return rule
        if isinstance(rule, Rules):
            return cls(rule)
        listed = np.asarray(starts)[:1].tolist()
        first = listed[0] if listed else NONE
        rules = read_rules(rule, first, presets, canonical, codes=True)
        return cls(rules, rule_name(rule))

    def anew(self) -> Asked:
        """Return this rule, which keeps nothing of what it was asked."""
        return self

    def codes(self, positions: Any) -> Int64Array:
        """Return positions, which are their own codes, as an array."""
        return np.array(positions, dtype=np.int64)

    def position(self, code: int) -> int:
        """Return the position of a code: the code."""
        return code

    @property
    def addresses(self) -> tuple[Address, Address, Address, Address]:
        """The address and the data of compiled functions, 0 for none.

        They are those of options, presets, the remoteness of presets, and the symmetry; all are 0
        if the rule is not compiled.
        """

        def address(function: Native | None) -> Address:
            return (0, 0) if function is None else (function.address, function.data)

        rules = self.rules
        if rules.kind != COMPILED:
            return ((0, 0),) * 4
        return (
            address(rules.options),
            address(rules.preset),
            address(rules.remoteness),
            address(rules.canonical),
        )

    def moves(self, codes: Int64Array) -> Moves:
        """Ask for the moves of codes, to options that stand for their classes.

        Returns
        -------
        sources, options : (m,) int64
            Of every move the index of its code, and the option, or what stands for its class.
        presets, ends : (k,) int8 and int32, or None
            Preset outcomes, `NO_PRESET` where there is none, and their remoteness.

        Raises
        ------
        GraphGameError
            If the rule returns no moves, or presets a TIE.
        """
        sources, options, presets, ends = self.real_moves(codes)
        return sources, self.represent(options), presets, ends

    def real_moves(self, codes: Int64Array) -> Moves:
        """Ask for the moves of codes, to options as the rule gives them; see `moves`."""
        sources, options, presets, ends = ask_batch(self.rules, codes)
        refuse_presets(codes, presets, ends)
        return sources, options, presets, ends

    def sorted_moves(self, codes: Int64Array) -> Moves:
        """Ask for moves as `moves`; sources ascend, and classes are options of a code once."""
        sources, options, presets, ends = self.moves(codes)
        return *self._sorted(sources, options), presets, ends

    def rows(self, codes: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Ask for the options of codes that have no preset, row after row, as `sorted_moves`.

        Returns
        -------
        ptr : (k + 1,) int64
            Where the row of each code starts.
        options : (m,) int64
        """
        rules = self.rules
        function = rules.options.options if rules.kind == COMPILED else rules.options
        sources, options, _, _ = ask_batch(Rules(BATCH, function, None), codes)
        if self.symmetric and len(options):
            options = called(self.represent, options)
        sources, options = self._sorted(sources, options)
        ptr = np.zeros(len(codes) + 1, dtype=np.int64)
        np.cumsum(np.bincount(sources, minlength=len(codes)), out=ptr[1:])
        return ptr, options

    def _sorted(self, sources: Int64Array, options: Int64Array) -> tuple[Int64Array, Int64Array]:
        """Return moves by ascending sources; where positions stand for classes, each once."""
        if (sources[1:] < sources[:-1]).any():
            order = np.argsort(sources, kind="stable")
            sources, options = sources[order], options[order]
        sources, options = np.ascontiguousarray(sources), np.ascontiguousarray(options)
        if self.symmetric:
            sources, options = map(np.asarray, drop_repeated(sources, options))
        return sources, options

    def presets(self, codes: Int64Array) -> tuple[Int8Array | None, Int32Array | None]:
        """Ask for the presets of codes and their remoteness; None where the rule has none."""
        rules = self.rules
        if rules.preset is None or not len(codes):
            return None, None
        presets, ends = ask_presets(rules, codes)
        refuse_presets(codes, presets, ends)
        return presets, ends

    def represent(self, codes: Int64Array) -> Int64Array:
        """Return the representatives of codes; the codes themselves without a symmetry."""
        if self.rules.represent is None or not len(codes):
            return codes
        return as_codes(self.rules.represent(codes), "canonical")

    def representatives(self, starts: Int64Array) -> Int64Array:
        """Return the representatives of starts, ascending, each once.

        Raises
        ------
        GraphGameError
            If something else stands for the class of what stands for a class.
        """
        if self.rules.represent is not None:
            starts = code_representatives(starts, self.represent)
        return distinct(np.array(starts))


def read_rules(
    rule: Any, first: Any, presets: Any = None, canonical: Any = None, *, codes: bool = False
) -> Rules:
    """Return the kind of a rule, and its functions; see `classify`.

    Raises
    ------
    GraphGameError
        If the rule says who moves or scores terminals, or is no rule.
    """
    if isinstance(rule, Rules):
        return rule
    for name in _REFUSED:
        if getattr(rule, name, None) is not None:
            raise refused(name)
    return classify(rule, first, presets, None, canonical, codes=codes)


def refused(name: str) -> GraphGameError:
    """Return the error for a method of a rule that says what no database holds."""
    cure = "gg.solve" if name == "owner" else "gg.solve_scores"
    return GraphGameError(
        f"rule: expected one without {name}(position), which a database does not hold "
        f"({_REFUSED[name]}); {cure} keeps it with the graph"
    )


def refuse_presets(positions: Any, presets: Any, ends: Any) -> None:
    """Refuse presets that no database holds: TIE, and a DRAW that ends later."""
    if presets is None:
        return
    wrong = presets == TIE
    if ends is not None:
        wrong |= (presets == DRAW) & (ends > 0)
    if wrong.any():
        at = int(wrong.argmax())
        raise refused_preset(positions[at], presets[at], 0 if ends is None else ends[at])


def refused_preset(position: Any, outcome: int, far: int) -> GraphGameError:
    """Return the error for a preset that no database holds: a TIE, or a DRAW that ends later."""
    found = "TIE" if outcome == TIE else f"a DRAW of remoteness {far}"
    named = getattr(position, "item", lambda: position)()
    return GraphGameError(
        f"preset of {named!r}: expected WIN, LOSE, or a DRAW of remoteness 0 in a database, got "
        f"{found}; gg.solve keeps it with the graph"
    )


def rule_name(rule: Any) -> str:
    """Return the name of a rule, for messages and manifests."""
    name = getattr(rule, "__qualname__", None) or getattr(rule, "__name__", None)
    return str(name or type(rule).__qualname__)


def _in_batches(rules: Rules) -> Rules:
    """Return the rules of one position as rules of an array of codes."""

    def options(codes: Int64Array) -> tuple[AnyArray, AnyArray]:
        rows = [list(rules.options(code)) for code in codes.tolist()]
        sources = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        return sources, as_codes([*chain.from_iterable(rows)], "options")

    def preset(codes: Int64Array) -> Any:
        found = [rules.preset(code) for code in codes.tolist()]
        pairs = [x if is_pair(x) else (NO_PRESET if x is None else x, 0) for x in found]
        outcomes, ends = zip(*pairs, strict=True)
        return list(outcomes), np.array(ends)

    whole = Rules(BATCH, options, None if rules.preset is None else preset)
    whole.given, whole.author = rules.given, rules.author
    if rules.represent is not None:
        represent: Any = rules.represent
        whole.canonical = whole.represent = lambda codes: represent(codes.tolist())
    return whole


def read_starts(start: Any) -> Int64Array:
    """Return the codes to start from: of one code, an array_like or an iterator of codes."""
    _, listed = starting(start, codes=True)
    return as_codes(listed if hasattr(listed, "__len__") else [*listed], "start")


def spread_over(size: int) -> Int64Array:
    """Return where a digest begins if every index below `size` is a position: some, spread evenly.

    >>> spread_over(5).tolist(), len(spread_over(10**12)) == SAMPLE
    ([0, 1, 2, 3, 4], True)
    """
    count = min(size, SAMPLE)
    return np.array([size * k // count for k in range(count)], dtype=np.int64)


def digest(rule: Asked, starts: Int64Array, progress: ProgressLike = False) -> str:
    """Return a digest that identifies a rule: SHA-256 of its moves and presets at some positions.

    These are `SAMPLE` positions met breadth-first from the starts; each frontier is in ascending
    order.
    So the same rule in another language, or with moves in another order, has the same digest.
    What takes longer than a second shows progress.

    >>> def rule(n):
    ...     return [n - k for k in (1, 2) if n >= k]
    >>> one = digest(Asked.from_rule(rule, [9]), np.array([9]))
    >>> other = Asked.from_rule(lambda n: {max(0, n - 2), n - 1} if n else [], [9])
    >>> one == digest(other, np.array([9]))
    True
    """
    found = hashlib.sha256()
    frontier = distinct(np.array(rule.represent(np.asarray(starts, dtype=np.int64))))
    known = frontier
    left, began = SAMPLE, monotonic()
    with Report(progress) as report:
        while len(frontier) and left:
            if report is not None and monotonic() - began > _SHORT:
                report.step("asking", SAMPLE - left, SAMPLE, "positions", _ASKING)
            frontier = frontier[:left]
            left -= len(frontier)
            sources, options, presets, ends = rule.moves(frontier)
            pairs = np.stack([sources, options], axis=1)
            if len(pairs):
                pairs, _ = distinct_rows(pairs)
            outcomes = np.full(len(frontier), NO_PRESET, np.int8) if presets is None else presets
            far = np.zeros(len(frontier), np.int32) if ends is None else ends
            counts = np.bincount(pairs[:, 0], minlength=len(frontier))
            for array in (frontier, outcomes, far, counts, pairs[:, 1]):
                found.update(array.astype("<i8").tobytes())
            frontier = np.setdiff1d(distinct(np.array(pairs[:, 1])), known, assume_unique=True)
            known = distinct(np.append(known, frontier))
    return found.hexdigest()


def unsteady(rule: Asked, starts: Int64Array, found: str) -> str:
    """Return what an error adds where a rule has another digest each time it is asked; else "".

    Parameters
    ----------
    rule, starts
        As of `digest`.
    found : str
        What `digest` has returned.
    """
    again = digest(rule, starts)
    if again == found:
        return ""
    return (
        f"; asked again, they have {again[:12]}: the options of this rule change from call to call,"
        " and check_rule finds where"
    )
