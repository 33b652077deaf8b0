"""Dobutsu shogi, the small shogi with four animals a side, on 3 × 4 cells. Rules in Python and C.

The rules as counted here: the player to move is always below, and no position says who moves:

    gle cc     Capitals are pieces of the player to move. The lion (L) steps to any neighbour, the
    ...        giraffe (G) straight, the elephant (E) aslant, the chick (C) forward. A chick that
    ...        steps to the last rank becomes a hen (H), which steps to any neighbour but the two
    ELG        aslant behind. Who captures a piece keeps it in hand, a hen as a chick, and may drop
               it on any free cell instead of moving. The hands are on the right: here the player
               to move, below, holds nothing, and the other player two chicks. Who can catch the
               lion wins with the next ply. Otherwise, a lion on the last rank of its player has
               won. Moving into check is allowed. Who cannot move loses, and repetition is a draw.

Positions that are mirror images of each other, left to right, are the same: the smaller code.

What is known: the second player wins in 78 plies (Tetsuro Tanaka, An analysis of a board game
"Doubutsu Shogi", IPSJ SIG Technical Report 2009-GI-22 No. 3), among 246,803,167 positions; in
140,298,614 of them the lion can be caught, in 7,018,985 others the lion has arrived. Games with
fewer pieces are small:

    pieces   positions       moves   the start
    C           24,789      70,126   WIN in 15 plies
    E            7,269      23,399   DRAW
    G            6,977      23,002   DRAW
    EC       3,202,071  10,828,864   DRAW
    EG         927,058   3,524,881   DRAW

To run it, from the root of the repository, with the pieces beside the lion (EGC is the whole game,
which is large):

    python examples/dobutsu_shogi.py EC

With --serve PORT it is played in a browser.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

from _compiled import compiled
from _texts import about

import graphgame as gg

# A code has four bits for each cell, row by row from the bottom left: 0 where it is free, the place
# of a piece in this string, and 8 more for those of the other player. Above them stand the hands,
# two bits for each of E, G and C: first those of the player to move.
KINDS = ".LEGCH"
HELD = "EGC"
WIDTH, HEIGHT = 3, 4
CELLS = WIDTH * HEIGHT
SIDE = 1 << 60
OWN, OTHER = 4 * CELLS, 4 * CELLS + 2 * len(HELD)  # where the hands begin

# Steps of the pieces of the player to move, which are upward.
STRAIGHT, ASLANT = {(0, 1), (0, -1), (1, 0), (-1, 0)}, {(1, 1), (1, -1), (-1, 1), (-1, -1)}
STEPS = {
    "L": STRAIGHT | ASLANT,
    "E": ASLANT,
    "G": STRAIGHT,
    "C": {(0, 1)},
    "H": STRAIGHT | {(1, 1), (-1, 1)},
}

SOURCE = """
#include <stdint.h>

#define CELLS 12
#define LION 1
#define CHICK 4
#define HEN 5
#define OWN 48
#define OTHER 54
#define ONES 0x111111111111ull
#define BOARD ((1ull << OWN) - 1)
#define LEFT 0x00f00f00f00full
typedef uint64_t code;

// reach[piece][c]: the cells to which a piece of the player to move steps from cell c, a bit each.
static uint16_t reach[8][CELLS];
// neighbours[c]: the cells around cell c.
static uint16_t neighbours[CELLS];
// Where a captured piece counts in the hands: with the elephants, giraffes or chicks.
static const int held[8] = {0, 0, 0, 2, 4, 4, 0, 0};

__attribute__((constructor)) static void find_steps(void) {
    // A bit for each direction (dx, dy), at 3 * (dy + 1) + dx + 1.
    static const int directions[8] = {0, 0757, 0505, 0252, 0200, 0752, 0, 0};
    for (int piece = 1; piece < 6; piece++)
        for (int c = 0; c < CELLS; c++)
            for (int d = 0; d < 9; d++) {
                int x = c % 3 + d % 3 - 1, y = c / 3 + d / 3 - 1;
                if (directions[piece] >> d & 1 && x >= 0 && x < 3 && y >= 0 && y < 4)
                    reach[piece][c] |= 1u << (3 * y + x);
            }
    for (int c = 0; c < CELLS; c++) neighbours[c] = reach[LION][c];
}

