"""Rules in C, explored and solved in several threads: the answers of one thread.

Small rules are too small for threads, so the sizes from which work is shared are drawn, too.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import numpy as np

import graphgame as gg
from graphgame import Outcome
from graphgame.rules import blocks
from graphgame.rules.exploring import code_walk
from tests.reference import graphs as reference
from tests.soak.case import Case, same, with_fewer

# The most steps of a rule, and the most positions that the reference explores and solves.
MOST_STEPS, MOST_REFERENCE, MOST_SOLVED = 8, 2_000, 25

# shape: n, wide, ends, fan, spread, the number of steps; then the three numbers of each.
SOURCE = """
#include <stdint.h>
int64_t shape[6 + 3 * 8];
int64_t rule(int64_t code, int64_t *options, int64_t room, void *data)
{
    const int64_t n = shape[0], wide = shape[1], v = code / wide;
    int64_t k, found = 0;
    (void)data;
    for (k = 0; k < shape[5]; k++) {
        const int64_t *step = shape + 6 + 3 * k;
        if ((v + step[0]) % step[2] == 0) continue;
        if (found < room) options[found] = (v * step[0] + step[1]) % n * wide;
        found++;
    }
    for (k = 0; k < (v % shape[3] == 0 ? shape[4] : 0); k++) {
        if (found < room) options[found] = (v + k * k) % n * wide;
        found++;
    }
    return found;
}
int64_t preset(int64_t code, void *data)
{
    const int64_t v = code / shape[1];
    (void)data;
    return v % shape[2] == 0 ? v % 3 - 1 : 2;
}
"""
_NUMBER, _POINTER = ctypes.c_int64, ctypes.c_void_p
_RULE = (_NUMBER, ctypes.POINTER(_NUMBER), _NUMBER, _POINTER)
_PRESET = (_NUMBER, _POINTER)

# What decides when threads share work: where it is, and the values to draw.
KNOBS: dict[str, tuple[Any, list[int]]] = {
    "LEAST_AHEAD": (blocks, [1, 50, 1 << 11]),
    "LEAST_SHARED": (blocks, [1, 20, 1 << 8]),
    "SHARED_BLOCK": (blocks, [3, 100, 1 << 10]),
    "BLOCK": (blocks, [5, 1_000, 1 << 14]),
    "ROOM": (blocks, [1, 9, 1 << 16]),
    "LAP": (code_walk, [60, 3_000, 1 << 20]),
}


def draw_small(rng: random.Random) -> Case:
    """Draw a rule that the reference can explore."""
    return _drawn(rng, rng.choice([rng.randint(1, 12), rng.randint(1, MOST_REFERENCE)]))


def draw_medium(rng: random.Random) -> Case:
    """Draw a larger one; blocks of a few positions would make threads wait most of the time."""
    return _drawn(rng, rng.randrange(MOST_REFERENCE, 60_000), least=1)


def _drawn(rng: random.Random, n: int, least: int = 0) -> Case:
    count = rng.randint(1, rng.choice([3, MOST_STEPS]))
    return {
        "n": n,
        "steps": [[rng.randint(0, n), rng.randint(0, n), rng.randint(1, 9)] for _ in range(count)],
        "wide": rng.choice([1, 1, 1, 3, 2**30, 2**45]),
        "starts": rng.sample(range(n), min(n, rng.choice([1, 2, 700]))),
        "ends": rng.choice([0, rng.randint(2, 9)]),  # 0: without presets
        "fan": rng.randint(1, n),  # who has `spread` options more
        "spread": rng.choice([0, 0, rng.randint(1, 200)]),
        "threads": rng.choice([2, 2, 2, 3]),
        "knobs": {name: rng.choice(values[least:]) for name, (_, values) in KNOBS.items()},
    }


def row_at(case: Case, v: int) -> list[int]:
    """Return the options of v by the definition, before they are made wide."""
    n = case["n"]
    found = [(v * a + b) % n for a, b, c in case["steps"] if (v + a) % c]
    return found + [(v + k * k) % n for k in range(case["spread"] if v % case["fan"] == 0 else 0)]


def preset_at(case: Case, v: int) -> int:
    return v % 3 - 1 if case["ends"] and v % case["ends"] == 0 else gg.NO_PRESET


@cache
def _library() -> Any:
    """Return the functions of `SOURCE`; None where there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    with TemporaryDirectory(prefix="graphgame-soak-") as folder:
        source, built = Path(folder) / "rule.c", Path(folder) / "rule.so"
        source.write_text(SOURCE, encoding="utf-8")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", built, source], check=True)
        library = ctypes.CDLL(str(built))
    for function, types in ((library.rule, _RULE), (library.preset, _PRESET)):
        function.restype, function.argtypes = _NUMBER, types
    return library


