"""Automata and their controllers."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import graphgame as gg
from tests.reference import synthesis as reference
from tests.soak.case import Case, fewer, same
from tests.synthesis import specs

SEMANTICS = ("mealy", "moore")


def draw_tiny(rng: random.Random) -> Case:
    """Draw an automaton that the reference can solve: its edges, as letters, marks and states."""
    spec, name = specs.random_spec(rng, rng.choice(specs.KINDS))
    return {
        "n_ap": spec.n_ap,
        "controllable": sorted(spec.controllable),
        "sets": spec.sets,
        "condition": spec.condition,
        "name": name,
        "edges": [
            [[sorted(letters), sorted(marks), target] for letters, marks, target in row]
            for row in spec.edges
        ],
        "start": spec.start,
        "seed": rng.randrange(2**32),
    }


def _tuples(condition: object) -> reference.Condition:
    """Return a condition with tuples, where a file has lists."""
    if isinstance(condition, list | tuple):
        return tuple(_tuples(x) if isinstance(x, list | tuple) else x for x in condition)
    assert isinstance(condition, bool)
    return condition


def check(case: Case) -> None:
    """Compare verdicts and machines with the definitions; read what was written."""
    edges = tuple(
        tuple((frozenset(letters), frozenset(marks), target) for letters, marks, target in row)
        for row in case["edges"]
    )
    spec = reference.Spec(
        case["n_ap"],
        frozenset(case["controllable"]),
        case["sets"],
        _tuples(case["condition"]),
        edges,
        case["start"],
    )
    text = specs.text(random.Random(case["seed"]), spec, case["name"])
    automaton = gg.read_hoa(io.BytesIO(text))
    gg.write_hoa(automaton, written := io.BytesIO())
    again = gg.read_hoa(io.BytesIO(written.getvalue()))
    for semantics in SEMANTICS:
        controller = gg.realize(automaton, semantics)
        winner = reference.winner(spec, moore=semantics == "moore")
        same(f"realizable, {semantics}", controller.realizable, winner == 0)
        for one in (automaton, again):
            same("verify", controller.verify(one), True)
        same("leads", controller.leads, controller.realizable == (semantics == "moore"))
        machine = specs.rows(controller)
        assert machine is not None, "one edge for each letter"
        right = reference.is_right(
            spec, machine, wins=controller.realizable, leads=controller.leads
        )
        same(f"is it right, {semantics}?", right, True)
        if controller.realizable:
            for binary in (False, True):
                controller.write_aiger(circuit := io.BytesIO(), binary=binary)
                read = gg.read_aiger(io.BytesIO(circuit.getvalue()), automaton, semantics)
                same("verify the circuit", read.verify(automaton), True)


def smaller(case: Case) -> Iterator[Case]:
    """Take away edges, and letters of edges."""
    rows = case["edges"]
    for q, row in enumerate(rows):
        for less in fewer(row):
            yield case | {"edges": [*rows[:q], less, *rows[q + 1 :]]}
        for i, (letters, marks, target) in enumerate(row):
            for some in fewer(letters):
                edges = [*row[:i], [some, marks, target], *row[i + 1 :]]
                yield case | {"edges": [*rows[:q], edges, *rows[q + 1 :]]}