static inline code least(code p) {
    code mirrored = (p & LEFT) << 8 | (p >> 8 & LEFT) | (p & ~(LEFT | LEFT << 8));
    return p < mirrored ? p : mirrored;
}

// The board seen from the other side, with the pieces and the hands of the other player.
static inline code turned(code p) {
    code board = p & BOARD, taken = (board | board >> 1 | board >> 2) & ONES;
    code hands = p >> OWN;
    board ^= taken << 3;
    board = __builtin_bswap64((board & 0x0f0f0f0f0f0full) << 4 | (board >> 4 & 0x0f0f0f0f0f0full));
    return board >> 16 | (hands >> 6 | (hands & 63) << 6) << OWN;
}

static inline int lion_of_other(code p) {
    code differs = (p & BOARD) ^ (8 + LION) * ONES;         // 0 in the four bits of the lion
    return __builtin_ctzll((differs - ONES) & ~differs & 8 * ONES) / 4;
}

// WIN where the lion can be caught, LOSE where it has arrived, else 2.
int64_t preset(int64_t position, void *data) {
    code p = position;
    int lion = lion_of_other(p);
    for (unsigned left = neighbours[lion]; left; left &= left - 1) {
        int c = __builtin_ctz(left), piece = p >> 4 * c & 15;
        if (piece < 8 && reach[piece][c] >> lion & 1) return 1;
    }
    return lion < 3 ? -1 : 2;
}

// In how many plies the preset ends; asked of preset positions alone.
int64_t preset_remoteness(int64_t position, void *data) {
    return lion_of_other(position) >= 3 || preset(position, data) == 1;
}

static inline int64_t moves(code p, int64_t *found, int64_t room, code (*kept)(code)) {
    code after = turned(p);
    int64_t count = 0;
    unsigned own = 0, empty = 0;
    for (int c = 0; c < CELLS; c++) {
        int piece = p >> 4 * c & 15;
        own |= (unsigned)(piece && piece < 8) << c;
        empty |= (unsigned)!piece << c;
    }
    unsigned free = ~(own | 1u << lion_of_other(p));
    for (unsigned rest = own; rest; rest &= rest - 1) {
        int c = __builtin_ctz(rest), piece = p >> 4 * c & 15;
        code gone = after ^ (code)(8 + piece) << 4 * (11 - c);
        for (unsigned left = reach[piece][c] & free; left; left &= left - 1) {
            int to = __builtin_ctz(left);
            code there = p >> 4 * to & 7, option = gone;
            if (there) option = (option ^ there << 4 * (11 - to)) + (1ull << (OTHER + held[there]));
            option |= (code)(8 + (piece == CHICK && to >= 9 ? HEN : piece)) << 4 * (11 - to);
            if (count++ < room) found[count - 1] = kept(option);
        }
    }
    for (int k = 0; k < 3; k++)
        if (p >> (OWN + 2 * k) & 3)
            for (unsigned left = empty; left; left &= left - 1) {
                int to = __builtin_ctz(left);
                code option = after - (1ull << (OTHER + 2 * k));
                option |= (code)(8 + 2 + k) << 4 * (11 - to);
                if (count++ < room) found[count - 1] = kept(option);
            }
    return count;
}

static code itself(code p) { return p; }

int64_t options(int64_t position, int64_t *found, int64_t room, void *data) {
    return moves(position, found, room, least);
}

// The same with a bit that says who moves, and with mirror images that stay as they are, so that a
// board does not change sides between two moves.
#define SIDE (1ll << 60)

int64_t sided_options(int64_t position, int64_t *found, int64_t room, void *data) {
    int64_t count = moves(position & ~SIDE, found, room, itself);
    for (int64_t i = 0; i < count && i < room; i++) found[i] |= ~position & SIDE;
    return count;
}

