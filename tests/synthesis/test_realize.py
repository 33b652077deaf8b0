"""Controllers against the definitions: random automata, mutants of machines, and examples."""

from __future__ import annotations

import copy
import io
import random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import VerificationError
from tests.reference import synthesis as reference
from tests.synthesis import shared, specs

SEMANTICS = ("mealy", "moore")


def read(text: bytes) -> gg.Automaton:
    return gg.read_hoa(io.BytesIO(text))


def random_case(seed: int) -> tuple[random.Random, reference.Spec, gg.Automaton]:
    rng = random.Random(seed)
    spec, name = specs.random_spec(rng, specs.KINDS[seed % len(specs.KINDS)])
    return rng, spec, read(specs.text(rng, spec, name))


def check_case(seed: int) -> tuple[bool, bool]:
    """Compare both games of an automaton with the definition; return who wins them."""
    _, spec, automaton = random_case(seed)
    found = []
    for semantics in SEMANTICS:
        winner = reference.winner(spec, moore=semantics == "moore")
        controller = gg.realize(automaton, semantics)
        game = automaton.game(semantics)
        assert controller.realizable == (winner == 0) == (game.solve().winner(game.start) == 0)
        assert controller.leads == (controller.realizable == (semantics == "moore"))
        machine = specs.rows(controller)
        assert machine is not None
        assert reference.is_right(spec, machine, wins=controller.realizable, leads=controller.leads)
        assert controller.verify(automaton)
        found.append(controller.realizable)
    return found[0], found[1]


def test_verdicts_and_machines_are_those_of_the_definition() -> None:
    verdicts = [check_case(seed) for seed in range(400)]
    assert {*verdicts} == {(False, False), (True, False), (True, True), (False, True)} - {
        (False, True)  # who can win without seeing a letter can win seeing it
    }


@pytest.mark.large
def test_five_thousand_automata() -> None:
    for seed in range(1_000, 6_000):
        check_case(seed)


# -- mutants --------------------------------------------------------------------------------------


def mutant(rng: random.Random, controller: gg.Controller) -> gg.Controller:
    """Return a machine with one change: of a target, of what it says, or of a literal."""
    changed: Any = copy.copy(controller)
    kind = rng.choice(["target", "said", "literal", "swap"])
    if kind == "target":
        changed._edges.targets[rng.randrange(changed.m)] = rng.randrange(changed.n)
    elif kind == "said":
        changed._edges.said[rng.randrange(changed.m)] = rng.randrange(
            len(changed._machine.emissions)
        )
    elif kind == "swap":
        a, b = rng.randrange(changed.m), rng.randrange(changed.m)
        changed._edges.said[[a, b]] = changed._edges.said[[b, a]]
    else:
        places = np.flatnonzero(changed._edges.literals >= 0)
        if len(places):
            changed._edges.literals[rng.choice(places.tolist())] ^= 1
    return changed  # type: ignore[no-any-return]


def judged(spec: reference.Spec, automaton: gg.Automaton, controller: gg.Controller) -> bool | None:
    """Return whether a machine is right, as both the checker and the definition say.

    None where two edges of a state answer one letter: the definition knows no such machines.
    """
    machine = specs.rows(controller)
    if machine is None:
        return None
    right = reference.is_right(spec, machine, wins=controller.realizable, leads=controller.leads)
    if right:
        assert controller.verify(automaton)
    else:
        with pytest.raises(VerificationError):
            controller.verify(automaton)
    return right


def test_mutants_of_machines_are_judged_rightly() -> None:
    counts = {True: 0, False: 0, None: 0}
    for seed in range(800):
        rng, spec, automaton = random_case(seed)
        for semantics in SEMANTICS:
            controller = gg.realize(automaton, semantics)
            if controller.m > 2:  # in others, little can go wrong
                for _ in range(4):
                    counts[judged(spec, automaton, mutant(rng, controller))] += 1
    assert counts[True] > 500
    assert counts[False] > 250
    assert counts[True] + counts[False] >= 1_000


def test_a_machine_of_another_automaton_is_refused() -> None:
    text = b"HOA: v1 Start: 0 AP: 1 %s Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--"
    one = read(text % b'"a" controllable-AP: 0')
    for other in (b'"b" controllable-AP: 0', b'"a"'):
        wrong = read(text % other)
        with pytest.raises(gg.GraphGameError, match="expected the propositions of the controller"):
            gg.realize(one).verify(wrong)


def test_two_answers_to_a_letter_are_refused() -> None:
    automaton = read(
        b'HOA: v1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0) --BODY--'
        b"State: 0 [0&1 | !0&!1] 0 {0} [0&!1 | !0&1] 0 --END--"
    )
    changed: Any = copy.copy(gg.realize(automaton))
    changed._edges.literals[:] = np.where(
        changed._edges.literals >= 0, 0, -1
    )  # both edges are for r
    with pytest.raises(VerificationError, match="letter"):
        changed.verify(automaton)


# -- use ------------------------------------------------------------------------------------------


