"""Games in which positions say who moves, presets have a remoteness, or play ends in a tie."""

from __future__ import annotations

from graphgame.arrays import read_only
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.memory import check_game
from graphgame.outcome import DRAW, LOSE, MOST_POSITIONS, NO_PRESET, TIE, WIN
from graphgame.solving import _owned, _turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
    from graphgame._kernel.buffer import Buffer
    from graphgame.graphs.graph import GameGraph
    from graphgame.solving.solution import Solution
    from graphgame.types import Array


class Turns:
    """What a solution of such a game has beside outcomes and remoteness.

    Attributes
    ----------
    count : {"plies", "turns"}
        What remoteness counts.
    plies : (n,) int32 or None
        Where turns are counted, the plies of play in which first the turns and then the plies are
        as few as the winner, and as many as the loser can force; -1 where play never ends.
    """

    __slots__ = ("count", "plies")

    def __init__(self, count: types.CountName, plies: Array | None) -> None:
        self.count = count
        self.plies: Array | None = plies

    def is_plain(self, game: GameGraph[Any]) -> bool:
        """Return whether positions say who moves, and nothing else is unusual."""
        return self.count == "plies" and _has_owner_alone(game)

    def played(self, solution: Solution[Any]) -> dict[str, Any]:
        """Return what a `SolvedGame` of such a game has, which lengths alone do not say.

        A TIE is a draw with a length.
        """
        import numpy as np

        game, outcomes = solution.game, solution.outcomes
        ends = np.diff(game.option_ptr) == 0
        if game.presets is not None:
            ends |= game.presets != NO_PRESET
        late = bool((ends != (solution.remoteness == 0)).any())
        return {
            "outcomes": np.where(outcomes == TIE, DRAW, outcomes).astype(np.int8),
            "strategy": solution.best_moves,
            "ends": ends if late else None,
            "counted": self.count,
            "is_sure": True,
        }

    def winning(self, solution: Solution[Any], v: int) -> list[int]:
        """Return the options of v that win for the player who moves there, in ascending order."""
        import numpy as np

        game, owner = solution.game, solution.game.owner
        if game.presets is not None and game.presets[v] != NO_PRESET:
            return []
        options = np.unique(game.option_idx[game.option_ptr[v] : game.option_ptr[v + 1]])
        wanted = LOSE if owner is None else np.where(owner[options] == owner[v], WIN, LOSE)
        found: list[int] = options[solution.outcomes[options] == wanted].tolist()
        return found


def labelling(
    game: GameGraph[Any], count: types.CountName, *, misere: bool
) -> tuple[Buffer, Buffer, Turns]:
    """Return outcomes and remoteness of such a game, and what else its solution has."""
    check_game(game, 25, 6)
    if count not in ("plies", "turns"):
        raise GraphGameError(f"count: expected 'plies' or 'turns', got {count!r}")
    if count == "turns" and game._owner is None:
        raise GraphGameError(
            "count: expected 'plies' for a game whose players alternate, got 'turns'; "
            "owner= says who moves at each position"
        )
    owner = game._owner
    if owner is not None and count == "plies" and _has_owner_alone(game):
        outcomes, remoteness = _owned.propagate(
            *game._predecessor_rows(), game._degrees(), game._presets, owner, misere
        )
        return outcomes, remoteness, Turns(count, None)
    outcomes, remoteness, plies = _turns.propagate(
        *game._predecessor_rows(),
        game._degrees(),
        game._presets,
        game._preset_remoteness,
        _late(game),
        game._owner,
        misere,
        count == "turns",
    )
    return outcomes, remoteness, Turns(count, plies)


def _has_owner_alone(game: GameGraph[Any]) -> bool:
    """Return whether a game has owners, and neither ties nor presets of a remoteness."""
    if game._owner is None or game._preset_remoteness is not None:
        return False
    # A search for a byte, with neither NumPy nor a loop.
    presets = b"" if game._presets is None else memoryview(game._presets).tobytes()  # type: ignore[arg-type]
    return TIE not in presets


def _late(game: GameGraph[Any]) -> Array | None:
    """Return the presets of a remoteness above 0, in ascending order of it."""
    if game._preset_remoteness is None:
        return None
    import numpy as np

    ends = read_only(game._preset_remoteness)
    late = np.flatnonzero(ends)
    late = late[np.argsort(ends[late], kind="stable")].astype(np.int32)
    if len(late) and int(ends[late[-1]]) + game.n > MOST_POSITIONS:
        # A rule does not know, when it gives a remoteness, how many positions there will be.
        raise TooLargeError(
            f"presets[{game.position(int(late[-1]))!r}]: expected a remoteness of at most "
            f"{MOST_POSITIONS - game.n} in a game of {game.n} positions, got {ends[late[-1]]}"
        )
    return late
