/* Compiler builtins, and portable code for compilers without them.
 *
 * GG_PREFETCH fetches the cache line of an address, which need not be valid.  GG_LOWEST is the index
 * of the lowest bit of a word other than 0.  GG_POPCOUNT counts bits, by one instruction in functions
 * compiled for processors that have it; gg_popcount needs no such instruction.
 *
 * GG_RESTRICT is `restrict`, which some compilers know by another name unless they are told of C11.
 *
 * gg_raise sets a flag with release order, and gg_is_raised reads it with acquire order: a thread
 * that sees the flag raised sees everything that was written before.
 *
 * gg_store_... writes a word with release order.  gg_load_number reads it with acquire order.
 * gg_load_word and gg_load_place give no order, for tables that are searched while another thread
 * writes to them; whoever then reads what the word leads to calls gg_acquire between the two.
 *
 * gg_rest passes the time of a thread that waits for another one: the more often it has been called,
 * the longer.
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

#if defined(_MSC_VER)
#define GG_RESTRICT __restrict
#else
#define GG_RESTRICT restrict
#endif

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

#if defined(__GNUC__) || defined(__clang__)
#define GG_LOAD(type, name, order) \
    static inline type name(const type *from) { return __atomic_load_n(from, order); }
#define GG_STORE(type, name) \
    static inline void name(type *to, type value) { __atomic_store_n(to, value, __ATOMIC_RELEASE); }
#define GG_ACQUIRE __ATOMIC_ACQUIRE
#define GG_RELAXED __ATOMIC_RELAXED
static inline void gg_acquire(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
#else /* volatile accesses of MSVC acquire and release, unless /volatile:iso is given */
#define GG_LOAD(type, name, order) \
    static inline type name(const type *from) { return *(const volatile type *)from; }
#define GG_STORE(type, name) \
    static inline void name(type *to, type value) { *(volatile type *)to = value; }
static inline void gg_acquire(void) {}
#endif
GG_LOAD(int64_t, gg_load_number, GG_ACQUIRE)
GG_LOAD(uint64_t, gg_load_word, GG_RELAXED)
GG_LOAD(int32_t, gg_load_place, GG_RELAXED)
GG_STORE(int64_t, gg_store_number)
GG_STORE(uint64_t, gg_store_word)
GG_STORE(int32_t, gg_store_place)
#undef GG_LOAD
#undef GG_STORE

#if defined(_WIN32)
__declspec(dllimport) void __stdcall Sleep(unsigned long milliseconds);
static inline void gg_sleep(int long_) { Sleep(long_ ? 1 : 0); }
#else
#include <sched.h>
#include <time.h>
static inline void gg_sleep(int long_) {
    const struct timespec time = {0, 50000};
    if (long_) nanosleep(&time, NULL);
    else sched_yield();
}
#endif

#define GG_SPINS 1000   /* calls of gg_rest that do nothing, 1 to 40 ns each */
#define GG_YIELDS 1100  /* then some let other threads run; the others sleep for 50 us */
static inline void gg_rest(int64_t calls) {
    if (calls >= GG_SPINS) gg_sleep(calls >= GG_YIELDS);
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    else __builtin_ia32_pause();
#endif
}

#endif
