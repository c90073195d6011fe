#ifndef WI_GIF_LZW_H
#define WI_GIF_LZW_H

#include <stddef.h>
#include <stdint.h>

// LZW as GIF89a, appendix F, has it. In C because these loops touch every pixel and must stay quick where a program is
// built for debugging. None of these functions takes memory, and each stays inside of the lengths it is given.

enum {
    /// More sub-blocks are needed.
    WI_GIF_LZW_MORE = 0,
    /// The output is full; the state goes on from there.
    WI_GIF_LZW_FULL = 1,
    /// The end code or the block terminator was read.
    WI_GIF_LZW_END = 2,
    /// A code that the table doesn't hold.
    WI_GIF_LZW_DAMAGED = 3,
};

/// A decoder that may stop anywhere in input and output.
typedef struct {
    uint16_t prefix[4096];
    uint16_t length[4096];
    uint8_t suffix[4096];
    uint8_t first[4096];
    /// The rest of a string that the output had no room for.
    uint8_t pending[4096];
    uint16_t pending_start, pending_end;
    int minimum_size, code_size, next, previous;
    uint32_t bits;
    int bit_count;
    /// Bytes left of the sub-block that is being read.
    int block_left;
    int ended;
} wi_gif_lzw;

/// Begins an image; `minimum_size` is 1…8. The reading begins at a sub-block's length byte.
void wi_gif_lzw_begin(wi_gif_lzw *state, int minimum_size);

/// Decodes from `input[*position..<length]` into `output`, at most `capacity` color indices.
/// Adds to `*position` what was read and sets `*produced`; returns one of the values above.
int wi_gif_lzw_decode(wi_gif_lzw *state, const uint8_t *input, size_t length, size_t *position, uint8_t *output,
                      size_t capacity, size_t *produced);

/// Writes the colors of `count` indices into a row of BGRA pixels; a color whose alpha is 0 leaves the pixel as it is.
/// Returns how many pixels were left.
size_t wi_gif_draw_row(uint32_t *pixels, const uint8_t *indices, size_t count, const uint32_t palette[256]);

/// Strings that an encoder has given codes to: a hash table.
typedef struct {
    uint32_t keys[8192];
    uint16_t codes[8192];
} wi_gif_lzw_table;

/// The most bytes that ``wi_gif_lzw_encode`` writes for `count` indices.
size_t wi_gif_lzw_bound(size_t count);

/// Encodes `count` indices as sub-blocks with the terminator, the minimum code size not included, into `output`, which
/// has room for ``wi_gif_lzw_bound``. Returns the bytes written.
size_t wi_gif_lzw_encode(wi_gif_lzw_table *table, const uint8_t *indices, size_t count, int minimum_size,
                         uint8_t *output);

#endif
