"""`prove` against `solve`, on every kind of rule; what it refuses, and what ends it early."""

from __future__ import annotations

import ctypes
import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.outcome import NO_PRESET, Play
from graphgame.proving import start as searching
from graphgame.proving.start import Prover
from graphgame.rules.kind import classify
from tests.proving.games import KINDS, Drawn, draw
from tests.rules import compiling

SEARCHES = (None, "depth-first", "proof-number")


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def level(outcome: gg.Outcome) -> gg.Outcome:
    """Return what a proof calls it: a game that ends level is a draw."""
    return gg.DRAW if outcome == gg.TIE else outcome


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("block", range(8))
def test_outcomes_are_those_of_solve(kind: str, block: int) -> None:
    seen = set()
    for seed in range(40 * block, 40 * block + 40):
        game = draw(seed)
        s = game.solution()
        for v in range(min(len(game.options), 5)):
            proof = game.prove(v, kind, search=SEARCHES[(seed + v) % 3])
            assert proof.outcome == level(s.outcome(v)), (seed, v)
            assert proof.verify()
            seen.add(proof.outcome)
            if proof.plies is not None:
                assert proof.plies >= s.remoteness_of(v)
    assert seen == {gg.WIN, gg.LOSE, gg.DRAW}


def test_games_without_cycles_are_proven_too() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        options = [[rng.randrange(v) for _ in range(rng.randint(0, 4)) if v] for v in range(80)]
        game = Drawn(options, {}, None, rng.choice(["normal", "misere"]))
        s = game.solution()
        for v in (79, 60, 33):
            assert game.prove(v, "positions").outcome == s.outcome(v)


def test_compiled_rules_are_proven() -> None:
    for n in range(40):
        for play in ("normal", "misere"):
            expected = gg.solve(take, start=n, play=play).outcome(n)
            proof = gg.prove(compiling.typed("take"), n, play=play, search=SEARCHES[n % 3])
            assert proof.outcome == expected and proof.verify()


def compiled(game: Drawn, rng: random.Random) -> tuple[Any, dict[str, Any]]:
    """Return a game as functions of C, each position twice, as v and as v + n; and what goes with.

    Each move leads to either of the two, and v stands for both.
    """
    n = len(game.options)
    twice = [[w + n * rng.randrange(2) for w in row] for row in game.options * 2]

    def options(code: int, found: Any, room: int, _data: Any) -> int:
        for i, option in enumerate(twice[code][:room]):
            found[i] = option
        return len(twice[code])

    def of_code(function: Callable[[int], int]) -> Any:
        call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
        return call(lambda code, _data: function(code))

    given = {
        "presets": of_code(lambda code: int(game.presets.get(code % n, NO_PRESET))),
        "canonical": of_code(lambda code: code % n),
    }
    if game.owner is not None:
        owner = game.owner
        given["owner"] = of_code(lambda code: owner[code % n])
    return ctypes.CFUNCTYPE(ctypes.c_int64, *compiling.RULE)(options), given


def test_compiled_owners_presets_and_symmetries() -> None:
    seen = set()
    for seed in range(60):
        game = draw(seed)
        s, n = game.solution(), len(game.options)
        rule, given = compiled(game, random.Random(seed))
        for v in range(min(n, 4)):
            proof = gg.prove(rule, v + n, play=game.play, search=SEARCHES[v % 3], **given)
            assert proof.outcome == level(s.outcome(v)), (seed, v)
            assert proof.verify()
            seen.add((proof.outcome, game.owner is None))
    assert len(seen) == 6


@pytest.mark.parametrize("search", SEARCHES)
def test_threads_share_what_they_find(search: str | None) -> None:
    rule = compiling.typed("take")
    for n in (0, 7, 150, 4001 if search != "proof-number" else 151):
        for play in ("normal", "misere"):
            proof = gg.prove(rule, n, play=play, search=search, threads=3)
            assert proof.outcome == gg.prove(rule, n, play=play).outcome and proof.verify()
    with pytest.raises(gg.GraphGameError, match="threads: expected"):
        gg.prove(rule, 5, threads=0)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_take_many_turns(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_STRIDE", 8)
    seen = set()
    for seed in range(40):
        game = draw(seed)
        s, n = game.solution(), len(game.options)
        rule, given = compiled(game, random.Random(seed))
        proof = gg.prove(
            rule, n, play=game.play, search=SEARCHES[seed % 3], threads=threads, **given
        )
        assert proof.outcome == level(s.outcome(0)) and proof.verify(), seed
        seen.add((proof.outcome, game.owner is None))
    assert len(seen) == 6


def test_where_proof_numbers_are_given_up_all_threads_go_deep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searching, "_WAYS", {"depth-first": 1 / 2, "proof-number": 0})
    monkeypatch.setattr(searching, "_STRIDE", 64)
    line = Drawn([[max(v - 1, 0)] for v in range(3000)], {}, None, "normal")
    rule, _ = compiled(line, random.Random(0))
    run = Prover(classify(rule, 2999, None, None, None), 2999, Play.NORMAL, 64 << 20, threads=2)
    assert run._turns() == [run._searches[:2]] and len(run._searches) == 3
    run.run(None, progress=False)
    assert run.is_done and run.won_by is None  # the last position leads to itself
    assert len(run._searches) == 2 and run._turns() == [run._searches]


