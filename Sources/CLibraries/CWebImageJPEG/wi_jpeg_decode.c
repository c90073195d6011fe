#include "wi_jpeg_decode.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

/// libjpeg-turbo's own tools stop at 500 scans; sane files have about 10. Beyond this many, each scan counts against a
/// budget of pixels.
enum { SCANS_FREE = 64, SCANS_MOST = 500 };
static const double SCANNED_PIXELS_MOST = 4e9;

struct wi_jpeg_decoder {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    wi_jpeg_status failure;
    char message[JMSG_LENGTH_MAX];
    atomic_bool is_cancelled;

    /// Bytes that were appended; unused for data that is given at once.
    uint8_t *buffer;
    size_t capacity;
    /// Bytes to pass over that haven't come yet.
    size_t to_skip;
    bool is_complete;
    bool is_started;

    /// An end marker of ours was put in.
    bool ended_early;
    /// The entropy decoder ran into a marker before its data was whole.
    bool hit_marker;
    uint32_t valid_rows;
};

static void on_error(j_common_ptr codec) {
    wi_jpeg_decoder *decoder = codec->client_data;
    codec->err->format_message(codec, decoder->message);
    switch (codec->err->msg_code) {
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_ARITH_NOTIMPL:
    case JERR_NOT_COMPILED:
        decoder->failure = WI_JPEG_UNSUPPORTED;
        break;
    case JERR_OUT_OF_MEMORY:
        decoder->failure = WI_JPEG_NO_MEMORY;
        break;
    default:
        decoder->failure = WI_JPEG_CORRUPT;
    }
    longjmp(decoder->escape, 1);
}

/// libjpeg decodes the scan's first rows again at an output pass; only the first time tells where data ended.
static void note_missing_data(wi_jpeg_decoder *decoder) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (decoder->hit_marker) {
        return;
    }
    decoder->hit_marker = true;
    if (codec->input_scan_number <= 1) {
        uint64_t rows = (uint64_t)codec->input_iMCU_row * (unsigned)codec->max_v_samp_factor
            * (unsigned)codec->min_DCT_scaled_size;
        decoder->valid_rows = rows > UINT32_MAX ? UINT32_MAX : (uint32_t)rows;
    }
}

static void on_message(j_common_ptr codec, int level) {
    wi_jpeg_decoder *decoder = codec->client_data;
    if (level >= 0) {
        return;
    }
    codec->err->num_warnings++;
    if (codec->err->msg_code == JWRN_HIT_MARKER && decoder->ended_early) {
        note_missing_data(decoder);
    }
}

static void on_output(j_common_ptr codec) { (void)codec; }

static void on_progress(j_common_ptr common) {
    wi_jpeg_decoder *decoder = common->client_data;
    if (atomic_load_explicit(&decoder->is_cancelled, memory_order_relaxed)) {
        decoder->failure = WI_JPEG_CANCELLED;
        longjmp(decoder->escape, 1);
    }
    if (!common->is_decompressor) {
        return;
    }
    struct jpeg_decompress_struct *codec = &decoder->codec;
    int scans = codec->input_scan_number;
    double pixels = (double)codec->image_width * codec->image_height * scans;
    if (scans > SCANS_MOST || (scans > SCANS_FREE && pixels > SCANNED_PIXELS_MOST)) {
        snprintf(decoder->message, sizeof decoder->message, "%d scans", scans);
        decoder->failure = WI_JPEG_TOO_MANY_SCANS;
        longjmp(decoder->escape, 1);
    }
}

static void source_nothing(j_decompress_ptr codec) { (void)codec; }

static boolean source_fill(j_decompress_ptr codec) {
    static const JOCTET end[2] = {0xFF, JPEG_EOI};
    wi_jpeg_decoder *decoder = codec->client_data;
    if (!decoder->is_complete) {
        return FALSE;
    }
    decoder->ended_early = true;
    codec->src->next_input_byte = end;
    codec->src->bytes_in_buffer = sizeof end;
    return TRUE;
}

static void source_skip(j_decompress_ptr codec, long count) {
    wi_jpeg_decoder *decoder = codec->client_data;
    if (count <= 0) {
        return;
    }
    size_t wanted = (size_t)count;
    size_t here = wanted < codec->src->bytes_in_buffer ? wanted : codec->src->bytes_in_buffer;
    codec->src->next_input_byte += here;
    codec->src->bytes_in_buffer -= here;
    decoder->to_skip += wanted - here;
}

