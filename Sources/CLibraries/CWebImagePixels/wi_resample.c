#include "wi_resample.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define WI_AVX2 1
#endif

typedef uint8_t wi_u8x16 __attribute__((vector_size(16)));
typedef uint8_t wi_u8x8 __attribute__((vector_size(8)));
typedef int16_t wi_i16x8 __attribute__((vector_size(16)));
typedef int16_t wi_i16x4 __attribute__((vector_size(8)));
typedef int32_t wi_i32x4 __attribute__((vector_size(16)));

enum { WI_PAIR_MAXIMUM = 255 << WI_PAIR_FRACTION };

// Products of neighbours, added: what a filter does with two taps of four channels.
static inline wi_i32x4 wi_multiply_add(wi_i16x8 a, wi_i16x8 b) {
#if defined(__SSE2__)
    return (wi_i32x4)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    wi_i32x4 a0 = __builtin_convertvector(__builtin_shufflevector(a, a, 0, 2, 4, 6), wi_i32x4);
    wi_i32x4 a1 = __builtin_convertvector(__builtin_shufflevector(a, a, 1, 3, 5, 7), wi_i32x4);
    wi_i32x4 b0 = __builtin_convertvector(__builtin_shufflevector(b, b, 0, 2, 4, 6), wi_i32x4);
    wi_i32x4 b1 = __builtin_convertvector(__builtin_shufflevector(b, b, 1, 3, 5, 7), wi_i32x4);
    return a0 * b0 + a1 * b1;
#endif
}

static inline int32_t wi_two_weights(const int16_t *weights) {
    int32_t both;
    memcpy(&both, weights, 4);
    return both;
}

static inline wi_i32x4 wi_limited(wi_i32x4 value, int32_t most) {
    value &= ~(value < 0);
    wi_i32x4 over = value > most;
    return (value & ~over) | (over & most);
}

// MARK: along x

static wi_i32x4 wi_filtered(
    const uint8_t *pixels, const int16_t *weights, int32_t taps, int32_t shift, int32_t rounding) {
    const wi_u8x16 zero = {0};
    wi_i32x4 sum = {rounding, rounding, rounding, rounding};
    for (int32_t k = 0; k < taps; k += 4, pixels += 16, weights += 4) {
        wi_u8x16 four;
        memcpy(&four, pixels, 16);
        int32_t w0 = wi_two_weights(weights), w1 = wi_two_weights(weights + 2);
        wi_i16x8 low = (wi_i16x8)__builtin_shufflevector(
            four, zero, 0, 16, 4, 16, 1, 16, 5, 16, 2, 16, 6, 16, 3, 16, 7, 16);
        wi_i16x8 high = (wi_i16x8)__builtin_shufflevector(
            four, zero, 8, 16, 12, 16, 9, 16, 13, 16, 10, 16, 14, 16, 11, 16, 15, 16);
        sum += wi_multiply_add(low, (wi_i16x8)(wi_i32x4){w0, w0, w0, w0});
        sum += wi_multiply_add(high, (wi_i16x8)(wi_i32x4){w1, w1, w1, w1});
    }
    return wi_limited(sum >> shift, WI_PAIR_MAXIMUM);
}

static void wi_resample_pair_any(
    const uint8_t *upper, const uint8_t *lower, const int32_t *starts, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, int16_t *pair) {
    int32_t down = shift - WI_PAIR_FRACTION, rounding = 1 << (down - 1);
    for (int32_t i = 0; i < count; i++, weights += taps, pair += 8) {
        wi_i32x4 a = wi_filtered(upper + (ptrdiff_t)starts[i] * 4, weights, taps, down, rounding);
        wi_i32x4 b = wi_filtered(lower + (ptrdiff_t)starts[i] * 4, weights, taps, down, rounding);
        wi_i32x4 both = a | b << 16;
        memcpy(pair, &both, 16);
    }
}

