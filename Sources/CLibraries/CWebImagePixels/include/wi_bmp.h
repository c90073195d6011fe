#ifndef WI_BMP_H
#define WI_BMP_H

#include <stddef.h>
#include <stdint.h>

// Rows of Windows bitmaps to and from BGRA. In C because these loops touch every pixel and must stay quick
// where a program is built for debugging.

/// Where a channel's bits stand in a pixel; `bits` 0 is a channel that isn't there.
typedef struct {
    int shift, bits;
} wi_bmp_channel;

/// `width` palette places of 1, 2, 4 or 8 bits; `source` has the bytes for all of them.
void wi_bmp_indexed_row(uint32_t *pixels, const uint8_t *source, size_t width, int bits, const uint32_t palette[256]);

/// `width` pixels of 2, 3 or 4 bytes, with the channels red, green, blue, alpha, to straight BGRA.
void wi_bmp_masked_row(uint32_t *pixels, const uint8_t *source, size_t width, int bytes,
                       const wi_bmp_channel channels[4]);

/// Whether any of `width` pixels has an alpha that isn't 0.
int wi_bmp_has_alpha(const uint8_t *source, size_t width, int bytes, wi_bmp_channel alpha);

/// How far the reading of a run-length encoded bitmap has come; all zero at the beginning.
typedef struct {
    size_t position, x, y;
    int ended;
} wi_bmp_rle;

/// Reads runs (4 or 8 bits a place) until row `rows` begins, the end mark, or until `input` doesn't hold the next run in
/// full. Row 0 is the first that the file has; it is written at `pixels`, each next one `stride` bytes on.
/// Places that the runs leave out are not written.
void wi_bmp_rle_rows(wi_bmp_rle *state, const uint8_t *input, size_t length, uint8_t *pixels, ptrdiff_t stride,
                     size_t width, size_t rows, int bits, const uint32_t palette[256]);

/// Makes pixels clear where the mask, a bit a pixel, highest first, is 1.
void wi_bmp_mask_row(uint32_t *pixels, const uint8_t *mask, size_t width);

/// Premultiplied BGRA to straight B, G, R (3 bytes) or B, G, R, A (4 bytes).
void wi_bmp_write_row(uint8_t *target, const uint32_t *pixels, size_t width, int bytes);

#endif