int64_t sided_preset(int64_t position, void *data) { return preset(position & ~SIDE, data); }

int64_t sided_preset_remoteness(int64_t position, void *data) {
    return preset_remoteness(position & ~SIDE, data);
}

int64_t sided_canonical(int64_t position, void *data) { return least(position & ~SIDE); }
"""


class Place:
    """A position in Python: pieces by their cells; the hands, that of the player to move first."""

    def __init__(self, code: int) -> None:
        self.cells: dict[tuple[int, int], tuple[str, bool]] = {}  # a piece, and whether it is own
        for c in range(CELLS):
            piece = code >> 4 * c & 15
            if piece:
                self.cells[c % WIDTH, c // WIDTH] = KINDS[piece & 7], piece < 8
        self.hands = [
            {kind: code >> begin + 2 * k & 3 for k, kind in enumerate(HELD)}
            for begin in (OWN, OTHER)
        ]

    def code(self) -> int:
        """Return the smaller code of the position and its mirror image."""
        codes = []
        for mirrored in (False, True):
            code = 0
            for (x, y), (kind, own) in self.cells.items():
                c = y * WIDTH + (WIDTH - 1 - x if mirrored else x)
                code |= (KINDS.index(kind) + (0 if own else 8)) << 4 * c
            for begin, hand in zip((OWN, OTHER), self.hands, strict=True):
                code |= sum(hand[kind] << begin + 2 * k for k, kind in enumerate(HELD))
            codes.append(code)
        return min(codes)

    def turn(self) -> None:
        """Turn the board, so that the other player is to move."""
        self.cells = {
            (WIDTH - 1 - x, HEIGHT - 1 - y): (kind, not own)
            for (x, y), (kind, own) in self.cells.items()
        }
        self.hands.reverse()

    def reached(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the cells to which the piece on a cell steps, where no own piece stands."""
        kind, _ = self.cells[cell]
        steps = [(cell[0] + dx, cell[1] + dy) for dx, dy in sorted(STEPS[kind])]
        return [
            (x, y)
            for x, y in steps
            if 0 <= x < WIDTH and 0 <= y < HEIGHT and not self.cells.get((x, y), ("", False))[1]
        ]

    def preset(self) -> gg.Outcome | tuple[gg.Outcome, int] | None:
        """Return WIN in 1 where the lion can be caught, LOSE where it has arrived, else None."""
        lion = next(cell for cell, piece in self.cells.items() if piece == ("L", False))
        own = [cell for cell, (_, own) in self.cells.items() if own]
        if any(lion in self.reached(cell) for cell in own):
            return gg.WIN, 1
        return gg.LOSE if lion[1] == 0 else None


def cell_name(cell: tuple[int, int]) -> str:
    """Return the name of a cell, as in chess: a1 is at the bottom left of the player to move."""
    return f"{'abc'[cell[0]]}{cell[1] + 1}"


