"""`Proof`: who wins from one position, and what proves it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import numpy as np

from graphgame import checks
from graphgame.arrays import types
from graphgame.errors import GraphGameError, VerificationError
from graphgame.outcome import LOSE, Outcome, Play
from graphgame.proving.bounds import OUTCOMES, SCORES, claims
from graphgame.proving.files import PROOF, from_parts, limits, to_parts
from graphgame.proving.parts import Part, check_part
from graphgame.proving.positions import Positions
from graphgame.proving.scored import ScoredEnds, scored_rules
from graphgame.proving.waiting import save_search
from graphgame.rules.kind import Rules, classify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from graphgame.graphs.form import Found
    from graphgame.playing.game import Look
    from graphgame.playing.proven import ProvenPositions
    from graphgame.proving.start import Prover
    from graphgame.types import Int64Array, P
else:
    from graphgame.types import P

# What a fault in a proof means, beside the place where it shows.
_ANOTHER = "the proof is one of another rule than this, or was changed"


class Proof(Generic[P]):
    """Who wins from one position, with the moves that prove it; made by `prove`.

    A proof of a win holds, of each position in it at which the winner moves, one move, and at which
    the loser moves, all of them; its ranks fall with every move, so that play ends.  A draw has two
    proofs: that neither player can force a win.  With scores one proof shows that a player gets so
    much, and another one that he gets no more.

    Attributes
    ----------
    start : hashable
        The position that was asked about.
    play : Play
    outcome : Outcome or None
        That of the start, for the player who moves there; None where it is not decided.
    score : int or None
        What the start is worth to this player; None without scores, or where it is not decided.
    score_bounds : tuple of int or None
        What it is worth at least, and at most; None where nothing is known.
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

    __slots__ = (
        *("_limits", "_parts", "_positions", "_rules", "_run", "_scored", "_widest"),
        *("nodes", "play", "start"),
    )

    start: P
    play: Play
    nodes: int
    _limits: tuple[int, int]
    _widest: int
    _parts: tuple[Part, ...]
    _positions: Callable[[Int64Array], Any]
    _rules: Rules | None
    _scored: ScoredEnds | None
    _run: Prover | None

    def __init__(self) -> None:
        raise GraphGameError("a Proof is made by prove, or by Proof.load")

    @classmethod
    def _make(cls, start: P, play: Play, widest: int, positions: Any) -> Self:
        proof = cls.__new__(cls)
        proof.start, proof.play, proof.nodes = start, play, 0
        proof._widest, proof._limits = widest, (-widest, widest)
        proof._rules = proof._scored = proof._run = None
        proof._parts, proof._positions = (), positions
        return proof

    @classmethod
    def _from_run(
        cls, start: P, play: Play, rules: Rules, scored: ScoredEnds | None, run: Prover
    ) -> Self:
        """Return the proof that a search is to find."""
        proof = cls._make(start, play, run.bounds.widest, run.positions.positions)
        proof._rules, proof._scored, proof._run = rules, scored, run
        return proof

    def __repr__(self) -> str:
        if not self._is_decided:
            return f"Proof(start={self.start!r}, not decided after {self.nodes:,} nodes)"
        plies = "" if self.plies is None else f" in at most {self.plies} plies"
        found = self._score_text() if self._has_scores else f"outcome={self.outcome}"
        return f"Proof(start={self.start!r}, {found}{plies}, {len(self)} positions)"

    def _score_text(self) -> str:
        least, greatest = self.score_bounds
        if least == greatest:
            return f"score={least}"
        return f"score at most {greatest}" if least is None else f"score at least {least}"

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
            least, greatest = run.bounds
            self.nodes, self._parts, self._limits = run.nodes, run.parts, (least, greatest)
        if run.is_done:
            self._run = None
        return self

    def save_search(self, file: types.File) -> None:
        """Write the search to a file, to go on later: `prove` with ``resume=`` reads it.

        Raises
        ------
        GraphGameError
            If all is decided, or a position is of a type that a file cannot keep.
        OSError
            If the file cannot be written.

        See Also
        --------
        save : What is decided.

        Notes
        -----
        It takes 16 bytes for each node that is remembered, and of a Python rule all positions.
        What stands on the paths of the search is left out, as the table has what they have found.

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> def take(n):
        ...     return [n - k for k in (1, 2) if n >= k]
        >>> file = io.BytesIO()
        >>> gg.prove(take, 9000, seconds=0).save_search(file)
        >>> _ = file.seek(0)
        >>> gg.prove(take, 9000, resume=file).outcome
        <Outcome.LOSE: -1>
        """
        if self._run is None:
            raise GraphGameError("save_search: expected a search, got an answer, which save writes")
        save_search(file, self.start, self.play, self._run.waiting())

    @property
    def _is_decided(self) -> bool:
        """Whether what was asked has its answer, with its proof."""
        return self._run is None and bool(self._parts)

    @property
    def is_full(self) -> bool:
        """Whether positions, paths of the search, or the proof took all of the memory."""
        return self._run is not None and self._run.is_full

    @property
    def bounds(self) -> tuple[Outcome, Outcome]:
        """The worst and the best outcome that the start may have, by what is known."""
        worst, best = (Outcome((x > 0) - (x < 0)) for x in self._limits)
        return worst, best

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the start, for the player who moves there; None if it is not decided."""
        worst, best = self.bounds
        return worst if worst == best else None

    @property
    def score_bounds(self) -> tuple[int | None, int | None]:
        """What the start is worth at least, and at most; None without scores or a bound.

        See Also
        --------
        score
        """
        if not self._has_scores:
            return None, None
        least, greatest = self._limits
        exact = least == greatest
        return (
            least if exact or least > -self._widest else None,
            greatest if exact or greatest < self._widest else None,
        )

    @property
    def score(self) -> int | None:
        """What the start is worth to the player who moves there; None if it is not decided.

        See Also
        --------
        score_bounds
        """
        least, greatest = self.score_bounds
        return least if least == greatest else None

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
        part = self._part(0)
        # The first node is the start, or what stands for its class, which `strategy` names.
        move = -1 if part is None else part.move(part.first)
        if part is None or move < 0:
            return None
        found: P = _listed(self._positions(part.codes[move : move + 1]))[0]
        return found

    def _part(self, player: int) -> Part | None:
        """Return the part that says how a player, 0 at the start, keeps what is proven."""
        for part in self._parts:
            attacker = 0 if part.first < part.attacking else 1
            if (part.ranks is not None) == (attacker == player):
                return part
        return None

    def strategy(self, player: int | None = None) -> dict[P, P]:
        """Return the moves of a player who keeps what is proven: position to option.

        Parameters
        ----------
        player : {0, 1}, optional
            0 for who moves at the start, 1 for the other one.  By default the winner, or in a draw
            0.  Without scores the loser has no moves to name.

        Returns
        -------
        dict
            Of every position that can be reached while the player follows it; with a symmetry, of
            what stands for its class.

        See Also
        --------
        best_move : The move at the start.
        """
        if not self._is_decided:
            raise GraphGameError("strategy: expected a decided start; resume goes on searching")
        if player not in (None, 0, 1):
            raise GraphGameError(f"player: expected 0 or 1, got {player!r}")
        if player is None:
            player = 1 if self.outcome == LOSE or self._part(0) is None else 0
        part = self._part(player)
        if part is None:
            return {}
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
        scores: object = None,
        owner: object = None,
        canonical: object = None,
    ) -> bool:
        """Check the proof against the rule, without the search.

        Parameters
        ----------
        rule, presets, scores, owner, canonical
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
        if not self._is_decided:
            raise GraphGameError("verify: expected a decided start; resume goes on searching")
        self._check(*self._asked(rule, presets, scores, owner, canonical))
        return True

    @property
    def _has_scores(self) -> bool:
        """Whether the proof is one of a score."""
        return self._widest != OUTCOMES

    def _check(self, rules: Rules, scored: ScoredEnds | None) -> None:
        """Check the proof against the functions of a rule; an error says that it is another one."""
        try:
            self._check_parts(rules, scored)
        except VerificationError as error:
            found = f"{error.found}; {_ANOTHER}"
            raise VerificationError(error.position, error.args[1], error.expected, found) from None

    def _check_parts(self, rules: Rules, scored: ScoredEnds | None) -> None:
        positions = Positions(rules, scored=scored is not None)
        start = positions.begin(self.start)
        mover = positions.ask(start)[1] if positions.is_owned else 0
        shown = claims(*self._limits, self._widest)
        expected = [(mover ^ claim.player, claim.is_proof) for claim in shown]
        if [(part.attacker, part.ranks is not None) for part in self._parts] != expected:
            what = f"a proof of {self.outcome}" if scored is None else "a proof of the score"
            raise VerificationError(self.start, None, what, "another one")
        for part, claim in zip(self._parts, shown, strict=True):
            # The codes of names are those of the positions that are asked here.
            part = part._replace(codes=positions.codes(self._positions(part.codes)))
            attacks = part.first < part.attacking
            if part.codes[part.first] != start or attacks != (part.attacker == mover):
                raise VerificationError(self.start, None, "a proof that begins here", "another one")
            if scored is not None:
                scored.ask_for(claim.least)
                # A preset of the rule must not say something else of an end.
                scored.reached(part, positions)
            check_part(part, positions, misere=self.play is Play.MISERE)

    def _asked(
        self, rule: object, presets: object, scores: object, owner: object, canonical: object
    ) -> tuple[Rules, ScoredEnds | None]:
        """Return the functions of a rule, those of the search by default, for one use."""
        if rule is not None:
            return self._given(rule, presets, scores, owner, canonical)
        if self._scored is not None:  # the search, or another thread, may ask for another score
            scored = self._scored.anew()
            return scored.rules, scored
        if self._rules is None:
            raise GraphGameError("rule: expected the rule of the game, which a file does not hold")
        return self._rules, None

    def _given(
        self, rule: object, presets: object, scores: object, owner: object, canonical: object
    ) -> tuple[Rules, ScoredEnds | None]:
        """Return the functions of a rule that the proof is checked against."""
        if not self._has_scores:
            if scores is not None:
                raise GraphGameError(
                    f"scores: expected none, as the proof is one of {self.outcome}, got some"
                )
            return classify(rule, self.start, presets, owner, canonical), None
        if scores is None and getattr(rule, "score", None) is None:
            raise GraphGameError(
                "scores: expected those of the ends, as the proof is one of a score, got none"
            )
        return scored_rules(rule, self.start, presets, scores, owner, canonical, self.play)

    # -- playing -----------------------------------------------------------------------------------

    def serve(
        self,
        rule: object = None,
        *,
        presets: object = None,
        scores: object = None,
        owner: object = None,
        canonical: object = None,
        port: int = 8000,
        announce: Callable[[str], None] | None = None,
        **look: types.Unpack[types.LookOptions],
    ) -> None:
        """Show a page in which anybody plays against the proof, until Ctrl-C.

        The machine keeps what is proven, and the page says what that is.  At positions that are not
        in the proof, since the player who keeps it has made another move, it says that nothing is
        proven.  The page asks for each position; only browsers on this machine reach it.

        Parameters
        ----------
        rule, presets, scores, owner, canonical
            As of `verify`: the proof is checked first.
        port : int
            0 takes any port that is free.
        announce : callable, optional
            Is called with the address of the page once it can be opened; by default it is printed.
        **look
            As of `Database.serve`; the functions take positions.

        Raises
        ------
        VerificationError, GraphGameError
            As of `verify`; or if the port cannot be had, or `look` does not fit the start.
        KeyboardInterrupt
            On Ctrl-C.

        See Also
        --------
        strategy : The same moves as a dict.
        Database.serve : The page of a game that is solved whole.

        Examples
        --------
        >>> import graphgame as gg
        >>> proof = gg.prove(lambda n: [n - k for k in (1, 2) if n >= k], 10)
        >>> proof.serve(title="Take one or two")  # doctest: +SKIP
        """
        from graphgame.playing.game import Look
        from graphgame.playing.server import serve_positions

        asked = self._asked(rule, presets, scores, owner, canonical)
        positions = self._shown(*asked, Look(**look))
        serve_positions(positions, port=port, announce=announce or print)

    def _shown(self, rules: Rules, scored: ScoredEnds | None, look: Look) -> ProvenPositions:
        """Return what pages and the terminal show, when the proof has been checked."""
        from graphgame.playing.proven import ProvenPositions
        from graphgame.proving.known import Known

        if not self._is_decided:
            raise GraphGameError("serve: expected a decided start; resume goes on searching")
        self._check(rules, scored)
        parts = [*zip(claims(*self._limits, self._widest), self._parts, strict=True)]
        known = Known(rules, scored, self.play, self.start, self._widest, parts, self._positions)
        return ProvenPositions(known.game(), look)

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
        if not self._is_decided:
            raise GraphGameError("save: expected a decided start; resume goes on searching")
        parts = (*self._parts, None)[:2]
        PROOF.save(
            self, file, start=[self.start],
            score_bounds=[*self.score_bounds] if self._has_scores else None,
            outcome=None if self._has_scores or self.outcome is None else self.outcome.name,
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
        scores = found.parts.get("score_bounds")
        widest = OUTCOMES if scores is None else SCORES
        proof = cls._make(found["start"][0], Play(found["play"]), widest, positions)
        proof._limits, proof._parts = limits(found), parts
        return proof


def _listed(positions: Any) -> Any:
    return positions.tolist() if hasattr(positions, "tolist") else positions
