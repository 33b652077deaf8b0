"""What refuses wrong answers of undecided positions, wrong rules and wrong calls.

Pinned here: a change of any label, and another rule, are refused by `verify`; positions that nobody
knows are; so is what such answers do not hold, and what is wrong with an option that is merged.
"""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest

import graphgame as gg
from graphgame import GraphGameError, UnknownPositionError
from tests.reference.turns import TurnGame
from tests.solving.kept_answers import changed as changed_parts
from tests.solving.test_answers import OUTCOME, RULE, coded
from tests.solving.test_answers_undecided import LateRules


def test_wrong_answers_are_refused() -> None:
    game = TurnGame(4, ((0, 1), (0, 2), (2, 3)), {1: (gg.WIN, 2), 3: (gg.LOSE, 3)})
    rule = LateRules(game).kind("batch")
    s = gg.build(rule, start=coded(0), store="undecided")
    for v in range(len(s)):
        for change in (1, 2, 3, 4):
            labels = s._storage.labels.copy()
            labels[v] ^= change
            with pytest.raises(GraphGameError):
                changed_parts(s, labels=labels).verify()
    # A preset of another outcome, and of another remoteness.
    for other in ({1: (gg.LOSE, 2)}, {3: (gg.LOSE, 1)}, {3: (gg.WIN, 3)}, {}):
        changed = LateRules(TurnGame(4, game.edges, game.presets | other)).kind("batch")
        if not other:
            changed = LateRules(TurnGame(4, game.edges)).kind("batch")
        file = io.BytesIO()
        s.save(file)
        file.seek(0)
        with pytest.raises(GraphGameError):
            gg.Database.load(file, rule=changed).verify()


def test_positions_that_nobody_knows() -> None:
    game = TurnGame(3, ((0, 1), (0, 2)), {1: (gg.LOSE, 0)})
    for kind in ("batch", "compiled"):
        s = gg.build(LateRules(game).kind(kind), start=coded(0), store="undecided")
        for wrong in (5, "x", True, 1 << 70, None):
            with pytest.raises(UnknownPositionError, match="does not exist"):
                s.outcome(wrong)
            assert wrong not in s
    s = gg.build(LateRules(game), start=coded(0), store="undecided")
    with pytest.raises(UnknownPositionError, match="asked about it, the rule raised"):
        s.outcome(5)
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    loaded = gg.Database.load(file)
    assert loaded.outcome(coded(0)) is gg.WIN and coded(1) not in loaded
    with pytest.raises(UnknownPositionError, match="need the rule, as in Database.load"):
        loaded.outcome(coded(1))
    with pytest.raises(GraphGameError, match="rule: expected one to ask for moves"):
        loaded.count_unstored()


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"presets": {3: gg.TIE}}, "in a database, got TIE; gg.solve keeps it"),
        ({"presets": {3: (gg.DRAW, 2)}}, "got a DRAW of remoteness 2; gg.solve keeps it"),
        ({"start": None}, "start: expected the position where play begins, got None"),
        ({"store": "decided"}, "store: expected 'all' or 'undecided', got 'decided'"),
    ],
)
def test_what_such_answers_do_not_hold_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(GraphGameError, match=message):
        gg.build(take, **({"start": 9, "store": "undecided"} | given))


def test_without_presets_all_is_stored() -> None:
    s = gg.build(take, start=9, store="undecided")
    assert len(s) == 10 and s.verify() and not any(s.count_unstored().values())
    assert str(s) == "Database(n=10, play='normal', undecided: 7 WIN, 3 LOSE, 0 DRAW)"
    assert not any(gg.build(take, start=9).count_unstored().values())


def test_a_limit_is_kept_and_passed() -> None:
    presets = dict.fromkeys(range(7, 10), gg.WIN)
    with pytest.raises(gg.ExplorationLimitError) as caught:
        gg.build(take, start=1000, presets=presets, store="undecided", limit=100)
    s = caught.value.explorer.run().database()
    assert len(s) == 991 and s.count_unstored()[gg.WIN] == 3
    assert s.outcome(7) is gg.WIN


