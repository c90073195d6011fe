// CWebImageSVG declares librsvg's functions itself; declared again over the library's own header, and with its types, whatever
// differs is an error of the compiler.
#ifdef WI_SVG
#include <librsvg/rsvg.h>

#define wi_svg_handle RsvgHandle
#define wi_svg_canvas cairo_t
#define wi_svg_length RsvgLength
#define wi_svg_rectangle RsvgRectangle
#define wi_svg_error GError
#define WI_SVG_CHECK

// A macro in newer versions of GLib.
#undef g_object_unref

#include "CWebImageSVG.h"

_Static_assert(LIBRSVG_MAJOR_VERSION == 2 && LIBRSVG_MINOR_VERSION >= 52, "opened as librsvg-2.so.2");
#endif
