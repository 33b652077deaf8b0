"""Playing with string: a word is cut at the centres of its palindromes.

The rules: a move takes a word and cuts out one letter, which must stand between two equal letters;
that leaves three words: what was before, the letter, what was after. The game goes on with all the
words that have come about. A player who cannot move loses.

This is problem 305E of Codeforces, "Playing with String" (Round 184, Division 2, 2013): for a word
of up to 5000 letters, who wins, and where is the first cut, as far left as possible? (There, the
letter is the centre of a palindrome of odd length greater than 1: the same.)

Mark the letters between equal ones. A cut unmarks its letter and the two beside it, and nothing
else, so every run of k marks is a game of its own, which a cut splits in two: Dawson's Chess, which
is Dawson's Kayles with one more pin. R. K. Guy and C. A. B. Smith, "The G-values of various games",
Proc. Cambridge Philos. Soc. 52, 1956: its Grundy values have the period 34 from k = 52 on.

To run it, on the words of the problem or on others:

    python examples/playing_with_string.py
    python examples/playing_with_string.py WORD...
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import groupby
from operator import xor

import graphgame as gg
from graphgame.patterns.find import Pattern, find_patterns

# The words that can still be cut, sorted.
Position = tuple[str, ...]


def cuts(word: str) -> list[int]:
    """Return the places of the letters that stand between equal ones."""
    return [i for i in range(1, len(word) - 1) if word[i - 1] == word[i + 1]]


def after(words: Position, which: int, place: int) -> Position:
    """Cut one of the words at a place."""
    word = words[which]
    parts = (*words[:which], *words[which + 1 :], word[:place], word[place + 1 :])
    return tuple(sorted(part for part in parts if cuts(part)))


def options(words: Position) -> Iterator[Position]:
    """Yield the positions one move away."""
    return (after(words, which, i) for which, word in enumerate(words) for i in cuts(word))


@cache
def values(most: int) -> list[int]:
    """Return the Grundy values of runs of 0 to `most` marks: the mex of what cuts leave."""
    found = [0, 1]
    for k in range(2, most + 1):
        # A mark goes with its neighbours: the ends of the run have one neighbour only.
        reached = {found[k - 2]} | {found[left] ^ found[k - 3 - left] for left in range(k - 2)}
        found.append(next(value for value in range(k + 1) if value not in reached))
    return found


@cache
def value() -> Pattern:
    """Return the period of the values as the pattern finder guesses it from the first 300."""
    return next(p for p in find_patterns(values(300)) if p.kind == "period")


def first_cut(word: str) -> int | None:
    """Return the first winning cut, counted from 1, or None if the word is lost."""
    g = value()
    marks = [word[i - 1] == word[i + 1] for i in range(1, len(word) - 1)]
    runs = [(marked, len(list(group))) for marked, group in groupby(marks)]
    total, place = reduce(xor, (g(k) for marked, k in runs if marked), 0), 2
    for marked, k in runs:
        for i in range(k if marked else 0):
            if total == g(k) ^ g(max(i - 1, 0)) ^ g(max(k - i - 2, 0)):
                return place + i
        place += k
    return None


def first_cut_by_graph(word: str) -> int | None:
    """Return the same, from the graph of all positions."""
    start: Position = (word,) if cuts(word) else ()
    s = gg.solve(options, start=start)
    return next((i + 1 for i in cuts(word) if s.outcome(after(start, 0, i)) == gg.LOSE), None)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the period, then the winner and the first cut of every word."""
    parser = argparse.ArgumentParser(description="Playing with string")
    parser.add_argument("words", metavar="WORD", nargs="*", help="default: abacaba abcde")
    words = parser.parse_args(argv).words or ["abacaba", "abcde"]
    held = sum(value()(k) == g for k, g in enumerate(values(2000)))
    print(f"runs of n marks: {value()}")
    print(f"it foretells {held} of the first 2001 values")
    held = sum(first_cut("a" * n) == first_cut_by_graph("a" * n) for n in range(1, 21))
    print(f"the graph agrees on {held} of the 20 words a, aa, aaa, ...")
    for word in words:
        cut = first_cut(word)
        print(f"{word}: Second" if cut is None else f"{word}: First {cut}")


if __name__ == "__main__":
    main()
