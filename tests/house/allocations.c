/* Stands between the kernels and the C library: counts what they allocate, and refuses it.
 *
 * Loaded before everything else (LD_PRELOAD).  Only calls from the module that has all memory of the
 * kernels, graphgame/_kernel/buffer, are looked at; the rest of the process gets what it asks for.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>

extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static void *(*next_mmap)(void *, size_t, int, int, int, off_t);
static void *(*next_mremap)(void *, size_t, size_t, int, ...);
static int (*next_munmap)(void *, size_t);

/* Calls until one is refused, 0 for never; calls seen; bytes held now, and at most. */
static long until, seen, held, most;

__attribute__((constructor)) static void find_next(void) {
    next_mmap = dlsym(RTLD_NEXT, "mmap");
    next_mremap = dlsym(RTLD_NEXT, "mremap");
    next_munmap = dlsym(RTLD_NEXT, "munmap");
}

void allocations_refuse(long call) { until = call; seen = 0; }
long allocations_seen(void) { return seen; }
void allocations_measure(void) { most = held; }
long allocations_held(void) { return held; }
long allocations_most(void) {
    if (held > most) most = held;
    return most;
}

/* The answer for each module is kept: a kernel calls from a handful of places. */
static int is_ours(void *caller) {
    static void *known[64];
    static char answer[64];
    unsigned slot = ((size_t)caller >> 2) % 64;
    Dl_info info;
    if (known[slot] != caller) {
        answer[slot] = dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "graphgame/_kernel/buffer");
        known[slot] = caller;
    }
    return answer[slot];
}

static int refused(void) {
    if (++seen != until) return 0;
    errno = ENOMEM;
    return 1;
}

static void hold(long size) {
    held += size;
    if (held > most) most = held;
}

#define OURS is_ours(__builtin_return_address(0))

void *calloc(size_t count, size_t size) {
    void *block;
    if (!OURS) return __libc_calloc(count, size);
    if (refused()) return NULL;
    block = __libc_calloc(count, size);
    if (block) hold((long)malloc_usable_size(block));
    return block;
}

void *realloc(void *block, size_t size) {
    long before;
    void *moved;
    if (!OURS) return __libc_realloc(block, size);
    if (refused()) return NULL;
    before = block ? (long)malloc_usable_size(block) : 0;
    moved = __libc_realloc(block, size);
    if (moved) hold((long)malloc_usable_size(moved) - before);
    return moved;
}

void free(void *block) {
    if (block && OURS) hold(-(long)malloc_usable_size(block));
    __libc_free(block);
}

/* A map is made larger than it is to be, by a huge page, and cut to its place: what is held counts
 * when that is done, which is when a block goes or the next one comes.  `uncut` bytes of the last one
 * are still to be cut. */
#define HUGE_PAGE ((size_t)2 << 20)
static size_t uncut;

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    void *block;
    if (!OURS) return next_mmap(at, size, protection, flags, file, offset);
    if (refused()) return MAP_FAILED;
    hold(0);
    block = next_mmap(at, size, protection, flags, file, offset);
    if (block != MAP_FAILED) {
        held += (long)size;
        uncut = HUGE_PAGE;
    }
    return block;
}

void *mmap64(void *at, size_t size, int protection, int flags, int file, off_t offset)
    __attribute__((alias("mmap")));

int munmap(void *block, size_t size) {
    int done;
    if (OURS) {
        if (size > uncut) hold(0);
        else uncut -= size;
    }
    done = next_munmap(block, size);
    if (OURS && done == 0) held -= (long)((size + 4095) & ~(size_t)4095);
    return done;
}

void *mremap(void *block, size_t before, size_t size, int flags, ...) {
    va_list rest;
    void *at, *moved;
    va_start(rest, flags);
    at = flags & MREMAP_FIXED ? va_arg(rest, void *) : NULL;
    va_end(rest);
    if (!OURS) return next_mremap(block, before, size, flags, at);
    if (refused()) return MAP_FAILED;
    moved = next_mremap(block, before, size, flags, at);
    if (moved != MAP_FAILED) {
        /* What it moves onto goes. */
        held -= flags & MREMAP_FIXED ? (long)((before + 4095) & ~(size_t)4095) : 0;
        hold(flags & MREMAP_FIXED ? 0 : (long)((size + 4095) & ~(size_t)4095) - (long)((before + 4095) & ~(size_t)4095));
    }
    return moved;
}
