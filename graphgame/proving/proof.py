"""`Proof`: who wins from one position, and what proves it."""

from __future__ import annotations

from typing import Any, Generic

import numpy as np

from graphgame import checks
from graphgame.arrays import types
from graphgame.errors import GraphGameError, VerificationError
from graphgame.outcome import DRAW, LOSE, WIN, Outcome, Play
from graphgame.proving.files import PROOF, from_parts, to_parts
from graphgame.proving.parts import Part, check_part
from graphgame.proving.positions import Positions
from graphgame.rules.kind import Rules, classify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from graphgame.graphs.form import Found
    from graphgame.proving.start import Prover
    from graphgame.types import Int64Array, P
else:
    from graphgame.types import P


class Proof(Generic[P]):
    """Who wins from one position, with the moves that prove it; made by `prove`.

    A proof of a win holds, of each position in it at which the winner moves, one move, and at which
    the loser moves, all of them; its ranks fall with every move, so that play ends.  A draw has two
    proofs: that neither player can force a win.

    Attributes
    ----------
    start : hashable
        The position that was asked about.
    play : Play
    outcome : Outcome or None
        That of the start, for the player who moves there; None where it is not decided.
    nodes : int
        How many nodes were searched; 0 of a proof from a file.

    See Also
    --------
    prove

    Examples
    --------
    >>> import graphgame as gg
    >>> proof = gg.prove(lambda n: [n - k for k in (1, 2) if n >= k], 10)
    >>> proof
    Proof(start=10, outcome=WIN in at most 7 plies, 11 positions)
    >>> proof.strategy()
    {10: 9, 8: 6, 7: 6, 5: 3, 4: 3, 2: 0, 1: 0}
    """

    __slots__ = ("_parts", "_positions", "_rules", "_run", "nodes", "outcome", "play", "start")

    start: P
    play: Play
    outcome: Outcome | None
    nodes: int
    _parts: tuple[Part, ...]
    _positions: Callable[[Int64Array], Any]
    _rules: Rules | None
    _run: Prover | None

    def __init__(self) -> None:
        raise GraphGameError("a Proof is made by prove, or by Proof.load")

    @classmethod
    def _make(cls, start: P, play: Play, rules: Rules | None, positions: Any) -> Self:
        proof = cls.__new__(cls)
        proof.start, proof.play, proof.outcome, proof.nodes = start, play, None, 0
        proof._rules, proof._run, proof._parts, proof._positions = rules, None, (), positions
        return proof

    @classmethod
    def _from_run(cls, start: P, play: Play, rules: Rules, run: Prover) -> Self:
        """Return the proof that a search is to find."""
        proof = cls._make(start, play, rules, run.positions.positions)
        proof._run = run
        return proof

    def __repr__(self) -> str:
        if self.outcome is None:
            return f"Proof(start={self.start!r}, not decided after {self.nodes:,} nodes)"
        plies = "" if self.plies is None else f" in at most {self.plies} plies"
        return f"Proof(start={self.start!r}, outcome={self.outcome}{plies}, {len(self)} positions)"

    def __getstate__(self) -> object:
        """Refuse to copy a search that waits."""
        if self._run is not None:
            raise TypeError("a Proof cannot be copied or pickled before it is decided")
        return super().__getstate__()

    def __len__(self) -> int:
        """Return how many positions the proof has, each counted for each player it is used for."""
        return sum(len(part.codes) for part in self._parts)

    # -- searching ---------------------------------------------------------------------------------

    def resume(
        self, *, seconds: float | None = None, progress: types.ProgressLike = False
    ) -> Proof[P]:
        """Continue the search, where it ended for lack of time; return this proof.

        After Ctrl-C it can go on too.

        Parameters
        ----------
        seconds, progress
            As of `prove`.

        See Also
        --------
        prove
        is_full : Where no time is enough.

        Examples
        --------
        >>> import graphgame as gg
        >>> proof = gg.prove(lambda n: [n - k for k in (1, 2) if n >= k], 9, seconds=0)
        >>> proof.resume().outcome
        <Outcome.LOSE: -1>
        """
        if seconds is not None:
            checks.seconds(seconds, "seconds")
        run = self._run
        if run is None:  # all is decided
            return self
        try:
            run.run(seconds, progress)
        finally:
            self.nodes, self._parts = run.nodes, tuple(run.parts)
            if run.won_by is not None:
                self.outcome = WIN if run.won_by == run.mover else LOSE
            elif run.is_done:
                self.outcome = DRAW
        if run.is_done:
            self._run = None
        return self

    @property
    def is_full(self) -> bool:
        """Whether positions, paths of the search, or the proof took all of the memory."""
        return self._run is not None and self._run.is_full

    @property
    def bounds(self) -> tuple[Outcome, Outcome]:
        """The worst and the best outcome that the start may have, by what is known."""
        if self.outcome is not None:
            return self.outcome, self.outcome
        return LOSE, (DRAW if self._parts else WIN)

    # -- what is proven ----------------------------------------------------------------------------

    @property
    def plies(self) -> int | None:
        """In how many plies the winner wins, at most; None where nobody does.

        It is an upper bound: the search looks for any win.
        """
        part = self._parts[0] if self._parts else None
        return None if part is None or part.ranks is None else int(part.ranks[part.first])

    @property
    def best_move(self) -> P | None:
        """The move that keeps what the player at the start has; None where all moves lose.

        With a symmetry it stands for its class.
        """
        if self.outcome not in (WIN, DRAW):
            return None
        # The first node is the start, or what stands for its class, which `strategy` names.
        part = self._parts[-1]
        move = part.move(part.first)
        if move < 0:
            return None
        found: P = _listed(self._positions(part.codes[move : move + 1]))[0]
        return found

    def strategy(self, player: int | None = None) -> dict[P, P]:
        """Return the moves of a player who keeps what is proven: position to option.

        Parameters
        ----------
        player : {0, 1}, optional
            0 for who moves at the start, 1 for the other one.  By default the winner, or in a draw
            0.  The loser has no moves to name.

        Returns
        -------
        dict
            Of every position that can be reached while the player follows it; with a symmetry, of
            what stands for its class.

        See Also
        --------
        best_move : The move at the start.
        """
        if self.outcome is None:
            raise GraphGameError("strategy: expected a decided start; resume goes on searching")
        if player not in (None, 0, 1):
            raise GraphGameError(f"player: expected 0 or 1, got {player!r}")
        holder = 1 if self.outcome == LOSE else 0
        player = holder if player is None else player
        if self.outcome != DRAW and player != holder:
            return {}
        # The first part of a draw says that the player at the start cannot force a win.
        part = self._parts[1 - player] if self.outcome == DRAW else self._parts[0]
        moves = np.asarray(part.moves)
        at = np.flatnonzero(moves >= 0)
        found: dict[P, P] = dict(
            zip(
                _listed(self._positions(part.codes[part.choosers][at])),
                _listed(self._positions(part.codes[moves[at]])),
                strict=True,
            )
        )
        return found

    # -- checking ----------------------------------------------------------------------------------

    def verify(
        self,
        rule: object = None,
        *,
        presets: object = None,
        owner: object = None,
        canonical: object = None,
    ) -> bool:
        """Check the proof against the rule, without the search.

        Parameters
        ----------
        rule, presets, owner, canonical
            As of `prove`; by default those that the proof was found with.  A loaded proof needs
            them.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it proves nothing of this rule; the error names a position.
        GraphGameError
            If nothing is decided, or a loaded proof gets no rule.

        See Also
        --------
        prove
        graphgame.verify : The check of a game that is solved whole.

        Notes
        -----
        Every position of the proof is asked for its options once, in blocks.
        """
        if self.outcome is None:
            raise GraphGameError("verify: expected a decided start; resume goes on searching")
        rules = self._rules
        if rule is not None:
            rules = classify(rule, self.start, presets, owner, canonical)
        if rules is None:
            raise GraphGameError("rule: expected the rule of the game, which a file does not hold")
        positions = Positions(rules)
        start = positions.begin(self.start)
        mover = positions.ask(start)[1] if positions.is_owned else 0
        parts = [
            part._replace(codes=positions.codes(self._positions(part.codes)))
            for part in self._parts
        ]
        expected = {
            WIN: [(mover, True)], LOSE: [(1 - mover, True)],
            DRAW: [(mover, False), (1 - mover, False)],
        }[self.outcome]  # fmt: skip
        claims = [(part.attacker, part.ranks is not None) for part in parts]
        if claims != expected:
            raise VerificationError(self.start, None, f"a proof of {self.outcome}", "another one")
        for part in parts:
            attacks = part.first < part.attacking
            if part.codes[part.first] != start or attacks != (part.attacker == mover):
                raise VerificationError(self.start, None, "a proof that begins here", "another one")
            check_part(part, positions, misere=self.play is Play.MISERE)
        return True

    # -- files -------------------------------------------------------------------------------------

    def save(self, file: types.File) -> None:
        """Write the proof to a file, which `Proof.load` reads; a path is replaced in one step.

        Raises
        ------
        GraphGameError
            If nothing is decided, or a position is of a type that a file cannot keep.
        OSError
            If the file cannot be written.

        See Also
        --------
        load

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> def take(n):
        ...     return [n - k for k in (1, 2) if n >= k]
        >>> file = io.BytesIO()
        >>> gg.prove(take, 10).save(file)
        >>> _ = file.seek(0)
        >>> loaded = gg.Proof.load(file)
        >>> loaded, loaded.verify(take)
        (Proof(start=10, outcome=WIN in at most 7 plies, 11 positions), True)
        """
        if self.outcome is None:
            raise GraphGameError("save: expected a decided start; resume goes on searching")
        parts = (*self._parts, None)[:2]
        PROOF.save(
            self, file, start=[self.start], outcome=self.outcome.name,
            **to_parts(0, parts[0], self._positions), **to_parts(1, parts[1], self._positions),
        )  # fmt: skip

    @classmethod
    def load(cls, file: types.File) -> Proof[Any]:
        """Read a proof from a file; `verify` with its rule says whether it is one.

        Raises
        ------
        SolutionFileError
            If the file is damaged, is something else, or comes from a later version.
        OSError
            If the file cannot be read.

        See Also
        --------
        save, verify
        """
        proof: Proof[Any] = PROOF.load(file, cls._from_found)
        return proof

    @classmethod
    def _from_found(cls, found: Found) -> Proof[Any]:
        positions, parts = from_parts(found)
        proof = cls._make(found["start"][0], Play(found["play"]), None, positions)
        proof.outcome, proof._parts = Outcome[found["outcome"]], parts
        return proof


def _listed(positions: Any) -> Any:
    return positions.tolist() if hasattr(positions, "tolist") else positions
