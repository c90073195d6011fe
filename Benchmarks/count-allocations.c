// Counts malloc, calloc, realloc and aligned_alloc; preloaded by scripts/bench, read by the manager's suite.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

static long count;
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

long bench_allocation_count(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }
static void add(void) { __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED); }
void *malloc(size_t n) { add(); return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { add(); return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { add(); return __libc_realloc(p, n); }
void *aligned_alloc(size_t a, size_t n) { add(); return __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) { add(); *p = __libc_memalign(a, n); return *p ? 0 : 12; }
