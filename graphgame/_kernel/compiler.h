/* What compilers have under names of their own, and a plain word for it where they do not.
 *
 * GG_PREFETCH asks for the line of memory that holds an address, which need not exist.  GG_LOWEST is
 * the place of the lowest bit of a word that is not 0.  GG_POPCOUNT counts bits by an instruction
 * where a function is compiled for processors that have one; gg_popcount needs none.
 *
 * gg_raise sets a flag for other threads, and gg_is_raised looks at one: who sees it raised sees all
 * that was written before it was.
 */
#ifndef GRAPHGAME_COMPILER_H
#define GRAPHGAME_COMPILER_H

#include <stdint.h>

static inline int gg_popcount(uint64_t bits) { /* in fields of 2, 4 and 8, which a product adds */
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(bits * 0x0101010101010101u >> 56);
}

#if defined(__GNUC__) || defined(__clang__)
#define GG_ALWAYS_INLINE inline __attribute__((always_inline))
#define GG_PREFETCH(address) __builtin_prefetch(address)
#define GG_POPCOUNT(bits) __builtin_popcountll(bits)
#define GG_LOWEST(bits) __builtin_ctzll(bits)
#else
#define GG_ALWAYS_INLINE inline
#define GG_PREFETCH(address) ((void)(address))
#define GG_POPCOUNT(bits) gg_popcount(bits)
static inline int gg_lowest(uint64_t bits) {
    int place = 0;
    while (!(bits & 1)) {
        bits >>= 1;
        place++;
    }
    return place;
}
#define GG_LOWEST(bits) gg_lowest(bits)
#endif

#if defined(__GNUC__) || defined(__clang__)
static inline int gg_is_raised(const int *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }
static inline void gg_raise(int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELEASE); }
#elif defined(_MSC_VER)
#include <intrin.h>
static inline int gg_is_raised(const int *flag) { return _InterlockedOr((volatile long *)flag, 0); }
static inline void gg_raise(int *flag) { _InterlockedExchange((volatile long *)flag, 1); }
#else
static inline int gg_is_raised(const int *flag) { return *(const volatile int *)flag; }
static inline void gg_raise(int *flag) { *(volatile int *)flag = 1; }
#endif

#endif
