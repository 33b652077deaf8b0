/* The inner loops of the policeman and the thief: one move of both, for one cell of who wins.
 *
 * A row holds something for every cell of the other player: bits in 64-bit words, the lowest first,
 * or numbers of 1, 2 or 4 bytes.  The cell in row i and column j of a board of m columns has the
 * place i * (m + 1) + j.  The place after each row is no cell, so that a step off the end of one
 * row does not enter the next.  Steps in all directions at once are then shifts by 1 and by m + 1,
 * both ways:
 *
 *     . . . . |      . . . . |      . # # # |
 *     . . # . |  →   . # # # |  →   . # # # |      and cells that are not free are masked off at the end
 *     . . . . |      . . . . |      . # # # |
 *
 * 64 places are a *block*: a word of bits, or 64 numbers.  A step reads and writes whole blocks,
 * and only those within reach of blocks that have changed.
 *
 * The loops are plain, so that the compiler vectorises them.  Where the compiler allows, they are
 * compiled twice, for AVX2 and for any x86-64, and the processor is asked which version to run.
 */
#ifndef GRAPHGAME_PURSUIT_H
#define GRAPHGAME_PURSUIT_H

#include <stddef.h>
#include <stdint.h>

#include "_kernel/compiler.h"

/* The board, and memory for one step.  Masks, and what is read and written, are rows as above; a
 * mask of numbers has all bits of a number set, or none.
 *
 * `wide` and `side` have `reach` + 1 blocks of zeros on either side.
 */
typedef struct {
    const void *inside; /* the cells that may be entered */
    const void *open;   /* those of them that are no exits */
    void *wide, *side;  /* what the loser may move to; the same after a step to the left or right */
    void *step;         /* what has been found: the row that a step makes */
    ptrdiff_t blocks;   /* blocks of a row */
    ptrdiff_t down;     /* places to the cell below; 0 on a board of one row */
    ptrdiff_t reach;    /* a step leads so many blocks away at most */
} gg_board;

/* Blocks first to last - 1. */
typedef struct {
    ptrdiff_t first, last;
} gg_span;

/* Make a row of the policeman's: for the cell q where he goes, which cells of the thief are lost
 * now, from which were.  `span` are the blocks that have changed; return those that have been made.
 */
typedef gg_span gg_catch(const gg_board *board, const void *row, ptrdiff_t cell, gg_span span);
/* Make a row of the thief's: for the cell where he stands, from which cells the policeman lets him
 * get away, if he does from `rows`, where he may go.
 */
typedef gg_span gg_leave(const gg_board *board, const void *const rows[5], ptrdiff_t cell,
    gg_span span);
/* Add what has been found to a row; return the blocks that change. */
typedef gg_span gg_join(const gg_board *board, void *row, gg_span span);

typedef struct {
    gg_catch *catch_;
    gg_leave *leave;
    gg_join *join;
} gg_moves;

static inline gg_span gg_widen(const gg_board *board, gg_span span) {
    gg_span wider = {span.first - board->reach, span.last + board->reach};
    if (wider.first < 0) wider.first = 0;
    if (wider.last > board->blocks) wider.last = board->blocks;
    return wider;
}

/* Compile the three functions of a kind of row for any processor, and for AVX2. */
#define GG_COMPILED_FOR(name, target)                                                               \
    target static inline gg_span GG_NAMED(gg_catch_##name)(const gg_board *board, const void *row,         \
                                                    ptrdiff_t cell, gg_span span) {                 \
        return GG_NAMED(gg_catch_body)(board, row, cell, span);                                     \
    }                                                                                               \
    target static inline gg_span GG_NAMED(gg_leave_##name)(const gg_board *board, const void *const *rows, \
                                                    ptrdiff_t cell, gg_span span) {                 \
        return GG_NAMED(gg_leave_body)(board, rows, cell, span);                                    \
    }                                                                                               \
    target static inline gg_span GG_NAMED(gg_join_##name)(const gg_board *board, void *row, gg_span span) { \
        return GG_NAMED(gg_join_body)(board, row, span);                                            \
    }
#if defined(__GNUC__) && defined(__x86_64__)
#define GG_WIDE_ONES __attribute__((target("avx2")))
#define GG_COMPILED                  \
    GG_COMPILED_FOR(plain, )         \
    GG_COMPILED_FOR(avx2, GG_WIDE_ONES)
