"""An arbiter: clients ask for one resource, and the arbiter grants it to one of them at a time.

In each step every client asks (r0, r1, …) or not, then the arbiter grants (g0, g1, …).  Never two
grants together, no grant to a client that does not wait, and no client waits for ever:

    G !(g0 & g1)  &  G (r0 -> F g0)  &  G (r1 -> F g1)  &  …

The automaton of this formula remembers who waits.  `realize` makes a controller from it, whose
proof is checked, and writes it as a circuit, as a program and as a page.

Run it: it prints what the arbiter grants while everybody asks, and how large its circuit is.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import graphgame as gg


def automaton_text(clients: int) -> str:
    """Return the automaton in the HOA format: a state for each set of clients that wait."""
    names = [f'"r{k}"' for k in range(clients)] + [f'"g{k}"' for k in range(clients)]
    header = [
        "HOA: v1",
        f'name: "arbiter of {clients}"',
        f"States: {1 << clients}",
        "Start: 0",
        f"AP: {2 * clients} {' '.join(names)}",
        f"controllable-AP: {' '.join(str(clients + k) for k in range(clients))}",
        f"acc-name: generalized-Buchi {clients}",
        f"Acceptance: {clients} {' & '.join(f'Inf({k})' for k in range(clients))}",
        "--BODY--",
    ]
    body = [line for state in range(1 << clients) for line in _state(state, clients)]
    return "\n".join([*header, *body, "--END--", ""])


def _state(state: int, clients: int) -> Iterator[str]:
    """Yield the lines of a state: an edge for each set of clients that wait after the step."""
    waiting = [f"r{k}" for k in range(clients) if state >> k & 1]
    yield f'State: {state} "waiting: {" ".join(waiting) or "nobody"}"'
    one = [f"!({clients + j}&{clients + k})" for j, k in combinations(range(clients), 2)]
    for waits in product((False, True), repeat=clients):
        label = list(one)
        for k, still in enumerate(waits):
            asks, granted = str(k), str(clients + k)
            if state >> k & 1:  # asking again changes nothing
                label.append(f"!{granted}" if still else granted)
            else:  # who does not wait gets no grant
                label.append(
                    f"{asks}&!{granted}" if still else f"({asks}&{granted}|!{asks}&!{granted})"
                )
        after = sum(still << k for k, still in enumerate(waits))
        marks = " ".join(str(k) for k, still in enumerate(waits) if not still)
        yield f"[{'&'.join(label)}] {after}" + (f" {{{marks}}}" if marks else "")


def automaton(clients: int) -> gg.Automaton:
    """Return the automaton."""
    return gg.read_hoa(io.BytesIO(automaton_text(clients).encode()))


def controller(clients: int) -> gg.Controller:
    """Return an arbiter, whose proof has been checked."""
    wanted = automaton(clients)
    found = gg.realize(wanted)
    found.verify(wanted)
    return found


def main(arguments: Sequence[str]) -> None:
    """Print what the arbiter grants while everybody asks, and how large it is."""
    parser = argparse.ArgumentParser(description="An arbiter")
    parser.add_argument("clients", type=int, nargs="?", default=3, choices=range(1, 7))
    parser.add_argument("--c", action="store_true", help="print the arbiter as a program in C")
    args = parser.parse_args(arguments)
    found = controller(args.clients)
    if args.c:
        print(found.to_c(), end="")
        return
    everybody = [f"r{k}" for k in range(args.clients)]
    granted = found.simulate([everybody] * 12)
    print("everybody asks:", " ".join("".join(step) or "–" for step in granted))
    latches, gates = found.gates()
    print(f"{found.n} states; a circuit of {latches} latches and {gates} gates")


if __name__ == "__main__":
    main(sys.argv[1:])
