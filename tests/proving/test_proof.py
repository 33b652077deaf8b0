"""`Proof`: strategies win, files come back, changed proofs are judged as the definition does."""

from __future__ import annotations

import copy
import io
import random
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.outcome import NO_PRESET
from graphgame.proving.parts import Part
from tests.proving.games import Drawn, draw
from tests.reference.proofs import Claim, holds


def claims(proof: gg.Proof[Any]) -> list[Claim]:
    """Return what a proof says, in the words of the reference."""
    found = []
    for part in proof._parts:
        positions = np.array(proof._positions(part.codes)).tolist()
        nodes = [(v, k < part.attacking) for k, v in enumerate(positions)]
        first, moves = part.choosers.start, [None] * len(nodes)
        for k, move in enumerate(part.moves.tolist()):
            moves[first + k] = nodes[move] if move >= 0 else None
        # The first node comes first.
        for row in (nodes, moves, ranks := None if part.ranks is None else part.ranks.tolist()):
            if row is not None:
                row.insert(0, row.pop(part.first))
        found.append(Claim(nodes, moves, ranks))
    return found


def judged(game: Drawn, proof: gg.Proof[Any]) -> bool:
    """Return whether the definition accepts a proof of a game on positions 0 to n - 1."""
    mover = 0 if game.owner is None else game.owner[proof.start]
    wanted = {
        gg.WIN: [(mover, True)], gg.LOSE: [(1 - mover, True)],
        gg.DRAW: [(mover, False), (1 - mover, False)],
    }[proof.outcome]  # fmt: skip
    if [(part.attacker, part.ranks is not None) for part in proof._parts] != wanted:
        return False
    return all(
        holds(
            claim, (proof.start, part.attacker == mover), game.options.__getitem__,
            game.presets.get,
            None if game.owner is None
            else lambda v, attacker=part.attacker: game.owner[v] == attacker,
            misere=game.play == "misere",
        )
        for claim, part in zip(claims(proof), proof._parts, strict=True)
    )  # fmt: skip


def accepted(game: Drawn, proof: gg.Proof[Any]) -> bool:
    try:
        return proof.verify(game.options.__getitem__, **game.given(int))
    except gg.VerificationError:
        return False


def without(part: Part, node: int) -> Part:
    """Return a part without a node; moves to it go to the first one that is left."""
    place = np.arange(len(part.codes) + 1) - (np.arange(len(part.codes) + 1) > node)
    place[node], place[-1] = 0, -1
    here = part.choosers
    moves = place[part.moves]
    if here.start <= node < here.stop:
        moves = np.delete(moves, node - here.start)
    return Part(
        part.attacker, np.delete(part.codes, node), part.attacking - (node < part.attacking),
        int(place[part.first]), moves,
        None if part.ranks is None else np.delete(part.ranks, node),
    )  # fmt: skip


KINDS = {"move", "no move", "rank", "player", "outcome", "node", "position", "claim", "first"}


def changed(proof: gg.Proof[Any], rng: random.Random) -> str:
    """Change one thing of a proof; return what."""
    k = rng.randrange(len(proof._parts))
    part = proof._parts[k]
    n, v = len(part.codes), rng.randrange(len(part.codes))
    what = rng.choice(sorted(KINDS))
    moves, ranks, codes = part.moves.copy(), part.ranks, part.codes.copy()
    if what == "move" and len(moves):
        moves[rng.randrange(len(moves))] = rng.randrange(n)
    elif what == "no move" and len(moves):
        moves[rng.randrange(len(moves))] = -1
    elif what == "rank" and ranks is not None:
        ranks = ranks.astype(np.int32)
        ranks[v] = max(0, ranks[v] + rng.choice([-2, -1, 1, 2]))
    elif what == "position":
        codes[v] = codes[rng.randrange(n)]
    part = part._replace(codes=codes, moves=moves, ranks=ranks)
    if what == "player":
        # The last node of the attacker, or the first of the other player.
        attacking = max(0, min(n, part.attacking + rng.choice([-1, 1])))
        count = attacking if ranks is not None else n - attacking
        part = part._replace(attacking=attacking, moves=np.resize(moves, count))
    elif what == "outcome":
        other = rng.choice([x for x in (gg.WIN, gg.LOSE, gg.DRAW) if x != proof.outcome])
        proof._limits = int(other), int(other)
    elif what == "node" and n > 1:
        part = without(part, v)
    elif what == "claim":
        wins = ranks is None
        count = part.attacking if wins else n - part.attacking
        part = part._replace(
            ranks=np.zeros(n, np.int32) if wins else None, moves=np.resize(moves, count)
        )
    elif what == "first":
        part = part._replace(first=v)
    parts = [*proof._parts]
    parts[k] = part
    proof._parts = tuple(parts)
    return what


def test_proofs_are_what_the_definition_says() -> None:
    for seed in range(150):
        game = draw(seed)
        proof = game.prove(0, "positions")
        assert judged(game, proof) and accepted(game, proof), seed


def test_changed_proofs_are_judged_as_the_definition_does() -> None:
    refused, kinds = 0, set()
    for seed in range(1000):
        game = draw(seed)
        proof = game.prove(0, "positions")
        what = changed(proof, random.Random(seed))
        expected = judged(game, proof)
        assert accepted(game, proof) == expected, (seed, what)
        refused += not expected
        if not expected:
            kinds.add(what)
    assert refused >= 500
    assert kinds == KINDS


