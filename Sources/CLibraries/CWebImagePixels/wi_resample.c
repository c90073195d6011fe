#include "wi_resample.h"

#include <string.h>

// The loops exist twice: for every machine with the compiler's vectors, and for x86-64 with AVX2. The innermost AVX2
// loops are assembly, because each intrinsic is a call in a debug build: with them a thumbnail takes forty times as long.

#if defined(__x86_64__)
#include <immintrin.h>
#define WI_AVX2 1
#endif

typedef uint8_t wi_u8x16 __attribute__((vector_size(16)));
typedef int16_t wi_i16x8 __attribute__((vector_size(16)));
typedef int32_t wi_i32x4 __attribute__((vector_size(16)));

enum { WI_PAIR_MAXIMUM = 255 << WI_PAIR_FRACTION };

// The products of 16-bit values, neighbors added.
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

static inline wi_i32x4 wi_multiply_add_at(const int16_t *values, const int16_t *weights) {
    wi_i16x8 eight;
    int32_t two;
    memcpy(&eight, values, 16);
    memcpy(&two, weights, 4);
    return wi_multiply_add(eight, (wi_i16x8)(wi_i32x4){two, two, two, two});
}

static inline wi_i32x4 wi_limited(wi_i32x4 value, int32_t most) {
    value &= ~(value < 0);
    wi_i32x4 over = value > most;
    return (value & ~over) | (over & most);
}

// MARK: laying out

// `groups` times four pixels.
static void wi_widen_any(const uint8_t *row, ptrdiff_t groups, int16_t *wide) {
    const wi_u8x16 zero = {0};
    for (; groups > 0; groups--, row += 16, wide += 32) {
        wi_u8x16 four;
        memcpy(&four, row, 16);
        wi_u8x16 low = __builtin_shufflevector(four, zero, 0, 16, 4, 16, 1, 16, 5, 16, 2, 16, 6, 16, 3, 16, 7, 16);
        wi_u8x16 high =
            __builtin_shufflevector(four, zero, 8, 16, 12, 16, 9, 16, 13, 16, 10, 16, 14, 16, 11, 16, 15, 16);
        memcpy(wide, &low, 16);
        memcpy(wide + 16, &high, 16);
    }
}

#if WI_AVX2
__attribute__((target("avx2"))) static void wi_widen_avx2(const uint8_t *row, ptrdiff_t groups, int16_t *wide) {
    const __m128i low = _mm_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1);
    const __m128i high = _mm_setr_epi8(8, -1, 12, -1, 9, -1, 13, -1, 10, -1, 14, -1, 11, -1, 15, -1);
    __m128i t0, t1;
    if (groups <= 0) return;
    __asm__("1:\n\t"
            "vmovdqu (%[row]), %[t0]\n\t"
            "vpshufb %[low], %[t0], %[t1]\n\t"
            "vpshufb %[high], %[t0], %[t0]\n\t"
            "vmovdqu %[t1], (%[wide])\n\t"
            "vmovdqu %[t0], 32(%[wide])\n\t"
            "add $16, %[row]\n\t"
            "add $64, %[wide]\n\t"
            "dec %[groups]\n\t"
            "jnz 1b"
            : [row] "+r"(row), [wide] "+r"(wide), [groups] "+r"(groups), [t0] "=&x"(t0), [t1] "=&x"(t1)
            : [low] "x"(low), [high] "x"(high)
            : "memory", "cc");
}
#endif

void wi_resample_widen(const uint8_t *row, int32_t count, int is_lower, int16_t *wide) {
    ptrdiff_t groups = count / 4, rest = count % 4;
    if (is_lower) wide += 8;
#if WI_AVX2
    if (__builtin_cpu_supports("avx2")) wi_widen_avx2(row, groups, wide);
    else
#endif
        wi_widen_any(row, groups, wide);
    // The last pixels are copied first: what lies behind the row isn't ours to read, or to write.
    if (rest > 0) {
        uint8_t last[16] = {0};
        int16_t laid[32];
        memcpy(last, row + groups * 16, (size_t)rest * 4);
        wi_widen_any(last, 1, laid);
        memcpy(wide + groups * 32, laid, 16);
        if (rest > 2) memcpy(wide + groups * 32 + 16, laid + 16, 16);
    }
}

// MARK: along x

