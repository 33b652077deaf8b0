"""The target of the fuzzer for automata, and for the circuits of their machines."""

from __future__ import annotations

import io
from collections.abc import Callable

import graphgame as gg
from tests.reference import synthesis as reference
from tests.synthesis import specs
from tests.text.test_random import Pieces

# Automata with more states or propositions are read, and written, but not solved.
MOST_STATES, MOST_PROPOSITIONS = 80, 10


def refusing(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Return a target that may refuse its input."""

    def called(data: bytes) -> None:
        from tests.fuzz_targets import refusals

        with refusals():
            target(data)

    return called


@refusing
def hoa_text(data: bytes) -> None:
    """Read automata; make machines of those that are small, verify them, write all and read it."""
    for automaton in gg.read_hoas(Pieces(data, 1 + len(data) // 3)):
        assert automaton.n <= len(data), "no memory for what is only announced"
        if automaton.n > MOST_STATES or len(automaton.propositions) > MOST_PROPOSITIONS:
            continue
        text = io.BytesIO()
        gg.write_hoa(automaton, text)
        again = gg.read_hoa(io.BytesIO(text.getvalue()))
        assert (again.n, again.m) == (automaton.n, automaton.m)
        for semantics in ("mealy", "moore"):
            controller = gg.realize(automaton, semantics)  # type: ignore[arg-type]
            assert controller.verify(automaton) and controller.verify(again)
            assert gg.realize(again, semantics).realizable == controller.realizable  # type: ignore[arg-type]
            controller.write_hoa(machine := io.BytesIO())
            assert gg.read_hoa(io.BytesIO(machine.getvalue())).n == controller.n
            for binary in (False, True) if controller.realizable else ():
                controller.write_aiger(circuit := io.BytesIO(), binary=binary)
                read = gg.read_aiger(io.BytesIO(circuit.getvalue()), automaton, semantics)  # type: ignore[arg-type]
                assert read.verify(automaton)


# A request (bit 0) is to be granted (bit 1) in its step or in the next one.
ANSWERED = reference.Spec(
    n_ap=2,
    controllable=frozenset({1}),
    sets=1,
    condition=specs.inf(0),
    edges=(
        (
            (frozenset({0, 2, 3}), frozenset({0}), 0),
            (frozenset({1}), frozenset(), 1),
        ),
        ((frozenset({2, 3}), frozenset({0}), 0),),
    ),
    start=0,
)
ANSWERED_TEXT = b"""HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0)
--BODY-- State: 0 [!0|1] 0 {0} [0&!1] 1 State: 1 [1] 0 {0} --END--"""


@refusing
def circuit_text(data: bytes) -> None:
    """Read a circuit for one automaton: the verdict is that of the definition."""
    automaton = gg.read_hoa(io.BytesIO(ANSWERED_TEXT))
    for semantics in ("mealy", "moore"):
        machine = gg.read_aiger(Pieces(data, 1 + len(data) // 3), automaton, semantics)  # type: ignore[arg-type]
        try:
            is_right = machine.verify(automaton)
        except gg.VerificationError:
            is_right = False
        if machine.n > MOST_STATES:
            continue
        rows = specs.rows(machine)
        assert rows is not None, "a circuit says one thing to each letter"
        assert is_right == reference.is_right(ANSWERED, rows, wins=True, leads=semantics == "moore")
        again = io.BytesIO()
        machine.write_aiger(again, binary=False)
        copy = gg.read_aiger(io.BytesIO(again.getvalue()), automaton, semantics)  # type: ignore[arg-type]
        word = [["r"] * (step % 3 == 0) for step in range(2 * machine.n + 4)]
        assert machine.simulate(word) == copy.simulate(word)
