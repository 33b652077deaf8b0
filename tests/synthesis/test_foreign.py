"""Controllers of others: circuits in the AIGER format are read, run and judged."""

from __future__ import annotations

import io
import pickle
import random
from typing import Any

import pytest

import graphgame as gg
from graphgame import ParseError, VerificationError
from tests.fuzz_automata import ANSWERED_TEXT
from tests.marked import large
from tests.reference import synthesis as reference
from tests.synthesis import specs
from tests.synthesis.test_aiger import Circuit

TEXT = (
    b'HOA: v1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0) '
    b"--BODY-- State: 0 [0&1 | !0&!1] 0 {0} [0&!1 | !0&1] 0 --END--"
)
AUTOMATON = gg.read_hoa(io.BytesIO(TEXT))
PLAIN = b"aag 2 1 0 1 1\n2\n4\n4 2 2\ni0 r\no0 g\nc\nby hand\n"


def judged(spec: reference.Spec, automaton: gg.Automaton, text: bytes, semantics: str) -> bool:
    """Return whether a circuit is right, as both the checker and the definition say."""
    controller = gg.read_aiger(io.BytesIO(text), automaton, semantics)  # type: ignore[arg-type]
    machine = specs.rows(controller)
    assert machine is not None
    right = reference.is_right(spec, machine, wins=True, leads=controller.leads)
    if right:
        assert controller.verify(automaton)
    else:
        with pytest.raises(VerificationError):
            controller.verify(automaton)
    rng = random.Random(len(text))
    letters = [[x for x in controller.reads if rng.random() < 0.5] for _ in range(20)]
    expected = Circuit(text).run([{*letter} for letter in letters])
    assert [{*said} for said in controller.simulate(letters)] == expected
    controller.write_aiger(again := io.BytesIO())
    assert Circuit(again.getvalue()).run([{*letter} for letter in letters]) == expected
    return right


@pytest.mark.parametrize("semantics", ["mealy", *large(["moore"])])
def test_circuits_and_their_mutants_are_judged_rightly(semantics: Any) -> None:
    counts = {True: 0, False: 0}
    for seed in range(250):
        rng = random.Random(seed)
        spec, name = specs.random_spec(rng, specs.KINDS[seed % len(specs.KINDS)])
        automaton = gg.read_hoa(io.BytesIO(specs.text(rng, spec, name)))
        made = gg.realize(automaton, semantics)
        if not made.realizable:
            continue
        for binary in (False, True):
            text = io.BytesIO()
            made.write_aiger(text, binary=binary)
            assert judged(spec, automaton, text.getvalue(), semantics)
        made.write_aiger(text := io.BytesIO())
        lines = text.getvalue().split(b"\n")
        sizes = [*map(int, lines[0].split()[1:])]
        rows = [*range(1 + sizes[1], 1 + sum(sizes[1:]))]  # of latches, outputs and gates
        for _ in range(4):
            if rows:
                k = rng.choice(rows)
                *first, last = lines[k].split()
                other = b" ".join([*first, b"%d" % (int(last) ^ 1)])
                mutant = [*lines[:k], other, *lines[k + 1 :]]
                counts[judged(spec, automaton, b"\n".join(mutant), semantics)] += 1
    assert counts[False] > 30 and counts[True] > 30, counts


