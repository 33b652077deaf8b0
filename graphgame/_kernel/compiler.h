/* Compiler builtins, and portable code for compilers without them.
 *
 * GG_PREFETCH fetches the cache line of an address, which need not be valid.  GG_LOWEST is the index
 * of the lowest bit of a word other than 0.  GG_POPCOUNT counts bits, by one instruction in functions
 * compiled for processors that have it; gg_popcount needs no such instruction.
 *
 * gg_raise sets a flag with release order, and gg_is_raised reads it with acquire order: a thread
 * that sees the flag raised sees everything that was written before.
 */
#ifndef GRAPHGAME_COMPILER_H
#define GRAPHGAME_COMPILER_H

#include <stdint.h>

static inline int gg_popcount(uint64_t bits) { /* in fields of 2, 4 and 8 bits, added by a product */
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
