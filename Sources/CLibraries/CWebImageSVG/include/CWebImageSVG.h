#ifndef WI_SVG_H
#define WI_SVG_H

#include "wi_library.h"

#include <stddef.h>
#include <stdint.h>

// The check of these declarations puts the library's own types in.
#ifndef WI_SVG_CHECK
#include "wi_svg_types.h"
#endif

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

// As librsvg declares them, and GLib.
wi_svg_handle *rsvg_handle_new_from_data(const uint8_t *bytes, size_t count, wi_svg_error **error);
void rsvg_handle_set_dpi(wi_svg_handle *handle, double dpi);
void rsvg_handle_get_intrinsic_dimensions(
    wi_svg_handle *handle, int *has_width, wi_svg_length *width, int *has_height, wi_svg_length *height, int *has_box,
    wi_svg_rectangle *box);
int rsvg_handle_render_document(
    wi_svg_handle *handle, wi_svg_canvas *canvas, const wi_svg_rectangle *viewport, wi_svg_error **error);
void g_object_unref(void *object);
void g_error_free(wi_svg_error *error);

#pragma clang diagnostic pop

/// What is used of librsvg, and of GLib, which comes with it.
#define WI_SVG_FUNCTIONS(F) \
    F(rsvg_handle_new_from_data) F(rsvg_handle_set_dpi) F(rsvg_handle_get_intrinsic_dimensions) \
    F(rsvg_handle_render_document) F(g_object_unref) F(g_error_free)

typedef struct {
    WI_SVG_FUNCTIONS(WI_FUNCTION)
} wi_svg_functions;

/// librsvg's functions; the library is opened by the first call, from any thread.
/// NULL where it isn't there, and `reason` says why.
const wi_svg_functions *_Nullable wi_svg(const char *_Nullable *_Nonnull reason);

#endif
