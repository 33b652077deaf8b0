"""`prove`: who wins from one position, by a search that looks at what it needs."""

from __future__ import annotations

from sys import getsizeof
from time import monotonic
from typing import Any

from graphgame import checks
from graphgame._kernel.threads import Helpers
from graphgame.arrays import types
from graphgame.errors import GraphGameError, advised
from graphgame.outcome import Play
from graphgame.progress import Report
from graphgame.proving._asking import Asking, FullError
from graphgame.proving._proof_numbers import Search
from graphgame.proving._proof_table import ProofTable
from graphgame.proving.bounds import OUTCOMES, SCORES, Bounds, claims
from graphgame.proving.parts import Part, check_part, collected
from graphgame.proving.positions import PER_NAME, Positions
from graphgame.proving.proof import Proof
from graphgame.proving.scored import ScoredEnds, scored_rules
from graphgame.proving.waiting import load_search
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.native import ROOM
from graphgame.rules.kind import COMPILED, POSITIONS, Rules
from graphgame.rules.messages import explain
from graphgame.solving.scores.rule_scores import as_score

# Bytes of an entry of the table; nodes between looks at the clock, of compiled rules and others.
_ENTRY = 16
_STRIDE, _SHORT_STRIDE = 1 << 16, 1 << 8
# Which part of the memory is for the table, with the positions of a rule in Python; and for what
# stands on the ways of the two searches, as lines of play may be long.  The rest, and what the ways
# do not take, is for collecting the proof.
_TABLE = 5 / 8
_WAYS = {"depth-first": 1 / 8, "proof-number": 1 / 16}
# The least bytes for a way, and for collecting.
_LEAST_WAY, _LEAST_PROOF = 1 << 18, 1 << 20
_SEARCHED = "searched {done:,} nodes, table {load}, to prove {proof}, to disprove {disproof}"


