"""Moves of answers that are kept without the graph: the rule is asked for the options."""

from __future__ import annotations

from graphgame.errors import GraphGameError
from graphgame.outcome import LOSE, Outcome
from graphgame.rules.plain import ask_options
from graphgame.solving.positions import ClassPositions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.solving.answers import Answers


def best_move(answers: Answers[Any], position: Any) -> Any:
    """Return the position after the best move; see `Answers.best_move`."""
    v, outcome, remoteness = answers._found(position)
    if remoteness == 0 or v is None:
        return None
    # As in `_moves`: of outcome -outcome, the one of least outcome * remoteness.
    options = _options(answers, position)
    if not options and answers._undecided:  # a start that is preset
        return None
    fit = [x for x in options if x[1] == -outcome]
    if not fit:
        raise GraphGameError(
            f"rule: expected the one that was solved, got none of the options that make "
            f"{position!r} a {outcome}"
        )
    return min(fit, key=lambda x: (outcome * x[2], x[0]))[3]


def winning_moves(answers: Answers[Any], position: Any) -> list[Any]:
    """Return all options that are a LOSE; see `Answers.winning_moves`."""
    v, _, remoteness = answers._found(position)
    if remoteness == 0 or v is None:
        return []
    losing = sorted((x for x in _options(answers, position) if x[1] == LOSE), key=lambda x: x[0])
    return [*dict.fromkeys(option for *_, option in losing)]


def _options(answers: Answers[Any], position: Any) -> list[tuple[int, Outcome, int, Any]]:
    """Return the options of a position: of each order, outcome, remoteness, and itself.

    Codes are in ascending order, other positions in that of `iter`, and behind them those that are
    not stored; classes are in the order of the rule.
    """
    found = []
    for option in ask_options(answers._asked(), position, plain=not answers._undecided):
        try:
            w, *answer = answers._found(option)
        except LookupError:
            raise GraphGameError(
                f"rule: expected the one that was solved, got {option!r} as an option of "
                f"{position!r}, no position of {len(answers)}"
            ) from None
        found.append((_order(answers, w, option), *answer, option))
    return found


def _order(answers: Answers[Any], w: int | None, option: Any) -> int:
    if isinstance(answers._positions, ClassPositions):
        return 0
    if answers._positions.are_codes:
        return int(option)
    return len(answers) if w is None else w
