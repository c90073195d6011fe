#include "wi_pixel_rows.h"

#include <string.h>

static inline uint32_t load(const uint8_t *pixel) {
    uint32_t value;
    memcpy(&value, pixel, 4);
    return value;
}

static inline void store(uint8_t *pixel, uint32_t value) { memcpy(pixel, &value, 4); }

/// All four bytes times `factor` / 255, each rounded to the nearest, two at a time.
static inline uint32_t scaled(uint32_t pixel, uint32_t factor) {
    uint32_t even = (pixel & 0x00FF00FFu) * factor + 0x00800080u;
    uint32_t odd = (pixel >> 8 & 0x00FF00FFu) * factor + 0x00800080u;
    even = (even + (even >> 8 & 0x00FF00FFu)) >> 8 & 0x00FF00FFu;
    odd = (odd + (odd >> 8 & 0x00FF00FFu)) & 0xFF00FF00u;
    return even | odd;
}

bool wi_premultiply_row(uint8_t *pixels, size_t count) {
    uint32_t all = 0xFF000000u;
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = load(pixels + i * 4);
        all &= pixel;
        store(pixels + i * 4, (scaled(pixel, pixel >> 24) & 0x00FFFFFFu) | (pixel & 0xFF000000u));
    }
    return all >> 24 == 255;
}

bool wi_premultiply_rows(uint8_t *pixels, size_t stride, size_t count, size_t rows) {
    bool opaque = true;
    for (size_t y = 0; y < rows; y++) {
        opaque &= wi_premultiply_row(pixels + y * stride, count);
    }
    return opaque;
}

void wi_unpremultiply_row(const uint8_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = load(source + i * 4);
        uint32_t alpha = pixel >> 24;
        if (alpha == 255) {
            store(target + i * 4, pixel);
        } else if (alpha == 0) {
            store(target + i * 4, 0);
        } else {
            uint32_t half = alpha / 2;
            uint32_t blue = ((pixel & 255) * 255 + half) / alpha;
            uint32_t green = ((pixel >> 8 & 255) * 255 + half) / alpha;
            uint32_t red = ((pixel >> 16 & 255) * 255 + half) / alpha;
            blue = blue > 255 ? 255 : blue;
            green = green > 255 ? 255 : green;
            red = red > 255 ? 255 : red;
            store(target + i * 4, blue | green << 8 | red << 16 | alpha << 24);
        }
    }
}

bool wi_row_is_opaque(const uint8_t *pixels, size_t count) {
    uint32_t all = 0xFF000000u;
    for (size_t i = 0; i < count; i++) {
        all &= load(pixels + i * 4);
    }
    return all >> 24 == 255;
}

bool wi_row_is_clear(const uint8_t *pixels, size_t count) {
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) {
        any |= load(pixels + i * 4);
    }
    return any >> 24 == 0;
}

bool wi_row_is_gray(const uint8_t *pixels, size_t count) {
    uint32_t difference = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = load(pixels + i * 4);
        difference |= (pixel ^ pixel >> 8) & 0xFFFFu;
    }
    return difference == 0;
}

void wi_swap_red_blue_row(const uint8_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = load(source + i * 4);
        store(target + i * 4, (pixel & 0xFF00FF00u) | (pixel >> 16 & 255) | (pixel & 255) << 16);
    }
}

void wi_rgb_to_bgra_row(const uint8_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint8_t *rgb = source + i * 3;
        store(target + i * 4, 0xFF000000u | (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2]);
    }
}

void wi_bgra_to_rgb_row(const uint8_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = load(source + i * 4);
        target[i * 3] = (uint8_t)(pixel >> 16);
        target[i * 3 + 1] = (uint8_t)(pixel >> 8);
        target[i * 3 + 2] = (uint8_t)pixel;
    }
}

void wi_gray_to_bgra_row(const uint8_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        store(target + i * 4, 0xFF000000u | source[i] * 0x010101u);
    }
}

