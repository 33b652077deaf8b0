"""Examples by tiers: counts and results that are published, and answers that are the same."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import graphgame as gg
from graphgame.big.tiers.explore_tiers import explore_tiers
from tests.big.tiered import assert_same

# The last place: where the package is installed, that is the one to test.
sys.path.append(str(Path(__file__).parents[2]))
pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


@pytest.mark.parametrize("n", [5, 6])
def test_queen_and_pawns(tmp_path: Path, n: int) -> None:
    tiers = importlib.import_module("bench.families.tiers")
    positions, moves, plies = tiers.KNOWN[n]
    game = tiers.explore(n, tmp_path)
    assert (game.positions - 1, game.moves) == (positions, moves)
    database = game.solve()
    assert (database.result, database.remoteness_of(database.start)) == (gg.WIN, plies)
    assert database.verify()


def test_dobutsu_shogi_in_a_single_tier(tmp_path: Path) -> None:
    """Loopy, with presets that end in one ply."""
    played = importlib.import_module("dobutsu_shogi").DobutsuShogi("C")
    game = explore_tiers(played.library, played.start, folder=tmp_path, tier=np.zeros_like)
    database = game.solve()
    assert len(game.tiers) == 1
    assert_same(database, gg.solve(played.explore()))
    assert database.remoteness_of(played.start) == 15
