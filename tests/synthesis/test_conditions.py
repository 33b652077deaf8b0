"""Generalized Büchi, GR(1), Rabin and Streett games against their definitions.

Pinned here: winners are those of a recursion on sets of positions, and for Rabin and Streett those
of all strategies without memory; strategies with memory win from every state of it; objectives that
say the same in different words have the same winners; the certificate accepts an answer exactly
when the definition does, whatever is changed.
"""

from __future__ import annotations

import io
import math
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

import graphgame as gg
from tests.marked import large
from tests.owners.owned import OwnedGame, random_game
from tests.reference import conditions as reference

OBJECTIVES = ("generalized_buchi", "gr1", "rabin", "streett")
# Generalized Büchi is a case of both; Rabin is what the opponent of Streett aims at.
SOME = ["gr1", "streett", *large(["generalized_buchi", "rabin"])]


class Conditioned(NamedTuple):
    """A game, and the sets of its objective."""

    game: OwnedGame
    objective: str
    player: int
    sets: list[set[int]]
    n_assumptions: int

    def solve(self) -> gg.MemorySolution[int]:
        """Solve the game."""
        sets = [sorted(x) for x in self.sets]
        given: tuple[Any, ...] = (sets,)
        if self.objective == "gr1":
            given = sets[: self.n_assumptions], sets[self.n_assumptions :]
        elif self.objective in ("rabin", "streett"):
            given = ([*zip(sets[::2], sets[1::2], strict=True)],)
        solve = getattr(gg, f"solve_{self.objective}")
        found: gg.MemorySolution[int] = solve(self.game.graph(), None, *given, self.player)
        return found

    def wins(self, seen: frozenset[int]) -> bool:
        """Return whether player 0 wins by what is visited for ever."""
        held = reference.holds(self.objective, self.sets, self.n_assumptions, seen)
        return held == (self.player == 0)

    def winners(self) -> list[int]:
        """Return who wins by the definition."""
        return reference.winners(self.game.options, self.game.owner, self.wins)

    def is_right(self, answer: Any) -> bool:
        """Return whether the definition accepts an answer."""
        return reference.is_right(
            self.game.options,
            self.game.owner,
            self.wins,
            *(x.tolist() for x in (answer.winners, answer.strategy, answer.memory_update)),
        )


def drawn(seed: int, objective: str, most: int = 6) -> Conditioned:
    """Return a random game, some with dead ends, and an objective of up to six sets."""
    rng = random.Random(f"{seed} {objective}")
    n = rng.randint(1, most)
    game = random_game(seed, n)
    count = (
        rng.randint(0, 4) if objective in ("generalized_buchi", "gr1") else 2 * rng.randint(0, 3)
    )
    share = rng.choice((0.2, 0.4, 0.6))
    sets = [{v for v in range(n) if rng.random() < share} for _ in range(count)]
    assumed = rng.randint(0, count) if objective == "gr1" else 0
    return Conditioned(game, objective, seed % 2, sets, assumed)


@pytest.mark.parametrize("objective", SOME)
def test_winners_and_strategies_are_those_of_the_definition(objective: str) -> None:
    remembered = lost = seed = 0
    # Few games need a memory: after 2,000 of all kinds, those are drawn that may.
    while seed < 2000 or remembered <= 300:
        case = drawn(seed, objective)
        seed += 1
        if seed > 2000 and (len(case.sets) < 3 or len(case.game.owner) < 5):
            continue
        s = case.solve()
        if seed > 2000 and s.memory_states == 1:
            continue
        assert s.winners.tolist() == case.winners(), case
        assert s.verify()
        assert case.is_right(s), case
        remembered += s.memory_states > 1
        lost += len({*s.winners.tolist()}) == 2
    assert remembered > 300
    assert lost > 300


@pytest.mark.parametrize("objective", ["rabin", "streett", "generalized_buchi"])
def test_who_needs_no_memory_has_none(objective: str) -> None:
    several = 0
    for seed in range(2000):
        case = drawn(seed, objective, 8)
        s = case.solve()
        at = s.region(case.player if objective == "rabin" else 1 - case.player)
        assert (s.strategy[:, at] == s.strategy[0, at]).all(), case
        assert s.memory_states == 1 or not at.all(), case
        assert s.verify()
        several += s.memory_states > 1 and bool(at.any())
    assert several > 20


@pytest.mark.parametrize("objective", ["rabin", "streett"])
def test_a_player_with_a_rabin_objective_needs_no_memory(objective: str) -> None:
    for seed in range(300):
        case = drawn(seed, objective, 5)
        player = case.player if objective == "rabin" else 1 - case.player
        right = reference.winners_without_memory(*case.game[:2], case.wins, player)
        assert case.solve().winners.tolist() == right, case


