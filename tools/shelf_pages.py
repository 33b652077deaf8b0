"""The rules in C with which games of the shelf are played in a page, and how they look there.

The rule of an example is taken as it stands, with the constants that it is compiled with; what a
page needs besides is added: the board, the names of moves, and who moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from tools import shelf_rules


class Page(NamedTuple):
    """The rule of a page, and its look: arguments of `Database.publish`."""

    rule: str
    look: dict[str, Any]


def _defined(**constants: int) -> str:
    return "".join(f"#define {name} {value}\n" for name, value in constants.items())


def _plain(names: Iterable[str]) -> str:
    """Return what gives functions of a rule other names, as those of the page have theirs."""
    return "".join(f"#define {name} plain_{name}\n" for name in names)


def _prepared(symmetries: Sequence[Sequence[int]]) -> str:
    """Return `SYMMETRY` of the examples with its table, which is made when the rule is loaded."""
    from _compiled import SYMMETRY

    moved = ", ".join(str(cell) for symmetry in symmetries for cell in symmetry)
    return SYMMETRY + (
        f"static const int64_t all_moved[] = {{{moved}}};\n"
        "__attribute__((constructor)) static void begin(void) { prepare(all_moved); }\n"
    )


# `turn` and `board` of Connect-4, beside `options`, `preset` and `mirror`.
_CONNECT_FOUR = """
int64_t canonical(int64_t code, void *data) { return mirror(code, data); }

int64_t turn(int64_t code, void *data) { return __builtin_popcountll(stones(code)) % 2; }

int64_t board(int64_t code, char *text, int64_t room, void *data) {
    uint64_t all = stones(code), own = code ^ (all + lowest);
    const char *marks = turn(code, data) ? "OX" : "XO";
    int64_t count = 0;
    for (int y = HEIGHT - 1; y >= 0; y--) {
        for (int c = 0; c < WIDTH; c++) {
            uint64_t cell = 1ull << (c * COLUMN + y);
            if (count++ < room) text[count - 1] = !(all & cell) ? '.' : marks[!(own & cell)];
        }
        if (y && count++ < room) text[count - 1] = '\\n';
    }
    return count;
}
"""


def connect_four(width: int, height: int) -> Page:
    """Return the page of Connect-4 on a board so wide and so high."""
    from _texts import about
    from connect_four import PIECES, SOURCE

    rule = _defined(WIDTH=width, HEIGHT=height) + SOURCE + _CONNECT_FOUR
    look = {"title": f"Connect-4, {width} × {height}", "pieces": PIECES, "style": "falling"}
    return Page(rule, {**look, **about("connect_four")})


# The board of a square game: X where `own` has a cell, O where `other` has it.
_SQUARE = """
static int64_t drawn(cells own, cells other, char *text, int64_t room) {
    int64_t count = 0;
    for (int c = 0; c < CELLS; c++) {
        if (c && c % N == 0 && count++ < room) text[count - 1] = '\\n';
        if (count++ < room) text[count - 1] = own >> c & 1 ? 'X' : other >> c & 1 ? 'O' : '.';
    }
    return count;
}

static int64_t cell_name(char *text, int cell) {
    text[0] = 'a' + cell % N;
    text[1] = '0' + N - cell / N;
    return 2;
}
"""

_QUIXO = """
int64_t board(int64_t code, char *text, int64_t room, void *data) {
    return drawn(code & ALL, code >> CELLS, text, room);
}

// Where a cube is taken, and where it is pushed in.
int64_t move_name(int64_t code, int64_t option, char *text, int64_t room, void *data) {
    int64_t found[8 * CELLS], count = options(code, found, 8 * CELLS, data), k = 0;
    cells other = code >> CELLS;
    for (int c = 0; c < CELLS; c++) {
        int x = c % N, y = c / N;
        if ((x % (N - 1) && y % (N - 1)) || other >> c & 1) continue;
        const int ends[4] = {c - x, c - x + N - 1, x, x + N * (N - 1)};
        for (int e = 0; e < 4; e++) {
            if (ends[e] == c || found[k++] != option) continue;
            int64_t size = cell_name(text, c);
            for (const char *dash = "\\xe2\\x80\\x93"; *dash; dash++) text[size++] = *dash;
            return size + cell_name(text + size, ends[e]);
        }
    }
    return -1;
}
"""

# A page shows who moves by a bit above those of a code, which no answer has.
_SIDES = """
#undef options
#undef preset
#undef canonical
#define MOVES_SECOND (1ll << 62)

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    int64_t count = plain_options(code & ~MOVES_SECOND, found, room, data);
    for (int64_t i = 0; i < count && i < room; i++) found[i] |= ~code & MOVES_SECOND;
    return count;
}

