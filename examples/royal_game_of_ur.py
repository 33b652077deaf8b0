"""The Royal Game of Ur, with Finkel's rules and 1 to 7 pieces: how likely who begins wins.

The rules: each player has a lane of 14 squares, of which 5 to 12, in the middle, are shared:

    4 3 2 1     14 13      the squares of one player
    5 6 7 8  9 10 11 12    the shared ones
    4 3 2 1     14 13      the squares of the other player

Four dice show 0 or 1 each; a throw is their sum. Who has thrown moves one piece by as much, and
must if there is a move; a throw without one passes the turn. Pieces come in as from a square 0,
and leave the board by going to a square 15, exactly. No square holds two pieces of a player. A
piece that comes to a shared square captures the other player's piece there, which has to come in
again; but on square 8 it is safe. Who comes to a rosette, square 4, 8 or 14, throws again. Who
first has all pieces off the board wins.

A state is what who throws sees. States with the same numbers of pieces off the board are a layer:
two of them, with the players exchanged, lead to each other and to later ones. What is known:

    pieces       states   who begins wins with probability
    1               217   .530049839525
    2            12,869   .518572907496
    3           263,121   .516201102238
    4         2,602,822   .516159233557
    5        14,669,769   .516026115570
    7       137,870,097   .515404732509

The last one is published as 51.5404732509 % by RoyalUr (https://royalur.net/solved). No moves are
stored: the rule, in `_royal_game_of_ur.py`, is asked for them again and again.

To run it, from the root of the repository:

    python examples/royal_game_of_ur.py 3
    python examples/royal_game_of_ur.py 7 --progress --folder /tmp/ur.gg
    python examples/royal_game_of_ur.py 3 --serve
"""

from __future__ import annotations

import argparse
import ctypes
import os
from collections.abc import Sequence

from _compiled import add_threads, compiled
from _royal_game_of_ur import RULE

import graphgame as gg


class _State(ctypes.Structure):
    _fields_ = (
        ("index", ctypes.c_int64),
        ("home", ctypes.c_int * 2),
        ("set", ctypes.c_int * 2),
        ("group", ctypes.c_int),
        ("block", ctypes.c_int),
    )


class RoyalGameOfUr:
    """The game with so many pieces for each player, as a rule of layers."""

    rolls = (1, 4, 6, 4, 1)
    # For the page.
    title = "The Royal Game of Ur"
    players = ("Light", "Dark")
    rules = (
        "Move a piece as far as the dice say, along your own lane, through the middle, and off the "
        "board. A rosette (4, 8, 14) lets you throw again; a piece in the middle can be captured, "
        "but not on square 8. The digits count pieces that wait, and that have left."
    )
    goal = "Get all your pieces off the board first."

    def __init__(self, pieces: int) -> None:
        if pieces not in range(1, 8):
            raise ValueError(f"expected 1 to 7 pieces, got {pieces}")
        self.count = pieces
        self.library = compiled(RULE, PIECES=pieces)
        groups = (ctypes.c_int64 * (pieces * (pieces + 1) // 2 + 1)).in_dll(self.library, "groups")
        self.layers = [*groups]
        self.start = ctypes.c_int64.in_dll(self.library, "start").value
        self.moves = self.library.moves

    def squares(self, index: int) -> tuple[tuple[int, int], tuple[set[int], set[int]]]:
        """Return the pieces that are off the board, and the squares of the others.

        First those of the player who throws.
        """
        state = _State()
        self.library.state_of(ctypes.c_int64(index), ctypes.byref(state))
        mine, theirs = ({k for k in range(1, 15) if held >> k & 1} for held in state.set)
        return (state.home[0], state.home[1]), (mine, theirs)

    def move(self, index: int, option: int) -> str:
        """Return a move in words: which piece, from where to where."""
        if option == gg.ChanceDatabase.WON:
            return "the last piece leaves the board"
        (home, _), (before, _) = self.squares(index)
        homes, sets = self.squares(~option if option < 0 else option)
        k = int(option < 0)  # where the player who moved stands now
        came, left = sets[k] - before, before - sets[k]
        if not came and homes[k] == home:
            return "pass"
        return f"{min(left, default='in')}–{min(came, default='off')}"

    def board(self, position: tuple[int, int, int | None]) -> str:
        """Return the board of a position of the page: rows of Light, of both, and of Dark."""
        state, player, _ = position
        light, dark = (self._marks(state, who ^ player, "LD"[who]) for who in (0, 1))
        lane = (4, 3, 2, 1, 0, 15, 14, 13)
        rows = (light, lane), (dark | light, range(5, 13)), (dark, lane)
        return "\n".join("".join(marks.get(at, ".") for at in squares) for marks, squares in rows)

    def _marks(self, state: int, k: int, letter: str) -> dict[int, str]:
        """Return the signs on the squares of player k: pieces, and how many wait and have left."""
        if state == gg.ChanceDatabase.WON:  # what the loser has is not known any more
            return {} if k else {0: "0", 15: f"{self.count}"}
        homes, sets = self.squares(state)
        waiting = self.count - homes[k] - len(sets[k])
        return {0: f"{waiting}", 15: f"{homes[k]}"} | dict.fromkeys(sets[k], letter)

    def move_name(
        self, position: tuple[int, int, int | None], option: tuple[int, int, int | None]
    ) -> str:
        """Return what was thrown, or a move in words."""
        if option[2] is not None:
            return str(option[2])
        return self.move(position[0], option[0] if option[1] == position[1] else ~option[0])

    def solve(
        self,
        folder: str | os.PathLike[str] | None = None,
        *,
        precision: float | None = 1e-9,
        threads: int = 1,
        progress: bool = False,
    ) -> gg.ChanceDatabase:
        """Return the values of all states, with bounds unless `precision` is None."""
        return gg.build_chance(
            self, folder=folder, precision=precision, threads=threads, progress=progress
        )


def main(argv: Sequence[str] | None = None) -> None:
    """Solve the game, and print what was found."""
    parser = argparse.ArgumentParser(description="the Royal Game of Ur with PIECES for each player")
    parser.add_argument("pieces", type=int, nargs="?", default=3, choices=range(1, 8))
    parser.add_argument("--values", action="store_true", help="compute values without bounds")
    parser.add_argument("--folder", help="where to write the database")
    parser.add_argument("--verify", action="store_true", help="check the bounds by the rule")
    parser.add_argument("--serve", action="store_true", help="then play against it in a browser")
    add_threads(parser)
    args = parser.parse_args(argv)
    game = RoyalGameOfUr(args.pieces)
    database = game.solve(
        args.folder,
        precision=None if args.values else 1e-9,
        threads=args.threads,
        progress=args.progress,
    )
    plural = "piece" if args.pieces == 1 else "pieces"
    value = f"{database.value(game.start):.12f}".lstrip("0")
    print(f"{args.pieces} {plural}, {len(database):,} states: who begins wins with {value}")
    if not args.values:
        lower, upper = database.bounds(game.start)
        print(f"proven, by bounds that are {upper - lower:.1e} apart")
    if args.verify:
        database.verify()
        print("verified: True")
    if args.serve:
        database.serve()


if __name__ == "__main__":
    main()
