#ifndef WI_PNG_ENCODE_H
#define WI_PNG_ENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// See wi_png_decode.h for why libpng is called from C.

typedef struct wi_png_encoder wi_png_encoder;

typedef enum wi_png_kind {
    /// One byte a pixel.
    WI_PNG_GRAY,
    /// BGRA; alpha is left out.
    WI_PNG_RGB,
    /// BGRA, straight alpha.
    WI_PNG_RGBA,
    /// One index a pixel.
    WI_PNG_PALETTE,
} wi_png_kind;

typedef struct wi_png_encoding {
    uint32_t width;
    uint32_t height;
    wi_png_kind kind;
    bool is_interlaced;
    /// zlib's level, 1 to 9.
    int level;
    /// Straight BGRA colors of the palette, the transparent ones first.
    const uint8_t *_Nullable palette;
    int palette_count;
    int transparent_count;
} wi_png_encoding;

/// Begins a PNG and writes what stands before the pixels; NULL without memory.
wi_png_encoder *_Nullable wi_png_encoder_create(const wi_png_encoding *_Nonnull encoding);
void wi_png_encoder_destroy(wi_png_encoder *_Nonnull encoder);

/// How often all rows have to be given: 7 times for an interlaced picture, else once.
int wi_png_encoder_passes(const wi_png_encoder *_Nonnull encoder);

/// Writes the next row; false after a failure.
bool wi_png_encoder_write_row(wi_png_encoder *_Nonnull encoder, const uint8_t *_Nonnull row);

/// Ends the file; false after a failure.
bool wi_png_encoder_finish(wi_png_encoder *_Nonnull encoder);

/// The file so far; valid while the encoder lives and nothing more is written.
const uint8_t *_Nullable wi_png_encoder_bytes(const wi_png_encoder *_Nonnull encoder, size_t *_Nonnull count);

const char *_Nonnull wi_png_encoder_message(const wi_png_encoder *_Nonnull encoder);

#endif
