"""The search itself: what it remembers, and what it forgets."""

from __future__ import annotations

import pytest

import graphgame as gg
from graphgame.outcome import NO_PRESET
from graphgame.proving._asking import Asking, FullError
from graphgame.proving._proof_numbers import Search
from graphgame.proving._proof_table import ProofTable
from tests.proving.games import Drawn, draw


def down(code: int) -> tuple[int, int, list[int]]:
    return NO_PRESET, 0, [code - k for k in (1, 2, 3) if code >= k]


NAMES = ("rule", "outcome", "canonical", "owner", "order")
ADDRESSES = {f"{name}{end}": 0 for name in NAMES for end in ("", "_data")}
ORDERS = pytest.mark.parametrize("depth_first", [False, True])


def searching(entries: int, *, depth_first: bool = False, most_bytes: int = 1 << 24) -> Search:
    asking = Asking(**ADDRESSES, room=64, ask=down, owned=False, misere=False)
    return Search(asking, ProofTable(entries), depth_first, True, most_bytes)


def answer(search: Search) -> None:
    """Run a search until its question is decided."""
    while not search.run(1 << 12):
        pass


@ORDERS
@pytest.mark.parametrize("entries", [1 << 16, 1 << 20])
def test_a_table_that_grows_keeps_what_is_known(entries: int, depth_first: bool) -> None:
    search = searching(entries, depth_first=depth_first)
    size = search.table.nbytes
    for code in range(3000):
        search.begin(code, 0)
        answer(search)
        assert (search.proof == 0) == (code % 4 != 0)
    assert search.table.nbytes > size and 0 < search.table.load < 1
    # A bucket of four may be full in a table that is half empty.
    known = {code: found for code in range(3000) if (found := search.table.known(code, 0))}
    assert len(known) > 2700
    for code, (proof, disproof, marked) in known.items():
        assert not marked and (proof == 0, disproof == 0) == (code % 4 != 0, code % 4 == 0)


def test_a_table_that_shrinks_keeps_what_took_most_work() -> None:
    search = searching(1 << 16, depth_first=True)
    assert search.table.shrink() == 0  # it is small
    for code in range(12_000):
        search.begin(code, 0)
        answer(search)
    table = search.table
    before, size = known(table), table.nbytes
    assert len(before) > 10_000
    freed = table.shrink()
    assert freed == 3 * size // 4 and table.nbytes == size - freed == table.nbytes_at_most
    after = known(table)
    assert len(after) > table.nbytes // 16 // 2 and after.items() <= before.items()
    # A bucket keeps four of up to sixteen, and decided ones first: nothing else is left here.
    assert len(after) == table.load * table.nbytes // 16
    search.begin(11_998, 0)
    answer(search)
    assert search.proof == 0


def known(table: ProofTable) -> dict[tuple[int, int], tuple[int, int, bool]]:
    nodes = ((code, question) for code in range(12_000) for question in (0, 1))
    return {node: found for node in nodes if (found := table.known(*node))}


def test_entries_that_are_written_are_read_again() -> None:
    search = searching(1 << 16, depth_first=True)
    for code in range(3000):
        search.begin(code, 0)
        answer(search)
    words = memoryview(search.table.held())
    assert len(words) == 2 * len(
        {(words[i], words[i + 1] >> 56 & 1) for i in range(0, len(words), 2)}
    )
    for entries in (1 << 16, 64):
        again = ProofTable(entries)
        again.put(words)
        found = known(again)
        assert found.items() <= known(search.table).items() and len(found) >= min(40, entries)
        assert again.nbytes <= 16 * entries
        assert entries == 64 or len(found) > 0.9 * len(words) / 2


def test_what_is_no_longer_asked_for_is_forgotten() -> None:
    for proven in (True, False):
        search = searching(1 << 16)
        for code in range(300):
            search.begin(code, 0)
            answer(search)
        search.table.forget_decided(proven)
        kept = known(search.table)
        assert kept and all((proof == 0) != proven for proof, _, _ in kept.values())
        search.begin(299, 0)
        answer(search)
        assert search.proof == 0


def test_what_is_known_makes_the_next_question_short() -> None:
    search = searching(1 << 16)
    search.begin(301, 0)
    assert not search.run(10)
    assert all(0 < number < 1 << 28 for number in search.root())
    answer(search)
    before = search.nodes
    search.begin(301, 0)
    search.run(100)
    assert search.proof == 0 and search.nodes - before < 5


def test_a_table_has_no_more_entries_than_it_may() -> None:
    for entries in (64, 100, 5000, 70_000):
        search = searching(entries)
        search.begin(45, 0)
        answer(search)
        assert search.proof == 0
        assert search.table.nbytes <= search.table.nbytes_at_most <= 16 * entries


@ORDERS
def test_a_way_takes_no_more_memory_than_it_may(depth_first: bool) -> None:
    search = searching(1 << 10, depth_first=depth_first, most_bytes=1 << 18)
    search.begin(1 << 40, 0)
    with pytest.raises(FullError):
        answer(search)
    assert search.depth > 500 and search.nbytes <= (1 << 18) + 16 * (1 << 14)  # and the history
    # It is left as it was, and may be asked something else.
    search.begin(45, 0)
    answer(search)
    assert search.proof == 0


def test_a_search_in_depth_asks_about_few_nodes_again() -> None:
    search = searching(1 << 16, depth_first=True)
    search.begin(3000, 0)
    answer(search)
    assert search.disproof == 0 and search.nodes < 3 * 3000


def test_what_one_search_has_decided_stays_decided_for_the_other() -> None:
    first = searching(1 << 16)
    table = first.table
    second = Search(first.asking, table, True, True, 1 << 24)
    first.begin(301, 0)
    first.run(60)
    second.begin(300, 1)
    answer(second)
    decided = {(c, q) for c in range(301) for q in (0, 1) if 0 in (table.known(c, q) or (1, 1))[:2]}
    assert len(decided) > 300
    first.run(60)  # it leaves nodes that it entered before they were decided
    assert all(0 in (table.known(c, q) or (1, 1))[:2] for c, q in decided)


@ORDERS
def test_what_is_not_marked_is_a_fact(depth_first: bool) -> None:
    wrong = facts = 0
    for seed in range(400):
        game = draw(seed, most=40)
        n, outcomes = len(game.options), game.solution().outcomes.tolist()

        def ask(code: int, game: Drawn = game) -> tuple[int, int, list[int]]:
            owner = game.owner[code] if game.owner else 0
            return int(game.presets.get(code, NO_PRESET)), owner, game.options[code]

        owned, misere = game.owner is not None, game.play == "misere"
        asking = Asking(**ADDRESSES, room=64, ask=ask, owned=owned, misere=misere)
        search = Search(asking, ProofTable(1 << 12), depth_first, False, 1 << 20)
        for start in range(min(n, 3)):
            search.begin(start, 0)
            answer(search)
        for code in range(n):
            for question in (0, 1):
                attacks = game.owner[code] == question if game.owner else question == 0
                wins = outcomes[code] == (gg.WIN if attacks else gg.LOSE)
                proof, disproof, marked = search.table.known(code, question) or (1, 1, False)
                if marked:
                    wrong += wins
                elif 0 in (proof, disproof):
                    facts += 1
                    assert wins == (proof == 0), (seed, code, question)
    # Without the marks some would be wrong.
    assert wrong > 0 and facts > 1000
