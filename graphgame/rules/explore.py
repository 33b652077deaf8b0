"""From rules to graphs: positions of any kind get indices, breadth first."""

from __future__ import annotations

import sys
from collections.abc import Iterator, MappingView
from contextlib import contextmanager
from time import monotonic
from types import NoneType

from graphgame import checks
from graphgame.arrays import read_only
from graphgame.errors import ExplorationLimitError, GraphGameError
from graphgame.graphs.graph import GameGraph
from graphgame.graphs.labels import CodeLabels, codes as checked_codes
from graphgame.outcome import NO_PRESET, Outcome
from graphgame.rules import _explore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from typing import Any, TypeAlias, TypeVar

    import numpy as np
    import numpy.typing as npt

    from graphgame.rules.game import Game
    from graphgame.types import Int64Array

    P = TypeVar("P", bound=Hashable)
    Rule: TypeAlias = Callable[[P], Iterable[P]] | Game[P]
    BatchRule: TypeAlias = Callable[[Int64Array], tuple[npt.ArrayLike, npt.ArrayLike]]

# Positions in a batch at most: its arrays stay inside the cache.
_BATCH = 1 << 14
# Types of positions that cannot change, so that their hashes need no watching.
_CONSTANT = (int, str, bytes, tuple, frozenset, float, complex, NoneType)


def explore(
    rule: Rule[P],
    start: P | list[P] | Iterator[P],
    *,
    presets: Callable[[P], int | None] | None = None,
    limit: int | None = None,
    progress: bool = False,
) -> GameGraph:
    """Find all positions that can be reached from a start, and their moves.

    Parameters
    ----------
    rule : callable, or object with ``options(position)`` and perhaps ``preset(position)``
        Gives the options of a position.
    start : hashable, or list, set, range, array or iterator of hashable
        One position, or many.
    presets : callable, optional
        Gives the outcome that the rules preset for a position (for the player to move), or None.
        It comes before a ``preset`` of `rule`.  A position with a preset outcome is not expanded.
    limit : int, optional
        The most positions that may be found.
    progress : bool
        Show positions, moves and rate on standard error: through tqdm where it is installed.

    Returns
    -------
    GameGraph
        Labelled by the positions, in breadth-first order: index 0 is the (first) start.

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`.
    GraphGameError
        If a position cannot be hashed or changes, or an outcome is not one.

    Whatever the rule raises comes out unchanged, with a note that names the position.

    Notes
    -----
    O(n + m) calls and look-ups.  Beside the positions themselves: 9 bytes per position for the list
    of them and 70 to 115 for the dict from positions to indices, or 145 while it grows; 8 for
    offsets, 4 per edge.

    >>> import graphgame as gg
    >>> game = gg.explore(lambda n: [n - k for k in (1, 2, 3) if n >= k], start=20)
    >>> game
    GameGraph(n=21, m=57, labelled)
    >>> gg.solve(game).outcome(20), gg.solve(game).best_move(18)
    (<Outcome.LOSE: -1>, 16)
    """
    options, preset = _rules(rule, presets)
    positions, index = _starts(start)
    most = checks.limit(limit)
    with _progress(progress) as shown:
        try:
            ptr, idx, presets = _explore.explore_objects(
                options, preset, positions, index, _may_change, shown, most
            )
        except _explore.RuleError as error:
            raise GraphGameError(_explain(error)) from None
    if len(positions) > most:
        raise ExplorationLimitError(most, len(positions), len(ptr) - 1, len(idx))
    return GameGraph._of_checked(
        len(positions), len(idx), options=(ptr, idx), presets=presets, labels=positions, index=index
    )


def _rules(rule: Any, presets: Any) -> tuple[Any, Any]:
    """Return the functions that give options and outcomes."""
    options = getattr(rule, "options", rule)
    if not callable(options) or isinstance(rule, GameGraph):
        raise GraphGameError(
            "rule: expected a function, or an object with options(position), "
            f"got {type(rule).__name__}; a graph needs no start"
        )
    preset = presets if presets is not None else getattr(rule, "preset", None)
    if preset is not None and not callable(preset):
        raise GraphGameError(f"presets: expected a function of a position, got {preset!r}")
    return options, preset


