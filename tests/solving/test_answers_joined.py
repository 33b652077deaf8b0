"""Answers in files, loaded with a rule that is not the one that was solved."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.answers.agreement import SAMPLE, choose, spread
from tests.solving.kept_answers import kept

N = 2000


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_many(codes: Any) -> Any:
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - (taken + 1)


def take_text(n: str) -> list[str]:
    return [*map(str, take(int(n)))]


RULES: dict[str, Any] = {"int": take, "codes": take_many, "text": take_text}


def preset(kind: str, at: dict[int, Any]) -> Any:
    """Return presets of a kind of rule."""
    if kind == "codes":
        return lambda codes: np.array([at.get(code, gg.DRAW + 2) for code in codes.tolist()])
    return lambda n: at.get(int(n))


def saved(kind: str, keep: str, at: dict[int, Any], **options: Any) -> io.BytesIO:
    start: Any = {"int": N, "codes": np.array([N]), "text": str(N)}[kind]
    file = io.BytesIO()
    kept(keep, RULES[kind], start=start, presets=preset(kind, at), **options).save(file)
    return file


def loaded(file: io.BytesIO, kind: str, at: dict[int, Any], rule: Any = None) -> Any:
    file.seek(0)
    return gg.Database.load(file, rule=rule or RULES[kind], presets=preset(kind, at))


KINDS = [(kind, keep) for kind in RULES for keep in ("answers", "undecided")]


@pytest.mark.parametrize(("kind", "keep"), KINDS)
@pytest.mark.parametrize(
    ("solved", "given"),
    [
        ({3: gg.WIN}, {3: gg.LOSE}),
        ({3: gg.WIN}, {}),
        ({3: gg.WIN}, {3: gg.DRAW}),
        ({3: gg.WIN}, {4: gg.WIN}),
        ({3: gg.WIN, 5: gg.LOSE}, {3: gg.LOSE, 5: gg.WIN}),
        ({}, {3: gg.WIN}),
        ({1: gg.DRAW}, {2: gg.DRAW}),
    ],
)
def test_other_presets_are_refused(
    kind: str, keep: str, solved: dict[int, Any], given: dict[int, Any]
) -> None:
    file = saved(kind, keep, solved)
    assert loaded(file, kind, solved).verify()
    with pytest.raises(gg.RuleMismatchError, match=r"as the file has it, got from the rule .*load"):
        loaded(file, kind, given)


@pytest.mark.parametrize(("kind", "keep"), KINDS)
@pytest.mark.parametrize("change", ["fewer", "more", "none", "beyond"])
def test_other_moves_are_refused(kind: str, keep: str, change: str) -> None:
    """At one position of 100 or more, far from the start."""

    def moves(n: int) -> list[int]:
        known = take(n)
        if n >= 400 or n % 20 != 5:
            return known
        changed = {"fewer": known[1:2], "more": [*known, n - 5, n - 4], "none": []}
        return changed.get(change, [*known, -7])

    def rows(codes: Any) -> Any:
        lists = [moves(code) for code in codes.tolist()]
        sources = np.repeat(np.arange(len(lists)), [*map(len, lists)])
        return sources, np.array([x for row in lists for x in row], dtype=np.int64)

    rules = {"int": moves, "codes": rows, "text": lambda n: [*map(str, moves(int(n)))]}
    file = saved(kind, keep, {3: gg.WIN})
    with pytest.raises(gg.RuleMismatchError):
        loaded(file, kind, {3: gg.WIN}, rules[kind])


@pytest.mark.parametrize(("kind", "keep"), KINDS)
@pytest.mark.parametrize("change", ["permuted", "exchanged", "longer", "reversed", "misère"])
def test_other_labels_are_refused(kind: str, keep: str, change: str) -> None:
    file = saved(kind, keep, {3: gg.WIN}, play="misere" if change == "misère" else "normal")
    file.seek(0)
    with np.load(file) as arrays:
        parts = {name: arrays[name] for name in arrays.files}
    labels = parts["answers"]
    near = labels < 240
    if change == "misère":
        parts["header"] = np.frombuffer(
            parts["header"].tobytes().replace(b'"misere"', b'"normal"'), np.uint8
        )
    else:
        other = {"permuted": np.roll(labels, 1), "exchanged": labels ^ 1, "longer": labels + 2}
        parts["answers"] = np.where(near, other.get(change, labels[::-1]), labels).astype(np.uint8)
        if change in ("permuted", "reversed"):
            parts["answers"] = other.get(change, labels[::-1]).copy()
    changed = io.BytesIO()
    np.savez(changed, **parts)
    with pytest.raises(gg.RuleMismatchError):
        loaded(changed, kind, {3: gg.WIN})


def mirror(pair: tuple[int, int]) -> tuple[int, int]:
    return (min(pair), max(pair))


def nim(pair: tuple[int, int]) -> list[tuple[int, int]]:
    a, b = pair
    return [(x, b) for x in range(a)] + [(a, y) for y in range(b)]


@pytest.mark.parametrize(
    "canonical",
    [
        lambda pair: (max(pair), min(pair)),
        lambda pair: pair,
        lambda pair: (0, 0),
        lambda pair: mirror(pair) if sum(pair) % 7 else (max(pair), min(pair)),
        lambda pair: (min(pair), max(pair) // 2 * 2),
    ],
)
def test_other_symmetries_are_refused(canonical: Any) -> None:
    file = io.BytesIO()
    gg.build(nim, start=(30, 31), canonical=mirror).save(file)
    file.seek(0)
    assert gg.Database.load(file, rule=nim, canonical=mirror).verify()
    file.seek(0)
    with pytest.raises(gg.GraphGameError):
        gg.Database.load(file, rule=nim, canonical=canonical)


def test_a_change_at_one_far_position_is_seen_by_verify() -> None:
    """As the documentation says: the sample need not have it."""
    size = 300_000

    def rule(codes: Any) -> Any:
        return np.arange(len(codes))[codes > 0], codes[codes > 0] // 2

    start = np.arange(size // 2, size)
    file = io.BytesIO()
    gg.build(rule, start=start).save(file)
    file.seek(0)

    other = -gg.Database.load(file).outcome(170_001)
    file.seek(0)
    answers = gg.Database.load(
        file, rule=rule, presets=lambda codes: np.where(codes == 170_001, other, 2)
    )
    with pytest.raises(gg.VerificationError, match="position 170001: expected the preset outcome"):
        answers.verify()


def test_samples_have_terminals_the_longest_and_some_of_all() -> None:
    outcomes = np.where(np.arange(50_000) % 2, 1, -1).astype(np.int8)
    remoteness = np.arange(50_000, dtype=np.int32) + 2
    outcomes[777], remoteness[777] = -1, 0
    outcomes[888:988], remoteness[888:988] = 0, -1
    chosen = choose(outcomes, remoteness)
    assert 777 in chosen and 49_999 in chosen
    assert len(chosen) <= SAMPLE
    assert ((chosen >= 888) & (chosen < 988)).sum() == 100
    gaps = np.diff(chosen)
    assert gaps.max() <= 2 * 50_000 // 500  # two stretches of a half of the sample
    places = spread(10**9, 1000)
    assert len(np.unique(places)) == 1000
    assert len(np.unique(places % 1024)) > 500  # no pattern of a power of two
