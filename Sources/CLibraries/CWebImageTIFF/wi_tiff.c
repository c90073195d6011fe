#ifdef WI_TIFF // the trait: without it the library's headers needn't be there
#include "CWebImageTIFF.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "libtiff.so.6" // 4.5 and newer

static const char *const names[] = {WI_TIFF_FUNCTIONS(WI_FUNCTION_NAME)};
static wi_tiff_functions functions;
_Static_assert(sizeof functions == sizeof names, "one pointer a name");

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    failure = wi_library_open(FILE_NAME, names, sizeof names / sizeof *names, &functions);
}

const wi_tiff_functions *wi_tiff(const char **reason) {
    pthread_once(&once, open_library);
    *reason = failure;
    return failure ? NULL : &functions;
}

static tmsize_t wi_tiff_read(thandle_t handle, void *target, tmsize_t count) {
    wi_tiff_memory *memory = (wi_tiff_memory *)handle;
    if (count <= 0 || memory->position >= memory->size) return 0;
    uint64_t rest = memory->size - memory->position;
    uint64_t taken = (uint64_t)count < rest ? (uint64_t)count : rest;
    memcpy(target, (memory->input ? memory->input : memory->output) + memory->position, taken);
    memory->position += taken;
    return (tmsize_t)taken;
}

static tmsize_t wi_tiff_write(thandle_t handle, void *source, tmsize_t count) {
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

static toff_t wi_tiff_seek(thandle_t handle, toff_t offset, int whence) {
    wi_tiff_memory *memory = (wi_tiff_memory *)handle;
    if (whence == SEEK_CUR) offset += memory->position;
    if (whence == SEEK_END) offset += memory->size;
    memory->position = offset;
    return offset;
}

static int wi_tiff_close(thandle_t handle) { (void)handle; return 0; }

static toff_t wi_tiff_size(thandle_t handle) { return ((wi_tiff_memory *)handle)->size; }

static int wi_tiff_map(thandle_t handle, void **base, toff_t *size) {
    wi_tiff_memory *memory = (wi_tiff_memory *)handle;
    if (!memory->input) return 0;
    *base = (void *)memory->input;
    *size = memory->size;
    return 1;
}

static void wi_tiff_unmap(thandle_t handle, void *base, toff_t size) { (void)handle; (void)base; (void)size; }

// Swift can't take a `va_list`: libtiff's words are kept as text. 1 stops the global handler, which prints.
static int wi_tiff_error(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff; (void)module;
    wi_tiff_memory *memory = (wi_tiff_memory *)data;
    vsnprintf(memory->message, sizeof memory->message, format, arguments);
    return 1;
}

static int wi_tiff_warning(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff; (void)data; (void)module; (void)format; (void)arguments;
    return 1;
}

TIFF *wi_tiff_open(wi_tiff_memory *memory, const char *mode, int64_t maximum) {
    TIFFOpenOptions *options = functions.TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    functions.TIFFOpenOptionsSetErrorHandlerExtR(options, wi_tiff_error, memory);
    functions.TIFFOpenOptionsSetWarningHandlerExtR(options, wi_tiff_warning, memory);
    functions.TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)maximum);
    TIFF *tiff = functions.TIFFClientOpenExt(
        "memory", mode, (thandle_t)memory, wi_tiff_read, wi_tiff_write, wi_tiff_seek, wi_tiff_close, wi_tiff_size,
        wi_tiff_map, wi_tiff_unmap, options);
    functions.TIFFOpenOptionsFree(options);
    return tiff;
}

uint16_t wi_tiff_short(TIFF *tiff, uint32_t tag, uint16_t fallback) {
    uint16_t value = fallback;
    return functions.TIFFGetFieldDefaulted(tiff, tag, &value) ? value : fallback;
}

uint32_t wi_tiff_long(TIFF *tiff, uint32_t tag, uint32_t fallback) {
    uint32_t value = fallback;
    return functions.TIFFGetFieldDefaulted(tiff, tag, &value) ? value : fallback;
}

const uint8_t *wi_tiff_profile(TIFF *tiff, uint32_t *count) {
    void *data = NULL;
    *count = 0;
    return functions.TIFFGetField(tiff, TIFFTAG_ICCPROFILE, count, &data) ? (const uint8_t *)data : NULL;
}

int wi_tiff_extra_sample(TIFF *tiff) {
    uint16_t count = 0;
    uint16_t *kinds = NULL;
    if (!functions.TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || count == 0 || !kinds) return -1;
    return kinds[0];
}

int wi_tiff_set(TIFF *tiff, uint32_t tag, int value) { return functions.TIFFSetField(tiff, tag, value); }

int wi_tiff_set_long(TIFF *tiff, uint32_t tag, uint32_t value) { return functions.TIFFSetField(tiff, tag, value); }

int wi_tiff_set_alpha(TIFF *tiff, uint16_t kind) {
    return functions.TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
}

uint64_t wi_tiff_chunk_end(TIFF *tiff, uint32_t index) {
    int error = 0;
    uint64_t offset = functions.TIFFGetStrileOffsetWithErr(tiff, index, &error);
    uint64_t count = error ? 0 : functions.TIFFGetStrileByteCountWithErr(tiff, index, &error);
    return error || count > UINT64_MAX - offset ? UINT64_MAX : offset + count;
}
#endif