def test_gates_in_any_order_and_first_values() -> None:
    text = b"aag 5 1 1 1 3\n2\n4 4 1\n10\n10 8 6\n6 4 2\n8 6 6\ni0 r\no0 g\n"
    assert gg.read_aiger(io.BytesIO(text), AUTOMATON).verify(AUTOMATON)
    zero = text.replace(b"4 4 1", b"4 4")
    with pytest.raises(VerificationError):
        gg.read_aiger(io.BytesIO(zero), AUTOMATON).verify(AUTOMATON)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"aag", b"abc", ":1:1: expected 'aag M I L O A'"),
        (b"aag 2 1 0 1 1", b"aag 2 1 0 1", ":1:1: expected 'aag M I L O A'"),
        (b"aag 2 1 0 1 1", b"aag 2 1 0 1 2", ":1:1: expected counts"),
        (b"aag 2 1 0 1 1", b"aag 999999999 1 0 1 999999998", ":1:1: expected counts"),
        (b"aag 2 1 0 1 1", b"aag 2 1 0 1 1 1", ":1:1: expected a circuit of inputs, latches"),
        (b"\n4 2 2", b"\n4 2 9", ":4:1: expected literals up to 5"),
        (b"\n4 2 2", b"\n4 2", ":4:1: expected a gate and its two operands"),
        (b"\n4 2 2", b"\n4 2 4", "expected gates without a cycle, got a cycle through 4"),
        (b"\n4 2 2", b"\n2 2 2", "expected each variable once"),
        (b"\n4 2 2", b"\n5 2 2", ":4:1: expected an even literal"),
        (b"i0 r", b"i0 x", "i0: expected the name of one of ['r'], each once, got 'x'"),
        (b"i0 r\n", b"", "i0: expected the name of one of ['r'], each once, got none"),
        (b"o0 g", b"o0 r", "o0: expected the name of one of ['g']"),
        (b"o0 g", b"x0 g", ":6:1: expected a symbol"),
        (b"o0 g", b"o0 \xff", ":6:1: expected text that is UTF-8"),
    ],
)
def test_refusals(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(gg.GraphGameError) as caught:
        gg.read_aiger(io.BytesIO(PLAIN.replace(old, new)), AUTOMATON)
    assert message in str(caught.value)


def test_a_circuit_that_sees_what_it_should_not_is_written_as_it_is() -> None:
    """Read as one that chooses first, it answers the letter of its step: no proof accepts it."""
    automaton = gg.read_hoa(io.BytesIO(ANSWERED_TEXT))
    echo = gg.read_aiger(io.BytesIO(b"aag 1 1 0 1 0\n2\n2\ni0 r\no0 g\n"), automaton, "moore")
    with pytest.raises(VerificationError):
        echo.verify(automaton)
    echo.write_aiger(text := io.BytesIO())
    assert Circuit(text.getvalue()).run([{"r"}, set(), {"r"}]) == [{"g"}, set(), {"g"}]
    assert echo.simulate([["r"], []]) == [["g"], []]


def test_calls_that_do_not_fit_are_refused() -> None:
    with pytest.raises(gg.GraphGameError, match="automaton: expected an Automaton"):
        gg.read_aiger(io.BytesIO(PLAIN), "repeat.hoa")  # type: ignore[arg-type]
    with pytest.raises(gg.GraphGameError, match="semantics: expected"):
        gg.read_aiger(io.BytesIO(PLAIN), AUTOMATON, "x")  # type: ignore[arg-type]
    with pytest.raises(gg.GraphGameError, match="expected the output 'g', which the automaton has"):
        gg.read_aiger(io.BytesIO(b"aag 1 1 0 0 0\n2\ni0 r\n"), AUTOMATON)
    bits = 20
    assert gg.read_aiger(io.BytesIO(PLAIN), AUTOMATON).n == 1
    # A counter of 20 bits: bit k changes where all bits below it are set.
    gates, carry, literal = [], 4, 44
    nexts = [5]
    for k in range(1, bits):
        latch = 2 * k + 4
        gates.append(b"%d %d %d" % (literal, carry, latch))
        gates.append(b"%d %d %d" % (literal + 2, carry ^ 1, latch ^ 1))
        gates.append(b"%d %d %d" % (literal + 4, literal + 1, literal + 3))
        nexts.append(literal + 4)
        carry, literal = literal, literal + 6
    counter = [b"aag %d 1 20 1 %d" % (literal // 2 - 1, len(gates)), b"2"]
    rows = [b"%d %d" % (2 * k + 4, nexts[k]) for k in range(bits)]
    text = b"\n".join([*counter, *rows, b"2", *gates, b"i0 r", b"o0 g", b""])
    with pytest.raises(gg.TooLargeError, match="at most 100,000 states"):
        gg.read_aiger(io.BytesIO(text), AUTOMATON)


def test_a_text_that_is_cut_off_is_refused() -> None:
    made = gg.realize(AUTOMATON)
    for binary in (False, True):
        made.write_aiger(text := io.BytesIO(), binary=binary)
        whole = text.getvalue()
        for size in range(whole.find(b"o0 g") + 3):
            with pytest.raises((ParseError, gg.GraphGameError)):
                gg.read_aiger(io.BytesIO(whole[:size]), AUTOMATON)


def test_a_copy_of_a_controller_of_others_is_made_of_its_circuit() -> None:
    made = gg.realize(AUTOMATON)
    made.write_aiger(text := io.BytesIO(), binary=False)
    read = gg.read_aiger(io.BytesIO(text.getvalue()), AUTOMATON)
    twin = pickle.loads(pickle.dumps(read))
    assert twin.verify(AUTOMATON) and repr(twin) == repr(read)
    again = io.BytesIO()
    twin.write_aiger(again, binary=False)
    read.write_aiger(expected := io.BytesIO(), binary=False)
    assert again.getvalue() == expected.getvalue()