class DobutsuShogi:
    """The game with lions and some of the pieces E, G and C: a rule in C, and one in Python.

    Attributes
    ----------
    start : int
    library : CDLL
        The rule in C: `options`, `preset`, and in how many plies it ends, `preset_remoteness`.
    """

    def __init__(self, pieces: str = HELD) -> None:
        if set(pieces) - set(HELD) or len(set(pieces)) < len(pieces):
            raise ValueError(f"expected some of the pieces E, G and C, got {pieces!r}")
        self.library = compiled(SOURCE)
        others = [name for name in ("elephant", "giraffe", "chick") if name[0].upper() in pieces]
        more = "" if len(others) == len(HELD) else f", {', '.join(['lion', *others])}"
        self.title = f"Dobutsu shogi{more}"
        start = Place(0)
        for cell, kind in {(0, 0): "E", (1, 0): "L", (2, 0): "G", (1, 1): "C"}.items():
            if kind == "L" or kind in pieces:
                start.cells[cell] = kind, True
                start.cells[WIDTH - 1 - cell[0], HEIGHT - 1 - cell[1]] = kind, False
        self.start = start.code()

    def moves(self, code: int) -> Iterator[tuple[str, int]]:
        """Yield the moves of a position, by the rule in Python: their names and options."""
        for cell, (kind, own) in Place(code).cells.items():
            for to in Place(code).reached(cell) if own else ():
                after = Place(code)
                taken, _ = after.cells.get(to, (".", False))
                if taken == "L":
                    continue
                if taken != ".":
                    after.hands[0]["C" if taken == "H" else taken] += 1
                promoted = kind == "C" and to[1] == HEIGHT - 1
                after.cells[to] = "H" if promoted else kind, True
                del after.cells[cell]
                after.turn()
                sign = "–" if taken == "." else "×"
                name = f"{kind}{cell_name(cell)}{sign}{cell_name(to)}{'=H' if promoted else ''}"
                yield name, after.code()
        yield from self.drops(code)

    def drops(self, code: int) -> Iterator[tuple[str, int]]:
        """Yield the drops of a position, as `moves`."""
        before = Place(code)
        free = [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if (x, y) not in before.cells]
        for kind in HELD:
            for cell in free if before.hands[0][kind] else ():
                after = Place(code)
                after.hands[0][kind] -= 1
                after.cells[cell] = kind, True
                after.turn()
                yield f"{kind}*{cell_name(cell)}", after.code()

    def options(self, code: int) -> list[int]:
        """Return the options of a position, by the rule in Python."""
        return [option for _, option in self.moves(code)]

    def preset(self, code: int) -> gg.Outcome | tuple[gg.Outcome, int] | None:
        """Return the preset of a position, by the rule in Python."""
        return Place(code).preset()

    def move_name(self, code: int, option: int) -> str:
        """Return the name of a move, such as Gc1–c2, Cb2×b3 or C*a2; c3–c4=H makes a hen."""
        return next(name for name, found in self.moves(code) if found == option)

    def explore(self, *, progress: bool = False) -> gg.GameGraph[int]:
        """Return the graph of all positions that can be reached, by the rule in C."""
        return gg.explore_codes(self.library, self.start, progress=progress)

    # What the page shows: pieces of the player to move are blue, and look upward.
    pieces = {  # noqa: RUF012 -- a constant
        piece: {
            "figure": name,
            "shape": "square",
            "colour": colour,
            "facing": facing,
            "name": f"{whose} {name}",
        }
        for name in ("lion", "elephant", "giraffe", "chick", "hen")
        for piece, colour, facing, whose in (
            (name[0].upper(), "#0072b2", "up", "own"),
            (name[0], "#d55e00", "down", "other"),
        )
    }

    def build(
        self, folder: str, memory: str, threads: int, *, progress: bool = False
    ) -> gg.Database[int]:
        """Solve the game on disk, by the rule in C; return the database."""
        return gg.build(
            self.library,
            self.start,
            folder=folder,
            memory=memory,
            threads=threads,
            partitions=128,
            progress=progress,
        )

    def solve(self, *, progress: bool = False) -> gg.Database[int]:
        """Solve the game in memory, where only positions that the rules leave open are stored."""
        return gg.build(self.library, start=self.start, store="undecided", progress=progress)

    def result(self, solution: gg.Solution[int] | gg.Database[int]) -> str:
        """Return the outcome of the start, and in how many plies it is reached."""
        outcome = solution.outcome(self.start)
        remoteness = solution.remoteness_of(self.start)
        return f"{outcome} in {remoteness} plies" if remoteness >= 0 else str(outcome)

    def sided(self) -> gg.Database[int]:
        """Solve the positions that say who moves; of each class one is stored."""
        return gg.build(self.sided_rule("canonical"), self.start)

    def solve_sided(self) -> gg.Solution[int]:
        """Solve the positions that say who moves, for a page that has them all."""
        return gg.solve(gg.explore_codes(self.sided_rule(), self.start))

    def sided_rule(self, *more: str) -> SimpleNamespace:
        """Return the rule in C of positions that say who moves."""
        names = ("options", "preset", "preset_remoteness", *more)
        return SimpleNamespace(**{name: self.library[f"sided_{name}"] for name in names})

    def look(self) -> dict[str, Any]:
        """Return what the page shows of positions that say who moves: blue is below, and begins."""
        colours = {"#0072b2": "blue", "#d55e00": "orange"}
        pieces = {
            x: {**look, "name": f"{colours[look['colour']]} {look['figure']}"}
            for x, look in self.pieces.items()
        }
        return {
            "title": self.title,
            "board": self.seen_board,
            "turn": lambda code: int(code & SIDE > 0),
            "pieces": pieces,
            "move": self.seen_move_name,
        }

    def seen_board(self, code: int) -> str:
        """Return the board of a position that says who moves, with the first player below."""
        place = Place(code & ~SIDE)
        if code & SIDE:
            place.turn()
        return self.drawn(place)

    def seen_move_name(self, code: int, option: int) -> str:
        """Return the name of a move between positions that say who moves, from what it changes."""
        before, after = Place(code & ~SIDE), Place(option & ~SIDE)
        after.turn()
        had, has = ({c for c, (_, own) in x.cells.items() if own} for x in (before, after))
        (to,) = has - had

        def named(cell: tuple[int, int]) -> str:
            x, y = cell
            return cell_name((WIDTH - 1 - x, HEIGHT - 1 - y) if code & SIDE else cell)

        for left in had - has:
            kind, sign = before.cells[left][0], "×" if to in before.cells else "–"
            promoted = "=H" if after.cells[to][0] != kind else ""
            return f"{kind}{named(left)}{sign}{named(to)}{promoted}"
        return f"{after.cells[to][0]}*{named(to)}"

    def board(self, code: int) -> str:
        """Return a position as text, as above."""
        return self.drawn(Place(code))

    def drawn(self, place: Place) -> str:
        """Return a position as text."""
        shown = {c: kind if own else kind.lower() for c, (kind, own) in place.cells.items()}
        own, other = ("".join(k * n for k, n in hand.items()) for hand in place.hands)
        held = f"{other.lower():<6}{own:<6}"  # two rows of three for each
        rows = (
            "".join(shown.get((x, y), ".") for x in range(WIDTH)) for y in reversed(range(HEIGHT))
        )
        return "\n".join(f"{row} {held[3 * y : 3 * y + 3]}" for y, row in enumerate(rows))


