#ifndef WI_HASH_H
#define WI_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// A 64-bit hash of `count` bytes, the same in every process: a checksum against damage, not against an attacker.
/// In C, since it reads every byte of every cached picture and must stay fast in a debug build of the program.
uint64_t wi_hash64(const void *_Nullable bytes, size_t count);

/// A counter that only grows, the same for all cores: orders events without a shared counter that cores would fight for.
static inline uint64_t wi_ticks(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t value;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

#endif
