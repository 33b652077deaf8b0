"""Sprouts: published results, and what is known of every match.

Pinned here: who wins from up to six spots; the first lines, counted; a match of n spots takes 2n to
3n - 1 lines, as Conway and Paterson found; all lands and a search agree; a land is the same game
however it is written down.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
import sprouts

import graphgame as gg
from graphgame import LOSE, WIN


@pytest.mark.parametrize("spots", range(1, 7))
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
        regions = []
        for region in land:
            way = rng.choice([1, -1])
            rows = [row[i:] + row[:i] for row in region for i in [rng.randrange(len(row))]]
            regions.append(tuple(row[::way] for row in rng.sample(rows, len(rows))))
        written = tuple(rng.sample(regions, len(regions)))
        assert found.value(written) == whole.value(land)


# OEIS A164950: with how many spots the first player wins in misère play.
MISERE = "WLLLWWLLLWWWLLLWWWLL"


@pytest.mark.parametrize("spots", [1, 2, 3, 4, 5])
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