def test_a_proof_of_another_game_is_refused() -> None:
    refused = 0
    for seed in range(200):
        game, rng = draw(seed), random.Random(seed)
        proof = game.prove(0, "positions")
        options = [[*row] for row in game.options]
        v = rng.randrange(len(options))
        options[v] = [rng.randrange(len(options)) for _ in range(rng.randint(0, 3))]
        other = Drawn(options, game.presets, game.owner, game.play)
        assert accepted(other, proof) == judged(other, proof)
        refused += not judged(other, proof)
        presets = game.presets | {v: rng.choice([gg.WIN, gg.LOSE, gg.DRAW])}
        other = Drawn(game.options, presets, game.owner, game.play)
        assert accepted(other, proof) == judged(other, proof)
        refused += not judged(other, proof)
    assert refused > 60


def test_a_broken_symmetry_is_refused() -> None:
    def nim(p: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = p
        return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]

    proof = gg.prove(nim, (4, 6), canonical=lambda p: min(p, p[::-1]))
    with pytest.raises(gg.VerificationError):
        proof.verify(nim, canonical=lambda p: (p[0], 1) if p[1] == 2 else min(p, p[::-1]))


def test_the_winner_wins_by_the_strategy() -> None:
    for seed in range(200):
        game = draw(seed)
        proof = game.prove(0, "positions")
        holder = 1 if proof.outcome == gg.LOSE else 0
        mover = 0 if game.owner is None else game.owner[0]
        other = proof.strategy(1 - holder)
        assert (other == {}) == (proof.outcome != gg.DRAW or not other)
        for player in {holder, 1 - holder} if proof.outcome == gg.DRAW else {holder}:
            played(game, proof, player, mover)


def played(game: Drawn, proof: gg.Proof[int], player: int, mover: int) -> None:
    """Play all that the opponent may do against a strategy, as far as positions are new."""
    strategy = proof.strategy(player)
    reached, waiting = set(), [(0, player == 0)]
    while waiting:
        v, own = waiting.pop()
        if (v, own) in reached:
            continue
        reached.add((v, own))
        preset = game.presets.get(v, NO_PRESET)
        if preset != NO_PRESET or not game.options[v]:
            if preset == NO_PRESET:
                preset = gg.WIN if game.play == "misere" else gg.LOSE
            result = preset if own else {gg.WIN: gg.LOSE, gg.LOSE: gg.WIN}.get(preset, preset)
            assert result == gg.WIN if proof.outcome != gg.DRAW else result != gg.LOSE
            continue
        if own:
            assert strategy[v] in game.options[v]
        for w in [strategy[v]] if own else game.options[v]:
            if game.owner is None:
                waiting.append((w, not own))
            else:
                waiting.append((w, (game.owner[w] == mover) == (player == 0)))


def test_the_winner_needs_no_more_plies_than_said() -> None:
    rng = random.Random(3)
    for start in (41, 42, 43, 40):
        proof = gg.prove(lambda n: [n - k for k in (1, 2, 3) if n >= k], start)
        assert (proof.outcome == gg.LOSE) == (start % 4 == 0)
        strategy, longest = proof.strategy(), 0
        for _ in range(200):
            n, own, plies = start, proof.outcome == gg.WIN, 0
            while n:
                n = strategy[n] if own else n - rng.randint(1, min(3, n))
                own, plies = not own, plies + 1
            assert not own  # who took the last one has won
            longest = max(longest, plies)
        assert longest <= proof.plies <= start


@pytest.mark.parametrize(
    ("seed", "kind"), [(seed, kind) for seed in range(12) for kind in ("labels", "batch")]
)
def test_files_come_back(seed: int, kind: str) -> None:
    game = draw(seed)
    rule, label = game.rule(kind)
    proof = game.prove(0, kind)
    file = io.BytesIO()
    proof.save(file)
    file.seek(0)
    loaded = gg.Proof.load(file)
    for name in ("start", "play", "outcome", "plies", "bounds"):
        assert getattr(loaded, name) == getattr(proof, name), name
    assert len(loaded) == len(proof) and loaded.strategy() == proof.strategy()
    assert loaded.verify(rule, **game.given(label))
    assert loaded.resume() is loaded
    with pytest.raises(gg.GraphGameError, match="rule: expected the rule of the game"):
        loaded.verify()


def test_a_file_of_something_else_names_its_loader(tmp_path: Any) -> None:
    gg.prove(lambda n: [n - 1] if n else [], 3).save(tmp_path / "proof")
    with pytest.raises(gg.SolutionFileError, match=r"Proof\.load"):
        gg.Solution.load(tmp_path / "proof")
    gg.solve([(0, 1)]).save(tmp_path / "solved")
    with pytest.raises(gg.SolutionFileError, match=r"Solution\.load"):
        gg.Proof.load(tmp_path / "solved")


def test_best_moves_keep_the_outcome() -> None:
    for seed in range(100):
        game = draw(seed)
        s = game.solution()
        proof = game.prove(0, "positions")
        if proof.outcome == gg.LOSE or not game.options[0] or 0 in game.presets:
            assert proof.best_move is None
            continue
        w = proof.best_move
        flips = game.owner is None or game.owner[w] != game.owner[0]
        after = s.outcome(w)
        back = {gg.WIN: gg.LOSE, gg.LOSE: gg.WIN}.get(after, gg.DRAW) if flips else after
        back = gg.DRAW if back == gg.TIE else back
        assert back == proof.outcome, seed


def test_a_search_that_waits_is_not_copied() -> None:
    proof = gg.prove(lambda n: [n - k for k in (1, 2, 3) if n >= k], 6000, seconds=0)
    assert proof.outcome is None
    with pytest.raises(TypeError, match="before it is decided"):
        copy.copy(proof)
    assert copy.copy(proof.resume()).strategy() == proof.strategy()


def test_a_player_that_is_none_is_refused() -> None:
    proof = gg.prove(lambda n: [n - 1] if n else [], 3)
    with pytest.raises(gg.GraphGameError, match="player: expected 0 or 1, got 2"):
        proof.strategy(2)
