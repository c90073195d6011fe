#include "wi_effects.h"
#include "wi_pixel_rows.h"

#include <math.h>
#include <string.h>

typedef uint8_t wi_u8x4 __attribute__((vector_size(4)));
typedef int32_t wi_i32x4 __attribute__((vector_size(16)));
typedef float wi_f32x4 __attribute__((vector_size(16)));

static inline wi_f32x4 wi_load(const uint8_t *pixel) {
    wi_u8x4 bytes;
    memcpy(&bytes, pixel, 4);
    return __builtin_convertvector(bytes, wi_f32x4);
}

static inline wi_f32x4 wi_all(float value) { return (wi_f32x4){value, value, value, value}; }

static inline wi_f32x4 wi_clamped(wi_f32x4 value, float most) {
    wi_i32x4 over = value > most;
    wi_i32x4 bits = ((wi_i32x4)value & ~over) | ((wi_i32x4)wi_all(most) & over);
    return (wi_f32x4)(bits & ((wi_f32x4)bits > 0));
}

// Rounds and stores values from 0 to 255.
static inline void wi_store(uint8_t *pixel, wi_f32x4 value) {
    wi_u8x4 bytes = __builtin_convertvector(__builtin_convertvector(value + 0.5f, wi_i32x4), wi_u8x4);
    memcpy(pixel, &bytes, 4);
}

// A straight color (0 to 255) with its alpha, premultiplied and stored.
static inline void wi_store_straight(uint8_t *pixel, wi_f32x4 color, float alpha) {
    color *= alpha * (1 / 255.f);
    color[3] = alpha;
    wi_store(pixel, color);
}

void wi_color_matrix_row(const uint8_t *source, uint8_t *target, size_t count, const float *matrix) {
    wi_f32x4 columns[5];
    for (int k = 0; k < 5; k++) {
        columns[k] = (wi_f32x4){matrix[10 + k], matrix[5 + k], matrix[k], matrix[15 + k]};
    }
    columns[4] *= 255;
    for (size_t i = 0; i < count; i++, source += 4, target += 4) {
        wi_f32x4 pixel = wi_load(source);
        float alpha = pixel[3];
        if (alpha > 0 && alpha < 255) pixel *= 255 / alpha;
        wi_f32x4 result = columns[0] * pixel[2] + columns[1] * pixel[1] + columns[2] * pixel[0] + columns[3] * alpha
            + columns[4];
        result = wi_clamped(result, 255);
        // Alpha is rounded before it is used, so that no color is more than its alpha.
        wi_store_straight(target, result, (float)(int)(result[3] + 0.5f));
    }
}

// Between the colors at `low` and `high` steps of red, in two rows of green.
static inline wi_f32x4 wi_square(
    const uint8_t *row, const uint8_t *next_row, size_t low, size_t high, float red, float green) {
    wi_f32x4 a = wi_load(row + low), b = wi_load(next_row + low);
    a += (wi_load(row + high) - a) * red;
    b += (wi_load(next_row + high) - b) * red;
    return a + (b - a) * green;
}

void wi_lookup_row(
    const uint8_t *source, uint8_t *target, size_t count, const uint8_t *cube, size_t cube_stride, int32_t side,
    int32_t tiles, float amount) {
    float scale = (float)(side - 1) / 255;
    const uint8_t *squares[WI_CUBE_SIDE_MAXIMUM];
    for (int32_t b = 0; b < side; b++) {
        squares[b] = cube + (size_t)(b / tiles * side) * cube_stride + (size_t)(b % tiles * side) * 4;
    }
    for (size_t i = 0; i < count; i++, source += 4, target += 4) {
        wi_f32x4 pixel = wi_load(source);
        float alpha = pixel[3];
        if (alpha > 0 && alpha < 255) pixel = wi_clamped(pixel * (255 / alpha), 255);
        wi_f32x4 place = pixel * scale;
        wi_i32x4 low = __builtin_convertvector(place, wi_i32x4);
        wi_f32x4 part = place - __builtin_convertvector(low, wi_f32x4);
        // Where there is no next step, the part is 0.
        wi_i32x4 high = low + 1;
        high += high >= side;
        size_t r0 = (size_t)low[2] * 4, r1 = (size_t)high[2] * 4;
        size_t g0 = (size_t)low[1] * cube_stride, g1 = (size_t)high[1] * cube_stride;
        const uint8_t *b0 = squares[low[0]], *b1 = squares[high[0]];
        wi_f32x4 color = wi_square(b0 + g0, b0 + g1, r0, r1, part[2], part[1]);
        color += (wi_square(b1 + g0, b1 + g1, r0, r1, part[2], part[1]) - color) * part[0];
        wi_store_straight(target, pixel + (color - pixel) * amount, alpha);
    }
}

