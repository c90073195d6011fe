#ifndef WI_TIFF_SHIM_H
#define WI_TIFF_SHIM_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// A TIFF file in memory: what libtiff reads from, or a growing buffer that it writes to, and its last error.
typedef struct {
    const uint8_t *input; // read only; null while writing
    uint8_t *output;      // owned; null while reading
    uint64_t size;        // bytes of the file
    uint64_t capacity;    // bytes allocated for output
    uint64_t position;
    char message[256];    // libtiff's last error, empty where there was none
} wi_tiff_memory;

static inline tmsize_t wi_tiff_read(thandle_t handle, void *target, tmsize_t count) {
    wi_tiff_memory *memory = (wi_tiff_memory *)handle;
    if (count <= 0 || memory->position >= memory->size) return 0;
    uint64_t rest = memory->size - memory->position;
    uint64_t taken = (uint64_t)count < rest ? (uint64_t)count : rest;
    memcpy(target, (memory->input ? memory->input : memory->output) + memory->position, taken);
    memory->position += taken;
    return (tmsize_t)taken;
}

static inline tmsize_t wi_tiff_write(thandle_t handle, void *source, tmsize_t count) {
    wi_tiff_memory *memory = (wi_tiff_memory *)handle;
    if (memory->input || count <= 0 || memory->position > UINT64_MAX / 4 - (uint64_t)count) return 0;
    uint64_t end = memory->position + (uint64_t)count;
    if (end > memory->capacity) {
        uint64_t capacity = end + end / 2 + 4096;
        uint8_t *grown = (uint8_t *)realloc(memory->output, capacity);
        if (!grown) return 0;
        memory->output = grown;
        memory->capacity = capacity;
    }
    if (memory->position > memory->size) memset(memory->output + memory->size, 0, memory->position - memory->size);
    memcpy(memory->output + memory->position, source, (size_t)count);
    memory->position = end;
    if (end > memory->size) memory->size = end;
    return count;
}

static inline toff_t wi_tiff_seek(thandle_t handle, toff_t offset, int whence) {
    wi_tiff_memory *memory = (wi_tiff_memory *)handle;
    if (whence == SEEK_CUR) offset += memory->position;
    if (whence == SEEK_END) offset += memory->size;
    memory->position = offset;
    return offset;
}

static inline int wi_tiff_close(thandle_t handle) { (void)handle; return 0; }

static inline toff_t wi_tiff_size(thandle_t handle) { return ((wi_tiff_memory *)handle)->size; }

static inline int wi_tiff_map(thandle_t handle, void **base, toff_t *size) {
    wi_tiff_memory *memory = (wi_tiff_memory *)handle;
    if (!memory->input) return 0;
    *base = (void *)memory->input;
    *size = memory->size;
    return 1;
}

static inline void wi_tiff_unmap(thandle_t handle, void *base, toff_t size) { (void)handle; (void)base; (void)size; }

// Swift can't take a `va_list`: libtiff's words are kept as text. 1 stops the global handler, which prints.
static inline int wi_tiff_error(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff; (void)module;
    wi_tiff_memory *memory = (wi_tiff_memory *)data;
    vsnprintf(memory->message, sizeof memory->message, format, arguments);
    return 1;
}

static inline int wi_tiff_warning(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff; (void)data; (void)module; (void)format; (void)arguments;
    return 1;
}

// Handlers of this one file, not the global ones, so that a program's own use of libtiff isn't touched.
// `maximum` is the most bytes that libtiff may take at once for what the file asks. Null: see `message`.
static inline TIFF *wi_tiff_open(wi_tiff_memory *memory, const char *mode, int64_t maximum) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    TIFFOpenOptionsSetErrorHandlerExtR(options, wi_tiff_error, memory);
    TIFFOpenOptionsSetWarningHandlerExtR(options, wi_tiff_warning, memory);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)maximum);
    TIFF *tiff = TIFFClientOpenExt("memory", mode, (thandle_t)memory, wi_tiff_read, wi_tiff_write, wi_tiff_seek,
                                   wi_tiff_close, wi_tiff_size, wi_tiff_map, wi_tiff_unmap, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

// Variadic in libtiff. `fallback` stands where the tag is missing.
static inline uint16_t wi_tiff_short(TIFF *tiff, uint32_t tag, uint16_t fallback) {
    uint16_t value = fallback;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : fallback;
}

static inline uint32_t wi_tiff_long(TIFF *tiff, uint32_t tag, uint32_t fallback) {
    uint32_t value = fallback;
    return TIFFGetFieldDefaulted(tiff, tag, &value) ? value : fallback;
}

// The color profile inside of libtiff's own memory, valid until the directory changes; null where there is none.
static inline const uint8_t *wi_tiff_profile(TIFF *tiff, uint32_t *count) {
    void *data = NULL;
    *count = 0;
    return TIFFGetField(tiff, TIFFTAG_ICCPROFILE, count, &data) ? (const uint8_t *)data : NULL;
}

// The meaning of the first extra sample (EXTRASAMPLE_…), or -1 where there is none.
static inline int wi_tiff_extra_sample(TIFF *tiff) {
    uint16_t count = 0;
    uint16_t *kinds = NULL;
    if (!TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || count == 0 || !kinds) return -1;
    return kinds[0];
}

static inline int wi_tiff_set(TIFF *tiff, uint32_t tag, int value) { return TIFFSetField(tiff, tag, value); }

static inline int wi_tiff_set_long(TIFF *tiff, uint32_t tag, uint32_t value) { return TIFFSetField(tiff, tag, value); }

static inline int wi_tiff_set_alpha(TIFF *tiff, uint16_t kind) {
    return TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
}

// The offset and the length of the encoded strip or tile `index`, as the file says.
static inline uint64_t wi_tiff_chunk_end(TIFF *tiff, uint32_t index) {
    int error = 0;
    uint64_t offset = TIFFGetStrileOffsetWithErr(tiff, index, &error);
    uint64_t count = error ? 0 : TIFFGetStrileByteCountWithErr(tiff, index, &error);
    return error || count > UINT64_MAX - offset ? UINT64_MAX : offset + count;
}

#endif
