#ifndef WI_RESAMPLE_H
#define WI_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

// The loops of the resampler. They are C because a program builds its packages at its own optimisation level: vector
// code keeps its speed in a debug build, where the same loops in Swift would take fifty times as long.
//
// Pixels are premultiplied BGRA8. Two rows at a time are laid out side by side for the filter ("wide rows": 16 bits a
// channel, for two neighboring pixels of the upper row their blues, greens, reds and alphas, then the same of the lower
// row) and filtered along x into "pair rows": for every pixel and channel the value of the upper and of the lower row,
// 16 bits each with WI_PAIR_FRACTION bits after the point. Pair rows are then filtered along y into finished rows. So
// both filters are one instruction that multiplies sixteen values, and nothing is rearranged between.

/// The kernels that `ResampleFilter` names in Swift, and the bell of a blur.
enum {
    WI_FILTER_NEAREST, WI_FILTER_BOX, WI_FILTER_TRIANGLE, WI_FILTER_CATMULL_ROM, WI_FILTER_MITCHELL, WI_FILTER_LANCZOS3,
    WI_FILTER_GAUSSIAN
};

struct wi_kernel {
    int filter;
    /// For WI_FILTER_GAUSSIAN: the standard deviation in pixels; more than 0.
    double sigma;
};

enum { WI_PAIR_FRACTION = 6 };

/// How many source pixels one result pixel is made of at most: a multiple of 4, so that the loops have no rest.
int32_t wi_weights_taps(struct wi_kernel kernel, int32_t source, int32_t scaled);

/// Computes the weights of the results `first ..< first + count`.
///
/// `starts` takes the first source pixel of each, which is even, and `weights` `taps` values each. `fraction` is how many
/// bits the values have after the point already. Every result's weights add up to exactly 1 << shift, so that flat areas
/// and full alpha stay as they are. Gives the shift, or 0 where there is no memory.
int32_t wi_weights_fill(
    struct wi_kernel kernel, int32_t source, int32_t scaled, int32_t first, int32_t count, int32_t taps,
    int32_t fraction, int32_t *starts, int16_t *weights);

/// Lays out `count` pixels in the wide row `wide`: 16 bytes a pixel, rounded up to an even number of pixels.
void wi_resample_widen(const uint8_t *row, int32_t count, int is_lower, int16_t *wide);

/// Filters a wide row along x into a pair row of `count` pixels, rounded up to an even number.
void wi_resample_pair(
    const int16_t *wide, const int32_t *starts, const int16_t *weights, int32_t taps, int32_t shift, int32_t count,
    int16_t *pair);

/// Filters `taps / 2` pair rows along y into the row `out` of `count` pixels, rounded up to a multiple of 4.
///
/// `ring` holds `capacity` pair rows, `stride` values apart; the first one wanted is number `first`.
void wi_resample_row(
    const int16_t *ring, int32_t capacity, ptrdiff_t stride, int32_t first, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, uint8_t *out);

#endif
