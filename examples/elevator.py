"""An elevator that serves every call, as a parity game of four priorities.

After each move of the elevator its users may call it to another floor, or block it for a moment.
The elevator goes up or down by a floor, or opens its door, which serves the call to this floor.  It
looks after one floor at a time, and goes on to the next one when nobody waits there.

Player 0, the elevator, wants to look after all floors again and again (priority 2) and not to pass
waiting users for ever (priority 3), unless it is blocked for ever (priority 4).  The strategy is
the controller.

Run it: it prints who wins, and how the elevator works while its users call it to every floor.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import graphgame as gg

ELEVATOR, USERS = 0, 1
# What happened: the priority of a position.
NOTHING, ROUND, PASSED, BLOCKED = 1, 2, 3, 4


class State(NamedTuple):
    """Where the elevator is, who waits, which floor it looks after, what happened, who moves."""

    floor: int
    calls: tuple[bool, ...]
    care: int
    event: int
    turn: int


def start(floors: int) -> State:
    """Return the state in which the elevator stands on floor 0, and nobody waits."""
    return State(0, (False,) * floors, 0, NOTHING, USERS)


def options(state: State) -> list[State]:
    """Return the states after a move of the elevator, or of its users."""
    floor, calls, care, _, turn = state
    if turn == USERS:
        more = [k for k, on in enumerate(calls) if not on and k != floor]
        quiet = [State(floor, now, care, NOTHING, ELEVATOR) for now in (calls, *_with(calls, more))]
        return [*quiet, State(floor, calls, care, BLOCKED, USERS)]
    event = PASSED if calls[floor] else NOTHING
    served = (*calls[:floor], False, *calls[floor + 1 :])
    ways = [there for there in (floor - 1, floor + 1) if 0 <= there < len(calls)]
    return [
        _cared_for(floor, served, care, NOTHING),
        *(_cared_for(there, calls, care, event) for there in ways),
    ]


def _with(calls: tuple[bool, ...], floors: list[int]) -> list[tuple[bool, ...]]:
    """Return the calls with each of these floors added."""
    return [(*calls[:k], True, *calls[k + 1 :]) for k in floors]


def _cared_for(floor: int, calls: tuple[bool, ...], care: int, event: int) -> State:
    """Return the state after a move; the elevator looks after the next floor if it can."""
    if not calls[care]:
        care = (care + 1) % len(calls)
        if care == 0 and event == NOTHING:
            event = ROUND
    return State(floor, calls, care, event, USERS)


def solve(floors: int) -> gg.ParitySolution[State]:
    """Return the solved game, whose proof has been checked."""
    solution: gg.ParitySolution[State] = gg.solve_parity(
        options, lambda s: s.turn, lambda s: s.event, start=start(floors)
    )
    solution.verify()
    return solution


def simulate(
    solution: gg.ParitySolution[State], state: State, users: Callable[[State], State], moves: int
) -> list[State]:
    """Return so many states, in which the elevator follows its strategy."""
    line = [state]
    for _ in range(moves):
        move = users(line[-1]) if line[-1].turn == USERS else solution.best_move(line[-1])
        if move is None:
            break
        line.append(move)
    return line


def busy(state: State) -> State:
    """Return the state after the users call from the highest floor where nobody waits."""
    calls = [s for s in options(state) if s.event == NOTHING]
    return max(calls, key=lambda s: (sum(s.calls), s.calls[::-1]))


# -- the page --------------------------------------------------------------------------------------

EVENTS = {NOTHING: ".", ROUND: "r", PASSED: "p", BLOCKED: "b"}
PIECES = {
    "E": {"text": "E", "shape": "square", "colour": "#0072b2", "name": "elevator"},
    "c": {"text": "!", "shape": "disc", "colour": "#e69f00", "name": "call"},
    "*": {"text": "★", "colour": "#117733", "name": "looked after"},
    "r": {"text": "✓", "colour": "#117733", "name": "all floors were looked after"},
    "p": {"text": "✗", "colour": "#b8400f", "name": "waiting users were passed"},
    "b": {"text": "–", "colour": "#57606a", "name": "blocked"},
}


def board(state: State) -> str:
    """Return what happened, and the floors: the elevator, calls, the floor it looks after."""
    rows = [
        f"{'.E'[k == state.floor]}{'.c'[on]}{'.*'[k == state.care]}"
        for k, on in enumerate(state.calls)
    ]
    return "\n".join([f"{EVENTS[state.event]}  ", *reversed(rows)])


def move(state: State, option: State) -> str:
    """Return the name of a move; the lowest floor is 1, as on the board."""
    if state.turn == USERS:
        called = [k for k, on in enumerate(option.calls) if on > state.calls[k]]
        return f"! {called[0] + 1}" if called else "×" if option.event == BLOCKED else "–"
    if option.floor == state.floor:
        return f"= {state.floor + 1}"
    return f"{'↑' if option.floor > state.floor else '↓'} {option.floor + 1}"


def look() -> dict[str, Any]:
    """Return what the page shows."""
    return {"title": "An elevator and its users", "board": board, "pieces": PIECES, "move": move}


def main(arguments: Sequence[str]) -> None:
    """Print who wins, and how the elevator works."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--floors", type=int, default=4)
    args = parser.parse_args(arguments)
    solution = solve(args.floors)
    counts = solution.counts()
    print(f"{len(solution)} states: the elevator wins {counts[0]}, its users {counts[1]}")
    line = simulate(solution, start(args.floors), busy, 60)
    served = [now.floor for before, now in pairwise(line) if sum(now.calls) < sum(before.calls)]
    print("floors served:", *served)


if __name__ == "__main__":
    main(sys.argv[1:])