class Prover:
    """A search for a proof, which can go on.

    Parameters
    ----------
    rules : Rules
    start : hashable
    play : Play
    memory : int
        Bytes for the table, for the ways of the searches, and for positions.
    order : callable, Native or None
        Of the kind of the rule.
    search : {"depth-first", "proof-number"} or None
        The order of search; None for both, in turns.
    threads : int
        Of a compiled rule; others are asked by one.
    scored : ScoredEnds or None
        The scores that the presets of the rules stand for.
    bound : int or None
        The only score that is asked about.
    """

    def __init__(
        self, rules: Rules, start: Any, play: Play, memory: int, order: Any = None,
        search: str | None = None, threads: int = 1, scored: ScoredEnds | None = None,
        bound: int | None = None,
    ) -> None:  # fmt: skip
        self._misere = play is Play.MISERE
        ways = {name: part for name, part in _WAYS.items() if search in (None, name)}
        most, table = 2**31 - 2, int(memory * _TABLE)
        self._left = memory - table
        if rules.kind == POSITIONS:
            table = table // 2
            most = max(table // (PER_NAME + _size(start)), 1)
        self.positions: Positions = Positions(
            rules, most, order, scored=scored is not None, keeps=True
        )
        self.code: int = self.positions.begin(start)
        asked = self.positions.for_search()
        self._threads = 1 if asked["ask"] is not None else threads
        self._table = ProofTable(table // _ENTRY, self._threads > 1)
        learns = rules.kind != POSITIONS
        # Each has a way of its own, and all share the table.  Proof numbers lead all threads to the
        # same node, so that one follows them, and stands first.
        searchers = {"proof-number": 1, "depth-first": self._threads}
        self._searches = [
            Search(
                Asking(**asked, room=ROOM, misere=self._misere), self._table,
                name == "depth-first", learns, _way(memory, ways[name]) // count,
            )
            for name, count in searchers.items() if name in ways
            for _ in range(count)
        ]  # fmt: skip
        self._stride = _STRIDE if rules.kind == COMPILED else _SHORT_STRIDE
        # Who moves at the start, 0 where players alternate.
        self.mover: int = self.positions.ask(self.code)[1] if self.positions.is_owned else 0
        self._scored = scored
        self.bounds: Bounds = Bounds(OUTCOMES if scored is None else SCORES, bound)
        # The score that is asked about, and the attacker, once the search has begun.
        self._least = 1
        self._question: int | None = None
        self._searched = 0
        self._is_restored = False
        self.is_full: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """What proves the bounds."""
        return self.bounds.parts

    @property
    def won_by(self) -> int | None:
        """Who is known to win, as the rule says who moves."""
        if self.bounds.least > 0:
            return self.mover
        return 1 - self.mover if self.bounds.greatest < 0 else None

    @property
    def nodes(self) -> int:
        """How many nodes were searched."""
        return self._searched + sum(search.nodes for search in self._searches)

    @property
    def is_done(self) -> bool:
        """Whether what was asked is decided."""
        return self.bounds.is_done

    def run(self, seconds: float | None, progress: types.ProgressLike) -> None:
        """Search until the outcome is decided, or time or memory end."""
        until = None if seconds is None else monotonic() + seconds
        with Report(progress) as report, Helpers() as helpers:
            self._threads = helpers.begin(self._threads)
            while not self.is_done and not self.is_full:
                try:
                    decided = self._decide(until, report, helpers)
                    if decided is None:
                        return
                    self._collect(decided)
                    if until is not None and monotonic() > until:
                        return
                except FullError:
                    self.is_full = True
                except RuleError as error:
                    raise GraphGameError(explain(error)) from None

    def _decide(
        self, until: float | None, report: Report | None, helpers: Helpers
    ) -> Search | None:
        """Search for the answer to the next question; return who found it, None without time."""
        if self._question is None:
            self._begin()
        while True:
            for searches in self._turns():
                if (decided := self._run(searches, helpers)) is not None:
                    return decided
            if report is not None:
                proof, disproof = self._searches[0].root()
                report.step(
                    "searching", self.nodes, None, "nodes", _SEARCHED,
                    load=f"{self._table.load:.0%}", proof=proof, disproof=disproof,
                )  # fmt: skip
            if until is not None and monotonic() > until:
                return None

    def _begin(self) -> None:
        """Ask the next question."""
        player, least = self.bounds.question()
        if self._scored is not None and least != self._least:
            # Who gets more gets less, too: what holds of a greater score stays proven for a lesser
            # one, and what is out of reach stays so for a greater one.
            self._table.forget_decided(least > self._least)
            self._scored.ask_for(least)
            self.positions.forget()
            self._least = least
        question = self.mover ^ player
        for search in self._searches:
            search.begin(self.code, question)
        # Only now: what is interrupted before has to begin again.
        self._question = question

    def _turns(self) -> list[list[Search]]:
        """Return who searches at the same time: one after the other where there is one thread.

        Where there are more, each order has one all the time, and those that are left decide one
        option after the other.
        """
        if self._threads == 1:
            return [[search] for search in reversed(self._searches)]
        return [self._searches[: self._threads]]

    def _run(self, searches: list[Search], helpers: Helpers) -> Search | None:
        """Continue some searches for a turn; return one that has decided the question.

        Those whose way takes too much memory are given up, unless nobody is left.
        """
        decided: list[Search] = []
        full: list[Search] = []

        def turn(thread: int) -> None:
            if thread < len(searches):
                try:
                    if searches[thread].run(self._stride):
                        decided.append(searches[thread])
                except FullError:
                    full.append(searches[thread])

        self._table.begin_turn()
        # A turn is short, so that nobody need be stopped.
        helpers.together(turn, stop=lambda: None)
        self._table.grow_if_full()
        if decided:
            return decided[0]
        for search in full:
            if self._searches == [search]:
                raise FullError
            self._searches.remove(search)
            self._searched += search.nodes
        return None

    def _collect(self, search: Search) -> None:
        """Collect what proves the answer to the question."""
        question = self._question
        assert question is not None
        is_proof = search.proof == 0
        # Collecting asks further questions, so that after an interrupt this one is asked again.
        self._question = None
        part = self._collected(search, question, is_proof=is_proof)
        if part is None:
            # A disproof that rests on another way was wrong here; what is proven stays known.  But
            # what came from a file may be wrong as a whole, if the rule is another one.
            assert not is_proof or self._is_restored
            self._table.forget_marked()
            if self._is_restored:
                for proven in (True, False):
                    self._table.forget_decided(proven)
            self._is_restored = False
            return
        score = self._least if is_proof else self._least - 1
        if self._scored is not None:
            score = self._scored.reached(part, self.positions)
        self.bounds.answer(self.mover ^ question, score, part)

    def _collected(self, search: Search, question: int, *, is_proof: bool) -> Part | None:
        """Return what proves an answer; the table makes room for it where there is too little."""
        while True:
            taken = sum(search.nbytes for search in self._searches)
            taken += sum(getattr(x, "nbytes", 0) for part in self.parts for x in part)
            try:
                return collected(
                    search, self.positions, self.code, question, is_proof=is_proof,
                    room=max(self._left - taken, _LEAST_PROOF),
                )  # fmt: skip
            except FullError:
                # Where positions of Python are too many, the table is no help.
                freed = 0 if self.positions.is_full else self._table.shrink()
                if not freed:
                    raise
                self._left += freed

    # -- a search that waits -----------------------------------------------------------------------

    def waiting(self) -> dict[str, Any]:
        """Return what a file holds of the search: what it has found, as `restore` takes it."""
        return {
            "nodes": self.nodes,
            "least": self._least,
            "entries": self._table.held(),
            "names": self.positions.names,
            "limits": (self.bounds.least, self.bounds.greatest),
            "parts": self.parts,
            "has_scores": self._scored is not None,
            "bound": self.bounds.asked,
        }

    def restore(self, found: dict[str, Any]) -> None:
        """Add what another search has found, to go on from there.

        Raises
        ------
        GraphGameError
            If there is too little memory for its positions.
        VerificationError
            If what it has proven is wrong of this rule.
        """
        if not self.positions.resume(found["names"]):
            raise GraphGameError(
                f"memory: expected room for the {len(found['names']):,} positions of the search "
                "that goes on, got less"
            )
        self._searched += found["nodes"]
        self._least = found["least"]
        least, greatest = found["limits"]
        shown = claims(least, greatest, self.bounds.widest)
        for part, claim in zip(found["parts"], shown, strict=True):
            if self._scored is not None:
                self._scored.ask_for(claim.least)
            check_part(part, self.positions, misere=self._misere)
        if self._scored is not None:
            self._scored.ask_for(self._least)
            self.positions.forget()
        self.bounds.restore(least, greatest, found["parts"])
        self._table.put(found["entries"])
        self._is_restored = True


def _way(memory: int, part: float) -> int:
    return max(int(memory * part), _LEAST_WAY)


def _size(position: Any) -> int:
    """Return about how many bytes a position takes."""
    inner = position if isinstance(position, tuple | frozenset) else ()
    return getsizeof(position) + sum(map(getsizeof, inner))


@advised
def prove(
    rule: object,
    start: types.P,
    *,
    presets: object = None,
    scores: object = None,
    bound: int | None = None,
    owner: object = None,
    canonical: object = None,
    order: object = None,
    play: str = "normal",
    search: str | None = None,
    memory: int | str = "1GiB",
    seconds: float | None = None,
    threads: int = 1,
    resume: types.File | None = None,
    progress: types.ProgressLike = False,
) -> Proof[types.P]:
    """Find out who wins from one position, without solving all that can be reached from it.

    Proof-number search looks at the moves that it needs, and forgets most of what it has seen; so
    it decides games that are far too large for `solve` or `build`.  What it finds is a proof,
    which is checked without the search (`Proof.verify`).

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options``
        From a position to its options, as in `solve`: a Python function of a position, one of an
        array of codes, or a compiled function of a code.
    start : hashable
        The position that is asked about.
    presets : callable, compiled function or mapping, optional
        Outcomes that the rules preset, as in `solve`.
    scores : callable, compiled function or mapping, optional
        What ends are worth to the player who would move there, as in `solve_scores`; by default
        the method ``score`` of the rule, if it has one.  Then what the start is worth is found.
    bound : int, optional
        With scores: ask only whether the start is worth at least so much to the player who moves
        there.  This takes one search, where the exact score takes some, with bounds that are closer
        and closer.
    owner : callable, compiled function or mapping, optional
        Who moves, 0 or 1, where players do not alternate.
    canonical : callable or compiled function, optional
        A symmetry: from a position to what stands for its class.
    order : callable or compiled function, optional
        From a position to a whole number: of the options of a position, those with the least are
        tried first; by default ``rule.order`` if there is one.  It changes how long the search
        takes, and not what is found.
    play : {"normal", "misere"}
        Whether who cannot move loses or wins.
    search : {"depth-first", "proof-number"}, optional
        How to search; by default in both ways, in turns, until one of them has the answer.
        ``"depth-first"`` decides one option after the other: for games whose play is short, and
        whose positions are met in many ways.  ``"proof-number"`` goes where the least is left to
        do: for games in which some lines of play end much earlier than others.
    memory : int or str, optional
        The most bytes for what is remembered: five eighths for the table, of a Python rule half of
        these for positions, and the rest for the paths of the searches and for the proof, some 52
        bytes for each of its positions.
    seconds : float, optional
        The longest time; the search can go on afterwards.
    threads : int
        The most threads to use for a compiled rule: one goes by proof numbers, unless ``search=``
        says otherwise, and the others search depth first.  A rule in Python is asked by one.
    resume : path or binary file, optional
        What `Proof.save_search` has written of a search for the same: it goes on from there.
    progress : bool or callable
        Whether to show how far the search is, or what to call with a `Progress`.

    Returns
    -------
    Proof
        Its ``outcome`` is None where time or memory were not enough, or a bound does not decide
        it.

    Raises
    ------
    GraphGameError
        If the rule or the start is none, or the rule returns something else than options.  If
        scores go with presets or misère play, or a bound without scores; or if a position without
        options has no score, or every position has one.  If the search to go on with is another
        one.
    SolutionFileError
        If its file is damaged.

    See Also
    --------
    solve : Answers for all positions that can be reached.
    build : The same without the graph, in memory or in a folder.

    Notes
    -----
    Play that never ends is a draw, as in `solve`: the outcome is the same; with scores it is worth
    0, as in `solve_scores`.  The exact score is found by questions whether a player gets at least
    so much: the table keeps what holds for the next one, and what a proof reaches may be more than
    was asked for.

    The search takes time exponential in the length of the proof at worst, and the memory that it
    is given.  One search is depth first with a table and the history heuristic (Schaeffer, 1989),
    the other the depth-first proof-number search of Nagai and of Seo, Iida and Uiterwijk, with the
    thresholds of Pawlewicz and Lew (2007); docs/decisions/041 says how positions that come back are
    decided.

    Examples
    --------
    >>> import graphgame as gg
    >>> def take(n):
    ...     return [n - k for k in (1, 2, 3) if n >= k]
    >>> proof = gg.prove(take, 201)
    >>> proof.outcome, proof.best_move, proof.verify()
    (<Outcome.WIN: 1>, 200, True)
    >>> gg.prove(take, 200).outcome
    <Outcome.LOSE: -1>
    >>> game = {"a": ["b", "c"], "b": ["a", "d"], "c": [], "d": []}
    >>> gg.prove(game.__getitem__, "a", scores={"c": -1, "d": -3}).score
    1
    """
    kind = Play(play)
    if seconds is not None:
        checks.seconds(seconds, "seconds")
    if start is None:
        raise GraphGameError("start: expected a position, got None")
    size = checks.memory(memory)
    if size is None or size < 1 << 16:
        raise GraphGameError(f"memory: expected at least 64KiB, got {memory!r}")
    if search not in (None, *_WAYS):
        raise GraphGameError(
            f"search: expected 'depth-first', 'proof-number' or None, got {search!r}"
        )
    start = checks.unviewed(start)
    rules, scored = scored_rules(rule, start, presets, scores, owner, canonical, kind)
    if bound is not None:
        bound = _bound(bound, scored)
    tried = order if order is not None else getattr(rule, "order", None)
    threads = checks.at_least_1(threads, "threads")
    run = Prover(rules, start, kind, size, tried, search, threads, scored, bound)
    if scored is not None:
        scored.require_play(start)
    if resume is not None:
        named, has_scores = rules.kind == POSITIONS, scored is not None
        run.restore(
            load_search(resume, start, kind, has_scores=has_scores, bound=bound, named=named)
        )
    proof: Proof[types.P] = Proof._from_run(start, kind, rules, scored, run)
    return proof.resume(seconds=seconds, progress=progress)


def _bound(bound: Any, scored: ScoredEnds | None) -> int:
    """Return a bound of scores as an int of Python."""
    if scored is None:
        raise GraphGameError(
            "bound: expected scores with it, as a game without is won, lost or drawn; got none"
        )
    found = as_score(bound)
    if found is None or found == -SCORES:
        raise GraphGameError(
            f"bound: expected an integer from {1 - SCORES} to {SCORES}, got {bound!r}"
        )
    return found