static void wi_pair_any(
    const int16_t *wide, const int32_t *starts, const int16_t *weights, int32_t taps, int32_t down, int32_t count,
    int16_t *pair) {
    int32_t rounding = 1 << (down - 1);
    for (int32_t i = 0; i < count; i++, weights += taps, pair += 8) {
        const int16_t *values = wide + (ptrdiff_t)starts[i] * 8;
        wi_i32x4 upper = {rounding, rounding, rounding, rounding}, lower = upper;
        for (int32_t k = 0; k < taps; k += 2) {
            upper += wi_multiply_add_at(values + k * 8, weights + k);
            lower += wi_multiply_add_at(values + k * 8 + 8, weights + k);
        }
        wi_i32x4 both = wi_limited(upper >> down, WI_PAIR_MAXIMUM) | wi_limited(lower >> down, WI_PAIR_MAXIMUM) << 16;
        memcpy(pair, &both, 16);
    }
}

#if WI_AVX2
// Two results at a time; the lower half of each vector is the upper row, the upper half the lower row.
__attribute__((target("avx2"))) static void wi_pair_avx2(
    const int16_t *wide, const int32_t *starts, const int16_t *weights, int32_t taps, int32_t down, int32_t count,
    int16_t *pair) {
    const __m256i most = _mm256_set1_epi16(WI_PAIR_MAXIMUM), none = _mm256_setzero_si256();
    const __m256i rounding = _mm256_set1_epi32(1 << (down - 1));
    const __m128i down_count = _mm_cvtsi32_si128(down);
    for (int32_t i = 0; i < count; i += 2, pair += 16) {
        int32_t j = i + 1 < count ? i + 1 : i;
        const int16_t *p0 = wide + (ptrdiff_t)starts[i] * 8, *p1 = wide + (ptrdiff_t)starts[j] * 8;
        const int16_t *w = weights + (ptrdiff_t)i * taps;
        ptrdiff_t next = (ptrdiff_t)(j - i) * taps * 2, left = taps / 4;
        __m256i sum0 = rounding, sum1 = rounding, more0 = none, more1 = none, t0, t1, t2, t3;
        __asm__("1:\n\t"
                "vpbroadcastd (%[w]), %[t0]\n\t"
                "vpbroadcastd 4(%[w]), %[t1]\n\t"
                "vpbroadcastd (%[w],%[next]), %[t2]\n\t"
                "vpbroadcastd 4(%[w],%[next]), %[t3]\n\t"
                "vpmaddwd (%[p0]), %[t0], %[t0]\n\t"
                "vpmaddwd 32(%[p0]), %[t1], %[t1]\n\t"
                "vpmaddwd (%[p1]), %[t2], %[t2]\n\t"
                "vpmaddwd 32(%[p1]), %[t3], %[t3]\n\t"
                "vpaddd %[t0], %[sum0], %[sum0]\n\t"
                "vpaddd %[t1], %[more0], %[more0]\n\t"
                "vpaddd %[t2], %[sum1], %[sum1]\n\t"
                "vpaddd %[t3], %[more1], %[more1]\n\t"
                "add $64, %[p0]\n\t"
                "add $64, %[p1]\n\t"
                "add $8, %[w]\n\t"
                "dec %[left]\n\t"
                "jnz 1b"
                : [sum0] "+x"(sum0), [sum1] "+x"(sum1), [more0] "+x"(more0), [more1] "+x"(more1), [t0] "=&x"(t0),
                  [t1] "=&x"(t1), [t2] "=&x"(t2), [t3] "=&x"(t3), [p0] "+r"(p0), [p1] "+r"(p1), [w] "+r"(w),
                  [left] "+r"(left)
                : [next] "r"(next)
                : "memory", "cc");
        sum0 = _mm256_sra_epi32(_mm256_add_epi32(sum0, more0), down_count);
        sum1 = _mm256_sra_epi32(_mm256_add_epi32(sum1, more1), down_count);
        __m256i values = _mm256_packs_epi32(sum0, sum1);
        values = _mm256_min_epi16(_mm256_max_epi16(values, none), most);
        __m128i upper = _mm256_castsi256_si128(values), lower = _mm256_extracti128_si256(values, 1);
        _mm_storeu_si128((__m128i *)pair, _mm_unpacklo_epi16(upper, lower));
        _mm_storeu_si128((__m128i *)(pair + 8), _mm_unpackhi_epi16(upper, lower));
    }
}
#endif

void wi_resample_pair(
    const int16_t *wide, const int32_t *starts, const int16_t *weights, int32_t taps, int32_t shift, int32_t count,
    int16_t *pair) {
    int32_t down = shift - WI_PAIR_FRACTION;
#if WI_AVX2
    if (__builtin_cpu_supports("avx2")) {
        wi_pair_avx2(wide, starts, weights, taps, down, count, pair);
        return;
    }
#endif
    wi_pair_any(wide, starts, weights, taps, down, count, pair);
}

