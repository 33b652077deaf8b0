"""Rules in C, for pages, of games whose examples have theirs in Python or NumPy.

They are written a second time, on the same codes.  `publish` compares each with the one that was
solved, and a test compares all that they draw along plays at random.
"""

from __future__ import annotations

# Constants before: N.  A code: the cars of the player to move, those of the other one, the turn.
DODGEM = """
#include <stdint.h>

#define CELLS (N * N)
#define ALL ((1ll << CELLS) - 1)

int64_t turn(int64_t code, void *data) { return code >> 2 * CELLS & 1; }

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    int64_t mine = code & ALL, theirs = code >> CELLS & ALL, count = 0;
    int player = turn(code, data);
    for (int c = 0; c < CELLS; c++) {
        if (!(mine >> c & 1)) continue;
        // Steps ahead of the starting edge, and along it; the second player looks up.
        int ahead = player ? c / N : c % N, across = player ? c % N : c / N;
        for (int k = 0; k < 3; k++) {
            int a = ahead + (k == 0), b = across + (k == 1) - (k == 2);
            if (b < 0 || b >= N) continue;
            int64_t to = a == N ? 0 : 1ll << (player ? N * a + b : N * b + a);
            if (to & (mine | theirs)) continue;
            int64_t moved = (mine ^ 1ll << c) | to;
            if (count++ < room)
                found[count - 1] = theirs | moved << CELLS | (1ll - player) << 2 * CELLS;
        }
    }
    return count;
}

int64_t board(int64_t code, char *text, int64_t room, void *data) {
    int64_t mine = code & ALL, theirs = code >> CELLS & ALL, count = 0;
    const char *marks = turn(code, data) ? ".21" : ".12";
    for (int y = N - 1; y >= 0; y--) {
        for (int c = N * y; c < N * y + N; c++)
            if (count++ < room) text[count - 1] = marks[(mine >> c & 1) + 2 * (theirs >> c & 1)];
        if (y && count++ < room) text[count - 1] = '\\n';
    }
    return count;
}
"""

# Constants before: N.  A code: the pawns, six bits for the cell of the queen, and the turn.
QUEEN_AND_PAWNS = """
#include <stdint.h>

#define CELLS (N * N)
#define TURN (1ull << (CELLS + 6))
#define OVER (-1)
#define ROW ((1ull << N) - 1)
typedef uint64_t cells;

int64_t turn(int64_t code, void *data) { return (code & TURN) != 0; }

static int64_t pawn_moves(int64_t code, int64_t *found, int64_t room) {
    cells pawns = code & ((1ull << CELLS) - 1);
    int queen = code >> CELLS & 63, x = queen % N;
    cells free = ~(pawns | 1ull << queen), captors = 0;
    if (queen >= N && x) captors |= 1ull << (queen - N - 1);
    if (queen >= N && x < N - 1) captors |= 1ull << (queen - N + 1);
    // A pawn takes the queen, or reaches the top row.
    if (pawns & captors || pawns & ROW << N * (N - 2) & free >> N) {
        if (room > 0) found[0] = OVER;
        return 1;
    }
    cells once = pawns << N & free, twice = (once & ROW << 2 * N) << N & free;
    int64_t count = 0;
    for (int steps = 1; steps <= 2; steps++)
        for (cells to = steps == 1 ? once : twice; to; to &= to - 1) {
            cells end = to & -to;
            if (count++ < room) found[count - 1] = (code | TURN) ^ end ^ end >> steps * N;
        }
    return count;
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    if (code == OVER) return 0;
    if (!(code & TURN)) return pawn_moves(code, found, room);
    cells pawns = code & ((1ull << CELLS) - 1);
    int queen = code >> CELLS & 63;
    int64_t count = 0;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            int x = queen % N + dx, y = queen / N + dy;
            for (; (dx || dy) && x >= 0 && x < N && y >= 0 && y < N; x += dx, y += dy) {
                int64_t to = N * y + x;
                if (count++ < room) found[count - 1] = to << CELLS | (pawns & ~(1ull << to));
                if (pawns >> to & 1) break;
            }
        }
    return count;
}

int64_t board(int64_t code, char *text, int64_t room, void *data) {
    cells pawns = code & ((1ull << CELLS) - 1);
    int64_t queen = code >> CELLS & 63, count = 0;
    for (int y = N - 1; y >= 0; y--) {
        for (int x = 0; x < N; x++) {
            int c = N * y + x;
            char sign = code == OVER ? '.' : pawns >> c & 1 ? 'P' : c == queen ? 'Q' : '.';
            if (count++ < room) text[count - 1] = sign;
        }
        if (y && count++ < room) text[count - 1] = '\\n';
    }
    return count;
}

static int64_t cell_name(char *text, int cell) {
    text[0] = 'a' + cell % N;
    text[1] = '1' + cell / N;
    return 2;
}

static int64_t written(char *text, const char *words) {
    int64_t size = 0;
    while (words[size]) text[size] = words[size], size++;
    return size;
}

// Such as a2–a3 or Qc5×b4.
int64_t move_name(int64_t code, int64_t option, char *text, int64_t room, void *data) {
    if (option == OVER) return written(text, "wins on the spot");
    cells pawns = code & ((1ull << CELLS) - 1), left = option & ((1ull << CELLS) - 1);
    int64_t size = 0;
    if (!(code & TURN)) {
        size += cell_name(text, __builtin_ctzll(pawns & ~left));
        size += written(text + size, "\\xe2\\x80\\x93");
        return size + cell_name(text + size, __builtin_ctzll(left & ~pawns));
    }
    text[size++] = 'Q';
    size += cell_name(text + size, code >> CELLS & 63);
    size += written(text + size, pawns == left ? "\\xe2\\x80\\x93" : "\\xc3\\x97");
    return size + cell_name(text + size, option >> CELLS & 63);
}
"""