def _starts(start: Any) -> tuple[list[Hashable], dict[Hashable, int]]:
    """Return the starts, each once, and their indices."""
    many = isinstance(start, list | set | range | Iterator | MappingView) or hasattr(
        start, "__array__"
    )
    starts = start if many else [start]
    try:
        positions = list(dict.fromkeys(starts.tolist() if hasattr(starts, "tolist") else starts))
    except TypeError:
        odd = next(x for x in starts if not _has_hash(x))
        raise GraphGameError(_explain_unhashable("start", odd)) from None
    return positions, dict(zip(positions, range(len(positions)), strict=True))


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _may_change(position: Any) -> bool:
    """Say whether a position of this type may change in use; refuse types without equality."""
    kind: Any = type(position)
    if kind.__hash__ is object.__hash__ and kind is not NoneType:
        raise GraphGameError(
            f"expected positions that compare by value, but two of type {kind.__name__} are equal "
            "only if they are the same object: give the class __eq__ and __hash__, for example by "
            f"@dataclass(frozen=True); got {position!r}"
        )
    return not issubclass(kind, _CONSTANT)


def _explain(error: _explore.RuleError) -> str:
    if error.kind == "option":
        return _explain_unhashable(f"options of {error.position!r}", error.what)
    if error.kind == "options":
        return (
            f"rule at {error.position!r}: expected a list of options, got None; of a terminal "
            "position it is empty"
        )
    if error.kind == "change":
        return (
            f"position {error.position!r} changed while the rule expanded it: make new positions "
            "in the rule, and leave the one it is given as it is"
        )
    if error.kind == "preset":
        return (
            f"preset of {error.position!r}: expected WIN, LOSE or DRAW (1, -1 or 0), or none, "
            f"got {error.what!r}"
        )
    return f"rule at {error.position!r}: expected a {error.kind}, got {error.what!r}"


def _explain_unhashable(where: str, value: Any) -> str:
    """Say how to make a hashable position of an unhashable one."""
    cures: dict[type, str] = {
        list: "tuple(position)",
        set: "frozenset(position)",
        dict: "tuple(sorted(position.items()))",
        bytearray: "bytes(position)",
    }
    cure = next((c for kind, c in cures.items() if isinstance(value, kind)), None)
    if cure is None and hasattr(value, "tobytes"):
        cure = "position.tobytes(), or a tuple of its entries"
    hint = f"use {cure}" if cure else "give its class __eq__ and __hash__ (@dataclass(frozen=True))"
    return (
        f"{where}: expected hashable positions that never change, got {value!r} of type "
        f"{type(value).__name__}: {hint}"
    )


# -- codes ----------------------------------------------------------------------------------------


def explore_codes(
    rule: BatchRule | Any,
    start: npt.ArrayLike,
    *,
    presets: Callable[[Int64Array], npt.ArrayLike] | Any = None,
    limit: int | None = None,
    progress: bool = False,
) -> GameGraph:
    """Find all positions that can be reached, positions being int64 codes, many at a time.

    Parameters
    ----------
    rule : callable, or a compiled function
        A callable takes a (k,) int64 array of codes and returns two arrays of one length: the
        sources, as indices from 0 to k - 1, and the code of an option of each, in any order.

        A compiled function is called without Python in the loop, as C
        ``int64_t rule(int64_t code, int64_t *options, int64_t room, void *data)``: it writes the
        options of a code and returns how many there are; if these are more than `room` it need
        write none, and is called again.  It may be a ctypes function, a Numba ``@cfunc``, a
        cffi pointer as int, a capsule as Cython makes for a ``cdef api`` function, or a
        ``scipy.LowLevelCallable`` of one of these, whose user data is then `data`.
    start : int or (k,) array_like of int
    presets : callable or compiled function, of the same kind as `rule`, optional
        A callable takes a (k,) array of codes and returns k integers: preset outcomes, and
        `NO_PRESET` where there is none.  A compiled one is
        ``int64_t preset(int64_t code, void *data)``.  Positions with a preset are not expanded.
    limit : int, optional
        The most positions that may be found.
    progress : bool
        As in `explore`.

    Returns
    -------
    GameGraph
        Labelled by the codes, in breadth-first order: ``numpy.asarray(graph.labels)``.

    Raises
    ------
    ExplorationLimitError
        If there are more positions than `limit`.
    GraphGameError
        If the rule returns what it must not.

    Notes
    -----
    O(n + m) time.  Per position 8 bytes for the code, 8 for the offset, 5.3 to 10.7 for the index
    (kept, to find positions by their codes) and 1 for presets; 4 bytes per edge.  On top of that
    come the arrays of one batch of at most 16,384 positions.

    >>> import numpy as np
    >>> def take(codes):
    ...     sources, taken = np.nonzero(codes[:, None] >= np.array([1, 2, 3]))
    ...     return sources, codes[sources] - (taken + 1)
    >>> explore_codes(take, [20])
    GameGraph(n=21, m=57, labelled)
    """
    import numpy as np

    from graphgame.rules.compiled import native_function

    most = checks.limit(limit)
    explorer = _explore.CodeExplorer(checked_codes(np.atleast_1d(np.asarray(start)), "start"))
    native = native_function(rule)
    native_preset = None if presets is None else native_function(presets)
    if presets is not None and (native is None) != (native_preset is None):
        raise GraphGameError("presets: expected a compiled function if and only if the rule is one")
    pieces: list[npt.NDArray[np.int8]] = []
    with _progress(progress) as shown:
        while explorer.expanded < explorer.count <= most:
            if native is not None:
                try:
                    explorer.expand_compiled(*native, *(native_preset or (0, 0)), _BATCH)
                except _explore.RuleError as error:
                    raise GraphGameError(_explain(error)) from None
            else:
                _expand_batch(explorer, rule, presets, pieces)
            if shown is not None:
                shown(explorer.count, explorer.expanded, explorer.m)
    if explorer.count > most:
        raise ExplorationLimitError(most, explorer.count, explorer.expanded, explorer.m)
    index = explorer.index
    ptr, idx, codes, presets = explorer.finish()
    return GameGraph._of_checked(
        len(codes),
        len(idx),
        options=(ptr, idx),
        presets=np.concatenate(pieces) if pieces else presets,
        labels=CodeLabels(read_only(codes)),
        index=index,
    )


