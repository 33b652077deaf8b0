"""`build`: the answers of a rule without its graph, in memory or in a folder."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic
from typing import Any

from graphgame import checks
from graphgame.answers import joining
from graphgame.answers.database import Database
from graphgame.answers.labels import Tally, decode, encode
from graphgame.answers.manifest import Manifest, complete, locked
from graphgame.answers.part_writer import write_codes
from graphgame.arrays import types
from graphgame.big.indexed.indexed_game import IndexedGame
from graphgame.big.partitions.processes import ranks
from graphgame.big.partitions.stored import explore_partitions
from graphgame.big.tiers.explore_tiers import explore_tiers
from graphgame.errors import ExplorationLimitError, GraphGameError, advised
from graphgame.outcome import Play
from graphgame.rules.asked import Asked, digest, read_starts
from graphgame.solving.labelling import labelling
from graphgame.solving.without_graph import AnswersExplorer

# A game with no more positions than the last of these is solved in memory, and its folder gets one
# part, unless exploring one of the others takes more seconds than this.
_LIMITS = tuple(1 << bits for bits in range(4, 17, 2))
_SHORT = 1.0


@advised
def build(
    rule: object,
    start: types.Anything = None,
    *,
    play: types.PlayName = "normal",
    presets: object = None,
    canonical: object = None,
    store: str = "all",
    folder: str | os.PathLike[str] | None = None,
    tier: object = None,
    size: int | None = None,
    ordered: bool = False,
    undo: object = None,
    memory: int | str | None = None,
    expect: int | None = None,
    partitions: int | None = None,
    checkpoint: float | None = None,
    threads: int = 1,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> Database[types.Anything]:
    """Solve a rule and keep its answers alone: outcome and remoteness of each position, no moves.

    Without `folder` the answers are in memory, with it they are in a folder that `Database.open`
    opens.  Positions are found by one of four ways, which give the same answers:

    - in memory, from `start`, as `explore` finds them; any hashable positions, or codes;
    - by index, with `size`: every integer below it may be a position;
    - by tiers, with `tier` and `folder`: a tier of the game is in memory at a time;
    - in partitions, with `folder` alone: a game of codes as large as the disk allows, in one
      process or on the ranks of an MPI job.

    Parameters
    ----------
    rule : callable, compiled function, or object with ``options`` and perhaps ``preset``
        As `explore` takes it.  With `folder` or `size` positions are int64 codes, as in
        `explore_codes`.
    start : hashable, or list, set, range, array or iterator of hashable
        One position, or many.  With `size` it may be left out: every index is a position then.
    play : {"normal", "misere"}
        Normal: who cannot move loses.  Misère: who cannot move wins.
    presets : callable, compiled function or mapping, optional
        As `explore` takes them; a WIN or a LOSE may have a remoteness.
    canonical : callable or compiled function, optional
        A symmetry, as in `explore`: classes are stored, each by its representative.  Not with
        `size`: let the rule lead to the index that stands for a class.
    store : {"all", "undecided"}
        In memory: "undecided" does not store positions with a preset, except starts.  Their answers
        come from the rule, which is asked about each option while the game is explored.
    folder : path, optional
        Where the database goes.  If the same call was stopped, killed or left without room there,
        it goes on from what it had finished; if the folder is complete, it is opened.
    tier : callable or compiled function, optional
        A number that no move increases.  A callable takes what the rule takes; a compiled one is
        ``int64_t tier(int64_t code, void *data)``.
    size : int, optional
        Positions are integers from 0 to size - 1, some of which may never be met; at most 2^62.
        In memory and from a start, they are found as without it, with an array in the place of the
        table of codes; with `folder`, `ordered`, `undo`, `memory` or without a start, by index.
    ordered : bool
        With `size`: whether every move raises the index.  Then neither moves nor predecessors are
        stored.
    undo : callable, compiled function or object with ``options``, optional
        With `size`, not `ordered`: the positions from which a move leads to a position, by a rule
        of the same kinds.  It may also give indices that are no positions.  Without it,
        predecessors are stored.
    memory : int or str, optional
        With `folder` or `size`: the most bytes to take beside some 20 megabytes.  By default
        "4GiB" in partitions, else what is available.
    expect : int, optional
        About how many positions there are, as in `explore_codes`.
    partitions : int, optional
        With `folder`: how many parts the positions are divided into.  By default one for a game of
        at most 65,536 positions that are found within seconds, else 64, or more where `expect` says
        that these would have more than 2 million positions each.
    checkpoint : float, optional
        In partitions: seconds between two checkpoints, by default 60.
    threads : int
        The most threads to use; the answers are the same.  A compiled rule is called by several
        threads at once, and must not write to anything that they share.  Tiers take one.
    limit : int, optional
        In memory: the most positions that may be found.
    progress : bool or callable
        Show on standard error how far it is, through tqdm where it is installed; or call this with
        a `Progress`.

    Returns
    -------
    Database

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`; its `explorer` can go on.
    TooLargeError
        If the game, a tier or the tables of an index do not fit in memory.
    RuleMismatchError
        If the folder has another game, or was begun with another rule.
    GraphGameError
        If an argument is given that goes with another way; if the rule says who moves or scores
        terminals; if a preset is a TIE, or a DRAW of a remoteness; if a move leads to no index, an
        ordered one not upwards, or one to a higher tier; if `undo` and the rule do not give the
        same moves; if the folder holds something else, or another process builds there.

    See Also
    --------
    solve : Keep the graph, too: faster answers, and owners, ties, pictures and pages.
    Database : What can be asked.
    explore_codes : Rules on codes, and how fast each kind is.
    check_rule : Checks a rule, its symmetry and its tiers on a sample of positions.

    Notes
    -----
    In memory: O(n + m) time.  9 bytes per position of codes are kept, or 12 where a remoteness is
    above 125.  While it is explored, 7 bytes are taken, or up to 10 where codes have more than 39
    bits; 10.7 to 21.3 for the index; with presets 1 more; and 3 or 4 per edge but the first to each
    position.  If every option is found after its position, as in games that add a stone each move,
    one pass over the options decides all; else predecessors take their place, 4 bytes and a half
    per edge, and 18 bytes per position are added (docs/decisions/017).  Where positions with a
    preset are not stored, they take nothing.

    By index, ordered: the rule is asked twice about every position, once without a start.  A byte
    for each index, two or four in place of it if the game takes more than 125 or 32,765 plies; a
    bit if there is a start, and another one for a rule in Python.  Not ordered: the rule is asked
    once about every position, and `undo` once.  Two bytes and five bits for each index, without
    presets a bit less and without a start two; more for longer games and for positions with more
    than 255 options.  Without `undo` the rule is asked twice, and 8 bytes for each index and 4 for
    each move keep the predecessors; 8 for each move above 2^32 indices.

    In partitions: on disk at most about 6 bytes per move and 10 per position, or 8 and 10 with a
    partition of more than 2^24 positions, besides mail that does not fit in memory.  docs/big.md
    tells the methods, and what each of them takes.

    Examples
    --------
    >>> import tempfile
    >>> import graphgame as gg
    >>> def take(n):
    ...     return [n - k for k in (1, 2, 3) if n >= k]
    >>> gg.build(take, start=20)
    Database(n=21, play='normal': 15 WIN, 6 LOSE, 0 DRAW)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with gg.build(take, start=20, folder=f"{folder}/take.gg") as db:
    ...         db.best_move(18), db.moves
    (16, 57)

    By index: from 0, add 1, 2 or 3; who reaches 20 has won.

    >>> import numpy as np
    >>> def add(indices):
    ...     sources, added = np.nonzero(indices[:, None] <= 20 - np.array([1, 2, 3]))
    ...     return sources, indices[sources] + added + 1
    >>> gg.build(add, start=0, size=21, ordered=True).line()
    (0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20)
    """
    if store not in ("all", "undecided"):
        raise GraphGameError(f"store: expected 'all' or 'undecided', got {store!r}")
    if folder is not None:
        checks.require_folder(folder)
    wanted, most = Play(play), checks.memory(memory)
    workers = checks.at_least_1(threads, "threads")
    if expect is not None:
        checks.at_least_1(expect, "expect")
    if checkpoint is not None:
        checks.seconds(checkpoint, "checkpoint")
    parts = {"partitions": partitions, "checkpoint": checkpoint}
    kept = {"store": None if store == "all" else store, "limit": limit}
    given = folder, undo, memory, None if start is not None else "every index", ordered or None
    if size is not None and any(x is not None for x in given):
        _refuse("by index", canonical=canonical, tier=tier, expect=expect, **parts, **kept)
        game = IndexedGame(size, rule, start, presets=presets, ordered=ordered, undo=undo)
        return game.solve(folder, play=play, threads=threads, memory=memory, progress=progress)
    _refuse("without size=", ordered=ordered or None, undo=undo)
    if start is None:
        raise GraphGameError("start: expected the position where play begins, got None")
    if folder is None:
        _refuse("without folder=", tier=tier, memory=memory, **parts)
        explorer = AnswersExplorer(
            rule,
            start,
            play=wanted,
            presets=presets,
            size=size,
            expect=expect,
            threads=workers,
            label=labelling,
            canonical=canonical,
            undecided=store == "undecided",
        )
        return explorer.run(limit=limit, progress=progress).database()
    _refuse("with folder=", **kept)
    if tier is not None:
        _refuse("with tier=", expect=expect, **parts)
        tiered = explore_tiers(
            rule,
            start,
            folder=folder,
            tier=tier,
            presets=presets,
            canonical=canonical,
            memory=most,
            progress=progress,
        )
        return tiered.solve(play=wanted, progress=progress)
    if isinstance(start, tuple):
        raise GraphGameError(
            "start: expected an integer or a list of integers, as positions in a folder are codes, "
            f"got {start!r}; pack a tuple into one integer, as `gg.MixedRadix` does, or write "
            f"{[*start]!r} for many starts"
        )
    starts = read_starts(start)
    if not len(starts):
        raise GraphGameError("start: expected at least one position, got none")
    asked = Asked.from_rule(rule, starts, presets, canonical)
    if partitions is None and ranks().size == 1 and not Manifest.exists(Path(folder)):
        database = _small(asked, starts, wanted, folder)
        if database is not None:
            return database
    stored = explore_partitions(
        asked,
        starts,
        folder=folder,
        memory=memory,
        partitions=partitions,
        expect=expect,
        checkpoint=60.0 if checkpoint is None else checkpoint,
        threads=threads,
        progress=progress,
    )
    return stored.solve(wanted)


def _small(
    asked: Asked, starts: types.Int64Array, play: Play, folder: str | os.PathLike[str]
) -> Database[int] | None:
    """Return the database of a game of few positions, in a folder; None where there are more.

    It is solved in memory, in about the time in which partitions are opened, so what a kill loses
    is little.  A rule that takes long for few positions is left to partitions, too.
    """
    began = monotonic()
    explorer = AnswersExplorer(
        asked.rules,
        starts,
        play=play,
        presets=None,
        size=None,
        expect=None,
        threads=1,
        label=labelling,
        canonical=None,
    )
    for limit in _LIMITS:
        try:
            explorer.run(limit=limit)
        except ExplorationLimitError:
            if limit == _LIMITS[-1] or monotonic() - began > _SHORT:
                return None
        else:
            break
    found = explorer.database()
    codes, labels = found._all()
    labels = encode(*decode(labels))
    named = asked.name, digest(asked, starts)
    with locked(folder) as path:
        if Manifest.exists(path):  # another process was faster
            return None
        begun: dict[str, Any] = {"rule": {"name": named[0], "digest": named[1]}, "state": "writing"}
        Manifest(path, begun | {"start": starts.tolist()}).save()
        row = write_codes(path, 0, codes, labels)
        complete(
            path,
            kind="hashed",
            rule=named,
            play=str(play),
            starts=starts.tolist(),
            parts=[row],
            tally=Tally().add(labels),
            moves=found.moves or 0,
            symmetric=asked.symmetric,
        )
    database = Database.open(folder)
    joining.adopt(database, asked)
    return database


def _refuse(where: str, **given: Any) -> None:
    """Refuse arguments that mean nothing there."""
    for name, value in given.items():
        if value is not None:
            raise GraphGameError(f"{name}: expected none {where}, got {value!r}")
