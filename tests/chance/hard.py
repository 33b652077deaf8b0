"""Games of any size that take some way of solving games of chance very long, or lead it astray.

A game is a dict as `solve_chance` takes it, who moves, and what is known: the probability that
player 0 wins from each position, as far as it is known, in fractions.  Nobody wins a play that
never ends.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from tests.parity.numbering import Game

HALF = Fraction(1, 2)
ENDS: dict[Hashable, Any] = {"won": [], "lost": []}
WHO: dict[Hashable, int] = {"won": 1, "lost": 0}

Rows = dict["Hashable", Any]
Hard = tuple[Rows, dict["Hashable", int], dict["Hashable", Fraction]]
KNOWN = {"won": Fraction(1), "lost": Fraction(0)}


def coin(a: Hashable, b: Hashable) -> dict[Hashable, Fraction]:
    """Return a row of chance with two moves of the same probability."""
    return {a: HALF, b: HALF} if a != b else {a: Fraction(1)}


def fall_back(n: int) -> Hard:
    """One step up or back to the beginning; the top wins: always 1, after 2^n steps."""
    rows: Rows = {k: coin(k + 1 if k + 1 < n else "won", 0) for k in range(n)}
    return rows | ENDS, {**WHO}, KNOWN | dict.fromkeys(range(n), Fraction(1))


def two_sides(n: int) -> Hard:
    """From the middle to a side; further out, or back to the middle (Haddad and Monmege, 2014).

    Sweeps change values by less than any tolerance long before they are near: all are near 1/2.
    """
    rows: Rows = {0: coin(1, -1)}
    known: dict[Hashable, Fraction] = {0: HALF, n: Fraction(1), -n: Fraction(0)}
    for k in range(1, n):
        rows[k], rows[-k] = coin(k + 1, 0), coin(-k - 1, 0)
        known[k] = HALF + Fraction(1, 2 ** (n - k + 1))
        known[-k] = 1 - known[k]
    return {**rows, n: coin("won", "won"), -n: coin("lost", "lost"), **ENDS}, {**WHO}, KNOWN | known


def gambler(n: int, p: Fraction) -> Hard:
    """One step up with probability p, else one down; the bottom loses and the top wins."""
    names: list[Hashable] = ["lost", *range(1, n), "won"]
    rows: Rows = {k: {names[k + 1]: p, names[k - 1]: 1 - p} for k in range(1, n)}
    r = (1 - p) / p
    worth = [Fraction(k, n) if r == 1 else (r**k - 1) / (r**n - 1) for k in range(n + 1)]
    return rows | ENDS, {**WHO}, dict(zip(names, worth, strict=True))


def halving(n: int) -> Hard:
    """Go on, or lose: 2^-n from the beginning, which is 0 as a float from 1075 steps on."""
    rows: Rows = {k: coin(k + 1 if k + 1 < n else "won", "lost") for k in range(n)}
    return rows | ENDS, {**WHO}, KNOWN | {k: Fraction(1, 2 ** (n - k)) for k in range(n)}


def carousel(n: int, player: int) -> Hard:
    """A ring of one player, with an exit at each position k that wins with probability k / n.

    From above, iteration stays at 1 for player 0, who could go round for ever; player 1 does so.
    """
    rows: Rows = {("exit", 0): {"lost": Fraction(1)}}
    for k in range(n):
        rows[k] = [(k + 1) % n, ("exit", k)]
        if k:
            rows["exit", k] = {"won": Fraction(k, n), "lost": Fraction(n - k, n)}
    known: dict[Hashable, Fraction] = {("exit", k): Fraction(k, n) for k in range(n)}
    known |= dict.fromkeys(range(n), Fraction(n - 1, n) if player == 0 else Fraction(0))
    return rows | ENDS, WHO | dict.fromkeys(range(n), player), KNOWN | known


def blocked(n: int) -> Hard:
    """As `fall_back`, but before each step player 1 may send the token back: nobody wins."""
    rows: Rows = {}
    known: dict[Hashable, Fraction] = {}
    for k in range(n):
        rows[k] = [("step", k), 0]
        rows["step", k] = coin(k + 1 if k + 1 < n else "won", 0)
        known[k] = Fraction(0)
        known["step", k] = HALF if k + 1 == n else Fraction(0)
    return rows | ENDS, WHO | dict.fromkeys(range(n), 1), KNOWN | known


def switches(n: int) -> Hard:
    """A ladder on which strategy improvement with one switch at a time takes 2^n - 1 of them.

    It switches the highest choice that can be improved, beginning with all that go down (the idea
    is that of Melekopoglou and Condon, 1994).  Every choice is worth 1/2.  The ends lead back to
    the top with probability 1/2, so that all positions lead to each other.
    """
    top = ("choice", n - 1)
    rows: Rows = {"up": coin("won", top), "down": coin("lost", top)}
    known: dict[Hashable, Fraction] = {"up": Fraction(3, 4), "down": Fraction(1, 4)}
    for k in range(n):
        below: Hashable = ("choice", k - 1) if k else "down"
        rows["choice", k] = [below, ("step", k)]
        rows["step", k] = coin(
            ("step", k - 1) if k else "up", ("choice", k - 2) if k >= 2 else "down"
        )
    # A choice that goes down to the end is worth 1/4; each step is the mean of what it leads to.
    worth, steps = known["down"], [known["up"]]
    choices = [worth, worth]  # those of -2 and -1
    for k in range(n):
        steps.append((steps[-1] + choices[k]) / 2)
        choices.append(max(choices[-1], steps[-1]))
        known["choice", k], known["step", k] = choices[-1], steps[-1]
    return rows | ENDS, WHO | {("choice", k): 0 for k in range(n)}, KNOWN | known


def counter(make: Callable[[int], Game], bits: int) -> Hard:
    """Turn a parity game into one of chance: Friedmann's, on which improving strategies count.

    Before each vertex play may end, with a probability that falls by a factor of more than the
    number of vertices from each priority to the one below: even priorities win.  The greatest of a
    cycle decides nearly alone, so that player 0 wins the parity game from where the probability is
    above 1/2 (Chatterjee and Fijalkow, 2011).  2^-60 is the least probability of one roll, and
    smaller ones take several.  Known is nothing.
    """
    edges, owner, priority = make(bits)
    places = {p: k for k, p in enumerate(sorted({*priority}, reverse=True))}
    small = 2 * len(owner).bit_length()
    rows: Rows = {v: [] for v in range(len(owner))}
    for u, v in edges:
        rows[u].append(("enter", v, 0))
    for v, p in enumerate(priority):
        left, roll = small + places[p] * small, 0
        end = "won" if p % 2 == 0 else "lost"
        while left:
            part = min(left, 60)
            left -= part
            rare = Fraction(1, 2**part)
            after: Hashable = ("enter", v, roll + 1) if left else end
            rows["enter", v, roll] = {after: rare, v: 1 - rare}
            roll += 1
    return rows | ENDS, WHO | dict(enumerate(owner)), dict(KNOWN)
