#include "wi_jpeg_encode.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

typedef struct encoder {
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf escape;
    wi_jpeg_encode_status failure;
    char message[JMSG_LENGTH_MAX];
    uint8_t *bytes;
    size_t capacity;
    size_t maximum;
    JSAMPLE *gray_row;
} encoder;

static void on_error(j_common_ptr codec) {
    encoder *self = codec->client_data;
    codec->err->format_message(codec, self->message);
    self->failure = WI_JPEG_ENCODE_FAILED;
    longjmp(self->escape, 1);
}

static void on_message(j_common_ptr codec, int level) {
    (void)codec;
    (void)level;
}

static void on_output(j_common_ptr codec) { (void)codec; }

static void destination_begin(j_compress_ptr codec) {
    encoder *self = codec->client_data;
    self->destination.next_output_byte = self->bytes;
    self->destination.free_in_buffer = self->capacity;
}

static boolean destination_grow(j_compress_ptr codec) {
    encoder *self = codec->client_data;
    if (self->maximum > 0 && self->capacity >= self->maximum) {
        self->failure = WI_JPEG_ENCODE_TOO_LARGE;
        longjmp(self->escape, 1);
    }
    size_t used = self->capacity;
    uint8_t *grown = used > SIZE_MAX / 2 ? NULL : realloc(self->bytes, used * 2);
    if (grown == NULL) {
        ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    }
    self->bytes = grown;
    self->capacity = used * 2;
    self->destination.next_output_byte = grown + used;
    self->destination.free_in_buffer = used;
    return TRUE;
}

static void destination_end(j_compress_ptr codec) { (void)codec; }

static void set_up(encoder *self, uint32_t width, uint32_t height, const wi_jpeg_encoding *encoding) {
    struct jpeg_compress_struct *codec = &self->codec;
    codec->image_width = width;
    codec->image_height = height;
    codec->input_components = encoding->is_gray ? 1 : 4;
    codec->in_color_space = encoding->is_gray ? JCS_GRAYSCALE : JCS_EXT_BGRX;
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, encoding->quality, TRUE);
    codec->optimize_coding = TRUE;
    if (!encoding->is_gray) {
        codec->comp_info[0].h_samp_factor = encoding->chroma_x;
        codec->comp_info[0].v_samp_factor = encoding->chroma_y;
    }
    if (encoding->is_progressive) {
        jpeg_simple_progression(codec);
    }
}

wi_jpeg_encode_status wi_jpeg_encode(
    const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, const wi_jpeg_encoding *encoding,
    uint8_t **result, size_t *count, char *message, size_t message_capacity) {
    *result = NULL;
    *count = 0;
    // On the heap, so that its fields keep their values over a jump.
    encoder *self = calloc(1, sizeof *self);
    if (self == NULL) {
        return WI_JPEG_ENCODE_FAILED;
    }
    self->capacity = 64 * 1024;
    self->maximum = encoding->maximum_bytes;
    self->bytes = malloc(self->capacity);
    self->gray_row = encoding->is_gray ? malloc(width) : NULL;
    self->codec.err = jpeg_std_error(&self->errors);
    self->errors.error_exit = on_error;
    self->errors.emit_message = on_message;
    self->errors.output_message = on_output;
    self->codec.client_data = self;
    wi_jpeg_encode_status status = WI_JPEG_ENCODE_FAILED;
    if (self->bytes == NULL || (encoding->is_gray && self->gray_row == NULL) || setjmp(self->escape)) {
        status = self->failure == WI_JPEG_ENCODED ? WI_JPEG_ENCODE_FAILED : self->failure;
        snprintf(message, message_capacity, "%s", self->message);
        jpeg_destroy_compress(&self->codec);
        free(self->bytes);
        free(self->gray_row);
        free(self);
        return status;
    }
    jpeg_create_compress(&self->codec);
    self->codec.client_data = self;
    self->destination.init_destination = destination_begin;
    self->destination.empty_output_buffer = destination_grow;
    self->destination.term_destination = destination_end;
    self->codec.dest = &self->destination;
    set_up(self, width, height, encoding);
    jpeg_start_compress(&self->codec, TRUE);
    if (encoding->exif != NULL && encoding->exif_count > 0) {
        jpeg_write_marker(&self->codec, JPEG_APP0 + 1, encoding->exif, (unsigned)encoding->exif_count);
    }
    while (self->codec.next_scanline < self->codec.image_height) {
        const uint8_t *row = pixels + (size_t)self->codec.next_scanline * stride;
        JSAMPROW pointer = (JSAMPROW)row;
        if (encoding->is_gray) {
            for (uint32_t x = 0; x < width; x++) {
                self->gray_row[x] = row[(size_t)x * 4 + 1];
            }
            pointer = self->gray_row;
        }
        jpeg_write_scanlines(&self->codec, &pointer, 1);
    }
    jpeg_finish_compress(&self->codec);
    size_t written = self->capacity - self->destination.free_in_buffer;
    if (self->maximum > 0 && written > self->maximum) {
        status = WI_JPEG_ENCODE_TOO_LARGE;
        free(self->bytes);
    } else {
        status = WI_JPEG_ENCODED;
        *result = self->bytes;
        *count = written;
    }
    jpeg_destroy_compress(&self->codec);
    free(self->gray_row);
    free(self);
    return status;
}
