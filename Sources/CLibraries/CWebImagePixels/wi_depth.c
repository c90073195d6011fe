#include "wi_depth.h"

void wi_widen_row(const uint16_t *source, uint16_t *target, size_t count, int bits) {
    uint32_t largest = (1u << bits) - 1;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = source[i] < largest ? source[i] : largest;
        target[i] = (uint16_t)(value << (16 - bits) | value >> (2 * bits - 16));
    }
}

void wi_make_opaque_row(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) pixels[i * 4 + 3] = 255;
}

void wi_narrow_row(const uint16_t *source, uint8_t *target, size_t count) {
    for (size_t i = 0; i < count; i++) target[i] = (uint8_t)(((uint32_t)source[i] * 255u + 32895u) >> 16);
}

static uint16_t deep(const void *source, size_t index, wi_sample_format format) {
    if (format == WI_SAMPLE_UINT16) return ((const uint16_t *)source)[index];
    if (format == WI_SAMPLE_UINT32) return (uint16_t)(((const uint32_t *)source)[index] >> 16);
    float value = ((const float *)source)[index];
    if (!(value > 0)) return 0;
    return value >= 1 ? 65535 : (uint16_t)(value * 65535.0f + 0.5f);
}

void wi_samples_to_rgba16_row(
    const void *source, uint16_t *target, size_t count, wi_sample_format format, int colors, int samples) {
    for (size_t i = 0; i < count; i++) {
        size_t first = i * (size_t)samples;
        for (int channel = 0; channel < 3; channel++) {
            target[i * 4 + (size_t)channel] = deep(source, first + (colors == 3 ? (size_t)channel : 0), format);
        }
        target[i * 4 + 3] = samples > colors ? deep(source, first + (size_t)colors, format) : 65535;
    }
}
