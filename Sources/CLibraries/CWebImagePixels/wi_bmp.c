#include "include/wi_bmp.h"

void wi_bmp_indexed_row(uint32_t *pixels, const uint8_t *source, size_t width, int bits, const uint32_t palette[256]) {
    if (bits == 8) {
        for (size_t x = 0; x < width; x++) pixels[x] = palette[source[x]];
        return;
    }
    size_t in_byte = (size_t)(8 / bits);
    unsigned mask = (1u << bits) - 1;
    for (size_t x = 0; x < width; x++) {
        int shift = (int)(in_byte - 1 - x % in_byte) * bits;
        pixels[x] = palette[source[x / in_byte] >> shift & mask];
    }
}

static inline uint32_t load(const uint8_t *source, int bytes) {
    uint32_t value = (uint32_t)source[0] | (uint32_t)source[1] << 8;
    if (bytes > 2) value |= (uint32_t)source[2] << 16;
    if (bytes > 3) value |= (uint32_t)source[3] << 24;
    return value;
}

static inline uint32_t channel(uint32_t pixel, wi_bmp_channel where) {
    if (where.bits == 8) return pixel >> where.shift & 255;
    if (where.bits == 0) return 0;
    uint64_t largest = ((uint64_t)1 << where.bits) - 1;
    return (uint32_t)(((pixel >> where.shift & largest) * 255 + largest / 2) / largest);
}

void wi_bmp_masked_row(uint32_t *pixels, const uint8_t *source, size_t width, int bytes,
                       const wi_bmp_channel channels[4]) {
    for (size_t x = 0; x < width; x++, source += bytes) {
        uint32_t pixel = load(source, bytes);
        uint32_t red = channel(pixel, channels[0]), green = channel(pixel, channels[1]),
                 blue = channel(pixel, channels[2]);
        uint32_t alpha = channels[3].bits ? channel(pixel, channels[3]) : 255;
        pixels[x] = alpha << 24 | red << 16 | green << 8 | blue;
    }
}

int wi_bmp_has_alpha(const uint8_t *source, size_t width, int bytes, wi_bmp_channel alpha) {
    for (size_t x = 0; x < width; x++, source += bytes)
        if (channel(load(source, bytes), alpha)) return 1;
    return 0;
}

void wi_bmp_rle_rows(wi_bmp_rle *state, const uint8_t *input, size_t length, uint8_t *pixels, ptrdiff_t stride,
                     size_t width, size_t rows, int bits, const uint32_t palette[256]) {
    size_t at = state->position, x = state->x, y = state->y;
    while (!state->ended && y < rows && length - at >= 2) {
        unsigned count = input[at], value = input[at + 1];
        uint32_t *row = (uint32_t *)(pixels + (ptrdiff_t)y * stride);
        if (count > 0) {
            // A run that leaves the row is cut.
            for (unsigned i = 0; i < count && x < width; i++, x++)
                row[x] = palette[bits == 8 ? value : i & 1 ? value & 15 : value >> 4];
            at += 2;
        } else if (value == 0) {
            x = 0;
            y++;
            at += 2;
        } else if (value == 1) {
            state->ended = 1;
            at += 2;
        } else if (value == 2) {
            if (length - at < 4) break;
            x += input[at + 2];
            y += input[at + 3];
            at += 4;
        } else {
            size_t bytes = bits == 8 ? value : (value + 1) / 2, padded = bytes + (bytes & 1);
            if (length - at - 2 < padded) break;
            const uint8_t *places = input + at + 2;
            for (unsigned i = 0; i < value && x < width; i++, x++)
                row[x] = palette[bits == 8 ? places[i] : i & 1 ? places[i / 2] & 15 : places[i / 2] >> 4];
            at += 2 + padded;
        }
        if (x > width) x = width;
    }
    state->position = at;
    state->x = x;
    state->y = y;
}

void wi_bmp_mask_row(uint32_t *pixels, const uint8_t *mask, size_t width) {
    for (size_t x = 0; x < width; x++)
        if (mask[x / 8] >> (7 - x % 8) & 1) pixels[x] = 0;
}

void wi_bmp_write_row(uint8_t *target, const uint32_t *pixels, size_t width, int bytes) {
    for (size_t x = 0; x < width; x++, target += bytes) {
        uint32_t pixel = pixels[x], alpha = pixel >> 24;
        for (int c = 0; c < 3; c++) {
            uint32_t value = pixel >> (8 * c) & 255;
            if (alpha != 255) value = alpha == 0 ? 0 : (value * 255 + alpha / 2) / alpha;
            target[c] = (uint8_t)(value > 255 ? 255 : value);
        }
        if (bytes == 4) target[3] = (uint8_t)alpha;
    }
}
