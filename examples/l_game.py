"""The L game as graph text: two L-shaped pieces, two neutral pieces, sixteen cells.

The rules (Edward de Bono, "The Five-Day Course in Thinking", 1967):

    o W W .    On a 4 x 4 board each player has one piece, an L of four cells; two neutral pieces
    . B W .    of one cell each belong to nobody. The players take turns to lift their own L and to
    . B W .    put it back in a different place, turned and mirrored at will, on cells which the
    . B B o    other three pieces leave free; they may then move one neutral piece to any free
               cell. A player who cannot move the L loses: this is normal play.

What is known: up to the symmetries of the board there are 2,296 positions; in 15 of them the player
to move has lost, and loses in 14 more; from the start, above, perfect play never ends
(https://en.wikipedia.org/wiki/L_game). In full, every position being reachable from the start:

               positions      moves    WIN  LOSE    DRAW   the start   longest WIN or LOSE
    all           18,368  1,632,800  8,048   232  10,088   DRAW        9 plies
    --symmetry     2,296    204,100  1,006    29   1,261   DRAW        9 plies

Up to symmetry, the 29 LOSE are 15, 3, 3, 5, 3 at remoteness 0, 2, 4, 6, 8, and the 1,006 WIN are
768, 27, 81, 11, 119 at remoteness 1, 3, 5, 7, 9.

To run it:

    python examples/l_game.py --symmetry | graphgame solve --summary
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import graphgame as gg

# The L of the player to move, the other player's L, and the neutral pieces: three sets of cells,
# each an int with the bit 1 << (4 * row + column) for each of its cells. After a move the players
# change places.
Position = tuple[int, int, int]

CELLS = [1 << k for k in range(16)]


@cache
def image(cells: int, symmetry: int) -> int:
    """Return where a symmetry of the board, one of 0 .. 7, takes a set of cells."""
    result = 0
    for k in range(16):
        if cells >> k & 1:
            row, column = divmod(k, 4)
            row = 3 - row if symmetry & 1 else row
            column = 3 - column if symmetry & 2 else column
            row, column = (column, row) if symmetry & 4 else (row, column)
            result |= 1 << (4 * row + column)
    return result


# The 48 places for an L: an upright L in the top left corner, shifted in the 6 ways that keep it on
# the board, under the 8 symmetries.
CORNER_L = sum(CELLS[k] for k in (0, 4, 8, 9))
PLACES = sorted({image(CORNER_L << shift, s) for shift in (0, 1, 2, 4, 5, 6) for s in range(8)})


def start() -> Position:
    """Return the customary start. Half a turn of the board exchanges W and B; here W begins."""
    board = "oWW./.BW./.BW./.BBo".replace("/", "")
    white, black, neutral = (
        sum(bit for bit, piece in zip(CELLS, board, strict=True) if piece == wanted)
        for wanted in "WBo"
    )
    return white, black, neutral


def options(position: Position) -> Iterator[Position]:
    """Yield the positions one move away, each once."""
    mine, theirs, neutral = position
    for place in PLACES:
        if place & (theirs | neutral) or place == mine:
            continue
        yield theirs, place, neutral
        free = [bit for bit in CELLS if bit & ~(place | theirs | neutral)]
        for lifted in CELLS:
            if lifted & neutral:
                for target in free:
                    yield theirs, place, (neutral ^ lifted) | target


@cache
def canonical(position: Position) -> Position:
    """Return the least of the eight images of a position: the one that stands for all of them."""
    mine, theirs, neutral = position
    return min((image(mine, s), image(theirs, s), image(neutral, s)) for s in range(8))


def canonical_options(position: Position) -> Iterable[Position]:
    """Return the positions one move away, up to symmetry."""
    return map(canonical, options(position))


# To see who is who on a board, a position must also say who is to move: 0 W, 1 B.
Sided = tuple[int, int, int, int]


def sided_options(position: Sided) -> Iterator[Sided]:
    """Yield the positions one move away."""
    mine, theirs, neutral, player = position
    return ((*option, 1 - player) for option in options((mine, theirs, neutral)))


def board(position: Sided) -> str:
    """Return a position as text, as above."""
    mine, theirs, neutral, player = position
    white, black = (mine, theirs) if player == 0 else (theirs, mine)
    places = [("W", white), ("B", black), ("o", neutral), (".", -1)]
    cells = [next(piece for piece, bits in places if bits & bit) for bit in CELLS]
    return "\n".join("".join(cells[k : k + 4]) for k in range(0, 16, 4))


def turn(position: Sided) -> int:
    """Return who is to move: 0 W, 1 B."""
    return position[3]


PIECES = {
    "W": {"name": "white", "shape": "square", "colour": "#E69F00"},
    "B": {"name": "black", "shape": "square", "colour": "#0072B2"},
    "o": {"name": "neutral", "shape": "disc", "colour": "#767676"},
}


def main(argv: Sequence[str] | None = None) -> None:
    """Write the graph of the L game to standard output."""
    parser = argparse.ArgumentParser(description="the L game, as graph text")
    parser.add_argument("--symmetry", action="store_true", help="one position for eight images")
    if parser.parse_args(argv).symmetry:
        title = "The L game up to symmetry"
        game = gg.explore(canonical_options, start=canonical(start()))
    else:
        title = "The L game"
        game = gg.explore(options, start=start())
    try:
        print(f"# {title}", flush=True)
        gg.write_graph(game, sys.stdout.buffer)
        sys.stdout.flush()
    except BrokenPipeError:  # as in `... | head`: end quietly, as other programs in a pipe do
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        raise SystemExit(141) from None


if __name__ == "__main__":
    main()