void wi_sharpen_row(const uint8_t *source, const uint8_t *blurred, uint8_t *target, size_t count, float amount) {
    for (size_t i = 0; i < count; i++, source += 4, blurred += 4, target += 4) {
        wi_f32x4 pixel = wi_load(source), soft = wi_load(blurred);
        float alpha = pixel[3];
        // Compared at the same alpha, so that the edge of a shape isn't taken for an edge of color.
        if (soft[3] > 0) soft *= alpha / soft[3];
        wi_store(target, wi_clamped(pixel + (pixel - soft) * amount, alpha));
        target[3] = (uint8_t)alpha;
    }
}

void wi_make_solid_row(const uint8_t *source, uint8_t *target, size_t count) {
    wi_unpremultiply_row(source, target, count);
    for (size_t i = 0; i < count; i++) target[i * 4 + 3] = 255;
}

void wi_take_shape_row(const uint8_t *shape, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) target[i * 4 + 3] = shape[i * 4 + 3];
    wi_premultiply_row(target, count);
}

// The weights of the four neighbors at `t` behind the second one.
static inline wi_f32x4 wi_cubic_weights(float t) {
    return (wi_f32x4){
        ((-0.5f * t + 1) * t - 0.5f) * t, (1.5f * t - 2.5f) * t * t + 1, ((-1.5f * t + 2) * t + 0.5f) * t,
        (0.5f * t - 0.5f) * t * t};
}

void wi_sample_row(
    const uint8_t *source, size_t source_stride, int32_t width, int32_t height, uint8_t *target, size_t count, double x,
    double y, double step_x, double step_y) {
    for (size_t i = 0; i < count; i++, target += 4) {
        double at_x = x + (double)i * step_x - 0.5, at_y = y + (double)i * step_y - 0.5;
        if (!(at_x > -2 && at_y > -2 && at_x < width + 1.0 && at_y < height + 1.0)) {
            memset(target, 0, 4);
            continue;
        }
        int32_t left = (int32_t)floor(at_x), top = (int32_t)floor(at_y);
        wi_f32x4 across = wi_cubic_weights((float)(at_x - left)), down = wi_cubic_weights((float)(at_y - top));
        wi_f32x4 sum = wi_all(0);
        for (int j = 0; j < 4; j++) {
            int32_t row = top - 1 + j;
            if (row < 0 || row >= height) continue;
            const uint8_t *pixels = source + (size_t)row * source_stride;
            wi_f32x4 line = wi_all(0);
            if (left >= 1 && left + 2 < width) {
                pixels += (size_t)(left - 1) * 4;
                line = wi_load(pixels) * across[0] + wi_load(pixels + 4) * across[1] + wi_load(pixels + 8) * across[2]
                    + wi_load(pixels + 12) * across[3];
            } else {
                for (int k = 0; k < 4; k++) {
                    int32_t column = left - 1 + k;
                    if (column >= 0 && column < width) line += wi_load(pixels + (size_t)column * 4) * across[k];
                }
            }
            sum += line * down[j];
        }
        float alpha = sum[3] < 0 ? 0 : sum[3] > 255 ? 255 : sum[3];
        wi_store(target, wi_clamped(sum, (float)(int)(alpha + 0.5f)));
    }
}
