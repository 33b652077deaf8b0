"""`prove`: who wins from one position, by a search that looks at what it needs."""

from __future__ import annotations

from sys import getsizeof
from time import monotonic
from typing import Any

from graphgame import checks
from graphgame.arrays import types
from graphgame.errors import GraphGameError, advised
from graphgame.outcome import Play
from graphgame.progress import Report
from graphgame.proving._proof_numbers import Search
from graphgame.proving.parts import Part, collected
from graphgame.proving.positions import PER_NAME, FullError, Positions
from graphgame.proving.proof import Proof
from graphgame.rules.compiled._stage import RuleError
from graphgame.rules.compiled.native import ROOM
from graphgame.rules.kind import POSITIONS, Rules, classify
from graphgame.rules.messages import explain

# Bytes of an entry of the table; nodes between looks at the clock, of compiled rules and others.
_ENTRY = 16
_STRIDE, _SHORT_STRIDE = 1 << 16, 1 << 8
_SEARCHED = "searched {done:,} nodes, table {load}, to prove {proof}, to disprove {disproof}"


class Prover:
    """A search for a proof, which can go on.

    Parameters
    ----------
    rules : Rules
    start : hashable
    play : Play
    memory : int
        Bytes for the table and for positions.
    """

    def __init__(self, rules: Rules, start: Any, play: Play, memory: int) -> None:
        self._misere = play is Play.MISERE
        most, table = 2**31 - 2, memory - memory // 16
        if rules.kind == POSITIONS:
            table = memory // 2
            most = max((memory - table) // (PER_NAME + _size(start)), 1)
        self.positions: Positions = Positions(rules, most)
        self.code: int = self.positions.begin(start)
        self._search = Search(
            **self.positions.for_search(), room=ROOM, misere=self._misere, entries=table // _ENTRY
        )
        self._stride = _SHORT_STRIDE if self.positions.met or rules.kind != "compiled" else _STRIDE
        first = self.positions.ask(self.code)[1] if self.positions.is_owned else 0
        # Who moves at the start is asked about first.
        self._questions = [first, 1 - first]
        self._begun = False
        self.parts: list[Part] = []
        self.won_by: int | None = None
        self.is_full: bool = False

    @property
    def mover(self) -> int:
        """Who moves at the start, 0 where players alternate."""
        return self._questions[0]

    @property
    def nodes(self) -> int:
        """How many nodes were searched."""
        return self._search.nodes

    @property
    def is_done(self) -> bool:
        """Whether the outcome is decided."""
        return self.won_by is not None or len(self.parts) == 2

    def run(self, seconds: float | None, progress: types.ProgressLike) -> None:
        """Search until the outcome is decided, or time or memory end."""
        until = None if seconds is None else monotonic() + seconds
        with Report(progress) as report:
            while not self.is_done and not self.is_full:
                try:
                    if not self._go_on(until, report):
                        return
                except FullError:
                    self.is_full = True
                except RuleError as error:
                    raise GraphGameError(explain(error)) from None

    def _go_on(self, until: float | None, report: Report | None) -> bool:
        """Ask the next question; return False where there was no time for its answer."""
        question = self._questions[len(self.parts)]
        search = self._search
        if not self._begun:
            search.begin(self.code, question)
            self._begun = True
        while not search.run(self._stride):
            if report is not None:
                proof, disproof = search.root()
                report.step(
                    "searching", search.nodes, None, "nodes", _SEARCHED,
                    load=f"{search.load:.0%}", proof=proof, disproof=disproof,
                )  # fmt: skip
            if until is not None and monotonic() > until:
                return False
        is_proof = search.proof == 0
        # Collecting asks further questions, so that after an interrupt this one is asked again.
        self._begun = False
        part = collected(search, self.positions, self.code, question, is_proof=is_proof)
        if part is None:
            # A disproof that rests on another way was wrong here; what is proven stays known.
            assert not is_proof
            search.forget_marked()
            return True
        self.parts.append(part)
        if is_proof:
            self.won_by = question
            self.parts = [part]
        return True


def _size(position: Any) -> int:
    """Return about how many bytes a position takes."""
    parts = position if isinstance(position, tuple | frozenset) else ()
    return getsizeof(position) + sum(map(getsizeof, parts))


@advised
def prove(
    rule: object,
    start: types.P,
    *,
    presets: object = None,
    owner: object = None,
    canonical: object = None,
    play: str = "normal",
    memory: int | str = "1GiB",
    seconds: float | None = None,
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
    owner : callable, compiled function or mapping, optional
        Who moves, 0 or 1, where players do not alternate.
    canonical : callable or compiled function, optional
        A symmetry: from a position to what stands for its class.
    play : {"normal", "misere"}
        Whether who cannot move loses or wins.
    memory : int or str, optional
        The most bytes for what is remembered.  Of a Python rule, half of it is for positions.
    seconds : float, optional
        The longest time; the search can go on afterwards.
    progress : bool or callable
        Whether to show how far the search is, or what to call with a `Progress`.

    Returns
    -------
    Proof
        Its ``outcome`` is None where time or memory were not enough.

    Raises
    ------
    GraphGameError
        If the rule or the start is none, or the rule returns something else than options.

    See Also
    --------
    solve : Answers for all positions that can be reached.
    build : The same without the graph, in memory or in a folder.

    Notes
    -----
    Play that never ends is a draw, as in `solve`: the outcome is the same.  The search takes time
    exponential in the length of the proof at worst, and the memory that it is given.  It is the
    depth-first proof-number search of Nagai and of Seo, Iida and Uiterwijk, with the thresholds of
    Pawlewicz and Lew (2007); docs/decisions/041 says how positions that come back are decided.

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
    """
    kind = Play(play)
    if seconds is not None:
        checks.seconds(seconds, "seconds")
    if start is None:
        raise GraphGameError("start: expected a position, got None")
    size = checks.memory(memory)
    if size is None or size < 1 << 16:
        raise GraphGameError(f"memory: expected at least 64KiB, got {memory!r}")
    rules = classify(rule, checks.unviewed(start), presets, owner, canonical)
    run = Prover(rules, start, kind, size)
    return Proof._from_run(start, kind, rules, run).resume(seconds=seconds, progress=progress)