void wi_gray_alpha_to_bgra_row(const uint8_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        store(target + i * 4, (uint32_t)source[i * 2 + 1] << 24 | source[i * 2] * 0x010101u);
    }
}

void wi_bgra_to_gray_row(const uint8_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        target[i] = source[i * 4 + 1];
    }
}

void wi_cmyk_to_bgra_row(const uint8_t *source, uint8_t *target, size_t count, bool inverted) {
    uint32_t flip = inverted ? 0 : 0xFFFFFFFFu;
    for (size_t i = 0; i < count; i++) {
        uint32_t inks = load(source + i * 4) ^ flip;
        uint32_t color = scaled(inks, inks >> 24);
        store(target + i * 4, 0xFF000000u | (color & 0xFF00u) | (color >> 16 & 255) | (color & 255) << 16);
    }
}

static inline uint32_t narrowed(uint16_t value) { return ((uint32_t)value * 255u + 32895u) >> 16; }

void wi_rgba16_to_bgra_row(const uint16_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint16_t *rgba = source + i * 4;
        uint32_t color = narrowed(rgba[2]) | narrowed(rgba[1]) << 8 | narrowed(rgba[0]) << 16;
        store(target + i * 4, color | narrowed(rgba[3]) << 24);
    }
}

void wi_map_row(uint8_t *pixels, size_t count, const uint8_t *table) {
    for (size_t i = 0; i < count; i++) {
        uint8_t *pixel = pixels + i * 4;
        pixel[0] = table[pixel[0] * 4];
        pixel[1] = table[pixel[1] * 4 + 1];
        pixel[2] = table[pixel[2] * 4 + 2];
    }
}

void wi_draw_over_row(const uint8_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t above = load(source + i * 4);
        uint32_t alpha = above >> 24;
        if (alpha == 255) {
            store(target + i * 4, above);
        } else if (alpha != 0) {
            store(target + i * 4, above + scaled(load(target + i * 4), 255 - alpha));
        }
    }
}

void wi_paint_below_row(uint8_t *pixels, size_t count, uint32_t color) {
    for (size_t i = 0; i < count; i++) {
        uint32_t above = load(pixels + i * 4);
        store(pixels + i * 4, above + scaled(color, 255 - (above >> 24)));
    }
}

/// Columns of a block that a turn by a quarter writes: 16 rows of 64 bytes lie in the first-level cache on both sides.
enum { BLOCK = 16 };

void wi_orient_rows(
    const uint8_t *source, size_t source_stride, uint8_t *target, size_t target_stride, size_t width, size_t height,
    size_t first_row, size_t rows, int orientation) {
    bool flips_columns = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    bool flips_rows = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    if (orientation < 5) {
        for (size_t y = 0; y < rows; y++) {
            const uint8_t *from = source + y * source_stride;
            size_t row = first_row + y;
            uint8_t *to = target + (flips_rows ? height - 1 - row : row) * target_stride;
            if (!flips_columns) {
                memcpy(to, from, width * 4);
                continue;
            }
            for (size_t x = 0; x < width; x++) {
                store(to + (width - 1 - x) * 4, load(from + x * 4));
            }
        }
        return;
    }
    // A stored column becomes a shown row.
    for (size_t top = 0; top < rows; top += BLOCK) {
        size_t bottom = top + BLOCK < rows ? top + BLOCK : rows;
        for (size_t left = 0; left < width; left += BLOCK) {
            size_t right = left + BLOCK < width ? left + BLOCK : width;
            for (size_t x = left; x < right; x++) {
                uint8_t *to = target + (flips_columns ? width - 1 - x : x) * target_stride;
                for (size_t y = top; y < bottom; y++) {
                    size_t row = first_row + y;
                    store(to + (flips_rows ? height - 1 - row : row) * 4, load(source + y * source_stride + x * 4));
                }
            }
        }
    }
}