int64_t preset(int64_t code, void *data) { return plain_preset(code & ~MOVES_SECOND, data); }

int64_t canonical(int64_t code, void *data) { return plain_canonical(code & ~MOVES_SECOND, data); }

int64_t turn(int64_t code, void *data) { return code >> 62 & 1; }

int64_t board(int64_t code, char *text, int64_t room, void *data) {
    cells own = code & ALL, other = code >> CELLS & ALL;
    return turn(code, data) ? drawn(other, own, text, room) : drawn(own, other, text, room);
}
"""


def _square(source: str, n: int, *, sides: bool) -> str:
    """Return the rule of a game on an n × n board, the same up to turning and reflecting it."""
    from _square import symmetries

    names = ("options", "preset", "canonical") if sides else ()
    constants = _defined(N=n, CELLS=n * n, SYMMETRIES=8) + _plain(names)
    return constants + _prepared(symmetries(n)) + source + _SQUARE + (_SIDES if sides else "")


def quixo(n: int) -> Page:
    """Return the page of Quixo on n × n cells."""
    from _texts import about
    from quixo import SOURCE

    pieces = {
        sign: {"text": sign, "name": name, "shape": "square", "colour": colour}
        for sign, name, colour in (
            ("X", "sign of the player to move", "#0072B2"),
            ("O", "sign of the other player", "#B34700"),
        )
    }
    look = {"title": f"Quixo, {n} × {n}", "pieces": pieces}
    return Page(_square(SOURCE, n, sides=False) + _QUIXO, {**look, **about("quixo")})


def teeko(n: int) -> Page:
    """Return the page of Teeko on n × n cells."""
    from _texts import about
    from teeko import PIECES, SOURCE

    look = {"title": f"Teeko, {n} × {n}", "pieces": PIECES}
    return Page(_square(SOURCE, n, sides=True), {**look, **about("small_teeko")})


_DOBUTSU = """
#undef options
#undef preset
#undef preset_remoteness

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    return sided_options(code, found, room, data);
}

int64_t preset(int64_t code, void *data) { return sided_preset(code, data); }

int64_t preset_remoteness(int64_t code, void *data) { return sided_preset_remoteness(code, data); }

int64_t canonical(int64_t code, void *data) { return sided_canonical(code, data); }

int64_t turn(int64_t code, void *data) { return (code & SIDE) != 0; }

// The pieces in a hand, one after the other.
static int in_hand(uint64_t hand, const char *kinds, char *text) {
    int size = 0;
    for (int k = 0; k < 3; k++)
        for (int n = hand >> 2 * k & 3; n; n--) text[size++] = kinds[k];
    return size;
}

// The first player is below, whoever moves; the hands are on the right, that of the second above.
int64_t board(int64_t position, char *text, int64_t room, void *data) {
    uint64_t p = position & ~SIDE;
    char hands[12];
    int64_t count = 0;
    if (position & SIDE) p = turned(p);
    for (int k = 0; k < 12; k++) hands[k] = ' ';
    in_hand(p >> (OWN + 6) & 63, "egc", hands);
    in_hand(p >> OWN & 63, "EGC", hands + 6);
    for (int y = 3; y >= 0; y--)
        for (int x = 0; x < 8; x++) {
            if (x == 7 && !y) break;
            char sign = x < 3 ? ".LEGCH  .legch  "[p >> 4 * (3 * y + x) & 15]
                : x == 3 ? ' ' : x < 7 ? hands[3 * (3 - y) + x - 4] : '\\n';
            if (count++ < room) text[count - 1] = sign;
        }
    return count;
}

static uint64_t own_cells(uint64_t p) {
    uint64_t cells = 0;
    for (int c = 0; c < CELLS; c++) {
        int piece = p >> 4 * c & 15;
        if (piece && piece < 8) cells |= 1ull << c;
    }
    return cells;
}

