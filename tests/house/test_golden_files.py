"""Files of every format and version, as they were written once: tests/data/golden.

Pinned here: each file loads, proves itself, and gives the answers of what is solved again now; what
is written now has the same arrays, byte by byte and in the same order; every format has files here.
A file is never made again: what a published version wrote must load in each later one.
``python -m tests.house.test_golden_files`` writes those that are missing.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.graphs.labels import CodeLabels
from graphgame.proving.waiting import load_search, save_search

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
CYCLES = {"a": ["b"], "b": ["a", "c"], "c": ["d", "d"], "d": [], "e": ["e", "a"]}
RING = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3), (2, 0)]
OWNER = [0, 1, 0, 1]
BOARD = "3 4\nP..E\n.*..\n..T.\n"


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def take_named(state: tuple[str, int]) -> list[tuple[str, int]]:
    return [(state[0], k) for k in take(state[1])]


def nim(state: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*state[:i], k, *state[i + 1 :]) for i in range(len(state)) for k in range(state[i])]


def ascending(state: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(state))


def take_batch(codes: Any) -> Any:
    """Return the moves of `take` for an array of codes."""
    sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    return sources, codes[sources] - taken - 1


def step(n: int) -> list[int]:
    return [n - 1] if n else []


def turn_round(name: str) -> list[str]:
    return {"a": ["b"], "b": ["c"], "c": ["a"]}[name]


def fall(n: int) -> list[int]:
    return [abs(n) - 1] if n else []


def last_wins(n: int) -> gg.Outcome | None:
    return gg.WIN if n == 0 else gg.DRAW if n == 7 else None


def two_piles(n: int) -> list[gg.Sum[int]]:
    return [gg.Sum(k, n - 1 - k) for k in range(n)]


def heap_game() -> gg.HeapGame:
    game = gg.octal("0.77")
    game.values(60)
    return game


def hidden() -> Any:
    """Return a heap game of which no file keeps more than the name."""
    game = gg.taking(lambda t: t % 2 == 1)
    game.values(20)
    return game


GRAPHS = {
    "edges": gg.GameGraph.from_edges([(0, 1), (0, 1), (1, 1), (2, 0), (3, 2)], 5),
    "rows": gg.GameGraph.from_csr([0, 2, 3, 4, 4], [1, 2, 2, 0]),
    "codes": gg.GameGraph.from_edges([(0, 1)], labels=CodeLabels(np.array([10**18, -5]))),
    "labels": gg.as_game_graph(CYCLES).with_presets({"c": gg.WIN}),
    "kinds": gg.GameGraph.from_edges(
        [(0, 1), (1, 2), (2, 3), (3, 4)],
        labels=[None, ("x", (1, b"\x80")), frozenset({2, "2"}), gg.Sum(1, "one"), 2.5],
    ),
}
# What each file is made of, and what `load` gets beside it.
MADE: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    **{f"solution-1-{x}": (lambda x=x: gg.solve(GRAPHS[x]), {}) for x in GRAPHS},
    "solution-1-misere": (lambda: gg.solve(take, start=6, play="misere"), {}),
    "solution-1-classes": (
        lambda: gg.solve(nim, start=(1, 2), canonical=ascending),
        {"rule": nim, "canonical": ascending},
    ),
    "solution-2-plies": (
        lambda: gg.solve(CYCLES, presets={"d": (gg.WIN, 3), "c": gg.TIE}),
        {},
    ),
    "solution-3-turns": (
        lambda: gg.solve(GRAPHS["edges"], owner=[0, 0, 1, 1, 0], count="turns"),
        {},
    ),
    "scores-1": (lambda: gg.solve_scores(CYCLES, scores={"d": -3}, endless=0), {}),
    "scores-3-owners": (
        lambda: gg.solve_scores([(0, 1)], scores={1: -2}, owner=[0, 1], endless=1),
        {},
    ),
    "scores-2": (lambda: gg.solve_scores([(0, 1), (0, 2)], scores={1: -(2**40), 2: 3}), {}),
    "answers-1-codes": (lambda: gg.build(take, start=30), {"rule": take}),
    "answers-1-far": (
        lambda: gg.build(step, start=300),
        {"rule": step},
    ),
    "answers-1-labels": (
        lambda: gg.build(take_named, start=("x", 9)),
        {"rule": take_named},
    ),
    "answers-2-classes": (
        lambda: gg.build(nim, start=(1, 2, 2), canonical=ascending),
        {"rule": nim, "canonical": ascending},
    ),
    "answers-2-starts": (
        lambda: gg.build(take, start=[*range(40, 10, -1)]),
        {"rule": take},
    ),
    "answers-3-undecided": (
        lambda: gg.build(take, start=30, presets=last_wins, store="undecided"),
        {"rule": take, "presets": last_wins},
    ),
    "chance-1-won": (
        lambda: gg.solve_chance(
            {"roll": {"won": 5, "move": 1}, "move": ["roll", "lost", "stay"], "stay": ["move"]},
            owner={"move": 1, "won": 1, "lost": 0, "stay": 0},
            exact=True,
        ),
        {},
    ),
    "chance-1-paid": (
        lambda: gg.solve_chance(
            [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)],
            owner=[-1, 0, 1, 0],
            probabilities=[1, 2, 0, 0, 0],
            points=[0, 0.5, 2, 1, -1],
            scores={3: 4},
            endless=1,
        ),
        {},
    ),
    "chance-1-turns": (
        lambda: gg.solve_chance([(0, 1), (0, 2), (1, 2), (1, 3)], points=[1, 2, 3, 4]),
        {},
    ),
    "proof-1-won": (lambda: gg.prove(step, 7), {}),
    "proof-1-draw": (lambda: gg.prove(turn_round, "a"), {}),
    "proof-1-score": (lambda: gg.prove(take, 9, scores={0: -7}), {}),
    "proof-1-bound": (lambda: gg.prove(take, 8, scores={0: -7}, bound=3), {}),
    "values-1-grundy": (lambda: gg.grundy(take, start=9), {}),
    "values-1-grundy-classes": (
        lambda: gg.grundy(nim, start=(1, 2), canonical=ascending),
        {"rule": nim, "canonical": ascending},
    ),
    "values-1-loopy": (lambda: gg.loopy_grundy(CYCLES), {}),
    "sums-1-complete": (
        lambda: gg.grundy(two_piles, start=gg.Sum(6, 2), sums=True),
        {"rule": two_piles},
    ),
    "sums-1-couples": (
        lambda: gg.grundy(two_piles, start=7, sums=True, search=True),
        {"rule": two_piles},
    ),
    "sums-1-classes": (
        lambda: gg.grundy(fall, start=-3, sums=True, canonical=abs),
        {"rule": fall, "canonical": abs},
    ),
    "pursuit-1": (lambda: gg.PoliceAndThief(BOARD).solve(), {}),
    "pursuit-1-outcomes": (lambda: gg.PoliceAndThief(BOARD).solve(remoteness=False), {}),
    "cops-1": (lambda: gg.cops_and_robbers([(0, 1), (1, 2), (2, 3), (3, 0)], 2), {}),
    "cops-1-outcomes": (
        lambda: gg.cops_and_robbers(
            {"a": ["b"], "b": ["c"], "c": ["a"], "d": ["c"]}, 1, remoteness=False
        ),
        {},
    ),
    "owners-2-reachability": (lambda: gg.solve_reachability(RING, OWNER, [3]), {}),
    "owners-2-safety": (lambda: gg.solve_safety(RING, OWNER, player=1, unsafe=[3]), {}),
    "owners-2-buchi": (
        lambda: gg.solve_buchi(
            {"a": ["b", "c"], "b": ["a"], "c": ["c"]}, {"a": 0, "b": 1, "c": 0}, "b"
        ),
        {},
    ),
    "owners-2-cobuchi": (lambda: gg.solve_cobuchi(RING, OWNER, unsafe=[1]), {}),
    "memory-1-gr1-one-mode": (lambda: gg.solve_gr1(RING, OWNER, [[1]], [[0], [2]]), {}),
    "memory-1-streett": (
        lambda: gg.solve_streett(
            {"a": ["b", "c"], "b": ["a"], "c": ["a"]},
            {"a": 0, "b": 1, "c": 1},
            [(["b"], ["c"]), (["c"], ["b"])],
        ),
        {},
    ),
    "parity-2": (lambda: gg.ParityGame(RING, OWNER, [1, 2, 3, 2**40]).solve(), {}),
    "partizan-1": (
        lambda: gg.partizan({"a": ["b"], "b": []}, {"a": ["c"], "b": ["a"], "c": []}),
        {},
    ),
    "heap-game-1": (heap_game, {}),
    "heap-game-1-function": (hidden, {"game": gg.taking(lambda t: t % 2 == 1)}),
}
# Files that call the array of owners "movers", and what the same is written as now.
OLD = {
    "solution-2-turns": "solution-3-turns",
    "scores-1-movers": "scores-3-owners",
    "owners-1-reachability": "owners-2-reachability",
    "owners-1-safety": "owners-2-safety",
    "owners-1-buchi": "owners-2-buchi",
    "owners-1-cobuchi": "owners-2-cobuchi",
    "parity-1": "parity-2",
}
# Files of ways that looked at other components, or kept modes that nobody needs, and what the same
# is written as now.
SEARCHED = {"sums-1-search": "sums-1-couples", "memory-1-gr1": "memory-1-gr1-one-mode"}
# Searches that wait, which `prove` goes on with, and what they have found meanwhile.
WAITING: dict[str, dict[str, Any]] = {
    "search-1-codes": {"rule": take_batch, "start": 1000},
    "search-1-named": {"rule": take_named, "start": ("x", 1000)},
    "search-1-scores": {"rule": take, "start": 1000, "scores": {0: -7}},
}


def written(solution: Any) -> bytes:
    file = io.BytesIO()
    solution.save(file)
    return file.getvalue()


def members(content: bytes) -> list[tuple[str, bytes]]:
    """Return the members of an archive in order; what stands between them is up to Python."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def answers(solution: Any, name: str) -> list[Any]:
    """Return what a solution says of all that it knows."""
    if isinstance(solution, gg.HeapGame):
        return [repr(solution), solution.values(60).tolist(), solution.verify(60)]
    if isinstance(solution, gg.Proof):
        return [repr(solution), solution.strategy(), solution.plies, solution.start]
    found: list[Any] = [repr(solution), solution.verify(), solution.start]
    if isinstance(solution, gg.SumValues):
        return [*found, [solution.value(x) for x in range(4)]]
    positions = [*solution]
    one = solution.outcome if "outcomes" in name else solution.__getitem__
    found += positions, [one(x) for x in positions]
    for array in ("best_moves", "priority", "rank", "plies", "by_right", "given", "sets"):
        if hasattr(solution, array):
            found.append(np.asarray(getattr(solution, array)).tolist())
    if isinstance(solution, gg.Solution):
        game = solution.game
        found += game.start, game.presets is None or game.presets.tolist(), str(solution.play)
        found.append(game.owner is None or game.owner.tolist())
        found.append([[*game.options(x)] for x in positions])
    return found