def test_time_ends_where_answers_are_refused_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused: list[int] = []

    def collected(self: Prover, *_: Any, **__: Any) -> None:
        refused.append(self.nodes)

    monkeypatch.setattr(Prover, "_collected", collected)
    proof = gg.prove(take, 8, seconds=0.05)  # lost, so that answers may be marked
    assert proof.outcome is None and refused


def test_a_rule_in_python_is_asked_by_one_thread() -> None:
    asked = set()

    def seen(n: int) -> list[int]:
        asked.add(threading.get_ident())
        return take(n)

    assert gg.prove(seen, 30, threads=2).outcome == gg.WIN and len(asked) == 1


def test_the_order_of_options_changes_the_work_alone() -> None:
    def best_first(p: tuple[int, int]) -> int:
        return int(p[0] != p[1])

    plain = gg.prove(nim, (20, 31), search="depth-first")
    ordered = gg.prove(nim, (20, 31), search="depth-first", order=best_first)
    assert ordered.outcome == plain.outcome and ordered.verify()
    assert ordered.nodes < plain.nodes

    class Ordered:
        options = staticmethod(nim)
        order = staticmethod(best_first)

    assert gg.prove(Ordered(), (20, 31), search="depth-first").nodes == ordered.nodes


def test_orders_of_codes_and_of_compiled_rules() -> None:
    def batch(codes: Any) -> Any:
        n = np.arange(len(codes)).repeat(3)
        options = codes.repeat(3) - np.tile([1, 2, 3], len(codes))
        return n[options >= 0], options[options >= 0]

    fewer = []
    for rule, order in [(batch, lambda codes: codes % 4), (compiling.typed("take"), None)]:
        for given in (None, order):
            proof = gg.prove(rule, 4001, order=given, search="depth-first")
            assert proof.outcome == gg.WIN and proof.verify()
            fewer.append(proof.nodes)
    assert fewer[1] < fewer[0]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"search": "wide"}, "search: expected 'depth-first', 'proof-number' or None, got 'wide'"),
        ({"order": "first"}, "order: expected a function of what the rule takes"),
    ],
)
def test_orders_that_are_none_are_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(gg.GraphGameError, match=says):
        gg.prove(take, 9, **given)


def test_a_compiled_rule_takes_a_compiled_order() -> None:
    with pytest.raises(gg.GraphGameError, match="order: expected a compiled function"):
        gg.prove(compiling.typed("take"), 9, order=take)


@pytest.mark.parametrize("seed", range(6))
def test_a_tiny_table_is_enough_or_says_so(seed: int) -> None:
    # 60 entries for games of more positions: what is forgotten is searched again.
    for k in range(25):
        game = draw(1000 * seed + k, most=60)
        rules = classify(game.batch, 0, **game.given(int))
        for v in range(min(len(game.options), 4)):
            run = Prover(rules, v, Play(game.play), 1024, search=SEARCHES[k % 3])
            run.run(None, False)
            won = gg.DRAW
            if run.won_by is not None:
                won = gg.WIN if run.won_by == run.mover else gg.LOSE
            assert run.is_done and won == level(game.outcome(v)), (seed, k, v)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_disproof_that_was_wrong_is_given_up(
    search: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Positions that come back on one way are met on another one, where they do not.
    owned = Drawn(
        [[1], [2], [3, 4], [4, 5], [6], [], [7], [3]], {},
        dict(enumerate([0, 1, 0, 1, 0, 1, 1, 1])), "misere",
    )  # fmt: skip
    alternating = Drawn([[1], [2, 3], [4, 5], [6], [7], [], [8], [3], [2]], {}, None, "normal")
    collect, questions = Prover._collect, 0

    def counted(run: Prover, decided: Any) -> None:
        nonlocal questions
        questions += 1
        assert questions < 20, "the same answer again and again"
        collect(run, decided)

    monkeypatch.setattr(Prover, "_collect", counted)
    for game in (owned, alternating):
        questions = 0
        proof = game.prove(0, "positions", search=search)
        assert proof.outcome == game.outcome(0) and proof.verify()


def mirrored(p: tuple[int, int]) -> tuple[int, int]:
    return min(p, p[::-1])


def nim(p: tuple[int, int]) -> list[tuple[int, int]]:
    a, b = p
    return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]