def test_objectives_that_say_the_same_have_the_same_winners() -> None:
    for seed in range(300):
        case = drawn(seed, "gr1", 12)
        graph, n, player = case.game.graph(), len(case.game.owner), case.player
        sets = [np.isin(np.arange(n), sorted(x)) for x in case.sets]
        assumed, wanted = sets[: case.n_assumptions], sets[case.n_assumptions :]
        everything, nothing = np.ones(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
        found = case.solve().winners.tolist()
        if not assumed:
            assert found == gg.solve_generalized_buchi(graph, None, wanted, player).winners.tolist()
            pairs = [(everything, x) for x in wanted]
            assert found == gg.solve_streett(graph, None, pairs, player).winners.tolist()
        if len(assumed) == len(wanted) == 1:
            pairs = [(assumed[0], wanted[0])]
            assert found == gg.solve_streett(graph, None, pairs, player).winners.tolist()
            # Some set is avoided, or the other one visited.
            pairs = [(assumed[0], everything), (nothing, wanted[0])]
            assert found == gg.solve_rabin(graph, None, pairs, player).winners.tolist()
        if len(sets) == 1:
            s = gg.solve_buchi(graph, None, sets[0], player)
            t = gg.solve_generalized_buchi(graph, None, sets, player)
            assert s.winners.tolist() == t.winners.tolist()
            assert t.memory_states == 1


@pytest.mark.parametrize("seed", range(100))
def test_the_other_player_of_a_rabin_game_plays_a_streett_game(seed: int) -> None:
    case = drawn(seed, "rabin", 12)
    swapped = [x for pair in zip(case.sets[1::2], case.sets[::2], strict=True) for x in pair]
    other = case._replace(objective="streett", player=1 - case.player, sets=swapped)
    assert case.solve().winners.tolist() == other.solve().winners.tolist()


@pytest.mark.parametrize("seed", range(100))
def test_a_parity_condition_is_a_rabin_condition(seed: int) -> None:
    # The greatest priority is even: for some even p, p is visited for ever and no greater one is.
    game = random_game(seed, 15)
    rng = random.Random(seed)
    priority = [rng.randrange(6) for _ in range(15)]
    pairs = [
        ([v for v in range(15) if priority[v] > p], [v for v in range(15) if priority[v] == p])
        for p in (0, 2, 4)
    ]
    s = gg.solve_rabin(game.graph(), None, pairs)
    assert s.verify()
    assert s.winners.tolist() == gg.solve_parity(game.graph(), None, priority).winners.tolist()


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_play_is_won_by_the_winner(objective: str, seed: int) -> None:
    case = drawn(seed, objective, 10)
    s = case.solve()
    for v in range(s.game.n):
        line = s.play(v)
        position, state = v, 0
        for after in line[1:]:
            assert s.best_move(position, state) == after
            assert s.memory_after(position, state) == s.memory_update[state, position]
            position, state = after, s.memory_after(position, state)
        if line.closes_at is None:
            assert s.winner(v) == 1 - case.game.owner[line[-1]]
        else:
            seen = frozenset(line[line.closes_at :])
            assert (s.winner(v) == 0) == case.wins(seen)
        assert s[v] == (s.winner(v), s.outcome(v), s.best_move(v))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_file_keeps_all_of_it(objective: str) -> None:
    for seed in range(10):
        s = drawn(seed, objective).solve()
        file = io.BytesIO()
        s.save(file)
        file.seek(0)
        loaded = gg.MemorySolution.load(file)
        assert loaded.verify()
        assert repr(loaded) == repr(s)
        for name in ("sets", "winners", "strategy", "memory_update", "owner"):
            assert getattr(loaded, name).tolist() == getattr(s, name).tolist()
            assert getattr(loaded, name).dtype == getattr(s, name).dtype
        assert (loaded.player, loaded.n_assumptions) == (s.player, s.n_assumptions)


# -- the memory ------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", range(1, 7))
def test_the_memory_is_as_small_as_the_tree_says(k: int) -> None:
    n = 2 * k + 1
    edges = [(0, v) for v in range(1, n)] + [(v, 0) for v in range(1, n)]
    owner = [0] + [1] * (n - 1)
    one = [[v] for v in range(1, k + 1)]
    other = [[v] for v in range(k + 1, n)]
    s = gg.solve_generalized_buchi(edges, owner, one)
    assert s.memory_states == k
    assert s.verify()
    if k > 1:  # each of them needs a state of its own
        assert len({s.best_move(0, state) for state in range(k)}) == k
    assert gg.solve_gr1(edges, owner, one, other).memory_states == k * k
    pairs = [*zip(one, other, strict=True)]
    for solve, player in ((gg.solve_rabin, 1), (gg.solve_streett, 0)):
        s = solve(edges, owner, pairs, player)
        assert s.winners.tolist() == [0] * n
        assert s.memory_states == (1 if player == 1 and k == 1 else math.factorial(k))
        assert s.verify()
    assert gg.solve_rabin(edges, owner, pairs).memory_states == 1  # who owns the pairs needs none


def test_too_many_pairs_and_sets_are_refused() -> None:
    edges, owner = [(0, 1), (1, 0)], [0, 1]
    with pytest.raises(gg.TooLargeError, match=r"^pairs: expected at most 6 pairs, .* got 7$"):
        gg.solve_rabin(edges, owner, [([0], [1])] * 7)
    with pytest.raises(
        gg.TooLargeError, match=r"^assumptions, guarantees: expected at most 1024 .* got 40 as"
    ):
        gg.solve_gr1(edges, owner, [[0]] * 40, [[1]] * 40)
    with pytest.raises(gg.TooLargeError, match=r"^sets: expected at most 1024 sets.* got 2000$"):
        gg.solve_generalized_buchi(edges, owner, [[0]] * 2000)
    s = gg.solve_generalized_buchi(edges, owner, [[0], [1]] * 100)
    assert s.winners.tolist() == [0, 0]
    assert s.verify()


def test_a_game_without_positions_and_without_sets() -> None:
    empty: gg.GameGraph[int] = gg.GameGraph.from_edges(np.zeros((0, 2), np.int32), 0).with_owner([])
    for s in (
        gg.solve_generalized_buchi(empty, None, []),
        gg.solve_gr1(empty, None, [], []),
        gg.solve_rabin(empty, None, []),
        gg.solve_streett(empty, None, []),
    ):
        assert len(s) == 0
        assert s.verify()
    loop, nobody = [(0, 0)], [0]
    assert gg.solve_generalized_buchi(loop, nobody, []).winners.tolist() == [0]
    assert gg.solve_gr1(loop, nobody, [], []).winners.tolist() == [0]
    assert gg.solve_gr1(loop, nobody, [[0]], [], 1).winners.tolist() == [1]
    assert gg.solve_rabin(loop, nobody, []).winners.tolist() == [1]
    assert gg.solve_streett(loop, nobody, []).winners.tolist() == [0]


# -- what is given ---------------------------------------------------------------------------------

EDGES = [(0, 1), (0, 2), (1, 0), (2, 0)]
OWNER = [0, 1, 1]


@pytest.mark.parametrize(
    "sets",
    [
        [[1], [2]],
        ([1], {2}),
        iter([[1], np.array([2])]),
        np.array([[False, True, False], [False, False, True]]),
        [iter([1]), {0: False, 1: False, 2: True}],
    ],
    ids=["lists", "tuple", "iterator", "flags", "mixed"],
)
def test_sets_are_taken_in_every_form(sets: Any) -> None:
    s = gg.solve_generalized_buchi(EDGES, OWNER, sets)
    assert s.sets.tolist() == [[False, True, False], [False, False, True]]


def test_pairs_are_taken_in_every_form() -> None:
    right = [[False, True, False], [False, False, True]]
    for pairs in ([([1], [2])], [[{1}, {2}]], ([[1], [2]],), iter([([1], [2])]), np.array([right])):
        assert gg.solve_rabin(EDGES, OWNER, pairs).sets.tolist() == right


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        (
            [1, 2],
            r"sets\[0\]: expected a set of positions, or flags, got the position 1; a list in",
        ),
        ([[1], (1, 2)], r"sets\[1\]: .* got the position \(1, 2\)"),
        ({1: [1]}, "sets: expected a list of sets of positions, got dict"),
        ({frozenset({1})}, "sets: expected a list of sets of positions, got set"),
        ("ab", "sets: expected a list of sets of positions, got str"),
        (None, "sets: expected a list of sets of positions, got NoneType"),
        (len, "sets: expected a list of sets of positions, got builtin_function_or_method"),
        ([[3]], "3"),
        ([[True]], r"sets\[0\]: expected 3 flags"),
    ],
)
def test_what_is_no_list_of_sets_is_refused(sets: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message):
        gg.solve_generalized_buchi(EDGES, OWNER, sets)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([[1], [2]], r"pairs\[0\]: expected a list or a tuple of two sets of positions, got 1 of"),
        ([([1], [2], [0])], r"pairs\[0\]: .* got 3 of them"),
        ([{1}, {2}], r"pairs\[0\]: expected a list or a tuple of two sets of positions, got set"),
        ([(1, 2)], r"pairs\[0\]\[0\]: expected a set of positions, or flags, got the position 1"),
        ({1: 2}, "pairs: expected a list of pairs of sets of positions, got dict"),
    ],
)
def test_what_is_no_list_of_pairs_is_refused(pairs: Any, message: str) -> None:
    for solve in (gg.solve_rabin, gg.solve_streett):
        with pytest.raises(gg.GraphGameError, match=message):
            solve(EDGES, OWNER, pairs)


