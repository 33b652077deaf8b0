"""Targets of the fuzzer that read proofs, and searches that go on: what is accepted is right."""

from __future__ import annotations

import io
from typing import Any

import graphgame as gg
from graphgame import Proof

# The most stones that a heap has, and what its end is worth.
_MOST = 10_000
_END = {0: -7}


def take(n: Any) -> list[int]:
    """Return what one, two or three stones less leave; whatever is no heap has no moves."""
    if not isinstance(n, int) or not 0 <= n <= _MOST:
        return []
    return [n - k for k in (1, 2, 3) if n >= k]


def is_won(n: Any, play: str) -> bool:
    """Return whether the player to move wins, as is known."""
    if not take(n):
        return play == "misere"
    return bool(n % 4 != (1 if play == "misere" else 0))


def proof_file(data: bytes) -> None:
    """Read a proof in two ways; what one accepts, the other does, and it is true."""
    proof = Proof.load(io.BytesIO(data))
    repr(proof)
    if proof.score_bounds != (None, None):
        found = gg.verify_proof(io.BytesIO(data), take, scores=_END.get)
        least, greatest = found.score_bounds
        worth = 7 if is_won(proof.start, "normal") else -7
        assert (least is None or least <= worth) and (greatest is None or worth <= greatest)
    else:
        found = gg.verify_proof(io.BytesIO(data), take)
        assert (found.outcome == gg.WIN) == is_won(proof.start, found.play)
    assert proof.verify(take, scores=None if found.score_bounds == (None, None) else _END.get)
    assert found.outcome == proof.outcome and found.positions == len(proof)
    proof.strategy()
    again = io.BytesIO()
    proof.save(again)
    again.seek(0)
    assert Proof.load(again).score_bounds == proof.score_bounds


def search_file(data: bytes) -> None:
    """Go on with a search: it finds what is true, whatever the file says."""
    for n, scores in ((600, None), (601, _END.get)):
        proof: Proof[int] = gg.prove(take, n, scores=scores, resume=io.BytesIO(data), seconds=5)
        if proof.outcome is not None:
            assert (proof.outcome == gg.WIN) == is_won(n, "normal") and proof.verify()
            assert scores is None or proof.score == 7


def beginnings(target: str) -> list[bytes]:
    """Return valid inputs."""
    if target == "search_file":
        searches = [
            gg.prove(take, n, scores=scores, seconds=0)
            for n, scores in ((600, None), (601, _END.get))
        ]
        return [_written(search.save_search) for search in searches if search.outcome is None]
    proofs = [
        gg.prove(take, 21), gg.prove(take, 20, play="misere"),
        gg.prove(take, 9, scores=_END.get), gg.prove(take, 9, scores=_END.get, bound=8),
    ]  # fmt: skip
    return [_written(proof.save) for proof in proofs]


def _written(write: Any) -> bytes:
    file = io.BytesIO()
    write(file)
    return file.getvalue()
