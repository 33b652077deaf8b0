"""Answers without the graph take what rules may be, and refuse what they do not hold.

Pinned here: rules, starts and hints of every kind give the answers of the solved graph, on one
thread or more; ties, a remoteness of presets, owners, turns and scores are refused with a
cure; rules that change are found out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import graphgame as gg
from tests.rules.compiling import KINDS, take, take_codes
from tests.solving.kept_answers import kept

Codes = npt.NDArray[np.int64]


def same(answers: gg.Database[Any], solution: gg.Solution[Any]) -> bool:
    return len(answers) == len(solution) and all(
        (x := solution[p])[:2] == answers[p][:2]
        and (x.best_move is None) == (answers.best_move(p) is None)
        for p in answers
    )


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(
    "start",
    [
        lambda: 20,
        lambda: [30, 27],
        lambda: np.int64(20),
        lambda: range(9),
        lambda: {4, 7},
        lambda: iter([9, 4, 9]),
        lambda: np.array([8, 30]),
    ],
)
def test_rules_and_starts_of_every_kind(name: str, start: Callable[[], Any]) -> None:
    rule = KINDS[name]()
    solution = gg.solve(take, start=start())
    answers = gg.build(rule, start=start())
    assert same(answers, solution)
    assert answers.start == solution.start and type(answers.start) is int
    assert answers.result is solution.result
    assert answers.verify()
    assert answers.graph().n == len(answers)


@pytest.mark.parametrize("hints", [{"size": 61}, {"expect": 500}, {"threads": 3}])
@pytest.mark.parametrize("keep", ["graph", "answers"])
@pytest.mark.parametrize("name", ["function", "batch", "ctypes"])
def test_hints_change_no_answer(name: str, keep: Any, hints: Any) -> None:
    found = kept(keep, KINDS[name](), start=60, **hints)
    assert {n: found.remoteness_of(n) for n in range(61)} == {
        n: 2 * (n // 4) + (n % 4 > 0) for n in range(61)
    }
    assert found.verify()


LAYERS, WIDE = 7, 3000


def layers() -> tuple[Any, Callable[[Codes], Any]]:
    """Return rules from each layer to the next, compiled and of arrays; some positions are ends.

    Every layer is so wide that it is shared among threads, and expanded behind rows of others.
    """
    import ctypes

    kind = ctypes.CFUNCTYPE(
        ctypes.c_int64,
        ctypes.c_int64,
        ctypes.POINTER(ctypes.c_int64),
        ctypes.c_int64,
        ctypes.c_void_p,
    )

    def rule(code: int, options: Any, room: int, data: Any) -> int:
        layer, k = divmod(code, WIDE)
        if layer == LAYERS - 1 or k % 5 == layer:
            return 0
        found = [(layer + 1) * WIDE + x % WIDE for x in (k, k + 1)]
        for i, option in enumerate(found[:room]):
            options[i] = option
        return len(found)

    def many(codes: Codes) -> Any:
        layer, k = np.divmod(codes, WIDE)
        sources = np.flatnonzero((layer < LAYERS - 1) & (k % 5 != layer)).repeat(2)
        after = np.arange(len(sources)) % 2
        return sources, (layer[sources] + 1) * WIDE + (k[sources] + after) % WIDE

    return kind(rule), many


@pytest.mark.parametrize("size", [None, LAYERS * WIDE])
def test_threads_fill_the_same_rows(size: int | None) -> None:
    rule, many = layers()
    starts = np.arange(WIDE)
    expected = gg.build(many, start=starts)
    assert expected.verify() and len(expected) == LAYERS * WIDE
    assert len({*expected.remoteness.tolist()}) > 4
    for threads in (1, 2, 5):
        found = gg.build(rule, start=starts, threads=threads, size=size)
        assert (found.codes == expected.codes).all()
        assert (found.outcomes == expected.outcomes).all()
        assert (found.remoteness == expected.remoteness).all()


def test_starts_of_the_caller_are_copied() -> None:
    starts = np.array([9, 4])
    answers = gg.build(take_codes, start=starts)
    starts[:] = 0
    assert answers.start == 9 and answers.verify()


# -- what is refused -------------------------------------------------------------------------------


def tie(n: int) -> Any:
    return gg.TIE if n == 2 else None


def ties(codes: Codes) -> Codes:
    return np.where(codes == 2, gg.TIE, gg.NO_PRESET)


def away(n: int) -> Any:
    return (gg.WIN, 3) if n == 2 else None


def aways(codes: Codes) -> tuple[Codes, Codes]:
    return np.where(codes == 2, gg.WIN, gg.NO_PRESET), np.where(codes == 2, 3, 0)


def late_draws(codes: Codes) -> tuple[Codes, Codes]:
    return np.where(codes == 2, gg.DRAW, gg.NO_PRESET), np.where(codes == 2, 3, 0)


class Rule:
    """Take, with one more method."""

    def __init__(self, **methods: Any) -> None:
        vars(self).update(methods)

    def options(self, n: int) -> list[int]:
        return take(n)


REFUSED: dict[str, tuple[Any, dict[str, Any]]] = {
    "a TIE": (take, {"presets": tie}),
    "a TIE of a mapping": (take, {"presets": {2: gg.TIE}}),
    "a TIE of an array": (take_codes, {"presets": ties}),
    "a TIE of a mapping of codes": (take_codes, {"presets": {2: gg.TIE}}),
    "a late DRAW": (take, {"presets": {2: (gg.DRAW, 3)}}),
    "a late DRAW of an array": (take_codes, {"presets": late_draws}),
    "owners of a rule": (Rule(owner=lambda n: n % 2), {}),
}


@pytest.mark.parametrize("presets", [away, {2: (gg.WIN, 3)}, aways])
def test_presets_may_have_a_remoteness(presets: Any) -> None:
    rule = take_codes if presets is aways else take
    answers = gg.build(rule, start=20, presets=presets)
    solution = gg.solve(rule, start=20, presets=presets)
    assert same(answers, solution) and answers.verify()
    assert answers.remoteness_of(2) == 3 and answers.best_move(2) is None
    assert answers.moves == solution.game.m


@pytest.mark.parametrize("name", REFUSED)
def test_what_answers_do_not_hold_is_refused(name: str) -> None:
    rule, given = REFUSED[name]
    for store in ("all", "undecided"):
        with pytest.raises(
            gg.GraphGameError, match=r"database.*gg\.solve keeps it with the graph$"
        ):
            gg.build(rule, start=20, store=store, **given)


@pytest.mark.parametrize("given", [{"owner": lambda n: n % 2}, {"count": "turns"}])
def test_build_has_no_argument_for_what_answers_do_not_hold(given: Any) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        gg.build(take, start=20, **given)


@pytest.mark.parametrize("keep", ["graph", "answers", "undecided"])
def test_scores_are_for_another_function(keep: str) -> None:
    with pytest.raises(
        gg.GraphGameError, match=r"a method score; solve_scores\(rule, start=|gg.solve_scores keeps"
    ):
        kept(keep, Rule(score=lambda n: 3), start=20)
    for given in ({"scores": {0: 3}}, {"endless": 1}):
        words = (
            "unexpected keyword argument 'endless'|expected no scores=, which solve_scores takes"
        )
        with pytest.raises(TypeError, match=words):
            kept(keep, take, start=20, **given)


def test_a_compiled_tie_is_refused() -> None:
    import ctypes

    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    compiled = kind(lambda code, data: gg.TIE if code == 2 else gg.NO_PRESET)
    with pytest.raises(gg.GraphGameError, match=r"^preset of 2: .* got TIE; gg\.solve keeps"):
        gg.build(KINDS["ctypes"](), start=20, presets=compiled)


def test_rules_of_files_are_refused_where_they_say_more(tmp_path: Any) -> None:
    file = tmp_path / "take.npz"
    gg.build(take_codes, start=20).save(file)
    with pytest.raises(gg.GraphGameError, match=r"expected one without owner\(position\)"):
        gg.Database.load(file, rule=Rule(owner=lambda n: 0))
    for presets in (ties, late_draws):
        with pytest.raises(gg.GraphGameError, match=r"gg\.solve keeps it with the graph$"):
            gg.Database.load(file, rule=take_codes, presets=presets)
    with pytest.raises(gg.RuleMismatchError, match="a preset WIN of remoteness 3"):
        gg.Database.load(file, rule=take_codes, presets=aways)


@pytest.mark.parametrize("hint", ["size", "expect"])
def test_hints_go_with_a_rule(hint: str) -> None:
    with pytest.raises(gg.GraphGameError, match=rf"^{hint}: expected none beside a graph, got 9"):
        gg.solve([(0, 1)], **{hint: 9})
    for keep in ("graph", "answers"):
        with pytest.raises(gg.GraphGameError, match=rf"^{hint}: expected an integer"):
            kept(keep, take_codes, start=9, **{hint: 0})


def test_a_position_beyond_the_size_is_refused() -> None:
    for name in ("batch", "ctypes"):
        with pytest.raises(gg.GraphGameError, match="size=20"):
            gg.build(KINDS[name](), start=20, size=20)


def test_an_option_beyond_the_size_is_refused_where_it_stands() -> None:
    """Behind rows that have been let go, too."""

    def rule(codes: Codes) -> Any:
        return np.arange(len(codes)), np.where(codes == 7, 20, codes + 1)

    with pytest.raises(gg.GraphGameError, match=r"^rule at 7: .* size=20 was given, got 20$"):
        gg.build(rule, start=0, size=20)


def test_a_limit_stops_endless_starts() -> None:
    from itertools import count

    for rule in (take, take_codes):
        with pytest.raises(gg.ExplorationLimitError):
            gg.build(rule, start=count(), limit=100)


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("name", ["function", "batch", "ctypes"])
def test_a_limit_loses_nothing(name: str, symmetric: bool) -> None:
    """The explorer of the error goes on, past one limit after another, and gives the answers."""
    rule: Any = KINDS[name]()
    given: dict[str, Any] = {}
    if symmetric and name != "ctypes":
        given["canonical"] = lambda codes: codes
    expected = gg.build(rule, start=50_000, play="misere")
    for start in (50_000, [50_000, 7], iter([50_000, 7])):
        with pytest.raises(gg.ExplorationLimitError) as caught:
            gg.build(rule, start=start, limit=100, play="misere", **given)
        explorer = caught.value.explorer
        with pytest.raises(gg.ExplorationLimitError) as again:
            explorer.run(limit=40_000)
        assert again.value.explorer is explorer
        answers = explorer.run().database()
        assert (len(answers), answers.start) == (50_001, 50_000)
        assert answers.counts() == expected.counts() and answers.longest() == expected.longest()
        assert answers.remoteness_of(49_999) == expected.remoteness_of(49_999)
        if name != "function":
            assert answers.verify()


@pytest.mark.parametrize("start", [20, 20_000])
def test_a_rule_that_changes_is_found_out(start: int) -> None:
    asked: list[int] = []

    def rule(codes: Codes) -> Any:
        asked.extend(codes.tolist())
        sources, options = take_codes(codes)
        late = len(asked) > start + 2  # the first call was to find out what the rule takes
        return (sources[1:], options[1:]) if late else (sources, options)

    with pytest.raises(gg.GraphGameError, match="expected the same options each time"):
        gg.build(rule, start=start)


def test_rows_are_given_one_by_one() -> None:
    """Rows of every length, in both widths of degrees."""
    from graphgame.rules.exploring._compact import CompactRows

    rng = np.random.default_rng(1)
    for most in (9, 400):
        lengths = rng.integers(0, most, 30)
        ptr = np.concatenate([[0], np.cumsum(lengths)])
        idx = rng.integers(0, 30, ptr[-1]).astype(np.int32)
        rows = CompactRows()
        rows.add(ptr, idx)
        for v in range(30):
            expected = sorted(idx[ptr[v] : ptr[v + 1]].tolist())
            assert sorted(np.asarray(rows.row(v)).tolist()) == expected
        for v in (-1, 30):
            with pytest.raises(ValueError, match="expected a position that has a row"):
                rows.row(v)
