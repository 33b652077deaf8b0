"""Symmetry: representatives of starts, and the way back from classes to positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from graphgame.errors import GraphGameError
from graphgame.graphs.labels import codes as as_codes
from graphgame.graphs.symmetry import Symmetry
from graphgame.rules.compiled.addresses import OPTIONS, native
from graphgame.rules.kind import COMPILED, POSITIONS
from graphgame.rules.questions import asked_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.graphs.graph import GameGraph
    from graphgame.rules.kind import Rules
    from graphgame.types import Int64Array


class _Representatives:
    """Iterates over the representatives of starts, which are kept; after an error it goes on."""

    def __init__(self, starts: Iterable[Any], represent: Any) -> None:
        self.starts: list[Any] = []  # those taken: the representatives of `done` are given
        self._more, self._done = iter(starts), 0
        self._represent = represent

    def __iter__(self) -> _Representatives:
        return self

    def __next__(self) -> Any:
        if self._done == len(self.starts):
            self.starts.append(next(self._more))
        start = self.starts[self._done]
        try:
            one = self._represent([start])[0]
        except Exception as error:
            error.add_note(f"while asking for the representative of {start!r}")
            raise
        if one is None and start is not None:
            raise GraphGameError(f"canonical of {start!r}: expected a position, got None")
        try:
            hash(one)
        except TypeError:
            raise GraphGameError(
                f"canonical of {start!r}: expected a position, which can be hashed, got {one!r} of "
                f"type {type(one).__name__}"
            ) from None
        _check_idempotent(start, one, self._represent([one])[0])
        self._done += 1
        return one


def representatives(rules: Rules, starts: Any) -> tuple[Any, Any]:
    """Return starts and their representatives; of an iterator, the list of those taken so far."""
    if rules.kind == POSITIONS or isinstance(starts, Iterator):
        iterated = _Representatives(starts, rules.represent)
        return iterated.starts, iterated
    taken = as_codes(starts, "start")
    return taken, code_representatives(taken, rules.represent)


def begin(
    make: Callable[..., Any], rule: Any, rules: Rules, starts: Any, presets: Any, *, codes: bool
) -> tuple[Any, Symmetry]:
    """Return the representatives of the starts, and what leads back from classes to positions.

    Parameters
    ----------
    make : callable
        `Explorer` itself.
    rule : rule of any kind
    rules : Rules
        Its functions.
    starts : iterable
    presets : callable, compiled function, mapping or None
    codes : bool
        As of `Explorer`.
    """
    taken, starts = representatives(rules, starts)
    if isinstance(presets, Mapping):
        presets = rules.preset  # by class
    options = getattr(rule, "options", rule)

    def unreduced(limit: int | None) -> GameGraph[Any]:
        graph: GameGraph[Any]
        graph = make(options, taken, presets=presets, codes=codes).run(limit=limit).graph()
        return graph

    asked = COMPILED if native(options, OPTIONS) is not None else rules.kind
    return starts, Symmetry(rules.represent, asked_options(options, asked), unreduced)


def _check_idempotent(position: Any, one: Any, other: Any) -> None:
    if one != other:
        raise GraphGameError(
            f"canonical: expected the representative of a representative to be itself, but that of "
            f"{position!r} is {one!r}, and that of {one!r} is {other!r}"
        )


def code_representatives(starts: Int64Array, represent: Any) -> Int64Array:
    """Return the representatives of start codes; refuse a function that has others."""
    found: Int64Array = represent(starts)
    again = represent(found)
    for i in (found != again).nonzero()[0][:1]:
        _check_idempotent(int(starts[i]), int(found[i]), int(again[i]))
    return found
