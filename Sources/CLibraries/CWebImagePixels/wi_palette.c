#include "wi_palette.h"

#include <string.h>

enum { SLOTS = 1024 };

static inline uint32_t load(const uint8_t *pixel) {
    uint32_t value;
    memcpy(&value, pixel, 4);
    return value;
}

/// The slot that holds `color`, or the empty one where it belongs. There are four times as many slots as colors.
static inline unsigned slot_of(const wi_palette *palette, uint32_t color) {
    unsigned slot = color * 2654435761u >> 22;
    while (palette->slots[slot] != 0 && palette->colors[palette->slots[slot] - 1] != color) {
        slot = (slot + 1) % SLOTS;
    }
    return slot;
}

bool wi_palette_collect_row(wi_palette *palette, const uint8_t *pixels, size_t count) {
    uint32_t last = 0;
    bool has_last = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t color = load(pixels + i * 4);
        if (has_last && color == last) {
            continue;
        }
        last = color;
        has_last = true;
        unsigned slot = slot_of(palette, color);
        if (palette->slots[slot] != 0) {
            continue;
        }
        if (palette->count == 256) {
            return false;
        }
        palette->colors[palette->count++] = color;
        palette->slots[slot] = (uint16_t)palette->count;
    }
    return true;
}

void wi_palette_order(wi_palette *palette) {
    uint32_t colors[256];
    int count = 0;
    for (int opaque = 0; opaque < 2; opaque++) {
        for (int i = 0; i < palette->count; i++) {
            if ((palette->colors[i] >> 24 == 255) == opaque) {
                colors[count++] = palette->colors[i];
            }
        }
        if (!opaque) {
            palette->transparent_count = count;
        }
    }
    memcpy(palette->colors, colors, sizeof(uint32_t) * (size_t)count);
    memset(palette->slots, 0, sizeof palette->slots);
    for (int i = 0; i < count; i++) {
        palette->slots[slot_of(palette, palette->colors[i])] = (uint16_t)(i + 1);
    }
}

void wi_palette_index_row(const wi_palette *palette, const uint8_t *pixels, uint8_t *indices, size_t count) {
    uint32_t last = 0;
    uint8_t index = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t color = load(pixels + i * 4);
        if (i == 0 || color != last) {
            last = color;
            index = (uint8_t)(palette->slots[slot_of(palette, color)] - 1);
        }
        indices[i] = index;
    }
}
