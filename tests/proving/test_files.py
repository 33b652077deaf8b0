"""Files of proofs: small, and read again by `verify_proof`, which refuses whatever was changed.

What is changed in a proof, and what the definition says of it, is in test_proof.py; here it comes
from a file.  A file that is cut, or in which a byte was changed, either proves the same or is
refused.
"""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgame as gg
from graphgame.proving import parts
from tests.proving.games import Drawn, draw
from tests.proving.test_proof import KINDS, changed, judged


def nim(p: tuple[int, int]) -> list[tuple[int, int]]:
    a, b = p
    return [(k, b) for k in range(a)] + [(a, k) for k in range(b)]


def mirrored(p: tuple[int, int]) -> tuple[int, int]:
    return min(p, p[::-1])


def take(n: int) -> list[int]:
    return [n - k for k in (1, 2, 3) if n >= k]


def content(proof: gg.Proof[Any]) -> bytes:
    file = io.BytesIO()
    proof.save(file)
    return file.getvalue()


def checked(game: Drawn, kind: str, data: bytes) -> gg.Proven:
    rule, label = game.rule(kind)
    return gg.verify_proof(io.BytesIO(data), rule, **game.given(label))


def refused(game: Drawn, data: bytes, kind: str = "positions") -> str:
    """Return the sentence with which a file is refused; nothing if it is accepted."""
    try:
        checked(game, kind, data)
    except (gg.VerificationError, gg.SolutionFileError) as error:
        said = str(error)
        assert "\n" not in said and re.search(r"\b(expected|not a)\b", said), said
        return said
    return ""


@pytest.mark.parametrize("kind", ["positions", "labels", "batch"])
def test_a_file_says_what_it_proves(kind: str) -> None:
    for seed in range(60):
        game = draw(seed)
        _, label = game.rule(kind)
        proof = game.prove(0, kind)
        found = checked(game, kind, content(proof))
        assert found[:5] == (label(0), proof.play, proof.outcome, proof.plies, len(proof))
        assert found.score_bounds == (None, None)


