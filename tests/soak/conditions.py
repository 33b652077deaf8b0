"""Games of conditions on several sets: generalized Büchi, GR(1), Rabin and Streett games."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import graphgame as gg
from tests.reference import conditions as reference
from tests.soak import draw, graphs
from tests.soak.case import Case, fewer, same
from tests.soak.solvers import edges_of

OBJECTIVES = ("generalized_buchi", "gr1", "rabin", "streett")


def draw_tiny(rng: random.Random) -> Case:
    """Draw a game that the reference can solve."""
    return _drawn(rng, rng.randint(1, 7), 3)


def draw_medium(rng: random.Random) -> Case:
    """Draw a game that only the package can solve."""
    return _drawn(rng, draw.size(rng, 10, 3_000), 4)


def _drawn(rng: random.Random, n: int, pairs: int) -> Case:
    share = rng.choice([0.05, 0.2, 0.5])
    objective = rng.choice(OBJECTIVES)
    count = 2 * rng.randint(0, pairs)
    return {
        "n": n,
        "edges": draw.edges(rng, n),
        "owner": [rng.randint(0, 1) for _ in range(n)],
        "objective": objective,
        "sets": [[v for v in range(n) if rng.random() < share] for _ in range(count)],
        "assumed": rng.randint(0, count) if objective == "gr1" else 0,
        "player": rng.randint(0, 1),
        "forms": ["edges"],
    }


def _solved(
    case: Case, objective: str, sets: list[list[int]], player: int
) -> gg.MemorySolution[int]:
    graph: gg.GameGraph[int] = gg.GameGraph.from_edges(edges_of(case), case["n"])
    given: tuple[Any, ...] = (sets,)
    if objective == "gr1":
        given = sets[: case["assumed"]], sets[case["assumed"] :]
    elif objective != "generalized_buchi":
        given = ([*zip(sets[::2], sets[1::2], strict=True)],)
    solve = getattr(gg, f"solve_{objective}")
    found: gg.MemorySolution[int] = solve(graph, case["owner"][: case["n"]], *given, player)
    return found


def _sets(case: Case) -> list[list[int]]:
    """Return the sets, without positions that a smaller case has not."""
    return [[v for v in some if v < case["n"]] for some in case["sets"]]


def check_reference(case: Case) -> None:
    """Compare the winners and the strategies with the definitions."""
    objective, sets, player = case["objective"], _sets(case), case["player"]
    s = _solved(case, objective, sets, player)
    options = [s.game.options(v) for v in range(s.game.n)]
    owner, known = case["owner"][: s.game.n], [{*x} for x in sets]

    def wins(seen: frozenset[int]) -> bool:
        return reference.holds(objective, known, case["assumed"], seen) == (player == 0)

    same("winners", s.winners.tolist(), reference.winners(options, owner, wins))
    answer = s.winners.tolist(), s.strategy.tolist(), s.memory_update.tolist()
    if s.game.n <= 5:
        same("is it right?", reference.is_right(options, owner, wins, *answer), True)


def check_laws(case: Case) -> None:
    """Verify; solve the game as the other player sees it; write a file and read it."""
    objective, sets, player = case["objective"], _sets(case), case["player"]
    s = _solved(case, objective, sets, player)
    same("verify", s.verify(), True)
    swapped = [x for pair in zip(sets[1::2], sets[::2], strict=True) for x in pair]
    if objective in ("rabin", "streett"):
        other = "streett" if objective == "rabin" else "rabin"
        same("winners", s.winners, _solved(case, other, swapped, 1 - player).winners)
    elif objective == "gr1" and not case["assumed"]:
        same("winners", s.winners, _solved(case, "generalized_buchi", sets, player).winners)
    elif objective == "generalized_buchi":
        every = [*range(s.game.n)]
        pairs = [x for some in sets[:4] for x in (every, some)]
        t = _solved(case, "generalized_buchi", sets[:4], player)
        same("winners", t.winners, _solved(case, "streett", pairs, player).winners)
    file = io.BytesIO()
    s.save(file)
    file.seek(0)
    loaded = gg.MemorySolution.load(file)
    same("verify", loaded.verify(), True)
    for name in ("winners", "strategy", "memory_update", "sets"):
        same(name, np.asarray(getattr(loaded, name)), np.asarray(getattr(s, name)))


def smaller(case: Case) -> Iterator[Case]:
    """Take away positions, edges, and positions of sets."""
    for less in graphs.smaller(case | {"presets": []}):
        yield case | {name: less[name] for name in ("n", "edges")}
    for i, some in enumerate(case["sets"]):
        for fewer_ones in fewer(some):
            yield case | {"sets": [*case["sets"][:i], fewer_ones, *case["sets"][i + 1 :]]}
