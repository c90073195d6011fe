#ifndef WI_PNG_DECODE_H
#define WI_PNG_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libpng reports errors by a function that must not return, so callers need setjmp, which Swift can't call. Every
// function here that may fail sets its own return point and answers with a status; no jump ever crosses a Swift frame,
// and libpng's callbacks stay in C.

typedef struct wi_png_decoder wi_png_decoder;

typedef enum wi_png_status {
    WI_PNG_OK = 0,
    /// More bytes are needed.
    WI_PNG_SUSPENDED = 1,
    WI_PNG_CORRUPT = -1,
    /// The data ends before the picture does.
    WI_PNG_TRUNCATED = -2,
    WI_PNG_CANCELLED = -3,
    WI_PNG_NO_MEMORY = -4,
} wi_png_status;

typedef struct wi_png_header {
    uint32_t width;
    uint32_t height;
    bool is_interlaced;
    /// Whether pixels may be transparent: an alpha channel, or tRNS.
    bool has_alpha;
} wi_png_header;

/// A decoder for data that is there as a whole (`by_push` false) or arrives in pieces; NULL without memory.
///
/// Ancillary chunks but tRNS are passed over. `ignores_checksums` is for streams that are put together from parts of a
/// file.
wi_png_decoder *_Nullable wi_png_decoder_create(bool by_push, bool ignores_checksums);
void wi_png_decoder_destroy(wi_png_decoder *_Nonnull decoder);

/// Makes running and later calls end with WI_PNG_CANCELLED. May be called from any thread.
void wi_png_decoder_cancel(wi_png_decoder *_Nonnull decoder);

/// libpng's words about the last error.
const char *_Nonnull wi_png_decoder_message(const wi_png_decoder *_Nonnull decoder);

// Data that is there as a whole.

/// Gives all data. It is not copied: it must stay valid while the decoder is used.
void wi_png_decoder_set_data(wi_png_decoder *_Nonnull decoder, const uint8_t *_Nonnull bytes, size_t count);

/// Reads up to the pixels. From here on rows are BGRA with straight alpha, 8 bits a channel.
wi_png_status wi_png_decoder_read_header(wi_png_decoder *_Nonnull decoder, wi_png_header *_Nonnull header);

/// Decodes the next `rows` rows of a picture without interlace.
wi_png_status wi_png_decoder_read_rows(
    wi_png_decoder *_Nonnull decoder, uint8_t *_Nonnull target, size_t stride, uint32_t rows);

/// Decodes all passes of an interlaced picture.
wi_png_status wi_png_decoder_read_passes(wi_png_decoder *_Nonnull decoder, uint8_t *_Nonnull target, size_t stride);

// Data that arrives in pieces.

/// Takes the next bytes. Stops after the header, before pixels: `*consumed` says where to go on, once the target is
/// set.
wi_png_status wi_png_decoder_push(
    wi_png_decoder *_Nonnull decoder, const uint8_t *_Nonnull bytes, size_t count, size_t *_Nonnull consumed);

/// What was read; false before the header is there.
bool wi_png_decoder_header(const wi_png_decoder *_Nonnull decoder, wi_png_header *_Nonnull header);

/// Where pixels go: a zeroed picture of the header's size.
void wi_png_decoder_set_target(wi_png_decoder *_Nonnull decoder, uint8_t *_Nonnull target, size_t stride);

/// How many rows were written in all passes together: grows whenever there is something new to show.
uint64_t wi_png_decoder_rows_written(const wi_png_decoder *_Nonnull decoder);

/// How many rows from the top have pixels.
uint32_t wi_png_decoder_valid_rows(const wi_png_decoder *_Nonnull decoder);

/// Whether all pixels are there.
bool wi_png_decoder_is_done(const wi_png_decoder *_Nonnull decoder);

#endif
