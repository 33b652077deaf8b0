/* Indices of digits, of combinations and of arrangements, for rules in C.
 *
 * Tell the compiler where this file is: gcc -I"$(python -c 'import graphgame;
 * print(graphgame.get_include())')".  The functions are those of graphgame.MixedRadix, Combinations
 * and Arrangements, which count in the same way: an index from either is the same index.
 *
 * Ranks return -1 for what is no position: a digit beyond its base, cells that do not ascend, a
 * piece too many.  An index must be from 0 to the size - 1.
 */
#ifndef GRAPHGAME_RANKING_H
#define GRAPHGAME_RANKING_H

#include <stdint.h>

/* Digits, the last of them counting 1: the index is that of the nested loops over all digits. */
static inline int64_t gg_rank_digits(const int64_t *bases, int64_t k, const int64_t *digits) {
    int64_t i, index = 0;
    for (i = 0; i < k; i++) {
        if (digits[i] < 0 || digits[i] >= bases[i]) return -1;
        index = index * bases[i] + digits[i];
    }
    return index;
}

static inline void gg_unrank_digits(
    const int64_t *bases, int64_t k, int64_t index, int64_t *digits) {
    int64_t i;
    for (i = k - 1; i >= 0; i--) {
        digits[i] = index % bases[i];
        index /= bases[i];
    }
}

/* Fill a table of (k + 1) * (n + 1) binomials: C(c, i) stands at i * (n + 1) + c.  One that is
 * beyond 2^63 - 1 becomes 2^63 - 1. */
static inline void gg_binomials(int64_t n, int64_t k, int64_t *table) {
    int64_t i, c;
    for (i = 0; i <= k; i++)
        for (c = 0; c <= n; c++) {
            int64_t a, b;
            if (i == 0 || c == 0) {
                table[i * (n + 1) + c] = i == 0;
                continue;
            }
            a = table[i * (n + 1) + c - 1];
            b = table[(i - 1) * (n + 1) + c - 1];
            table[i * (n + 1) + c] = a > INT64_MAX - b ? INT64_MAX : a + b;
        }
}

/* k of n cells, in ascending order: the index is the sum of the binomials C(cells[i], i + 1). */
static inline int64_t gg_rank_cells(
    const int64_t *table, int64_t n, int64_t k, const int64_t *cells) {
    int64_t i, index = 0;
    for (i = 0; i < k; i++) {
        if (cells[i] < 0 || cells[i] >= n || (i && cells[i] <= cells[i - 1])) return -1;
        index += table[(i + 1) * (n + 1) + cells[i]];
    }
    return index;
}

static inline void gg_unrank_cells(
    const int64_t *table, int64_t n, int64_t k, int64_t index, int64_t *cells) {
    int64_t c = n, i;
    for (i = k; i > 0; i--) {
        do c--;
        while (table[i * (n + 1) + c] > index);
        cells[i - 1] = c;
        index -= table[i * (n + 1) + c];
    }
}

/* The same of a set of at most 64 cells, as bits; -1 if it has not k cells below n. */
static inline int64_t gg_rank_bits(const int64_t *table, int64_t n, int64_t k, uint64_t bits) {
    int64_t c, i = 0, index = 0;
    for (c = 0; c < 64 && bits >> c; c++)
        if (bits >> c & 1) {
            if (c >= n || i == k) return -1;
            index += table[++i * (n + 1) + c];
        }
    return i == k ? index : -1;
}

static inline uint64_t gg_unrank_bits(const int64_t *table, int64_t n, int64_t k, int64_t index) {
    uint64_t bits = 0;
    int64_t c = n, i;
    for (i = k; i > 0; i--) {
        do c--;
        while (table[i * (n + 1) + c] > index);
        bits |= (uint64_t)1 << c;
        index -= table[i * (n + 1) + c];
    }
    return bits;
}

/* total * part / whole, a whole number, without a product beyond 64 bits. */
static inline int64_t gg_share(int64_t total, int64_t part, int64_t whole) {
    return total / whole * part + total % whole * part / whole;
}

/* Arrangements of n pieces in a row, counts[j] of them of kind j, in lexicographic order.  total is
 * the number of arrangements.  left is room for `kinds` numbers. */
static inline int64_t gg_rank_pieces(
    const int64_t *counts, int64_t kinds, int64_t n, int64_t total, const int64_t *pieces,
    int64_t *left) {
    int64_t i, j, index = 0;
    for (j = 0; j < kinds; j++) left[j] = counts[j];
    for (i = 0; i < n; i++) {
        const int64_t piece = pieces[i];
        if (piece < 0 || piece >= kinds || left[piece] == 0) return -1;
        for (j = 0; j < piece; j++) index += gg_share(total, left[j], n - i);
        total = gg_share(total, left[piece]--, n - i);
    }
    return index;
}

static inline void gg_unrank_pieces(
    const int64_t *counts, int64_t kinds, int64_t n, int64_t total, int64_t index, int64_t *pieces,
    int64_t *left) {
    int64_t i, j, share;
    for (j = 0; j < kinds; j++) left[j] = counts[j];
    for (i = 0; i < n; i++) {
        for (j = 0;; j++) {
            share = gg_share(total, left[j], n - i);
            if (index < share) break;
            index -= share;
        }
        pieces[i] = j;
        left[j]--;
        total = share;
    }
}

#endif
