#include "wi_hash.h"

#include <string.h>

// Eight lanes, each folding 16 bytes into its state by one 64 × 64 → 128 bit multiplication: the lanes don't wait for
// one another, so the loop runs as fast as memory is read. The constants are the first digits of π, odd.
static const uint64_t lane_keys[8] = {
    0x243f6a8885a308d3u, 0x13198a2e03707345u, 0xa4093822299f31d1u, 0x082efa98ec4e6c89u,
    0x452821e638d01377u, 0xbe5466cf34e90c6du, 0xc0ac29b7c97c50ddu, 0x3f84d5b5b5470917u,
};

static inline uint64_t load(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, 8);
    return value;
}

static inline uint64_t fold(uint64_t left, uint64_t right) {
    unsigned __int128 product = (unsigned __int128)left * right;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t wi_hash64(const void *bytes, size_t count) {
    const uint8_t *next = bytes;
    size_t left = count;
    uint64_t hash = fold(count ^ lane_keys[0], lane_keys[1]);
    if (left >= 128) {
        uint64_t lanes[8];
        for (int lane = 0; lane < 8; lane++) lanes[lane] = hash ^ lane_keys[lane];
        do {
            for (int lane = 0; lane < 8; lane++) {
                const uint8_t *block = next + lane * 16;
                lanes[lane] = fold(load(block) ^ lane_keys[lane], load(block + 8) ^ lanes[lane]);
            }
            next += 128;
            left -= 128;
        } while (left >= 128);
        for (int lane = 0; lane < 8; lane++) hash = fold(hash ^ lanes[lane], lane_keys[lane]);
    }
    while (left >= 16) {
        hash = fold(load(next) ^ lane_keys[2], load(next + 8) ^ hash);
        next += 16;
        left -= 16;
    }
    if (left > 0) {
        uint8_t rest[16] = {0};
        memcpy(rest, next, left);
        hash = fold(load(rest) ^ lane_keys[3], load(rest + 8) ^ hash);
    }
    return fold(hash ^ lane_keys[4], lane_keys[5]);
}