def test_states_of_the_memory_are_checked() -> None:
    s = gg.solve_generalized_buchi(EDGES, OWNER, [[1], [2]])
    with pytest.raises(gg.GraphGameError, match="memory_state: expected less than 2, got 2"):
        s.best_move(0, 2)
    with pytest.raises(gg.GraphGameError, match="memory_state"):
        s.memory_after(0, -1)


# -- the certificate -------------------------------------------------------------------------------


def changed(s: gg.MemorySolution[int], rng: random.Random) -> gg.MemorySolution[int]:
    """Return an answer with one or two entries changed."""
    winners, strategy, update = s.winners.copy(), s.strategy.copy(), s.memory_update.copy()
    n, states = s.game.n, s.memory_states
    for _ in range(rng.choice((1, 1, 2))):
        kind, v, state = rng.randrange(7), rng.randrange(n), rng.randrange(states)
        if kind == 0:
            winners[v] = 1 - winners[v]
        elif kind < 4:
            options = s.game.options(v)
            strategy[state, v] = rng.choice([*options, rng.randrange(-1, n)])
        else:
            update[state, v] = rng.randrange(states)
    return gg.MemorySolution(
        s.game, s.objective, s.player, s.n_assumptions, s.sets, winners, strategy, update
    )


@pytest.mark.parametrize("objective", SOME)
def test_the_certificate_accepts_what_the_definition_accepts(objective: str) -> None:
    accepted = refused = 0
    for seed in range(1200):
        rng = random.Random(seed)
        case = drawn(seed, objective, 5)
        s = case.solve()
        answer = changed(s, rng)
        if case.is_right(answer):
            assert answer.winners.tolist() == case.winners()
            assert answer.verify()
            accepted += 1
        else:
            with pytest.raises(gg.VerificationError):
                answer.verify()
            refused += 1
    assert accepted > 100
    assert refused > 500


