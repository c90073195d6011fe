#include "CBenchBaseline.h"

#include <cairo.h>
#include <librsvg/rsvg.h>

int bench_decode_svg(const uint8_t *data, size_t length, uint8_t *pixels, size_t stride, int *width, int *height) {
    RsvgHandle *handle = rsvg_handle_new_from_data(data, length, NULL);
    if (!handle) return 1;
    double w = 0, h = 0;
    rsvg_handle_get_intrinsic_size_in_pixels(handle, &w, &h);
    *width = (int)w;
    *height = (int)h;
    int failed = 0;
    if (pixels) {
        cairo_surface_t *surface =
            cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, *width, *height, (int)stride);
        cairo_t *canvas = cairo_create(surface);
        RsvgRectangle viewport = {0, 0, w, h};
        failed = !rsvg_handle_render_document(handle, canvas, &viewport, NULL);
        cairo_destroy(canvas);
        cairo_surface_destroy(surface);
    }
    g_object_unref(handle);
    return failed;
}