// MARK: along y

static void wi_row_any(
    const int16_t *ring, int32_t capacity, ptrdiff_t stride, int32_t first, const int16_t *weights, int32_t taps,
    int32_t down, int32_t count, uint8_t *out) {
    int32_t rounding = 1 << (down - 1);
    for (int32_t i = 0; i < count; i++, out += 4) {
        wi_i32x4 sum = {rounding, rounding, rounding, rounding};
        int32_t row = first;
        for (int32_t k = 0; k < taps; k += 2) {
            sum += wi_multiply_add_at(ring + row * stride + (ptrdiff_t)i * 8, weights + k);
            if (++row == capacity) row = 0;
        }
        sum >>= down;
        int32_t alpha = sum[3] < 0 ? 0 : sum[3] > 255 ? 255 : sum[3];
        wi_i32x4 pixel = wi_limited(sum, alpha);
        uint32_t packed = (uint32_t)(pixel[0] | pixel[1] << 8 | pixel[2] << 16) | (uint32_t)alpha << 24;
        memcpy(out, &packed, 4);
    }
}

#if WI_AVX2
// Adds `pairs` pair rows, beginning at `values`, to the sums of four pixels.
__attribute__((target("avx2"))) static inline void wi_gather(
    const int16_t *values, ptrdiff_t stride, const int16_t *weights, ptrdiff_t pairs, __m256i *sums) {
    __m256i sum0 = sums[0], sum1 = sums[1], t0, t1;
    if (pairs <= 0) return;
    __asm__("1:\n\t"
            "vpbroadcastd (%[w]), %[t0]\n\t"
            "vpmaddwd (%[values]), %[t0], %[t1]\n\t"
            "vpmaddwd 32(%[values]), %[t0], %[t0]\n\t"
            "vpaddd %[t1], %[sum0], %[sum0]\n\t"
            "vpaddd %[t0], %[sum1], %[sum1]\n\t"
            "add %[stride], %[values]\n\t"
            "add $4, %[w]\n\t"
            "dec %[pairs]\n\t"
            "jnz 1b"
            : [sum0] "+x"(sum0), [sum1] "+x"(sum1), [t0] "=&x"(t0), [t1] "=&x"(t1), [values] "+r"(values),
              [w] "+r"(weights), [pairs] "+r"(pairs)
            : [stride] "r"(stride * 2)
            : "memory", "cc");
    sums[0] = sum0;
    sums[1] = sum1;
}

__attribute__((target("avx2"))) static void wi_row_avx2(
    const int16_t *ring, int32_t capacity, ptrdiff_t stride, int32_t first, const int16_t *weights, int32_t taps,
    int32_t down, int32_t count, uint8_t *out) {
    const __m128i alpha_mask = _mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
    const __m256i rounding = _mm256_set1_epi32(1 << (down - 1));
    const __m128i down_count = _mm_cvtsi32_si128(down);
    int32_t pairs = taps / 2, until_end = capacity - first < pairs ? capacity - first : pairs;
    for (int32_t i = 0; i < count; i += 4, out += 16) {
        __m256i sums[2] = {rounding, rounding};
        wi_gather(ring + first * stride + (ptrdiff_t)i * 8, stride, weights, until_end, sums);
        wi_gather(ring + (ptrdiff_t)i * 8, stride, weights + until_end * 2, pairs - until_end, sums);
        // Pixels 0 2 | 1 3, then in order.
        __m256i values = _mm256_permute4x64_epi64(
            _mm256_packs_epi32(_mm256_sra_epi32(sums[0], down_count), _mm256_sra_epi32(sums[1], down_count)), 0xD8);
        __m128i pixels = _mm_packus_epi16(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
        pixels = _mm_min_epu8(pixels, _mm_shuffle_epi8(pixels, alpha_mask));
        _mm_storeu_si128((__m128i *)out, pixels);
    }
}
#endif

void wi_resample_row(
    const int16_t *ring, int32_t capacity, ptrdiff_t stride, int32_t first, const int16_t *weights, int32_t taps,
    int32_t shift, int32_t count, uint8_t *out) {
    int32_t down = shift + WI_PAIR_FRACTION;
#if WI_AVX2
    if (__builtin_cpu_supports("avx2")) {
        wi_row_avx2(ring, capacity, stride, first, weights, taps, down, count, out);
        return;
    }
#endif
    wi_row_any(ring, capacity, stride, first, weights, taps, down, count, out);
}
