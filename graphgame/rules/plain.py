"""Rules without movers, scores or ties, which are asked for moves that are not stored."""

from __future__ import annotations

from graphgame.errors import GraphGameError
from graphgame.outcome import DRAW, TIE
from graphgame.rules.batches import ask_batch
from graphgame.rules.kind import POSITIONS, classify
from graphgame.rules.merging import ask_preset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.rules.kind import Rules
    from graphgame.types import Int8Array, Int32Array

# Methods of a rule that change what a position is worth, or which positions there are.
_NOT_KEPT = {
    "mover": "who moves at each position",
    "score": "scores of terminals",
}


def read_rules(rule: Any, first: Any, presets: Any = None, canonical: Any = None) -> Rules:
    """Return what kind a rule is, and its functions; see `classify`.

    Raises
    ------
    GraphGameError
        If the rule says what answers without the graph do not hold.
    """
    for name, what in _NOT_KEPT.items():
        if getattr(rule, name, None) is not None:
            raise not_kept(f"a rule with {name}(position)", what)
    return classify(rule, first, presets, canonical=canonical)


def require_plain(presets: Any, ends: Any) -> None:
    """Refuse presets that answers without the graph do not hold: ties, and a remoteness."""
    if ends is not None:
        what = "how far away a preset outcome is"
        raise not_kept("presets with a remoteness", what, cure="keep='undecided' or ")
    require_no_ties(presets)


def require_no_ties(presets: Any, keep: str = "answers") -> None:
    """Refuse presets with a TIE, an int8 array or None."""
    if presets is not None and TIE in memoryview(presets).tobytes():
        raise not_kept("presets with a TIE", "ties", keep)


def require_few_kinds(presets: Int8Array | None, ends: Int32Array | None) -> None:
    """Refuse presets that answers of undecided positions do not hold: ties, and late draws."""
    require_no_ties(presets, "undecided")
    if presets is not None and ends is not None and ends[presets == DRAW].any():
        what = "how far away a preset draw is"
        raise not_kept("presets with a DRAW and a remoteness", what, "undecided")


def not_kept(found: str, what: str, keep: str = "answers", cure: str = "") -> GraphGameError:
    """Return the error that says what answers without the graph do not hold."""
    return GraphGameError(
        f"keep: expected 'graph' beside {found}, got {keep!r}, which do not hold {what}; "
        f"solve with {cure}keep='graph'"
    )


def ask_options(rules: Rules, position: Any, *, plain: bool = True) -> list[Any]:
    """Return the options of one position, in the order of the rule; repeated ones each.

    Presets that answers do not hold are refused if `plain`.
    """
    if rules.kind != POSITIONS:
        import numpy as np

        _, options, presets, ends = ask_batch(rules, np.array([position], dtype=np.int64))
        if plain:
            require_plain(presets, ends)
        return [*options.tolist()]
    if ask_preset(rules.preset, position) is not None:
        return []
    return list(rules.options(position))