def _functions(case: Case) -> tuple[Any, Any, list[Any]]:
    """Return the rule and presets of a case, compiled, and what must live as long as they do.

    Without a compiler they are functions in Python at an address, which tells nobody so.
    """
    library = _library()
    if library is not None:
        steps = [number for step in case["steps"] for number in step]
        names = ("n", "wide", "ends", "fan", "spread")
        numbers = [*(case[name] for name in names), len(case["steps"]), *steps]
        shape = (_NUMBER * (6 + 3 * MOST_STEPS)).in_dll(library, "shape")
        shape[: len(numbers)] = numbers
        return library.rule, library.preset if case["ends"] else None, []

    def rule(code: int, options: Any, room: int, data: Any) -> int:
        found = row_at(case, code // case["wide"])
        for k, option in enumerate(found[:room]):
            options[k] = option * case["wide"]
        return len(found)

    def preset(code: int, data: Any) -> int:
        return preset_at(case, code // case["wide"])

    kept = [
        ctypes.CFUNCTYPE(_NUMBER, *_RULE)(rule),
        ctypes.CFUNCTYPE(_NUMBER, *_PRESET)(preset),
    ]
    at = [ctypes.cast(function, _POINTER).value for function in kept]
    return at[0], at[1] if case["ends"] else None, kept


@contextmanager
def _turned(knobs: dict[str, int]) -> Iterator[None]:
    """Set what decides when threads share work."""
    with ExitStack() as stack:
        for name, value in knobs.items():
            stack.enter_context(mock.patch.object(KNOBS[name][0], name, value))
        yield


def hints_for(case: Case) -> dict[str, dict[str, Any]]:
    """Return the hints to explore with, by what they are called in failures."""
    n = case["n"]
    hints: dict[str, dict[str, Any]] = {"codes": {}, "expect": {"expect": n}}
    hints["too little expected"] = {"expect": 1}
    if case["wide"] == 1:
        hints["size"] = {"size": n}
    return hints


def _assert_same(way: str, graph: Any, expected: Any) -> None:
    same(f"codes by {way}", np.asarray(graph.labels), np.asarray(expected.labels))
    same(f"rows by {way}", graph.option_ptr, expected.option_ptr)
    same(f"options by {way}", graph.option_idx, expected.option_idx)
    if expected.presets is not None or graph.presets is not None:
        same(f"presets by {way}", graph.presets, expected.presets)


def check_threads(case: Case) -> None:
    """Explore and solve with every hint in one thread and in several; compare."""
    rule, presets, kept = _functions(case)
    starts, threads = [v * case["wide"] for v in case["starts"]], case["threads"]
    given: dict[str, Any] = {"presets": presets}
    one = gg.explore_codes(rule, starts, **given)
    solved = gg.solve(one)
    same("verify", solved.verify(), True)
    codes = np.asarray(one.labels)
    for way, hints in hints_for(case).items():
        with _turned(case["knobs"]):
            graph = gg.explore_codes(rule, starts, threads=threads, **given, **hints)
            answers = gg.build(rule, start=starts, threads=threads, **given, **hints)
        _assert_same(f"{way} in {threads} threads", graph, one)
        order, expected = np.argsort(answers.codes), np.argsort(codes)
        same(f"codes of answers by {way}", answers.codes[order], codes[expected])
        for name in ("outcomes", "remoteness"):
            right = getattr(solved, name)[expected]
            same(f"{name} of answers by {way}", getattr(answers, name)[order], right)
        same(f"verify answers by {way}", answers.verify(), True)
        with _turned(case["knobs"]):
            open_ = gg.build(
                rule, start=starts, store="undecided", threads=threads, **given, **hints
            )
        _check_undecided(way, open_, answers, starts, one.presets is not None)
    _check_limits(case, one)
    del kept


def _check_undecided(way: str, open_: Any, answers: Any, starts: list[int], marked: bool) -> None:
    """Compare answers without positions that are preset with those that have all."""
    kept = np.ones(len(answers), dtype=bool)
    if marked:
        graph = answers.graph()
        order = np.argsort(np.asarray(graph.labels))
        kept = (graph.presets[order] == gg.NO_PRESET) | np.isin(answers.codes, starts)
    same(f"codes of undecided positions by {way}", open_.codes, answers.codes[kept])
    for name in ("outcomes", "remoteness"):
        right = getattr(answers, name)[kept]
        same(f"{name} of undecided positions by {way}", getattr(open_, name), right)
    for v in np.flatnonzero(~kept)[:9].tolist():
        code = int(answers.codes[v])
        right = answers.outcome(code), answers.remoteness_of(code)
        same(f"answer of {code} by {way}", (open_.outcome(code), open_.remoteness_of(code)), right)
    unstored = open_.count_unstored()
    counts = {x: count + unstored[x] for x, count in open_.counts().items()}
    same(f"counts by {way}", counts, answers.counts())
    same(f"verify undecided positions by {way}", open_.verify(), True)


def _check_limits(case: Case, one: Any) -> None:
    """Explore up to one limit after the other: what was found is kept."""
    rule, presets, kept = _functions(case)
    starts = [v * case["wide"] for v in case["starts"]]
    with _turned(case["knobs"]):
        explorer: Any = gg.Explorer(
            rule, starts, presets=presets, codes=True, threads=case["threads"]
        )
        for limit in (len(starts), one.n // 3, one.n // 2):
            try:
                explorer.run(limit=max(limit, 1))
            except gg.ExplorationLimitError as error:
                same("more positions than the limit", error.positions > max(limit, 1), True)
        graph = explorer.run().graph()
    _assert_same("limits", graph, one)
    del kept


def check_reference(case: Case) -> None:
    """Compare the graph of several threads with a walk, and its answers with the slow solver."""
    rule, presets, kept = _functions(case)
    wide, starts = case["wide"], case["starts"]
    with _turned(case["knobs"]):
        graph = gg.explore_codes(
            rule, [v * wide for v in starts], presets=presets, threads=case["threads"]
        )
    place = {v: k for k, v in enumerate(dict.fromkeys(starts))}
    order, rows = list(place), []
    for v in order:  # grows
        row = row_at(case, v) if preset_at(case, v) == gg.NO_PRESET else []
        rows.append(row)
        new = [w for w in dict.fromkeys(row) if w not in place]
        place |= {w: len(order) + k for k, w in enumerate(new)}
        order += new
    same("codes of a walk", np.asarray(graph.labels), np.array(order, dtype=np.int64) * wide)
    found = np.split(graph.option_idx, graph.option_ptr[1:-1])
    for v, own, row in zip(order, found, rows, strict=True):
        same(f"options of {v}", own.tolist(), [place[w] for w in row])
    if len(order) <= MOST_SOLVED:
        edges = tuple((place[v], place[w]) for v, row in zip(order, rows, strict=True) for w in row)
        marks = {place[v]: preset_at(case, v) for v in order}
        marked = {v: Outcome(x) for v, x in marks.items() if x != gg.NO_PRESET}
        answer = reference.solve(reference.Game(len(order), edges, marked))
        solution = gg.solve(graph)
        right = [int(x) for x in answer.outcomes]
        same("outcomes, by reference", solution.outcomes.tolist(), right)
        same("remoteness, by reference", solution.remoteness.tolist(), answer.remoteness)
    del kept


def smaller(case: Case) -> Iterator[Case]:
    """Return cases with fewer starts, steps or positions, then with fewer peculiarities."""
    yield from (less for less in with_fewer(case, "starts", "steps") if less["starts"])
    if (half := case["n"] // 2) > 0:
        starts = list(dict.fromkeys(v % half for v in case["starts"]))
        steps = [[a % half, b % half, c] for a, b, c in case["steps"]]
        yield case | {"n": half, "starts": starts, "steps": steps}
    for name, plain in (("wide", 1), ("ends", 0), ("spread", 0), ("threads", 2)):
        if case[name] != plain:
            yield case | {name: plain}
    for name in case["knobs"]:
        kept = {other: value for other, value in case["knobs"].items() if other != name}
        yield case | {"knobs": kept}