def test_simulation_follows_the_edges() -> None:
    for seed in range(100):
        rng, _, automaton = random_case(seed)
        controller = gg.realize(automaton)
        machine = specs.rows(controller)
        assert machine is not None
        names, state = automaton.propositions, 0
        reads = [v for v in range(len(names)) if names[v] in controller.reads]
        letters = [[v for v in reads if rng.random() < 0.5] for _ in range(20)]
        said = controller.simulate([names[v] for v in letter] for letter in letters)
        for letter, answer in zip(letters, said, strict=True):
            bits, state = machine.rows[state][sum(1 << v for v in letter)]
            assert answer == [x for v, x in enumerate(names) if bits >> v & 1]
    with pytest.raises(gg.GraphGameError, match="expected some of"):
        controller.simulate([["no such proposition"]])


def test_a_written_machine_is_an_automaton_of_its_runs() -> None:
    """What a machine writes has a run for exactly the letters that the machine makes."""
    for seed in range(100):
        _, spec, automaton = random_case(seed)
        controller = gg.realize(automaton)
        text = io.BytesIO()
        controller.write_hoa(text)
        again = read(text.getvalue())
        assert (again.n, again.propositions) == (controller.n, automaton.propositions)
        machine = specs.rows(controller)
        assert machine is not None
        # Who makes the machine's letters wins the game of its text, in each state of it.
        edges = tuple(
            tuple((frozenset({a | b}), frozenset[int](), t) for a, (b, t) in row.items())
            for row in machine.rows
        )
        runs = reference.Spec(spec.n_ap, spec.controllable, 0, True, edges, 0)
        assert gg.realize(again).realizable == (reference.winner(runs, moore=False) == 0)


def test_a_machine_with_too_many_cubes_is_still_a_circuit() -> None:
    """The output is the parity of 24 inputs: few gates, and 2^23 cubes."""
    count = 24
    label, other = "0", "!0"
    aliases = []
    for v in range(1, count):
        aliases += [f"Alias: @a{v} ({label})&!{v} | ({other})&{v}"]
        label, other = f"@a{v}", f"!@a{v}"
    names = " ".join(f'"p{v}"' for v in range(count + 1))
    text = (
        f"HOA: v1 Start: 0 AP: {count + 1} {names} controllable-AP: {count} Acceptance: 0 t "
        f"{' '.join(aliases)} --BODY-- State: 0 [{label}&{count} | {other}&!{count}] 0 --END--"
    )
    controller = gg.realize(read(text.encode()))
    assert controller.realizable and controller.n == 1
    assert controller.gates()[1] < 300
    with pytest.raises(gg.TooLargeError, match="at most 2.25 literals"):
        controller.write_hoa(io.BytesIO())


@pytest.mark.parametrize("semantics", SEMANTICS)
def test_progress_counts_the_states(semantics: Any) -> None:
    for seed in range(20):
        _, _, automaton = random_case(seed)
        steps: list[gg.Progress] = []
        controller = gg.realize(automaton, semantics, progress=steps.append)
        last = {step.stage: step for step in steps}
        stages = ["joining edges", "splitting letters", "solving", "reading off", "merging"]
        assert list(last) == stages
        assert last["joining edges"].done == last["splitting letters"].done == automaton.n
        assert last["solving"].done == automaton.game(semantics).n
        assert last["reading off"].done == controller.unmerged
        assert str(last["merging"]) == f"merged into {controller.n} states"


def test_who_interrupts_is_heard() -> None:
    def stop(step: gg.Progress) -> None:
        if step.stage == "reading off":
            raise KeyboardInterrupt

    _, _, automaton = random_case(3)
    with pytest.raises(KeyboardInterrupt):
        gg.realize(automaton, progress=stop)
    with pytest.raises(gg.GraphGameError, match="progress: expected False, True or a callable"):
        gg.realize(automaton, progress=3)  # type: ignore[arg-type]


def test_calls_that_do_not_fit_are_refused() -> None:
    automaton = read(b"HOA: v1 Acceptance: 0 t --BODY-- --END--")
    with pytest.raises(gg.GraphGameError, match="semantics: expected 'mealy' or 'moore'"):
        gg.realize(automaton, "other")  # type: ignore[arg-type]
    with pytest.raises(gg.GraphGameError, match="automaton: expected an Automaton, got str"):
        gg.realize("file.hoa")  # type: ignore[arg-type]
    with pytest.raises(gg.GraphGameError, match="automaton: expected an Automaton, got str"):
        gg.write_hoa("file.hoa", io.BytesIO())  # type: ignore[arg-type]
    assert not gg.realize(automaton).realizable


# -- examples -------------------------------------------------------------------------------------


@pytest.mark.large
@pytest.mark.always
def test_examples_of_others() -> None:
    """All verdicts are those that were published, and each machine is verified."""
    known = {row["name"]: row for row in shared.index("truth.json")}
    count = realizable = 0
    for name, text in shared.examples():
        automaton = gg.read_hoa(io.BytesIO(text), source=name)
        controller = gg.realize(automaton)
        assert controller.verify(automaton), name
        count, realizable = count + 1, realizable + controller.realizable
        if name in known:
            row = known[name]
            assert controller.realizable == row["realizable"], name
            assert (automaton.n, len(automaton.propositions)) == (row["states"], row["ap"])
            assert (automaton.m, len(automaton.outputs)) == (row["edges"], row["controllable"])
    assert (count, realizable) == (275, 203)
