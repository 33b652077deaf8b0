"""Indexed games: against the slow solver, `gg.solve` and the certificate, with rules of all kinds.

Wrong rules, wrong undo and wrong arguments are refused, and the message names both positions.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.answers.database import Database
from graphgame.big.indexed.indexed_game import IndexedGame
from tests.big.compiled_table import Table
from tests.marked import large
from tests.reference.indexed import Answer, solved

Rows = list[list[int]]
KINDS = ["function", "batch", "compiled"]


def in_batches(rows: Rows) -> Callable[[Any], Any]:
    def options(codes: Any) -> Any:
        own = [rows[v] for v in codes.tolist()]
        sources = np.repeat(np.arange(len(own)), [len(row) for row in own])
        found = np.array([w for row in own for w in row], dtype=np.int64)
        order = np.random.default_rng(len(own)).permutation(len(found))
        return sources[order], found[order]

    return options


def rule_of(kind: str, rows: Rows, presets: dict[int, Answer], name: str = "rule") -> Any:
    """Return a rule of a kind, and what is passed as presets beside it."""
    if kind == "compiled":
        return Table(name, rows, presets), None
    own = rows.__getitem__ if kind == "function" else in_batches(rows)
    return own, {v: (gg.Outcome(o), r) for v, (o, r) in presets.items()} or None


def random_game(rng: random.Random, *, ordered: bool) -> tuple[Rows, dict[int, Answer]]:
    n = rng.choice(
        [1, 2, 5, 30, 64, 65, 200, 2500, 9000] if ordered else [1, 2, 5, 30, 64, 65, 200]
    )
    degree = rng.choice([1, 2, 4])
    near = rng.choice([3, n])
    rows: Rows = []
    for v in range(n):
        low, high = (v + 1, min(n, v + 1 + near)) if ordered else (0, n)
        count = rng.randint(0, degree) if low < high else 0
        rows.append([rng.randrange(low, high) for _ in range(count)])
    presets: dict[int, Answer] = {}
    for v in range(n) if rng.random() < 0.5 else ():
        if rng.random() < 0.2:
            outcome = rng.choice([-1, 0, 1])
            presets[v] = outcome, rng.choice([0, 1, 2, 7, 130, 300]) if outcome else 0
    return rows, presets


def answers(database: Database, n: int) -> dict[int, Answer]:
    known = [v for v in range(n) if v in database]
    outcomes, remoteness = database.outcome(known), database.remoteness_of(known)
    return dict(zip(known, zip(outcomes.tolist(), remoteness.tolist(), strict=True), strict=True))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_random_games_against_the_slow_solver(seed: int, ordered: bool, kind: str) -> None:
    rng = random.Random(seed)
    rows, presets = random_game(rng, ordered=ordered)
    n = len(rows)
    starts = None if rng.random() < 0.4 else sorted({rng.randrange(n) for _ in range(3)})
    misere = rng.random() < 0.3
    play = "misere" if misere else "normal"
    expected = solved(n, rows.__getitem__, starts, presets.get, misere=misere)
    rule, beside = rule_of(kind, rows, presets)
    before: Rows = [[] for _ in rows]
    for v, row in enumerate(rows):
        for w in row:
            before[w].append(v)
    undo = None if ordered or seed % 2 else rule_of(kind, before, {}, "undo")[0]
    game = IndexedGame(n, rule, starts, presets=beside, ordered=ordered, undo=undo)
    for threads in (1, 3):
        database = game.solve(play=play, threads=threads)
        assert answers(database, n) == expected
        assert database.moves == sum(len(rows[v]) for v in expected if v not in presets)
        assert starts is None or database.verify()


@pytest.mark.parametrize("seed", range(10))
def test_random_games_against_solve(seed: int) -> None:
    rng = random.Random(1000 + seed)
    rows, _ = random_game(rng, ordered=bool(seed % 2))
    s = gg.solve(rows)
    database = IndexedGame(len(rows), rows.__getitem__, ordered=bool(seed % 2)).solve()
    everywhere = np.arange(len(rows))
    assert (database.outcome(everywhere) == s.outcomes).all()
    assert (database.remoteness_of(everywhere) == s.remoteness).all()


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize(
    ("n", "kind"),
    [
        *product((126, 127, 128), KINDS),
        (40_000, "compiled"),
        *large([(40_000, "function"), (40_000, "batch")]),
    ],
)
def test_long_games_widen_the_labels(n: int, kind: str, ordered: bool) -> None:
    """One move at each position but the last: n - 1 plies."""
    rows = [[v + 1] for v in range(n - 1)] + [[]]
    game = IndexedGame(n, rule_of(kind, rows, {})[0], 0, ordered=ordered)
    left = n - 1 - np.arange(n)
    for threads in (1, 3) if ordered else (1,):
        database = game.solve(threads=threads)
        assert (database.remoteness_of(np.arange(n)) == left).all()
        assert (database.outcome(np.arange(n)) == np.where(left % 2, 1, -1)).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("with_undo", [False, True])
def test_many_options_widen_the_counters(kind: str, with_undo: bool) -> None:
    rows = [list(range(1, 1000)), *([1000] for _ in range(999)), []]
    before = [[], *([0] for _ in range(999)), list(range(1, 1000))]
    undo = rule_of(kind, before, {}, "undo")[0] if with_undo else None
    database = IndexedGame(1001, rule_of(kind, rows, {})[0], 0, undo=undo).solve()
    assert database.outcome([0, 1, 1000]).tolist() == [-1, 1, -1]
    assert database.verify()


@pytest.mark.parametrize("way", ["ordered", "stored", "undo"])
def test_more_options_than_there_is_room_for_at_first(way: str) -> None:
    """Position 0 has 70,000 options, and the last one as many before it."""
    n = 70_000
    rows = [list(range(1, n + 1)), *([n + 1] for _ in range(n)), []]
    before = [[], *([0] for _ in range(n)), list(range(1, n + 1))]
    undo = Table("undo", before) if way == "undo" else None
    game = IndexedGame(n + 2, Table("rule", rows), 0, ordered=way == "ordered", undo=undo)
    for threads in (1, 2):
        database = game.solve(threads=threads)
        assert (len(database), database.moves) == (n + 2, 2 * n)
        assert database.outcome([0, 1, n, n + 1]).tolist() == [-1, 1, 1, -1]
        assert database.remoteness_of([0, 1, n, n + 1]).tolist() == [2, 1, 1, 0]


# -- wrong rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("start", [0, None])
@pytest.mark.parametrize(
    ("option", "said"),
    [
        (
            3,
            "rule at 5: expected moves that raise the index, .* got one from 5 to 3; ordered=False",
        ),
        (5, "got one from 5 to 5"),
        (10, "rule at 5: expected positions from 0 to 9, as size=10 says, got 10"),
        (-1, "rule at 5: expected positions from 0 to 9, as size=10 says, got -1"),
        (2**62, "got 4611686018427387904"),
    ],
)
def test_moves_that_do_not_raise_the_index(
    kind: str, start: int | None, option: int, said: str
) -> None:
    rows = [[v + 1] for v in range(9)] + [[]]
    rows[5] = [6, option]
    for threads in (1, 2):
        game = IndexedGame(10, rule_of(kind, rows, {})[0], start, ordered=True)
        with pytest.raises(gg.GraphGameError, match=said):
            game.solve(threads=threads)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("option", [10, -1, 2**62])
def test_moves_out_of_range(kind: str, option: int) -> None:
    rows = [[(v + 1) % 10] for v in range(10)]
    rows[5] = [6, option]
    with pytest.raises(gg.GraphGameError, match=f"rule at 5: expected .* 0 to 9.*got {option}"):
        IndexedGame(10, rule_of(kind, rows, {})[0], 0).solve()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("missing", "undo of 6: expected 5 among the positions before it"),
        ("extra", "undo of 6: expected no 2, of which it is no option, got 2"),
        ("swapped", "undo of"),
        ("outside", "undo .* at 6: expected positions from 0 to 9.*got 10"),
        ("empty", "undo of"),
    ],
)
def test_undo_that_is_no_inverse(kind: str, change: str, said: str) -> None:
    rows = [[v + 1, min(9, v + 2)] for v in range(8)] + [[0, 9], []]
    before: Rows = [[v for v in range(10) if w in rows[v]] for w in range(10)]
    good = IndexedGame(10, rule_of(kind, rows, {})[0], 0, undo=rule_of(kind, before, {}, "undo")[0])
    assert good.solve().verify()
    if change == "missing":
        before[6].remove(5)
    elif change == "extra":
        before[6].append(2)
    elif change == "swapped":
        before[6], before[7] = before[7], before[6]
    elif change == "outside":
        before[6].append(10)
    else:
        before = [[] for _ in rows]
    undo = rule_of(kind, before, {}, "undo")[0]
    with pytest.raises(gg.GraphGameError, match=said):
        IndexedGame(10, rule_of(kind, rows, {})[0], 0, undo=undo).solve()


@pytest.mark.parametrize("seed", range(40))
def test_any_change_of_undo_is_refused(seed: int) -> None:
    """One move more or less among positions of the game, wherever it is: never a wrong answer."""
    rng = random.Random(seed)
    n = 30
    rows = [sorted({rng.randrange(n) for _ in range(rng.randint(0, 3))}) for _ in range(n)]
    before: Rows = [[v for v in range(n) if w in rows[v]] for w in range(n)]
    w = rng.randrange(n)
    if before[w] and rng.random() < 0.5:
        before[w].remove(rng.choice(before[w]))
    else:
        before[w].append(rng.choice([v for v in range(n) if v not in before[w]]))
    with pytest.raises(gg.GraphGameError, match="undo of"):
        IndexedGame(n, rows.__getitem__, undo=before.__getitem__).solve()


def test_undo_may_name_what_is_no_position() -> None:
    rows = [[2], [2], [3], []]
    before = [[], [], [0, 1, 0], [2]]  # 1 is never met; 0 twice is one move
    game = IndexedGame(4, rows.__getitem__, 0, undo=before.__getitem__)
    assert len(game.solve()) == 3


@pytest.mark.parametrize("ordered", [False, True])
def test_rules_that_raise(ordered: bool) -> None:
    def rule(v: int) -> list[int]:
        if v == 5:
            raise ZeroDivisionError("at five")
        return [v + 1] if v < 9 else []

    with pytest.raises(ZeroDivisionError, match="at five"):
        IndexedGame(10, rule, 0, ordered=ordered).solve()


@pytest.mark.parametrize("ordered", [False, True])
def test_callbacks_that_raise(ordered: bool) -> None:
    """A compiled rule that calls Python, in this thread and in another one."""
    import ctypes

    kind = ctypes.CFUNCTYPE(
        ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64,
        ctypes.c_void_p,
    )  # fmt: skip

    @kind
    def rule(v: int, options: Any, room: int, data: Any) -> int:
        if v == 5:
            raise ZeroDivisionError("at five")
        if v < 9:
            options[0] = v + 1
        return int(v < 9)

    for threads in (1, 2):
        with pytest.raises(ZeroDivisionError, match="at five"):
            IndexedGame(10, rule, 0, ordered=ordered).solve(threads=threads)


@pytest.mark.parametrize("ordered", [False, True])
def test_negative_counts_are_refused(ordered: bool) -> None:
    import ctypes

    kind = ctypes.CFUNCTYPE(
        ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64,
        ctypes.c_void_p,
    )  # fmt: skip
    rule = kind(lambda v, options, room, data: -3)
    with pytest.raises(gg.GraphGameError, match="rule at 0: expected a number of options, got -3"):
        IndexedGame(10, rule, 0, ordered=ordered).solve()


@pytest.mark.parametrize("ordered", [False, True])
def test_a_rule_that_changes_its_mind_is_refused(ordered: bool) -> None:
    asked: list[int] = []

    def rule(v: int) -> list[int]:
        asked.append(v)
        first = asked.count(0) < 3  # one of them to see what the rule takes
        return [1 if first else 2] if v == 0 else []

    with pytest.raises(gg.GraphGameError, match="whenever it is asked"):
        IndexedGame(3, rule, 0, ordered=ordered).solve()


# -- arguments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"size": 0}, "size: expected"),
        ({"size": 2**62 + 1}, r"size: expected at most 2\^62"),
        ({"start": 10}, "start: expected positions from 0 to 9, got 10"),
        ({"start": [-1]}, "start: expected positions from 0 to 9, got -1"),
        ({"ordered": True, "undo": lambda v: []}, "undo: expected none for an ordered game"),
        ({"presets": {3: gg.TIE}}, "TIE"),
        (
            {"presets": {3: (gg.DRAW, 2)}},
            "preset of 3: expected .* a DRAW of remoteness 0",
        ),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"size": 10, "rule": lambda v: [v + 1] if v < 9 else []}
    with pytest.raises(gg.GraphGameError, match=said):
        IndexedGame(**given | arguments).solve()


@pytest.mark.parametrize("name", ["owner", "score", "canonical"])
def test_rules_that_are_not_taken(name: str) -> None:
    class Rule:
        def options(self, v: int) -> list[int]:
            return []

    setattr(Rule, name, lambda self, v: 0)
    with pytest.raises(gg.GraphGameError, match=name):
        IndexedGame(10, Rule(), 0)


@pytest.mark.parametrize("ordered", [False, True])
def test_too_little_memory_is_refused_first(ordered: bool) -> None:
    asked: list[int] = []

    def rule(v: int) -> list[int]:
        asked.append(v)
        return []

    game = IndexedGame(10**9, rule, ordered=ordered)
    asked.clear()  # one position shows what the rule takes
    with pytest.raises(gg.TooLargeError, match=r"indexed game: .*500.* for 1,000,000,000 indices"):
        game.solve(memory=5 * 10**8)
    assert not asked


def test_too_little_memory_for_wider_labels() -> None:
    n = 200_000
    rows = [[v + 1] for v in range(n - 1)] + [[]]
    game = IndexedGame(n, Table("rule", rows), 0, ordered=True)
    with pytest.raises(gg.TooLargeError, match="labels of 2 bytes"):
        game.solve(memory=n + n // 8 + (1 << 20))


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    game = IndexedGame(4, lambda v: [v + 1] if v < 3 else [], 0, ordered=True)
    database = game.solve(tmp_path / "db")
    assert database.best_move(0) == 1
    before = (tmp_path / "db" / "000000.part").stat().st_mtime_ns
    assert game.solve(tmp_path / "db").line() == (0, 1, 2, 3)
    assert (tmp_path / "db" / "000000.part").stat().st_mtime_ns == before
    other = IndexedGame(4, lambda v: [v + 1] if v < 2 else [], 0, ordered=True)
    with pytest.raises(gg.RuleMismatchError, match="give another folder"):
        other.solve(tmp_path / "db")
    again = Database.open(tmp_path / "db", lambda v: [v + 1] if v < 3 else [])
    assert again.verify()
    assert again.line() == (0, 1, 2, 3)


def test_progress_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    IndexedGame(4, lambda v: [], ordered=True).solve(progress=True)
    assert capsys.readouterr().err == "solved 4 indices\n"