static int64_t cell_name(char *text, int cell) {
    text[0] = 'a' + cell % 3;
    text[1] = '1' + cell / 3;
    return 2;
}

// Such as Gc1–c2, Cb2×b3 or C*a2; Cc3–c4=H makes a hen.
int64_t move_name(int64_t code, int64_t option, char *text, int64_t room, void *data) {
    uint64_t before = code & ~SIDE, after = turned(option & ~SIDE);
    uint64_t had = own_cells(before), has = own_cells(after);
    int to = __builtin_ctzll(has & ~had), flip = (code & SIDE) != 0, size = 1;
    int became = after >> 4 * to & 15;
    text[0] = ".LEGCH"[became];
    if (had & ~has) {
        int from = __builtin_ctzll(had & ~has), piece = before >> 4 * from & 15;
        const char *sign = before >> 4 * to & 15 ? "\\xc3\\x97" : "\\xe2\\x80\\x93";
        text[0] = ".LEGCH"[piece];
        size += cell_name(text + size, flip ? CELLS - 1 - from : from);
        while (*sign) text[size++] = *sign++;
        size += cell_name(text + size, flip ? CELLS - 1 - to : to);
        if (became != piece) text[size++] = '=', text[size++] = 'H';
        return size;
    }
    text[size++] = '*';
    return size + cell_name(text + size, flip ? CELLS - 1 - to : to);
}
"""


def dobutsu_shogi(pieces: str) -> Page:
    """Return the page of Dobutsu shogi with some of its pieces."""
    from _texts import about
    from dobutsu_shogi import SOURCE, DobutsuShogi

    renamed = _plain(("options", "preset", "preset_remoteness"))
    look = DobutsuShogi(pieces).look()
    shown = {name: look[name] for name in ("title", "pieces")}
    return Page(renamed + SOURCE + _DOBUTSU, {**shown, **about("dobutsu_shogi")})


# Points stand on a board of seven rows; X is the player who begins, whoever moves.
_MORRIS = """
#undef options
#undef preset
#undef canonical

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    return sided_options(code, found, room, data);
}

int64_t preset(int64_t code, void *data) { return sided_preset(code, data); }

int64_t canonical(int64_t code, void *data) { return sided_canonical(code, data); }

int64_t turn(int64_t code, void *data) { return (code & SIDE) != 0; }

// The row and the column of a point, from 0 on: 7 * row + column.
static int spot(int point) {
    static const int around[8] = {0, 1, 2, 5, 8, 7, 6, 3};
    int k = around[point % 8], step = 3 - point / 8;
    return 7 * (3 + step * (k / 3 - 1)) + 3 + step * (k % 3 - 1);
}

int64_t board(int64_t code, char *text, int64_t room, void *data) {
    cells own = code & ALL, other = code >> CELLS & ALL;
    char signs[49];
    int64_t count = 0;
    for (int c = 0; c < 49; c++) signs[c] = ' ';
    for (int p = 0; p < CELLS; p++)
        signs[spot(p)] = own >> p & 1 ? "XO"[turn(code, data)]
            : other >> p & 1 ? "OX"[turn(code, data)] : '.';
    for (int c = 0; c < 49; c++) {
        if (c && c % 7 == 0 && count++ < room) text[count - 1] = '\\n';
        if (count++ < room) text[count - 1] = signs[c];
    }
    return count;
}

static int64_t point_name(char *text, int point) {
    text[0] = 'a' + spot(point) % 7;
    text[1] = '7' - spot(point) / 7;
    return 2;
}

// Such as a1–d1; a1–d1×c4 takes a stone.
int64_t move_name(int64_t code, int64_t option, char *text, int64_t room, void *data) {
    cells before = code & ALL, after = option >> CELLS & ALL;
    cells taken = code >> CELLS & ~option & ALL;
    int64_t size = point_name(text, __builtin_ctz(before & ~after));
    for (const char *dash = "\\xe2\\x80\\x93"; *dash; dash++) text[size++] = *dash;
    size += point_name(text + size, __builtin_ctz(after & ~before));
    if (!taken) return size;
    for (const char *sign = "\\xc3\\x97"; *sign; sign++) text[size++] = *sign;
    return size + point_name(text + size, __builtin_ctz(taken));
}
"""


def nine_mens_morris(first: int, second: int) -> Page:
    """Return the page of endings of nine men's morris with so many stones of each player."""
    from _texts import about
    from nine_mens_morris import SOURCE, NineMensMorris, symmetries

    moved, names = symmetries(), ("options", "preset", "canonical")
    constants = _defined(CELLS=24, SYMMETRIES=len(moved), JUMPS=1)
    # Its own rule asks the plain functions, which a page does not.
    rule = constants + _plain(names) + _prepared(moved) + SOURCE + _MORRIS
    look = NineMensMorris(first, second).look()
    shown = {name: look[name] for name in ("title", "pieces", "style", "edges")}
    return Page(rule, {**shown, **about("nine_mens_morris")})


