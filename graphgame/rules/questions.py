"""Questions to a rule of any kind, about some positions: their options, and numbers of them.

Exploring asks a rule in the order that suits it.  Those who look moves up afterwards, and those who
check a rule, ask here: one way for Python functions, for batches and for compiled functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice

from graphgame.errors import GraphGameError
from graphgame.graphs._names import has_weights
from graphgame.graphs.labels import codes
from graphgame.rules.batches import moves
from graphgame.rules.classes import call_many
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.addresses import OPTIONS, Native, native
from graphgame.rules.exploring._objects import is_one_option
from graphgame.rules.kind import BATCH, COMPILED, classify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from graphgame.types import Int64Array

    # Where the options of each position start, and the options of all, in the order of the rule.
    Rows: TypeAlias = tuple[Int64Array, Sequence[Any] | Int64Array]
    MovesOf: TypeAlias = Callable[[Sequence[Any] | Int64Array], Rows]
    NumbersOf: TypeAlias = Callable[[Sequence[Any] | Int64Array], Any]


def recognize(rule: Any, start: Any) -> str:
    """Return the kind of a rule that is to be asked from a start on; see `kind`."""
    return classify(getattr(rule, "options", rule), start).kind


def asked_options(rule: Any, kind: str, most: int | None = None) -> MovesOf:
    """Return the function that gives the options of some positions, by a rule of a kind.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options``
    kind : {"positions", "batch", "compiled"}
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


def asked_numbers(function: Any, kind: str, what: str = "function") -> NumbersOf:
    """Return the function that gives a value of each of some positions, by one of a kind.

    A compiled function gives an int64 array whatever the kind of its rule is; a Python function
    beside a compiled rule is called with one position at a time.
    """
    return call_many(function, kind != BATCH, what)


def _listed(positions: Any) -> Any:
    return positions.tolist() if hasattr(positions, "tolist") else positions


def _python_options(rule: Callable[[Any], Iterable[Any]], most: int | None) -> MovesOf:
    def options(positions: Any) -> Rows:
        import numpy as np

        rows = [asked_row(rule, position, most) for position in _listed(positions)]
        ptr = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=ptr[1:])
        return ptr, [*chain.from_iterable(rows)]

    return options


def asked_row(rule: Callable[[Any], Iterable[Any]], position: Any, most: int | None) -> list[Any]:
    """Return the options of a position; raise RuleError for what is no options."""
    return checked_row(position, rule(position), most)


def checked_row(position: Any, returned: Any, most: int | None) -> list[Any]:
    """Return what a rule returned for a position as a list; as `asked_row`."""
    if isinstance(returned, str | bytes | bytearray) or not hasattr(returned, "__iter__"):
        raise RuleError("options", position, returned)
    if isinstance(returned, dict) and has_weights(returned):
        raise RuleError("weights", position, returned)
    if isinstance(returned, tuple | frozenset) and is_one_option(position, returned):
        raise RuleError("one option", position, returned)
    row = list(returned if most is None else islice(returned, most + 1))
    if most is not None and len(row) > most:
        raise GraphGameError(
            f"rule at {position!r}: expected at most {most:,} options, got more: an iterator that "
            "never ends?"
        )
    return row


def _batch_options(rule: Callable[[Int64Array], Any]) -> MovesOf:
    def options(positions: Any) -> Rows:
        batch = codes(positions, "positions")
        returned = rule(batch.copy()) if len(batch) else ((), ())
        return grouped(*moves(returned, len(batch)), len(batch))

    return options


def grouped(sources: Int64Array, options: Int64Array, k: int) -> tuple[Int64Array, Int64Array]:
    """Return where the options of each of k codes start, and the options in this order."""
    import numpy as np

    ptr = np.zeros(k + 1, dtype=np.int64)
    np.cumsum(np.bincount(sources, minlength=k), out=ptr[1:])
    return ptr, options[np.argsort(sources, kind="stable")]


def _compiled_options(rule: Any) -> MovesOf:
    # The options of a Native are of an array.
    function = rule if isinstance(rule, Native) else getattr(rule, "options", rule)
    compiled = native(function, OPTIONS)
    if compiled is None:
        raise GraphGameError(f"rule: expected a compiled function, got {type(rule).__name__}")
    own = compiled

    def options(positions: Any) -> Rows:
        batch = codes(positions, "positions")
        return grouped(*own.options(batch), len(batch))

    return options
