"""Automata of formulas in linear temporal logic, by Spot, which is imported when it is needed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from graphgame.errors import GraphGameError, ParseError

if TYPE_CHECKING:
    from collections.abc import Sequence


_LINES = re.compile(r"[\r\n]")


def automaton_text(formula: str, outputs: Sequence[str], source: str = "formula") -> bytes:
    """Return a deterministic parity automaton of a formula, as a text in the HOA format.

    Parameters
    ----------
    formula : str
        As Spot reads it.
    outputs : sequence of str
        The propositions of the controller; all others of the formula are inputs.
    source : str
        What errors call the formula.

    Raises
    ------
    GraphGameError
        If Spot is not installed, or an output has no name or occurs twice.
    ParseError
        If it is no formula.
    """
    _check_outputs(outputs)
    spot = _spot()
    diagrams = spot.buddy
    try:
        # In one line: Spot shows the lines of a formula and a place in it, and the reason below.
        parsed = spot.formula(_LINES.sub(" ", formula))
    except SyntaxError as error:
        raise _refusal(formula, source, str(error)) from None
    automaton = spot.translate(parsed, "parity", "deterministic")
    # Those that play no part in the automaton are propositions of the machine all the same.
    for proposition in spot.atomic_prop_collect(parsed) or ():
        automaton.register_ap(proposition.ap_name())
    # Spot prints propositions in an order of its own, and their numbers by it.
    chosen = diagrams.bddtrue
    for name in outputs:
        chosen = chosen & diagrams.bdd_ithvar(automaton.register_ap(name))
    spot.set_synthesis_outputs(automaton, chosen)
    return f"{automaton.to_str('hoa')}\n".encode()


def _check_outputs(outputs: Sequence[str]) -> None:
    """Refuse names that are empty, or that occur twice."""
    if "" in outputs or len({*outputs}) < len(outputs):
        raise GraphGameError(
            f"outputs: expected names, each of them once, got {', '.join(map(repr, outputs))}"
        )


def _spot() -> Any:
    """Import Spot, or say in one sentence how to install it."""
    try:
        import spot
    except ImportError:
        raise GraphGameError(
            "formula: expected the library Spot, got none; pip install 'graphgame-solver[ltl]', "
            "or give an automaton in the HOA format"
        ) from None
    return spot


def _refusal(formula: str, source: str, message: str) -> ParseError:
    """Return the error for what Spot says: the formula, carets below the place, and the reason."""
    lines = [line for line in message.splitlines() if line.strip()]
    carets = next((k for k, line in enumerate(lines) if {*line.strip()} == {"^"}), None)
    below = "    ^" if carets is None else lines[carets]
    reasons = [x for x in lines[0 if carets is None else carets + 1 :] if x[:4] != ">>> "]
    at = min(max(len(below) - len(below.lstrip()) - 4, 0), len(formula))
    line, column = formula.count("\n", 0, at) + 1, at - formula.rfind("\n", 0, at)
    expected = "a formula in linear temporal logic"
    reason = reasons[0] if reasons else "no formula"
    return ParseError(source, line, column, expected, f"{formula!r}: {reason}")