#if WI_AVX2
// Two results at a time; the lower half of each vector is the upper row, the upper half the lower row.
__attribute__((target("avx2"))) static void wi_resample_pair_avx2(
    const uint8_t *upper, const uint8_t *lower, const int32_t *starts, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, int16_t *pair) {
    const __m256i low_mask = _mm256_setr_epi8(
        0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1, 0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1);
    const __m256i high_mask = _mm256_setr_epi8(
        8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1, 8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11,
        -1, 15, -1);
    const __m256i most = _mm256_set1_epi16(WI_PAIR_MAXIMUM), none = _mm256_setzero_si256();
    int32_t down = shift - WI_PAIR_FRACTION;
    const __m256i rounding = _mm256_set1_epi32(1 << (down - 1));
    const __m128i shift_count = _mm_cvtsi32_si128(down);
    for (int32_t i = 0; i < count; i += 2, pair += 16) {
        int32_t j = i + 1 < count ? i + 1 : i;
        const uint8_t *p0 = upper + (ptrdiff_t)starts[i] * 4, *p1 = upper + (ptrdiff_t)starts[j] * 4;
        const int16_t *w0 = weights + (ptrdiff_t)i * taps, *w1 = weights + (ptrdiff_t)j * taps;
        __m256i sum0 = rounding, sum1 = rounding, more0 = none, more1 = none, t0, t1, t2, t3;
        ptrdiff_t left = taps, next = (ptrdiff_t)(w1 - w0) * 2;
        // In a debug build each intrinsic is a call: with them this loop takes forty times as long.
        __asm__("1:\n\t"
                "vmovdqu (%[p0]), %x[t0]\n\t"
                "vmovdqu (%[p1]), %x[t1]\n\t"
                "vinserti128 $1, (%[p0],%[lower]), %[t0], %[t0]\n\t"
                "vinserti128 $1, (%[p1],%[lower]), %[t1], %[t1]\n\t"
                "vpshufb %[low], %[t0], %[t2]\n\t"
                "vpshufb %[low], %[t1], %[t3]\n\t"
                "vpshufb %[high], %[t0], %[t0]\n\t"
                "vpshufb %[high], %[t1], %[t1]\n\t"
                "vpbroadcastd (%[w]), %%ymm14\n\t"
                "vpbroadcastd (%[w],%[next]), %%ymm15\n\t"
                "vpmaddwd %%ymm14, %[t2], %[t2]\n\t"
                "vpmaddwd %%ymm15, %[t3], %[t3]\n\t"
                "vpbroadcastd 4(%[w]), %%ymm14\n\t"
                "vpbroadcastd 4(%[w],%[next]), %%ymm15\n\t"
                "vpmaddwd %%ymm14, %[t0], %[t0]\n\t"
                "vpmaddwd %%ymm15, %[t1], %[t1]\n\t"
                "vpaddd %[t2], %[sum0], %[sum0]\n\t"
                "vpaddd %[t3], %[sum1], %[sum1]\n\t"
                "vpaddd %[t0], %[more0], %[more0]\n\t"
                "vpaddd %[t1], %[more1], %[more1]\n\t"
                "add $16, %[p0]\n\t"
                "add $16, %[p1]\n\t"
                "add $8, %[w]\n\t"
                "sub $4, %[left]\n\t"
                "jnz 1b"
                : [sum0] "+x"(sum0), [sum1] "+x"(sum1), [more0] "+x"(more0), [more1] "+x"(more1), [t0] "=&x"(t0),
                  [t1] "=&x"(t1), [t2] "=&x"(t2), [t3] "=&x"(t3), [p0] "+r"(p0), [p1] "+r"(p1), [w] "+r"(w0),
                  [left] "+r"(left)
                : [lower] "r"(lower - upper), [next] "r"(next), [low] "x"(low_mask), [high] "x"(high_mask)
                : "ymm14", "ymm15", "memory", "cc");
        sum0 = _mm256_sra_epi32(_mm256_add_epi32(sum0, more0), shift_count);
        sum1 = _mm256_sra_epi32(_mm256_add_epi32(sum1, more1), shift_count);
        __m256i values = _mm256_packs_epi32(sum0, sum1);
        values = _mm256_min_epi16(_mm256_max_epi16(values, none), most);
        __m128i rows_a = _mm256_castsi256_si128(values), rows_b = _mm256_extracti128_si256(values, 1);
        _mm_storeu_si128((__m128i *)pair, _mm_unpacklo_epi16(rows_a, rows_b));
        _mm_storeu_si128((__m128i *)(pair + 8), _mm_unpackhi_epi16(rows_a, rows_b));
    }
}
#endif