def queen_against_rook() -> Page:
    """Return the page of king and queen against king and rook."""
    from _queen_against_rook import SOURCE, QueenAgainstRook
    from _texts import about

    return Page(SOURCE, {**QueenAgainstRook().look(), **about("queen_against_rook")})


def dodgem(n: int) -> Page:
    """Return the page of Dodgem on n × n cells."""
    from _texts import about
    from dodgem import PIECES

    look = {"title": f"Dodgem, {n} × {n}", "pieces": PIECES}
    return Page(_defined(N=n) + shelf_rules.DODGEM, {**look, **about("dodgem")})


def queen_and_pawns(n: int) -> Page:
    """Return the page of Queen and Pawns on n × n cells."""
    from _texts import about
    from queen_and_pawns import PIECES

    look = {"title": f"Queen and Pawns, {n} × {n}", "pieces": PIECES, "style": "checkered"}
    rule = _defined(N=n) + shelf_rules.QUEEN_AND_PAWNS
    return Page(rule, {**look, **about("queen_and_pawns")})


def fox_and_hounds(n: int) -> Page:
    """Return the page of Fox and Hounds on n × n cells."""
    from _texts import about
    from fox_and_hounds import PIECES, SOURCE

    look = {"title": f"Fox and Hounds, {n} × {n}", "pieces": PIECES, "style": "checkered"}
    rule = _defined(N=n) + SOURCE + shelf_rules.FOX_AND_HOUNDS
    return Page(rule, {**look, **about("fox_and_hounds")})


def othello() -> Page:
    """Return the page of Othello on 4 × 4 cells; who has more discs in the end wins."""
    from _texts import about

    pieces = {
        "X": {"name": "black", "figure": "disc", "colour": "#1b1f24"},
        "O": {"name": "white", "figure": "disc", "colour": "white"},
    }
    look = {"title": "Othello, 4 × 4", "pieces": pieces}
    return Page(shelf_rules.OTHELLO, {**look, **about("othello")})


def mu_torere() -> Page:
    """Return the page of mū tōrere with four men each."""
    from _texts import about
    from mu_torere import MuTorere

    look = MuTorere().look()
    shown = {name: look[name] for name in ("title", "pieces", "centres", "edges")}
    return Page(shelf_rules.MU_TORERE, {**shown, **about("mu_torere")})


PAGES: dict[str, Callable[[], Page]] = {
    "connect_four-4x4": lambda: connect_four(4, 4),
    "connect_four-4x5": lambda: connect_four(4, 5),
    "connect_four-5x4": lambda: connect_four(5, 4),
    "connect_four-5x4-classes": lambda: connect_four(5, 4),
    "connect_four-6x4": lambda: connect_four(6, 4),
    "connect_four-6x4-classes": lambda: connect_four(6, 4),
    "connect_four-6x4-undecided": lambda: connect_four(6, 4),
    "dobutsu_shogi-EG": lambda: dobutsu_shogi("EG"),
    "dobutsu_shogi": lambda: dobutsu_shogi("EGC"),
    "dodgem-4": lambda: dodgem(4),
    "fox_and_hounds-8": lambda: fox_and_hounds(8),
    "fox_and_hounds-10": lambda: fox_and_hounds(10),
    "mu_torere": mu_torere,
    "nine_mens_morris-3-3": lambda: nine_mens_morris(3, 3),
    "othello-4": othello,
    "queen_and_pawns-5": lambda: queen_and_pawns(5),
    "queen_and_pawns-6": lambda: queen_and_pawns(6),
    "queen_and_pawns-7": lambda: queen_and_pawns(7),
    "queen_against_rook": queen_against_rook,
    "quixo-4": lambda: quixo(4),
    "teeko-4": lambda: teeko(4),
}
