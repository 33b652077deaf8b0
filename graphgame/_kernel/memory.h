/* Zeroed memory for large arrays.
 *
 * A block of GG_BIG bytes or more is a mapping of its own, aligned to huge pages and advised to use
 * them: random access has far fewer TLB misses, and page faults, 10 microseconds each on a virtual
 * machine, come once in 2 MiB instead of once in 4 KiB.  As the whole mapping is advised, a block
 * grows by moving its pages, without a copy; realloc has to copy a block that is partly advised.
 *
 * Smaller blocks, and all blocks on other systems, come from calloc.  The size of a block determines
 * its kind, so the caller passes the size to free or resize it.
 */
#ifndef GRAPHGAME_MEMORY_H
#define GRAPHGAME_MEMORY_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GG_HUGE_PAGE ((size_t)2 << 20)
#define GG_BIG GG_HUGE_PAGE

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

/* Return a new mapping aligned to huge pages, or NULL. */
static void *gg_map(size_t size) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE); /* 4 KiB, on some machines 16 or 64 KiB */
    char *map, *block;
    size_t before;
    if (size > SIZE_MAX - GG_HUGE_PAGE - page) return NULL;
    size = (size + page - 1) & ~(page - 1);
    map = (char *)mmap(NULL, size + GG_HUGE_PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == (char *)MAP_FAILED) return NULL;
    block = (char *)(((uintptr_t)map + GG_HUGE_PAGE - 1) & ~(uintptr_t)(GG_HUGE_PAGE - 1));
    before = (size_t)(block - map);
    if (before) munmap(map, before);
    if (before < GG_HUGE_PAGE) munmap(block + size, GG_HUGE_PAGE - before);
#ifdef MADV_HUGEPAGE
    (void)madvise(block, size, MADV_HUGEPAGE); /* only advice: failure changes nothing */
#endif
    return block;
}

static void gg_free(void *block, size_t size) {
    if (size >= GG_BIG) munmap(block, size);
    else free(block);
}

static void *gg_alloc(size_t size) {
    return size >= GG_BIG ? gg_map(size) : calloc(size ? size : 1, 1);
}

/* Resize a block: keep its data as far as it fits, leave the rest undefined.  On failure return NULL
 * and keep the block. */
static void *gg_resize(void *block, size_t old_size, size_t size) {
    void *moved;
    if (size < GG_BIG && old_size < GG_BIG) return realloc(block, size ? size : 1);
    if (size >= GG_BIG && old_size >= GG_BIG) {
        moved = mremap(block, old_size, size, 0); /* in place, if there is room */
        if (moved != MAP_FAILED) return moved;
        moved = gg_map(size);
        if (moved == NULL) return NULL;
        if (mremap(block, old_size, size, MREMAP_MAYMOVE | MREMAP_FIXED, moved) == moved) return moved;
        munmap(moved, size);
        return NULL;
    }
    moved = gg_alloc(size);
    if (moved == NULL) return NULL;
    memcpy(moved, block, old_size < size ? old_size : size);
    gg_free(block, old_size);
    return moved;
}

#else

static void gg_free(void *block, size_t size) {
    (void)size;
    free(block);
}

static void *gg_alloc(size_t size) { return calloc(size ? size : 1, 1); }

static void *gg_resize(void *block, size_t old_size, size_t size) {
    (void)old_size;
    return realloc(block, size ? size : 1);
}

#endif
#endif
