#include "wi_png_encode.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct wi_png_encoder {
    png_structp png;
    png_infop info;
    jmp_buf escape;
    char message[256];
    int passes;
    uint8_t *bytes;
    size_t count;
    size_t capacity;
};

static void on_error(png_structp png, png_const_charp message) {
    wi_png_encoder *encoder = png_get_error_ptr(png);
    snprintf(encoder->message, sizeof encoder->message, "%s", message);
    longjmp(encoder->escape, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    wi_png_encoder *encoder = png_get_io_ptr(png);
    if (count > SIZE_MAX / 2 - encoder->count) {
        png_error(png, "the file is too large");
    }
    if (encoder->count + count > encoder->capacity) {
        size_t capacity = (encoder->count + count) * 2;
        uint8_t *grown = realloc(encoder->bytes, capacity);
        if (grown == NULL) {
            png_error(png, "no memory");
        }
        encoder->bytes = grown;
        encoder->capacity = capacity;
    }
    memcpy(encoder->bytes + encoder->count, bytes, count);
    encoder->count += count;
}

static void flush_bytes(png_structp png) { (void)png; }

static int color_type(wi_png_kind kind) {
    switch (kind) {
    case WI_PNG_GRAY: return PNG_COLOR_TYPE_GRAY;
    case WI_PNG_RGB: return PNG_COLOR_TYPE_RGB;
    case WI_PNG_RGBA: return PNG_COLOR_TYPE_RGB_ALPHA;
    case WI_PNG_PALETTE: return PNG_COLOR_TYPE_PALETTE;
    }
    return PNG_COLOR_TYPE_RGB_ALPHA;
}

static void set_palette(wi_png_encoder *encoder, const wi_png_encoding *encoding) {
    png_color colors[256];
    png_byte alphas[256];
    int count = encoding->palette_count > 256 ? 256 : encoding->palette_count;
    for (int i = 0; i < count; i++) {
        const uint8_t *color = encoding->palette + (size_t)i * 4;
        colors[i].blue = color[0];
        colors[i].green = color[1];
        colors[i].red = color[2];
        alphas[i] = color[3];
    }
    png_set_PLTE(encoder->png, encoder->info, colors, count);
    if (encoding->transparent_count > 0) {
        png_set_tRNS(encoder->png, encoder->info, alphas, encoding->transparent_count, NULL);
    }
}

wi_png_encoder *wi_png_encoder_create(const wi_png_encoding *encoding) {
    wi_png_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) {
        return NULL;
    }
    if (setjmp(encoder->escape)) {
        wi_png_encoder_destroy(encoder);
        return NULL;
    }
    encoder->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, encoder, on_error, on_warning);
    encoder->info = encoder->png == NULL ? NULL : png_create_info_struct(encoder->png);
    if (encoder->info == NULL) {
        wi_png_encoder_destroy(encoder);
        return NULL;
    }
    png_structp png = encoder->png;
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_write_fn(png, encoder, write_bytes, flush_bytes);
    png_set_compression_level(png, encoding->level);
    if (encoding->level <= 2 && encoding->kind != WI_PNG_PALETTE) {
        // Trying all filters costs more time than the fast levels of zlib.
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB | PNG_FILTER_UP);
    }
    int depth = 8;
    if (encoding->kind == WI_PNG_PALETTE) {
        int count = encoding->palette_count;
        depth = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
    }
    png_set_IHDR(
        png, encoder->info, encoding->width, encoding->height, depth, color_type(encoding->kind),
        encoding->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT);
    if (encoding->kind == WI_PNG_PALETTE) {
        set_palette(encoder, encoding);
    } else {
        png_set_sRGB(png, encoder->info, PNG_sRGB_INTENT_PERCEPTUAL);
    }
    png_write_info(png, encoder->info);
    switch (encoding->kind) {
    case WI_PNG_RGB:
        png_set_filler(png, 0, PNG_FILLER_AFTER);
        png_set_bgr(png);
        break;
    case WI_PNG_RGBA: png_set_bgr(png); break;
    case WI_PNG_PALETTE: png_set_packing(png); break;
    case WI_PNG_GRAY: break;
    }
    encoder->passes = png_set_interlace_handling(png);
    return encoder;
}

void wi_png_encoder_destroy(wi_png_encoder *encoder) {
    png_destroy_write_struct(&encoder->png, &encoder->info);
    free(encoder->bytes);
    free(encoder);
}

int wi_png_encoder_passes(const wi_png_encoder *encoder) { return encoder->passes; }

bool wi_png_encoder_write_row(wi_png_encoder *encoder, const uint8_t *row) {
    if (setjmp(encoder->escape)) {
        return false;
    }
    png_write_row(encoder->png, row);
    return true;
}

bool wi_png_encoder_finish(wi_png_encoder *encoder) {
    if (setjmp(encoder->escape)) {
        return false;
    }
    png_write_end(encoder->png, encoder->info);
    return true;
}

const uint8_t *wi_png_encoder_bytes(const wi_png_encoder *encoder, size_t *count) {
    *count = encoder->count;
    return encoder->bytes;
}

const char *wi_png_encoder_message(const wi_png_encoder *encoder) { return encoder->message; }
