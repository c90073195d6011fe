#ifndef WI_RESAMPLE_H
#define WI_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

// The loops of the resampler. They are C because a program builds its packages at its own optimisation level: vector
// code keeps its speed in a debug build, where the same loops in Swift would take fifty times as long.
//
// Pixels are premultiplied BGRA8. Rows are filtered along x first, two at a time, into "pair rows": for every pixel and
// channel the value of the upper and of the lower row side by side, 16 bits each with WI_PAIR_FRACTION bits after the
// point. Pairs of pair rows are then filtered along y into finished rows.

/// The values are those of `ResampleFilter` in Swift.
enum { WI_FILTER_NEAREST, WI_FILTER_BOX, WI_FILTER_TRIANGLE, WI_FILTER_CATMULL_ROM, WI_FILTER_MITCHELL, WI_FILTER_LANCZOS3 };

enum { WI_PAIR_FRACTION = 6 };

/// How many source pixels one result pixel is made of at most, rounded up so that the loops have no rest.
int32_t wi_weights_taps(int filter, int32_t source, int32_t scaled, int along_y);

/// Computes the weights of the results `first ..< first + count`.
///
/// `starts` takes the first source pixel of each, `weights` `taps` values each. Every result's weights add up to exactly
/// 1 << shift, so that flat areas and full alpha stay as they are. Gives the shift.
int32_t wi_weights_fill(
    int filter, int32_t source, int32_t scaled, int32_t first, int32_t count, int32_t taps, int along_y,
    int32_t *starts, int16_t *weights);

/// Filters the rows `upper` and `lower` along x into a pair row of `count` pixels.
void wi_resample_pair(
    const uint8_t *upper, const uint8_t *lower, const int32_t *starts, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, int16_t *pair);

/// Filters `taps / 2` pair rows along y into the row `out` of `count` pixels, rounded up to a multiple of 4.
///
/// `ring` holds `capacity` pair rows, `stride` values apart; the first one wanted is number `first`.
void wi_resample_row(
    const int16_t *ring, int32_t capacity, ptrdiff_t stride, int32_t first, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, uint8_t *out);

#endif