def test_what_is_wrong_with_options_is_found() -> None:
    """Presets and ranges of options are checked where these are merged, too."""
    wrong = OUTCOME(lambda code, _: 7 if code == 5 else 2)
    step = RULE(lambda code, options, room, _: _one(options, room, code - 1) if code else 0)
    rule = SimpleNamespace(options=step, preset=wrong)
    with pytest.raises(GraphGameError, match="preset of 5|preset at 5|5: expected"):
        gg.build(rule, start=9, store="undecided")
    # Behind a draw, which stands for other draws.
    both = RULE(lambda code, options, room, _: _all([3, 5], options, room))
    wrong = OUTCOME(lambda code, _: {3: 0, 5: 7}.get(code, 2))
    with pytest.raises(GraphGameError, match="preset of 5|preset at 5|5: expected"):
        gg.build(SimpleNamespace(options=both, preset=wrong), start=9, store="undecided")
    # Behind a draw, at a position that is not in the sample that the rule is asked about again.
    side = RULE(lambda code, options, room, _: _all(_beside(code), options, room))
    wrong = OUTCOME(lambda code, _: {100: 0, 101: 7}.get(code, 2))
    with pytest.raises(GraphGameError, match="preset of 101|preset at 101|101: expected"):
        gg.build(SimpleNamespace(options=side, preset=wrong), start=40, store="undecided")
    rule = SimpleNamespace(options=step, preset=OUTCOME(lambda code, _: 1 if code < 3 else 2))
    assert gg.build(rule, start=9, size=10, store="undecided").counts()[gg.LOSE] == 4
    # One that is in range stands for it, if nobody looks.
    down = RULE(lambda code, options, room, _: _all([4, -1], options, room))
    rule = SimpleNamespace(options=down, preset=OUTCOME(lambda code, _: 1 if code < 5 else 2))
    with pytest.raises(GraphGameError, match="position from 0 to 9, for size=10"):
        gg.build(rule, start=9, size=10, store="undecided")
    far = OUTCOME(lambda code, _: -4)
    rule = SimpleNamespace(options=step, preset=OUTCOME(lambda *_: 1), preset_remoteness=far)
    rule.preset = OUTCOME(lambda code, _: 1 if code < 3 else 2)
    with pytest.raises(GraphGameError, match="expected a remoteness from 0"):
        gg.build(rule, start=9, store="undecided")


def test_a_symmetry_that_raises() -> None:
    """What stands for the exception has a preset, as any negative code: it is not merged away."""
    numba = pytest.importorskip("numba")
    rule = numba.njit(lambda code: [0, code - 1] if code else [code][:0])

    @numba.njit
    def failing(code):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if code == 26:
            raise ValueError("twenty-six")
        return code

    preset = numba.njit(lambda code: 1 if code < 4 else 2)
    for threads in (1, 2):
        with pytest.raises(ValueError, match="twenty-six"):
            gg.build(
                rule,
                start=60,
                presets=preset,
                canonical=failing,
                threads=threads,
                store="undecided",
            )
    assert len(gg.build(rule, start=60, presets=preset, store="undecided")) == 57


def test_a_symmetry_that_raises_at_one_option_of_several() -> None:
    """Other positions are reached without it; the positions that have it are in no sample."""
    numba = pytest.importorskip("numba")
    rule = numba.njit(lambda code: [0, code - 1, code - 2] if code > 1 else [code][:0])

    @numba.njit
    def failing(code):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if code == 26:
            raise ValueError("twenty-six")
        return code

    preset = numba.njit(lambda code: 1 if code < 4 else 2)
    for threads in (1, 2):
        with pytest.raises(ValueError, match="twenty-six"):
            gg.build(
                rule,
                start=60,
                presets=preset,
                canonical=failing,
                threads=threads,
                store="undecided",
            )


def test_a_tie_behind_a_draw_is_refused() -> None:
    options = {0: [1, 2], 1: [], 2: []}
    step = RULE(lambda code, to, room, _: _all(options[code], to, room))
    preset = OUTCOME(lambda code, _: {1: gg.DRAW, 2: gg.TIE}.get(code, gg.NO_PRESET))
    with pytest.raises(GraphGameError, match="preset of 2: .* got TIE"):
        gg.build(SimpleNamespace(options=step, preset=preset), start=0, store="undecided")


def _all(found: list[int], options: Any, room: int) -> int:
    for k, option in enumerate(found[:room]):
        options[k] = option
    return len(found)


def _beside(code: int) -> list[int]:
    """Return the options of a path to 0, which a draw and what is no preset leave at 39."""
    if code == 39:
        return [38, 100, 101]
    return [code - 1] if code else []


def _one(options: Any, room: int, option: int) -> int:
    if room:
        options[0] = option
    return 1
