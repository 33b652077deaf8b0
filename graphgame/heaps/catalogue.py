"""The catalogue of heap games: sets of moves, octal and hexadecimal codes, games with a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphgame.checks import at_least_1
from graphgame.errors import GraphGameError
from graphgame.heaps import moves
from graphgame.heaps.game import HeapGame
from graphgame.heaps.rules import Splitting, Taking, TakingAllBut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

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


def subtraction(numbers: Iterable[int]) -> HeapGame:
    """Make the game in which a player takes a number of a finite set from a heap.

    Parameters
    ----------
    numbers : iterable of int
        What may be taken, each at least 1.

    Returns
    -------
    HeapGame

    Raises
    ------
    GraphGameError
        If a number is not an integer from 1 on.

    >>> subtraction({1, 2, 3}).grundy(9).tolist()
    [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    """
    chosen = _numbers(numbers)
    text = f"subtraction({_set_text(chosen)})"
    return HeapGame(Taking(moves.FixedMoves(chosen), text, ["subtraction", chosen]))


def all_but(numbers: Iterable[int] = ()) -> HeapGame:
    """Make the game in which a player takes any number but those of a finite set from a heap.

    Parameters
    ----------
    numbers : iterable of int
        What may not be taken, each at least 1.  Without any, the game is Nim.

    Returns
    -------
    HeapGame

    Raises
    ------
    GraphGameError
        If a number is not an integer from 1 on.

    >>> all_but({2}).grundy(9).tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5]
    """
    chosen = _numbers(numbers)
    return HeapGame(TakingAllBut(chosen), None if chosen else "Nim")


def taking(numbers: str | Callable[[int], object] | Iterable[int]) -> HeapGame:
    """Make the game in which a player takes a number of any set from a heap.

    Parameters
    ----------
    numbers : str, predicate, iterator or iterable of int
        What may be taken: "squares", "cubes", "primes", "triangular numbers", "powers of 2" or
        "powers of 3"; or a function that says of an integer from 1 on whether it may be taken; or
        an iterator of ascending integers, which is read as far as it is needed and may be endless;
        or a finite collection, as for `subtraction`.

    Returns
    -------
    HeapGame

    Raises
    ------
    GraphGameError
        If there is no set of that name, or something is not an integer from 1 on, or does not
        ascend.

    >>> taking("squares").grundy(12).tolist()
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0]
    >>> taking(lambda t: t % 3 == 1).value(7)
    2
    """
    if isinstance(numbers, str):
        if numbers not in moves.NAMED:
            known = ", ".join(map(repr, moves.NAMED))
            raise GraphGameError(f"numbers: expected one of {known}, got {numbers!r}")
        listed = moves.ListedMoves(moves.NAMED[numbers])
        return HeapGame(Taking(listed, f"taking({numbers!r})", ["taking", numbers]))
    if callable(numbers):
        name = getattr(numbers, "__name__", repr(numbers))
        return HeapGame(Taking(moves.of_predicate(numbers), f"taking({name})", None))
    if isinstance(numbers, Iterator):
        name = getattr(numbers, "__name__", type(numbers).__name__)
        return HeapGame(Taking(moves.of_sequence(numbers), f"taking({name})", None))
    return subtraction(numbers)


def octal(code: str) -> HeapGame:
    """Make an octal or hexadecimal game of its code.

    Parameters
    ----------
    code : str
        "0.77", or ".77".  The digit after t digits of the fraction says what may be left when t
        are taken: 1 for no heap, 2 for one, 4 for two, 8 for three, added up; from 10 on the digits
        are A to F.  The digit before the point is 0, or 4, 8 or C for games that split without
        taking.

    Returns
    -------
    HeapGame

    Raises
    ------
    GraphGameError
        If it is not such a code.

    Notes
    -----
    R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philosophical
    Society 52, 1956.

    >>> octal("0.77")
    octal('0.77'), Kayles
    >>> octal("0.77").grundy(9).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    if not isinstance(code, str):
        raise GraphGameError(
            f"code: expected a string such as '0.77', got {code!r} of type {type(code).__name__}"
        )
    before, point, after = code.strip().partition(".")
    digits = []
    for place, digit in enumerate((before or "0") + after):
        if digit not in "0123456789abcdefABCDEF":
            raise GraphGameError(
                f"code: expected digits 0 to 9 and A to F, got {digit!r} in {code!r}"
            )
        digits.append(int(digit, 16))
        if place == 0 and digits[0] & 3:
            raise GraphGameError(f"code: expected 0, 4, 8 or C before the point, got {code!r}")
    if not point or len(before) > 1:
        raise GraphGameError(f"code: expected one digit or none, a point and digits, got {code!r}")
    while len(digits) > 1 and digits[-1] == 0:
        digits.pop()
    shown = "".join(f"{digit:X}" for digit in digits)
    normal = f"{shown[0]}.{shown[1:] or '0'}"
    rule = Splitting(digits, f"octal({normal!r})", ["octal", normal])
    return HeapGame(rule, NAMES.get(normal))


def grundys_game() -> HeapGame:
    """Make Grundy's game: a player splits a heap into two that differ.

    Returns
    -------
    HeapGame

    Notes
    -----
    P. M. Grundy, "Mathematics and games", Eureka 2, 1939.  No period is known.

    >>> grundys_game().grundy(14).tolist()
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2]
    """
    rule = Splitting([4], "grundys_game()", ["grundys_game"], unequal=True)
    return HeapGame(rule, "Grundy's game")


def couples_are_forever() -> HeapGame:
    """Make Couples Are Forever: a player splits any heap into two, but a heap of 2.

    Returns
    -------
    HeapGame

    Notes
    -----
    I. Caines, C. Gates, R. K. Guy and R. J. Nowakowski, "Periods in taking and splitting games",
    American Mathematical Monthly 106, 1999.  No period is known.

    >>> couples_are_forever().grundy(9).tolist()
    [0, 0, 0, 1, 2, 0, 1, 2, 3, 1]
    """
    rule = Splitting([4], "couples_are_forever()", ["couples_are_forever"], frozen=2)
    return HeapGame(rule, "Couples Are Forever")


def laskers_nim() -> HeapGame:
    """Make Lasker's Nim, 4.333…: a player takes any number from a heap, or splits it into two.

    Returns
    -------
    HeapGame

    Notes
    -----
    E. Lasker, "Brettspiele der Völker", 1931, where the values are proven.

    >>> laskers_nim().grundy(9).tolist()
    [0, 1, 2, 4, 3, 5, 6, 8, 7, 9]
    """
    rule = Splitting([4], "laskers_nim()", ["laskers_nim"], tail=1, published=(1, 4, 4))
    return HeapGame(rule, "Lasker's Nim")


def of_spec(spec: Any) -> HeapGame:
    """Make the game that a file names; see `Rule.spec`."""
    makers: dict[str, Callable[..., HeapGame]] = {
        "subtraction": subtraction,
        "all_but": all_but,
        "taking": taking,
        "octal": octal,
        "grundys_game": grundys_game,
        "couples_are_forever": couples_are_forever,
        "laskers_nim": laskers_nim,
    }
    name, *arguments = spec
    return makers[name](*arguments)


def _numbers(numbers: Any) -> list[int]:
    if isinstance(numbers, str) or not isinstance(numbers, Iterable):
        raise GraphGameError(f"numbers: expected integers from 1 on, got {numbers!r}")
    return sorted({at_least_1(number, "numbers") for number in numbers})


def _set_text(numbers: list[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}" if numbers else "()"
