"""`Proof`: who wins from one position, and what proves it."""

from __future__ import annotations

from typing import Any, Generic

import numpy as np

from graphgame import checks
from graphgame.arrays import types
from graphgame.errors import GraphGameError, VerificationError
from graphgame.outcome import DRAW, LOSE, WIN, Outcome, Play
from graphgame.proving.files import PROOF
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
        """Whether the search ended because positions of a Python rule took all of the memory."""
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
        ranks = self._parts[0].ranks if self._parts else None
        return None if ranks is None else int(ranks[0])

    @property
    def best_move(self) -> P | None:
        """The move that keeps what the player at the start has; None where all moves lose.

        With a symmetry it stands for its class.
        """
        if self.outcome not in (WIN, DRAW):
            return None
        # The first node is the start, or what stands for its class, which `strategy` names.
        part = self._parts[-1]
        move = part.moves[:1]
        found: P | None = _listed(self._positions(part.codes[move]))[0] if move[0] >= 0 else None
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
        at = np.flatnonzero(part.moves >= 0)
        found: dict[P, P] = dict(
            zip(
                _listed(self._positions(part.codes[at])),
                _listed(self._positions(part.codes[part.moves[at]])),
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
            raise VerificationError(self.start, [], f"a proof of {self.outcome}", "another one")
        for part in parts:
            first = int(part.codes[0]) if len(part.codes) else None
            if first != start or bool(part.attacks[0]) != (part.attacker == mover):
                raise VerificationError(self.start, [], "a proof that begins here", "another one")
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
        PROOF.save(
            self, file, start=[self.start], outcome=self.outcome.name,
            **{name: value for k in (0, 1) for name, value in self._saved(k).items()},
        )  # fmt: skip

    def _saved(self, k: int) -> dict[str, Any]:
        """Return what a file holds of a part, None where there is none."""
        names = ("attacker", "positions", "attacks", "moves", "ranks")
        if k >= len(self._parts):
            return {f"{name}_{k}": None for name in names}
        part = self._parts[k]
        values = (part.attacker, self._positions(part.codes), part.attacks, part.moves, part.ranks)
        return {f"{name}_{k}": value for name, value in zip(names, values, strict=True)}

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
        names: list[Any] = []
        for k in (0, 1):
            labels = found.parts.get(f"positions_{k}")
            names.extend(() if labels is None else labels)

        def positions(codes: Int64Array) -> list[Any]:
            return [names[code] for code in codes.tolist()]

        proof = cls._make(found["start"][0], Play(found["play"]), None, positions)
        proof.outcome = Outcome[found["outcome"]]
        base = 0
        for k in range(2 if proof.outcome == DRAW else 1):
            count = len(found[f"positions_{k}"])
            part = Part(
                attacker=found[f"attacker_{k}"],
                codes=np.arange(base, base + count),
                attacks=found[f"attacks_{k}"] == 1,
                moves=found[f"moves_{k}"],
                ranks=found.parts.get(f"ranks_{k}"),
            )
            proof._parts += (part,)
            base += count
        return proof


def _listed(positions: Any) -> Any:
    return positions.tolist() if hasattr(positions, "tolist") else positions
