/* The values that moves lead to from GG_LANES heaps side by side, as sets of bits.
 *
 * Compilers make registers of vectors on any processor.  Where processor and compiler allow, the
 * loop is there twice, for AVX2 and for any x86-64, and the processor says which one runs.
 */
#ifndef GRAPHGAME_HEAPS_H
#define GRAPHGAME_HEAPS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "_kernel/compiler.h"

#define GG_LANES 32

/* reached[j] gathers hot[j - moves[i]] for each of the moves: `hot` is the place of the first heap. */
typedef void gg_gather(const uint32_t *hot, const int32_t *moves, ptrdiff_t count,
                       uint32_t *reached);

#if defined(__GNUC__) || defined(__clang__)
typedef uint32_t gg_lanes __attribute__((vector_size(16)));

static GG_ALWAYS_INLINE void gg_gather_body(const uint32_t *hot,
                                                                 const int32_t *moves,
                                                                 ptrdiff_t count,
                                                                 uint32_t *reached) {
    gg_lanes all[GG_LANES / 4], one;
    memcpy(all, reached, sizeof all);
    for (ptrdiff_t i = 0; i < count; i++) {
        const uint32_t *from = hot - moves[i];
#pragma GCC unroll 8
        for (int j = 0; j < GG_LANES / 4; j++) {
            memcpy(&one, from + 4 * j, sizeof one);
            all[j] |= one;
        }
    }
    memcpy(reached, all, sizeof all);
}
#else
static void gg_gather_body(const uint32_t *hot, const int32_t *moves, ptrdiff_t count,
                           uint32_t *reached) {
    for (ptrdiff_t i = 0; i < count; i++)
        for (int j = 0; j < GG_LANES; j++) reached[j] |= hot[j - moves[i]];
}
#endif

static void gg_gather_plain(const uint32_t *hot, const int32_t *moves, ptrdiff_t count,
                            uint32_t *reached) {
    gg_gather_body(hot, moves, count, reached);
}

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"))) static void gg_gather_avx2(const uint32_t *hot,
                                                           const int32_t *moves, ptrdiff_t count,
                                                           uint32_t *reached) {
    const __m256i *from;
    __m256i *to = (__m256i *)reached;
    __m256i a = _mm256_loadu_si256(to), b = _mm256_loadu_si256(to + 1);
    __m256i c = _mm256_loadu_si256(to + 2), d = _mm256_loadu_si256(to + 3);
    for (ptrdiff_t i = 0; i < count; i++) {
        from = (const __m256i *)(hot - moves[i]);
        a = _mm256_or_si256(a, _mm256_loadu_si256(from));
        b = _mm256_or_si256(b, _mm256_loadu_si256(from + 1));
        c = _mm256_or_si256(c, _mm256_loadu_si256(from + 2));
        d = _mm256_or_si256(d, _mm256_loadu_si256(from + 3));
    }
    _mm256_storeu_si256(to, a);
    _mm256_storeu_si256(to + 1, b);
    _mm256_storeu_si256(to + 2, c);
    _mm256_storeu_si256(to + 3, d);
}

/* The way that is fastest here, or the plain one. */
static gg_gather *gg_choose_gather(int plain) {
    __builtin_cpu_init();
    return !plain && __builtin_cpu_supports("avx2") ? gg_gather_avx2 : gg_gather_plain;
}
#else
static gg_gather *gg_choose_gather(int plain) {
    (void)plain;
    return gg_gather_plain;
}
#endif

#endif
