/* The inner loops of a round of contraction.
 *
 * Edges are pairs of 32-bit positions; sets of positions are bits: position v is bit v % 64 of word
 * v / 64.  Selection is branchless: every edge is written at the end of the output, and the end
 * advances or stays.
 *
 * Positions that stay are renumbered in their order.  Bit v % 64 of kept[v / 64] is set if v stays,
 * and before[w] is the number of positions that stay before word w.  The new number of v is
 * before[v / 64] plus the number of bits below its own in its word.
 *
 * Population count is one instruction on current processors, and a dozen in baseline x86-64.  So
 * the loop is compiled twice if the compiler allows, and the version is chosen at run time.
 */
#ifndef GRAPHGAME_ROUNDS_H
#define GRAPHGAME_ROUNDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "_kernel/compiler.h"

/* Edges are read sequentially from memory, between random accesses to the cache.  The hardware
 * prefetcher is too late for them, which doubles the time; so they are prefetched, this many bytes
 * ahead. */
#define GG_AHEAD 4096
/* Edges, of 8 bytes each, in a cache line. */
#define GG_LINE 8

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

/* Select the sources of edges whose target is not in a set; return their number.  Ends of edges are
 * `stride` apart. */
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

/* Select the edges with both ends in a set; return their number. */
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

/* Select the edges whose target is in a set, given that their sources are; return their number. */
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

/* Write the source of every edge from `start` to `stop`; return the row of the last one.
 *
 * Row r has the edges from ptr[r] to ptr[r + 1]; `row` begins at, ends at or contains edge `start`.
 * The source of a row, r + first, is written in groups of GG_SPELL, and the next row overwrites the
 * excess: short rows need no branch on their length.  So the output must have room for GG_SPELL more
 * entries.
 */
/* Entries of a row that are written at a time. */
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

/* Write sources and targets of the edges from `start` to `stop` whose source is in a set; return
 * their number.  The targets are idx[start:stop]; idx has `size` entries, and groups of GG_SPELL
 * are copied only where they end within it.
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
    for (;; r++) { /* the row that continues after `stop`, and all rows of the last block */
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
    const uint64_t *GG_RESTRICT kept, const int32_t *GG_RESTRICT before, const int32_t *positions,
    int32_t *ranks, ptrdiff_t count) {
    ptrdiff_t i;
    for (i = 0; i < count; i++) {
        const uint32_t v = (uint32_t)positions[i];
        const uint64_t below = ((uint64_t)1 << (v & 63)) - 1;
        ranks[i] = before[v >> 6] + (int32_t)GG_POPCOUNT(kept[v >> 6] & below);
    }
}

typedef void (*gg_ranker)(
    const uint64_t *GG_RESTRICT, const int32_t *GG_RESTRICT, const int32_t *, int32_t *, ptrdiff_t);

static void gg_rank_plain(
    const uint64_t *GG_RESTRICT kept, const int32_t *GG_RESTRICT before, const int32_t *positions,
    int32_t *ranks, ptrdiff_t count) {
    gg_rank_body(kept, before, positions, ranks, count);
}

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
__attribute__((target("popcnt,bmi,bmi2"))) static void gg_rank_popcnt(
    const uint64_t *GG_RESTRICT kept, const int32_t *GG_RESTRICT before, const int32_t *positions,
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
