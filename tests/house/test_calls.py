"""Calls that people type by guess: each has the right answer, or one sentence that names the call.

`TYPED` is the list: what is typed, and what is printed.  A value is printed as Python shows it; an
error as its class and its message, of which the beginning is given.
"""

from __future__ import annotations

import inspect
import io
import math
import random
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.errors import advised


def rook(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the squares to the left and below."""
    row, column = cell
    return [(r, column) for r in range(row)] + [(row, c) for c in range(column)]


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def parity() -> gg.ParityGame:
    return gg.read_pg(io.BytesIO(b"parity 0;\n0 0 0 0;\n"))


def board(piles: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [piles[:i] + piles[i + 1 :] for i in range(len(piles))]


def members(left: frozenset[int]) -> list[frozenset[int]]:
    return [left - {x} for x in left]


def row(n: int) -> list[gg.Sum[int]]:
    """Take one of a row, which falls apart."""
    return [gg.Sum(k, n - 1 - k) for k in range(n)]


def pair(position: Any) -> list[Any]:
    stones, turn = position
    return [(stones[1:], 1 - turn)] if stones else []


def endless(n: int) -> list[int]:
    return [n + 1, 2 * n] if n % 5 else []


def bounded() -> gg.GameGraph[int]:
    explorer = gg.Explorer(endless, 1)
    with pytest.raises(gg.ExplorationLimitError):
        explorer.run(limit=50)
    return explorer.graph(partial=gg.DRAW)


GRAPH: dict[str, list[str]] = {"a": ["b"], "b": []}
MISERE = "expected play='misere' for misère play, got misere=True"
KINDS = "GraphGameError: play: expected 'normal' or 'misere', got "
SUMS = "GraphGameError: rule: expected positions as options, got Sum(0, 4); add sums=True"
LIST = (
    "GraphGameError: start: expected positions that the rule takes, got [1, 2, 3], 3 of them; for "
    "one position that is a board write the tuple (1, 2, 3); the rule at 1 raises TypeError: "
)
SET = LIST.replace("[1, 2, 3]", "{1, 2, 3}").replace("the tuple (1, 2, 3)", "frozenset({1, 2, 3})")
OWNER = (
    "expected 0 or 1 for every position, got none for 'b'; a function gives one to all, as "
    "owner=lambda position: owners.get(position, 0)"
)
WEIGHTS = "expected a list of positions, got {'a': 0.5, 'b': 0.5}, whose numbers may be"
TYPED = {
    # a start without its name
    "gg.solve(rook, (0, 0))": "Solution(n=1, m=0, play='normal': 0 WIN, 1 LOSE, 0 DRAW)",
    "gg.solve(take, 21)": "Solution(n=22, m=60, play='normal': 16 WIN, 6 LOSE, 0 DRAW)",
    "gg.grundy(take, 21)": "GrundyValues(n=22, m=60, greatest value 3)",
    "gg.loopy_grundy(take, 21)": "LoopyValues(n=22, m=60: 22 finite, 0 infinite)",
    "gg.solve(GRAPH, 'a')": "GraphGameError: rule: expected a function, or an object with "
    "options(position), got dict; a graph needs no start",
    # misère play, spelt otherwise
    "gg.solve(take, start=5, misere=True)": f"CallError: solve: {MISERE}",
    "gg.build(take, 5, misere=True)": f"CallError: build: {MISERE}",
    "gg.octal('0.77').values(5, misere=True)": f"CallError: values: {MISERE}",
    "gg.octal('0.77').outcome(5, misere=True)": f"CallError: outcome: {MISERE}",
    "gg.nim.outcome([1], misere=True)": f"CallError: outcome: {MISERE}",
    "gg.solve(take, start=5, play='Misere')": KINDS + "'Misere'; write play='misere'",
    "gg.solve(take, start=5, play='misère')": KINDS + "'misère'; write play='misere'",
    "gg.nim.outcome([1], play='MISERE')": KINDS + "'MISERE'; write play='misere'",
    "gg.octal('0.77').value(5, play='Normal')": KINDS + "'Normal'; write play='normal'",
    "gg.solve(take, start=5, play='last')": KINDS + "'last'",
    "gg.solve(take, start=5, play=True)": KINDS + "True",
    # piles, one by one
    "gg.nim(3, 4, 5)": "<Outcome.WIN: 1>",
    "gg.nim([3, 4, 5])": "<Outcome.WIN: 1>",
    "gg.nim(1, 1, play='misere')": "<Outcome.WIN: 1>",
    "gg.nim(np.array([[1, 1], [1, 2]]))": "array([-1,  1], dtype=int8)",
    "gg.nim.outcome(3, 4, 5)": "CallError: outcome: expected piles as one list, got 3 integers: "
    "write [3, 4, 5]",
    "gg.nim.moore_outcome(3, 4, 5)": "CallError: moore_outcome: expected piles as one list, got 3 "
    "integers: write [3, 4] for piles, and then k",
    # a start that is a list or a set
    "gg.solve(board, start=[1, 2, 3])": LIST,
    "gg.solve(board, start={1, 2, 3})": SET,
    "gg.explore(board, [1, 2, 3])": LIST,
    "gg.grundy(board, start=[1, 2, 3])": LIST,
    "gg.solve(members, start={1, 2, 3})": SET,
    "gg.build(board, [1, 2, 3])": LIST,
    "gg.check_rule(board, start=[1, 2, 3])": LIST,
    "gg.check_rule(board, start=[(1, 2), 3])": "TypeError: ",
    "gg.solve(pair, start=['xyz', 0])": "GraphGameError: start: expected positions that the rule "
    "takes, got ['xyz', 0], 2 of them; for one position that is a board write the tuple "
    "('xyz', 0); the rule at 'xyz' raises ValueError: too many values to unpack (expected 2)",
    "gg.solve(pair, start=['xyz'])": "ValueError: too many values to unpack (expected 2)",
    "gg.check_rule(board, starts=[(1, 2)])": "CallError: check_rule: expected start=…, got "
    "starts=[(1, 2)]; a list is many of them",
    "gg.solve(board, start=(1, 2, 3)).game.n": "8",
    "gg.solve(take, start=[1, 2, 3])": "Solution(n=4, m=6, play='normal': 3 WIN, 1 LOSE, 0 DRAW)",
    "gg.solve(take, starts=[1, 2])": "CallError: solve: expected start=…, got starts=[1, 2]; a "
    "list is many of them",
    # sums
    "gg.solve(row, start=5)": SUMS,
    "gg.grundy(row, start=5)": SUMS,
    "gg.explore(row, 5)": SUMS,
    "gg.build(row, 5)": SUMS,
    "gg.grundy(row, start=5, sums=True).value(5)": "1",
    # misère quotients
    "gg.misere_quotient(gg.octal('0.123'))": "<MisereQuotient of all heaps: order 20>",
    "gg.misere_quotient(gg.octal('0.77'), 20)": "<MisereQuotient of heaps to 20: order 24>",
    "gg.misere_quotient('0.77')": "GraphGameError: rule: expected an object with options(heap), "
    "got str; octal('0.77') is the game of a code",
    # owners
    "gg.solve(GRAPH, owner={'a': 0})": f"GraphGameError: owner: {OWNER}",
    "gg.attractor(GRAPH, {'a': 0}, ['b'])": f"GraphGameError: owner: {OWNER}",
    "gg.solve(take, start=5, owner={5: 0})": "GraphGameError: owner of 4: expected 0 or 1, got None"
    "; a function gives one to all",
    "gg.solve(GRAPH, owner=lambda v: {'a': 0}.get(v, 1))": "Solution(n=2, m=1, play='normal'",
    "gg.solve(GRAPH, movers={'a': 0})": "CallError: solve: expected owner=…, got movers=",
    # dice
    "gg.solve({'s': {'a': .5, 'b': .5}})": f"GraphGameError: options of 's': {WEIGHTS}",
    "gg.grundy({'s': {'a': .5, 'b': .5}})": f"GraphGameError: options of 's': {WEIGHTS}",
    "gg.solve(lambda v: {'a': .5, 'b': .5} if v == 's' else {}, start='s')": "GraphGameError: rule "
    f"at 's': {WEIGHTS}",
    "gg.solve({'s': {'a': {'weight': 1}}})": "Solution(n=2, m=1, play='normal'",
    "gg.solve({'s': {'a': 1}})": "Solution(n=2, m=1, play='normal'",
    # walls
    "gg.PoliceAndThief('2 3\\nP.#\\n.T.\\n').solve().result": "<Outcome.WIN: 1>",
    "gg.PoliceAndThief(['P.#', '.T.']).solve().result": "<Outcome.WIN: 1>",
    "gg.PoliceAndThief(['P.x', '.T.'])": "GraphGameError: grid[0, 2]: expected one of . * # E P C",
    # games without an end
    "gg.explore(endless, 1, limit=50)": "ExplorationLimitError: limit: expected at most 50",
    "gg.Explorer(endless, 1).graph()": "GraphGameError: graph: expected an exploration that is "
    "complete, got one with 0 of 0 positions expanded; run() goes on, and partial=gg.DRAW gives",
    "gg.Explorer(endless, 1).graph(partial=gg.DRAW)": "GraphGameError: graph: expected an "
    "exploration that has begun",
    "gg.solve(bounded())[4]": "Label(outcome=<Outcome.WIN: 1>, remoteness=1, best_move=5)",
    # games with owners
    "gg.attractor(GRAPH, target='a')": "CallError: attractor: expected targets=…, got target='a'",
    "gg.attractor(GRAPH, owners={'a': 0}, targets='a')": "CallError: attractor: expected owner=…",
    "gg.solve_safety(GRAPH, [0, 1], ['a'])": "CallError: solve_safety: expected 2 arguments "
    "without a name, graph, owner, got 3; safe=…, unsafe=…",
    "gg.solve_parity(GRAPH, [0, 1])": "CallError: solve_parity: expected priority too, got none: "
    "solve_parity(graph, owner, priority)",
    "gg.verify(gg.solve(GRAPH))": "CallError: verify: expected solution too, got none: "
    "verify(graph, solution)",
    # names of nothing
    "gg.play(gg.solve(GRAPH))": "AttributeError: module 'graphgame' has no attribute 'play'; "
    "s.show() and s.write_html(path) make a page to play in",
    "gg.load('s.npz')": "AttributeError: module 'graphgame' has no attribute 'load'; "
    "Solution.load(path) reads a solved game",
    "gg.solve(GRAPH).to_svg('a.svg')": "UnknownPositionError: position 'a.svg' does not exist "
    "among the 2 labels; for a picture in a file, write the text that to_svg() returns into it",
    # the rest
    "gg.solve(take, start=5, verbose=True)": "CallError: solve: expected progress=…, got "
    "verbose=True",
    "gg.solve(take, start=5, colour='red')": "CallError: solve: expected some of graph, start",
    "gg.explore(take)": "CallError: explore: expected start too, got none: explore(rule, start)",
    "gg.check_rule(take)": "CallError: check_rule: expected start too, got none: "
    "check_rule(rule, start=…)",
    "gg.solve(GRAPH, None, 'misere')": "CallError: solve: expected 2 arguments without a name, "
    "graph, start, got 3; play=…",
    "gg.build(take, 5, memory='4G')": "GraphGameError: memory: expected a number of bytes, or text "
    "such as '4GiB' or '500MB', got '4G'; 4GB is in powers of 1000, 4GiB in powers of 1024",
}  # fmt: skip


# What `solve` is asked for that another function takes, and what that is.
TYPED |= {
    f"gg.{name}({{0: [1]}}, {word}={{}})": f"CallError: {name}: expected no {word}=, which {other} "
    "takes, got some"
    for name, word, other in (
        ("solve", "points", "solve_chance"),
        ("solve_scores", "probabilities", "solve_chance"),
        ("solve", "scores", "solve_scores"),
        ("solve", "folder", "build"),
        ("solve_buchi", "priority", "solve_parity"),
    )
}
TYPED |= {
    "gg.solve_parity(parity())": "CallError: solve_parity: "
    "expected owner too, got none; a ParityGame has it: call its solve()",
    "gg.build(pair, (5, 5), folder='pair.gg')": "GraphGameError: start: expected an integer or a "
    "list of integers, as positions in a folder are codes, got (5, 5); pack a tuple into one "
    "integer, as `gg.MixedRadix` does, or write [5, 5] for many starts",
}


def printed(typed: str) -> str:
    """Return what Python prints."""
    try:
        found = repr(eval(typed))  # noqa: S307 -- of the table above
    except Exception as error:  # noqa: BLE001
        found = f"{type(error).__name__}: {error}"
    return found


@pytest.mark.parametrize("typed", TYPED)
def test_what_is_typed_by_guess_is_answered(typed: str) -> None:
    found = printed(typed)
    assert found.startswith(TYPED[typed])
    assert "\n" not in found


def test_an_error_of_a_call_is_a_type_error_too() -> None:
    for kind in (TypeError, ValueError, gg.GraphGameError):
        with pytest.raises(kind):
            gg.solve(take, start=5, misere=True)  # type: ignore[call-overload]


# -- a rule that is random at one position of many ------------------------------------------------


# Another number in each call: what is drawn at random may be the same twice.
NUMBERS = count()


def unsteady(n: int) -> list[int]:
    return [next(NUMBERS) % 7000] if n == 7000 else take(n)


def shaken_at_7000(codes: Any) -> Any:
    sources, options = steady(codes)
    options[codes[sources] == 7000] = next(NUMBERS) % 7000
    return sources, options


@pytest.mark.parametrize("rule", [unsteady, shaken_at_7000])
def test_a_rule_that_is_random_at_one_position_is_found(rule: Any) -> None:
    with pytest.raises(gg.RuleMismatchError, match="^options of 7000: expected the same"):
        gg.check_rule(rule, start=10_000, samples=20_000)
    with pytest.raises(gg.RuleMismatchError, match="^options of 7000: expected the same"):
        gg.check_rule(rule, start=10_000, seconds=math.inf)


def test_a_preset_that_is_random_at_one_position_is_found() -> None:
    def presets(n: int) -> gg.Outcome | None:
        return random.choice((gg.WIN, gg.LOSE)) if n == 6999 else None

    def checked() -> None:
        for _ in range(40):  # one call may draw the same twice
            gg.check_rule(take, start=10_000, presets=presets, seconds=math.inf)

    with pytest.raises(gg.RuleMismatchError, match=r"^preset of 6999: expected .*, as at first"):
        checked()


@pytest.mark.parametrize("rule", [take, "steady"])
def test_the_report_says_if_every_position_was_asked_about_twice(rule: Any) -> None:
    rule = steady if rule == "steady" else rule
    report = gg.check_rule(rule, start=10_000, seconds=math.inf)
    assert (report.positions, report.complete, report.all_asked_twice) == (1000, False, True)
    assert report.checks["same when asked again"] == 10_001
    assert gg.check_rule(rule, start=500).all_asked_twice
    # From the other end of the game, all is steady.
    report = gg.check_rule(rule, start=300_000, seconds=math.inf)
    assert (report.positions, report.complete, report.all_asked_twice) == (1000, False, False)
    assert 100_000 <= report.checks["same when asked again"] < 102_000
    report = gg.check_rule(rule, start=10_000, seconds=0)  # no time: the sample alone
    assert (report.positions, report.all_asked_twice) == (1000, False)
    assert report.checks["same when asked again"] <= 1000


@pytest.mark.parametrize("seconds", [-1, "1", None, True, math.nan])
def test_seconds_are_a_number_from_0_on(seconds: Any) -> None:
    with pytest.raises(gg.GraphGameError, match=r"^seconds: expected a number from 0 on, got"):
        gg.check_rule(take, start=5, seconds=seconds)


def steady(codes: Any) -> Any:
    """Take 1, 2 or 3 from each code."""
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - (taken + 1)


def shaken(codes: Any) -> Any:
    """Return other options from call to call at 995."""
    sources, options = steady(codes)
    options[codes[sources] == 995] = next(NUMBERS) % 995
    return sources, options


WAYS: dict[str, dict[str, Any]] = {
    "partitions": {"partitions": 1},
    "tiers": {"tier": lambda codes: codes},
    "indices": {"size": 1001},
}


@pytest.mark.parametrize("way", WAYS)
def test_a_digest_that_changes_is_named(way: str, tmp_path: Path) -> None:
    gg.build(steady, 1000, folder=tmp_path / "a", **WAYS[way]).close()
    with pytest.raises(gg.RuleMismatchError, match="options of this rule change from call"):
        gg.build(shaken, 1000, folder=tmp_path / "a", **WAYS[way])
    with pytest.raises(gg.RuleMismatchError, match="options of this rule change from call"):
        gg.Database.open(tmp_path / "a", shaken)
    assert gg.build(steady, 1000, folder=tmp_path / "a", **WAYS[way]).verify()


# -- how it works ---------------------------------------------------------------------------------


def test_what_a_function_raises_itself_is_left_as_it_is() -> None:
    @advised
    def outer(x: int, *, play: str = "normal") -> int:
        """Return one more."""
        return len(x)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match=r"object of type 'int' has no len\(\)") as caught:
        outer(3)
    assert not isinstance(caught.value, gg.GraphGameError)
    with pytest.raises(TypeError, match="multiple values for argument 'x'") as caught:
        outer(3, x=4)  # type: ignore[misc]
    assert not isinstance(caught.value, gg.GraphGameError)
    assert (outer.__name__, outer.__doc__) == ("outer", "Return one more.")
    assert [*inspect.signature(outer).parameters] == ["x", "play"]


# A wrapper would take longer than these do; the last has no argument.
SMALL = {"mex", "nim_sum", "nim_product", "nim_inverse", "get_include"}


def test_every_public_function_answers_calls_that_do_not_fit() -> None:
    public = {name: getattr(gg, name) for name in gg.__all__}
    functions = {name: f for name, f in public.items() if inspect.isfunction(f)}
    assert {name for name, f in functions.items() if not hasattr(f, "__wrapped__")} == SMALL
    for name in functions.keys() - SMALL:
        with pytest.raises(gg.CallError, match=f"^{name}: expected some of "):
            functions[name](unexpected_argument=1)


def test_every_function_with_a_kind_of_play_leads_to_it() -> None:
    """Whoever adds one marks it with `advised`."""
    public: dict[str, Any] = {name: getattr(gg, name) for name in gg.__all__}
    methods = {
        f"{name}.{method}": function
        for name, kind in public.items()
        if isinstance(kind, type)
        for method, function in vars(kind).items()
        if inspect.isfunction(function)
    }
    found = 0
    for name, function in {**public, **methods}.items():
        if not inspect.isfunction(function) or name.rpartition(".")[2].startswith("_"):
            continue
        parameter = inspect.signature(function).parameters.get("play")
        if parameter is None or parameter.kind is not parameter.KEYWORD_ONLY:
            continue
        found += 1
        arguments = inspect.signature(function).parameters.values()
        needed = [None for x in arguments if x.default is x.empty and x.kind is not x.VAR_KEYWORD]
        with pytest.raises(gg.CallError, match="expected play='misere' for misère play"):
            function(*needed, misere=True)
    assert found >= 10
