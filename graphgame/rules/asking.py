"""Questions to a rule of any kind, about some positions: their options, and numbers of them.

Exploring asks a rule in the order that suits it.  Those who look moves up afterwards, and those who
check a rule, ask here: one way for Python functions, for batches and for compiled functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice

from graphgame import checks
from graphgame.errors import GraphGameError
from graphgame.graphs.labels import codes
from graphgame.rules._explore import RuleError
from graphgame.rules.compiled import native_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import Int64Array

    # Where the options of each position start, and the options of all, in the order of the rule.
    Rows: TypeAlias = tuple[Int64Array, Sequence[Any] | Int64Array]
    MovesOf: TypeAlias = Callable[[Sequence[Any] | Int64Array], Rows]
    NumbersOf: TypeAlias = Callable[[Sequence[Any] | Int64Array], Any]

# The kinds of rules: called with a position, with an array of codes, or by address.
PYTHON, BATCH, COMPILED = "python", "batch", "compiled"


def recognize(rule: Any, start: Any) -> str:
    """Return the kind of a rule: "python", "batch" or "compiled".

    A compiled function is known by its type.  Any other is asked: if it returns options of one
    start without an array among them, it takes a position; else it takes an array.
    """
    if native_function(rule) is not None:
        return COMPILED
    import numpy as np

    try:
        returned = rule(start)
    except Exception:
        # A rule for arrays may index what it is given.  If it does not take one either, what it
        # raised for the start says more.
        if not isinstance(start, int | np.integer) or not _takes_arrays(rule, start):
            raise
        return BATCH
    arrays = isinstance(returned, np.ndarray)
    if isinstance(returned, tuple | list):
        arrays = any(isinstance(part, np.ndarray) for part in returned)
    return BATCH if arrays else PYTHON


def _takes_arrays(rule: Any, start: Any) -> bool:
    import numpy as np

    try:
        sources, options = rule(np.array([start], dtype=np.int64))
    except Exception:  # noqa: BLE001 -- whatever it is, it takes none
        return False
    return len(sources) == len(options)


def asked_options(rule: Any, kind: str, most: int | None = None) -> MovesOf:
    """Return the function that gives the options of some positions, by a rule of a kind.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options``
    kind : {"python", "batch", "compiled"}
    most : int, optional
        The most options of a position, of a Python rule that may go on for ever.

    Returns
    -------
    callable
        It raises RuleError, which `explain` puts into words, where the rule returns no options.
    """
    if kind == COMPILED:
        return _compiled_options(rule)
    options = getattr(rule, "options", rule)
    return _batch_options(options) if kind == BATCH else _python_options(options, most)


def asked_numbers(function: Any, kind: str) -> NumbersOf:
    """Return the function that gives a value of each of some positions, by one of a kind.

    A compiled function gives an int64 array whatever the kind of its rule is; a Python function
    beside a compiled rule is called with one position at a time.
    """
    if native_function(function) is not None:
        return _compiled_numbers(function)
    if kind == BATCH:
        return _batch_numbers(function)
    return lambda positions: [*map(function, _listed(positions))]


def _address(rule: Any) -> tuple[int, int]:
    address = native_function(rule)
    if address is None:
        raise GraphGameError(f"rule: expected a compiled function, got {type(rule).__name__}")
    return address


def _listed(positions: Any) -> Any:
    return positions.tolist() if hasattr(positions, "tolist") else positions


def _python_options(rule: Callable[[Any], Iterable[Any]], most: int | None) -> MovesOf:
    def options(positions: Any) -> Rows:
        import numpy as np

        rows = [_row(rule, position, most) for position in _listed(positions)]
        ptr = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=ptr[1:])
        return ptr, [*chain.from_iterable(rows)]

    return options


def _row(rule: Callable[[Any], Iterable[Any]], position: Any, most: int | None) -> list[Any]:
    """Return the options of a position; raise RuleError for what is no options."""
    returned = rule(position)
    if isinstance(returned, str | bytes | bytearray) or not hasattr(returned, "__iter__"):
        raise RuleError("options", position, returned)
    row = list(returned if most is None else islice(returned, most + 1))
    if most is not None and len(row) > most:
        raise GraphGameError(
            f"rule at {position!r}: expected at most {most:,} options, got more: an iterator that "
            "never ends?"
        )
    return row


def _batch_options(rule: Callable[[Int64Array], Any]) -> MovesOf:
    def options(positions: Any) -> Rows:
        import numpy as np

        batch = codes(positions, "positions")
        returned = rule(batch.copy()) if len(batch) else ((), ())
        sources, targets = batch_moves(returned, len(batch))
        ptr = np.zeros(len(batch) + 1, dtype=np.int64)
        np.cumsum(np.bincount(sources, minlength=len(batch)), out=ptr[1:])
        return ptr, targets[np.argsort(sources, kind="stable")]

    return options


def _compiled_options(rule: Any) -> MovesOf:
    def options(positions: Any) -> Rows:
        address = _address(rule)  # the rule itself is kept, so that it is still there
        import numpy as np

        from graphgame.rules import _calling

        ptr, found = _calling.expand_codes(*address, codes(positions, "positions"))
        return np.asarray(ptr), np.asarray(found)

    return options


def batch_moves(returned: Any, k: int) -> tuple[Int64Array, Int64Array]:
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


def _batch_numbers(function: Callable[[Int64Array], Any]) -> NumbersOf:
    def numbers(positions: Any) -> Int64Array:
        batch = codes(positions, "positions")
        if not len(batch):
            return batch
        found = codes(function(batch.copy()), _name(function))
        if len(found) != len(batch):
            raise GraphGameError(
                f"{_name(function)}: expected an array of {len(batch)} numbers, one for each code, "
                f"got {len(found)}"
            )
        return found

    return numbers


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _compiled_numbers(function: Any) -> NumbersOf:
    def numbers(positions: Any) -> Int64Array:
        address = _address(function)
        import numpy as np

        from graphgame.rules import _calling

        batch = codes(positions, "positions")
        found = np.empty(len(batch), dtype=np.int64)
        _calling.number_codes(*address, batch, found)
        return found

    return numbers