void wi_resample_pair(
    const uint8_t *upper, const uint8_t *lower, const int32_t *starts, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, int16_t *pair) {
#if WI_AVX2
    if (__builtin_cpu_supports("avx2")) {
        wi_resample_pair_avx2(upper, lower, starts, weights, taps, shift, count, pair);
        return;
    }
#endif
    wi_resample_pair_any(upper, lower, starts, weights, taps, shift, count, pair);
}

// MARK: along y

static void wi_resample_row_any(
    const int16_t *ring, int32_t capacity, ptrdiff_t stride, int32_t first, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, uint8_t *out) {
    int32_t down = shift + WI_PAIR_FRACTION, rounding = 1 << (down - 1);
    for (int32_t i = 0; i < count; i++, out += 4) {
        wi_i32x4 sum = {rounding, rounding, rounding, rounding};
        int32_t row = first;
        for (int32_t k = 0; k < taps; k += 2) {
            wi_i16x8 values;
            memcpy(&values, ring + row * stride + (ptrdiff_t)i * 8, 16);
            int32_t w = wi_two_weights(weights + k);
            sum += wi_multiply_add(values, (wi_i16x8)(wi_i32x4){w, w, w, w});
            if (++row == capacity) row = 0;
        }
        sum >>= down;
        int32_t alpha = sum[3] < 0 ? 0 : sum[3] > 255 ? 255 : sum[3];
        sum[3] = alpha;
        wi_i32x4 pixel = wi_limited(sum, alpha);
        uint32_t packed = (uint32_t)(pixel[0] | pixel[1] << 8 | pixel[2] << 16) | (uint32_t)alpha << 24;
        memcpy(out, &packed, 4);
    }
}

#if WI_AVX2
// Four pixels at a time.
__attribute__((target("avx2"))) static void wi_resample_row_avx2(
    const int16_t *ring, int32_t capacity, ptrdiff_t stride, int32_t first, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, uint8_t *out) {
    const __m128i alpha_mask = _mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
    int32_t down = shift + WI_PAIR_FRACTION;
    const __m256i rounding = _mm256_set1_epi32(1 << (down - 1));
    const __m128i shift_count = _mm_cvtsi32_si128(down);
    for (int32_t i = 0; i < count; i += 4, out += 16) {
        __m256i sum0 = rounding, sum1 = rounding;
        int32_t row = first;
        for (int32_t k = 0; k < taps; k += 2) {
            const int16_t *values = ring + row * stride + (ptrdiff_t)i * 8;
            __m256i weight = _mm256_set1_epi32(wi_two_weights(weights + k));
            sum0 = _mm256_add_epi32(sum0, _mm256_madd_epi16(_mm256_load_si256((const __m256i *)values), weight));
            sum1 = _mm256_add_epi32(sum1, _mm256_madd_epi16(_mm256_load_si256((const __m256i *)(values + 16)), weight));
            if (++row == capacity) row = 0;
        }
        sum0 = _mm256_sra_epi32(sum0, shift_count);
        sum1 = _mm256_sra_epi32(sum1, shift_count);
        // Pixels 0 2 | 1 3, then in order.
        __m256i values = _mm256_permute4x64_epi64(_mm256_packs_epi32(sum0, sum1), 0xD8);
        __m128i pixels = _mm_packus_epi16(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
        pixels = _mm_min_epu8(pixels, _mm_shuffle_epi8(pixels, alpha_mask));
        _mm_storeu_si128((__m128i *)out, pixels);
    }
}
#endif

void wi_resample_row(
    const int16_t *ring, int32_t capacity, ptrdiff_t stride, int32_t first, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, uint8_t *out) {
#if WI_AVX2
    if (__builtin_cpu_supports("avx2")) {
        wi_resample_row_avx2(ring, capacity, stride, first, weights, taps, shift, count, out);
        return;
    }
#endif
    wi_resample_row_any(ring, capacity, stride, first, weights, taps, shift, count, out);
}
