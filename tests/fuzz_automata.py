"""The target of the fuzzer for automata, and for the circuits of their machines."""

from __future__ import annotations

import io

import graphgame as gg
from tests.text.test_random import Pieces

# Automata with more states or propositions are read, and written, but not solved.
MOST_STATES, MOST_PROPOSITIONS = 80, 10


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
