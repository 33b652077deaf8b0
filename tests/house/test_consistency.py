"""One vocabulary: the table in docs/consistency.md, against the library.

Pinned here: each cell names something that the family has, with the parameters that it shows, or
says in words why the family does not have it, and then it does not; families with a start give the
same words the same meaning.
"""

from __future__ import annotations

import inspect
import io
import re
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.outcome import Outcome

DOCUMENT = Path(__file__).parents[2] / "docs" / "consistency.md"
if not DOCUMENT.exists():
    pytest.skip("the documents are not here", allow_module_level=True)


def take(n: int) -> list[int]:
    """Take 1 or 2 of n stones."""
    return [n - k for k in (1, 2) if n >= k]


def database() -> gg.Database:
    """Return the answers of `take` in memory: 0 to 7 stones."""
    labels = np.array([0, 3, 3, 4, 7, 7, 8, 11], dtype=np.uint8)
    return gg.Database._in_memory(labels, take, [7])


PATH = [(0, 1), (1, 2), (2, 3)]
MAKERS: dict[str, Callable[[], Any]] = {
    "Solution": lambda: gg.solve(take, start=7),
    "Answers": lambda: gg.solve(take, start=7, keep="answers"),
    "Database": database,
    "ScoreSolution": lambda: gg.solve(take, start=7, scores={0: -4}),
    "GrundyValues": lambda: gg.grundy(take, start=7),
    "SumValues": lambda: gg.grundy(take, start=7, sums=True),
    "LoopyValues": lambda: gg.loopy_grundy(take, start=7),
    "HeapGame": lambda: gg.octal("0.77"),
    "nim": lambda: gg.nim,
    "PursuitSolution": lambda: gg.PoliceAndThief(["P..", ".*.", "..T"]).solve(),
    "CopsSolution": lambda: gg.cops_and_robbers(PATH),
    "OwnerSolution": lambda: gg.solve_safety(take, lambda n: n % 2, unsafe=[], start=7),
    "PartizanSolution": lambda: gg.partizan(PATH, PATH),
    "ParitySolution": lambda: gg.ParityGame(take, lambda n: n % 2, lambda n: n, start=7).solve(),
}
# Those with a start, where every name must mean the same; but for the first two, they have lines of
# play; those after scores have labels of one kind.
STARTED = [
    *("GrundyValues", "LoopyValues"),
    *("ScoreSolution", "Solution", "Answers", "PursuitSolution", "CopsSolution"),
]
LINED = [*STARTED[2:], "Database"]
TIMED = STARTED[3:]
# Each concept that the table has to have, by the name that it has in most families.
CONCEPTS = {
    *("game", "graph", "start", "result", "outcome", "remoteness_of", "best_move", "winning_moves"),
    *("line", "s[state]", "state in s", "iter(s)", "len(s)", "table", "outcomes", "remoteness"),
    *("best_moves", "values", "value", "sum", "verify", "save", "load", "to_networkx"),
    *("score", "scores", "scores="),
    *("write_html", "to_html", "show"),
    *("to_svg", "to_dot", "plot", "_repr_mimebundle_"),
    *(
        "play=",
        "presets=",
        "mover=",
        "count=",
        "start=",
        "canonical=",
        "limit=",
        "progress=",
        "threads=",
        "memory=",
    ),
}
SPECIAL = {
    "s[state]": "__getitem__",
    "state in s": "__contains__",
    "iter(s)": "__iter__",
    "len(s)": "__len__",
}


def table() -> list[tuple[str, dict[str, str]]]:
    """Return the rows of the table: a concept, and the cell of each family."""
    lines = [x for x in DOCUMENT.read_text(encoding="utf-8").splitlines() if x.startswith("|")]
    heads, _, *rows = [[cell.strip() for cell in x.strip("|").split("|")] for x in lines]
    return [(row[0], dict(zip(heads[1:], row[1:], strict=True))) for row in rows]


def code(cell: str) -> str | None:
    """Return what a cell shows in code style; None where it gives a reason."""
    found = re.fullmatch(r"`([^`]+)`", cell)
    return found[1] if found else None


def name(row: tuple[str, dict[str, str]]) -> str:
    """Return the name of a concept: that of a parameter, or the one that its first code shows."""
    head = code(row[0])
    if head is not None:
        return head
    shown = next(x for cell in row[1].values() if (x := code(cell)))
    return shown if shown in SPECIAL else shown.partition("(")[0]


ROWS = table()
CELLS = [(name(row), family, cell) for row in ROWS for family, cell in row[1].items()]


@pytest.fixture(scope="module")
def made() -> Callable[[str], Any]:
    samples: dict[str, Any] = {}

    def get(family: str) -> Any:
        if family not in samples:
            samples[family] = MAKERS[family]()
        return samples[family]

    return get


def test_the_table_has_a_column_for_each_family_and_a_row_for_each_concept() -> None:
    assert all(list(cells) == list(MAKERS) for _, cells in ROWS)
    assert {name(row) for row in ROWS} == CONCEPTS


def has(sample: Any, attribute: str) -> bool:
    """Whether there is such an attribute; special methods are looked up in the type."""
    where = type(sample) if attribute.startswith("__") else sample
    return attribute in dir(where)


def resolved(shown: str, sample: Any) -> tuple[bool, Any]:
    """Return whether there is what a cell shows, and the function that it calls, if it does."""
    if shown in SPECIAL:
        return has(sample, SPECIAL[shown]), None
    path, call, _ = shown.partition("(")
    thing: Any = gg if path.startswith("gg.") else sample
    for part in path.removeprefix("gg.").split("."):
        if not has(thing, part):
            return False, None
        thing = getattr(thing, part) if call else None
    return True, thing


