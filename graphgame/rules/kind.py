"""Kinds of rules, told apart: a function of a position, of an array of codes, or a compiled one.

And what goes with a rule of any kind: where it starts, and mappings, whose keys must be met.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, MappingView
from contextlib import contextmanager
from itertools import chain, compress
from operator import not_
from types import SimpleNamespace
from typing import Any

from graphgame import checks
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.given import mapped
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.presets import split_pairs
from graphgame.outcome import NO_PRESET
from graphgame.rules.classes import by_class, look_up_codes, represented
from graphgame.rules.compiled.addresses import NUMBER, OPTIONS, Native, native
from graphgame.rules.exploring._objects import has_hash

# The flags of a coroutine and of an asynchronous generator, as in `inspect`.
_ASYNC = 0x80 | 0x200
# The kinds.  A function of one position; of a (k,) int64 array of codes; a compiled one of a code.
POSITIONS, BATCH, COMPILED = "positions", "batch", "compiled"
# Stands for a first position that there is not.
NONE = object()
# How many options of the first position are looked at.
_SAMPLE = 64
# The most numbers in a list that may be meant as a board.
_BOARD = 100
# How many keys an error names.
_SHOWN = 3
# What a rule object may have, besides data.
_METHODS = (
    *("options", "moves", "preset", "owner", "canonical"),
    *("chance", "points", "score", "order"),
)


class Rules:
    """The functions of a rule, and what they take.

    Attributes
    ----------
    kind : {"positions", "batch", "compiled"}
    options : callable, or Native if the kind is "compiled"
        Of a position, its options; of an array of codes, a pair (sources, options).
    preset : callable, Native or None
        Of the same kind: of a position its preset outcome or None; of an array an outcome or
        `NO_PRESET` for each code.
    remoteness : Native or None
        Of a compiled rule with a compiled preset, in how many plies a preset WIN or LOSE ends.
    owner : callable or None
        Who moves, 0 or 1, at a position; at each of an array of codes, of a compiled rule too.
    canonical : callable, Native or None
        A symmetry, of the kind of the rule: from a position, or an array, to representatives.
    represent : callable or None
        The same from a list of positions to a list, or from an array of codes to an array, checked.
    given : dict of str to mapping
        Presets and owners that are mappings, by the names of their arguments.
    met : set or None
        The keys of a mapping of presets that were met at positions that are not stored.
    author : object
        The rule object, which may say how the game looks; None where the rule is a function.
    """

    __slots__ = (
        *("author", "canonical", "given", "kind", "met", "owner", "options", "preset"),
        *("remoteness", "represent"),
    )
    kind: str
    options: Any
    preset: Any

    def __init__(self, kind: str, options: Any, preset: Any) -> None:
        self.kind, self.options, self.preset = kind, options, preset
        self.remoteness: Native | None = None
        self.owner: Any = None
        self.canonical: Any = None
        self.represent: Any = None
        self.given: dict[str, Mapping[Any, Any]] = {}
        self.met: set[Any] | None = None
        self.author: object = None

    def as_rule(self) -> Any:
        """Return an object that is a rule with these functions."""
        rule = SimpleNamespace(options=self.options)
        for name in ("preset", "canonical", "owner"):
            if (function := getattr(self, name)) is not None:
                setattr(rule, name, function)
        if self.remoteness is not None:
            rule.preset_remoteness = self.remoteness
        return rule


def classify(
    rule: Any,
    first: Any,
    presets: Any = None,
    owner: Any = None,
    canonical: Any = None,
    *,
    codes: bool = False,
) -> Rules:
    """Return the kind of a rule, and its functions.

    A compiled function is known by its type.  A Python function is asked for the options of the
    first position: if it returns an iterable of hashable positions, it takes one position; else, if
    it returns sources and options for an array of that one code, it takes arrays.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options`` and perhaps ``preset``
    first : hashable
        The first position to be explored; `NONE` if there is none.
    presets : callable, compiled function, mapping or None
        Comes before ``rule.preset``.
    owner : callable, compiled function, mapping or None
        Comes before ``rule.owner``.
    canonical : callable, compiled function or None
        Comes before ``rule.canonical``.
    codes : bool
        Whether a function that fits neither reading is to be read as one of arrays.

    Raises
    ------
    GraphGameError
        If the rule or `presets` is no function, or a compiled one of another signature; or if one
        is of a kind that does not go with the other.
    """
    options = getattr(rule, "options", rule)
    presets, owner = mapped(presets, "presets"), mapped(owner, "owner")
    preset = presets if presets is not None else getattr(rule, "preset", None)
    canonical = canonical if canonical is not None else getattr(rule, "canonical", None)
    compiled = None if isinstance(rule, GameGraph) else native(options, OPTIONS)
    if compiled is not None:
        return _whole(COMPILED, compiled, rule, preset, owner, canonical)
    require_object(rule)
    if not callable(options) or isinstance(rule, GameGraph):
        raise GraphGameError(
            "rule: expected a function, or an object with options(position), "
            f"got {type(rule).__name__}; a graph needs no start"
        )
    return _whole(_asked(options, first, codes), options, rule, preset, owner, canonical)


def require_object(rule: Any, expected: str = "options(position)") -> None:
    """Refuse a class where an object of it is meant: one whose methods take ``self``.

    A class whose functions need no object is a rule as any other.
    """
    if not isinstance(rule, type):
        return
    from inspect import getattr_static

    for name in _METHODS:
        code = getattr(getattr_static(rule, name, None), "__code__", None)
        if code is not None and (name == "options" or code.co_varnames[:1] == ("self",)):
            raise GraphGameError(
                f"rule: expected an object with {expected}, got its class {rule.__name__}: make "
                "one of it"
            )


def _whole(kind: str, options: Any, rule: Any, preset: Any, owner: Any, canonical: Any) -> Rules:
    """Return the rules of a kind, with all functions that go with the options."""
    owner = owner if owner is not None else getattr(rule, "owner", None)
    represent = None
    joined = {"presets": preset, "owner": owner}
    given = {what: found for what, found in joined.items() if isinstance(found, Mapping)}
    if canonical is not None:
        represent = represented(canonical, kind == POSITIONS, kind == COMPILED)
        if isinstance(preset, Mapping):
            preset = by_class(preset, represent, kind == POSITIONS, "presets")
        if isinstance(owner, Mapping):
            owner = by_class(owner, represent, kind == POSITIONS, "owner")
    rules = _with_presets(kind, options, preset)
    rules.owner = _owner(owner, rules.kind)
    rules.represent, rules.given = represent, given
    rules.author = rule if hasattr(rule, "options") else None
    if isinstance(rules.preset, Native) and preset == getattr(rule, "preset", None):
        rules.remoteness = _remoteness(getattr(rule, "preset_remoteness", None))
    if represent is not None:
        rules.canonical = represent if rules.kind == BATCH else canonical
        if rules.kind == COMPILED:
            rules.canonical = native(canonical, NUMBER, "canonical")
    return rules


def _remoteness(function: Any) -> Native | None:
    """Return the function that says in how many plies a compiled preset ends."""
    if function is None:
        return None
    compiled = native(function, NUMBER, "preset_remoteness")
    if compiled is None:
        raise GraphGameError(
            "preset_remoteness: expected a compiled function beside a compiled preset, got "
            f"{type(function).__name__}"
        )
    return compiled


def _owner(owner: Any, kind: str) -> Callable[[Any], Any] | None:
    """Return the function that says who moves, of the kind of the rule."""
    if owner is None:
        return None
    if isinstance(owner, Mapping):
        return owner.get if kind == POSITIONS else look_up_codes(owner, -1, "owner")
    compiled = native(owner, NUMBER, "owner")
    if compiled is not None and kind != POSITIONS:
        return compiled.numbers
    if compiled is not None or not callable(owner):
        raise GraphGameError(
            "owner: expected a function of a position, or a mapping, got "
            f"{'a compiled function' if compiled is not None else repr(owner)}"
        )
    found: Callable[[Any], Any] = owner
    return found


# -- functions of Python --------------------------------------------------------------------------


def _asked(options: Callable[[Any], Any], first: Any, codes: bool) -> str:
    """Return whether a function takes a position or an array, by asking it about the first one."""
    if getattr(getattr(options, "__code__", None), "co_flags", 0) & _ASYNC:
        raise GraphGameError("rule: expected a function, got an async one: leave out async")
    if first is NONE or not _is_code(first):
        # A larger integer is no code, which the reader of starts says.
        return BATCH if codes and (first is NONE or type(first) is int) else POSITIONS
    raised = None
    try:
        if _are_options(options(first), codes):
            return POSITIONS
    except Exception as error:  # noqa: BLE001 -- whatever it does with a code, it may take arrays
        raised = str(error)
    try:
        pair = _pair(options, first)
    except Exception:  # noqa: BLE001
        # It takes neither.  Where it needs more than an int, it is wrong about arrays.
        return BATCH if codes or "'int'" in (raised or "") else POSITIONS
    if pair is not None and (raised is not None or codes or _fits(pair)):
        return BATCH
    return BATCH if codes else POSITIONS


def _is_code(position: Any) -> bool:
    """Return whether a position is an integer of 64 bits."""
    import numpy as np

    if isinstance(position, bool) or not isinstance(position, int | np.integer):
        return False
    return -(2**63) <= int(position) < 2**63


def _are_options(found: Any, codes: bool) -> bool:
    """Return whether this may be the options of a position: hashable ones, and no array in it.

    Where positions must be codes, a pair of lists is none.
    """
    if found is None or isinstance(found, str | bytes | bytearray):
        return False
    if isinstance(found, tuple | list):
        if codes and len(found) == 2 and all(isinstance(part, tuple | list) for part in found):
            return False  # sources and options, and none of them an array
        return all(map(has_hash, found[:_SAMPLE]))
    if hasattr(found, "dtype"):
        return getattr(found, "ndim", 0) == 1 and found.dtype.kind in "iu"
    return hasattr(found, "__iter__") or hasattr(found, "__getitem__")


def _pair(options: Callable[[Any], Any], first: int) -> Any:
    """Return what a function returns for an array of one code, if it is a pair with an array."""
    import numpy as np

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a function of positions may warn when it gets an array
        found = options(np.array([first], dtype=np.int64))
    if isinstance(found, tuple | list) and len(found) == 2:
        return found if any(isinstance(x, np.ndarray) for x in found) else None
    return None


def _fits(pair: Any) -> bool:
    """Return whether a pair may be the sources and the options of one code."""
    import numpy as np

    sources, options = map(np.asarray, pair)
    return bool(
        sources.ndim == options.ndim == 1
        and len(sources) == len(options)
        and all(x.dtype.kind in "iu" or not len(x) for x in (sources, options))
        and not sources.any()
    )


# -- presets --------------------------------------------------------------------------------------


def _with_presets(kind: str, options: Any, preset: Any) -> Rules:
    """Return the rules with presets of their kind, made so where they are of another."""
    if preset is None:
        return Rules(kind, options, None)
    if isinstance(preset, Mapping):
        if kind == POSITIONS:
            return Rules(kind, options, preset.get)
        outcomes, ends = split_pairs(preset)
        known = look_up_codes(outcomes, NO_PRESET)
        if ends is None:
            return _in_batches(kind, options, known)
        far = look_up_codes(dict(zip(preset, ends, strict=True)), 0)
        return _in_batches(kind, options, lambda batch: (known(batch), far(batch)))
    compiled = native(preset, NUMBER, "presets")
    if compiled is None and not callable(preset):
        raise GraphGameError(
            f"presets: expected a function of a position, or a mapping, got {preset!r}"
        )
    if kind == POSITIONS:
        if compiled is not None:
            raise GraphGameError(
                "presets: expected a function of one position, or a mapping, as the rule takes one "
                f"position, got the compiled {preset!r}"
            )
        return Rules(kind, options, preset)
    if kind == COMPILED and compiled is not None:
        return Rules(kind, options, compiled)
    if compiled is not None:
        return Rules(kind, options, compiled.numbers)
    return _in_batches(kind, options, preset)


def _in_batches(kind: str, options: Any, preset: Any) -> Rules:
    """Return rules of arrays, of a compiled rule too."""
    return Rules(BATCH, options.options if kind == COMPILED else options, preset)


# -- starts ---------------------------------------------------------------------------------------


def starting(start: Any, *, codes: bool = False) -> tuple[Any, Any]:
    """Return the first position to start from, `NONE` if there is none, and all of them.

    Parameters
    ----------
    start : hashable, or list, set, range, array, view of a mapping or iterator of hashable
        An iterator may be endless: no more of it is taken than its first position.
    codes : bool
        Whether a tuple stands for many codes, as for any array_like, and not for one position.

    Returns
    -------
    first : hashable
    positions : iterator, list, or 1-D array
    """
    start = checks.unviewed(start)
    if isinstance(start, Iterator):
        first = next(start, NONE)
        return first, chain([] if first is NONE else [first], start)
    array = hasattr(start, "__array__")
    if array:  # a scalar is one position
        if getattr(start, "ndim", 1) > 1:
            raise GraphGameError(f"start: expected one dimension, got shape {start.shape}")
        many = getattr(start, "shape", None) != ()
        # Of many codes only the first becomes an int of Python.
        checks.refuse_masked(start, "start")
        taken = start[:1] if codes and many and hasattr(start, "dtype") else start
        listed = taken.tolist() if hasattr(taken, "tolist") else list(taken)
        if not many:
            return listed, [listed]
        return (listed[0] if listed else NONE), start if codes else listed
    if isinstance(start, list | set | frozenset | range | MappingView) or (
        codes and isinstance(start, tuple)
    ):
        if isinstance(start, frozenset) and not codes:
            return start, [start]  # it can be a position itself
        many_starts: Any = start
        if not isinstance(start, list | range):
            many_starts = list(many_starts)
        return (many_starts[0] if many_starts else NONE), many_starts
    return start, [start]


def doubt(given: object) -> str:
    """Return what a list or a set of numbers and texts may be meant as, if the rule takes none.

    A list of one text is what it seems.
    """
    if not isinstance(given, list | set) or not 0 < len(given) <= _BOARD:
        return ""
    texts = sum(isinstance(x, str) for x in given)
    if not all(isinstance(x, int | float | str) for x in given) or texts == len(given) == 1:
        return ""
    first = next(iter(given))
    one = f"({', '.join(map(repr, given))}{',' if len(given) == 1 else ''})"
    cure = f"the tuple {one}" if isinstance(given, list) else f"frozenset({given!r})"
    return (
        f"start: expected positions that the rule takes, got {given!r}, {len(given)} of them; for "
        f"one position that is a board write {cure}; the rule at {first!r} raises "
    )


@contextmanager
def no_doubt(said: str, has_begun: Callable[[], object]) -> Iterator[None]:
    """Refuse, in the words of `doubt`, a rule that takes not even the first entry of a list.

    Parameters
    ----------
    said : str
        What `doubt` says of the start.
    has_begun : callable
        Returns whether a position has been asked about.
    """
    try:
        yield
    except (TypeError, AttributeError, ValueError, LookupError) as error:
        if isinstance(error, GraphGameError) or not said or has_begun():
            raise
        raise GraphGameError(f"{said}{type(error).__name__}: {error}") from error


# -- mappings -------------------------------------------------------------------------------------


def require_met(
    given: Mapping[str, Mapping[Any, Any]],
    are_met: Callable[[list[Any]], Iterable[Any]],
    example: Any,
) -> None:
    """Refuse mappings with keys that are no positions of the game that was explored.

    So a mapping with a rule is what one with a graph is: a key that is no position is a mistake.

    Parameters
    ----------
    given : mapping of argument to mapping
        As `Rules.given`.
    are_met : callable
        From a list of keys to whether each is a position.
    example : hashable
        A position of the game, for the message.

    Raises
    ------
    UnknownPositionError
        With the number of such keys and the first of them.
    """
    for what, mapping in given.items():
        keys = list(mapping)
        unmet = [*compress(keys, map(not_, are_met(keys)))]
        if not unmet:
            continue
        shown = ", ".join(map(repr, unmet[:_SHOWN])) + (", …" if len(unmet) > _SHOWN else "")
        kinds = {type(key).__name__ for key in unmet} - {type(example).__name__}
        kind = ""
        if len(kinds) == 1 and not any(type(key) is type(example) for key in unmet):
            kind = f" of type {kinds.pop()}, where positions are such as {example!r}"
        raise UnknownPositionError(
            f"{what}: expected positions that the rule leads to from the start, got {len(unmet)} "
            f"of {len(keys)} that it never does, {shown}{kind}; a function may know others, as the "
            "method get of a dict, which takes one position, does"
        )