def main(argv: Sequence[str] | None = None) -> None:
    """Explore and solve the game, and print what was found."""
    parser = argparse.ArgumentParser(description="Dobutsu shogi with some of its pieces")
    parser.add_argument("pieces", nargs="?", default="C", help="some of E, G and C")
    parser.add_argument("--folder", help="build a database there: for EGC, the whole game")
    parser.add_argument("--memory", default="1GiB", help="with --folder: the most to take")
    parser.add_argument("--threads", type=int, default=1, help="with --folder")
    parser.add_argument("--undecided", action="store_true", help="in memory: EGC takes 5 GiB")
    parser.add_argument("--progress", action="store_true", help="show it on standard error")
    parser.add_argument("--serve", type=int, metavar="PORT", help="play it in a browser")
    args = parser.parse_args(argv)
    game = DobutsuShogi(args.pieces)
    if args.serve is not None:
        look: dict[str, Any] = {**game.look(), **about("dobutsu_shogi")}
        game.sided().serve(port=args.serve, **look)
        return
    if args.undecided:
        answers = game.solve(progress=args.progress)
        print(f"{len(answers):,} positions that are not decided by sight: a {game.result(answers)}")
        return
    if args.folder is not None:
        database = game.build(args.folder, args.memory, args.threads, progress=args.progress)
        print(f"{len(database):,} positions, {database.moves:,} moves: a {game.result(database)}")
        return
    graph = game.explore(progress=args.progress)
    print(f"{graph.n:,} positions, {graph.m:,} moves: a {game.result(gg.solve(graph))}")


if __name__ == "__main__":
    main()