def test_a_symmetry_makes_the_proof_smaller() -> None:
    for start in [(4, 7), (5, 5), (0, 3)]:
        for play in ("normal", "misere"):
            plain = gg.prove(nim, start, play=play)
            classes = gg.prove(nim, start, canonical=mirrored, play=play)
            assert plain.outcome == classes.outcome
            assert classes.verify() and classes.verify(nim, canonical=mirrored)
            assert all(a <= b for a, b in classes.strategy())
    assert len(gg.prove(nim, (9, 9), canonical=mirrored)) < len(gg.prove(nim, (9, 9)))


def test_codes_of_all_64_bits() -> None:
    ends = [2**63 - 1, -(2**63), -1, 2**62, 2**62 + 1, 0]

    def options(codes: Any) -> tuple[Any, Any]:
        rows = [ends[ends.index(code) + 1 :][:2] for code in codes.tolist()]
        sources = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        return sources, np.array([w for row in rows for w in row], dtype=np.int64)

    expected = gg.solve({v: ends[i + 1 :][:2] for i, v in enumerate(ends)})
    for v in ends:
        proof = gg.prove(options, v)
        assert proof.outcome == expected.outcome(v) and proof.verify()


def test_time_that_ends_leaves_what_is_known() -> None:
    proof = gg.prove(nim, (40, 41), seconds=0)
    assert proof.outcome is None and proof.bounds == (gg.LOSE, gg.WIN)
    assert repr(proof).startswith("Proof(start=(40, 41), not decided after ")
    for ask in (proof.verify, proof.strategy, lambda: proof.save("unused")):
        with pytest.raises(gg.GraphGameError, match="expected a decided start"):
            ask()
    while proof.outcome is None:
        before = proof.nodes
        assert proof.resume(seconds=0) is proof
        assert proof.nodes > before
    assert proof.outcome == gg.WIN and proof.verify()
    assert proof.resume() is proof


def test_positions_that_do_not_fit_end_the_search() -> None:
    proof = gg.prove(lambda n: [n + 1], 0, memory="64KiB")
    assert proof.outcome is None and proof.is_full
    assert proof.resume().outcome is None


@pytest.mark.parametrize("moment", [1, 2, 3, 4, 5])
def test_an_interrupted_search_goes_on(moment: int) -> None:
    expected = gg.prove(nim, (50, 51)).outcome
    proof = gg.prove(nim, (50, 51), seconds=0, search=SEARCHES[moment % 3])
    calls = 0

    def interrupt(step: gg.Progress) -> None:
        nonlocal calls
        assert step.stage == "searching" and step.done > 0 and "table" in str(step)
        calls += 1
        if calls == moment:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        proof.resume(progress=interrupt)
    assert proof.resume().outcome == expected and proof.verify()


def test_a_rule_that_fails_once_does_not_spoil_the_search() -> None:
    asked = 0

    def sometimes(p: tuple[int, int]) -> list[tuple[int, int]]:
        nonlocal asked
        asked += 1
        if asked == 600:
            raise OSError("not now")
        return nim(p)

    proof = gg.prove(sometimes, (30, 31), seconds=0)
    with pytest.raises(OSError, match="not now"):
        proof.resume()
    assert proof.resume().outcome == gg.WIN and proof.verify(nim)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gg.prove(take, None), "start: expected a position, got None"),
        (lambda: gg.prove(take, 5, memory="1KiB"), "memory: expected at least 64KiB, got '1KiB'"),
        (lambda: gg.prove(take, 5, memory=None), "memory: expected at least 64KiB, got None"),
        (lambda: gg.prove(take, 5, seconds=-1), "seconds: expected a number from 0 on, got -1"),
        (lambda: gg.prove(take, 5, play="miser"), "play: expected 'normal' or 'misere'"),
        (lambda: gg.prove(take, 5, progress=3), "progress: expected False, True or a callable"),
        (lambda: gg.prove({1: []}, 1), "rule: expected a function, or an object with options"),
        (lambda: gg.prove(lambda p: None, "a"), "rule at 'a'"),
        (lambda: gg.prove(lambda p: [None], "a"), "options: expected positions, got None"),
        (lambda: gg.prove(lambda p: [[1]], "a"), "options of 'a'"),
        (lambda: gg.prove(take, 5, presets=lambda n: 7), "preset"),
        (lambda: gg.prove(take, 5, owner=lambda n: 2), "owner of 5: expected 0 or 1, got 2"),
        (lambda: gg.prove(compiling.typed("huge"), 5), "rule at 5"),
        (gg.Proof, "a Proof is made by prove, or by Proof.load"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call: Any, message: str) -> None:
    with pytest.raises(gg.GraphGameError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
