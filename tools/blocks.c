/* Which basic blocks of the kernels a test reaches.

   gcc's -fsanitize-coverage=trace-pc calls the first function at the beginning of each block.  This
   library is preloaded; tools/chosen.py reads it through ctypes, and empties it before each test. */

#include <stdint.h>

#define SLOTS (1u << 21) /* a power of two; tests reach some 40,000 blocks */

static uintptr_t blocks[SLOTS];  /* a hash table of return addresses; 0: free */
static uint32_t seen[SLOTS];     /* the number of the last test that reached the block */
static uint32_t reached[SLOTS];  /* the slots that this test has reached, in order */
static uint32_t count;           /* how many */
static uint32_t test = 1;

void __sanitizer_cov_trace_pc(void)
{
    uintptr_t block = (uintptr_t)__builtin_return_address(0);
    uint32_t slot = (uint32_t)((block * UINT64_C(0x9E3779B97F4A7C15)) >> 43);
    for (;;) {
        uintptr_t held = __atomic_load_n(&blocks[slot], __ATOMIC_RELAXED);
        if (held == 0) { /* threads of one test may meet here; the loser looks at the slot again */
            __atomic_compare_exchange_n(&blocks[slot], &held, block, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
            held = __atomic_load_n(&blocks[slot], __ATOMIC_RELAXED);
        }
        if (held == block)
            break;
        slot = (slot + 1) & (SLOTS - 1);
    }
    if (seen[slot] != test && __atomic_exchange_n(&seen[slot], test, __ATOMIC_RELAXED) != test)
        reached[__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED)] = slot;
}

uint32_t *graphgame_reached(void) { return reached; }
uintptr_t *graphgame_blocks(void) { return blocks; }
uint32_t graphgame_count(void) { return count; }

void graphgame_next_test(void)
{
    test++;
    count = 0;
}