@pytest.mark.parametrize("name", [*MADE, *OLD])
def test_a_file_of_once_gives_the_same_answers(name: str) -> None:
    make, given = MADE[OLD.get(name, name)]
    made = make()
    loaded = type(made).load(GOLDEN / f"{name}.npz", **given)
    assert type(loaded) is type(made)
    assert answers(loaded, name) == answers(made, name)


@pytest.mark.parametrize("name", [*MADE, *OLD])
def test_what_is_written_has_the_bytes_of_once(name: str) -> None:
    now = OLD.get(name, name)
    make, given = MADE[now]
    made = make()
    content = (GOLDEN / f"{now}.npz").read_bytes()
    assert members(written(made)) == members(content)
    again = type(made).load(GOLDEN / f"{name}.npz", **given)
    assert members(written(again)) == members(content)


@pytest.mark.parametrize("name", SEARCHED)
def test_a_file_of_another_way_gives_the_same_values(name: str) -> None:
    make, given = MADE[SEARCHED[name]]
    made = make()
    loaded = type(made).load(GOLDEN / f"{name}.npz", **given)
    assert answers(loaded, name)[1:] == answers(made, name)[1:]
    content = (GOLDEN / f"{name}.npz").read_bytes()
    assert members(written(type(made).load(io.BytesIO(content), **given))) == members(content)


