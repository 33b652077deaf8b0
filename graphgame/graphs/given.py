"""Read values given for each position, in any form: numbers, outcomes, flags, functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet

from graphgame import checks
from graphgame.arrays import Later
from graphgame.errors import GraphGameError
from graphgame.outcome import NO_PRESET, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs import _names
    from graphgame.graphs.graph import GameGraph
    from graphgame.types import AnyArray
else:
    _names = Later("graphgame.graphs._names")  # arrays need no kernel

# What stands for an outcome beside its number, as `dict.get` wants it: its name, and None for none.
_NUMBERS: dict[Any, int] = {**{one.name: int(one) for one in Outcome}, None: NO_PRESET}


def is_function(values: Any) -> bool:
    """Return whether values are given by a function of a position."""
    return callable(values) and not isinstance(values, Mapping) and not hasattr(values, "__array__")


def asked(function: Callable[[Any], Any], labels: Sequence[Any], what: str) -> list[Any]:
    """Call a function for each position, one at a time, and return what it gives.

    Whatever it raises comes out unchanged, with a note that names the position.
    """
    found: list[Any] = []
    try:
        found.extend(map(function, labels))
    except Exception as error:
        error.add_note(f"while asking {what} position {labels[len(found)]!r}")
        raise
    return found


def position_names(graph: GameGraph[Any]) -> Sequence[Any]:
    """Return the names of the positions of a graph, by index."""
    return range(graph.n) if graph.labels is None else graph.labels


def require_alike(
    graph: GameGraph[Any], given: Mapping[Any, Any], what: str, at: Any, *values: Any
) -> None:
    """Refuse a mapping that gives two positions of a class different values.

    Parameters
    ----------
    graph : GameGraph
        Without a symmetry no two positions are of one class.
    given : mapping
    what : str
        What error messages call it.
    at : (k,) int array
        The index of each key.
    *values : (k,) array_like
        What is given for each key, as numbers.
    """
    import numpy as np

    if graph._symmetry is None or len(given) < 2:
        return
    order = np.argsort(at, kind="stable")
    at, differ = np.asarray(at)[order], np.zeros(len(given) - 1, dtype=np.bool_)
    for numbers_ in map(np.asarray, values):
        differ |= numbers_[order][1:] != numbers_[order][:-1]
    wrong = np.flatnonzero(differ & (at[1:] == at[:-1]))
    if len(wrong):
        pairs = [*given.items()]
        first, other = (pairs[order[wrong[0] + k]] for k in (0, 1))
        raise two_values(what, graph.position(int(at[wrong[0]])), first, other)


def two_values(
    what: str, one: Any, first: tuple[Any, Any], other: tuple[Any, Any]
) -> GraphGameError:
    """Return the error for two positions of the class of `one`, with values that differ."""
    return GraphGameError(
        f"{what}: expected one value for the class of {one!r}, got {first[1]!r} for {first[0]!r} "
        f"and {other[1]!r} for {other[0]!r}"
    )


def own_rows(values: Iterable[Any]) -> list[Any]:
    """Return rows as a list; of what is made while it is read, each row is copied as it comes.

    An iterator, or a mapping that computes its values, may fill one list anew for each row.
    """
    if isinstance(values, list):
        return values
    return [*(values if isinstance(values, tuple) else map(_own, values))]


def _own(row: Any) -> Any:
    return row.copy() if isinstance(row, list | set | dict) else row


def repeatable(values: Any) -> Any:
    """Return an iterator as a list, and anything else as it is, to be read more than once."""
    return list(values) if isinstance(values, Iterator) else values


def mapped(values: Any, what: str) -> Any:
    """Return a pandas.Series whose index names positions as a mapping, and anything else as it is.

    Missing entries become None.

    Raises
    ------
    GraphGameError
        If a label has two values.
    """
    if (names := checks.series_names(values)) is None:
        return values
    mapping = dict(zip(names, column(values).tolist(), strict=True))
    if len(mapping) != len(names):
        raise GraphGameError(
            f"{what}: expected one value for each label of the index, got "
            f"{len(names)} for {len(mapping)}; {what}.to_numpy() is without the index"
        )
    return mapping


def column(values: Any) -> Any:
    """Return values that have an order as an array, masked where some are missing, or as a list.

    Anything else, such as a set, a mapping or a text, is returned as it is.
    """
    import numpy as np

    if isinstance(values, list | tuple | np.ndarray):
        return values
    if (missing := _missing(values)) is not None:
        drop = next(x for x in ("dropna", "drop_nulls", "drop_null") if hasattr(values, x))
        present = np.asarray(getattr(values, drop)())
        if present.dtype.kind == "f" and (present == np.floor(present)).all():
            present = present.astype(np.int64)  # integers, until one was missing
        entries = np.zeros(len(missing), dtype=present.dtype)
        entries[~missing] = present
        return np.ma.masked_array(entries, missing)
    if hasattr(values, "__array__") or isinstance(values, memoryview):
        return np.asarray(values)
    if isinstance(values, str | bytes | Mapping | AbstractSet) or not isinstance(values, Iterable):
        return values
    return list(values)


def whole_column(values: Any, what: str) -> Any:
    """Return values as `column` does; refuse a missing entry."""
    import numpy as np

    entries = column(values)
    if entries is not values and checks.is_masked_array(entries):
        place = int(np.ma.getmaskarray(entries).argmax())
        raise GraphGameError(f"{what}[{place}]: expected a value, got a missing entry")
    checks.refuse_masked(entries, what)
    return entries


def _missing(values: Any) -> AnyArray | None:
    """Return which entries of a column of pandas, Polars or Arrow are missing; None if none is."""
    import numpy as np

    ask = next((x for x in ("isna", "is_null") if callable(getattr(values, x, None))), None)
    if ask is None:
        return None
    flags = np.asarray(getattr(values, ask)(), dtype=np.bool_)
    return flags if flags.ndim == 1 and flags.any() else None


def kinds(entries: Any) -> set[type]:
    """Return the types of the entries of a list or an array; those of an array of objects each."""
    if type(entries) is list:
        return _names.kinds(entries)
    if not hasattr(entries, "dtype"):
        return {*map(type, entries)}
    return {*map(type, entries.flat)} if entries.dtype.kind == "O" else {entries.dtype.type}


def are_bools(entries: Any) -> bool:
    """Return whether a list or an array holds bools, of Python or of NumPy, and nothing else."""
    import numpy as np

    return bool(found := kinds(entries)) and found <= {bool, np.bool_}


def numbers(values: Any, what: str) -> AnyArray:
    """Return integers in any form as an array; bools are 0 and 1.

    Raises
    ------
    GraphGameError
        If an entry is no integer, or is missing.
    """
    import numpy as np

    entries = whole_column(values, what)
    try:
        return checks.integers(entries, what)
    except GraphGameError:
        found = kinds(entries) if isinstance(entries, list | tuple | np.ndarray) else set()
        if not found & {bool, np.bool_} or not all(
            issubclass(kind, int | np.integer | np.bool_) for kind in found
        ):
            raise
        if isinstance(entries, np.ndarray):
            return entries.astype(np.int8)
        return checks.integers([*map(int, entries)], what)


def outcome_numbers(values: Any, what: str = "presets") -> AnyArray:
    """Return outcomes in any form as an array of integers; `NO_PRESET` where there is none.

    An outcome is a number, an `Outcome`, or its name; none is `NO_PRESET`, None, or a missing
    entry.  A bool is none of these: it may say who wins, or where there is a preset.

    Raises
    ------
    GraphGameError
        If an entry is none of these.
    """
    import numpy as np

    entries, mask = column(values), None
    if checks.is_masked_array(entries):
        entries, mask = entries.data, np.ma.getmaskarray(entries)
    if isinstance(entries, list | tuple) or getattr(entries, "dtype", np.dtype(int)).kind in "OUT":
        entries = _named(entries, mask, what)
    if isinstance(entries, np.ndarray | list) and {bool, np.bool_} & kinds(entries):
        raise GraphGameError(
            f"{what}: expected outcomes, got bools, which may say who wins or where play ends; "
            "write gg.WIN for True, and gg.LOSE or None for False; an array becomes "
            f"numpy.where({what}, gg.WIN, gg.LOSE), or numpy.where({what}, gg.WIN, gg.NO_PRESET)"
        )
    found = checks.integers(entries, what)
    return found if mask is None else np.where(mask, NO_PRESET, found)


def outcome_number(value: Any) -> Any:
    """Return the number of an outcome that is given by its name, or is None; else the value."""
    return _NUMBERS.get(value, value) if value is None or isinstance(value, str) else value


def _named(entries: Any, mask: Any, what: str) -> Any:
    """Return entries with the numbers of outcomes in place of their names."""
    import numpy as np

    array = np.array(entries, dtype=object)
    if mask is not None:
        array[mask] = None
    listed = array.ravel().tolist()
    try:
        found: AnyArray = np.empty(len(listed), dtype=object)
        found[:] = [*map(_NUMBERS.get, listed, listed)]
    except TypeError:  # an entry cannot be hashed, which is refused as no integer
        return entries
    if other := [x for x in found if isinstance(x, str)]:
        raise GraphGameError(f"{what}: expected WIN, LOSE, DRAW or TIE, got {str(other[0])!r}")
    return found.reshape(array.shape)


def explain_weights(row: Mapping[Any, Any]) -> str:
    """Return what options with numbers beside them should be."""
    return (
        f"expected a list of positions, got {dict(row)!r}, whose numbers may be probabilities or "
        f"weights, and would mean nothing; {list(row)!r} are moves that the player chooses from, "
        "and `solve_chance` solves games of chance"
    )
