"""The types that annotations name, in one place.

Modules that the command loads import these for type checkers only.  At run time they take `types`
from `graphgame.arrays`, which loads this module when somebody evaluates an annotation, as
``typing.get_type_hints`` does: so neither typing nor NumPy slows the command down.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from os import PathLike
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    Literal,
    Protocol,
    Self as Self,  # noqa: PLC0414 -- modules take it from here
    SupportsIndex,
    TypeAlias,
    TypedDict,
    Unpack as Unpack,  # noqa: PLC0414 -- the same
)

import numpy as np
import numpy.typing as npt

from graphgame._kernel.buffer import Buffer
from graphgame.outcome import Play
from graphgame.progress import Progress

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, which typing has from Python 3.13

    # A position: the label of a vertex, or its index.  A bare `GameGraph` is a `GameGraph[Any]`.
    P = TypeVar("P", bound=Hashable, default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=Hashable)
# A state, what is known of it, and what stands for that where there is no such state.
State = TypeVar("State")
Known_co = TypeVar("Known_co", covariant=True)
Default = TypeVar("Default")
# Positions of which nothing is known beforehand.
Anything: TypeAlias = Any
# Who cannot move loses, or wins; also as a `Play`.
PlayName: TypeAlias = Literal["normal", "misere"] | Play
# What places the positions of a picture; see `Solution.to_svg`.
EngineName: TypeAlias = Literal["layers", "dot"]
# An outcome, by number or name, or the outcome and the remoteness of a game that ended some moves
# away.
Preset: TypeAlias = int | str | tuple[int | str, int]
Presets: TypeAlias = (
    Mapping[Any, Preset | None] | npt.ArrayLike | tuple[npt.ArrayLike, npt.ArrayLike]
)
PresetRule: TypeAlias = Callable[[Any], Preset | None]
# Who moves at each position: 0 or 1.
Owners: TypeAlias = Mapping[Any, int] | npt.ArrayLike
OwnerRule: TypeAlias = Callable[[Any], int]
# One position, many of them, or flags.
Positions: TypeAlias = Any
# What terminals are worth to the player to move.
Scores: TypeAlias = Mapping[Any, int] | npt.ArrayLike
ScoreRule: TypeAlias = Callable[[Any], int | None]
# What remoteness counts.
CountName: TypeAlias = Literal["plies", "turns"]
# How well a machine plays.
SkillName: TypeAlias = Literal["perfect", "strong", "good", "casual", "beginner"]
# How many puzzles a page has.
PuzzleCount: TypeAlias = int | Literal["all"] | None
File: TypeAlias = str | PathLike[str] | IO[bytes]
# An integer of any type: Python's, NumPy's, or a finite nimber.
IntLike: TypeAlias = SupportsIndex
# Whether to show how far long work is, or what to call with it.
ProgressLike: TypeAlias = bool | Callable[[Progress], object]

ArrayLike: TypeAlias = npt.ArrayLike
Array: TypeAlias = Buffer | npt.NDArray[Any]
AnyArray: TypeAlias = npt.NDArray[Any]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
Int8Array: TypeAlias = npt.NDArray[np.int8]
Int32Array: TypeAlias = npt.NDArray[np.int32]
Int64Array: TypeAlias = npt.NDArray[np.int64]
Float64Array: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.integer[Any]]
# A cell of a board: row and column, from 0.
Cell: TypeAlias = tuple[int, int]
# The policeman's cell, the thief's cell, and who moves: "police" or "thief".
PursuitState: TypeAlias = tuple[Cell, Cell, str]
# The cops' vertices, the robber's vertex, and who moves: "cops" or "robber".
CopsState: TypeAlias = tuple[tuple[P, ...], P, str]
# A column of a table: one entry a row.
Column: TypeAlias = npt.NDArray[Any] | list[Any]


# What the characters of a board show: a text, or entries of which "marker" alone is no text.
Pieces: TypeAlias = Mapping[str, str | Mapping[str, str | bool]]
# What is said of a game, by language if not in one alone.
Said: TypeAlias = str | Mapping[str, str]
SaidPlayers: TypeAlias = Sequence[str] | Mapping[str, Sequence[str]]
# One goal, or one for each player.
SaidGoal: TypeAlias = Said | Sequence[str] | Mapping[str, str | Sequence[str]]


class LookOptions(TypedDict, total=False):
    """How a game looks: the arguments of `Solution.to_html`, but for `side` and `puzzles`."""

    board: Callable[[Any], str] | None
    turn: Callable[[Any], int] | None
    pieces: Pieces | None
    centres: Sequence[tuple[float, float]] | None
    edges: Sequence[tuple[int, int]] | None
    move: Callable[[Any, Any], str | None] | None
    title: Said | None
    languages: Sequence[str] | None
    rules: Said | None
    players: SaidPlayers | None
    goal: SaidGoal | None
    style: str | None


class EdgeGame(Protocol):
    """What certificates read of a `GameGraph`: its edges, its presets, and names of positions."""

    n: int
    m: int

    @property
    def presets(self) -> Int8Array | None:
        """(n,) int8: preset outcomes, `NO_PRESET` where there is none."""

    @property
    def preset_remoteness(self) -> Int32Array | None:
        """(n,) int32: the remoteness of presets; None if all have 0."""

    @property
    def owner(self) -> Int8Array | None:
        """(n,) int8: who moves, 0 or 1; None where the players alternate."""

    def position(self, index: int, /) -> Hashable:
        """Return the name of a position."""

    def edge_blocks(self) -> Iterator[tuple[Int32Array, Int32Array]]:
        """Return all edges as (sources, targets), block by block."""


class ByState(Protocol[State, Known_co]):
    """A solved game that says of each state what is known, as a mapping does."""

    def __len__(self) -> int:
        """Return the number of states."""

    def __iter__(self) -> Iterator[State]:
        """Return all states."""

    def __contains__(self, state: object, /) -> bool:
        """Return whether there is such a state."""

    def __getitem__(self, state: State, /) -> Known_co:
        """Return what is known of a state."""


class Labelling(Protocol):
    """What `verify` reads of a `Solution`."""

    @property
    def outcomes(self) -> Int8Array:
        """(n,) int8: LOSE, DRAW, WIN or TIE."""

    @property
    def remoteness(self) -> Int32Array:
        """(n,) int32: plies, or turns, to the end; -1 = never."""

    @property
    def count(self) -> CountName:
        """What remoteness counts."""

    @property
    def plies(self) -> Int32Array:
        """(n,) int32: plies to the end, where turns are counted first; -1 = never."""

    @property
    def play(self) -> Play:
        """The rule for a player who cannot move."""


class OwnerAnswer(Protocol):
    """What `verify_owners` reads of an `OwnerSolution`."""

    objective: str
    player: int

    @property
    def targets(self) -> BoolArray:
        """(n,) bool: targets, or unsafe positions."""

    @property
    def winners(self) -> Int8Array:
        """(n,) int8: who wins, 0 or 1."""

    @property
    def rank(self) -> Int32Array:
        """(n,) int32: the numbers that prove the strategies."""

    @property
    def strategy(self) -> Int32Array:
        """(n,) int32: options of who wins and moves, -1 elsewhere."""


class PartizanAnswer(Protocol):
    """What `verify_partizan` reads of a `PartizanSolution`."""

    play: Play

    @property
    def by_right(self) -> BoolArray:
        """(m,) bool: which edges are Right's moves."""

    @property
    def outcomes(self) -> Int8Array:
        """(2, n) int8: for who begins."""

    @property
    def remoteness(self) -> Int32Array:
        """(2, n) int32: plies to the end; -1 = never."""


class Index(Protocol):
    """A dict of labels to indices, or what does the same in less memory."""

    def __getitem__(self, label: Any, /) -> int: ...
    def __len__(self) -> int: ...
