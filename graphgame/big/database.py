"""`Database`: the answers of a solved game, on disk or in memory, read a position at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from graphgame.arrays import types
from graphgame.big.asking import Asked, digest, spread_over
from graphgame.big.lookups import LookUps
from graphgame.big.manifest import Manifest
from graphgame.big.storage import FolderStorage, MemoryStorage
from graphgame.errors import GraphGameError, RuleMismatchError, SolutionFileError
from graphgame.graphs.labels import codes as as_codes
from graphgame.outcome import LOSE, NO_PRESET, Outcome, Play
from graphgame.solving.following import Followed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from graphgame.playing.game import CodedGame
    from graphgame.types import Int64Array


class Database(LookUps, Followed[int]):
    """The answers of a solved game: outcome and remoteness of every position, by its code.

    `Database.open` opens a folder without loading it, in constant time; solving an `IndexedGame`
    returns one, too.  Best moves, winning moves, lines and `verify` ask the rule for the options of
    a position.  ``db[code]`` is a `Label`; ``code in db``, ``iter(db)`` and ``len(db)`` work
    as those of a dict.

    Attributes
    ----------
    play : Play
    path : str or None
        The folder; None in memory.

    See Also
    --------
    Answers, Solution

    Notes
    -----
    A look-up takes some microseconds: a binary search in the directory of one part, and half a
    block of 64 positions.  Every page of 64 KiB is checked against its checksum when it is first
    read.

    Examples
    --------
    >>> import numpy as np
    >>> from graphgame.big.labels import encode
    >>> labels = encode(np.array([-1, 1, 1, -1], np.int8), np.array([0, 1, 1, 2], np.int32))
    >>> db = Database._in_memory(labels, lambda n: [n - k for k in (1, 2) if n >= k], [3])
    >>> db
    Database(n=4, play='normal': 2 WIN, 2 LOSE, 0 DRAW)
    >>> db.outcome(3), db.best_move(2), db.line()
    (<Outcome.LOSE: -1>, 0, (3, 1, 0))
    >>> import graphgame as gg
    >>> db.remoteness_of([0, 3]), db.winning_moves(2), db.counts()[gg.WIN], db.longest()[gg.LOSE]
    (array([0, 2], dtype=int32), [0], 2, 2)
    >>> db.remoteness_counts()[gg.WIN]
    {1: 2}
    >>> db.verify()
    True
    >>> db.close()
    """

    __slots__ = ("path", "play")

    def __init__(
        self,
        storage: FolderStorage | MemoryStorage,
        fields: dict[str, types.Anything],
        path: str | None,
    ) -> None:
        super().__init__(storage, fields)
        self.play: Play = Play(fields["play"])
        self.path: str | None = path

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        rule: object = None,
        *,
        presets: object = None,
        canonical: object = None,
    ) -> Database:
        """Open the database in a folder.

        Parameters
        ----------
        path : path
        rule : optional
            The rule that was solved, in any language; as `IndexedGame` and `explore_codes` take it.
            No folder keeps it.  Without it nothing tells the moves.
        presets, canonical : optional
            As they were solved with it.

        Returns
        -------
        Database

        Raises
        ------
        SolutionFileError
            If it is no complete database, or a damaged one, or comes from a later version.
        RuleMismatchError
            If the rule is another one: its moves or presets differ at some of the first positions.
        OSError
            If a file cannot be read.

        See Also
        --------
        verify, IndexedGame.solve, StoredGame.solve
        """
        manifest = Manifest.load(path)
        if not manifest.is_complete:
            raise SolutionFileError(
                f"{os.fspath(path)}: expected a complete database, got one that is still "
                f"{manifest.get('state')}: build it again with the same call, which goes on"
            )
        database = cls(FolderStorage(manifest), manifest.fields, os.fspath(path))
        if rule is not None:
            database._take_rule(rule, presets, canonical)
        return database

    @classmethod
    def _in_memory(
        cls,
        labels: types.AnyArray,
        rule: object,
        start: types.ArrayLike,
        play: str = "normal",
        *,
        codes: types.Int64Array | None = None,
        moves: int | None = None,
    ) -> Database:
        """Return labels of indices, or of codes in ascending order, as a database.

        Parameters
        ----------
        labels : (n,) uint8, uint16 or uint32
        rule : Rules, Asked, or a rule as users give it
        start : (k,) array_like of int
        play : {"normal", "misere"}
        codes : (n,) int64, optional
        moves : int, optional
            How many moves there are, if it is known.
        """
        starts = as_codes(np.atleast_1d(np.asarray(start)), "start")
        fields = {"play": play, "start": starts.tolist(), "moves": moves}
        database = cls(MemoryStorage(labels, codes), fields, None)
        if rule is not None:
            database._asked = Asked.from_rule(rule, starts)
        return database

    def _take_rule(self, rule: object, presets: object, canonical: object) -> None:
        """Keep the rule to ask for moves, if it is the one that was solved."""
        starts = self._starts
        if not len(starts) and self._fields["kind"] == "indexed":
            starts = spread_over(1 + max(row["last"] for row in self._fields["parts"]))
        asked = Asked.from_rule(rule, starts, presets, canonical)
        known = self._fields["rule"]
        found = digest(asked, starts)
        if found != known["digest"]:
            raise RuleMismatchError(
                "rule",
                self.path,
                f"{known['name']}, whose moves have the digest {known['digest'][:12]}",
                f"{asked.name}, whose moves have {found[:12]}; its presets and its symmetry count",
                {},
            )
        self._asked = asked

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        return f"Database(n={len(self)}, play={str(self.play)!r}: {counts})"

    # -- moves ----------------------------------------------------------------

    @property
    def start(self) -> int | None:
        """The code where play begins, the first start; None if there was none."""
        return int(self._fields["start"][0]) if self._fields["start"] else None

    @property
    def moves(self) -> int | None:
        """How many moves the game has; None if nobody counted them."""
        moves: int | None = self._fields["moves"]
        return moves

    @property
    def _starts(self) -> Int64Array:
        return np.array(self._fields["start"], dtype=np.int64)

    def best_move(self, code: int) -> int | None:
        """Return the position after the best move, None at a terminal.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  Ties: the least code.

        Raises
        ------
        GraphGameError
            If the database was opened without the rule.

        See Also
        --------
        winning_moves, line
        """
        outcome, remoteness = self._answer(code)
        if self._is_over(code, remoteness):
            return None
        # Of the options of outcome -outcome, the one of least outcome * remoteness.
        keys = [
            (outcome * far, option)
            for option, found, far in self._options(code)
            if found == -outcome
        ]
        if not keys:
            raise GraphGameError(
                f"rule: expected the one that was solved, got none of the options that make "
                f"{code!r} a {outcome}"
            )
        return min(keys)[1]

    def winning_moves(self, code: int) -> list[int]:
        """Return all options that are a LOSE, in ascending order; none at a terminal."""
        if self._is_over(code, self._answer(code)[1]):
            return []
        return [option for option, outcome, _ in self._options(code) if outcome == LOSE]

    def _is_over(self, code: int, remoteness: int) -> bool:
        """Return whether the game is over at a position: nothing is asked where labels tell."""
        if remoteness <= 0:
            return remoteness == 0
        asked = self._rule()
        if asked.rules.preset is None:
            return False
        presets = asked.real_moves(np.array([code], dtype=np.int64))[2]
        return presets is not None and presets[0] != NO_PRESET

    def _options(self, code: int) -> list[tuple[int, Outcome, int]]:
        """Return the options of a position in ascending order, with outcome and remoteness."""
        options = np.unique(self._rule().real_moves(np.array([code], dtype=np.int64))[1])
        outcomes, remoteness = self._look_up(options)
        unknown = outcomes == NO_PRESET
        if unknown.any():
            raise GraphGameError(
                f"rule: expected the one that was solved, got {options[unknown][0]} as an option "
                f"of {code!r}, no position of {len(self)}"
            )
        rows = zip(options.tolist(), outcomes.tolist(), remoteness.tolist(), strict=True)
        return [(option, Outcome(outcome), far) for option, outcome, far in rows]

    def _rule(self) -> Asked:
        if self._asked is None:
            raise GraphGameError(
                "rule: expected one to ask for moves, got a database that was opened without; "
                "open it as Database.open(path, rule=…)"
            )
        return self._asked

    # -- playing ------------------------------------------------------------------------------

    def serve(
        self,
        *,
        board: Callable[[int], str] | None = None,
        turn: Callable[[int], int] | None = None,
        pieces: Mapping[str, str | Mapping[str, str]] | None = None,
        centres: Sequence[tuple[float, float]] | None = None,
        edges: Sequence[tuple[int, int]] | None = None,
        move: Callable[[int, int], str] | None = None,
        title: str | None = None,
        languages: Sequence[str] | None = None,
        port: int = 8000,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        """Show a page in which anybody plays against the perfect player, until Ctrl-C.

        The page asks for each position; only browsers on this machine reach it.  What a position
        looks like is said as in `Solution.write_html`, of codes.

        Parameters
        ----------
        port : int
            0 takes any port that is free.
        announce : callable, optional
            Is called with the address of the page once it can be opened; by default it is printed.

        Raises
        ------
        GraphGameError
            If the database was opened without the rule, has no start, or the port cannot be had.
        KeyboardInterrupt
            On Ctrl-C.

        See Also
        --------
        Solution.write_html

        Examples
        --------
        >>> db = Database.open("queens.gg", rule)  # doctest: +SKIP
        >>> db.serve(title="Queens")  # doctest: +SKIP
        """
        from graphgame.playing.codes import CodePositions
        from graphgame.playing.game import Look
        from graphgame.playing.server import serve_positions

        look = Look(board, turn, pieces, centres, edges, move, title, languages)
        positions = CodePositions(self._coded_game(), look)
        serve_positions(positions, port=port, announce=announce or print)

    def _coded_game(self) -> CodedGame:
        """Return this game as the page and the server take it."""
        from graphgame.playing.game import CodedGame

        self._rule()

        def options(code: int) -> Int64Array:
            found = [] if self._is_over(code, self._answer(code)[1]) else self._options(code)
            return np.array([option for option, _, _ in found], dtype=np.int64)

        return CodedGame(
            self.start, len(self), str(self.play), self._look_up, options, self.remoteness_counts
        )

    # -- checking and closing -----------------------------------------------------------------

    def verify(self) -> bool:
        """Check that the answers are a proof, from the rule alone, in bounded memory.

        The rule is asked for the options of every position again, and each is looked up.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If they are not, with the first position found that breaks a rule.
        SolutionFileError
            If a file is damaged, or the counts of the manifest are not those of the parts.
        GraphGameError
            If the database was opened without the rule.

        See Also
        --------
        Answers.verify

        Notes
        -----
        O(n + m) look-ups, and some tens of megabytes whatever the size of the game, beside the
        histogram of remoteness.
        """
        from graphgame.big.checking import verify

        return verify(self._storage, self._rule(), self._fields, self._look_up)

    def close(self) -> None:
        """Close the files; later questions open them again."""
        self._storage.close()

    def __enter__(self) -> Database:  # noqa: PYI034 -- no typing at run time
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
