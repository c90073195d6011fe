#define _GNU_SOURCE
#include "CBenchBaseline.h"

#include <avif/avif.h>
#include <gif_lib.h>
#include <jxl/decode.h>
#include <jxl/resizable_parallel_runner.h>
#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include <unistd.h>

// As many threads as the library takes for the same work.
static int threads(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > 4 ? 4 : (int)cores;
}

typedef struct {
    const uint8_t *data;
    size_t length, position;
} source;

static int read_gif(GifFileType *gif, GifByteType *target, int count) {
    source *s = gif->UserData;
    size_t left = s->length - s->position, taken = (size_t)count < left ? (size_t)count : left;
    memcpy(target, s->data + s->position, taken);
    s->position += taken;
    return (int)taken;
}

int bench_decode_gif(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    source s = {data, length, 0};
    int error = 0;
    GifFileType *gif = DGifOpen(&s, read_gif, &error);
    if (!gif) return 1;
    *width = gif->SWidth;
    *height = gif->SHeight;
    if (pixels) {
        if (DGifSlurp(gif) == GIF_ERROR) return 1;
        const SavedImage *image = &gif->SavedImages[0];
        const ColorMapObject *map = image->ImageDesc.ColorMap ? image->ImageDesc.ColorMap : gif->SColorMap;
        uint32_t colors[256] = {0};
        for (int i = 0; i < map->ColorCount; i++) {
            GifColorType c = map->Colors[i];
            colors[i] = 0xFF000000u | (uint32_t)c.Red << 16 | (uint32_t)c.Green << 8 | c.Blue;
        }
        int columns = image->ImageDesc.Width;
        for (int y = 0; y < image->ImageDesc.Height; y++) {
            uint32_t *row = (uint32_t *)(pixels + (size_t)y * stride);
            const GifByteType *from = image->RasterBits + (size_t)y * (size_t)columns;
            for (int x = 0; x < columns; x++) row[x] = colors[from[x]];
        }
    }
    DGifCloseFile(gif, &error);
    return 0;
}

int bench_decode_avif(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    avifDecoder *decoder = avifDecoderCreate();
    decoder->maxThreads = threads();
    int failed = avifDecoderSetIOMemory(decoder, data, length) != AVIF_RESULT_OK
        || avifDecoderParse(decoder) != AVIF_RESULT_OK;
    if (!failed) {
        *width = (int)decoder->image->width;
        *height = (int)decoder->image->height;
    }
    if (!failed && pixels) {
        avifRGBImage rgb;
        failed = avifDecoderNextImage(decoder) != AVIF_RESULT_OK;
        avifRGBImageSetDefaults(&rgb, decoder->image);
        rgb.format = AVIF_RGB_FORMAT_BGRA;
        rgb.depth = 8;
        rgb.pixels = pixels;
        rgb.rowBytes = (uint32_t)stride;
        failed = failed || avifImageYUVToRGB(decoder->image, &rgb) != AVIF_RESULT_OK;
    }
    avifDecoderDestroy(decoder);
    return failed;
}

// libheif has no BGRA: RGBA in its own memory is the nearest.
int bench_decode_heif(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    (void)stride;
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *image = NULL;
    heif_context_set_max_decoding_threads(context, threads());
    int failed = heif_context_read_from_memory_without_copy(context, data, length, NULL).code != heif_error_Ok
        || heif_context_get_primary_image_handle(context, &handle).code != heif_error_Ok;
    if (!failed) {
        *width = heif_image_handle_get_width(handle);
        *height = heif_image_handle_get_height(handle);
        if (pixels) {
            failed = heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, NULL).code
                != heif_error_Ok;
        }
    }
    if (image) heif_image_release(image);
    if (handle) heif_image_handle_release(handle);
    heif_context_free(context);
    return failed;
}

// libjxl has no BGRA either: RGBA straight into the target.
int bench_decode_jxl(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    JxlDecoder *decoder = JxlDecoderCreate(NULL);
    void *runner = JxlResizableParallelRunnerCreate(NULL);
    JxlDecoderSetParallelRunner(decoder, JxlResizableParallelRunner, runner);
    JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | (pixels ? JXL_DEC_FULL_IMAGE : 0));
    JxlDecoderSetInput(decoder, data, length);
    JxlDecoderCloseInput(decoder);
    JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    int failed = 1;
    for (;;) {
        JxlDecoderStatus status = JxlDecoderProcessInput(decoder);
        if (status == JXL_DEC_BASIC_INFO) {
            JxlBasicInfo info;
            JxlDecoderGetBasicInfo(decoder, &info);
            *width = (int)info.xsize;
            *height = (int)info.ysize;
            uint32_t suggested = JxlResizableParallelRunnerSuggestThreads(info.xsize, info.ysize);
            JxlResizableParallelRunnerSetThreads(runner, suggested > 4 ? 4 : suggested);
            format.align = stride;
            if (!pixels) {
                failed = 0;
                break;
            }
        } else if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER) {
            size_t size = 0;
            JxlDecoderImageOutBufferSize(decoder, &format, &size);
            if (JxlDecoderSetImageOutBuffer(decoder, &format, pixels, size) != JXL_DEC_SUCCESS) break;
        } else {
            failed = status != JXL_DEC_SUCCESS && status != JXL_DEC_FULL_IMAGE;
            break;
        }
    }
    JxlDecoderDestroy(decoder);
    JxlResizableParallelRunnerDestroy(runner);
    return failed;
}

static tsize_t read_tiff(thandle_t handle, tdata_t target, tsize_t count) {
    source *s = handle;
    size_t left = s->length - s->position, taken = (size_t)count < left ? (size_t)count : left;
    memcpy(target, s->data + s->position, taken);
    s->position += taken;
    return (tsize_t)taken;
}

static tsize_t write_tiff(thandle_t handle, tdata_t bytes, tsize_t count) {
    (void)handle, (void)bytes, (void)count;
    return 0;
}

static toff_t seek_tiff(thandle_t handle, toff_t offset, int whence) {
    source *s = handle;
    s->position = whence == SEEK_SET ? offset : whence == SEEK_CUR ? s->position + offset : s->length + offset;
    if (s->position > s->length) s->position = s->length;
    return s->position;
}

static int close_tiff(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_tiff(thandle_t handle) { return ((source *)handle)->length; }

static int map_tiff(thandle_t handle, tdata_t *base, toff_t *size) {
    source *s = handle;
    *base = (tdata_t)s->data;
    *size = s->length;
    return 1;
}

static void unmap_tiff(thandle_t handle, tdata_t base, toff_t size) { (void)handle, (void)base, (void)size; }

int bench_decode_tiff(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    source s = {data, length, 0};
    TIFF *tiff = TIFFClientOpen(
        "memory", "r", &s, read_tiff, write_tiff, seek_tiff, close_tiff, size_tiff, map_tiff, unmap_tiff);
    if (!tiff) return 1;
    uint32_t w = 0, h = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &w);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &h);
    *width = (int)w;
    *height = (int)h;
    int failed = 0;
    // Its raster has no gap between rows: the rows' own distance only where it is the same.
    if (pixels && stride == (size_t)w * 4) {
        failed = !TIFFReadRGBAImageOriented(tiff, w, h, (uint32_t *)pixels, ORIENTATION_TOPLEFT, 0);
    } else if (pixels) {
        uint32_t *raster = malloc((size_t)w * h * 4);
        failed = !TIFFReadRGBAImageOriented(tiff, w, h, raster, ORIENTATION_TOPLEFT, 0);
        free(raster);
    }
    TIFFClose(tiff);
    return failed;
}