@pytest.mark.parametrize("name", OLD)
def test_an_old_file_differs_in_name_and_version_alone(name: str) -> None:
    old, now = (np.load(GOLDEN / f"{x}.npz") for x in (name, OLD[name]))
    assert [x.replace("movers", "owner") for x in old.files] == now.files
    assert "movers" in old.files
    for x in set(old.files) - {"header"}:
        assert old[x].tolist() == now[x.replace("movers", "owner")].tolist()
    headers = [json.loads(x["header"].tobytes()) for x in (old, now)]
    versions = [x.pop("version") for x in headers]
    assert versions[0] < versions[1]
    assert sorted(x.pop("arrays") for x in headers) and headers[0] == headers[1]


def begun(name: str) -> gg.Proof[Any]:
    """Return a search that has found something, and waits."""
    given = dict(WAITING[name])
    found = gg.prove(given.pop("rule"), given.pop("start"), seconds=0, **given)
    assert found.outcome is None
    return found


@pytest.mark.parametrize("name", WAITING)
def test_a_search_of_once_goes_on(name: str) -> None:
    given = dict(WAITING[name])
    proof = gg.prove(given.pop("rule"), given.pop("start"), resume=GOLDEN / f"{name}.npz", **given)
    assert proof.outcome == gg.LOSE and proof.verify()
    assert proof.score == (-7 if given else None)
    # It begins with what was found, so that less is left.
    assert proof.nodes > begun(name).nodes


