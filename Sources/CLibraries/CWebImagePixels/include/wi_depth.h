#ifndef WI_DEPTH_H
#define WI_DEPTH_H

#include <stddef.h>
#include <stdint.h>

// Loops over values of odd depths. C for the same reason as `wi_pixel_rows.h`.

/// Spreads `count` values of `bits` bits (9 to 16) over 16 bits: the largest becomes 65535. May be the same row.
void wi_widen_row(const uint16_t *_Nonnull source, uint16_t *_Nonnull target, size_t count, int bits);

/// Makes every BGRA or RGBA pixel opaque.
void wi_make_opaque_row(uint8_t *_Nonnull pixels, size_t count);

/// 16 bits to 8, rounded to the nearest of value / 257.
void wi_narrow_row(const uint16_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

typedef enum { WI_SAMPLE_UINT16, WI_SAMPLE_UINT32, WI_SAMPLE_FLOAT32 } wi_sample_format;

/// `count` pixels of `samples` values each to RGBA with 16 bits. The first `colors` values (1, gray, or 3) are colors,
/// the next, where there is one, alpha. White is the largest whole number, or 1; what lies outside is clipped, NaN is 0.
void wi_samples_to_rgba16_row(
    const void *_Nonnull source, uint16_t *_Nonnull target, size_t count, wi_sample_format format, int colors,
    int samples);

#endif
