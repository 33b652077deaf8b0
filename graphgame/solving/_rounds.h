/* The inner loops of a round of contraction.
 *
 * Edges are pairs of 32-bit positions; sets of positions are bits, position v is bit v % 64 of word
 * v / 64.  What is picked out of a block of edges is written always, behind what was picked before,
 * and its end moves or does not: there is no branch to guess.
 *
 * New numbers for positions that are left when others are taken out, in their order:
 * `kept` has bit v % 64 of word v / 64 set where position v stays; before[w] says how many stay
 * before word w.  The number of v is then before[v / 64] and the bits below it in its own word.
 *
 * Counting bits is one instruction of the processors of today, and a dozen of those that any x86-64
 * has.  Where compiler and processor allow, the loop is there twice, and the processor says which
 * one runs.
 */
#ifndef GRAPHGAME_ROUNDS_H
#define GRAPHGAME_ROUNDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "_kernel/compiler.h"

/* Edges come from memory as they lie, what is looked up for them comes from all over a cache.  Left
 * to itself the processor is late with the former, by half of all the time: so it is told, this many
 * bytes ahead.
 */
#define GG_AHEAD 4096
#define GG_LINE 8 /* edges, of 8 bytes each, in a line of the cache */

/* Add the sources of edges to a set. */
static void gg_add_sources(const int32_t *edges, ptrdiff_t count, uint64_t *set) {
    ptrdiff_t i, k;
    for (i = 0; i < count; i += GG_LINE) {
        GG_PREFETCH((const char *)(edges + 2 * i) + GG_AHEAD);
        for (k = i; k < i + GG_LINE && k < count; k++) {
            const uint32_t v = (uint32_t)edges[2 * k];
            set[v >> 6] |= (uint64_t)1 << (v & 63);
        }
    }
}

/* Of edges from `sources` to `targets`, one in every `stride`: pick the sources of those to positions
 * that are not in a set; return how many. */
static GG_ALWAYS_INLINE int32_t gg_pick_sources(
    const int32_t *sources, const int32_t *targets, const ptrdiff_t stride, ptrdiff_t count,
    const uint64_t *set, int32_t *picked) {
    ptrdiff_t i, k, found = 0;
    for (i = 0; i < count; i += GG_LINE) {
        GG_PREFETCH((const char *)(targets + stride * i) + GG_AHEAD);
        for (k = i; k < i + GG_LINE && k < count; k++) {
            const uint32_t v = (uint32_t)targets[stride * k];
            picked[found] = sources[stride * k];
            found += (ptrdiff_t)(~(set[v >> 6] >> (v & 63)) & 1);
        }
    }
    return (int32_t)found;
}

/* Pick the edges with both ends in a set; return how many. */
static int32_t gg_pick_pairs(
    const int32_t *edges, ptrdiff_t count, const uint64_t *set, int32_t *picked) {
    ptrdiff_t i, k, found = 0;
    for (i = 0; i < count; i += GG_LINE) {
        GG_PREFETCH((const char *)(edges + 2 * i) + GG_AHEAD);
        for (k = i; k < i + GG_LINE && k < count; k++) {
            const uint32_t u = (uint32_t)edges[2 * k], v = (uint32_t)edges[2 * k + 1];
            picked[2 * found] = (int32_t)u;
            picked[2 * found + 1] = (int32_t)v;
            found += (ptrdiff_t)((set[u >> 6] >> (u & 63)) & (set[v >> 6] >> (v & 63)) & 1);
        }
    }
    return (int32_t)found;
}

/* Of edges whose sources are in a set, pick those with targets in it, too; return how many. */
static int32_t gg_pick_pairs_to(
    const int32_t *sources, const int32_t *targets, ptrdiff_t count, const uint64_t *set,
    int32_t *picked) {
    ptrdiff_t i, found = 0;
    for (i = 0; i < count; i++) {
        const uint32_t v = (uint32_t)targets[i];
        picked[2 * found] = sources[i];
        picked[2 * found + 1] = (int32_t)v;
        found += (ptrdiff_t)((set[v >> 6] >> (v & 63)) & 1);
    }
    return (int32_t)found;
}

static int32_t gg_pick_sources_of_pairs(
    const int32_t *edges, ptrdiff_t count, const uint64_t *set, int32_t *picked) {
    return gg_pick_sources(edges, edges + 1, 2, count, set, picked);
}

