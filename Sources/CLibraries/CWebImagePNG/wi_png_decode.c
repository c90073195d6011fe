#include "wi_png_decode.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct wi_png_decoder {
    png_structp png;
    png_infop info;
    jmp_buf escape;
    wi_png_status failure;
    char message[256];
    atomic_bool is_cancelled;

    const uint8_t *bytes;
    size_t count;

    wi_png_header header;
    bool has_header;
    uint8_t *target;
    size_t stride;
    size_t unconsumed;
    uint64_t rows_written;
    uint32_t valid_rows;
    bool is_done;
};

static void on_error(png_structp png, png_const_charp message) {
    wi_png_decoder *decoder = png_get_error_ptr(png);
    snprintf(decoder->message, sizeof decoder->message, "%s", message);
    if (decoder->failure == WI_PNG_OK) {
        decoder->failure = WI_PNG_CORRUPT;
    }
    longjmp(decoder->escape, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void check_cancelled(wi_png_decoder *decoder) {
    if (atomic_load_explicit(&decoder->is_cancelled, memory_order_relaxed)) {
        decoder->failure = WI_PNG_CANCELLED;
        png_error(decoder->png, "cancelled");
    }
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    wi_png_decoder *decoder = png_get_io_ptr(png);
    if (count > decoder->count) {
        decoder->failure = WI_PNG_TRUNCATED;
        png_error(png, "the data ends early");
    }
    memcpy(target, decoder->bytes, count);
    decoder->bytes += count;
    decoder->count -= count;
}

/// Has libpng give BGRA with straight alpha, 8 bits a channel, whatever the file holds.
static void set_up_rows(wi_png_decoder *decoder) {
    png_structp png = decoder->png;
    png_infop info = decoder->info;
    int color = png_get_color_type(png, info);
    bool has_transparency = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
    decoder->header.width = png_get_image_width(png, info);
    decoder->header.height = png_get_image_height(png, info);
    decoder->header.is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    decoder->header.has_alpha = (color & PNG_COLOR_MASK_ALPHA) != 0 || has_transparency;
    decoder->has_header = true;
    png_set_expand(png);
    png_set_scale_16(png);
    if ((color & PNG_COLOR_MASK_COLOR) == 0) {
        png_set_gray_to_rgb(png);
    }
    if (!decoder->header.has_alpha) {
        png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    }
    png_set_bgr(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

static void on_push_header(png_structp png, png_infop info) {
    (void)info;
    wi_png_decoder *decoder = png_get_progressive_ptr(png);
    set_up_rows(decoder);
    decoder->unconsumed = png_process_data_pause(png, 0);
}

static void on_push_row(png_structp png, png_bytep row, png_uint_32 number, int pass) {
    (void)pass;
    wi_png_decoder *decoder = png_get_progressive_ptr(png);
    check_cancelled(decoder);
    if (row == NULL || decoder->target == NULL || number >= decoder->header.height) {
        return;
    }
    png_progressive_combine_row(png, decoder->target + (size_t)number * decoder->stride, row);
    decoder->rows_written++;
    if (number >= decoder->valid_rows) {
        decoder->valid_rows = number + 1;
    }
}

static void on_push_end(png_structp png, png_infop info) {
    (void)info;
    wi_png_decoder *decoder = png_get_progressive_ptr(png);
    decoder->is_done = true;
}

/// Chunks whose content is read elsewhere, or not at all: libpng neither parses nor keeps them.
static void pass_over_chunks(png_structp png) {
    static const char names[] = "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0"
                                "sRGB\0tEXt\0tIME\0zTXt";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, (png_const_bytep)names, (int)(sizeof names / 5));
}

wi_png_decoder *wi_png_decoder_create(bool by_push, bool ignores_checksums) {
    wi_png_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        return NULL;
    }
    if (setjmp(decoder->escape)) {
        wi_png_decoder_destroy(decoder);
        return NULL;
    }
    decoder->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, on_error, on_warning);
    decoder->info = decoder->png == NULL ? NULL : png_create_info_struct(decoder->png);
    if (decoder->info == NULL) {
        wi_png_decoder_destroy(decoder);
        return NULL;
    }
    // Pixels are limited by the caller, before memory is taken; these limits are for chunks.
    png_set_user_limits(decoder->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_cache_max(decoder->png, 128);
    png_set_chunk_malloc_max(decoder->png, 1 << 20);
    png_set_option(decoder->png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
    pass_over_chunks(decoder->png);
    if (ignores_checksums) {
        png_set_crc_action(decoder->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    }
    if (by_push) {
        png_set_progressive_read_fn(decoder->png, decoder, on_push_header, on_push_row, on_push_end);
    } else {
        png_set_read_fn(decoder->png, decoder, read_bytes);
    }
    return decoder;
}

void wi_png_decoder_destroy(wi_png_decoder *decoder) {
    png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
    free(decoder);
}

void wi_png_decoder_cancel(wi_png_decoder *decoder) {
    atomic_store_explicit(&decoder->is_cancelled, true, memory_order_relaxed);
}

const char *wi_png_decoder_message(const wi_png_decoder *decoder) { return decoder->message; }

void wi_png_decoder_set_data(wi_png_decoder *decoder, const uint8_t *bytes, size_t count) {
    decoder->bytes = bytes;
    decoder->count = count;
}

wi_png_status wi_png_decoder_read_header(wi_png_decoder *decoder, wi_png_header *header) {
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    png_read_info(decoder->png, decoder->info);
    set_up_rows(decoder);
    *header = decoder->header;
    return WI_PNG_OK;
}

wi_png_status wi_png_decoder_read_rows(
    wi_png_decoder *decoder, uint8_t *target, size_t stride, uint32_t rows) {
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    check_cancelled(decoder);
    for (uint32_t y = 0; y < rows; y++) {
        png_read_row(decoder->png, target + (size_t)y * stride, NULL);
    }
    return WI_PNG_OK;
}

wi_png_status wi_png_decoder_read_passes(wi_png_decoder *decoder, uint8_t *target, size_t stride) {
    enum { PASSES = 7 };
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    for (int pass = 0; pass < PASSES; pass++) {
        for (uint32_t y = 0; y < decoder->header.height; y++) {
            if (y % 64 == 0) {
                check_cancelled(decoder);
            }
            png_read_row(decoder->png, target + (size_t)y * stride, NULL);
        }
    }
    return WI_PNG_OK;
}

wi_png_status wi_png_decoder_push(wi_png_decoder *decoder, const uint8_t *bytes, size_t count, size_t *consumed) {
    *consumed = 0;
    decoder->unconsumed = 0;
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    check_cancelled(decoder);
    png_process_data(decoder->png, decoder->info, (png_bytep)bytes, count);
    *consumed = count - decoder->unconsumed;
    return decoder->is_done ? WI_PNG_OK : WI_PNG_SUSPENDED;
}

bool wi_png_decoder_header(const wi_png_decoder *decoder, wi_png_header *header) {
    *header = decoder->header;
    return decoder->has_header;
}

void wi_png_decoder_set_target(wi_png_decoder *decoder, uint8_t *target, size_t stride) {
    decoder->target = target;
    decoder->stride = stride;
}

uint64_t wi_png_decoder_rows_written(const wi_png_decoder *decoder) { return decoder->rows_written; }

uint32_t wi_png_decoder_valid_rows(const wi_png_decoder *decoder) { return decoder->valid_rows; }

bool wi_png_decoder_is_done(const wi_png_decoder *decoder) { return decoder->is_done; }
