#ifndef WI_QUANTIZE_H
#define WI_QUANTIZE_H

#include <stddef.h>
#include <stdint.h>

// Colors reduced to a palette. In C because these loops touch every pixel and must stay quick where a program is built
// for debugging. A pixel here is 0xFFRRGGBB, or 0 for one that isn't painted.

enum { WI_QUANTIZE_BINS = 32768, WI_QUANTIZE_SLOTS = 1024, WI_QUANTIZE_CELLS = 262144 };

typedef struct {
    /// The result: `color_count` opaque colors.
    uint32_t palette[256];
    int color_count;
    /// Whether the palette holds every color that was counted.
    int is_exact;

    /// The distinct colors, as long as there are no more than 256: an open hash table of palette places.
    uint32_t slot_colors[WI_QUANTIZE_SLOTS];
    int16_t slot_places[WI_QUANTIZE_SLOTS];
    uint32_t distinct[256];
    int distinct_count;

    /// All colors by their upper five bits a channel: how many, and their sums.
    uint32_t counts[WI_QUANTIZE_BINS];
    uint64_t sums[WI_QUANTIZE_BINS][3];
    /// The bins in use, ordered by the boxes that they fall into.
    uint16_t bins[WI_QUANTIZE_BINS];
    /// The nearest palette place of a color's upper six bits a channel; -1 is not looked up yet.
    int16_t nearest[WI_QUANTIZE_CELLS];
} wi_quantizer;

void wi_quantizer_reset(wi_quantizer *state);

/// Counts the colors of `count` pixels.
void wi_quantizer_add(wi_quantizer *state, const uint32_t *pixels, size_t count);

/// Makes a palette of at most `limit` colors (1…256): exact where that is enough, else by splitting the box whose colors
/// vary most at their mean, again and again.
void wi_quantizer_finish(wi_quantizer *state, int limit);

/// Whether each painted pixel's color stands in an exact palette.
int wi_quantizer_covers(const wi_quantizer *state, const uint32_t *pixels, size_t count);

/// Writes the palette places of `height` rows of `width` pixels; an unpainted pixel becomes `unpainted`.
/// Where the palette isn't exact, the difference is spread over the neighbors (Floyd and Steinberg). `errors` has room
/// for 6 × (`width` + 2) values.
void wi_quantizer_map(wi_quantizer *state, const uint32_t *pixels, size_t width, size_t height, int unpainted,
                      uint8_t *indices, int *errors);

/// Premultiplied BGRA to pixels of the kind above: half clear or more becomes 0.
void wi_quantize_flatten(uint32_t *pixels, const uint32_t *source, size_t count);

/// Sets each pixel that equals the one in `below` to 0.
void wi_quantize_subtract(uint32_t *pixels, const uint32_t *below, size_t count);

/// The smallest rectangle (x, y, width, height) outside of which two pictures are the same; 0 where all of them is.
int wi_quantize_difference(const uint32_t *one, const uint32_t *other, size_t width, size_t height, size_t rect[4]);

/// Whether a pixel that `before` paints is unpainted in `after`.
int wi_quantize_uncovers(const uint32_t *before, const uint32_t *after, size_t count);

/// How many pixels are unpainted.
size_t wi_quantize_unpainted(const uint32_t *pixels, size_t count);

#endif
