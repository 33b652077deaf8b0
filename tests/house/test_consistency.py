"""One vocabulary: the tables in docs/consistency.md, against the library.

Pinned here: the tables are those that the classes give; each cell names something that the family
has, with the parameters that it shows, or a dash, and then the second table says why the family
does not have it, and it does not; families with a start give the same words the same meaning.
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
from tests.house.each import for_each

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "consistency.md"
if not DOCUMENT.exists() or not (ROOT / "tools" / "consistency.py").exists():
    pytest.skip("the documents are not here", allow_module_level=True)

from tools import consistency  # noqa: E402

MAKERS = {family: make for family, (make, _) in consistency.FAMILIES.items()}
# Those with a start, where every name must mean the same; but for the first two, they have lines of
# play; those after scores have labels of one kind.
STARTED = [
    *("GrundyValues", "LoopyValues"),
    *("ScoreSolution", "Solution", "Database", "PursuitSolution", "CopsSolution"),
]
LINED = STARTED[2:]
TIMED = STARTED[3:]
# Each concept that the table has to have, by the name that it has in most families.
CONCEPTS = {
    *("game", "graph", "start", "result", "outcome", "remoteness_of", "best_move", "winning_moves"),
    *("line", "s[state]", "state in s", "iter(s)", "len(s)", "table", "outcomes", "remoteness"),
    *("keys", "items", "get"),
    *("best_moves", "values", "value", "sum", "verify", "save", "load", "to_networkx"),
    *("score", "scores", "scores="),
    *("write_html", "to_html", "show", "puzzles"),
    *("to_svg", "to_dot", "plot", "_repr_mimebundle_"),
    *(
        "play=",
        "presets=",
        "owner=",
        "count=",
        "start=",
        "canonical=",
        "limit=",
        "progress=",
        "threads=",
        "memory=",
    ),
}
SPECIAL = consistency.SPECIAL


def tables() -> tuple[list[dict[str, str]], dict[str, str]]:
    """Return the rows of the first table, by its heads, and those of the second, by family."""
    lines = [x for x in DOCUMENT.read_text(encoding="utf-8").splitlines() if x.startswith("|")]
    rows = [[cell.strip() for cell in x.strip("|").split("|")] for x in lines]
    heads = rows[0]
    first = [dict(zip(heads, row, strict=True)) for row in rows[2:] if len(row) == len(heads)]
    return first, dict(row for row in rows if len(row) == 2)


def code(cell: str) -> str | None:
    """Return what a cell shows in code style; None where it has a dash."""
    found = re.fullmatch(r"`([^`]+)`", cell)
    return found[1] if found else None


ROWS, REASONS = tables()
# The names of the rows of the first table.
NAMES = [
    *(name.split(" or ")[0] for name in consistency.CONCEPTS.values()),
    *(f"{name}=" for name in consistency.PARAMETERS),
]
CELLS = [
    (name, family, row[family]) for name, row in zip(NAMES, ROWS, strict=True) for family in MAKERS
]


@pytest.fixture(scope="module")
def made() -> Callable[[str], Any]:
    samples: dict[str, Any] = {}

    def get(family: str) -> Any:
        if family not in samples:
            samples[family] = MAKERS[family]()
        return samples[family]

    return get


def test_the_table_has_a_column_for_each_family_and_a_row_for_each_concept() -> None:
    assert all(list(row) == ["concept", *MAKERS] for row in ROWS)
    assert set(NAMES) == CONCEPTS
    assert list(REASONS)[2:] == list(MAKERS)


def test_the_tables_are_those_of_the_classes() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert consistency.with_tables(text) == text, "run `make consistency`"


def test_each_reason_is_of_a_concept_and_said_once() -> None:
    for family, reasons in consistency.MISSING.items():
        said = [name for names in reasons for name in consistency.split(names)]
        assert len(said) == len(set(said)), family
        assert set(said) <= CONCEPTS, family


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


@for_each("concept, family, cell", CELLS)
def test_a_cell_is_what_the_family_has_or_a_reason(
    concept: str, family: str, cell: str, made: Callable[[str], Any]
) -> None:
    sample = made(family)
    shown = code(cell)
    reason = consistency.why(family, concept)
    if shown is None:
        assert cell == "–" and reason, f"{family} has no {concept}: say why in tools/consistency.py"
        assert re.match(r"\S+ \S+", reason), "a reason in words"
        assert f"`{concept}`" in REASONS[family] and reason in REASONS[family]
        if not concept.endswith("="):
            assert not has(sample, SPECIAL.get(concept, concept)), "there is a reason, and the name"
        return
    assert reason is None, "there is a reason, and the name"
    there, function = resolved(shown, sample)
    assert there, f"{family} has no {shown}"
    if function is None:
        return
    arguments = re.findall(r"[\w=]+", shown.partition("(")[2])  # without the dots for others
    parameters = inspect.signature(function).parameters.values()
    keywords = {x.removesuffix("=") for x in arguments if x.endswith("=")}
    positional = [x for x in parameters if x.kind is not inspect.Parameter.KEYWORD_ONLY]
    positional = [x for x in positional if x.kind is not inspect.Parameter.VAR_KEYWORD]
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
    again = (
        {"rule": consistency.take} if family == "Database" else {}
    )  # the one that keeps no moves
    loaded = type(s).load(file, **again)
    assert loaded.start == s.start
    assert loaded.result is s.result
    assert [*loaded] == [*s]
    assert [loaded[state] for state in s] == [s[state] for state in s]
    assert loaded.verify() is True


@pytest.mark.parametrize("solver", [gg.solve, gg.grundy, gg.loopy_grundy])
def test_without_a_start_there_is_no_result(solver: Callable[[Any], Any]) -> None:
    s = solver(consistency.PATH)
    assert s.start is None
    with pytest.raises(gg.GraphGameError, match="start"):
        _ = s.result
