"""The catalogue of heap games: sets of moves, octal and hexadecimal codes, games with a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graphgame.errors import advised
from graphgame.heaps.game import HeapGame
from graphgame.heaps.rules import codes


@advised
def subtraction(numbers: Iterable[int]) -> HeapGame:
    """Make the game where a move takes a number of a finite set from a heap.

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

    See Also
    --------
    all_but, taking

    Examples
    --------
    >>> subtraction({1, 2, 3}).values(9).tolist()
    [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    """
    return HeapGame(codes.subtraction(numbers))


@advised
def all_but(numbers: Iterable[int] = ()) -> HeapGame:
    """Make the game where a move takes any number from a heap but those of a finite set.

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

    See Also
    --------
    subtraction, taking

    Examples
    --------
    >>> all_but({2}).values(9).tolist()
    [0, 1, 0, 1, 2, 3, 2, 3, 4, 5]
    """
    return HeapGame(codes.all_but(numbers))


@advised
def taking(numbers: str | Callable[[int], object] | Iterable[int]) -> HeapGame:
    """Make the game where a move takes a number of any set from a heap.

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

    See Also
    --------
    subtraction, all_but

    Examples
    --------
    >>> taking("squares").values(12).tolist()
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0]
    >>> taking(lambda t: t % 3 == 1).value(7)
    2
    """
    return HeapGame(codes.taking(numbers))


@advised
def octal(code: str) -> HeapGame:
    """Make the game of an octal or hexadecimal code, or of one with any other digits.

    Parameters
    ----------
    code : str
        "0.77", or ".77".  The digit after t digits of the fraction says what may be left when t
        are taken: 1 for no heap, 2 for one, 4 for two, 8 for three, 16 for four, …, added up; from
        10 on the digits are A to Z.  The digit before the point splits without taking: 0, 4, 8 or
        another one that leaves two heaps at least.

        As in CGSuite, ``{2,3}`` lists numbers of heaps, ``{2+}`` is two or more, ``*`` any number,
        ``&40;`` the digit 40.  After a digit, ``!`` asks for heaps that all differ, ``?`` for heaps
        that are not all equal, ``=`` for equal ones.  Last digits in brackets, as in "0.[3]", are
        repeated for ever.  Digits further before the point add tokens, as in "80.0", and must leave
        so many heaps that each is smaller.

    Returns
    -------
    HeapGame

    Raises
    ------
    GraphGameError
        If it is not such a code, or a game of it might never end.

    See Also
    --------
    grundys_game, laskers_nim, HeapGame.from_rule

    Notes
    -----
    Codes up to F take the time of `HeapGame.values`; others O(n² j v / 64) for n heaps, up to j
    heaps left and values up to v, and 3 j v / 8 bytes for each heap.

    References
    ----------
    R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philosophical
    Society 52, 1956.  A. N. Siegel, CGSuite 2, help page "game.heap.TakeAndBreak", for the others.

    Examples
    --------
    >>> octal("0.77")
    octal('0.77'), Kayles
    >>> octal("0.77").values(9).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    >>> octal("8!.0").values(14).tolist()  # split into three that differ
    [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 0, 3]
    """
    return HeapGame(codes.octal(code))


@advised
def grundys_game() -> HeapGame:
    """Make Grundy's game: a move splits a heap into two that differ.

    Returns
    -------
    HeapGame

    See Also
    --------
    couples_are_forever, octal

    Notes
    -----
    No period is known.

    References
    ----------
    P. M. Grundy, "Mathematics and games", Eureka 2, 1939.

    Examples
    --------
    >>> grundys_game().values(14).tolist()
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2]
    """
    return HeapGame(codes.grundys_game())


@advised
def couples_are_forever() -> HeapGame:
    """Make Couples Are Forever: a move splits a heap, other than 2, into two.

    Returns
    -------
    HeapGame

    See Also
    --------
    grundys_game, octal

    Notes
    -----
    No period is known.

    References
    ----------
    I. Caines, C. Gates, R. K. Guy and R. J. Nowakowski, "Periods in taking and splitting games",
    American Mathematical Monthly 106, 1999.

    Examples
    --------
    >>> couples_are_forever().values(9).tolist()
    [0, 0, 0, 1, 2, 0, 1, 2, 3, 1]
    """
    return HeapGame(codes.couples_are_forever())


@advised
def laskers_nim() -> HeapGame:
    """Make Lasker's Nim, 4.333…: a move takes any number from a heap, or splits it into two.

    Returns
    -------
    HeapGame

    See Also
    --------
    all_but, octal

    References
    ----------
    E. Lasker, "Brettspiele der Völker", 1931, where the values are proven.

    Examples
    --------
    >>> laskers_nim().values(9).tolist()
    [0, 1, 2, 4, 3, 5, 6, 8, 7, 9]
    """
    return HeapGame(codes.laskers_nim())
