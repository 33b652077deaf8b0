"""Error messages about rules of large games; presets as labels."""

from __future__ import annotations

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.outcome import DRAW, NO_PRESET, WIN
from graphgame.rules.asked import refused_preset
from graphgame.rules.kind import COMPILED
from graphgame.rules.messages import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphgame.rules.asked import Asked
    from graphgame.rules.compiled._stage import RuleError
    from graphgame.types import Int8Array, Int32Array, Int64Array

# In an array of labels of presets: none, and a draw.  NO_LABEL and GIVEN_DRAW of `_windows`.
NO_LABEL, GIVEN_DRAW = -2, -3


def given_labels(
    codes: Int64Array, presets: Int8Array | None, ends: Int32Array | None
) -> Int64Array | None:
    """Return the labels of presets, however wide.

    >>> given_labels(np.arange(4), np.array([-1, 1, 0, 2], np.int8), None).tolist()
    [0, 1, -3, -2]
    """
    if presets is None:
        return None
    far = np.zeros(len(presets), np.int64) if ends is None else ends.astype(np.int64)
    wrong = (presets != NO_PRESET) & ((far < 0) | ((presets == DRAW) & (far != 0)))
    if wrong.any():
        at = int(wrong.argmax())
        raise _far(int(codes[at]), int(far[at]))
    given: Int64Array = 2 * far + (presets == WIN)
    given[presets == DRAW] = GIVEN_DRAW
    given[presets == NO_PRESET] = NO_LABEL
    return given


def _far(position: int, found: int) -> GraphGameError:
    return GraphGameError(
        f"preset of {position}: expected a remoteness from 0 on, 0 of a DRAW, got {found}"
    )


def explained(
    error: RuleError, asked: Asked, size: int, *, ordered: bool = False, what: str = "rule"
) -> GraphGameError:
    """Return the error for what the rule of an indexed game gave."""
    position, found = int(error.position), int(error.what)
    where = f"{what} {asked.name}" if what == "undo" else "rule"
    if error.kind == "option":
        if ordered and 0 <= found < size:
            return GraphGameError(
                f"{where} at {position}: expected moves that raise the index, as ordered=True "
                f"says, got one from {position} to {found}; ordered=False takes it"
            )
        return GraphGameError(
            f"{where} at {position}: expected positions from 0 to {size - 1}, as size={size} says, "
            f"got {found}"
        )
    if error.kind == "remoteness":
        return _far(position, found)
    if error.kind == "second":
        return GraphGameError(
            f"rule at {position}: expected the same options whenever it is asked, got others the "
            "second time"
        )
    return GraphGameError(explain(error))


def settled(error: RuleError, asked: Asked, room: int) -> int:
    """Return how many options to make room for after an error of the rule of a game on disk.

    Raises
    ------
    GraphGameError
        If room does not help.
    """
    rules, position = asked.rules, error.position
    if error.kind == "label":
        raise refused_preset(position, *error.what) from None
    if error.kind == "many":
        raise GraphGameError(
            f"rule at {position}: expected at most 32,765 options of a position of a game on disk, "
            f"got {error.what:,}; explore it without folder="
        ) from None
    if error.kind == "canonical":
        # It raises again what it raised.
        rules.canonical.numbers(rules.options.options(np.array([position], dtype=np.int64))[1])
        raise GraphGameError(f"canonical: no code for an option of {position}") from None
    if error.kind == "remoteness":
        raise GraphGameError(
            f"preset_remoteness of {position}: expected 0 to {1 << 30}, got {error.what}"
        ) from None
    if rules.kind != COMPILED:
        raise GraphGameError(explain(error)) from None
    function = rules.preset if error.kind == "preset" else rules.options
    return int(function.settle(error, room))
