/* Memory for big arrays, zeroed.
 *
 * Blocks of GG_BIG bytes and more are maps of their own, aligned to huge pages and advised to use
 * them: random access to such a block misses the address cache far less often, and the first touch
 * of a page, 10 microseconds on a virtual machine, comes once in 2 MiB instead of once in 4 KiB.
 * As one map, advised as a whole, a block grows by moving its pages, never by copying them; realloc
 * has to copy a block of which only a part was advised.
 *
 * Of the blocks that are given back, up to GG_KEPT_BYTES stay with the process, and new blocks are cut
 * from them: memory that the system has to find first costs as much as the work that is done in it,
 * on a virtual machine often more.  Meanwhile the system may take them where it is short of memory.
 *
 * Smaller blocks, and all blocks on other systems, come from calloc.  A block's size says which
 * kind it is, so whoever frees or resizes it must know its size.
 */
#ifndef GRAPHGAME_MEMORY_H
#define GRAPHGAME_MEMORY_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GG_BIG ((size_t)4 << 20)

#if defined(__linux__)
#include <sys/mman.h>
#define GG_HUGE_PAGE ((size_t)2 << 20)

#define GG_KEPT 16
#define GG_KEPT_BYTES ((size_t)256 << 20)

/* What stays with the process: blocks of whole huge pages.  A lock of its own, since there are
 * Pythons without a global one. */
static struct {
    char *block;
    size_t size;
} gg_kept[GG_KEPT];
static size_t gg_kept_bytes;
static char gg_kept_lock;

static void gg_lock(void) {
    while (__atomic_test_and_set(&gg_kept_lock, __ATOMIC_ACQUIRE)) {
    }
}

static void gg_unlock(void) { __atomic_clear(&gg_kept_lock, __ATOMIC_RELEASE); }

static size_t gg_whole_pages(size_t size) {
    return (size + GG_HUGE_PAGE - 1) & ~(GG_HUGE_PAGE - 1);
}

/* Keep a block; return whether there is room for it. */
static int gg_keep(char *block, size_t size) {
    int kept = 0, i;
    gg_lock();
    for (i = 0; i < GG_KEPT && gg_kept_bytes + size <= GG_KEPT_BYTES; i++)
        if (gg_kept[i].block == NULL) {
#ifdef MADV_FREE
            (void)madvise(block, size, MADV_FREE);
#endif
            gg_kept[i].block = block;
            gg_kept[i].size = size;
            gg_kept_bytes += size;
            kept = 1;
            break;
        }
    gg_unlock();
    return kept;
}

/* Cut a block from the smallest that is large enough, or return NULL. */
static void *gg_take(size_t size) {
    char *block = NULL;
    int i, best = -1;
    gg_lock();
    for (i = 0; i < GG_KEPT; i++)
        if (gg_kept[i].size >= size && (best < 0 || gg_kept[i].size < gg_kept[best].size)) best = i;
    if (best >= 0) {
        block = gg_kept[best].block;
        gg_kept[best].size -= size;
        gg_kept[best].block = gg_kept[best].size ? block + size : NULL;
        gg_kept_bytes -= size;
    }
    gg_unlock();
    return block;
}

/* Give everything back that was kept; return whether that was anything. */
static int gg_release(void) {
    int released = 0, i;
    gg_lock();
    for (i = 0; i < GG_KEPT; i++)
        if (gg_kept[i].block != NULL) {
            munmap(gg_kept[i].block, gg_kept[i].size);
            gg_kept[i].block = NULL;
            gg_kept[i].size = 0;
            released = 1;
        }
    gg_kept_bytes = 0;
    gg_unlock();
    return released;
}

/* A new map of whole huge pages, aligned to them, or NULL. */
static void *gg_new_map(size_t size) {
    char *map, *block;
    size_t before;
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

static void *gg_map(size_t size) {
    void *block;
    if (size > SIZE_MAX - 3 * GG_HUGE_PAGE) return NULL;
    size = gg_whole_pages(size);
    block = gg_take(size);
    if (block != NULL) return memset(block, 0, size);
    block = gg_new_map(size);
    if (block == NULL && gg_release()) block = gg_new_map(size);
    return block;
}

static void gg_free(void *block, size_t size) {
    if (size < GG_BIG) {
        free(block);
        return;
    }
    size = gg_whole_pages(size);
    if (!gg_keep((char *)block, size)) munmap(block, size);
}

static void *gg_alloc(size_t size) {
    return size >= GG_BIG ? gg_map(size) : calloc(size ? size : 1, 1);
}

/* The block with another size, what fits of it kept, the rest undefined; or NULL, the block kept. */
static void *gg_resize(void *block, size_t old_size, size_t size) {
    void *moved;
    if (size < GG_BIG && old_size < GG_BIG) return realloc(block, size ? size : 1);
    if (size >= GG_BIG && old_size >= GG_BIG) {
        if (size > SIZE_MAX - 3 * GG_HUGE_PAGE) return NULL;
        old_size = gg_whole_pages(old_size);
        size = gg_whole_pages(size);
        moved = mremap(block, old_size, size, 0); /* where it stands, if there is room */
        if (moved != MAP_FAILED) return moved;
        moved = gg_take(size);
        if (moved != NULL) {
            memcpy(moved, block, old_size < size ? old_size : size);
            gg_free(block, old_size);
            return moved;
        }
        moved = gg_new_map(size);
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
