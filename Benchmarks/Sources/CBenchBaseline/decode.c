#define _GNU_SOURCE
#include "CBenchBaseline.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

int bench_decode_jpeg(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    info.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, data, length);
    jpeg_read_header(&info, TRUE);
    *width = (int)info.image_width;
    *height = (int)info.image_height;
    if (pixels) {
        info.out_color_space = JCS_EXT_BGRX;
        jpeg_start_decompress(&info);
        while (info.output_scanline < info.output_height) {
            JSAMPROW row = pixels + info.output_scanline * stride;
            jpeg_read_scanlines(&info, &row, 1);
        }
        jpeg_finish_decompress(&info);
    }
    jpeg_destroy_decompress(&info);
    return 0;
}

typedef struct {
    const uint8_t *data;
    size_t left;
} source;

static void read_png(png_structp png, png_bytep out, size_t count) {
    source *s = png_get_io_ptr(png);
    if (count > s->left) png_error(png, "end of data");
    memcpy(out, s->data, count);
    s->data += count;
    s->left -= count;
}

int bench_decode_png(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    source s = {data, length};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, 0, 0, 0);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, 0);
        return 1;
    }
    png_set_read_fn(png, &s, read_png);
    png_read_info(png, info);
    *width = (int)png_get_image_width(png, info);
    *height = (int)png_get_image_height(png, info);
    if (pixels) {
        png_set_expand(png);
        png_set_strip_16(png);
        png_set_gray_to_rgb(png);
        png_set_bgr(png);
        png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
        png_set_interlace_handling(png);
        png_read_update_info(png, info);
        png_bytepp rows = malloc(sizeof(png_bytep) * (size_t)*height);
        for (int y = 0; y < *height; y++) rows[y] = pixels + (size_t)y * stride;
        png_read_image(png, rows);
        free(rows);
    }
    png_destroy_read_struct(&png, &info, 0);
    return 0;
}

int bench_decode_webp(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    if (!WebPGetInfo(data, length, width, height)) return 1;
    if (!pixels) return 0;
    return WebPDecodeBGRAInto(data, length, pixels, stride * (size_t)*height, (int)stride) ? 0 : 1;
}
