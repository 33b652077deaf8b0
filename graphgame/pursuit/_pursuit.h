/* The inner loops of the policeman and the thief: one move of both players, for one thief cell.
 *
 * A set of policeman cells is a row of bits in 64-bit words, the lowest bit first: the cell in row
 * i and column j of a board of m columns is bit i * (m + 1) + j.  The bit after each row is never
 * set in a stored set, so that a step off the end of one row does not enter the next.  A step of the
 * policeman, in all directions at once, is then a shift by 1 and a shift by m + 1, both ways:
 *
 *     . . . . |      . . . . |      . # # # |
 *     . . # . |  →   . # # # |  →   . # # # |      and cells that are not free are masked off at the end
 *     . . . . |      . . . . |      . # # # |
 *
 * The loops are plain, so that the compiler vectorises them.  Where the compiler allows, they are
 * compiled twice, for AVX2 and for any x86-64, and the processor is asked which version to run.
 */
#ifndef GRAPHGAME_PURSUIT_H
#define GRAPHGAME_PURSUIT_H

#include <stddef.h>
#include <stdint.h>

#include "_kernel/compiler.h"

/* The board, and memory for one step.
 *
 * `step` is the set with the thief to move; `wide` is the same, widened by a step to the left and to
 * the right.  Both have `whole` + 2 zero words on either side.
 */
typedef struct {
    const uint64_t *free; /* the cells that may be entered */
    uint64_t *step, *wide;
    ptrdiff_t words; /* words in a set */
    ptrdiff_t whole; /* a board row and the bit after it are so many whole words, */
    int part;        /* and so many bits */
} gg_board;

static inline ptrdiff_t gg_most(ptrdiff_t a, ptrdiff_t b) { return a > b ? a : b; }
static inline ptrdiff_t gg_least(ptrdiff_t a, ptrdiff_t b) { return a < b ? a : b; }

/* Recompute the set of one thief cell; write the bits that change to `change`.
 *
 *     new = free & dilate({cell} | old & up & left & right & down)
 *
 * Only words from `lo` to `hi` of the five sets have changed since the set was last computed, so
 * only words within a step from there can change.  Those that do are *first to *last - 1; nothing
 * changes where *first is not below *last.
 */
static GG_ALWAYS_INLINE void gg_redo_body(
    const gg_board *board, const uint64_t *GG_RESTRICT old, const uint64_t *GG_RESTRICT up,
    const uint64_t *GG_RESTRICT left, const uint64_t *GG_RESTRICT right, const uint64_t *GG_RESTRICT down,
    ptrdiff_t cell, ptrdiff_t lo, ptrdiff_t hi, uint64_t *GG_RESTRICT change, ptrdiff_t *first,
    ptrdiff_t *last) {
    const uint64_t *GG_RESTRICT free = board->free;
    uint64_t *GG_RESTRICT step = board->step, *GG_RESTRICT wide = board->wide;
    const ptrdiff_t words = board->words, whole = board->whole;
    const int part = board->part, rest = 63 - part;
    const ptrdiff_t reach = whole + 1; /* a step leads so many words away at most */
    const ptrdiff_t from = gg_most(lo - reach, 0), to = gg_least(hi + reach, words);
    const ptrdiff_t wide_from = gg_most(from - reach, 0), wide_to = gg_least(to + reach, words);
    const ptrdiff_t step_from = gg_most(wide_from - 1, 0), step_to = gg_least(wide_to + 1, words);
    uint64_t any = 0;
    ptrdiff_t i;
    for (i = step_from; i < step_to; i++) step[i] = old[i] & up[i] & left[i] & right[i] & down[i];
    if (step_from <= cell >> 6 && cell >> 6 < step_to) step[cell >> 6] |= (uint64_t)1 << (cell & 63);
    for (i = wide_from; i < wide_to; i++)
        wide[i] = step[i] | step[i] << 1 | step[i - 1] >> 63 | step[i] >> 1 | step[i + 1] << 63;
    for (i = from; i < to; i++) { /* two shifts make one of 64, which C does not define */
        uint64_t above = wide[i + whole] >> part | wide[i + whole + 1] << 1 << rest;
        uint64_t below = wide[i - whole] << part | wide[i - whole - 1] >> 1 >> rest;
        change[i] = ((wide[i] | above | below) & free[i]) ^ old[i];
        any |= change[i];
    }
    *first = *last = from;
    if (any) {
        ptrdiff_t begin = from, end = to;
        while (!change[begin]) begin++;
        while (!change[end - 1]) end--;
        *first = begin;
        *last = end;
    }
}

typedef void gg_redo(const gg_board *, const uint64_t *, const uint64_t *, const uint64_t *,
                     const uint64_t *, const uint64_t *, ptrdiff_t, ptrdiff_t, ptrdiff_t,
                     uint64_t *, ptrdiff_t *, ptrdiff_t *);

static void gg_redo_plain(const gg_board *board, const uint64_t *old, const uint64_t *up,
                          const uint64_t *left, const uint64_t *right, const uint64_t *down,
                          ptrdiff_t cell, ptrdiff_t lo, ptrdiff_t hi, uint64_t *change,
                          ptrdiff_t *first, ptrdiff_t *last) {
    gg_redo_body(board, old, up, left, right, down, cell, lo, hi, change, first, last);
}

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx2"))) static void gg_redo_avx2(
    const gg_board *board, const uint64_t *old, const uint64_t *up, const uint64_t *left,
    const uint64_t *right, const uint64_t *down, ptrdiff_t cell, ptrdiff_t lo, ptrdiff_t hi,
    uint64_t *change, ptrdiff_t *first, ptrdiff_t *last) {
    gg_redo_body(board, old, up, left, right, down, cell, lo, hi, change, first, last);
}

/* Return the fastest version for this processor, or the plain one. */
static gg_redo *gg_choose_redo(int plain) {
    __builtin_cpu_init();
    return !plain && __builtin_cpu_supports("avx2") ? gg_redo_avx2 : gg_redo_plain;
}
#else
static gg_redo *gg_choose_redo(int plain) {
    (void)plain;
    return gg_redo_plain;
}
#endif

/* Apply a change to words `first` to `last` of a set. */
static void gg_apply(uint64_t *GG_RESTRICT set, const uint64_t *GG_RESTRICT change, ptrdiff_t first,
                     ptrdiff_t last) {
    for (ptrdiff_t i = first; i < last; i++) set[i] ^= change[i];
}

/* Store the remoteness `plies`, in `width` bytes each, for the cells whose bits change. */
static void gg_mark(void *row, int width, const uint64_t *change, ptrdiff_t first, ptrdiff_t last,
                    uint32_t plies) {
    for (ptrdiff_t i = first; i < last; i++) {
        uint64_t bits;
        if (width == 1)
            for (bits = change[i]; bits; bits &= bits - 1)
                ((uint8_t *)row)[64 * i + GG_LOWEST(bits)] = (uint8_t)plies;
        else if (width == 2)
            for (bits = change[i]; bits; bits &= bits - 1)
                ((uint16_t *)row)[64 * i + GG_LOWEST(bits)] = (uint16_t)plies;
        else
            for (bits = change[i]; bits; bits &= bits - 1)
                ((uint32_t *)row)[64 * i + GG_LOWEST(bits)] = plies;
    }
}

#endif
