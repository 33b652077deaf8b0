"""`Database`: the answers of a solved game without its moves, in memory or in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from operator import index as as_int

import numpy as np

from graphgame.answers import joining
from graphgame.answers.files import save_answers
from graphgame.answers.labels import decode
from graphgame.answers.listed import Listed, ListedRule
from graphgame.answers.published_storage import PublishedStorage
from graphgame.answers.storage import FolderStorage, MemoryStorage
from graphgame.arrays import Generic, Later, P, outcome_words, read_only, types
from graphgame.checks import as_array, integers, is_bool
from graphgame.errors import GraphGameError, UnknownPositionError
from graphgame.graphs.by_state import Labelled
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import codes as as_codes, is_many
from graphgame.graphs.solved import START
from graphgame.line import Label, Line, follow
from graphgame.outcome import DRAW, LOSE, NO_PRESET, WIN, Outcome, Play
from graphgame.rules.asked import Asked
from graphgame.rules.kind import BATCH, POSITIONS, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

    from graphgame.playing import puzzles as riddles
    from graphgame.types import BoolArray, Int8Array, Int32Array, Int64Array
else:
    # Needed when somebody asks, or reads annotations.
    riddles = Later("graphgame.playing.puzzles")

# The least code.
_LEAST = -(2**63)
# Starts at which a rule is compared.
_MOST_STARTS = 64
# Positions that a rule is asked about at a time.
_BATCH = 1 << 14
_OUTCOMES = WIN, LOSE, DRAW


class Database(Labelled, Generic[P]):
    """The answers of a solved game: outcome and remoteness of every position, without the moves.

    `build` makes one, in memory or in a folder; `Database.open` opens a folder without loading it,
    in constant time; `Database.load` reads a file that `save` wrote.  It answers as a `Solution`
    does.  Best moves, winning moves, lines and `verify` ask the rule for the options of a position,
    so the rule is kept, too.  ``db[position]`` is a `Label`; ``position in db``, ``iter(db)`` and
    ``len(db)`` work as those of a dict.

    Attributes
    ----------
    play : Play
    path : str or None
        The folder; None in memory.

    See Also
    --------
    build, Solution

    Notes
    -----
    Positions are int64 codes where the rule is one on codes, and in every folder.  Of other rules
    they are any hashable values, in the order in which they were found.  Arrays of codes ascend;
    ``iter(db)`` goes through a folder part by part.

    With ``canonical=``, positions and all arrays are those of classes, by their representatives;
    the methods that take a position take any, and give moves of the rule.

    With ``store="undecided"``, positions that the rules preset are not stored, except starts: they
    are in no array, and neither in ``len(db)`` nor in ``iter(db)``.  The methods that take a
    position ask the rule for their outcome.  It is asked about any position that is not stored, and
    cannot say whether the game ever gets there.

    In memory, 9 bytes for a position that is a code, 8 for the code and 1 for outcome and
    remoteness; 12 where a remoteness is above 125.  By index, 1, 2 or 4.  Positions of other kinds
    are kept as in `explore`, with 1 byte for each, or 4.

    A look-up in memory is a binary search.  In a folder it takes some microseconds: a binary search
    in the directory of one part, and half a block of 64 positions.  Every page of 64 KiB is checked
    against its checksum when it is first read.

    Examples
    --------
    >>> import graphgame as gg
    >>> db = gg.build(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20)
    >>> db
    Database(n=21, play='normal': 15 WIN, 6 LOSE, 0 DRAW)
    >>> db.outcome(20), db.best_move(18), db.line(5)
    (<Outcome.LOSE: -1>, 16, (5, 4, 3, 0))
    >>> db.remoteness_of(20), db.winning_moves(18), db.counts()[gg.LOSE], db.longest()[gg.WIN]
    (10, [16], 6, 9)
    >>> db.verify(), db.graph(), db.remoteness_counts()[gg.WIN][9]
    (True, GameGraph(n=21, m=57, labelled), 3)
    >>> db.close()
    """

    __slots__ = ("_asked", "_fields", "_listed", "_storage", "path", "play")

    def __init__(
        self,
        storage: FolderStorage | MemoryStorage | PublishedStorage,
        fields: dict[str, types.Anything],
        *,
        path: str | None = None,
        listed: Listed | None = None,
    ) -> None:
        self._storage: FolderStorage | MemoryStorage | PublishedStorage = storage
        self._fields = fields
        self._listed = listed
        # The rule; its options are None where nothing, or its symmetry alone, is known of it.
        rules = Rules(BATCH if listed is None else POSITIONS, None, None)
        self._asked: Any = Asked(rules) if listed is None else ListedRule(rules, listed)
        self.play: Play = Play(fields["play"])
        self.path: str | None = path

    # -- opening and keeping ------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        rule: object = None,
        *,
        presets: object = None,
        canonical: object = None,
    ) -> Database[int]:
        """Open a database: in a folder, published in files, or at a URL.

        Parameters
        ----------
        path : path or str
            The folder that `build` made; the file or the folder that `publish` wrote; or where one
            of these is on the web, as ``"https://…"``, the URL of a folder with a slash at its end.
        rule : optional
            The rule that was solved, in any language; as `build` takes it.  No database keeps it.
            Without it nothing tells the moves.
        presets, canonical : optional
            As they were solved with it.

        Returns
        -------
        Database

        Raises
        ------
        SolutionFileError
            If it is no complete database, or a damaged one, or comes from a later version; over
            HTTP also if a server does not answer as it should.
        RuleMismatchError
            If the rule is another one: its moves or presets differ at some of the first positions,
            or answers do not follow from them at a sample of all positions.
        OSError
            If a file cannot be read.

        See Also
        --------
        load, publish, verify, build

        Notes
        -----
        Without a rule, O(1) time for each part; over HTTP, one request.  A rule is asked about up
        to 2,250 positions: 1,000 near the start; 1,000 of all parts, terminals and the longest
        among them; and 250 on the way from these to ends of the game.  A difference in 1 % of all
        positions that contradicts an answer is found with a probability of .99 or more, one at a
        single position far from the start hardly ever: that takes `verify`.  It takes some tens of
        milliseconds, with a rule of single positions as long as it takes for so many, and reads
        some hundred blocks and those of the options.  At a URL, only the 1,000 near the start are
        compared: others would load most of the database.

        Over HTTP the head is read when the database is opened, and a position then takes at most
        two requests: a page of the index, up to 16 KiB, and a block, up to 16 KiB.  What was read
        last is kept: up to 64 MiB of blocks as they are, and as much unpacked.  The name of a host
        is followed to public addresses only; an address such as ``http://127.0.0.1:8000/`` is taken
        as it is.
        """
        from graphgame.answers.opened import open_database

        return open_database(cls, path, rule, presets, canonical)

    @classmethod
    def load(
        cls,
        file: types.File,
        rule: object = None,
        *,
        presets: object = None,
        canonical: object = None,
    ) -> Database[types.Anything]:
        """Read a database that `save` wrote into memory.

        Parameters
        ----------
        file : path or binary file
        rule : optional
            The rule that was solved, which no file keeps.  Without it nothing tells the moves.
        presets : callable or compiled function, optional
            The presets that were solved with it.
        canonical : callable or compiled function, optional
            The symmetry that was solved with it.  The file of a game with a symmetry keeps classes:
            without `canonical`, only representatives are known.

        Raises
        ------
        SolutionFileError
            If it is damaged, is something else, or comes from a later version.
        RuleMismatchError
            If answers do not follow from the rule, the presets and the symmetry at a sample of the
            positions.
        OSError
            If it cannot be read.

        See Also
        --------
        save, open, verify

        Notes
        -----
        The rule is asked about 1,250 positions and their presets: terminals, the longest, and
        others spread over all.  A difference in 1 % of all positions that contradicts an answer is
        found with a probability of .99 or more, one at a single position hardly ever: that takes
        `verify`.

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> file = io.BytesIO()
        >>> rule = lambda n: range(n)
        >>> gg.build(rule, start=9).save(file)
        >>> _ = file.seek(0)
        >>> gg.Database.load(file, rule).best_move(9)
        0
        """
        from graphgame.answers.opened import load_database

        return load_database(cls, file, rule, presets, canonical)

    def save(self, file: types.File) -> None:
        """Save all answers in one file; `load` reads it.

        The format is NumPy's npz, without pickles, described in docs/formats.md: 2 to 10 bytes a
        position.  A path is replaced in one step: a failure leaves the old file whole.  The rule is
        not saved.  Answers of a folder go through memory.

        Parameters
        ----------
        file : path or binary file

        Raises
        ------
        GraphGameError
            If a position is of a type that the format cannot keep, or `file` is neither a path nor
            a binary file.
        OSError
            If the file cannot be written.

        See Also
        --------
        load, build
        """
        self._require_remoteness()
        codes, labels = self._all()
        asked = self._asked.anew()
        starts = asked.represent(asked.codes(self._fields["start"]))
        save_answers(self, file, codes, labels, starts, self._listed)

    def publish(
        self,
        path: str | os.PathLike[str],
        content: str = "remoteness",
        *,
        split: bool = False,
        page: str | os.PathLike[str] | None = None,
        progress: types.ProgressLike = False,
        **look: types.Unpack[types.LookOptions],
    ) -> None:
        """Write the answers compressed, so that anybody can look them up on the web; see `open`.

        The format is described in docs/formats.md: 1.1 to 4.4 bits a position in games that were
        measured.  It appears in one step.  A call that was stopped is gone on with by the same
        call: until then ``path`` with ``.unfinished`` behind it holds what was finished.

        Parameters
        ----------
        path : path
            The file, which is replaced; with `split` or `page`, the folder, which must be empty or
            not there.
        content : {"remoteness", "outcomes"}
            Outcomes and remoteness, or outcomes alone, which take about half of it.  Then the rule
            tells the winning moves, and nothing the best ones.
        split : bool
            Whether each block is a file of its own, of at most 16 KiB: for hosts that send whole
            files alone.  Otherwise all is one file, which is read by ranges.
        page : path, optional
            The rule in a file, ``FILE.c`` or ``FILE.js``, with which a page to play in is written
            into the folder: put that on any web host.  docs/howto/publish.md has the functions of
            such a file.  One in C needs clang and wasm-ld here, and nothing in the browser.
        progress : bool or callable
        **look
            With `page`: `pieces`, `centres`, `edges`, `title`, `languages`, `rules`, `players`,
            `goal` and `style`, as of `Solution.write_html`.

        Raises
        ------
        GraphGameError
            If positions are no codes, `content` is another word, something stands at `path` that
            is not to be replaced, or the rule of the page does not fit.
        RuleMismatchError
            If the rule of the page, in C, is not the one that was solved.
        FullDiskError
            If there is no room.
        OSError
            If a file cannot be written.

        See Also
        --------
        open, save, verify

        Notes
        -----
        About 100 MiB, whatever the size of the game; as much room on the disk again while
        the file is put together.  Parts are read side by side, and come out by ascending codes.

        Examples
        --------
        >>> import tempfile
        >>> import graphgame as gg
        >>> rule = lambda n: [n - k for k in (1, 2, 3) if n >= k]
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     gg.build(rule, start=20).publish(f"{folder}/take.ggdb")
        ...     with gg.Database.open(f"{folder}/take.ggdb", rule) as db:
        ...         db.outcome(20), db.best_move(18)
        (<Outcome.LOSE: -1>, 16)
        """
        from graphgame.answers.publishing import publish

        publish(self, path, content, split=split, page=page, look=look, progress=progress)

    @classmethod
    def _in_memory(
        cls,
        labels: types.AnyArray,
        rule: types.Anything,
        start: types.Anything,
        play: str = "normal",
        *,
        codes: types.Int64Array | None = None,
        listed: Listed | None = None,
        moves: int | None = None,
        undecided: bool = False,
    ) -> Database[types.Anything]:
        """Return labels of indices, of codes in ascending order or of listed positions.

        Parameters
        ----------
        labels : (n,) uint8, uint16 or uint32
        rule : Rules, Asked, ListedRule, or a rule of codes as users give it
        start : list of positions, or (k,) array_like of int
        play : {"normal", "misere"}
        codes : (n,) int64, optional
        listed : Listed, optional
        moves : int, optional
            How many moves there are, if it is known.
        undecided : bool
            Whether positions with a preset are not stored.
        """
        starts: Any = start
        if listed is None:
            starts = as_codes(np.atleast_1d(as_array(start, "start")), "start")
        asked = rule
        if rule is not None and not isinstance(rule, ListedRule):
            asked = Asked.from_rule(rule, starts) if listed is None else ListedRule(rule, listed)
        fields = {"play": play, "start": starts, "moves": moves, "undecided": undecided}
        fields["symmetric"] = asked is not None and asked.symmetric
        codes = None if codes is None else read_only(codes)
        database = cls(MemoryStorage(read_only(labels), codes), fields, listed=listed)
        database._asked = asked if asked is not None else database._asked
        return database

    # -- all positions ------------------------------------------------------------------------

    def counts(self) -> dict[Outcome, int]:
        """Count the positions of each outcome: WIN, LOSE, DRAW; those that are stored."""
        return self._storage.tally.counts()

    def count_unstored(self) -> dict[Outcome, int]:
        """Count the positions of each outcome that are not stored: WIN, LOSE, DRAW.

        Each is counted once, or its class in a game with a symmetry.  The rule is asked for the
        options of all positions again.  Unless ``store="undecided"``, there are none.

        See Also
        --------
        counts

        Notes
        -----
        O(n + m) time.  For each position that is counted, up to 30 bytes meanwhile.

        Examples
        --------
        >>> import graphgame as gg
        >>> presets = {0: gg.LOSE, 1: gg.WIN}
        >>> db = gg.build(lambda n: [n - 1, n - 2], start=9, presets=presets, store="undecided")
        >>> len(db), db.count_unstored()[gg.WIN], db.outcome(1), db.outcome(2)
        (8, 1, <Outcome.WIN: 1>, <Outcome.WIN: 1>)
        """
        from graphgame.answers.checking import count_unstored

        return count_unstored(self)

    def remoteness_counts(self) -> dict[Outcome, dict[int, int]]:
        """Return the histogram of remoteness: of each outcome, how many positions have which.

        Returns
        -------
        dict of Outcome to dict of int to int
            Draws that never end count as -1, preset ones as 0.

        See Also
        --------
        counts, longest
        """
        return self._storage.tally.remoteness()

    def longest(self) -> dict[Outcome, int]:
        """Return the greatest remoteness of each outcome, -1 where there is none."""
        return {kind: max(rows, default=-1) for kind, rows in self.remoteness_counts().items()}

    @property
    def codes(self) -> types.Int64Array:
        """(n,) int64, read-only: the positions in ascending order, which is that of all arrays.

        Made anew each time, unless all are in memory.

        Raises
        ------
        GraphGameError
            If the rule is one of single positions, which stand in the order of ``iter(db)``.
        """
        if self._listed is not None:
            raise GraphGameError(
                "codes: expected a rule on codes, got one of single positions; list(db) has all of "
                "them"
            )
        return read_only(self._all()[0])

    @property
    def outcomes(self) -> types.Int8Array:
        """(n,) int8, read-only: the outcome for the player to move, `LOSE`, `DRAW` or `WIN`.

        Made anew each time, as `remoteness` is.
        """
        return read_only(decode(self._all()[1])[0])

    @property
    def remoteness(self) -> types.Int32Array:
        """(n,) int32, read-only: plies to the end if the winner hurries and the loser delays.

        0 at a terminal, also at a preset draw; -1 at any other draw.
        """
        self._require_remoteness()
        return read_only(decode(self._all()[1])[1])

    def table(self) -> dict[str, types.AnyArray]:
        """Return the answers as columns, one row per position, for data frames.

        Returns
        -------
        dict of str to (n,) array
            ``position``, ``outcome`` (the words LOSE, DRAW and WIN) and ``remoteness``.  Positions
            are Python objects unless all of them are integers.

        See Also
        --------
        Solution.table

        Examples
        --------
        >>> import graphgame as gg
        >>> db = gg.build(lambda n: range(n), start=2)
        >>> for name, column in db.table().items():
        ...     print(name, column.tolist())
        position [2, 0, 1]
        outcome ['WIN', 'LOSE', 'WIN']
        remoteness [1, 0, 1]
        """
        return {
            "position": self.codes if self._listed is None else self._listed.column(),
            "outcome": outcome_words(self.outcomes),
            "remoteness": self.remoteness,
        }

    def graph(self) -> GameGraph[P]:
        """Return the explicit graph of the game: the rule is explored again.

        It takes the memory that these answers do without; see `explore` and `explore_codes`.

        See Also
        --------
        explore, explore_codes
        """
        from graphgame.rules.exploring.stepwise import Explorer

        rules: Rules = self._rule().rules
        starts = self._fields["start"]
        if len(self):
            self._started()
        explorer: Explorer[P] = Explorer(rules.as_rule(), starts, codes=self._listed is None)
        return explorer.run().graph()

    def _all(self) -> tuple[Int64Array, Any]:
        """Return all codes, ascending, and their labels."""
        storage = self._storage
        if isinstance(storage, MemoryStorage) and storage.codes is not None:
            return storage.codes, storage.labels
        blocks = [(codes, labels) for _, codes, labels in storage.read()]
        codes = np.concatenate([np.zeros(0, np.int64), *(codes for codes, _ in blocks)])
        none = np.zeros(0, f"u{storage.width}")
        labels = np.concatenate([none, *(labels for _, labels in blocks)])
        if (codes[1:] < codes[:-1]).any():
            order = np.argsort(codes)
            codes, labels = codes[order], labels[order]
        return codes, labels

    def __len__(self) -> int:
        return self._storage.tally.positions

    def __iter__(self) -> Iterator[P]:
        if self._listed is not None:
            yield from self._listed  # type: ignore[misc]
            return
        for _, codes, _ in self._storage.read():
            yield from codes.tolist()

    def __contains__(self, position: object) -> bool:
        try:
            self._answer(position)
        except UnknownPositionError:
            return False
        return True

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        stored = ", undecided" if self._fields.get("undecided") else ""
        return f"Database(n={len(self)}, play={str(self.play)!r}{stored}: {counts})"

    # -- one position, or many ----------------------------------------------------------------

    @property
    def start(self) -> P | None:
        """The position where play begins, the first start; None if there was none."""
        starts = self._fields["start"]
        if not len(starts):
            return None
        start: Any = starts[0] if self._listed is not None else int(starts[0])
        return start  # type: ignore[no-any-return]

    @property
    def result(self) -> Outcome:
        """The outcome of `start` for the player to move.

        Raises
        ------
        GraphGameError
            If the game has no start.
        """
        result: Outcome = self.outcome(self._started())
        return result

    @property
    def moves(self) -> int | None:
        """How many moves the game has; None if nobody counted them."""
        moves: int | None = self._fields["moves"]
        return moves

    @property
    def _starts(self) -> Int64Array:
        """The starts of a game of codes."""
        return np.array(self._fields["start"], dtype=np.int64)

    def _started(self) -> P:
        start: P | None = self.start
        if start is None:
            raise GraphGameError("start: expected a game that begins somewhere, got no start")
        return start

    def outcome(self, position: types.Anything) -> types.Anything:
        """Return the outcome of a position for the player to move.

        Parameters
        ----------
        position : hashable, or list or array of positions

        Returns
        -------
        Outcome, or int8 array
            Of an array or a list, an array of its shape.

        Raises
        ------
        UnknownPositionError
            If it is no position of the game.  The other methods raise it, too.

        See Also
        --------
        remoteness_of, outcomes, counts
        """
        return self._answers(position)[0] if self._is_many(position) else self._answer(position)[0]

    def remoteness_of(self, position: types.Anything) -> types.Anything:
        """Return the remoteness of a position: 0 at a terminal, -1 at a draw that never ends.

        Parameters
        ----------
        position : hashable, or list or array of positions

        Returns
        -------
        int, or int32 array
            Of an array or a list, an array of its shape.

        See Also
        --------
        outcome, longest
        """
        self._require_remoteness()
        return self._answers(position)[1] if self._is_many(position) else self._answer(position)[1]

    def best_move(self, position: P) -> P | None:
        """Return the position after the best move, None at a terminal.

        WIN: a LOSE option of least remoteness.  LOSE: an option of greatest remoteness.  DRAW: a
        DRAW option.  Ties: the first in the order of `iter`, for codes the least; in a game with a
        symmetry whose positions are no codes, the first in the order of the rule.

        Raises
        ------
        GraphGameError
            If the database was opened or loaded without the rule.

        See Also
        --------
        winning_moves, line
        """
        self._require_remoteness()
        outcome, remoteness = self._answer(position)
        if self._is_over(position, remoteness):
            return None
        # Of the options of outcome -outcome, the first one of least outcome * remoteness.
        fit = [x for x in self._options(position) if x[1] == -outcome]
        if not fit:
            raise GraphGameError(
                f"rule: expected the one that was solved, got none of the options that make "
                f"{position!r} a {outcome}"
            )
        best: P = min(fit, key=lambda x: outcome * x[2])[0]
        return best

    def winning_moves(self, position: P) -> list[P]:
        """Return all options that are a LOSE, in the order of `best_move`; none at a terminal.

        See Also
        --------
        best_move, outcome
        """
        if self._is_over(position, self._answer(position)[1]):
            return []
        return [option for option, outcome, _ in self._options(position) if outcome == LOSE]

    def line(self, position: types.P = START) -> Line[P]:
        """Follow best moves from a position to a terminal or, in a draw, to the first repetition.

        Parameters
        ----------
        position : hashable, optional
            By default `start`.

        Returns
        -------
        Line

        See Also
        --------
        best_move, Line
        """
        at: Any = self._started() if position is START else position
        return follow(at, self.best_move)

    def __getitem__(self, position: types.P) -> Label[P]:
        best: Any = self.best_move(position)
        return Label(self.outcome(position), self.remoteness_of(position), best)

    def _is_many(self, position: Any) -> bool:
        """Return whether a value is a list or an array of positions, and not one."""
        return is_many(position) or (self._listed is None and isinstance(position, range))

    def _code(self, position: Any) -> int | None:
        """Return the code that a position would have, None if it is none."""
        if self._listed is not None:
            return self._listed.number(position)
        try:
            code = as_int(position)
        except TypeError:
            return None
        return code if _LEAST <= code <= -_LEAST - 1 and not is_bool(position) else None

    def _answer(self, position: Any) -> tuple[Outcome, int]:
        """Return outcome and remoteness of one position."""
        code = self._code(position)
        if code is None:
            raise self._unknown(position)
        outcome, remoteness = self._storage.find_one(code)
        is_asked = self._asked.symmetric or self._fields.get("undecided")
        if outcome == NO_PRESET and is_asked:
            outcome, remoteness = self._ask_about(position)
        if outcome == NO_PRESET:
            raise self._unknown(position)
        return Outcome(outcome), remoteness

    def _ask_about(self, position: Any) -> tuple[int, int]:
        """Return the answer of a position that is not stored: of its class, or its preset."""
        asked = self._asked.anew()
        try:
            codes = asked.codes([position])
            outcomes, remoteness, _ = self._find(codes, asked)
            one = asked.position(int(asked.represent(codes)[0]))
        except GraphGameError:
            raise
        except Exception as error:  # a value that is no position at all
            raise UnknownPositionError(
                f"position {position!r} does not exist: asked about it, the rule raised {error!r}"
            ) from error
        if outcomes[0] == NO_PRESET and asked.symmetric:
            raise UnknownPositionError(
                f"position {position!r} does not exist: its representative {one!r} is not among "
                f"the {len(self)} that are stored"
            )
        return int(outcomes[0]), int(remoteness[0])

    def _answers(self, positions: Any) -> tuple[Int8Array, Int32Array]:
        """Return outcomes and remoteness of an array or a list of positions, in its shape."""
        asked, shape = self._asked.anew(), (len(positions),)
        if self._listed is None:
            array = integers(positions, "codes")
            shape, codes = array.shape, as_codes(array.ravel(), "codes")
        else:
            shape = getattr(positions, "shape", shape)
            positions = positions.ravel().tolist() if hasattr(positions, "tolist") else positions
            codes = asked.codes(positions)
        outcomes, remoteness, _ = self._find(codes, asked)
        unknown = outcomes == NO_PRESET
        if unknown.any():
            at = int(unknown.argmax())
            place = [int(i) for i in np.unravel_index(at, shape)]
            name = "codes" if self._listed is None else "positions"
            odd = int(codes[at]) if self._listed is None else positions[at]
            raise UnknownPositionError(
                f"{name}{place}: expected a position of the {len(self)} that the database has, "
                f"got {odd!r}"
            )
        return outcomes.reshape(shape), remoteness.reshape(shape)

    def _find(self, codes: Int64Array, asked: Any) -> tuple[Int8Array, Int32Array, BoolArray]:
        """Return outcomes, `NO_PRESET` where there is no position, and remoteness of codes.

        The third array says which are presets that are not stored.
        """
        outcomes, remoteness = decode(self._storage.find(codes))
        given = np.zeros(len(codes), np.bool_)
        missing = np.flatnonzero(outcomes == NO_PRESET)
        if asked.symmetric and len(missing):
            others = asked.represent(codes[missing])
            outcomes[missing], remoteness[missing] = decode(self._storage.find(others))
            missing = missing[outcomes[missing] == NO_PRESET]
        if self._fields.get("undecided") and len(missing):
            presets, ends = asked.presets(asked.represent(codes[missing]))
            if presets is not None:
                outcomes[missing], given[missing] = presets, presets != NO_PRESET
                remoteness[missing] = 0 if ends is None else ends
        return outcomes, remoteness, given

    def _is_over(self, position: Any, remoteness: int) -> bool:
        """Return whether the game is over at a position: nothing is asked where labels tell."""
        if remoteness <= 0 and self._fields.get("content") != "outcomes":
            return remoteness == 0
        asked = self._rule()
        if asked.rules.preset is None:
            return False
        presets = asked.presets(asked.represent(asked.codes([position])))[0]
        return presets is not None and bool(presets[0] != NO_PRESET)

    def _options(self, position: Any) -> list[tuple[Any, Outcome, int]]:
        """Return the options of a position in their order, with outcome and remoteness."""
        asked = self._rule()
        codes = asked.codes([position])
        options = asked.real_moves(codes)[1]
        if self._listed is None:
            options = np.unique(options)
        elif not asked.symmetric:  # those that are not stored come last
            options = options[
                np.argsort(np.where(options < 0, -_LEAST - 1, options), kind="stable")
            ]
        outcomes, remoteness = joining.look_up(self, asked, codes, 0 * options, options)
        rows = zip(options.tolist(), outcomes.tolist(), remoteness.tolist(), strict=True)
        return [
            (asked.position(code), Outcome(outcome), far)
            for code, outcome, far in dict.fromkeys(rows)
        ]

    def _require_remoteness(self) -> None:
        """Refuse a question that outcomes alone do not answer."""
        if self._fields.get("content") == "outcomes":
            raise GraphGameError(
                "content: expected remoteness, which this needs, got a database that was published "
                "with outcomes alone; they tell outcome and winning_moves"
            )

    def _rule(self) -> Any:
        """Return the rule, to be asked one question."""
        if self._asked.rules.options is None:
            method = "load(file, rule=…)" if self.path is None else "open(path, rule=…)"
            raise GraphGameError(
                "rule: expected one to ask for moves (--game MODULE:GAME), got a database that was "
                f"opened without; open it with the rule, as in Database.{method}"
            )
        return self._asked.anew()

    def _unknown(self, position: object) -> UnknownPositionError:
        hint = ""
        if self._fields["symmetric"] and not self._asked.symmetric:
            hint = "; open or load it with canonical= to find all positions of a class"
        elif self._fields.get("undecided") and self._asked.rules.options is None:
            hint = (
                "; positions with a preset outcome need the rule, as in "
                "Database.load(file, rule=rule)"
            )
        return UnknownPositionError(
            f"position {position!r} does not exist among the {len(self)} positions{hint}"
        )

    # -- playing ------------------------------------------------------------------------------

    def puzzles(
        self,
        count: int | None = 10,
        depth: int | tuple[int, int] | None = None,
        *,
        board: Callable[[P], str] | None = None,
        seed: int = 0,
    ) -> list[riddles.Puzzle[P]]:
        """Return positions in which exactly one move wins, or exactly one holds the draw.

        As of `Solution.puzzles`.  In a game with a symmetry, positions are those that stand for
        their classes, and moves those of the rule.

        Parameters
        ----------
        count : int or None
            How many at most; None for all, for which the rule is asked about every position that
            wins or draws.
        depth, board, seed
            As of `Solution.puzzles`.

        Returns
        -------
        list of Puzzle
            Wins by their remoteness, then draws.

        Raises
        ------
        GraphGameError
            If a parameter, or what `board` returns, is not as described, or the database was opened
            or loaded without the rule.

        See Also
        --------
        winning_moves, serve, Solution.puzzles

        Notes
        -----
        All labels are read, block by block.  With a count, the rule is asked about up to 32,768
        positions, or 64 times the count, of each remoteness in turn, until there are enough:
        puzzles that are rarer than that may be missed.

        Examples
        --------
        >>> import graphgame as gg
        >>> db = gg.build(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=21)
        >>> for puzzle in db.puzzles(2, depth=(5, 9)):
        ...     print(puzzle.position, puzzle.remoteness, puzzle.solution)
        11 5 8
        19 9 16
        """
        from graphgame.answers.puzzles import Search

        self._require_remoteness()
        return Search(self, board).run(None, count, depth, seed)

    def _sampled_puzzles(self, board: Callable[[P], str] | None) -> list[P]:
        """Return up to ten puzzles of a sample of positions, in time that no size matters for."""
        from graphgame.answers.puzzles import Search

        search = Search(self, board)
        return [puzzle.position for puzzle in search.run(search.sample(), 10, None, 0)]

    def serve(
        self,
        *,
        port: int = 8000,
        announce: Callable[[str], None] | None = None,
        **look: types.Unpack[types.LookOptions],
    ) -> None:
        """Show a page in which anybody plays against the perfect player, until Ctrl-C.

        The page asks for each position; only browsers on this machine reach it.

        Parameters
        ----------
        port : int
            0 takes any port that is free.
        announce : callable, optional
            Is called with the address of the page once it can be opened; by default it is printed.
        **look
            `board`, `turn`, `pieces`, `centres`, `edges`, `move`, `title`, `languages`, `rules`,
            `players`, `goal` and `style`, as of `Solution.write_html`; the functions take codes.

        Raises
        ------
        GraphGameError
            If the database was opened without the rule, has no start, or the port cannot be had; or
            if positions are no codes.
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
        from graphgame.playing.game import Look, coded_game
        from graphgame.playing.positions import CodePositions
        from graphgame.playing.server import serve_positions

        positions = CodePositions(coded_game(self), Look(**look))
        serve_positions(positions, port=port, announce=announce or print)

    # -- checking and closing -----------------------------------------------------------------

    def verify(self, source: Database[types.Anything] | None = None) -> bool:
        """Check that the answers are a proof, from the rule alone, in bounded memory.

        The rule is asked for the options of every position again, and each is looked up.

        Parameters
        ----------
        source : Database, optional
            The one that this was published from.  With it, all answers are compared, and no rule is
            asked.

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
            If the database was opened or loaded without the rule; or if it has outcomes alone,
            which are no proof without remoteness: they can be compared with a source.

        See Also
        --------
        verify : The rules that are checked.

        Notes
        -----
        O(n + m) look-ups, and some tens of megabytes whatever the size of the game, beside the
        histogram of remoteness.
        """
        from graphgame.answers.checking import compare, verify

        return verify(self) if source is None else compare(self, source)

    def close(self) -> None:
        """Close the files; later questions open them again."""
        self._storage.close()

    def __enter__(self) -> Database[P]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
