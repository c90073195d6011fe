#ifndef WI_JPEG_ENCODE_H
#define WI_JPEG_ENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// See wi_jpeg_decode.h for why libjpeg is called from C.

typedef struct wi_jpeg_encoding {
    /// 1 to 100.
    int quality;
    bool is_progressive;
    /// One component instead of three.
    bool is_gray;
    /// How many pixels share one chroma sample, along x and along y: 1 or 2.
    int chroma_x;
    int chroma_y;
    /// The content of an APP1 segment, or NULL.
    const uint8_t *_Nullable exif;
    size_t exif_count;
    /// The result may not be larger than this; 0 is no limit.
    size_t maximum_bytes;
} wi_jpeg_encoding;

typedef enum wi_jpeg_encode_status {
    WI_JPEG_ENCODED = 0,
    WI_JPEG_ENCODE_FAILED = -1,
    /// The result would be larger than `maximum_bytes`.
    WI_JPEG_ENCODE_TOO_LARGE = -2,
} wi_jpeg_encode_status;

/// Writes opaque BGRA pixels as a JPEG. The caller frees `*result` with `free`; it is NULL after a failure.
wi_jpeg_encode_status wi_jpeg_encode(
    const uint8_t *_Nonnull pixels, size_t stride, uint32_t width, uint32_t height,
    const wi_jpeg_encoding *_Nonnull encoding, uint8_t *_Nullable *_Nonnull result, size_t *_Nonnull count,
    char *_Nonnull message, size_t message_capacity);

#endif