def _expand_batch(
    explorer: _explore.CodeExplorer,
    rule: BatchRule,
    preset: Callable[[Int64Array], npt.ArrayLike] | None,
    pieces: list[npt.NDArray[np.int8]],
) -> None:
    """Expand the next batch by a rule in Python; append its presets, if any, to `pieces`."""
    import numpy as np

    batch = np.asarray(explorer.frontier(_BATCH))
    rows: Int64Array | None = None  # which of the batch are expanded; None for all
    try:
        if preset is not None:
            presets = _batch_presets(preset(batch), batch)
            pieces.append(presets)
            rows = np.flatnonzero(presets == NO_PRESET)
        expanded = batch if rows is None else batch[rows]
        sources, options = rule(expanded) if len(expanded) else ((), ())
    except Exception as error:
        error.add_note(f"while exploring {len(batch)} codes, the first being {batch[0]}")
        raise
    sources, options = checked_codes(sources, "sources"), checked_codes(options, "options")
    if len(sources) != len(options):
        raise GraphGameError(
            "rule: expected two arrays of one length, "
            f"got {len(sources)} sources and {len(options)} options"
        )
    checks.check_range(sources, len(expanded), "sources")
    explorer.append(len(batch), sources if rows is None else rows[sources], options)


def _batch_presets(values: npt.ArrayLike, batch: Int64Array) -> npt.NDArray[np.int8]:
    import numpy as np

    presets = checks.integers(values, "presets")
    if presets.shape != batch.shape:
        raise GraphGameError(
            f"presets: expected {len(batch)} outcomes, one for every code, "
            f"got shape {presets.shape}"
        )
    wrong = (presets < Outcome.LOSE) | (presets > NO_PRESET)
    if wrong.any():
        code, found = batch[wrong][0], presets[wrong][0]
        raise GraphGameError(
            f"preset of code {code}: expected WIN, LOSE, DRAW or NO_PRESET (1, -1, 0 or 2), "
            f"got {found}"
        )
    return presets.astype(np.int8)


# -- progress -------------------------------------------------------------------------------------


@contextmanager
def _progress(wanted: bool) -> Iterator[Callable[[int, int, int], None] | None]:
    """Return a function that shows progress, or None; clean up at the end."""
    if not wanted:
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        shown: Any = _PlainProgress()
        yield shown
        shown.close()
        return
    with tqdm(unit=" positions", unit_scale=True, file=sys.stderr) as bar:

        def show(positions: int, expanded: int, edges: int) -> None:
            bar.total = positions
            bar.set_postfix(edges=edges, refresh=False)
            bar.update(expanded - bar.n)

        yield show


class _PlainProgress:
    """Writes a line to standard error about every second."""

    def __init__(self) -> None:
        self.start = self.last = monotonic()
        self.counts = (0, 0, 0)

    def __call__(self, positions: int, expanded: int, edges: int) -> None:
        self.counts = positions, expanded, edges
        if monotonic() - self.last >= 1:
            self.last = monotonic()
            self.write()

    def write(self) -> None:
        positions, expanded, edges = self.counts
        rate = expanded / max(monotonic() - self.start, 1e-9)
        print(
            f"explored {expanded:,} of {positions:,} positions found, {edges:,} moves, "
            f"{rate:,.0f} positions/s",
            file=sys.stderr,
        )

    def close(self) -> None:
        self.write()
