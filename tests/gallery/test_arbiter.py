"""The arbiter: its automaton says what its formula says, and nobody waits for ever.

Pinned here: grants while clients ask at random, against the three sentences; its program in C says
the same as the machine; its page is one.
"""

from __future__ import annotations

import io
import random

import pytest

import graphgame as gg
from tools.gallery.games import example


@pytest.mark.parametrize("clients", [1, 2, 3, 4])
def test_the_promise_is_kept(clients: int) -> None:
    found = example("arbiter").controller(clients)
    assert found.realizable
    rng = random.Random(clients)
    asked = [{f"r{k}" for k in range(clients) if rng.random() < 0.6} for _ in range(400)]
    since: dict[int, int] = {}
    for step, (requests, grants) in enumerate(zip(asked, found.simulate(asked), strict=True)):
        for k in range(clients):
            if f"r{k}" in requests:
                since.setdefault(k, step)
        assert len(grants) <= 1
        for grant in grants:
            since.pop(int(grant[1:]))  # who got it waited
        assert all(step - begun < 2 * clients for begun in since.values())


def test_two_clients_cannot_be_granted_at_once() -> None:
    """With an edge for both grants left in, the promise is another one: the automaton says so."""
    arbiter = example("arbiter")
    wanted = arbiter.automaton(2)
    assert wanted.inputs == ["r0", "r1"] and wanted.outputs == ["g0", "g1"]
    both = b"aag 2 2 0 2 0\n2\n4\n2\n4\ni0 r0\ni1 r1\no0 g0\no1 g1\n"  # grants what is asked
    with pytest.raises(gg.VerificationError):
        gg.read_aiger(io.BytesIO(both), wanted).verify(wanted)
    one = arbiter.automaton(1)
    echo = b"aag 1 1 0 1 0\n2\n2\ni0 r0\no0 g0\n"
    assert gg.read_aiger(io.BytesIO(echo), one).verify(one)


def test_what_it_prints(capsys: pytest.CaptureFixture[str]) -> None:
    arbiter = example("arbiter")
    arbiter.main(["2"])
    first, second = capsys.readouterr().out.splitlines()
    assert first.split(": ")[1].split()[:4] in (["g0", "g1"] * 2, ["g1", "g0"] * 2)
    assert second.startswith("4 states; a circuit of 2 latches")
    arbiter.main(["2", "--c"])
    assert "machine_step" in capsys.readouterr().out
