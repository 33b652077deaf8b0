"""Sprouts: published results, and what is known of every match.

Pinned here: who wins from up to twelve spots; the first lines, counted; a match of n spots takes
2n to 3n - 1 lines, as Conway and Paterson found; all lands and a search agree; a land is the same
game however it is written down, and the same as that of the slow rules in Python.
"""

from __future__ import annotations

import random
from functools import cache, reduce
from typing import Any

import pytest
import sprouts
from _reduced_trees import ReducedTrees

import graphgame as gg
from graphgame import LOSE, WIN
from tests.marked import large
from tests.reference import sprouts as reference


@pytest.mark.parametrize("spots", range(1, 13))
def test_published_results(spots: int) -> None:
    """Applegate, Jacobson and Sleator, "Computer analysis of Sprouts", 1991."""
    start = sprouts.start(spots)
    found = gg.grundy(sprouts.options, start, sums=True, search=True, weight=sprouts.weight)
    assert found.result is (WIN if spots % 6 in {3, 4, 5} else LOSE)
    assert spots > 4 or found.verify()


@pytest.mark.parametrize("spots", range(2, 8))
def test_first_lines(spots: int) -> None:
    """Two spots are joined, or a loop parts the other spots into two sets, the lesser one first."""
    assert len(sprouts.options(sprouts.start(spots))) == 1 + (spots - 1) // 2 + 1


@pytest.mark.parametrize("spots", [1, 2, 3])
def test_how_long_a_match_takes(spots: int) -> None:
    graph = gg.explore(sprouts.options, sprouts.start(spots), sums=True)

    @cache
    def lengths(position: Any) -> tuple[int, int]:
        found = [lengths(option) for option in graph.options(position)]
        if not found:
            return 0, 0
        return 1 + min(least for least, _ in found), 1 + max(most for _, most in found)

    assert lengths(graph.position(0)) == (2 * spots, 3 * spots - 1)


@pytest.mark.parametrize("spots", [1, 2, 3])
def test_all_lands_and_a_search_agree(spots: int) -> None:
    start = sprouts.start(spots)
    whole = gg.grundy(sprouts.options, start, sums=True)
    found = gg.grundy(sprouts.options, start, sums=True, search=True, weight=sprouts.weight)
    assert whole.verify()
    assert all(found.value(land) == whole.value(land) for land in whole)


def test_a_land_is_the_same_game_however_it_is_written() -> None:
    rng = random.Random(1)
    whole = gg.grundy(sprouts.options, sprouts.start(3), sums=True)
    lands = [*whole]
    found = gg.grundy(sprouts.options, lands[0], sums=True, search=True, weight=sprouts.weight)
    for land in rng.sample(lands, min(60, len(lands))):
        letters = [chr(ord("A") + i) for i in range(20)]
        names = dict(zip(letters, rng.sample(letters, len(letters)), strict=True))
        regions = []
        for region in land.split("}")[:-1]:
            way = rng.choice([1, -1])
            rows = region.split(".")[:-1]
            rows = [row[i:] + row[:i] for row in rows for i in [rng.randrange(len(row))]]
            regions.append("".join(row[::way] + "." for row in rng.sample(rows, len(rows))) + "}")
        written = "".join(names.get(x, x) for x in "".join(rng.sample(regions, len(regions))))
        assert found.value(written) == whole.value(land)


Tree = int


class _Trees:
    """Numbers of lands that are the same game, move by move: by the numbers of their options."""

    def __init__(self) -> None:
        self.numbers: dict[Any, Tree] = {}

    def number(self, options: Any, lands: Any) -> dict[Any, Tree]:
        """Return the number of each land that can be reached from some."""
        found: dict[Any, Tree] = {}
        waiting = [*lands]
        while waiting:
            land = waiting[-1]
            left = [] if land in found else options(land)
            new = [part for option in left for part in option if part not in found]
            if new:
                waiting += new
                continue
            waiting.pop()
            if land not in found:
                row = frozenset(tuple(sorted(found[x] for x in option)) for option in left)
                found[land] = self.numbers.setdefault(row, len(self.numbers))
        return found


