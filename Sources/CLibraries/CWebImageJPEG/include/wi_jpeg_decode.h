#ifndef WI_JPEG_DECODE_H
#define WI_JPEG_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libjpeg reports errors by a function that must not return, so callers need setjmp, which Swift can't call. Every
// function here that may fail sets its own return point and answers with a status; no jump ever crosses a Swift frame.

typedef struct wi_jpeg_decoder wi_jpeg_decoder;

typedef enum wi_jpeg_status {
    WI_JPEG_OK = 0,
    /// More bytes are needed.
    WI_JPEG_SUSPENDED = 1,
    WI_JPEG_CORRUPT = -1,
    /// A variant of JPEG that this library does not read.
    WI_JPEG_UNSUPPORTED = -2,
    WI_JPEG_CANCELLED = -3,
    WI_JPEG_NO_MEMORY = -4,
    /// More scans than a picture needs: made to take time.
    WI_JPEG_TOO_MANY_SCANS = -5,
} wi_jpeg_status;

typedef struct wi_jpeg_header {
    uint32_t width;
    uint32_t height;
    uint32_t components;
    uint32_t precision;
    /// 1 gray, 2 RGB, 3 YCbCr, 4 CMYK, 5 YCCK, 0 unknown (libjpeg's J_COLOR_SPACE).
    uint32_t color_space;
    bool is_progressive;
    /// Whether the pixels come in more than one pass.
    bool has_many_scans;
    /// Whether Adobe's marker is there; it says that inks are stored inverted.
    bool has_adobe_marker;
} wi_jpeg_header;

/// A decoder without data, or NULL without memory.
wi_jpeg_decoder *_Nullable wi_jpeg_decoder_create(void);
void wi_jpeg_decoder_destroy(wi_jpeg_decoder *_Nonnull decoder);

/// Gives all data at once. It is not copied: it must stay valid while the decoder is used.
void wi_jpeg_decoder_set_data(wi_jpeg_decoder *_Nonnull decoder, const uint8_t *_Nonnull bytes, size_t count);

/// Gives the bytes that follow those given before; they are copied. Returns false without memory.
bool wi_jpeg_decoder_append(wi_jpeg_decoder *_Nonnull decoder, const uint8_t *_Nonnull bytes, size_t count);

/// Says that no more bytes come: from here on missing data is replaced by an end marker instead of a suspension.
void wi_jpeg_decoder_set_complete(wi_jpeg_decoder *_Nonnull decoder);

/// Makes running and later calls end with WI_JPEG_CANCELLED. May be called from any thread.
void wi_jpeg_decoder_cancel(wi_jpeg_decoder *_Nonnull decoder);

/// Reads up to the first scan.
wi_jpeg_status wi_jpeg_decoder_read_header(wi_jpeg_decoder *_Nonnull decoder, wi_jpeg_header *_Nonnull header);

/// The saved APP1 and APP2 segments, by index; NULL after the last one.
const uint8_t *_Nullable wi_jpeg_decoder_segment(
    wi_jpeg_decoder *_Nonnull decoder, size_t index, uint8_t *_Nonnull marker, size_t *_Nonnull count);

/// Begins decoding at `eighths` / 8 of the size. `by_scan` keeps coefficients, so that pictures can be made between
/// scans.
///
/// Output is opaque BGRA, or four inks a pixel for CMYK and YCCK.
wi_jpeg_status wi_jpeg_decoder_start(
    wi_jpeg_decoder *_Nonnull decoder, unsigned eighths, bool by_scan, uint32_t *_Nonnull width,
    uint32_t *_Nonnull height);

/// Decodes up to `rows` rows of four bytes a pixel to `target`; says how many were written.
wi_jpeg_status wi_jpeg_decoder_read_rows(
    wi_jpeg_decoder *_Nonnull decoder, uint8_t *_Nonnull target, size_t stride, uint32_t rows,
    uint32_t *_Nonnull written);

/// Takes in what is there, without making pixels (`by_scan` only). OK means that the file's end was reached.
wi_jpeg_status wi_jpeg_decoder_consume(wi_jpeg_decoder *_Nonnull decoder);

/// The scan that is being read, from 1 (`by_scan` only).
int wi_jpeg_decoder_input_scan(const wi_jpeg_decoder *_Nonnull decoder);

/// Begins a pass over the picture as far as scan `scan` makes it (`by_scan` only).
wi_jpeg_status wi_jpeg_decoder_start_output(wi_jpeg_decoder *_Nonnull decoder, int scan);

/// Ends the pass, whether all rows were read or not (`by_scan` only).
wi_jpeg_status wi_jpeg_decoder_finish_output(wi_jpeg_decoder *_Nonnull decoder);

/// Whether the data ended before the picture did. Final once all rows are read.
bool wi_jpeg_decoder_is_truncated(const wi_jpeg_decoder *_Nonnull decoder);

/// Whether more bytes were asked for than there are: an error then means that the data was cut.
bool wi_jpeg_decoder_ended_early(const wi_jpeg_decoder *_Nonnull decoder);

/// How many rows of the output come from data; the rest is filled by libjpeg.
uint32_t wi_jpeg_decoder_valid_rows(const wi_jpeg_decoder *_Nonnull decoder);

/// libjpeg's words about the last error.
const char *_Nonnull wi_jpeg_decoder_message(const wi_jpeg_decoder *_Nonnull decoder);

#endif