wi_jpeg_decoder *wi_jpeg_decoder_create(void) {
    wi_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        return NULL;
    }
    decoder->valid_rows = UINT32_MAX;
    decoder->codec.err = jpeg_std_error(&decoder->errors);
    decoder->errors.error_exit = on_error;
    decoder->errors.emit_message = on_message;
    decoder->errors.output_message = on_output;
    decoder->codec.client_data = decoder;
    if (setjmp(decoder->escape)) {
        jpeg_destroy_decompress(&decoder->codec);
        free(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->codec);
    decoder->codec.client_data = decoder;
    decoder->source.init_source = source_nothing;
    decoder->source.fill_input_buffer = source_fill;
    decoder->source.skip_input_data = source_skip;
    decoder->source.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.term_source = source_nothing;
    decoder->codec.src = &decoder->source;
    decoder->progress.progress_monitor = on_progress;
    decoder->codec.progress = &decoder->progress;
    jpeg_save_markers(&decoder->codec, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(&decoder->codec, JPEG_APP0 + 2, 0xFFFF);
    return decoder;
}

void wi_jpeg_decoder_destroy(wi_jpeg_decoder *decoder) {
    // Frees memory only; libjpeg has no way to fail here.
    jpeg_destroy_decompress(&decoder->codec);
    free(decoder->buffer);
    free(decoder);
}

void wi_jpeg_decoder_set_data(wi_jpeg_decoder *decoder, const uint8_t *bytes, size_t count) {
    decoder->source.next_input_byte = bytes;
    decoder->source.bytes_in_buffer = count;
    decoder->is_complete = true;
}

bool wi_jpeg_decoder_append(wi_jpeg_decoder *decoder, const uint8_t *bytes, size_t count) {
    size_t skipped = decoder->to_skip < count ? decoder->to_skip : count;
    decoder->to_skip -= skipped;
    bytes += skipped;
    count -= skipped;
    size_t kept = decoder->source.bytes_in_buffer;
    if (kept > 0 && decoder->source.next_input_byte != decoder->buffer) {
        memmove(decoder->buffer, decoder->source.next_input_byte, kept);
    }
    if (count > SIZE_MAX / 2 - kept) {
        return false;
    }
    if (kept + count > decoder->capacity) {
        size_t capacity = (kept + count) * 2;
        uint8_t *grown = realloc(decoder->buffer, capacity);
        if (grown == NULL) {
            return false;
        }
        decoder->buffer = grown;
        decoder->capacity = capacity;
    }
    if (count > 0) {
        memcpy(decoder->buffer + kept, bytes, count);
    }
    decoder->source.next_input_byte = decoder->buffer;
    decoder->source.bytes_in_buffer = kept + count;
    return true;
}

void wi_jpeg_decoder_set_complete(wi_jpeg_decoder *decoder) { decoder->is_complete = true; }

void wi_jpeg_decoder_cancel(wi_jpeg_decoder *decoder) {
    atomic_store_explicit(&decoder->is_cancelled, true, memory_order_relaxed);
}

wi_jpeg_status wi_jpeg_decoder_read_header(wi_jpeg_decoder *decoder, wi_jpeg_header *header) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (setjmp(decoder->escape)) {
        // The frame header is known even where its precision is refused.
        header->precision = (uint32_t)codec->data_precision;
        return decoder->failure;
    }
    if (jpeg_read_header(codec, TRUE) == JPEG_SUSPENDED) {
        return WI_JPEG_SUSPENDED;
    }
    header->width = codec->image_width;
    header->height = codec->image_height;
    header->components = (uint32_t)codec->num_components;
    header->precision = (uint32_t)codec->data_precision;
    header->color_space = codec->jpeg_color_space <= JCS_YCCK ? (uint32_t)codec->jpeg_color_space : 0;
    header->is_progressive = codec->progressive_mode;
    header->has_many_scans = jpeg_has_multiple_scans(codec);
    header->has_adobe_marker = codec->saw_Adobe_marker;
    return WI_JPEG_OK;
}

