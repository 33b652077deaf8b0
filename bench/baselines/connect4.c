/* Connect-4 on COLUMNS x ROWS as a compiled rule: who has four stones in a row first has won.
 *
 *     cc -O3 -shared -fPIC -DCOLUMNS=6 -DROWS=4 -o connect4.so connect4.c
 *
 * A column of the code has ROWS + 1 bits, the lowest for the square at the bottom.  Its highest bit
 * that is set stands on the first free square; a bit below it is set where the player to move has a
 * stone.  So every position has one code, and the empty board is START, a bit for each column.
 */
#include <stdint.h>

#ifndef COLUMNS
#define COLUMNS 6
#endif
#ifndef ROWS
#define ROWS 4
#endif
#define HEIGHT (ROWS + 1)

static const uint64_t ones = ~(uint64_t)0 >> (64 - COLUMNS * HEIGHT);

/* A bit at the bottom of each column, and all squares of the board. */
static inline uint64_t bottom(void) { return ones / (((uint64_t)1 << HEIGHT) - 1); }
static inline uint64_t board(void) { return bottom() * (((uint64_t)1 << ROWS) - 1); }

/* All squares that have a stone: those below the highest bit of each column. */
static inline uint64_t stones_of(uint64_t code) {
    uint64_t below = code;
    int k;
    for (k = 1; k < HEIGHT; k++) below |= (below >> 1) & board();
    return (below >> 1) & board();
}

/* Whether there are four in a row: upwards, aside, and along both diagonals. */
static inline int has_four(uint64_t stones) {
    static const int steps[4] = {1, HEIGHT, HEIGHT - 1, HEIGHT + 1};
    int k;
    for (k = 0; k < 4; k++) {
        const uint64_t pairs = stones & (stones >> steps[k]);
        if (pairs & (pairs >> 2 * steps[k])) return 1;
    }
    return 0;
}

int64_t start(void) { return (int64_t)bottom(); }

/* LOSE where the player who has just moved has four, DRAW on a full board, NO_PRESET elsewhere. */
int64_t preset(int64_t code, void *data) {
    const uint64_t stones = stones_of((uint64_t)code);
    const uint64_t own = (uint64_t)code - (stones + bottom());
    (void)data;
    if (has_four(stones ^ own)) return -1;
    return stones == board() ? 0 : 2;
}

int64_t rule(int64_t code, int64_t *options, int64_t room, void *data) {
    const uint64_t stones = stones_of((uint64_t)code);
    const uint64_t next = stones ^ ((uint64_t)code - (stones + bottom())); /* who moves next */
    int64_t count = 0;
    int column;
    (void)data;
    if (room < COLUMNS) return COLUMNS;
    for (column = 0; column < COLUMNS; column++) {
        const uint64_t square = (stones + bottom()) & ((((uint64_t)1 << ROWS) - 1) << column * HEIGHT);
        if (square) options[count++] = (int64_t)(next + (stones | square) + bottom());
    }
    return count;
}
