#ifndef WI_PIXEL_ROWS_H
#define WI_PIXEL_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loops over pixels of decoders and encoders. They are C because a program that uses this package builds it at its own
// optimization level: at -Onone the same loops in Swift take about five times as long.
//
// "BGRA" is four bytes a pixel in memory order blue, green, red, alpha. Source and target may be the same row.

/// Straight to premultiplied, rounded to the nearest. Returns whether every alpha is 255.
bool wi_premultiply_row(uint8_t *_Nonnull pixels, size_t count);

/// `wi_premultiply_row` for `rows` rows that begin `stride` bytes apart.
bool wi_premultiply_rows(uint8_t *_Nonnull pixels, size_t stride, size_t count, size_t rows);

/// Premultiplied to straight, rounded to the nearest; a clear pixel becomes all zero.
void wi_unpremultiply_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// Whether every alpha is 255.
bool wi_row_is_opaque(const uint8_t *_Nonnull pixels, size_t count);

/// Whether every alpha is 0.
bool wi_row_is_clear(const uint8_t *_Nonnull pixels, size_t count);

/// Whether red, green and blue are the same in every pixel.
bool wi_row_is_gray(const uint8_t *_Nonnull pixels, size_t count);

/// Exchanges the first and the third byte of every pixel: RGBA to BGRA and back.
void wi_swap_red_blue_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// Three bytes a pixel, red first, to opaque BGRA. The rows must not overlap.
void wi_rgb_to_bgra_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// BGRA to three bytes a pixel, red first; alpha is left out. The rows must not overlap.
void wi_bgra_to_rgb_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// One byte a pixel to opaque BGRA. The rows must not overlap.
void wi_gray_to_bgra_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// Gray and alpha to straight BGRA. The rows must not overlap.
void wi_gray_alpha_to_bgra_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// BGRA to its green byte alone. The rows must not overlap.
void wi_bgra_to_gray_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// Four inks a pixel to opaque BGRA without a profile: each color is (255 - ink) * (255 - black) / 255.
/// `inverted` says that 255 is no ink, as Adobe writes it.
void wi_cmyk_to_bgra_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count, bool inverted);

/// RGBA with 16 bits a channel in the machine's byte order to straight BGRA, rounded to the nearest of value / 257.
void wi_rgba16_to_bgra_row(const uint16_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// Replaces each color through a table of 256 BGRX entries by its own byte: blue by the entry's first byte at the
/// index of blue, and so on. Alpha stays. For gray profiles and for gamma.
void wi_map_row(uint8_t *_Nonnull pixels, size_t count, const uint8_t *_Nonnull table);

/// Draws premultiplied `source` over premultiplied `target`.
void wi_draw_over_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// Paints one premultiplied color below the pixels of a row.
void wi_paint_below_row(uint8_t *_Nonnull pixels, size_t count, uint32_t color);

/// Turns pixels as EXIF's orientation says (1 to 8).
///
/// The source is rows `first_row ..< first_row + rows` of a picture that is stored with `width` x `height` pixels; the
/// target is the whole turned picture. Works in blocks, so that the columns that a turn writes stay in the cache.
void wi_orient_rows(
    const uint8_t *_Nonnull source, size_t source_stride, uint8_t *_Nonnull target, size_t target_stride, size_t width,
    size_t height, size_t first_row, size_t rows, int orientation);

#endif
