"""Error messages about the result of a rule: what it returned, and what to return instead."""

from __future__ import annotations

from graphgame.checks import is_bool
from graphgame.graphs.given import explain_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.rules.compiled._stage import RuleError


def explain(error: RuleError) -> str:
    """Describe the wrong return value of a rule, and what to return instead, in one sentence."""
    where, what = f"rule at {error.position!r}", error.what
    if error.kind == "start":
        return explain_unhashable("start", error.position)
    if error.kind == "option":
        return explain_unhashable(f"options of {error.position!r}", what)
    if error.kind == "component":
        named = "start" if error.position is None else f"options of {error.position!r}"
        return explain_unhashable(named, what)
    if error.kind == "sums":
        return (
            f"{where}: expected a list of options, each a component or a gg.Sum of components, got "
            f"{what!r}"
        )
    if error.kind == "bare sum":
        return (
            f"{where}: expected a list of options, got {what!r}, which may be one option, or a "
            f"list of them; return [{what!r}] or {list(what)!r}"
        )
    if error.kind == "not idempotent":
        return (
            "canonical: expected the representative of a representative to be itself, but that of "
            f"{error.position!r} is {what!r}"
        )
    if error.kind == "representative" and what is None:
        return f"canonical of {error.position!r}: expected a position, got None"
    if error.kind == "number of components":
        return (
            f"{where}: expected each option as the number of its components and then these, got "
            f"{what} where that number stands; sums=True is for such rules"
        )
    if error.kind == "weight":
        return (
            f"weight of {error.position!r}: expected a whole number of 0 or more, greater where "
            f"the component seems to take longer, got {what!r}"
        )
    if error.kind == "no option":
        return (
            f"options of {error.position!r}: expected positions, got None; leave out what is no "
            "move, or name the position that is meant"
        )
    if error.kind == "options":
        cure = "a single option goes into a list, [option]"
        if what is None:
            cure = "of a terminal position it is empty"
        elif isinstance(what, str | bytes | bytearray):
            cure = f"for a single option return [{what!r}]; text is never taken for its characters"
        return f"{where}: expected a list of options, got {what!r}; {cure}"
    if error.kind == "weights":
        return f"{where}: {explain_weights(what)}"
    if error.kind == "one option":
        return (
            f"{where}: expected a list of options, got {what!r}, which may be one option, or "
            f"several; return [{what!r}] or {list(what)!r}"
        )
    if error.kind == "change":
        return (
            f"position {error.position!r} changed while the rule expanded it: make new positions "
            "in the rule, and leave the one it is given as it is"
        )
    if error.kind == "preset":
        cure = ""
        if is_bool(what):
            cure = ", which may say who wins or where play ends; return gg.WIN, gg.LOSE or None"
        return (
            f"preset of {error.position!r}: expected WIN, LOSE, DRAW or TIE (1, -1, 0 or 3), one "
            f"of them and a remoteness, or none, got {what!r}{cure}"
        )
    return f"{where}: expected a {error.kind}, got {what!r}"


def explain_unhashable(where: str, value: Any) -> str:
    """Describe how to convert an unhashable position to a hashable one."""
    cures: dict[type, str] = {
        list: "tuple(position)",
        set: "frozenset(position)",
        dict: "tuple(sorted(position.items()))",
        bytearray: "bytes(position)",
    }
    cure = next((c for kind, c in cures.items() if isinstance(value, kind)), None)
    if cure is None and hasattr(value, "tobytes"):
        cure = "position.tobytes(), or a tuple of its entries"
    hint = f"use {cure}" if cure else "give its class __eq__ and __hash__ (@dataclass(frozen=True))"
    return (
        f"{where}: expected hashable positions that never change, got {value!r} of type "
        f"{type(value).__name__}: {hint}"
    )