def test_a_file_of_more_than_a_block_is_read_in_blocks(tmp_path: Path) -> None:
    n = 3 * parts.BLOCK

    def down(codes: Any) -> tuple[Any, Any]:
        sources = np.repeat(np.arange(len(codes)), np.minimum(codes, 2))
        steps = np.concatenate([np.arange(1, min(code, 2) + 1) for code in codes.tolist()] or [[]])
        return sources, (codes[sources] - steps).astype(np.int64)

    # Of every second position two moves count, and of the others one.
    codes = np.arange(n + 1)
    proof: Any = gg.prove(lambda n: [n - k for k in (1, 2) if n >= k], 4)
    attacks = codes % 3 != 0
    order = np.concatenate([codes[attacks], codes[~attacks]])
    attacking = int(attacks.sum())
    place = np.argsort(order)
    moves = place[order[:attacking] - order[:attacking] % 3]
    ranks = order // 3 * 2 + (order % 3 != 0)
    proof.start, proof._limits = n + 1, (1, 1)
    first = np.append(order[:attacking], n + 1)
    part = parts.Part(
        0, np.concatenate([first, order[attacking:]]), attacking + 1, attacking,
        np.append(moves, place[n]) + (np.append(moves, place[n]) >= attacking),
        np.concatenate([ranks[:attacking], [n // 3 * 2 + 1], ranks[attacking:]]),
    )  # fmt: skip
    proof._parts, proof._positions = (part,), lambda codes: codes
    proof.save(tmp_path / "p")
    assert gg.verify_proof(tmp_path / "p", down).positions == n + 2
    # One wrong move in the last block.
    wrong = part.moves.copy()
    wrong[-2] = wrong[-3] - 1
    proof._parts = (part._replace(moves=wrong),)
    proof.save(tmp_path / "p")
    with pytest.raises(gg.VerificationError, match=f"position {n - 1}: expected a move to one"):
        gg.verify_proof(tmp_path / "p", down)


def test_changed_proofs_in_files_are_judged_as_the_definition_does() -> None:
    count, kinds = 0, set()
    for seed in range(1000):
        game = draw(seed)
        proof = game.prove(0, "positions")
        what = changed(proof, random.Random(seed))
        data = content(proof)
        # A file has ranks if its outcome is won, so that not every claim can be written.
        expected = loads(data) and judged(game, gg.Proof.load(io.BytesIO(data)))
        said = refused(game, data)
        assert (said == "") == expected, (seed, what, said)
        count += not expected
        if not expected:
            kinds.add(what)
    assert count >= 500 and kinds == KINDS


def loads(data: bytes) -> bool:
    try:
        gg.Proof.load(io.BytesIO(data))
    except gg.SolutionFileError:
        return False
    return True


def test_a_file_of_another_game_is_refused() -> None:
    count = 0
    for seed in range(250):
        game, rng = draw(seed), random.Random(seed)
        data = content(game.prove(0, "positions"))
        options = [[*row] for row in game.options]
        v = rng.randrange(len(options))
        options[v] = [rng.randrange(len(options)) for _ in range(rng.randint(0, 3))]
        other = Drawn(options, game.presets, game.owner, game.play)
        found = gg.Proof.load(io.BytesIO(data))
        assert (refused(other, data) == "") == judged(other, found)
        count += not judged(other, found)
    assert count > 30
    data = content(gg.prove(take, 21))
    with pytest.raises(gg.VerificationError, match=r"position \d+: expected a move to one of"):
        gg.verify_proof(io.BytesIO(data), lambda n: [n - k for k in (1, 2) if n >= k])


def test_a_broken_symmetry_is_refused() -> None:
    data = content(gg.prove(nim, (4, 6), canonical=mirrored))
    assert gg.verify_proof(io.BytesIO(data), nim, canonical=mirrored).outcome == gg.WIN
    for broken in (
        None,
        lambda p: (p[0], 1) if p[1] == 2 else mirrored(p),
        lambda p: max(p, p[::-1]),
    ):
        with pytest.raises(gg.VerificationError):
            gg.verify_proof(io.BytesIO(data), nim, canonical=broken)


def rewritten(data: bytes, **changes: Any) -> bytes:
    """Return a file with other entries of the header, or other arrays."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            array = np.load(old.open(name))
            key = name.removesuffix(".npy")
            if key in changes:
                array = changes[key](array)
            if key == "header":
                header = json.loads(array.tobytes())
                header |= {k: v for k, v in changes.items() if k in header}
                array = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
            with new.open(name, "w") as member:
                np.lib.format.write_array(member, array)
    return result.getvalue()


def plus(place: int, more: int) -> Any:
    """Return a change of one byte of planes."""

    def change(planes: Any) -> Any:
        planes = np.array(planes)
        planes[0, place] = int(planes[0, place]) + more
        return planes

    return change


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 2}, "expected version 1 of the format, got 2; a later graphgame may read it"),
        ({"version": 0}, "expected version 1 of the format, got 0"),
        ({"format": "graphgame solution"}, "expected the format 'graphgame proof', got 'graph"),
        ({"outcome": "TIE"}, "outcome: expected 'WIN' or 'LOSE' or 'DRAW', got 'TIE'"),
        ({"outcome": "LOSE"}, "position 21: expected a proof of LOSE, got another one"),
        ({"outcome": "DRAW"}, "attacker_1: expected 0 or 1, got None"),
        ({"play": "misere"}, r"position \d+: expected an end that the attacker has won"),
        ({"play": "other"}, "play: expected 'normal' or 'misere', got 'other'"),
        ({"attacker_0": 1}, "position 21: expected a proof of WIN, got another one"),
        ({"attacker_0": 2}, "attacker_0: expected 0 or 1, got 2"),
        ({"attacking_0": 99}, "expected a number of nodes from 0 to 22, got 99"),
        ({"attacking_0": "all"}, "expected a number of nodes from 0 to 22, got 'all'"),
        ({"attacking_0": 17}, "moves_0: expected 17 values, got 16"),
        ({"first_0": 22}, "expected a number of nodes from 0 to 21, got 22"),
        ({"first_0": True}, "expected a number of nodes from 0 to 21, got True"),
        ({"first_0": 2}, "position 21: expected a proof that begins here, got another one"),
        ({"arrays": []}, r"expected the arrays \[\], got"),
        ({"moves_0": plus(2, 1)}, r"position \d+: expected a move to one of its options"),
        ({"moves_0": plus(2, 200)}, "moves_0: expected values from 0 to 22"),
        ({"moves_0": lambda x: x * 0}, r"position \d+: expected a move to one of its options"),
        ({"ranks_0": plus(0, 200)}, r"position \d+: expected a rank above those of its moves"),
        ({"ranks_0": lambda x: x * 0}, r"position \d+: expected a rank above those of its moves"),
        ({"ranks_0": lambda x: x[:, 1:]}, "ranks_0: expected 22 values, got 21"),
        ({"ranks_0": lambda x: np.array([x[0]] * 9)}, "ranks_0: expected 1 to 8 rows of uint8"),
        ({"ranks_0": lambda x: x[0]}, "ranks_0: expected 1 to 8 rows of uint8"),
        ({"start_labels": lambda x: np.frombuffer(b"[20]", np.uint8)}, "position 20: expected a p"),
        ({"start_labels": lambda x: np.frombuffer(b"[]", np.uint8)}, "start: expected one"),
        ({"positions_0_codes": lambda x: x[:, :0]}, "positions_0: expected at least one position"),
        ({"positions_0_codes": plus(3, 1)}, r"position \d+: expected "),
        ({"positions_0_codes": lambda x: plus(2, -1)(plus(3, 1)(x))},
         "position 2: expected it once in the proof, got it twice"),
    ],
)  # fmt: skip
def test_a_changed_file_is_refused(changes: Any, message: str) -> None:
    data = content(gg.prove(take, 21))
    assert gg.verify_proof(io.BytesIO(rewritten(data)), take).positions == 22
    with pytest.raises((gg.VerificationError, gg.SolutionFileError), match=message) as caught:
        gg.verify_proof(io.BytesIO(rewritten(data, **changes)), take)
    assert "\n" not in str(caught.value)


def test_a_cut_file_is_refused() -> None:
    game = draw(5)
    data = content(game.prove(0, "batch"))
    for length in range(0, len(data), 9):
        assert refused(game, data[:length], "batch")
        with pytest.raises(gg.SolutionFileError):
            gg.Proof.load(io.BytesIO(data[:length]))


def test_a_changed_byte_is_found_or_changes_nothing() -> None:
    rng, found = random.Random(8), 0
    for seed in range(40):
        game = draw(seed)
        proof = game.prove(0, "labels")
        data = content(proof)
        whole = checked(game, "labels", data)
        for _ in range(20):
            damaged = bytearray(data)
            damaged[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            if refused(game, bytes(damaged), "labels"):
                found += 1
            else:
                assert checked(game, "labels", bytes(damaged)) == whole
    assert found > 500


def test_a_rule_that_fails_is_not_taken_for_a_damaged_file() -> None:
    data = content(gg.prove(take, 21))

    def fails(n: int) -> list[int]:
        raise KeyError(n)

    with pytest.raises(KeyError):
        gg.verify_proof(io.BytesIO(data), fails)
    for none in (None, 5):
        with pytest.raises(gg.GraphGameError, match="rule: expected"):
            gg.verify_proof(io.BytesIO(data), none)


@pytest.mark.parametrize(("sizes", "most"), [((40, 41), 40), ((300, 1), 40)])
def test_a_position_takes_few_bits(sizes: tuple[int, int], most: int) -> None:
    proof = gg.prove(nim, sizes)
    data = content(proof)
    assert 8 * len(data) < most * len(proof) + 8 * 2500
    assert gg.verify_proof(io.BytesIO(data), nim).positions == len(proof)
