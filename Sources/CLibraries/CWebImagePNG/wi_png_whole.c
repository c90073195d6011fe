#include "wi_png_whole.h"
#include "wi_png_filters.h"

#include "wi_library.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct wi_png_whole {
    uint32_t width, height;
    int channels;
    uint32_t next_row;
    size_t row_size;
    /// All rows, each behind the byte that names its filter.
    uint8_t *rows;
    /// What stands above the first row.
    uint8_t *zeros;
};

// libdeflate's interface, which has been the same since its first release: without its header, so that no build needs it.
static struct {
    void *(*alloc_decompressor)(void);
    void (*free_decompressor)(void *);
    int (*zlib_decompress)(void *, const void *, size_t, void *, size_t, size_t *);
    uint32_t (*crc32)(uint32_t, const void *, size_t);
} library;
static const char *const names[] = {
    "libdeflate_alloc_decompressor", "libdeflate_free_decompressor", "libdeflate_zlib_decompress", "libdeflate_crc32"};
_Static_assert(sizeof library == sizeof names, "one pointer a name");

static bool library_is_ready;
static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    library_is_ready = wi_library_open("libdeflate.so.0", names, sizeof names / sizeof *names, &library) == NULL;
}

bool wi_png_whole_is_fast(void) {
#if defined(__OPTIMIZE__)
    pthread_once(&library_once, open_library);
    return library_is_ready;
#else
    return false;
#endif
}

/// What is left of a file, and its chunk before that.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    const uint8_t *name, *content;
    size_t size;
} reader;

static uint32_t number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// False at the end of the data, for a size that isn't there, or a wrong checksum.
static bool next_chunk(reader *at, bool checks) {
    if (at->count < 12) return false;
    at->size = number(at->bytes);
    if (at->size > at->count - 12) return false;
    at->name = at->bytes + 4;
    at->content = at->bytes + 8;
    if (checks && library.crc32(0, at->name, at->size + 4) != number(at->content + at->size)) return false;
    at->bytes += at->size + 12;
    at->count -= at->size + 12;
    return true;
}

static bool is(const reader *at, const char *name) { return memcmp(at->name, name, 4) == 0; }

static bool read_header(wi_png_whole *self, reader *at) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    if (at->count < 8 || memcmp(at->bytes, signature, 8) != 0) return false;
    at->bytes += 8;
    at->count -= 8;
    if (!next_chunk(at, true) || !is(at, "IHDR") || at->size != 13) return false;
    self->width = number(at->content);
    self->height = number(at->content + 4);
    const uint8_t *rest = at->content + 8;
    self->channels = rest[1] == 2 ? 3 : rest[1] == 6 ? 4 : 0;
    if (rest[0] != 8 || self->channels == 0 || rest[2] != 0 || rest[3] != 0 || rest[4] != 0) return false;
    return self->width > 0 && self->height > 0 && self->width <= INT32_MAX && self->height <= INT32_MAX;
}

/// Finds the compressed bytes; what has several chunks is put together in memory that the caller frees.
static bool find_pixels(reader *at, size_t maximum, const uint8_t **bytes, size_t *count, uint8_t **joined) {
    do {
        // Behind the header only these need the same care as libpng gives them.
        if (!next_chunk(at, false) || is(at, "tRNS") || is(at, "PLTE")) return false;
        if ((at->name[0] & 0x20) == 0 && !is(at, "IDAT")) return false;
    } while (!is(at, "IDAT"));
    reader first = *at;
    size_t total = 0, pieces = 0;
    reader last = *at;
    for (bool is_there = true; is_there && is(&last, "IDAT"); is_there = next_chunk(&last, false)) {
        if (library.crc32(0, last.name, last.size + 4) != number(last.content + last.size)) return false;
        total += last.size;
        pieces++;
    }
    if (pieces == 1) {
        *bytes = first.content;
        *count = first.size;
        return true;
    }
    if (total > maximum) return false;
    *joined = malloc(total > 0 ? total : 1);
    if (*joined == NULL) return false;
    for (size_t written = 0; pieces > 0; pieces--) {
        memcpy(*joined + written, first.content, first.size);
        written += first.size;
        if (pieces > 1 && !next_chunk(&first, false)) return false;
    }
    *bytes = *joined;
    *count = total;
    return true;
}

static bool inflate_rows(wi_png_whole *self, const uint8_t *bytes, size_t count, size_t maximum) {
    size_t size = 0;
    self->row_size = (size_t)self->width * (size_t)self->channels;
    if (__builtin_mul_overflow(self->row_size + 1, (size_t)self->height, &size) || size > maximum) return false;
    // Loads of several bytes look a little behind the last row.
    self->rows = malloc(size + 16);
    self->zeros = calloc(1, self->row_size + 16);
    void *decompressor = library.alloc_decompressor();
    bool is_whole = self->rows != NULL && self->zeros != NULL && decompressor != NULL
        && library.zlib_decompress(decompressor, bytes, count, self->rows, size, NULL) == 0;
    if (decompressor != NULL) library.free_decompressor(decompressor);
    return is_whole;
}

wi_png_whole *wi_png_whole_create(const uint8_t *bytes, size_t count, size_t maximum) {
    pthread_once(&library_once, open_library);
    if (!library_is_ready) return NULL;
    wi_png_whole *self = calloc(1, sizeof *self);
    reader at = {.bytes = bytes, .count = count};
    const uint8_t *pixels = NULL;
    size_t pixel_count = 0;
    uint8_t *joined = NULL;
    bool is_whole = self != NULL && read_header(self, &at)
        && find_pixels(&at, maximum, &pixels, &pixel_count, &joined)
        && inflate_rows(self, pixels, pixel_count, maximum);
    free(joined);
    if (is_whole) return self;
    if (self != NULL) wi_png_whole_destroy(self);
    return NULL;
}

void wi_png_whole_destroy(wi_png_whole *self) {
    free(self->rows);
    free(self->zeros);
    free(self);
}

uint32_t wi_png_whole_width(const wi_png_whole *self) { return self->width; }
uint32_t wi_png_whole_height(const wi_png_whole *self) { return self->height; }
bool wi_png_whole_has_alpha(const wi_png_whole *self) { return self->channels == 4; }

bool wi_png_whole_read_rows(wi_png_whole *self, uint8_t *target, size_t stride, uint32_t rows) {
    for (uint32_t y = 0; y < rows && self->next_row < self->height; y++, self->next_row++) {
        uint8_t *row = self->rows + (size_t)self->next_row * (self->row_size + 1) + 1;
        const uint8_t *above = self->next_row == 0 ? self->zeros : row - self->row_size - 1;
        if (!wi_png_unfilter(row, above, self->width, self->channels, row[-1])) return false;
        wi_png_to_bgra(row, target + (size_t)y * stride, self->width, self->channels);
    }
    return true;
}