@pytest.mark.parametrize("spots", [1, 2, 3])
def test_lands_in_c_are_the_same_games_as_those_of_the_slow_rules(spots: int) -> None:
    trees = _Trees()
    slow = trees.number(cache(reference.options), [reference.start(spots)])
    texts = {land: reference.notation(land) for land in slow}
    fast = trees.number(cache(sprouts.options), texts.values())
    assert all(fast[texts[land]] == slow[land] for land in slow)
    reached = gg.grundy(sprouts.options, sprouts.start(spots), sums=True)
    assert {fast[land] for land in reached} == set(slow.values())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.1.}", "0.22.}"),
        ("1A2A.}", "0.2.}"),
        ("ABC.}A.B.C.0.}", "C.A.B.}0.C.B.A.}"),
        ("00AA2.}", "002.2.}"),
    ],
)
def test_lands_that_are_written_in_two_ways_have_the_same_options(one: str, other: str) -> None:
    trees = _Trees()
    found = trees.number(cache(sprouts.options), [one, other])
    assert (found[one] == found[other]) is (one != "00AA2.}")


@pytest.mark.parametrize(
    "land", ["", "0", "0.", "}", "3.}", "AAA.}", "0." * 21 + "}", "0 .}", "A" * 1000 + ".}"]
)
def test_what_is_no_land_is_refused(land: str) -> None:
    with pytest.raises(ValueError, match=r"^land: expected a text as '0\.AB\.}AB\.}', got '"):
        sprouts.options(land)


def test_more_spots_than_there_are_letters_are_refused() -> None:
    assert sprouts.is_land(sprouts.start(20))
    with pytest.raises(ValueError, match="^spots: expected 1 to 20, got 21$"):
        sprouts.start(21)


# OEIS A164950: with how many spots the first player wins in misère play.
MISERE = "WLLLWWLLLWWWLLLWWWLL"


@pytest.mark.parametrize("spots", [*range(1, 10), *large([10, 11, 12, 13])])
def test_misere_play_is_as_published(spots: int) -> None:
    proof = sprouts.misere(spots)
    assert proof.outcome is not None and str(proof.outcome)[0] == MISERE[spots - 1]
    assert proof.verify() and proof.verify(sprouts.Misere())


@pytest.mark.parametrize("spots", [1, 2, 3])
def test_misere_play_is_that_of_trying_everything(spots: int) -> None:
    """Lands in the order in which they come, and no land of two that are alike left out."""

    @cache
    def wins(lands: tuple[Any, ...]) -> bool:
        left = [
            (*lands[:i], *lands[i + 1 :], *more)
            for i, land in enumerate(lands)
            for more in sprouts.options(land)
        ]
        return not left or not all(map(wins, left))

    assert wins((sprouts.start(spots),)) == (sprouts.misere(spots).outcome == gg.WIN)


def drawn_tree(rng: random.Random, height: int) -> frozenset[Any]:
    """Return a game of at most so many moves: the set of its options."""
    if not height:
        return frozenset()
    return frozenset(drawn_tree(rng, rng.randrange(height)) for _ in range(rng.randint(0, 3)))


@cache
def wins_misere(*games: frozenset[Any]) -> bool:
    """Return whether who moves wins games side by side, if the last move loses."""
    left = [(*games[:i], x, *games[i + 1 :]) for i, game in enumerate(games) for x in game]
    return not left or not all(wins_misere(*after) for after in left)


def test_sums_of_reduced_trees_have_the_outcomes_of_all_their_matches() -> None:
    rng = random.Random(1)
    trees = ReducedTrees()

    def number(game: frozenset[Any]) -> int:
        return trees.tree(map(number, game))

    def written_out(tree: int) -> frozenset[Any]:
        return frozenset(map(written_out, trees.options[tree]))

    made = replaced = 0
    for _ in range(3000):
        games = [drawn_tree(rng, 5) for _ in range(rng.randint(1, 3))]
        numbers = [*map(number, games)]
        total = reduce(trees.sum, numbers, 0)
        whole = trees.tree(trees.options[total])
        assert whole == total == trees.read(trees.texts[total])
        assert wins_misere(written_out(total)) == wins_misere(*games)
        made += total > 1
        replaced += [*map(written_out, numbers)] != games
    assert made > 1000 and replaced > 1000


def test_trees_of_heaps_are_added_as_in_misere_nim() -> None:
    trees = ReducedTrees()
    one, two = trees.read("1"), trees.read("2")
    assert trees.sum(one, one) == 0
    assert trees.sum(two, two) != 0, "who moves loses two heaps of two, and wins the end"
    assert trees.texts[trees.sum(one, two)] == "3"
    assert trees.tree([two]) == trees.read("(2)")
    assert trees.tree([one]) == 0, "who moves to one stone has won: it is no game"
