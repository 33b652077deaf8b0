"""The search itself: what it remembers, and what it forgets."""

from __future__ import annotations

import pytest

from graphgame.outcome import NO_PRESET
from graphgame.proving._proof_numbers import Search


def down(code: int) -> tuple[int, int, list[int]]:
    return NO_PRESET, 0, [code - k for k in (1, 2, 3) if code >= k]


def searching(entries: int) -> Search:
    none = dict.fromkeys(("rule", "outcome", "canonical", "owner"), (0, 0))
    addresses = {
        f"{name}{end}": address
        for name, pair in none.items()
        for end, address in zip(("", "_data"), pair, strict=True)
    }
    return Search(**addresses, room=64, ask=down, owned=False, misere=False, entries=entries)


@pytest.mark.parametrize("entries", [1 << 16, 1 << 20])
def test_a_table_that_grows_keeps_what_is_known(entries: int) -> None:
    search = searching(entries)
    size = search.nbytes
    for code in range(3000):
        search.begin(code, 0)
        while not search.run(1 << 12):
            pass
        assert (search.proof == 0) == (code % 4 != 0)
    assert search.nbytes > size and 0 < search.load < 1
    # A bucket of four may be full in a table that is half empty.
    known = {code: found for code in range(3000) if (found := search.known(code, 0))}
    assert len(known) > 2700
    for code, (proof, disproof, marked) in known.items():
        assert not marked and (proof == 0, disproof == 0) == (code % 4 != 0, code % 4 == 0)


def test_what_is_known_makes_the_next_question_short() -> None:
    search = searching(1 << 16)
    search.begin(301, 0)
    assert not search.run(10)
    assert all(0 < number < 1 << 28 for number in search.root())
    while not search.run(1 << 12):
        pass
    before = search.nodes
    search.begin(301, 0)
    search.run(100)
    assert search.proof == 0 and search.nodes - before < 5


def test_a_table_has_no_more_entries_than_it_may() -> None:
    for entries in (64, 100, 5000, 70_000):
        search = searching(entries)
        search.begin(45, 0)
        while not search.run(1 << 12):
            pass
        assert search.proof == 0
        table = search.nbytes - searching(4).nbytes + 64
        assert table <= 16 * entries + 2**16
