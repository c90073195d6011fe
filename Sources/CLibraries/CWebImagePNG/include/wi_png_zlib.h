#ifndef WI_PNG_ZLIB_H
#define WI_PNG_ZLIB_H

#include <stddef.h>
#include <stdint.h>

/// Unpacks a zlib stream of at most `maximum` bytes: profiles and texts of chunks that libpng isn't asked for. The
/// caller frees the result with `free`; NULL for a broken stream, one that is larger, and without memory.
uint8_t *_Nullable wi_png_inflate(
    const uint8_t *_Nonnull bytes, size_t count, size_t maximum, size_t *_Nonnull result_count);

/// The checksum of a chunk's type and content (PNG 3rd edition, 5.5).
uint32_t wi_png_checksum(const uint8_t *_Nonnull bytes, size_t count);

#endif
