#ifndef WI_EFFECTS_H
#define WI_EFFECTS_H

#include <stddef.h>
#include <stdint.h>

// The loops of the editors, a row at a time so that work can be cancelled between rows. Pixels are premultiplied BGRA8
// unless said otherwise. Source and target may be the same row where nothing else is said.

/// Straight colors times a matrix: four rows (red, green, blue, alpha of the result) of five factors (red, green, blue,
/// alpha and 1), values from 0 to 1.
void wi_color_matrix_row(
    const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count, const float *_Nonnull matrix);

/// The most steps of a lookup table's channel.
enum { WI_CUBE_SIDE_MAXIMUM = 256 };

/// Straight colors through a cube of `side`^3 colors: `tiles` x `tiles` squares (by blue) of `side` x `side` pixels (red
/// to the right, green down), interpolated in all three; `amount` from 0 to 1 is how much of it is taken.
void wi_lookup_row(
    const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count, const uint8_t *_Nonnull cube,
    size_t cube_stride, int32_t side, int32_t tiles, float amount);

/// Adds `amount` times the difference to the blurred picture; alpha stays.
void wi_sharpen_row(
    const uint8_t *_Nonnull source, const uint8_t *_Nonnull blurred, uint8_t *_Nonnull target, size_t count,
    float amount);

/// Makes colors straight and every pixel opaque.
void wi_make_solid_row(const uint8_t *_Nonnull source, uint8_t *_Nonnull target, size_t count);

/// Multiplies the opaque pixels of `target` with the alpha of `shape`.
void wi_take_shape_row(const uint8_t *_Nonnull shape, uint8_t *_Nonnull target, size_t count);

/// Samples a picture of `width` x `height` pixels along a line, from the point (x, y) in steps of (step_x, step_y), with
/// the cubic of Catmull and Rom; outside of the picture all is clear. A pixel's middle lies at 0.5.
void wi_sample_row(
    const uint8_t *_Nonnull source, size_t source_stride, int32_t width, int32_t height, uint8_t *_Nonnull target,
    size_t count, double x, double y, double step_x, double step_y);

#endif
