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

#if defined(__GNUC__) || defined(__clang__)
#define GG_ALWAYS_INLINE inline __attribute__((always_inline))
#define GG_POPCOUNT(bits) __builtin_popcountll(bits)
#else
#define GG_ALWAYS_INLINE inline
static inline int gg_popcount(uint64_t bits) { /* in fields of 2, 4 and 8, which a product adds */
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(bits * 0x0101010101010101u >> 56);
}
#define GG_POPCOUNT(bits) gg_popcount(bits)
#endif

/* Pick the sources of edges to positions that are not in a set; return how many. */
static int32_t gg_pick_sources(
    const int32_t *edges, ptrdiff_t count, const uint64_t *set, int32_t *sources) {
    ptrdiff_t i, found = 0;
    for (i = 0; i < count; i++) {
        const uint32_t v = (uint32_t)edges[2 * i + 1];
        sources[found] = edges[2 * i];
        found += (ptrdiff_t)(~(set[v >> 6] >> (v & 63)) & 1);
    }
    return (int32_t)found;
}

/* Pick the edges with both ends in a set; return how many. */
static int32_t gg_pick_edges(
    const int32_t *edges, ptrdiff_t count, const uint64_t *set, int32_t *picked) {
    ptrdiff_t i, found = 0;
    for (i = 0; i < count; i++) {
        uint64_t pair; /* which end is which does not matter */
        uint32_t u, v;
        memcpy(&pair, edges + 2 * i, 8);
        memcpy(picked + 2 * found, &pair, 8);
        u = (uint32_t)pair;
        v = (uint32_t)(pair >> 32);
        found += (ptrdiff_t)((set[u >> 6] >> (u & 63)) & (set[v >> 6] >> (v & 63)) & 1);
    }
    return (int32_t)found;
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