@pytest.mark.parametrize(("concept", "family", "cell"), CELLS)
def test_a_cell_is_what_the_family_has_or_a_reason(
    concept: str, family: str, cell: str, made: Callable[[str], Any]
) -> None:
    sample = made(family)
    shown = code(cell)
    if shown is None:
        assert re.match(r"– \S+ \S+", cell), "a reason in words"
        if not concept.endswith("="):
            assert not has(sample, SPECIAL.get(concept, concept)), "there is a reason, and the name"
        return
    there, function = resolved(shown, sample)
    assert there, f"{family} has no {shown}"
    if function is None:
        return
    arguments = re.findall(r"[\w=]+", shown.partition("(")[2])
    parameters = inspect.signature(function).parameters.values()
    keywords = {x.removesuffix("=") for x in arguments if x.endswith("=")}
    positional = [x for x in parameters if x.kind is not inspect.Parameter.KEYWORD_ONLY]
    required = [x for x in positional if x.default is inspect.Parameter.empty]
    assert keywords <= {x.name for x in parameters}, f"{family}: {shown}"
    given = len(arguments) - len(keywords)
    assert given <= len(positional), f"{family}: {shown}"
    if not shown.startswith("gg."):
        assert len(required) <= given, f"{family}: {shown}"


# -- the same words mean the same ------------------------------------------------------------------


@pytest.mark.parametrize("family", STARTED)
def test_the_start_is_a_state_like_any_other(family: str, made: Callable[[str], Any]) -> None:
    s = made(family)
    states = list(s)
    assert isinstance(s.start, Hashable)
    assert s.start in s
    assert s.start in states
    assert object() not in s
    assert len(states) == len(set(states)) == len(s)
    assert type(s.result) is Outcome
    graph = s.graph()
    assert isinstance(graph, gg.GameGraph)
    assert gg.solve(graph).outcome(s.start) is s.result
    assert s.verify() is True
    assert all(len(column) == len(s) for column in s.table().values())


@pytest.mark.parametrize("family", TIMED)
def test_a_state_has_one_answer_in_all_forms(family: str, made: Callable[[str], Any]) -> None:
    s = made(family)
    assert s.result is s.outcome(s.start)
    solved = gg.solve(s.graph())
    for state in [*s][:200]:
        label = s[state]
        assert isinstance(label, gg.Label)
        assert label == (s.outcome(state), s.remoteness_of(state), s.best_move(state))
        assert type(label.outcome) is Outcome
        assert label[:2] == solved[state][:2]
        assert label.best_move is None or label.best_move in s
        moves = s.winning_moves(state)
        assert isinstance(moves, list)
        assert all(s.outcome(move) is gg.LOSE for move in moves)
        assert bool(moves) == (label.outcome is gg.WIN and label.remoteness > 0)
        if moves:
            assert label.best_move in moves


def test_a_state_has_one_score_in_all_forms(made: Callable[[str], Any]) -> None:
    s = made("ScoreSolution")
    for state in s:
        assert isinstance(s[state], gg.ScoreLabel)
        assert s[state] == (s.score(state), s.remoteness_of(state), s.best_move(state))
        assert s.outcome(state) == np.sign(s.score(state))
        moves = s.winning_moves(state)
        assert all(s.outcome(move) is gg.LOSE for move in moves)
        assert bool(moves) == (s.outcome(state) is gg.WIN and s.remoteness_of(state) > 0)
        assert not moves or s.best_move(state) in moves


@pytest.mark.parametrize("family", LINED)
def test_a_line_begins_at_the_start(family: str, made: Callable[[str], Any]) -> None:
    s = made(family)
    line = s.line()
    assert isinstance(line, gg.Line)
    assert line[0] == s.start
    assert line == s.line(s.start)
    assert all(state in s for state in line)
    if line.closes_at is None:
        assert len(line) - 1 == s.remoteness_of(s.start)


@pytest.mark.parametrize("family", ["GrundyValues", "LoopyValues"])
def test_a_state_has_one_value_in_all_forms(family: str, made: Callable[[str], Any]) -> None:
    s = made(family)
    for state in s:
        assert s[state] == s.value(state) == s.sum([state])


@pytest.mark.parametrize(
    ("family", "sum_"), [("GrundyValues", (5, 4)), ("LoopyValues", (5, 4)), ("HeapGame", (5, 4))]
)
def test_moves_in_sums_are_moves(family: str, sum_: Any, made: Callable[[str], Any]) -> None:
    moves = made(family).winning_moves(sum_)
    assert moves
    assert all(isinstance(move, gg.Move) for move in moves)
    assert all(move == (move.component, move.to) for move in moves)


@pytest.mark.parametrize("family", STARTED)
def test_a_saved_answer_is_the_same_answer(family: str, made: Callable[[str], Any]) -> None:
    s = made(family)
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    again = {"rule": take} if family == "Answers" else {}  # the one that keeps no moves
    loaded = type(s).load(file, **again)
    assert loaded.start == s.start
    assert loaded.result is s.result
    assert [*loaded] == [*s]
    assert [loaded[state] for state in s] == [s[state] for state in s]
    assert loaded.verify() is True


@pytest.mark.parametrize("solver", [gg.solve, gg.grundy, gg.loopy_grundy])
def test_without_a_start_there_is_no_result(solver: Callable[[Any], Any]) -> None:
    s = solver(PATH)
    assert s.start is None
    with pytest.raises(gg.GraphGameError, match="start"):
        _ = s.result
