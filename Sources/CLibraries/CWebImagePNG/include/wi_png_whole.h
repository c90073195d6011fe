#ifndef WI_PNG_WHOLE_H
#define WI_PNG_WHOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Most PNGs are 8 bits of RGB or RGBA without interlace, and nearly all the time that libpng takes for these is zlib's.
// Where libdeflate is installed (libtiff brings it), such a file is inflated at once in less than half the time. All
// other files, and every file with an error in it, are left to libpng, which then says what is wrong.

typedef struct wi_png_whole wi_png_whole;

/// Whether this way saves time: libdeflate is there, and the loops here were compiled with optimization.
bool wi_png_whole_is_fast(void);

/// Inflates a file; NULL where it is none for this way, or damaged, or takes more than `maximum` bytes of memory.
wi_png_whole *_Nullable wi_png_whole_create(const uint8_t *_Nonnull bytes, size_t count, size_t maximum);
void wi_png_whole_destroy(wi_png_whole *_Nonnull whole);

uint32_t wi_png_whole_width(const wi_png_whole *_Nonnull whole);
uint32_t wi_png_whole_height(const wi_png_whole *_Nonnull whole);
bool wi_png_whole_has_alpha(const wi_png_whole *_Nonnull whole);

/// Writes the next `rows` rows as BGRA with straight alpha. False where a row's filter isn't known.
bool wi_png_whole_read_rows(
    wi_png_whole *_Nonnull whole, uint8_t *_Nonnull target, size_t stride, uint32_t rows);

#endif
