"""The example games, through real pipes, against published numbers.

Dodgem and the L game are enumerated by the scripts in examples/, written as graph text into a pipe,
and solved and verified by the command.  The numbers are those of the literature and of independent
programs; the sources stand in the examples.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import DRAW, LOSE, WIN, Outcome
from tests.reference import graphs as reference, levels as slow_levels
from tests.reference.graphs import Game

pytestmark = pytest.mark.large  # millions of moves

PACKAGE = Path(gg.__file__).parents[1]
EXAMPLES = Path(__file__).parents[2] / "examples"
# -P: the package under test, not what happens to lie in the working directory.
ENVIRONMENT = os.environ | {"PYTHONPATH": str(PACKAGE)}
COMMAND = [sys.executable, "-P", "-m", "graphgame"]


def example(script: str, *arguments: str) -> list[str]:
    return [sys.executable, str(EXAMPLES / script), *arguments]


def graph_text(script: str, *arguments: str) -> bytes:
    command = example(script, *arguments)
    run = subprocess.run(command, capture_output=True, env=ENVIRONMENT, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
    return run.stdout


def summary(script: str, *arguments: str, play: str = "normal") -> dict[str, Any]:
    """Run ``script | graphgame solve`` and give its summary, once it is known to be verified."""
    options = ["--play", play, "--summary", "--json", "--verify"]
    command = example(script, *arguments)
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT) as writer:
        reader = subprocess.run(
            [*COMMAND, "solve", *options],
            stdin=writer.stdout,
            capture_output=True,
            env=ENVIRONMENT,
            check=False,
        )
    assert (writer.returncode, reader.returncode, reader.stderr) == (0, 0, b"")
    facts: dict[str, Any] = json.loads(reader.stdout)
    assert facts.pop("verified") is True
    assert (facts.pop("play"), facts.pop("base")) == (play, 1)
    return facts


def facts(
    positions: int, moves: int, outcomes: tuple[int, int, int], longest: tuple[int, int], first: Any
) -> dict[str, Any]:
    names = ("wins", "losses", "draws", "longest_win", "longest_loss")
    return {
        "positions": positions,
        "moves": moves,
        **dict(zip(names, outcomes + longest, strict=True)),
        "first": {"outcome": first[0], "remoteness": first[1]},
    }


def histogram(solution: gg.Solution, outcome: Outcome) -> dict[int, int]:
    """Count the positions of an outcome by remoteness."""
    chosen = solution.remoteness[solution.outcomes == outcome]
    return dict(sorted(Counter(chosen.tolist()).items()))


# -- Dodgem ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (2, facts(23, 25, (15, 8, 0), (4, 3), ("WIN", 4))),
        (3, facts(2_055, 5_715, (1_215, 840, 0), (22, 21), ("WIN", 20))),
        (4, facts(395_294, 1_909_221, (210_883, 149_130, 35_281), (42, 43), ("DRAW", -1))),
    ],
)
def test_dodgem_through_a_pipe(n: int, expected: dict[str, Any]) -> None:
    assert summary("dodgem.py", str(n), play="misere") == expected


@pytest.mark.always
@pytest.mark.parametrize("n", [2, 3])
def test_dodgem_equals_the_reference(n: int) -> None:
    graph = gg.read_graph(io.BytesIO(graph_text("dodgem.py", str(n))))
    answer = reference.solve(Game.of(graph, "misere"))
    solution = gg.solve(graph, play="misere")
    assert solution.outcomes.tolist() == answer.outcomes
    assert solution.remoteness.tolist() == answer.remoteness
    assert (list(solution.line(0)), solution.line(0).closes_at) == answer.line(0)


# -- the L game -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), facts(18_368, 1_632_800, (8_048, 232, 10_088), (9, 8), ("DRAW", -1))),
        (("--symmetry",), facts(2_296, 204_100, (1_006, 29, 1_261), (9, 8), ("DRAW", -1))),
    ],
    ids=["full", "symmetry"],
)
def test_the_l_game_through_a_pipe(arguments: tuple[str, ...], expected: dict[str, Any]) -> None:
    assert summary("l_game.py", *arguments) == expected


def test_the_l_game_by_remoteness() -> None:
    solution = gg.solve(gg.read_graph(io.BytesIO(graph_text("l_game.py", "--symmetry"))))
    assert histogram(solution, LOSE) == {0: 15, 2: 3, 4: 3, 6: 5, 8: 3}
    assert histogram(solution, WIN) == {1: 768, 3: 27, 5: 81, 7: 11, 9: 119}
    assert histogram(solution, DRAW) == {-1: 1_261}


# Each with its levels of draws: who presses, who is pressed, who of them on the edge, and the
# greatest remoteness; and how many draws are held by one move alone, of those where some lose.
RANKED = {
    "dodgem.py 4": ("misere", (5_708, 29_573, 29_462, 4), 13_114),
    "l_game.py": ("normal", (72, 10_016, 10_016, 1), 280),
    "l_game.py --symmetry": ("normal", (9, 1_252, 1_252, 1), 35),
}


@pytest.mark.parametrize("command", RANKED)
def test_levels_of_draws(command: str) -> None:
    """Nobody published them: the slow definition finds them, and changes of one are refused."""
    play, counted, only = RANKED[command]
    graph = gg.read_graph(io.BytesIO(graph_text(*command.split())))
    draws = gg.solve(graph, play=play).draw_levels()
    names = "pressing", "pressed", "edge", "longest"
    assert draws.counts() == [dict(zip(names, counted, strict=True))]
    assert (draws.dead, draws.verify()) == (0, True)
    outcomes = draws.solution.outcomes
    ptr, idx = graph.option_ptr.tolist(), graph.option_idx.tolist()
    options = [set(idx[a:b]) for a, b in itertools.pairwise(ptr)]
    remoteness = draws.solution.remoteness.tolist()
    answer = reference.Answer(options, [*map(Outcome, outcomes.tolist())], remoteness)
    ranks = list(zip(draws.levels.tolist(), draws.remoteness.tolist(), strict=True))
    assert slow_levels.levels(answer) == ranks
    drawn = np.flatnonzero(draws.levels >= 0)
    lost = [any(outcomes[w] == WIN for w in options[v]) for v in drawn.tolist()]
    held = [sum(outcomes[w] == DRAW for w in options[v]) == 1 for v in drawn.tolist()]
    assert sum(map(all, zip(lost, held, strict=True))) == only
    labels = [draws.levels, draws.remoteness]
    for place, column in enumerate(labels):
        for v in drawn[:: len(drawn) // 20].tolist():
            for wrong in {-1, 0, 1, 2, 3, 5} - {int(column[v])}:
                changed = column.copy()
                changed[v] = wrong
                wrongly = [*labels[:place], changed, *labels[place + 1 :]]
                with pytest.raises(gg.VerificationError):
                    gg.verify_draw_levels(graph, outcomes, *wrongly)


def test_the_l_game_in_full_is_eight_times_the_l_game_up_to_symmetry() -> None:
    """No position of the L game is its own image: each outcome and remoteness comes 8 times."""
    full = gg.solve(gg.read_graph(io.BytesIO(graph_text("l_game.py"))))
    small = gg.solve(gg.read_graph(io.BytesIO(graph_text("l_game.py", "--symmetry"))))
    for outcome in Outcome:
        eightfold = {r: 8 * count for r, count in histogram(small, outcome).items()}
        assert histogram(full, outcome) == eightfold
