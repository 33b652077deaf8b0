"""Write machines as circuits in the AIGER format, ascii and binary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.synthesis._gates import Circuit, put_gates

if TYPE_CHECKING:
    from collections.abc import Iterator


def circuit(machine: Any, n_inputs: int, *, leads: bool) -> tuple[Any, list[int], list[int]]:
    """Return the gates of a machine, and the literals of its latches and of its outputs.

    Parameters
    ----------
    machine : Machine
    n_inputs : int
        How many propositions it reads.
    leads : bool
        Whether it speaks first.
    """
    made = Circuit(n_inputs, (machine.n - 1).bit_length())
    rows, roots = machine.diagram()
    first = len(machine.emissions[0]) if leads else 0
    of_state = leads and not machine.sees
    texts = machine.terminals, machine.emissions
    following, outputs = made.build(rows, roots, *texts, of_state, first)
    sides, literals = made.used([*following, *outputs])
    return sides, literals[: len(following)], literals[len(following) :]


def blocks(
    machine: Any, inputs: list[str], outputs: list[str], *, leads: bool, binary: bool
) -> Iterator[bytes]:
    """Yield the text of a machine.

    Raises
    ------
    GraphGameError
        If a proposition has no name, or a line break in it, which the format cannot say.
    """
    for name in [*inputs, *outputs]:
        if "\n" in name or "\r" in name or not name:
            raise GraphGameError(
                f"proposition {name!r}: expected a name of one line, which the format needs"
            )
    sides, following, said = circuit(machine, len(inputs), leads=leads)
    pairs = np.asarray(sides).reshape(-1, 2)
    fixed = len(inputs) + len(following)
    counts = f"{fixed + len(pairs)} {len(inputs)} {len(following)} {len(said)} {len(pairs)}"
    lines = [f"{'aig' if binary else 'aag'} {counts}"]
    latches = range(2 * len(inputs) + 2, 2 * fixed + 2, 2)
    if binary:
        lines += [*map(str, following), *map(str, said), ""]
        yield "\n".join(lines).encode()
        yield put_gates(sides, 2 * fixed + 2)
    else:
        lines += [f"{2 * v + 2}" for v in range(len(inputs))]
        lines += [f"{latch} {literal}" for latch, literal in zip(latches, following, strict=True)]
        lines += [*map(str, said), ""]
        yield "\n".join(lines).encode()
        numbered = enumerate(pairs.tolist(), fixed + 1)
        yield "".join(f"{2 * k} {a} {b}\n" for k, (a, b) in numbered).encode()
    symbols = [f"i{v} {name}" for v, name in enumerate(inputs)]
    symbols += [f"l{v} state{v}" for v in range(len(following))]
    symbols += [f"o{v} {name}" for v, name in enumerate(outputs)]
    yield "".join(f"{line}\n" for line in [*symbols, "c", "graphgame"]).encode()
