#include "wi_png_filters.h"

#include <string.h>

// The rows are at least three bytes longer in memory than they are: loads of four bytes may look behind a pixel of three.

#if defined(__SSE2__)
#include <immintrin.h>

static inline __m128i load(const uint8_t *bytes) {
    int32_t four;
    memcpy(&four, bytes, 4);
    return _mm_cvtsi32_si128(four);
}

static inline void store(uint8_t *bytes, __m128i value, int channels) {
    int32_t four = _mm_cvtsi128_si32(value);
    memcpy(bytes, &four, (size_t)channels);
}

static inline __m128i absolute(__m128i value) { return _mm_max_epi16(value, _mm_sub_epi16(_mm_setzero_si128(), value)); }

static inline __m128i chosen(__m128i mask, __m128i yes, __m128i no) {
    return _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no));
}

static inline void subtracted(uint8_t *row, size_t count, int channels) {
    __m128i left = _mm_setzero_si128();
    for (size_t i = 0; i < count; i++, row += channels) {
        left = _mm_add_epi8(load(row), left);
        store(row, left, channels);
    }
}

static inline void averaged(uint8_t *row, const uint8_t *above, size_t count, int channels) {
    const __m128i one = _mm_set1_epi8(1);
    __m128i left = _mm_setzero_si128();
    for (size_t i = 0; i < count; i++, row += channels, above += channels) {
        __m128i up = load(above);
        // The instruction rounds up, the filter down.
        __m128i mean = _mm_sub_epi8(_mm_avg_epu8(left, up), _mm_and_si128(_mm_xor_si128(left, up), one));
        left = _mm_add_epi8(load(row), mean);
        store(row, left, channels);
    }
}

static inline void predicted(uint8_t *row, const uint8_t *above, size_t count, int channels) {
    const __m128i zero = _mm_setzero_si128();
    __m128i left = zero, corner = zero;
    for (size_t i = 0; i < count; i++, row += channels, above += channels) {
        __m128i up = _mm_unpacklo_epi8(load(above), zero);
        // p = left + up - corner; the distances are |up - corner|, |left - corner| and |left + up - 2 corner|.
        __m128i to_left = _mm_sub_epi16(up, corner), to_up = _mm_sub_epi16(left, corner);
        __m128i to_corner = absolute(_mm_add_epi16(to_left, to_up));
        to_left = absolute(to_left);
        to_up = absolute(to_up);
        __m128i least = _mm_min_epi16(to_corner, _mm_min_epi16(to_left, to_up));
        __m128i nearest = chosen(
            _mm_cmpeq_epi16(least, to_left), left, chosen(_mm_cmpeq_epi16(least, to_up), up, corner));
        // Bytes wrap; the upper halves stay zero.
        left = _mm_add_epi8(_mm_unpacklo_epi8(load(row), zero), nearest);
        corner = up;
        store(row, _mm_packus_epi16(left, left), channels);
    }
}

__attribute__((target("ssse3"))) static size_t rgb_to_bgra(const uint8_t *row, uint8_t *target, size_t count) {
    const __m128i order = _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1);
    const __m128i opaque = _mm_set1_epi32((int)0xFF000000u);
    size_t i = 0;
    // 16 bytes are read for 12.
    for (; i + 6 <= count; i += 4) {
        __m128i four = _mm_loadu_si128((const __m128i *)(row + i * 3));
        _mm_storeu_si128((__m128i *)(target + i * 4), _mm_or_si128(_mm_shuffle_epi8(four, order), opaque));
    }
    return i;
}

#else

static inline void subtracted(uint8_t *row, size_t count, int channels) {
    for (size_t i = (size_t)channels; i < count * (size_t)channels; i++) row[i] = (uint8_t)(row[i] + row[i - channels]);
}

static inline void averaged(uint8_t *row, const uint8_t *above, size_t count, int channels) {
    for (size_t i = 0; i < count * (size_t)channels; i++) {
        unsigned left = i < (size_t)channels ? 0 : row[i - channels];
        row[i] = (uint8_t)(row[i] + (left + above[i]) / 2);
    }
}

static inline void predicted(uint8_t *row, const uint8_t *above, size_t count, int channels) {
    for (size_t i = 0; i < count * (size_t)channels; i++) {
        int left = i < (size_t)channels ? 0 : row[i - channels], up = above[i];
        int corner = i < (size_t)channels ? 0 : above[i - channels];
        int to_left = up - corner, to_up = left - corner, to_corner = to_left + to_up;
        to_left = to_left < 0 ? -to_left : to_left;
        to_up = to_up < 0 ? -to_up : to_up;
        to_corner = to_corner < 0 ? -to_corner : to_corner;
        int nearest = to_left <= to_up && to_left <= to_corner ? left : to_up <= to_corner ? up : corner;
        row[i] = (uint8_t)(row[i] + nearest);
    }
}

#endif

bool wi_png_unfilter(uint8_t *row, const uint8_t *above, size_t count, int channels, uint8_t filter) {
    switch (filter) {
    case 0: return true;
    case 1:
        // The number of channels is a constant in each, so that a pixel is moved by one instruction.
        channels == 3 ? subtracted(row, count, 3) : subtracted(row, count, 4);
        return true;
    case 2:
        for (size_t i = 0; i < count * (size_t)channels; i++) row[i] = (uint8_t)(row[i] + above[i]);
        return true;
    case 3: channels == 3 ? averaged(row, above, count, 3) : averaged(row, above, count, 4); return true;
    case 4: channels == 3 ? predicted(row, above, count, 3) : predicted(row, above, count, 4); return true;
    default: return false;
    }
}

void wi_png_to_bgra(const uint8_t *row, uint8_t *target, size_t count, int channels) {
    size_t i = 0;
    if (channels == 3) {
#if defined(__SSE2__)
        if (__builtin_cpu_supports("ssse3")) i = rgb_to_bgra(row, target, count);
#endif
        for (; i < count; i++) {
            uint32_t pixel = 0xFF000000u | (uint32_t)row[i * 3] << 16 | (uint32_t)row[i * 3 + 1] << 8 | row[i * 3 + 2];
            memcpy(target + i * 4, &pixel, 4);
        }
        return;
    }
    for (; i < count; i++) {
        uint32_t pixel;
        memcpy(&pixel, row + i * 4, 4);
        pixel = (pixel & 0xFF00FF00u) | (pixel >> 16 & 255) | (pixel & 255) << 16;
        memcpy(target + i * 4, &pixel, 4);
    }
}
