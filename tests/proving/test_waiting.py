"""Searches that are interrupted anywhere go on, in the same process and from a file."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.outcome import Play
from graphgame.proving.start import Prover
from graphgame.proving.waiting import load_search, save_search
from graphgame.rules.kind import classify
from tests.proving.games import Drawn, draw
from tests.proving.test_files import rewritten
from tests.rules import compiling

# At how many moments searches are interrupted.
MOMENTS = 1000
SEARCHES = (None, "depth-first", "proof-number")


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def nim(p: tuple[int, int]) -> list[tuple[int, int]]:
    a, b = p
    return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]


def kept(proof: gg.Proof[Any]) -> bytes:
    """Return the file of a search."""
    file = io.BytesIO()
    proof.save_search(file)
    return file.getvalue()


class Interrupted:
    """A rule that interrupts what asks it for the nth time."""

    def __init__(self, rule: Any) -> None:
        self.rule, self.left = rule, 0

    def __call__(self, position: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self.rule(position)


def test_a_search_goes_on_after_an_interrupt_at_any_moment() -> None:
    games = [draw(seed, most=1400) for seed in (3, 8, 13, 21)]
    most = [max((asked(game, v), -v) for v in range(len(game.options))) for game in games]
    interrupted = set()
    for moment in range(1, MOMENTS + 1):
        k = moment % len(games)
        game, (times, v) = games[k], (most[k][0], -most[k][1])
        # Later moments than the search has are counted from its beginning again.
        at = 1 + (moment // len(games)) % times
        rule = Interrupted(game.options.__getitem__)
        rules = classify(rule, v, **game.given(int))
        play = Play(game.play)
        run = Prover(rules, v, play, 1 << 20, search=SEARCHES[moment % 3])
        rule.left = at
        try:
            run.run(None, False)
        except KeyboardInterrupt:
            interrupted.add((k, at))
        if moment % 2 and not run.is_done:
            file = io.BytesIO()
            save_search(file, v, play, run.waiting())
            file.seek(0)
            again = Prover(rules, v, play, 1 << 20, search=SEARCHES[moment % 3])
            again.restore(load_search(file, v, play, has_scores=False, bound=None, named=True))
            assert again.nodes == run.nodes
            run = again
        run.run(None, False)
        won = {run.mover: gg.WIN, 1 - run.mover: gg.LOSE}.get(run.won_by, gg.DRAW)
        assert run.is_done and won == expected(game, v), (moment, k)
    assert len(interrupted) > MOMENTS // 4


def expected(game: Drawn, v: int) -> gg.Outcome:
    found = game.outcome(v)
    return gg.DRAW if found == gg.TIE else found


def asked(game: Drawn, v: int) -> int:
    """Return how often a search asks the rule."""
    rule = Interrupted(game.options.__getitem__)
    gg.prove(rule, v, play=game.play, **game.given(int))
    return -rule.left


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("kind", ["positions", "labels", "batch"])
def test_a_search_goes_on_from_a_file(kind: str, search: str | None) -> None:
    for seed in range(40):
        game = draw(seed, most=300)
        _, label = game.rule(kind)
        proof = game.prove(0, kind, seconds=0, search=search)
        if proof.outcome is not None:
            continue
        data = kept(proof)
        again = gg.prove(
            game.rule(kind)[0], label(0), play=game.play, **game.given(label),
            search=search, resume=io.BytesIO(data),
        )  # fmt: skip
        assert again.outcome == expected(game, 0) and again.verify()
        assert again.nodes > proof.nodes


def test_a_search_that_has_done_much_has_little_left() -> None:
    proof = gg.prove(nim, (60, 61), seconds=0, search="depth-first")
    for _ in range(8):
        proof.resume(seconds=0)
    assert proof.outcome is None
    whole = gg.prove(nim, (60, 61), search="depth-first")
    again = gg.prove(nim, (60, 61), search="depth-first", resume=io.BytesIO(kept(proof)))
    assert again.outcome == whole.outcome == gg.WIN and again.verify()
    assert again.nodes < 1.3 * whole.nodes


def test_bounds_of_a_score_are_kept() -> None:
    count = 0
    for seed in range(12):
        rng = random.Random(seed)
        scores = {n: rng.randint(-50, 50) for n in range(3)}
        start = 2000 + seed
        expected = gg.solve_scores(take, scores, start=start).score(start)
        proof, files = gg.prove(take, start, scores=scores, seconds=0), []
        while proof.score is None:
            files.append((proof.score_bounds, kept(proof)))
            proof.resume(seconds=0)
        for bounds, data in files[-2:]:
            again = gg.prove(take, start, scores=scores, seconds=0, resume=io.BytesIO(data))
            for before, now in zip(bounds, again.score_bounds, strict=True):
                assert before is None or now is not None
            assert again.resume().score == proof.score == expected and again.verify()
            count += bounds != (None, None)
    assert count > 10


def test_compiled_rules_go_on_with_threads() -> None:
    rule = compiling.typed("take")
    proof = gg.prove(rule, 100_001, seconds=0, search="depth-first", memory="1GiB")
    assert proof.outcome is None
    for threads in (1, 2):
        given = {"search": "depth-first", "memory": "1GiB", "threads": threads}
        again = gg.prove(rule, 100_001, resume=io.BytesIO(kept(proof)), **given)
        assert again.outcome == gg.WIN and again.verify()


def test_what_another_rule_has_found_is_not_believed() -> None:
    def fewer(n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]

    count = 0
    for n in range(600, 640):
        proof = gg.prove(take, n, seconds=0)
        if proof.outcome is not None:
            continue
        count += 1
        # The positions are numbered as the other rule has met them.
        again = gg.prove(fewer, n, resume=io.BytesIO(kept(proof)))
        assert again.outcome == (gg.WIN if n % 3 else gg.LOSE) and again.verify(fewer)
    assert count > 20


def test_any_entries_are_harmless() -> None:
    rng = np.random.default_rng(5)
    proof = gg.prove(compiling.typed("take"), 100_001, seconds=0)
    for _ in range(20):
        words = rng.integers(0, 2**64, 2000, dtype=np.uint64)
        words[::2] %= np.uint64(50)
        data = rewritten(kept(proof), entries=lambda _, words=words: words)
        again = gg.prove(compiling.typed("take"), 100_001, seconds=0, resume=io.BytesIO(data))
        assert again.nodes > 0
        # The same of a question whose answer is near.
        near = gg.prove(take, 2001, seconds=0, search="proof-number")
        data = rewritten(kept(near), entries=lambda _, words=words: words)
        assert gg.prove(take, 2001, resume=io.BytesIO(data)).outcome == gg.WIN


@pytest.mark.parametrize("search", SEARCHES)
def test_what_a_file_says_of_play_that_never_ends_is_not_believed(search: str | None) -> None:
    # Of two positions that lead to each other it says that the start wins.
    waiting = gg.prove(lambda n: [n + 1], 0, seconds=0)
    assert waiting.outcome is None
    proven = [(0, 0, 4), (1, 1, 3)]  # code, question, and the rank
    words = [x for code, question, rank in proven for x in (code, rank << 28 | question << 56)]
    data = rewritten(kept(waiting), entries=lambda _: np.array(words, dtype=np.uint64))
    proof = gg.prove(lambda n: [1 - n], 0, resume=io.BytesIO(data), search=search)
    assert proof.outcome == gg.DRAW and proof.verify()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"start": 3999}, "resume: expected a search that goes on with start 3999, got one with"),
        ({"play": "misere"}, "that goes on with play 'misere', got one with 'normal'"),
        ({"scores": {0: 1}}, "that goes on with scores True, got one with False"),
    ],
)
def test_another_question_is_refused(tmp_path: Path, given: dict[str, Any], message: str) -> None:
    data = kept(gg.prove(take, 4000, seconds=0))
    start = given.pop("start", 4000)
    cure = "; ask what it asks, or name another file"
    with pytest.raises(gg.GraphGameError, match=f"{message}.* in the file{cure}"):
        gg.prove(take, start, resume=io.BytesIO(data), **given)
    file = tmp_path / "take.search"
    file.write_bytes(data)
    with pytest.raises(gg.GraphGameError, match=f"{message}.* in {re.escape(str(file))}{cure}"):
        gg.prove(take, start, resume=file, **given)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"limits": [1, -1]}, "limits: expected two scores that ascend"),
        ({"limits": [-2, 1]}, "limits: expected two scores that ascend"),
        ({"limits": [-1, 0]}, "attacker_0: expected 0 or 1, got None"),
        ({"least": 0}, "least: expected an integer up to"),
        ({"nodes": -1}, "nodes: expected an integer up to"),
        ({"nodes": "9"}, "nodes: expected an integer up to"),
        ({"bound": 3}, "bound: expected a score or none"),
        ({"named": 1}, "named: expected True or False"),
        ({"entries": lambda x: x.astype(np.int32)}, "entries: expected values of uint64"),
        ({"names_labels": lambda x: x[:0]}, "or a damaged one"),
        ({"start_labels": lambda x: np.frombuffer(b"[]", np.uint8)}, "start: expected one posit"),
    ],
)
def test_a_changed_file_is_refused(changes: Any, message: str) -> None:
    data = kept(gg.prove(nim, (40, 41), seconds=0))
    with pytest.raises(gg.SolutionFileError, match=message):
        gg.prove(nim, (40, 41), resume=io.BytesIO(rewritten(data, **changes)))


def test_parts_of_a_file_are_checked() -> None:
    # Who begins cannot win, as a draw comes next; that it is lost takes long.
    def fork(p: Any) -> list[Any]:
        return {"first": ["second"], "second": ["drawn", 4000]}.get(p) or take(p)

    presets = {"drawn": gg.DRAW}
    proof = gg.prove(fork, "first", presets=presets, seconds=0)
    assert proof.bounds == (gg.LOSE, gg.DRAW)
    data = kept(proof)
    again = gg.prove(fork, "first", presets=presets, resume=io.BytesIO(data))
    assert again.outcome == gg.LOSE and again.verify()
    for change in ({"moves_0": lambda x: x * 0}, {"codes_0": lambda x: x[::-1]}):
        changed = rewritten(data, **change)
        with pytest.raises(gg.VerificationError):
            gg.prove(fork, "first", presets=presets, resume=io.BytesIO(changed))


def test_too_little_memory_is_said() -> None:
    proof = gg.prove(nim, (200, 201), seconds=0)
    for _ in range(20):
        proof.resume(seconds=0)
    with pytest.raises(gg.GraphGameError, match=r"memory: expected room for the [\d,]+ positions"):
        gg.prove(nim, (200, 201), memory="64KiB", resume=io.BytesIO(kept(proof)))


def test_an_answer_is_no_search(tmp_path: Path) -> None:
    with pytest.raises(gg.GraphGameError, match="save_search: expected a search, got an answer"):
        gg.prove(take, 9).save_search(tmp_path / "s")
    assert not any(tmp_path.iterdir())
    gg.prove(take, 4000, seconds=0).save_search(tmp_path / "s")
    with pytest.raises(gg.SolutionFileError, match="expected a file of a graphgame proof|format"):
        gg.Proof.load(tmp_path / "s")
    rng = random.Random(4)
    data = (tmp_path / "s").read_bytes()
    for _ in range(40):
        with pytest.raises(gg.SolutionFileError):
            gg.prove(take, 4000, resume=io.BytesIO(data[: rng.randrange(len(data))]))
