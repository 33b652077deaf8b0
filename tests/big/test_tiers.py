"""Games with tiers against the same games solved in memory; wrong tiers; other builds and rules."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.big.tiers.explore_tiers import TieredGame, explore_tiers
from graphgame.errors import GraphGameError, RuleMismatchError, TooLargeError
from tests.big.tiered import Tiered, assert_same, random_game

OPTIONS = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_void_p
)
NUMBER = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)


def explored(game: Tiered, folder: Path, **more: Any) -> TieredGame:
    return explore_tiers(game, game.starts, folder=folder, tier=game.tier, **more)


@pytest.mark.parametrize("seed", range(80))
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_random_games_have_the_answers_of_solving_in_memory(
    tmp_path: Path, seed: int, play: str
) -> None:
    game = random_game(seed)
    tiered = explored(game, tmp_path)
    known = game.solved(play)
    assert (tiered.positions, tiered.moves) == (known.game.n, known.game.m)
    database = tiered.solve(play=play)
    assert_same(database, known)
    assert database.verify()
    assert sorted(path.suffix for path in tmp_path.iterdir()) == ["", ".json", *[".part"]]


class Batch:
    """A game whose functions take arrays, and give moves in any order."""

    def __init__(self, game: Tiered) -> None:
        self.game = game

    def options(self, codes: Any) -> Any:
        rows = [(i, w) for i, code in enumerate(codes.tolist()) for w in self.game.rows[code]]
        sources, options = zip(*reversed(rows), strict=True) if rows else ((), ())
        return np.array(sources, dtype=np.int64), np.array(options, dtype=np.int64)

    def preset(self, codes: Any) -> Any:
        found = [self.game.presets.get(code, (gg.NO_PRESET, 0)) for code in codes.tolist()]
        return np.array([x for x, _ in found]), np.array([far for _, far in found])

    def tier(self, codes: Any) -> Any:
        return np.array([self.game.tiers[code] for code in codes.tolist()])


class Compiled:
    """A game whose functions are called by their addresses."""

    def __init__(self, game: Tiered) -> None:
        def options(code: int, found: Any, room: int, data: Any) -> int:
            for k, option in enumerate(game.rows[code][:room]):
                found[k] = option
            return len(game.rows[code])

        presets = game.presets
        self.options = OPTIONS(options)
        self.preset = NUMBER(lambda code, data: presets.get(code, (gg.NO_PRESET, 0))[0])
        self.preset_remoteness = NUMBER(lambda code, data: presets[code][1])
        self.tier = NUMBER(lambda code, data: game.tiers[code])


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("kind", [Batch, Compiled])
def test_rules_of_all_kinds(tmp_path: Path, seed: int, kind: Any) -> None:
    game = random_game(seed)
    rule = kind(game)
    tiered = explore_tiers(rule, game.starts, folder=tmp_path, tier=rule.tier)
    assert_same(tiered.solve(), game.solved("normal"))


def test_compiled_presets_with_a_remoteness_in_memory() -> None:
    for seed in range(20):
        game = random_game(seed)
        rule, known = Compiled(game), game.solved("normal")
        s = gg.solve(gg.explore_codes(rule, game.starts))
        assert np.array_equal(s.outcomes, known.outcomes)
        assert np.array_equal(s.remoteness, known.remoteness)
    rule.preset_remoteness = lambda code: 1
    with pytest.raises(GraphGameError, match="preset_remoteness: expected a compiled function"):
        gg.explore_codes(rule, game.starts)


@pytest.mark.parametrize("pairs", [1, 7, 64])
def test_pairs_that_do_not_fit_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pairs: int
) -> None:
    """Pairs are sorted and looked up many times in a tier, and positions asked about few by few."""
    for module in ("explore_tiers", "tier_solver"):
        monkeypatch.setattr(f"graphgame.big.tiers.{module}.BATCH", 3)
        monkeypatch.setattr(f"graphgame.big.tiers.{module}.pairs_in", lambda memory: pairs)
    for seed in range(30):
        game = random_game(seed)
        assert_same(explored(game, tmp_path / f"{seed}").solve(), game.solved("normal"))


def test_tiers_in_parts_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (1, 20):
        monkeypatch.setattr("graphgame.big.tiers.tier_solver._PART", size)
        for seed in range(30):
            game = random_game(seed)
            database = explored(game, tmp_path / f"{size}-{seed}").solve()
            assert_same(database, game.solved("normal"))
            rows = database._fields["parts"]
            assert size > 1 or len(rows) == len(database._fields["explored"])
            assert rows == sorted(rows, key=lambda row: row["tiers"])


@pytest.mark.parametrize("length", [100, 140, pytest.param(40_000, marks=pytest.mark.large)])
def test_long_lines_inside_a_tier_and_across_tiers(tmp_path: Path, length: int) -> None:
    """A path of positions, in tiers of 50,000 and of 60: labels of one, two and four bytes."""

    def path(codes: Any) -> Any:
        rows = np.flatnonzero(codes > 0)
        return rows, codes[rows] - 1

    for width in (50_000, 60):
        tiered = explore_tiers(
            path, length, folder=tmp_path / f"{width}", tier=lambda codes, w=width: codes // w
        )
        database = tiered.solve()
        codes = np.arange(length + 1)
        assert np.array_equal(database.remoteness_of(codes), codes)
        assert np.array_equal(database.outcome(codes), np.where(codes % 2, gg.WIN, gg.LOSE))


def test_the_loser_delays_and_the_winner_hurries_across_tiers(tmp_path: Path) -> None:
    """Two ways down, of which the better one has the lower code, and then the higher."""
    chains = {1: [2], 2: [3], 3: [4], 4: [], 5: [], 6: [5], 7: [6], 8: [7]}
    tops = {20: [1, 3], 21: [6, 8], 22: [2, 4], 23: [5, 7]}
    rows = chains | tops
    game = explore_tiers(
        rows.__getitem__, [*tops], folder=tmp_path, tier=lambda code: code // 10
    ).solve()
    assert [game.remoteness_of(code) for code in tops] == [4, 4, 1, 1]
    assert [game.outcome(code) for code in tops] == [gg.LOSE, gg.LOSE, gg.WIN, gg.WIN]


def test_symmetric_games(tmp_path: Path) -> None:
    """Two heaps in any order: options that are of one class count once."""

    def options(code: int) -> list[int]:
        a, b = divmod(code, 8)
        return [*(k * 8 + b for k in range(a)), *(a * 8 + k for k in range(b))]

    def canonical(code: int) -> int:
        return min(code, code % 8 * 8 + code // 8)

    tiered = explore_tiers(
        options, 63, folder=tmp_path, tier=lambda c: c // 8 + c % 8, canonical=canonical
    )
    known = gg.solve(options, start=63, canonical=canonical)
    assert (tiered.positions, tiered.moves) == (known.game.n, known.game.m)
    assert tiered.positions == 36
    database = tiered.solve()
    assert_same(database, known)
    assert database.outcome(5 * 8 + 3) == database.outcome(3 * 8 + 5) == gg.WIN


# -- what is refused ------------------------------------------------------------------------------


def count_down(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def test_a_move_that_raises_the_tier_is_refused_with_both_positions(tmp_path: Path) -> None:
    with pytest.raises(GraphGameError) as info:
        explore_tiers(count_down, 20, folder=tmp_path, tier=lambda n: -5 if n == 17 else n // 10)
    assert str(info.value) == (
        "rule at 17, in tier -5: expected options in tiers up to -5, got 16 in tier 1: "
        "no move may raise the tier"
    )


@pytest.mark.parametrize(
    ("tier", "message"),
    [
        ("high", "tier: expected a function of a code, or of an array of codes, got 'high'"),
        (lambda n: n / 2, "tier: expected integers, got"),
        (lambda n: 2**70, "tier: expected integers"),
    ],
)
def test_functions_that_give_no_tiers(tmp_path: Path, tier: Any, message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        explore_tiers(count_down, 20, folder=tmp_path, tier=tier)


def test_a_tier_that_does_not_fit_is_refused_with_its_size(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError, match=r"expected tier 0 .* in 20,000 bytes, got 529 posit"):
        explore_tiers(count_down, 1000, folder=tmp_path, tier=lambda n: 0, memory=20_000)
    with pytest.raises(TooLargeError, match="got 1,001 positions and 2,997 moves between them"):
        explore_tiers(count_down, 1000, folder=tmp_path, tier=lambda n: 0, memory=110_000)
    game = explore_tiers(count_down, 1000, folder=tmp_path, tier=lambda n: 0, memory=200_000)
    assert game.positions == 1001


def test_a_folder_of_another_game_or_play_is_refused(tmp_path: Path) -> None:
    def tier(n: int) -> int:
        return n // 7

    game = explore_tiers(count_down, 20, folder=tmp_path, tier=tier)
    again = explore_tiers(count_down, 20, folder=tmp_path, tier=tier)
    assert (again.positions, again.moves, again.tiers) == (21, 57, game.tiers)
    for other, start in ((lambda n: count_down(n)[:2], 20), (count_down, 19)):
        with pytest.raises(RuleMismatchError, match="count_down.* in this folder"):
            explore_tiers(other, start, folder=tmp_path, tier=tier)
    database = game.solve()
    assert_same(game.solve(), gg.solve(count_down, start=20))
    with pytest.raises(GraphGameError, match="expected play='normal', of which this folder has"):
        game.solve(play="misere")
    assert explore_tiers(count_down, 20, folder=tmp_path, tier=tier).moves == 57
    assert repr(game) == "TieredGame(n=21, m=57, 3 tiers)"
    assert len(database) == len(game) == 21


def test_draws_that_end_later_are_refused(tmp_path: Path) -> None:
    presets = {0: (gg.DRAW, 4)}
    with pytest.raises(GraphGameError, match="preset of 0: expected .* a DRAW of remoteness 0"):
        explore_tiers(count_down, 20, folder=tmp_path, tier=tens, presets=presets)


def test_a_rule_that_changes_is_refused(tmp_path: Path) -> None:
    """Options that exploring has not found: in a lower tier, and inside the tier."""
    for wrong in (-1, 95):
        rows = {n: count_down(n) for n in range(100)}
        game = explore_tiers(rows.__getitem__, 90, folder=tmp_path / f"{wrong}", tier=tens)
        rows[90] = [wrong]
        with pytest.raises(GraphGameError, match=f"rule at 90: .* got {wrong} in tier"):
            game.solve()


@pytest.mark.parametrize("wrong", [39, 41, 49])
def test_an_option_between_the_positions_of_a_lower_tier_is_refused(
    wrong: int, tmp_path: Path
) -> None:
    """Before, between and after the positions that exploring has found in its tier."""
    rows = {n: [n - 2] if n > 1 else [] for n in range(0, 92, 2)}
    game = explore_tiers(rows.__getitem__, 90, folder=tmp_path, tier=tens)
    rows[90] = [wrong]
    with pytest.raises(GraphGameError, match=f"rule at 90: .* got {wrong} in tier {wrong // 10}"):
        game.solve()


def tens(n: int) -> int:
    return n // 10
