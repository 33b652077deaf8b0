"""What rules of sums may give, and what is refused; rules in C; files; the certificates; owners.

Pinned here: an option that fits two readings is refused, and the error names the call for each;
rules in C are those in Python, and what they must not return is named; files give back what was
saved; changed values, orders and options are no certificate; a warning where positions say who
moves, and none elsewhere.
"""

from __future__ import annotations

import ctypes
import io
import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame import GraphGameError, Sum, SumValues, VerificationError, verify_sums
from graphgame.values.sums.verify_sums import verify_searched
from tests.values.test_sums import Table, rule_of, tables


def compiled(source: str) -> Any:
    """Return the functions of a source in C; skip the test where nothing compiles it."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("no gcc")
    kept = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "rule.c").write_text(source, encoding="utf-8")
        command = [gcc, "-O2", "-shared", "-fPIC", "rule.c", "-o", "rule.so"]
        subprocess.run(command, cwd=folder, check=True, env=kept)
        return ctypes.CDLL(str(Path(folder, "rule.so")))


SEARCH = pytest.mark.parametrize("search", [False, True])

# -- what an option is ----------------------------------------------------------------------------


def values(options: Any, start: Any, **named: Any) -> Any:
    return gg.grundy(lambda position: options.get(position, []), start=start, sums=True, **named)


@SEARCH
def test_lists_sums_and_tuples(search: bool) -> None:
    for sum_ in (Sum(1, 2), [1, 2], (1, 2), Sum(2, 1), (2, np.int64(1))):
        found = values({3: [sum_], 2: [1, 0], 1: [0]}, 3, search=search)
        assert found.value(2) == 2
        assert found.value(3) == 0  # its only option is 1 + 2, of value 3
    assert values({3: [()]}, 3, search=search).value(3) == 1
    assert values({"ab": [("a", "b")], "a": [()], "b": [[]]}, "ab", search=search).value("ab") == 1


@SEARCH
@pytest.mark.parametrize(
    ("start", "option"),
    [
        ((3, 5), (3, 4)),
        ((3, 5), ((1, 2), (0, 1))),
        ("start", (1, 2)),
        (3, ("a", 1)),
        (3, ((1, 2),)),
    ],
)
def test_tuples_of_two_readings_are_refused(start: Any, option: Any, search: bool) -> None:
    with pytest.raises(GraphGameError) as raised:
        values({start: [option]}, start, search=search)
    parts = ", ".join(map(repr, option))
    assert f"gg.Sum({option!r}) if it is one position" in str(raised.value)
    assert f"gg.Sum({parts}) if it is a sum of {len(option)}" in str(raised.value)
    for sum_ in (Sum(option), Sum(*option), [option], [*option]):
        assert values({start: [sum_]}, start, search=search).value(start) == 1


@SEARCH
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({3: "ab"}, r"expected a list of options, each a component or a gg.Sum .*, got 'ab'"),
        ({3: None}, r"expected a list of options, each a component or a gg.Sum .*, got None"),
        ({3: [None]}, "expected positions, got None; leave out what is no move"),
        ({3: [[[1], 2]]}, "expected positions, got the list"),
        ({3: [Sum({1})]}, "expected hashable positions"),
    ],
)
def test_what_is_no_sum_is_refused(options: Any, message: str, search: bool) -> None:
    with pytest.raises(GraphGameError, match=message):
        gg.grundy(options.__getitem__, start=3, sums=True, search=search)


def test_arguments_that_do_not_go_with_sums() -> None:
    def rule(n: int) -> list[int]:
        return [n - 1] if n else []

    class Preset:
        def options(self, n: int) -> list[int]:
            return rule(n)

        def preset(self, n: int) -> None:
            return None

    refused: list[tuple[Any, dict[str, Any], str]] = [
        (rule, {"start": 3, "sums": True, "presets": {0: -1}}, "presets: expected none"),
        (Preset(), {"start": 3, "sums": True}, "rule: expected one without preset"),
        ([(1, 0)], {"sums": True}, "sums: expected a rule and its start"),
        (gg.GameGraph.from_edges([(1, 0)]), {"start": 1, "sums": True}, "rule: expected a func"),
        (rule, {"start": 3, "search": True}, "search: expected sums=True"),
        (rule, {"start": 3, "sums": True, "canonical": 7}, "canonical"),
    ]
    for what, named, message in refused:
        with pytest.raises(GraphGameError, match=message):
            gg.grundy(what, **named)
    with pytest.raises(GraphGameError, match="owner: expected none with sums=True"):
        gg.explore(rule, 3, sums=True, owner=lambda _: 0)


def test_what_a_rule_raises_names_the_position() -> None:
    def rule(n: int) -> list[int]:
        if n == 1:
            raise ZeroDivisionError
        return [n - 1]

    for search in (False, True):
        with pytest.raises(ZeroDivisionError) as raised:
            gg.grundy(rule, start=3, sums=True, search=search)
        assert "while exploring from position 1" in str(raised.value.__notes__)


def test_sums_are_multisets() -> None:
    assert Sum(1, 2, 1) == Sum(1, 1, 2) != Sum(1, 2, 2)
    assert hash(Sum(1, 2)) == hash(Sum(2, 1))
    assert Sum(1, 2) != (1, 2)
    assert repr(Sum("a", 1)) == "Sum('a', 1)"
    assert Sum() == Sum()
    with pytest.raises(GraphGameError, match="name its components one by one"):
        Sum(1, Sum(2))


# -- rules in C -----------------------------------------------------------------------------------

KAYLES = """
#include <stdint.h>
int64_t rule(int64_t row, int64_t *words, int64_t room, void *data) {
    int64_t count = 0;
    for (int64_t taken = 1; taken <= 2; taken++)
        for (int64_t left = 0; left + taken <= row; left++) {
            int64_t right = row - taken - left;
            int64_t option[3] = {(left > 0) + (right > 0), left ? left : right, right};
            for (int64_t i = 0; i <= option[0]; i++, count++)
                if (count < room) words[count] = option[i];
        }
    return count;
}
int64_t mirrored(int64_t row, void *data) { return row < 0 ? -row : row; }
int64_t negative(int64_t row, int64_t *words, int64_t room, void *data) {
    if (room) words[0] = -1;
    return 1;
}
int64_t beyond(int64_t row, int64_t *words, int64_t room, void *data) {
    if (room > 1) { words[0] = 2; words[1] = 0; }
    return 2;
}
int64_t failing(int64_t row, int64_t *words, int64_t room, void *data) { return -7; }
int64_t ring(int64_t row, int64_t *words, int64_t room, void *data) {
    int64_t found[3] = {2, (row + 1) % 3, 9};
    for (int64_t i = 0; i < 3 && i < room; i++) words[i] = found[i];
    return row == 9 ? 0 : 3;
}
"""


@SEARCH
def test_rules_in_c_are_those_in_python(search: bool) -> None:
    library = compiled(KAYLES)
    expected = gg.octal("0.77").values(70).tolist()
    for canonical in (None, library.mirrored):
        found = gg.grundy(library.rule, start=70, sums=True, search=search, canonical=canonical)
        assert {row: found.value(row) for row in found} == {row: expected[row] for row in found}
        assert found.verify()
        assert found.value(70) == expected[70]
        assert found.best_move() in found.winning_moves()
    graph = gg.explore(library.rule, 8, sums=True)
    assert graph.n == sum(1 for _ in graph.labels) == len({*graph.labels})
    assert gg.grundy(graph).value(Sum(8)) == expected[8]


def kayles(row: int) -> list[Sum[int]]:
    """Return what the rule in C gives, as sums."""
    return [
        Sum(*filter(None, (left, row - taken - left)))
        for taken in (1, 2)
        for left in range(row - taken + 1)
    ]


def test_sums_of_codes_are_written_out_once() -> None:
    """The start has 5, which gets its index before 3: {3, 5} is one position all the same."""
    library = compiled(KAYLES)
    in_c, in_python = (gg.explore(f, Sum(5, 10), sums=True) for f in (library.rule, kayles))
    assert in_c.n == in_python.n == len({*in_c.labels})
    assert {*in_c.labels} == {*in_python.labels}


@SEARCH
def test_what_rules_in_c_must_not_return(search: bool) -> None:
    library = compiled(KAYLES)
    for name, message in (
        ("negative", "rule at 5: expected each option as the number of its components"),
        ("beyond", "rule at 5: expected each option as the number of its components"),
        ("failing", "rule at 5: expected a number of words, got -7"),
    ):
        with pytest.raises(GraphGameError, match=message):
            gg.grundy(getattr(library, name), start=5, sums=True, search=search)
    with pytest.raises(gg.LoopyGameError) as raised:
        gg.grundy(library.ring, start=0, sums=True, search=search)
    assert sorted(raised.value.cycle) == [0, 1, 2]
    with pytest.raises(GraphGameError, match="canonical: expected a compiled function"):
        gg.grundy(library.rule, start=5, sums=True, canonical=abs, search=search)
    with pytest.raises(GraphGameError, match="expected codes"):
        gg.grundy(library.rule, start="five", sums=True, search=search)


# -- files ----------------------------------------------------------------------------------------


def reloaded(found: SumValues[Any], **named: Any) -> SumValues[Any]:
    file = io.BytesIO()
    found.save(file)
    file.seek(0)
    return SumValues.load(file, **named)


@given(tables(), st.booleans(), st.booleans())
def test_files(table: Table, search: bool, with_rule: bool) -> None:
    last = len(table) - 1
    rule = rule_of(table)
    found = gg.grundy(rule, start=Sum(last, 0), sums=True, search=search)
    again = reloaded(found, rule=rule if with_rule else None)
    assert again.start == Sum(last, 0)
    assert again.is_complete is not search
    assert {v: again.value(v) for v in found} == {v: found.value(v) for v in found}
    if with_rule or not search:
        assert again.verify()
        assert set(again.winning_moves()) == set(found.winning_moves())
    else:
        with pytest.raises(GraphGameError, match="SumValues.load"):
            again.verify()
    if not search:
        assert again.outcome(last, play="misere") is found.outcome(last, play="misere")


def test_a_file_and_another_rule() -> None:
    def rule(n: int) -> list[Sum[int]]:
        return [Sum(k, n - 1 - k) for k in range(n)]

    found = gg.grundy(rule, start=5, sums=True)
    with pytest.raises(gg.RuleMismatchError, match="load it with the rule .* were found with"):
        reloaded(found, rule=lambda n: [Sum(k) for k in range(n)])
    file = io.BytesIO()
    found.save(file)
    file.seek(0)
    with pytest.raises(gg.SolutionFileError, match=r"SumValues.load reads it"):
        gg.GrundyValues.load(file)
    classes = gg.grundy(lambda n: [abs(n) - 1] if n else [], start=-3, sums=True, canonical=abs)
    assert classes.value(-2) == classes.value(2) == 0
    with pytest.raises(GraphGameError, match="canonical: expected the symmetry"):
        reloaded(classes, rule=lambda n: [abs(n) - 1] if n else [])
    with pytest.raises(GraphGameError, match="classes up to"):
        reloaded(classes).winning_moves(3)
    library = compiled(KAYLES)
    kayles = gg.grundy(library.rule, start=9, sums=True)
    again = reloaded(kayles, rule=library.rule)
    assert again.winning_moves() == kayles.winning_moves()
    graph = gg.explore(rule, 4, sums=True)
    file = io.BytesIO()
    solution = gg.solve(graph)
    solution.save(file)
    file.seek(0)
    assert gg.Solution.load(file).outcome(Sum(4)) is solution.outcome(4)


# -- certificates ---------------------------------------------------------------------------------


@given(tables(), st.data())
def test_changed_values_are_refused(table: Table, data: Any) -> None:
    last = len(table) - 1
    found = gg.grundy(rule_of(table), start=last, sums=True)
    source: Any = found._source
    game = source.game
    rows = game.option_ptr, game.part_ptr, game.part_idx
    assert verify_sums(*rows, found.values, source.order)
    v = data.draw(st.integers(0, game.n - 1))
    wrong = found.values.copy()
    wrong[v] = data.draw(st.integers(0, 8).filter(lambda x: x != found.values[v]))
    with pytest.raises(VerificationError):
        verify_sums(*rows, wrong, source.order)
    with pytest.raises(GraphGameError):
        verify_sums(*rows, found.values[:-1], source.order)
    with pytest.raises(GraphGameError):
        verify_sums(*rows, found.values, np.zeros(game.n + 1, dtype=np.int32))
    if len(game.part_idx):
        with pytest.raises(VerificationError, match="before it in the order"):
            verify_sums(*rows, found.values, source.order[::-1])


@given(tables(), st.data())
def test_changed_values_of_a_search_are_refused_or_follow(table: Table, data: Any) -> None:
    last = len(table) - 1
    found = gg.grundy(rule_of(table), start=last, sums=True, search=True)
    source: Any = found._source
    from graphgame.values.sums.sum_sources import asked_rows

    ask = asked_rows(source.rule)
    names, marks = (np.asarray(x) for x in source.search.values.facts())
    assert verify_searched(ask, names, marks)
    v = data.draw(st.integers(0, len(names) - 1))
    wrong = marks.copy()
    wrong[v] = data.draw(st.integers(0, 8).filter(lambda x: x != marks[v]))
    with pytest.raises(VerificationError):
        verify_searched(ask, names, wrong)
    with pytest.raises(GraphGameError):
        verify_searched(ask, names, -1 - marks)
    # What the value of another one needs cannot be left out, unless it is accepted rightly.
    kept = np.arange(len(names)) != v
    try:
        verify_searched(ask, names[kept], marks[kept])
    except VerificationError:
        assert len(names) > 1


# -- positions that say who moves -----------------------------------------------------------------


def test_positions_that_say_who_moves_are_warned_of() -> None:
    def domineering(state: tuple[frozenset[tuple[int, int]], str]) -> list[Any]:
        cells, player = state
        y, x = (1, 0) if player == "Left" else (0, 1)
        other = "Right" if player == "Left" else "Left"
        return [
            (cells - {(r, c), (r + y, c + x)}, other) for r, c in cells if (r + y, c + x) in cells
        ]

    cells = frozenset((r, c) for r in range(2) for c in range(3))
    with pytest.warns(UserWarning, match="the last field of the positions"):
        gg.grundy(domineering, start=(cells, "Left"))
    with pytest.warns(UserWarning, match="the first field of the positions"):
        gg.grundy(lambda s: [(1 - s[0], k) for k in range(s[1])], start=(0, 4))
    with pytest.warns(UserWarning, match="see grundy"):
        gg.grundy({(2, 0): [(1, 1)], (1, 1): [(0, 0)], (0, 0): []})


def test_other_positions_are_not_warned_of() -> None:
    def nim(heaps: tuple[int, ...]) -> list[Any]:
        return [
            (*heaps[:i], k, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for k in range(heap)
        ]

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gg.grundy(nim, start=(3, 4))
        gg.grundy(nim, start=(1, 1))
        gg.grundy(nim, start=(5,))
        gg.grundy([(1, 0), (2, 1)])
        gg.grundy({"a0": ["b1"], "b1": ["c0"], "c0": []})
        gg.grundy({(1, 0): [(0, 1)], (0, 1): []})  # one of the two values has no moves
        gg.grundy(lambda s: [(k, s[1]) for k in range(s[0])], start=[(4, 0), (4, 1)])
        gg.grundy(lambda s: [(s[0] - 1, 2 - s[0] % 3)] if s[0] else [], start=(5, 0))
        gg.grundy({(2, 0): [(1,)], (1,): [(0, 0)], (0, 0): []})
        gg.grundy(lambda n: [Sum(n - 1)] if n else [], start=3, sums=True)
        gg.loopy_grundy({(2, 0): [(1, 1)], (1, 1): [(0, 0)], (0, 0): []})
