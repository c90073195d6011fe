#ifndef WI_PALETTE_H
#define WI_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The different pixels of a picture, as long as there are no more than 256. All zero is an empty one.
typedef struct wi_palette {
    /// Pixels as they stand in memory.
    uint32_t colors[256];
    int count;
    /// How many of the colors, from the first, have an alpha below 255; set by `wi_palette_order`.
    int transparent_count;
    /// Hash slots: index of a color + 1, or 0.
    uint16_t slots[1024];
} wi_palette;

/// Adds the pixels of a row; false where that makes more than 256.
bool wi_palette_collect_row(wi_palette *_Nonnull palette, const uint8_t *_Nonnull pixels, size_t count);

/// Puts the colors that aren't opaque first, as PNG's tRNS wants it.
void wi_palette_order(wi_palette *_Nonnull palette);

/// Writes the index of every pixel; all of them must have been collected.
void wi_palette_index_row(
    const wi_palette *_Nonnull palette, const uint8_t *_Nonnull pixels, uint8_t *_Nonnull indices, size_t count);

#endif
