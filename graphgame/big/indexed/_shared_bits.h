/* Sets of indices that one thread adds to, and others read.
 *
 * Bits are only ever set.  A thread that sees a bit set may use it at once; who needs all bits of a
 * word waits for those who may still set some.  So no order of memory is needed.
 */
#ifndef GRAPHGAME_SHARED_BITS_H
#define GRAPHGAME_SHARED_BITS_H

#include <stdint.h>

#include "_kernel/compiler.h"

#if defined(__GNUC__) || defined(__clang__)
static inline uint64_t gg_load_bits(const uint64_t *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}
static inline void gg_store_bits(uint64_t *word, uint64_t bits) {
    __atomic_store_n(word, bits, __ATOMIC_RELAXED);
}
#else /* a word is read and written at once */
static inline uint64_t gg_load_bits(const uint64_t *word) { return *(const volatile uint64_t *)word; }
static inline void gg_store_bits(uint64_t *word, uint64_t bits) { *(volatile uint64_t *)word = bits; }
#endif

/* Add the options of position i to a set; return the place of the first that is not above i and
 * below size, or their number.  No other thread adds to the set. */
static GG_ALWAYS_INLINE int64_t gg_mark_row(
    uint64_t *bits, const int64_t *options, int64_t count, int64_t i, int64_t size) {
    const uint64_t room = (uint64_t)(size - i - 1);
    int64_t e;
    for (e = 0; e < count; e++) {
        const int64_t v = options[e];
        uint64_t *word;
        if ((uint64_t)(v - i - 1) >= room) return e;
        word = &bits[v >> 6];
        gg_store_bits(word, gg_load_bits(word) | (uint64_t)1 << (v & 63));
    }
    return count;
}

/* Return the place of the first option that is not above i and below size, or their number. */
static GG_ALWAYS_INLINE int64_t gg_check_row(
    const int64_t *options, int64_t count, int64_t i, int64_t size) {
    const uint64_t room = (uint64_t)(size - i - 1);
    int64_t e;
    for (e = 0; e < count; e++)
        if ((uint64_t)(options[e] - i - 1) >= room) return e;
    return count;
}

#endif
