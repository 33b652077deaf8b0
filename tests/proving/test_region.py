"""What is collected of a search: acyclic proofs from a small table, and a bound on memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.outcome import NO_PRESET, Play
from graphgame.proving import parts
from graphgame.proving._asking import Asking
from graphgame.proving._proof_numbers import Search
from graphgame.proving._proof_table import ProofTable
from graphgame.proving._region import Region
from graphgame.proving.positions import FullError, Positions
from graphgame.proving.start import Prover
from graphgame.rules.kind import classify
from tests.proving.games import Drawn, draw
from tests.proving.test_search import ADDRESSES, answer, searching

# Bytes that a node takes at most, as the docstring of Region says, and what it begins with.
NODE, FIRST = 52, 8 * (5 + 1) * (1 << 12)


def searched(code: int) -> Any:
    """Return a search that has decided whether who moves wins."""
    search = searching(1 << 16)
    search.begin(code, 0)
    while not search.run(1 << 12):
        pass
    return search


def test_a_region_says_its_nodes_as_numbers() -> None:
    region = Region(searched(21), True, 1 << 30)
    assert region.collect(21, 0) and not region.is_circular and not region.is_full
    codes, moves, ranks, attacks = (np.asarray(array).tolist() for array in region.arrays())
    first = region.number(21, 0)
    assert codes[first] == 21 and codes[moves[first]] == 20
    for node, code in enumerate(codes):
        assert region.number(code, 1 - attacks[node]) == node
        assert attacks[node] == (code % 4 != 0)  # the other player is always at a multiple of 4
        if attacks[node]:
            assert codes[moves[node]] == code - code % 4 and ranks[node] == ranks[moves[node]] + 1
        else:
            assert moves[node] == -1 and ranks[node] == code // 2


def test_a_wrong_answer_is_noticed() -> None:
    assert not Region(searched(20), True, 1 << 30).collect(20, 0)
    assert not Region(searched(21), False, 1 << 30).collect(21, 0)


def round_about(code: int) -> tuple[int, int, list[int]]:
    """Return the only move of a game of two positions: to the other one."""
    return NO_PRESET, 0, [1 - code]


def test_a_wrong_answer_is_noticed_where_play_never_ends() -> None:
    # No end shows that the answer is wrong: the nodes lead to each other.
    for depth_first in (False, True):
        asking = Asking(**ADDRESSES, room=64, ask=round_about, owned=False, misere=False)
        search = Search(asking, ProofTable(64), depth_first, False, 1 << 20)
        search.begin(0, 0)
        answer(search)
        assert search.disproof == 0
        assert not Region(search, True, 1 << 30).collect(0, 0)
        assert Region(search, False, 1 << 30).collect(0, 0)


def test_a_region_takes_no_more_than_it_may() -> None:
    code = 1001
    search = searched(code)
    whole = Region(search, True, 1 << 40)
    assert whole.collect(code, 0)
    assert len(memoryview(whole.arrays()[0])) == code + 1
    for nodes in (0, 1, 40, 400):
        region = Region(search, True, FIRST + NODE * nodes)
        assert not region.collect(code, 0) and region.is_full
        assert len(memoryview(region.arrays()[0])) <= nodes + FIRST // NODE // 8
    assert Region(search, True, FIRST + NODE * (code + 1)).collect(code, 0)


def test_a_proof_is_not_given_up_for_a_disproof_of_another_way() -> None:
    # The table forgets that positions are proven, and play that comes back misleads the search.
    options = {
        0: [33, 6], 3: [74], 6: [1, 16, 72], 15: [29, 41], 16: [57], 19: [52], 29: [86],
        33: [15, 22, 51, 72], 41: [99, 57], 57: [3, 80, 57], 80: [19, 15], 86: [71],
    }  # fmt: skip
    owner = {v: int(v not in (0, 3, 19, 29, 99)) for v in range(100)}
    game = Drawn([options.get(v, []) for v in range(100)], {}, owner, "normal")
    for memory in (192, 256, 320, 1024):
        rules = classify(game.batch, 0, **game.given(int))
        run = Prover(rules, 0, Play.NORMAL, memory, search="depth-first")
        run.run(None, False)
        assert {0: gg.WIN, 1: gg.LOSE}.get(run.won_by, gg.DRAW) == game.outcome(0)


def test_collecting_without_room_is_full() -> None:
    rules = classify(lambda n: [n - k for k in (1, 2, 3) if n >= k], 401, None, None, None)
    run = Prover(rules, 401, Play.NORMAL, 1 << 20)
    run.run(None, False)
    given = (run._searches[-1], run.positions, run.code, 0)
    assert parts.collected(*given, is_proof=True, room=FIRST + NODE * 402) is not None
    with pytest.raises(FullError):
        parts.collected(*given, is_proof=True, room=FIRST + NODE * 100)


def test_proofs_that_lead_to_each_other_are_put_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    straighten = parts._straighten

    def counted(*given: Any) -> bool:
        found.append(straighten(*given))
        return found[-1]

    monkeypatch.setattr(parts, "_straighten", counted)
    for seed in range(250):
        game = draw(seed, most=60)
        rules = classify(game.batch, 0, **game.given(int))
        for v in range(min(len(game.options), 3)):
            run = Prover(rules, v, Play(game.play), 1024)  # a table of 64 entries
            run.run(None, False)
            proof = gg.Proof._make(v, Play(game.play), 1, run.positions.positions)
            won = {run.mover: gg.WIN, 1 - run.mover: gg.LOSE}.get(run.won_by, gg.DRAW)
            proof._rules, proof._parts, proof._limits = rules, run.parts, (int(won), int(won))
            assert proof.verify()
            # Every node is reached by the moves that were chosen.
            for part in run.parts:
                assert reached(part, run.positions) == len(part.codes)
    assert len(found) >= 5 and all(found)


def reached(part: parts.Part, positions: Positions) -> int:
    """Return how many nodes play reaches from the first one."""
    nodes = parts.Nodes(part, positions)
    seen, waiting = set(), [part.first]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        if part.choosers.start <= node < part.choosers.stop:
            waiting += [part.move(node)] if part.move(node) >= 0 else []
            continue
        options = positions.rows(part.codes[node : node + 1]).options
        for attacking in (True, False) if positions.is_owned else (node >= part.attacking,):
            waiting += [x for x in nodes.find(options, attacking=attacking).tolist() if x >= 0]
    return len(seen)