# Behind the rule of the example, which is in C, too.
FOX_AND_HOUNDS = """
int64_t turn(int64_t code, void *data) { return (code & TURN) != 0; }

int64_t board(int64_t code, char *text, int64_t room, void *data) {
    squares hounds = code & ((1ull << SQUARES) - 1);
    int64_t fox = code >> SQUARES & 63, count = 0;
    for (int y = N - 1; y >= 0; y--) {
        for (int x = 0; x < N; x++) {
            int s = y * HALF + x / 2, dark = (x + y) % 2;
            char sign = !dark ? ' ' : hounds >> s & 1 ? 'H' : s == fox ? 'F' : '.';
            if (count++ < room) text[count - 1] = sign;
        }
        if (y && count++ < room) text[count - 1] = '\\n';
    }
    return count;
}
"""

# A code: the discs of the player to move, those of the other one, and a bit where White moves.
OTHELLO = """
#include <stdint.h>

#define SIDE 4
#define CELLS 16
#define ALL 0xffff
#define WHITE (1ll << 32)

int64_t turn(int64_t code, void *data) { return (code & WHITE) != 0; }

// The discs that are turned over where one is placed.
static int turned(int own, int other, int cell) {
    int found = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int x = cell % SIDE + dx, y = cell / SIDE + dy, line = 0;
            if (!dx && !dy) continue;
            for (; x >= 0 && x < SIDE && y >= 0 && y < SIDE; x += dx, y += dy) {
                int bit = 1 << (SIDE * y + x);
                if (!(bit & other)) {
                    if (bit & own) found |= line;
                    break;
                }
                line |= bit;
            }
        }
    return found;
}

static int can_place(int own, int other) {
    for (int c = 0; c < CELLS; c++)
        if (!((own | other) >> c & 1) && turned(own, other, c)) return 1;
    return 0;
}

int64_t preset(int64_t code, void *data) {
    int own = code & ALL, other = code >> CELLS & ALL;
    if (can_place(own, other) || can_place(other, own)) return 2;
    int more = __builtin_popcount(own) - __builtin_popcount(other);
    return (more > 0) - (more < 0);
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    int own = code & ALL, other = code >> CELLS & ALL;
    int64_t side = ~code & WHITE, count = 0;
    for (int c = 0; c < CELLS; c++) {
        int discs = (own | other) >> c & 1 ? 0 : turned(own, other, c);
        if (!discs) continue;
        int64_t placed = own | discs | 1 << c;
        if (count++ < room) found[count - 1] = (other & ~discs) | placed << CELLS | side;
    }
    if (!count && can_place(other, own)) {
        if (room > 0) found[0] = other | (int64_t)own << CELLS | side;
        return 1;
    }
    return count;
}

int64_t board(int64_t code, char *text, int64_t room, void *data) {
    int own = code & ALL, other = code >> CELLS & ALL;
    int64_t count = 0;
    const char *marks = turn(code, data) ? ".OX" : ".XO";
    for (int c = 0; c < CELLS; c++) {
        if (c && c % SIDE == 0 && count++ < room) text[count - 1] = '\\n';
        if (count++ < room) text[count - 1] = marks[(own >> c & 1) + 2 * (other >> c & 1)];
    }
    return count;
}

// The cell of the disc that was placed, such as c4; "pass" where there is none.
int64_t move_name(int64_t code, int64_t option, char *text, int64_t room, void *data) {
    int before = (code | code >> CELLS) & ALL, after = (option | option >> CELLS) & ALL;
    if (before == after) {
        for (int k = 0; k < 4; k++) text[k] = "pass"[k];
        return 4;
    }
    int cell = __builtin_ctz(after & ~before);
    text[0] = 'a' + cell % SIDE;
    text[1] = '0' + SIDE - cell / SIDE;
    return 2;
}
"""

# A code: the men of the player to move, those of the other one, and a bit where O moves.
MU_TORERE = """
#include <stdint.h>

#define RING 8
#define POINTS (RING + 1)
#define CENTRE (1 << RING)
#define ALL (2 * CENTRE - 1)
#define SIDE (1ll << 2 * POINTS)
typedef uint32_t points;

int64_t turn(int64_t code, void *data) { return (code & SIDE) != 0; }

// The points beside some of the ring, on the ring.
static points beside(points some) {
    points ring = some & (CENTRE - 1);
    return (ring << 1 | ring >> 1 | ring << (RING - 1) | ring >> (RING - 1)) & (CENTRE - 1);
}

int64_t options(int64_t code, int64_t *found, int64_t room, void *data) {
    points own = code & ALL, other = code >> POINTS & ALL, empty = ALL & ~(own | other);
    points able = own & (empty == CENTRE ? beside(other) : CENTRE | beside(empty));
    int64_t count = 0;
    for (; able; able &= able - 1) {
        int64_t moved = (own ^ (able & -able)) | empty;
        if (count++ < room) found[count - 1] = other | moved << POINTS | (~code & SIDE);
    }
    return count;
}

// The ring, clockwise from the top, then the centre; X begins.
int64_t board(int64_t code, char *text, int64_t room, void *data) {
    points own = code & ALL, other = code >> POINTS & ALL;
    const char *marks = turn(code, data) ? ".OX" : ".XO";
    for (int p = 0; p < POINTS && p < room; p++)
        text[p] = marks[(own >> p & 1) + 2 * (other >> p & 1)];
    return POINTS;
}
"""
