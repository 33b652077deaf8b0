"""Circuits of machines: an interpreter of the format, written from its definition, runs them."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING

import pytest

import graphgame as gg
from tests.synthesis import specs

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = (
    b'HOA: v1 Start: 0 AP: 1 "%s" controllable-AP: 0 Acceptance: 0 t '
    b"--BODY-- State: 0 [0] 0 --END--"
)


class Circuit:
    """A circuit, read from either format."""

    def __init__(self, text: bytes) -> None:
        header, _, rest = text.partition(b"\n")
        kind, *counts = header.split()
        self.most, n_inputs, n_latches, n_outputs, n_gates = map(int, counts)

        def line() -> list[int]:
            nonlocal rest
            first, _, rest = rest.partition(b"\n")
            return [*map(int, first.split())]

        self.gates: list[tuple[int, int, int]] = []
        if kind == b"aag":
            self.inputs = [line()[0] for _ in range(n_inputs)]
            latches = [line() for _ in range(n_latches)]
            self.outputs = [line()[0] for _ in range(n_outputs)]
            for _ in range(n_gates):
                target, left, right = line()
                self.gates.append((target, left, right))
        else:
            assert kind == b"aig"
            assert self.most == n_inputs + n_latches + n_gates
            self.inputs = [2 * k + 2 for k in range(n_inputs)]
            latches = [[2 * (n_inputs + k) + 2, *line()] for k in range(n_latches)]
            self.outputs = [line()[0] for _ in range(n_outputs)]
            for k in range(n_gates):
                target = 2 * (n_inputs + n_latches + k) + 2
                left = target - self._number(rest)
                rest = rest[self.read :]
                right = left - self._number(rest)
                rest = rest[self.read :]
                self.gates.append((target, left, right))
        self.latches = [(target, following) for target, following in latches]
        for target, left, right in self.gates:
            assert target > left >= right >= 0
        symbols, _, comment = rest.partition(b"c\n")
        assert comment
        self.names = dict(row.split(" ", 1) for row in symbols.decode().splitlines())

    def _number(self, rest: bytes) -> int:
        value = shift = self.read = 0
        while True:
            byte = rest[self.read]
            self.read += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def run(self, letters: list[set[str]]) -> list[set[str]]:
        """Return the names of the outputs that hold in each step."""
        state = dict.fromkeys((target for target, _ in self.latches), False)
        found = []
        for letter in letters:
            value = {0: False, **state}
            for k, target in enumerate(self.inputs):
                value[target] = self.names[f"i{k}"] in letter

            def holds(literal: int, value: dict[int, bool] = value) -> bool:
                return value[literal & ~1] != bool(literal & 1)

            for target, left, right in self.gates:
                value[target] = holds(left) and holds(right)
            found.append(
                {self.names[f"o{k}"] for k, literal in enumerate(self.outputs) if holds(literal)}
            )
            state = {target: holds(following) for target, following in self.latches}
        return found


@pytest.mark.parametrize("semantics", ["mealy", "moore"])
def test_circuits_do_what_machines_do(semantics: str) -> None:
    sizes = set()
    for seed in range(200):
        rng = random.Random(seed)
        spec, name = specs.random_spec(rng, specs.KINDS[seed % len(specs.KINDS)])
        automaton = gg.read_hoa(io.BytesIO(specs.text(rng, spec, name)))
        controller = gg.realize(automaton, semantics)  # type: ignore[arg-type]
        letters = [{x for x in controller.reads if rng.random() < 0.5} for _ in range(40)]
        expected = [{*said} for said in controller.simulate(letters)]
        for binary in (False, True):
            text = io.BytesIO()
            controller.write_aiger(text, binary=binary)
            circuit = Circuit(text.getvalue())
            assert circuit.run(letters) == expected
            assert (len(circuit.latches), len(circuit.gates)) == controller.gates()
            assert len(circuit.inputs) == len(controller.reads)
            assert len(circuit.outputs) == len(controller.says)
            assert len(circuit.latches) == (controller.n - 1).bit_length()
        sizes.add(controller.gates()[0])
        if controller.leads:  # what it says is a function of the latches
            said = {2 * k + 2 for k in range(len(circuit.inputs))}
            for target, left, right in circuit.gates:
                if said & {left & ~1, right & ~1}:
                    said.add(target)
            assert not said & {literal & ~1 for literal in circuit.outputs}
    assert {0, 1} <= sizes


def test_the_name_of_a_file_says_the_format(tmp_path: Path) -> None:
    text = PLAIN % b"g"
    controller = gg.realize(gg.read_hoa(io.BytesIO(text)))
    for name, kind in (("a.aag", b"aag"), ("a.aig", b"aig"), ("a", b"aag")):
        controller.write_aiger(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(kind + b" ")
    controller.write_aiger(tmp_path / "a", binary=True)
    assert (tmp_path / "a").read_bytes().startswith(b"aig ")


def test_names_of_several_lines_are_refused() -> None:
    text = PLAIN % b"a\nb"
    with pytest.raises(gg.GraphGameError, match="expected a name of one line"):
        gg.realize(gg.read_hoa(io.BytesIO(text))).write_aiger(io.BytesIO())
