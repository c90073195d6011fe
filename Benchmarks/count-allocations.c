// Counts malloc, calloc, realloc and aligned_alloc; preloaded by scripts/bench, read by the manager's suite.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

// A line of the processor's cache for each of the threads: one counter for all would slow them down.
enum { slots = 256 };
static struct { long count; char rest[56]; } counters[slots] __attribute__((aligned(64)));
static unsigned threads;
static __thread unsigned mine __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

long bench_allocation_count(void) {
    long sum = 0;
    for (int i = 0; i < slots; i++) sum += __atomic_load_n(&counters[i].count, __ATOMIC_RELAXED);
    return sum;
}
static void add(void) {
    if (!mine) mine = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED) % (slots - 1) + 1;
    __atomic_add_fetch(&counters[mine].count, 1, __ATOMIC_RELAXED);
}
void *malloc(size_t n) { add(); return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { add(); return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { add(); return __libc_realloc(p, n); }
void *aligned_alloc(size_t a, size_t n) { add(); return __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) { add(); *p = __libc_memalign(a, n); return *p ? 0 : 12; }