static int32_t gg_pick_sources_of_rows(
    const int32_t *sources, const int32_t *targets, ptrdiff_t count, const uint64_t *set,
    int32_t *picked) {
    return gg_pick_sources(sources, targets, 1, count, set, picked);
}

/* Write the row of every edge from `start` to `stop`; return that of the last one.
 *
 * Row r has the edges from ptr[r] to ptr[r + 1]; `row` is one that begins or ends with edge `start`, or
 * has it within.  A row's number, r + first, is written GG_SPELL times at least, and the next row's
 * over what is too much: no branch on how long a row is, unless it is long.  So there must be room for
 * GG_SPELL more.
 */
#define GG_SPELL 8
static ptrdiff_t gg_spell_rows(
    const int64_t *ptr, ptrdiff_t row, int64_t start, int64_t stop, int32_t first,
    int32_t *sources) {
    int64_t at = start;
    int k;
    for (; ptr[row + 1] < stop; row++) {
        const int64_t end = ptr[row + 1];
        int32_t *own = sources + (at - start);
        do {
            for (k = 0; k < GG_SPELL; k++) own[k] = first + (int32_t)row;
            own += GG_SPELL;
            at += GG_SPELL;
        } while (at < end);
        at = end;
    }
    for (; at < stop; at++) sources[at - start] = first + (int32_t)row;
    return row;
}

/* As above, of rows in a set only, and with the targets of their edges, which idx[start:stop] are;
 * return how many edges.  idx has `size` entries: what is too much is read only where it is there.
 */
static ptrdiff_t gg_copy_rows(
    const int64_t *ptr, const int32_t *idx, int64_t size, ptrdiff_t *row, int64_t start,
    int64_t stop, int32_t first, const uint64_t *set, int32_t *sources, int32_t *targets) {
    ptrdiff_t r = *row, count = 0, own;
    int64_t at = start, end;
    int k;
    for (; stop + GG_SPELL <= size && ptr[r + 1] < stop; r++, at = end) {
        const uint32_t v = (uint32_t)(first + r);
        const int64_t length = ptr[r + 1] - at;
        end = ptr[r + 1];
        own = count;
        GG_PREFETCH((const char *)(idx + at) + GG_AHEAD);
        do {
            memcpy(targets + own, idx + at, GG_SPELL * sizeof *idx);
            for (k = 0; k < GG_SPELL; k++) sources[own + k] = (int32_t)v;
            own += GG_SPELL;
            at += GG_SPELL;
        } while (at < end);
        count += length & -(int64_t)(set[v >> 6] >> (v & 63) & 1);
    }
    for (;; r++) { /* a row that goes on behind `stop`; all rows of the last block */
        const uint32_t v = (uint32_t)(first + r);
        end = ptr[r + 1] < stop ? ptr[r + 1] : stop;
        for (; at < end; at++) {
            sources[count] = (int32_t)v;
            targets[count] = idx[at];
            count += (ptrdiff_t)(set[v >> 6] >> (v & 63) & 1);
        }
        if (end == stop) break;
    }
    *row = r;
    return count;
}

static GG_ALWAYS_INLINE void gg_rank_body(
    const uint64_t *restrict kept, const int32_t *restrict before, const int32_t *positions,
    int32_t *ranks, ptrdiff_t count) {
    ptrdiff_t i;
    for (i = 0; i < count; i++) {
        const uint32_t v = (uint32_t)positions[i];
        const uint64_t below = ((uint64_t)1 << (v & 63)) - 1;
        ranks[i] = before[v >> 6] + (int32_t)GG_POPCOUNT(kept[v >> 6] & below);
    }
}

typedef void (*gg_ranker)(
    const uint64_t *restrict, const int32_t *restrict, const int32_t *, int32_t *, ptrdiff_t);

static void gg_rank_plain(
    const uint64_t *restrict kept, const int32_t *restrict before, const int32_t *positions,
    int32_t *ranks, ptrdiff_t count) {
    gg_rank_body(kept, before, positions, ranks, count);
}

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
__attribute__((target("popcnt,bmi,bmi2"))) static void gg_rank_popcnt(
    const uint64_t *restrict kept, const int32_t *restrict before, const int32_t *positions,
    int32_t *ranks, ptrdiff_t count) {
    gg_rank_body(kept, before, positions, ranks, count);
}

static gg_ranker gg_choose_ranker(void) {
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2") ? gg_rank_popcnt
                                                                               : gg_rank_plain;
}
#else
static gg_ranker gg_choose_ranker(void) { return gg_rank_plain; }
#endif

#endif
