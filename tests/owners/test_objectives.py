"""Attractors, reachability, safety, Büchi and co-Büchi games against their definitions.

Pinned here: winners are those of the enumeration of all strategies, in all games of up to three
positions and in random ones; ranks are the moves of the definition; dual objectives give the same
answer; the certificate accepts an answer exactly when the definition does, whatever is changed.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.owners import _attractor
from tests.owners.owned import OwnedGame, all_games, random_game, united
from tests.reference import owners as reference


def flags(game: OwnedGame) -> np.ndarray[Any, np.dtype[np.bool_]]:
    found = np.zeros(len(game.options), dtype=np.bool_)
    found[sorted(game.targets)] = True
    return found


def test_random_buchi_games_have_the_winners_of_the_fixpoints() -> None:
    each = [random_game(seed, 5 + seed % 40, 2 + seed % 3) for seed in range(600)]
    whole, places = united(each)
    for visitor in (0, 1):
        s = gg.solve_buchi(whole.graph(), None, flags(whole), visitor)
        assert s.verify()
        found = s.winners.tolist()
        for game, place in zip(each, places, strict=True):
            right = reference.buchi_winners(game.options, game.owner, game.targets, visitor)
            assert found[place] == right, game


def small(count: int) -> list[OwnedGame]:
    """Return all games of up to three positions where both players count, and random ones of 6."""
    return [*all_games(3), *(random_game(seed, 6) for seed in range(count))]


@pytest.fixture(scope="module")
def games() -> tuple[list[OwnedGame], OwnedGame, list[slice]]:
    found = small(300)
    return found, *united(found)


@pytest.mark.parametrize("visitor", [0, 1])
def test_an_attractor_is_what_the_definition_says(
    visitor: int, games: tuple[list[OwnedGame], OwnedGame, list[slice]]
) -> None:
    each, whole, places = games
    a = gg.attractor(whole.graph(), None, flags(whole), visitor)
    assert a.verify()
    ranks = a.rank.tolist()
    for game, place in zip(each, places, strict=True):
        right = reference.attractor_ranks(game.options, game.owner, game.targets, visitor)
        assert ranks[place] == right, game
    assert a.game.owner is not None
    wide = _attractor.attract(
        *a.game._predecessor_rows(), a.game._degrees(), a.game.owner,
        flags(whole).view("i1"), visitor, False,
    )  # fmt: skip
    assert np.asarray(wide).tolist() == ranks


@pytest.mark.parametrize("visitor", [0, 1])
@pytest.mark.parametrize("for_ever", [False, True])
def test_winners_are_those_of_all_strategies(
    visitor: int, for_ever: bool, games: tuple[list[OwnedGame], OwnedGame, list[slice]]
) -> None:
    each, whole, places = games
    solver = gg.solve_buchi if for_ever else gg.solve_reachability
    s = solver(whole.graph(), None, flags(whole), visitor)
    assert s.verify()
    found = s.winners.tolist()
    for game, place in zip(each, places, strict=True):
        right = reference.winners(game.options, game.owner, game.targets, visitor, for_ever)
        assert found[place] == right, game


@pytest.mark.parametrize("seed", range(20))
def test_the_other_player_sees_the_same_game(seed: int) -> None:
    game = random_game(seed, 12)
    graph, given = game.graph(), flags(game)
    for player in (0, 1):
        for solver, other in (
            (gg.solve_reachability, gg.solve_safety),
            (gg.solve_buchi, gg.solve_cobuchi),
        ):
            s = solver(graph, None, given, player)
            ways: list[dict[str, Any]] = [{"unsafe": given}, {"safe": ~given}]
            for way in ways:
                t = other(graph, None, **way, player=1 - player)
                assert t.verify()
                for name in ("winners", "rank", "strategy", "targets"):
                    assert getattr(s, name).tolist() == getattr(t, name).tolist()


@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_play_is_won_by_the_winner(seed: int, for_ever: bool) -> None:
    game = random_game(seed, 10)
    solver = gg.solve_buchi if for_ever else gg.solve_reachability
    s = solver(game.graph(), None, flags(game), 0)
    for v in range(10):
        line = s.play(v)
        assert line[0] == v
        seen = line if line.closes_at is None else line[line.closes_at :]
        visited = not game.targets.isdisjoint(seen if for_ever else line)
        if line.closes_at is None and (for_ever or not visited):
            winner = 1 - game.owner[line[-1]]
        else:
            winner = 0 if visited else 1
        assert winner == s.winner(v)
        if not for_ever and winner == 0:
            assert len(line) - 1 == s.rank[v]
        assert all(s.winner(w) == winner for w in line)
        assert (s.outcome(v) is gg.WIN) == (winner == game.owner[v])
        moves = s.winning_moves(v)
        over = line.closes_at is None and len(line) == 1
        assert bool(moves) == (s.outcome(v) is gg.WIN and not over)
        assert all(s.winner(w) == winner for w in moves)
        assert s[v] == (winner, s.outcome(v), s.best_move(v))


# -- the certificate -------------------------------------------------------------------------------


class Answer:
    """An answer that anybody may change."""

    def __init__(self, solution: Any) -> None:
        self.objective, self.player = str(solution.objective), solution.player
        self.targets = solution.targets
        self.winners, self.rank = solution.winners.copy(), solution.rank.copy()
        self.strategy = solution.strategy.copy()


def is_right(game: OwnedGame, answer: Answer) -> bool:
    """Whether the definition accepts an answer."""
    wants = answer.objective in ("reachability", "buchi")
    visitor = answer.player if wants else 1 - answer.player
    won, rank, strategy = (x.tolist() for x in (answer.winners, answer.rank, answer.strategy))
    if answer.objective in ("buchi", "cobuchi"):
        return reference.judges_for_ever(*game, visitor, won, rank, strategy)
    stuck = {v for v, row in enumerate(game.options) if not row and game.owner[v] != visitor}
    if won != reference.winners_by_ranks(*game[:2], game.targets | stuck, visitor):
        return False
    return reference.judges_attractor(*game[:2], game.targets | stuck, visitor, rank, strategy)


def change(answer: Answer, rng: random.Random) -> None:
    """Change one entry, or two entries of different kinds."""
    n = len(answer.winners)
    for _ in range(rng.choice((1, 1, 2))):
        kind, v = rng.choice(("winners", "rank", "rank", "strategy", "strategy")), rng.randrange(n)
        if kind == "winners":
            answer.winners[v] = 1 - answer.winners[v]
        elif kind == "rank":
            answer.rank[v] = rng.choice((answer.rank[v] + 1, answer.rank[v] - 1, 0, n, -1))
        else:
            answer.strategy[v] = rng.randrange(-1, n)


@pytest.mark.parametrize("objective", ["reachability", "safety", "buchi", "cobuchi"])
def test_the_certificate_accepts_what_the_definition_accepts(objective: str) -> None:
    accepted = refused = 0
    for seed in range(1000):
        rng = random.Random(seed)
        game = random_game(seed, rng.randint(1, 8))
        solver = getattr(gg, f"solve_{objective}")
        named = "targets" if objective in ("reachability", "buchi") else "unsafe"
        s = solver(game.graph(), None, **{named: flags(game)}, player=seed % 2)
        answer = Answer(s)
        assert is_right(game, answer)
        assert gg.verify_owners(s.game, answer)
        change(answer, rng)
        if is_right(game, answer):
            assert gg.verify_owners(s.game, answer)
            accepted += 1
        else:
            with pytest.raises(gg.VerificationError):
                gg.verify_owners(s.game, answer)
            refused += 1
    assert accepted > 20
    assert refused > 600


def test_the_certificate_of_attractors_accepts_what_the_definition_accepts() -> None:
    accepted = refused = 0
    for seed in range(1000):
        rng = random.Random(seed)
        game = random_game(seed, rng.randint(1, 8))
        a = gg.attractor(game.graph(), None, flags(game), seed % 2)
        rank, strategy = a.rank.copy(), a.strategy.copy()
        v = rng.randrange(len(rank))
        if rng.random() < 0.5:
            rank[v] = rng.choice((rank[v] + 1, rank[v] - 1, 0, -1))
        else:
            strategy[v] = rng.randrange(-1, len(rank))
        right = reference.judges_attractor(*game, seed % 2, rank.tolist(), strategy.tolist())
        if right:
            assert gg.verify_attractor(a.game, a.targets, a.player, rank, strategy)
            accepted += 1
        else:
            with pytest.raises(gg.VerificationError):
                gg.verify_attractor(a.game, a.targets, a.player, rank, strategy)
            refused += 1
    assert accepted > 20
    assert refused > 500


def test_the_certificate_does_not_read_what_kernels_derived() -> None:
    game = random_game(1, 8)
    s = gg.solve_buchi(game.graph(), None, flags(game))
    ptr, idx = s.game._predecessors or (None, None)
    assert ptr is not None
    assert idx is not None
    np.asarray(idx)[:] = 0
    assert s.verify()
    assert gg.attractor(s.game, None, flags(game)).game is not None
    with pytest.raises(gg.VerificationError):  # a solver that a wrong transpose misled
        gg.solve_buchi(s.game, None, flags(game)).verify()


# -- long games ------------------------------------------------------------------------------------


def rounds_chain(rounds: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], Any]:
    """Return a Büchi game that player 0 loses everywhere, a target in each round.

    Position 0 is a dead end of player 0.  Target 2 k + 1 belongs to player 1, who can go back to
    what was lost before; position 2 k + 2 of player 0, who can stay there, rests on it alone.
    """
    k = np.arange(rounds, dtype=np.int32)
    target, after, before = 2 * k + 1, 2 * k + 2, 2 * k
    edges = np.concatenate(
        [
            np.column_stack(x)
            for x in ((target, after), (target, before), (after, target), (after, after))
        ]
    )
    owner = np.zeros(2 * rounds + 1, dtype=np.int8)
    owner[target] = 1
    return edges, owner, target


def test_a_chain_of_many_rounds_is_lost_everywhere() -> None:
    edges, owner, targets = rounds_chain(5000)
    s = gg.solve_buchi(edges, owner, targets)
    assert s.verify()
    assert (s.winners == 1).all()


def test_long_chains_need_no_recursion() -> None:
    n = 200_000
    edges = np.column_stack([np.arange(n - 1), np.arange(1, n)]).astype(np.int32)
    owner = np.arange(n) % 2
    a = gg.attractor(edges, owner, n - 1, 0)
    assert a.rank.tolist() == list(range(n - 1, -1, -1))
    assert a.verify()
    s = gg.solve_buchi(edges, owner, [], 0)
    assert s.verify()
    assert (s.winners == 1 - owner[-1]).all()
