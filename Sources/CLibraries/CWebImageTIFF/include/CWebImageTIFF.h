#ifndef WI_TIFF_H
#define WI_TIFF_H

#include "wi_library.h"

#include <stdbool.h>
#include <stdint.h>
#include <tiffio.h>

/// What is used of libtiff.
#define WI_TIFF_FUNCTIONS(F) \
    F(TIFFClientOpenExt) F(TIFFClose) F(TIFFFlush) F(TIFFGetField) F(TIFFGetFieldDefaulted) \
    F(TIFFGetStrileByteCountWithErr) F(TIFFGetStrileOffsetWithErr) F(TIFFIsTiled) F(TIFFNumberOfDirectories) \
    F(TIFFNumberOfStrips) F(TIFFNumberOfTiles) F(TIFFOpenOptionsAlloc) F(TIFFOpenOptionsFree) \
    F(TIFFOpenOptionsSetErrorHandlerExtR) F(TIFFOpenOptionsSetMaxSingleMemAlloc) \
    F(TIFFOpenOptionsSetWarningHandlerExtR) F(TIFFRGBAImageBegin) F(TIFFRGBAImageEnd) F(TIFFRGBAImageGet) \
    F(TIFFReadScanline) F(TIFFScanlineSize) F(TIFFSetDirectory) F(TIFFSetField) F(TIFFWriteEncodedStrip)

typedef struct {
    WI_TIFF_FUNCTIONS(WI_FUNCTION)
} wi_tiff_functions;

/// libtiff's functions; the library is opened by the first call, from any thread.
/// NULL where it isn't there, and `reason` says why.
const wi_tiff_functions *_Nullable wi_tiff(const char *_Nullable *_Nonnull reason);

#pragma clang assume_nonnull begin

// What follows is to be called once `wi_tiff` has given the functions.

/// A TIFF file in memory: what libtiff reads from, or a growing buffer that it writes to, and its last error.
typedef struct {
    const uint8_t *_Nullable input;  // read only; null while writing
    uint8_t *_Nullable output;       // owned; null while reading
    uint64_t size;                   // bytes of the file
    uint64_t capacity;               // bytes allocated for output
    uint64_t position;
    char message[256];               // libtiff's last error, empty where there was none
} wi_tiff_memory;

/// Opens the file with handlers of its own, not the global ones, so that a program's own use of libtiff isn't touched.
/// `maximum` is the most bytes that libtiff may take at once for what the file asks. Null: see `message`.
TIFF *_Nullable wi_tiff_open(wi_tiff_memory *memory, const char *mode, int64_t maximum);

// `TIFFGetField` and `TIFFSetField` take a variable number of arguments. `fallback` stands where the tag is missing.
uint16_t wi_tiff_short(TIFF *tiff, uint32_t tag, uint16_t fallback);
uint32_t wi_tiff_long(TIFF *tiff, uint32_t tag, uint32_t fallback);
int wi_tiff_set(TIFF *tiff, uint32_t tag, int value);
int wi_tiff_set_long(TIFF *tiff, uint32_t tag, uint32_t value);
int wi_tiff_set_alpha(TIFF *tiff, uint16_t kind);

/// The color profile inside of libtiff's own memory, valid until the directory changes; null where there is none.
const uint8_t *_Nullable wi_tiff_profile(TIFF *tiff, uint32_t *count);

/// The meaning of the first extra sample (EXTRASAMPLE_…), or -1 where there is none.
int wi_tiff_extra_sample(TIFF *tiff);

/// Where the encoded strip or tile `index` ends, as the file says.
uint64_t wi_tiff_chunk_end(TIFF *tiff, uint32_t index);

#pragma clang assume_nonnull end

#endif
