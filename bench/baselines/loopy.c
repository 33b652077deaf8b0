/* A loopy game of any size: five moves from 15 positions of 16, to pseudo-random ones; data is the
   number of codes. */
#include <stdint.h>

static uint64_t scramble(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 29)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 32)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 29);
}

int64_t loopy(int64_t code, int64_t *options, int64_t room, void *data)
{
    uint64_t n = (uint64_t)(uintptr_t)data, h = scramble((uint64_t)code);
    int k;
    if (h % 16 == 0)
        return 0;
    if (room >= 5)
        for (k = 0; k < 5; k++) {
            h = scramble(h + (uint64_t)k);
            options[k] = (int64_t)(((h >> 32) * n) >> 32);
        }
    return 5;
}