def test_the_certificate_does_not_read_what_kernels_derived() -> None:
    s = drawn(3, "streett", 6).solve()
    rows = s.game._options or (None, None)
    assert rows[1] is not None
    np.asarray(rows[1])[:] = 0
    assert s.verify()


def test_numbers_that_rise_prove_nothing() -> None:
    from graphgame.synthesis.verify_memory import MemoryLoop

    s = gg.solve_generalized_buchi(EDGES, OWNER, [[1], [2]])
    with pytest.raises(gg.GraphGameError, match="never rise"):
        MemoryLoop(s.game, s).check(lambda ptr, _: np.arange(len(ptr) - 1))


def test_each_rule_of_the_certificate_names_its_position() -> None:
    def answer(**other: Any) -> gg.MemorySolution[int]:
        s = gg.solve_generalized_buchi(EDGES, OWNER, [[1], [2]])
        names = ("sets", "winners", "strategy", "memory_update")
        given = {name: np.array(other.get(name, getattr(s, name))) for name in names}
        return gg.MemorySolution(s.game, s.objective, 0, 0, *given.values())

    for other, message in (
        ({"winners": [0, 2, 0]}, "position 1: expected a winner 0 or 1"),
        ({"winners": [0, 1, 0]}, "position 1: expected a move of the strategy"),
        (
            {"memory_update": [[0, 0, 2], [1, 0, 1]]},
            "position 2: expected a state of memory below 2",
        ),
        ({"strategy": [[0, -1, -1], [1, -1, -1]]}, "position 0: expected a move .* is an option"),
        ({"strategy": [[1, 0, -1], [1, -1, -1]]}, "position 1: expected no move of the strategy"),
        ({"strategy": [[1, -1, -1], [1, -1, -1]]}, "expected no cycle that player 1 wins"),
    ):
        with pytest.raises(gg.VerificationError, match=message):
            answer(**other).verify()
    for other, message in (
        ({"strategy": [[1, -1]]}, "strategy: expected integers of shape"),
        ({"winners": [0, 0]}, r"winners: expected integers of shape \(3,\)"),
        ({"memory_update": [[0.5, 0, 0], [0, 0, 0]]}, "memory_update: expected integers"),
    ):
        with pytest.raises(gg.GraphGameError, match=message):
            answer(**other).verify()