const uint8_t *wi_jpeg_decoder_segment(wi_jpeg_decoder *decoder, size_t index, uint8_t *marker, size_t *count) {
    jpeg_saved_marker_ptr segment = decoder->codec.marker_list;
    while (segment != NULL && index > 0) {
        segment = segment->next;
        index--;
    }
    if (segment == NULL) {
        return NULL;
    }
    *marker = segment->marker;
    *count = segment->data_length;
    return segment->data;
}

wi_jpeg_status wi_jpeg_decoder_start(
    wi_jpeg_decoder *decoder, unsigned eighths, bool by_scan, uint32_t *width, uint32_t *height) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    // A start that was suspended goes on where it was.
    if (!decoder->is_started) {
        decoder->is_started = true;
        codec->scale_num = eighths;
        codec->scale_denom = 8;
        bool has_inks = codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
        codec->out_color_space = has_inks ? JCS_CMYK : JCS_EXT_BGRA;
        codec->buffered_image = by_scan;
    }
    if (!jpeg_start_decompress(codec)) {
        return WI_JPEG_SUSPENDED;
    }
    *width = codec->output_width;
    *height = codec->output_height;
    return WI_JPEG_OK;
}

wi_jpeg_status wi_jpeg_decoder_read_rows(
    wi_jpeg_decoder *decoder, uint8_t *target, size_t stride, uint32_t rows, uint32_t *written) {
    enum { BATCH = 16 };
    struct jpeg_decompress_struct *codec = &decoder->codec;
    *written = 0;
    // `*written` is memory of the caller, so it keeps its value over a jump.
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    while (*written < rows && codec->output_scanline < codec->output_height) {
        JSAMPROW pointers[BATCH];
        uint32_t count = rows - *written < BATCH ? rows - *written : BATCH;
        for (uint32_t i = 0; i < count; i++) {
            pointers[i] = target + (size_t)(*written + i) * stride;
        }
        JDIMENSION got = jpeg_read_scanlines(codec, pointers, count);
        if (got == 0) {
            return WI_JPEG_SUSPENDED;
        }
        *written += got;
    }
    return WI_JPEG_OK;
}

wi_jpeg_status wi_jpeg_decoder_consume(wi_jpeg_decoder *decoder) {
    struct jpeg_decompress_struct *codec = &decoder->codec;
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    for (;;) {
        int result = jpeg_consume_input(codec);
        if (result == JPEG_REACHED_EOI) {
            return WI_JPEG_OK;
        }
        if (result == JPEG_SUSPENDED) {
            return WI_JPEG_SUSPENDED;
        }
        on_progress((j_common_ptr)codec);
    }
}

int wi_jpeg_decoder_input_scan(const wi_jpeg_decoder *decoder) { return decoder->codec.input_scan_number; }

wi_jpeg_status wi_jpeg_decoder_start_output(wi_jpeg_decoder *decoder, int scan) {
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    return jpeg_start_output(&decoder->codec, scan) ? WI_JPEG_OK : WI_JPEG_SUSPENDED;
}

wi_jpeg_status wi_jpeg_decoder_finish_output(wi_jpeg_decoder *decoder) {
    if (setjmp(decoder->escape)) {
        return decoder->failure;
    }
    return jpeg_finish_output(&decoder->codec) ? WI_JPEG_OK : WI_JPEG_SUSPENDED;
}

bool wi_jpeg_decoder_is_truncated(const wi_jpeg_decoder *decoder) {
    if (!decoder->ended_early) {
        return false;
    }
    if (decoder->hit_marker) {
        return true;
    }
    const struct jpeg_decompress_struct *codec = &decoder->codec;
    if (!codec->progressive_mode || codec->coef_bits == NULL) {
        // Only the end marker is missing.
        return false;
    }
    // A file cut between two scans: some coefficient still lacks bits.
    for (int component = 0; component < codec->num_components; component++) {
        for (int index = 0; index < DCTSIZE2; index++) {
            if (codec->coef_bits[component][index] != 0) {
                return true;
            }
        }
    }
    return false;
}

bool wi_jpeg_decoder_ended_early(const wi_jpeg_decoder *decoder) { return decoder->ended_early; }

uint32_t wi_jpeg_decoder_valid_rows(const wi_jpeg_decoder *decoder) { return decoder->valid_rows; }

const char *wi_jpeg_decoder_message(const wi_jpeg_decoder *decoder) { return decoder->message; }