@pytest.mark.parametrize("name", WAITING)
def test_a_search_that_is_read_is_written_as_it_was(name: str) -> None:
    given = dict(WAITING[name])
    rule, start = given.pop("rule"), given.pop("start")
    content = (GOLDEN / f"{name}.npz").read_bytes()
    asked = {"has_scores": bool(given), "bound": None, "named": rule is not take_batch}
    found = load_search(io.BytesIO(content), start, gg.Play.NORMAL, **asked)
    assert found["nodes"] > 256 and np.count_nonzero(found["entries"]) > 50
    del asked["named"]
    again = io.BytesIO()
    save_search(again, start, gg.Play.NORMAL, found | asked)
    assert members(again.getvalue()) == members(content)


def test_every_file_is_read_and_names_its_version() -> None:
    names = [*MADE, *OLD, *SEARCHED, *WAITING]
    assert sorted(path.stem for path in GOLDEN.glob("*.npz")) == sorted(names)
    for path in GOLDEN.glob("*.npz"):
        header = json.loads(np.load(path)["header"].tobytes())
        form = header["format"].removeprefix("graphgame ").replace(" ", "-")
        assert path.stem.startswith(f"{form}-{header['version']}")
        assert path.stat().st_size < 8000


if __name__ == "__main__":
    for name, (make, _) in MADE.items():
        path = GOLDEN / f"{name}.npz"
        if not path.exists():
            path.write_bytes(written(make()))
    for name in WAITING:
        if not (path := GOLDEN / f"{name}.npz").exists():
            begun(name).save_search(path)
