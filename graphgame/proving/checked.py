"""`verify_proof`: check a proof in a file against a rule, block by block."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphgame.arrays import types
from graphgame.errors import advised
from graphgame.outcome import Outcome, Play
from graphgame.proving.files import LATER, PROOF
from graphgame.proving.proof import Proof


class Proven(NamedTuple):
    """What a proof in a file proves; returned by `verify_proof`.

    Attributes
    ----------
    start : hashable
        The position that was asked about.
    play : Play
        Whether who cannot move loses or wins.
    outcome : Outcome or None
        That of the start, for the player who moves there; None where bounds of its score do not
        decide it.
    plies : int or None
        In how many plies the winner wins, at most; None of a draw.
    positions : int
        How many positions the proof has, each counted for each player it is used for.
    score_bounds : tuple of int or None
        What the start is worth at least, and at most; None without scores or a bound.

    See Also
    --------
    verify_proof

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> file = io.BytesIO()
    >>> gg.prove(lambda n: [n - 1] if n else [], 3).save(file)
    >>> _ = file.seek(0)
    >>> gg.verify_proof(file, lambda n: [n - 1] if n else []).plies
    3
    """

    start: Any
    play: Play
    outcome: Outcome | None
    plies: int | None
    positions: int
    score_bounds: tuple[int | None, int | None]


@advised
def verify_proof(
    file: types.File,
    rule: object,
    *,
    presets: object = None,
    scores: object = None,
    owner: object = None,
    canonical: object = None,
) -> Proven:
    """Check a proof in a file against a rule, without the search, and return what it proves.

    Parameters
    ----------
    file : path or binary file
        What `Proof.save`, or ``graphgame prove --proof``, has written.
    rule : callable, compiled function, or object with ``options``
        The rule of the game, as in `prove`: the file does not hold it.
    presets, scores, owner, canonical : optional
        As in `prove`.  The symmetry must be the one that the proof was found with.

    Returns
    -------
    Proven
        The start and its outcome, and how many positions prove it.

    Raises
    ------
    VerificationError
        If the file proves nothing of this rule; the error names a position.
    SolutionFileError
        If the file is damaged, is something else, or comes from a later version.
    GraphGameError
        If the rule is none, or returns something else than options.
    OSError
        If the file cannot be read.

    See Also
    --------
    Proof.verify : The same check of a proof in memory.
    prove

    Notes
    -----
    Each position of the proof is asked for its options once.  The file is read in blocks; only what
    finds options stays in memory: of a rule on codes 8 bytes a position, and its rank, which takes
    1 byte up to 255 plies.  Positions of other rules are kept whole.

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> def take(n):
    ...     return [n - k for k in (1, 2, 3) if n >= k]
    >>> file = io.BytesIO()
    >>> gg.prove(take, 21).save(file)
    >>> _ = file.seek(0)
    >>> proven = gg.verify_proof(file, take)
    >>> str(proven.outcome), proven.start, proven.positions
    ('WIN', 21, 22)
    """
    with PROOF.opened(file, LATER) as found:
        proof: Proof[Any] = Proof._from_found(found)
        given = {"presets": presets, "scores": scores, "owner": owner, "canonical": canonical}
        proof.verify(rule, **given)
        return Proven(
            proof.start, proof.play, proof.outcome, proof.plies, len(proof), proof.score_bounds
        )
