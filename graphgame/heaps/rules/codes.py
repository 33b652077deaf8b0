"""Rules from what users write: sets of numbers, octal and hexadecimal codes, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from graphgame.checks import at_least_1, refuse_counts, unviewed
from graphgame.errors import GraphGameError
from graphgame.heaps.rules.breaking import PLAIN, Breaking, Code, parse
from graphgame.heaps.rules.interface import (
    NAMED,
    FixedMoves,
    ListedMoves,
    Rule,
    Taking,
    TakingAllBut,
    from_predicate,
    from_sequence,
    set_text,
)
from graphgame.heaps.rules.splitting import Splitting

# Names as in Winning Ways, chapter 4.
NAMES = {
    "0.007": "Treblecross",
    "0.07": "Dawson's Kayles",
    "0.137": "Dawson's Chess",
    "0.15": "Guiles",
    "0.3": "She-Loves-Me, She-Loves-Me-Not",
    "0.6": "Officers",
    "0.77": "Kayles",
    "0.7777": "Double Kayles",
}


def subtraction(numbers: object) -> Rule:
    """Return the rule that takes a number of a finite set."""
    chosen = _numbers(numbers)
    text = f"subtraction({set_text(chosen)})"
    return Taking(FixedMoves(chosen), text, ["subtraction", chosen])


def all_but(numbers: object = ()) -> Rule:
    """Return the rule that takes any number but those of a finite set."""
    return TakingAllBut(_numbers(numbers))


def taking(numbers: object) -> Rule:
    """Return the rule that takes a number of any set."""
    if isinstance(numbers, str):
        if numbers not in NAMED:
            known = ", ".join(map(repr, NAMED))
            raise GraphGameError(f"numbers: expected one of {known}, got {numbers!r}")
        listed = ListedMoves(NAMED[numbers])
        return Taking(listed, f"taking({numbers!r})", ["taking", numbers])
    if callable(numbers):
        name = getattr(numbers, "__name__", repr(numbers))
        listed = from_predicate(numbers)
        return Taking(listed, f"taking({name})", ["taking", numbers], function=True)
    if isinstance(numbers, Iterator):
        name = getattr(numbers, "__name__", type(numbers).__name__)
        listed = from_sequence(numbers)
        return Taking(listed, f"taking({name})", ["taking", listed], function=True)
    return subtraction(numbers)


def octal(code: object) -> Rule:
    """Return the rule of an octal or hexadecimal code."""
    if not isinstance(code, str):
        raise GraphGameError(
            f"code: expected a string such as '0.77', got {code!r} of type {type(code).__name__}"
        )
    if "." in code and PLAIN.fullmatch(code) is None:
        return _general(parse(code))
    if "," in code and "." not in code:
        meant = code.replace(",", ".", 1)
        raise GraphGameError(f"code: expected a point, as in {meant!r}, got a comma in {code!r}")
    before, point, after = code.strip().partition(".")
    digits = []
    for place, digit in enumerate((before or "0") + after):
        if digit not in "0123456789abcdefABCDEF":
            raise GraphGameError(
                f"code: expected digits 0 to 9 and A to F, got {digit!r} in {code!r}"
            )
        digits.append(int(digit, 16))
        if place == 0 and point and digits[0] & 3:
            raise GraphGameError(f"code: expected 0, 4, 8 or C before the point, got {code!r}")
    if not point or len(before) > 1:
        raise GraphGameError(f"code: expected one digit or none, a point and digits, got {code!r}")
    while len(digits) > 1 and digits[-1] == 0:
        digits.pop()
    shown = "".join(f"{digit:X}" for digit in digits)
    normal = f"{shown[0]}.{shown[1:] or '0'}"
    return Splitting(digits, f"octal({normal!r})", ["octal", normal], name=NAMES.get(normal))


def _general(code: Code) -> Rule:
    """Return the rule of a code that is not an octal or hexadecimal one, by a fast rule if any."""
    marks = [digit.counts for digit in code.digits]
    taking = {0: "", 1: ""}
    if code.added or any(digit.more is not None for digit in code.digits):
        return Breaking(code)
    if len(marks) == 1 and marks[0] == {2: "!"}:
        return grundys_game()
    if code.period and all(counts in ({}, taking) for counts in marks[1:]):
        last = marks[len(marks) - code.period :]
        if all(last):  # from there on, any number may be taken
            if not marks[0]:
                return all_but([t for t, counts in enumerate(marks) if t and not counts])
            if marks[0] == {2: ""} and all(marks[1:]):
                return laskers_nim()
    return Breaking(code)


def grundys_game() -> Rule:
    """Return the rule of Grundy's game."""
    given = ["grundys_game"]
    return Splitting([4], "grundys_game()", given, name="Grundy's game", unequal=True)


def couples_are_forever() -> Rule:
    """Return the rule of Couples Are Forever."""
    given = ["couples_are_forever"]
    return Splitting([4], "couples_are_forever()", given, name="Couples Are Forever", frozen=2)


def laskers_nim() -> Rule:
    """Return the rule of Lasker's Nim."""
    return Splitting(
        [4], "laskers_nim()", ["laskers_nim"], name="Lasker's Nim", tail=1, published=(1, 4, 4)
    )


def from_spec(spec: Any) -> Rule:
    """Return the rule that a file names; see `Rule.spec`."""
    sets: tuple[Callable[..., Rule], ...] = subtraction, all_but, taking, octal
    makers = {f.__name__: f for f in (*sets, grundys_game, couples_are_forever, laskers_nim)}
    name, *arguments = spec
    if name not in makers:
        raise GraphGameError(f"game: expected one of {', '.join(makers)}, got {name!r}")
    return makers[name](*arguments)


def _numbers(numbers: Any) -> list[int]:
    if isinstance(numbers, str) or not isinstance(numbers, Iterable):
        raise GraphGameError(f"numbers: expected integers from 1 on, got {numbers!r}")
    refuse_counts(numbers, "numbers")
    return sorted({at_least_1(number, "numbers") for number in unviewed(numbers)})
