"""King and queen, or king and rook, against the king: a chess ending through python-chess.

The rules are those of chess, and python-chess (https://python-chess.readthedocs.io, an extra: `pip
install chess`) knows the moves. A position is (white king, white piece, black king, white to move),
squares from a1 = 0 to h8 = 63; it stands for the eight that turning and reflecting the board make
of it. A mate has no moves, and who cannot move has lost. A stalemate has no moves either, but is a
draw: the rule leads from it to the position DRAWN, and so does the capture of the piece.

What is known: the counts of Clarke's database of king and rook against king, as M. Bain and A. van
Hoff computed them again (https://archive.ics.uci.edu/dataset/23/chess+king+rook+vs+king): of 28,056
positions with black to move, 2,796 are drawn, and 390 of the others are mate in 16 moves, the
longest. With the queen mate takes 10 moves at most
(http://kirill-kryukov.com/chess/discussion-board/viewtopic.php?t=920). Counted here:

    piece  white to move                      black to move
    queen  18,081 WIN, at most in 19 plies    25,160 LOSE, at most in 20; 2,896 DRAW
    rook   21,959 WIN, at most in 31 plies    25,260 LOSE, at most in 32; 2,796 DRAW

To run it, from the root of the repository:

    python examples/chess_ending.py rook
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import permutations

import chess

import graphgame as gg

# The squares of the white king, of the white piece and of the black king; whether white is to move.
Position = tuple[int, int, int, bool]
DRAWN: Position = (-1, -1, -1, True)
PIECES = {"queen": chess.QUEEN, "rook": chess.ROOK}


def images(square: int) -> list[int]:
    """Return where the eight symmetries of the board move a square."""
    x, y = square % 8, square // 8
    turned = [(x, y), (7 - x, y), (x, 7 - y), (7 - x, 7 - y)]
    return [8 * b + a for a, b in turned] + [8 * a + b for a, b in turned]


IMAGES = [images(square) for square in range(64)]


def canonical(position: Position) -> Position:
    """Return the least of the positions that are the same up to symmetry."""
    king, piece, other, white = position
    return (*min(zip(IMAGES[king], IMAGES[piece], IMAGES[other], strict=True)), white)


class Ending:
    """King and a queen or a rook against the king."""

    def __init__(self, piece: str) -> None:
        self.piece = PIECES[piece]

    def chess_board(self, position: Position) -> chess.Board:
        """Return a position as python-chess has it."""
        king, piece, other, white = position
        board = chess.Board(None)
        board.set_piece_at(king, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(piece, chess.Piece(self.piece, chess.WHITE))
        board.set_piece_at(other, chess.Piece(chess.KING, chess.BLACK))
        board.turn = white
        return board

    def starts(self) -> Iterator[Position]:
        """Yield all legal positions, one of each class."""
        for squares in permutations(range(64), 3):
            for white in (True, False):
                position: Position = (*squares, white)
                if canonical(position) == position and self.chess_board(position).is_valid():
                    yield position

    def moves(self, position: Position) -> Iterator[tuple[chess.Move, Position]]:
        """Yield the legal moves, and the class of the position that each leads to."""
        king, piece, other, white = position
        for move in self.chess_board(position).legal_moves:
            to = move.to_square
            if white:
                after = (to, piece, other) if move.from_square == king else (king, to, other)
                yield move, canonical((*after, False))
            else:
                yield move, canonical((king, piece, to, True)) if to != piece else DRAWN

    def options(self, position: Position) -> list[Position]:
        """Return the positions one move away, one of each class."""
        if position == DRAWN:
            return []
        found = [option for _, option in self.moves(position)]
        if found or self.chess_board(position).is_check():
            return found
        return [DRAWN]  # stalemate; a mate is lost anyway

    def preset(self, position: Position) -> gg.Outcome | None:
        """Return the outcome of `DRAWN`; no other position has one by the rules."""
        return gg.DRAW if position == DRAWN else None

    def board(self, position: Position) -> str:
        """Return a position as text, white's pieces being capital letters."""
        if position == DRAWN:
            return "\n".join(["." * 8] * 8)
        return str(self.chess_board(position)).replace(" ", "")

    def move_name(self, position: Position, option: Position) -> str:
        """Return the first of the moves to a position or its class, in the notation of chess."""
        board = self.chess_board(position)
        names = (board.san(move) for move, after in self.moves(position) if after == option)
        return next(names, "stalemate")


def main(argv: Sequence[str] | None = None) -> None:
    """Solve an ending, and print how many positions are won, lost and drawn."""
    parser = argparse.ArgumentParser(description="a chess ending of three pieces")
    parser.add_argument("piece", nargs="?", default="queen", choices=tuple(PIECES))
    args = parser.parse_args(argv)
    game = Ending(args.piece)
    s = gg.solve(game, start=game.starts())
    for white, who in ((True, "white"), (False, "black")):
        found = [s[p] for p in s if p[3] is white and p != DRAWN]
        counts = []
        for outcome in (gg.WIN, gg.LOSE, gg.DRAW):
            plies = [label.remoteness for label in found if label.outcome == outcome]
            longest = f", at most in {max(plies)} plies" if plies and outcome else ""
            counts += [f"{len(plies):,} {outcome}{longest}"] * bool(plies)
        print(f"{who} to move: {'; '.join(counts)}")


if __name__ == "__main__":
    main()