#define GG_VERSION(kind, plain)                                                     \
    (!(plain) && __builtin_cpu_supports("avx2")                                     \
         ? (gg_moves){gg_catch_avx2_##kind, gg_leave_avx2_##kind, gg_join_avx2_##kind} \
         : (gg_moves){gg_catch_plain_##kind, gg_leave_plain_##kind, gg_join_plain_##kind})
#else
#define GG_COMPILED GG_COMPILED_FOR(plain, )
#define GG_VERSION(kind, plain) \
    ((gg_moves){gg_catch_plain_##kind, gg_leave_plain_##kind, gg_join_plain_##kind})
#endif

/* -- rows of bits: caught, or away ------------------------------------------------------------- */

#define GG_NAMED(name) name##_0

/* Return word i of a row moved a step up, joined with the row moved a step down. */
static GG_ALWAYS_INLINE uint64_t gg_up_and_down(const uint64_t *row, ptrdiff_t i, ptrdiff_t whole,
    int part) {
    const int rest = 63 - part; /* two shifts make one of 64, which C does not define */
    uint64_t above = row[i + whole] >> part | row[i + whole + 1] << 1 << rest;
    uint64_t below = row[i - whole] << part | row[i - whole - 1] >> 1 >> rest;
    return above | below;
}

/* Widen a row by a step to the left and to the right. */
static GG_ALWAYS_INLINE uint64_t gg_across(const uint64_t *row, ptrdiff_t i) {
    return row[i] | row[i] << 1 | row[i - 1] >> 63 | row[i] >> 1 | row[i + 1] << 63;
}

static GG_ALWAYS_INLINE gg_span gg_catch_body_0(const gg_board *board, const void *of_cell,
    ptrdiff_t cell,
                                                gg_span span) {
    const uint64_t *GG_RESTRICT row = of_cell, *GG_RESTRICT inside = board->inside;
    const uint64_t *GG_RESTRICT open = board->open;
    uint64_t *GG_RESTRICT wide = board->wide, *GG_RESTRICT step = board->step;
    const ptrdiff_t whole = board->down >> 6;
    const int part = (int)(board->down & 63);
    const gg_span made = gg_widen(board, span), read = gg_widen(board, made);
    ptrdiff_t i;
    for (i = read.first; i < read.last; i++) wide[i] = inside[i] & ~row[i];
    for (i = made.first; i < made.last; i++)
        step[i] = open[i] & ~(gg_across(wide, i) | gg_up_and_down(wide, i, whole, part));
    if (made.first <= cell >> 6 && cell >> 6 < made.last)
        step[cell >> 6] |= (uint64_t)1 << (cell & 63) & open[cell >> 6];
    return made;
}

static GG_ALWAYS_INLINE gg_span gg_leave_body_0(const gg_board *board, const void *const rows[5],
    ptrdiff_t cell,
                                                gg_span span) {
    const uint64_t *GG_RESTRICT stays = rows[0], *GG_RESTRICT up = rows[1],
        *GG_RESTRICT left = rows[2];
    const uint64_t *GG_RESTRICT right = rows[3], *GG_RESTRICT below = rows[4];
    const uint64_t *GG_RESTRICT inside = board->inside;
    uint64_t *GG_RESTRICT wide = board->wide, *GG_RESTRICT side = board->side;
    uint64_t *GG_RESTRICT step = board->step;
    const ptrdiff_t whole = board->down >> 6;
    const int part = (int)(board->down & 63);
    const gg_span made = gg_widen(board, span), moved = gg_widen(board, made);
    const gg_span read = {moved.first - (moved.first > 0),
        moved.last + (moved.last < board->blocks)};
    ptrdiff_t i;
    for (i = read.first; i < read.last; i++)
        wide[i] = inside[i] & ~(stays[i] | up[i] | left[i] | right[i] | below[i]);
    if (read.first <= cell >> 6 && cell >> 6 < read.last)
        wide[cell >> 6] |= (uint64_t)1 << (cell & 63);
    for (i = moved.first; i < moved.last; i++) side[i] = gg_across(wide, i);
    for (i = made.first; i < made.last; i++)
        step[i] = inside[i] & ~(side[i] | gg_up_and_down(side, i, whole, part));
    return made;
}

static GG_ALWAYS_INLINE gg_span gg_join_body_0(const gg_board *board, void *of_cell, gg_span span) {
    uint64_t *GG_RESTRICT row = of_cell;
    const uint64_t *GG_RESTRICT step = board->step;
    uint64_t any = 0;
    ptrdiff_t i;
    for (i = span.first; i < span.last; i++) any |= step[i] & ~row[i];
    if (!any) return (gg_span){span.last, span.first};
    while (!(step[span.first] & ~row[span.first])) span.first++;
    while (!(step[span.last - 1] & ~row[span.last - 1])) span.last--;
    for (i = span.first; i < span.last; i++) row[i] |= step[i];
    return span;
}

/* Transpose a square of bits: swap quarters, then quarters of these, and so on. */
static inline void gg_transpose(uint64_t square[64]) {
    uint64_t mask = 0x00000000FFFFFFFFu;
    for (int half = 32; half; half >>= 1, mask ^= mask << half)
        for (int i = 0; i < 64; i = (i + half + 1) & ~half) {
            uint64_t swap = (square[i] >> half ^ square[i + half]) & mask;
            square[i] ^= swap << half;
            square[i + half] ^= swap;
        }
}

/* Mirror two squares of bits; see gg_mirror. */
static inline void gg_mirror_0(void *const a[64], void *const b[64], int same) {
    uint64_t here[64], there[64];
    (void)same;
    for (int i = 0; i < 64; i++) {
        here[i] = a[i] ? *(uint64_t *)a[i] : 0;
        there[i] = b[i] ? *(uint64_t *)b[i] : 0;
    }
    gg_transpose(here);
    gg_transpose(there);
    for (int i = 0; i < 64; i++) {
        if (a[i]) *(uint64_t *)a[i] = there[i];
        if (b[i]) *(uint64_t *)b[i] = here[i];
    }
}

GG_COMPILED
#undef GG_NAMED

/* -- rows of numbers: remoteness ------------------------------------------------------------- */

#define GG_NUMBER uint8_t
#define GG_NAMED(name) name##_1
#include "pursuit/_lanes.h"
#undef GG_NUMBER
#undef GG_NAMED
#define GG_NUMBER uint16_t
#define GG_NAMED(name) name##_2
#include "pursuit/_lanes.h"
#undef GG_NUMBER
#undef GG_NAMED
#define GG_NUMBER uint32_t
#define GG_NAMED(name) name##_4
#include "pursuit/_lanes.h"
#undef GG_NUMBER
#undef GG_NAMED

/* Return the functions for numbers of so many bytes, 0 for bits; `plain`: for any processor. */
static inline gg_moves gg_choose(int width, int plain) {
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_cpu_init();
#endif
    (void)plain;
    if (width == 0) return GG_VERSION(0, plain);
    if (width == 1) return GG_VERSION(1, plain);
    if (width == 2) return GG_VERSION(2, plain);
    return GG_VERSION(4, plain);
}

/* Swap two squares of 64 places, each mirrored on its diagonal: place j of row i of `a` with place
 * i of row j of `b`.  Rows are NULL where there is no cell.  `same`: whether both are one square.
 */
static inline void gg_mirror(int width, void *const a[64], void *const b[64], int same) {
    if (width == 0) gg_mirror_0(a, b, same);
    else if (width == 1) gg_mirror_1(a, b, same);
    else if (width == 2) gg_mirror_2(a, b, same);
    else gg_mirror_4(a, b, same);
}

/* Return whether a row holds a number after which two plies more may not fit. */
static inline int gg_is_full(int width, const void *row, ptrdiff_t blocks) {
    if (width == 1) return gg_is_full_1(row, blocks);
    if (width == 2) return gg_is_full_2(row, blocks);
    return gg_is_full_4(row, blocks);
}

/* Write the bits by which `step` differs from a row to `change`; return the blocks that change. */
static inline gg_span gg_fresh(const gg_board *board, const void *of_cell, gg_span span,
    uint64_t *GG_RESTRICT change) {
    const uint64_t *GG_RESTRICT row = of_cell, *GG_RESTRICT step = board->step;
    uint64_t any = 0;
    for (ptrdiff_t i = span.first; i < span.last; i++) any |= change[i] = row[i] ^ step[i];
    if (!any) return (gg_span){span.last, span.first};
    while (!change[span.first]) span.first++;
    while (!change[span.last - 1]) span.last--;
    return span;
}

/* Store a remoteness, `plies`, in a row of numbers, at the places of the bits that change. */
static inline void gg_mark(int width, void *numbers, const uint64_t *change, gg_span span,
    uint32_t plies) {
    for (ptrdiff_t i = span.first; i < span.last; i++) {
        uint64_t bits = change[i];
        if (width == 1)
            for (uint8_t *block = (uint8_t *)numbers + 64 * i; bits; bits &= bits - 1)
                block[GG_LOWEST(bits)] = (uint8_t)plies;
        else if (width == 2)
            for (uint16_t *block = (uint16_t *)numbers + 64 * i; bits; bits &= bits - 1)
                block[GG_LOWEST(bits)] = (uint16_t)plies;
        else
            for (uint32_t *block = (uint32_t *)numbers + 64 * i; bits; bits &= bits - 1)
                block[GG_LOWEST(bits)] = plies;
    }
}

/* Apply a change to a row of bits. */
static inline void gg_apply(uint64_t *GG_RESTRICT row, const uint64_t *GG_RESTRICT change,
    gg_span span) {
    for (ptrdiff_t i = span.first; i < span.last; i++) row[i] ^= change[i];
}

/* Store a number at a place of a row of numbers, or set the bit there, whatever the number. */
static inline void gg_put(int width, void *row, ptrdiff_t place, uint32_t number) {
    if (width == 0) ((uint64_t *)row)[place >> 6] |= (uint64_t)1 << (place & 63);
    else if (width == 1) ((uint8_t *)row)[place] = (uint8_t)number;
    else if (width == 2) ((uint16_t *)row)[place] = (uint16_t)number;
    else ((uint32_t *)row)[place] = number;
}

#endif
