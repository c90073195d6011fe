#ifndef WI_SVG_TYPES_H
#define WI_SVG_TYPES_H

#include <stdint.h>

// librsvg's types and those of GLib, cut down to what is used. pkg-config's flags for librsvg's own header also say to link it
// with all that it needs, and a package can't take the ones without the others. `Tests/Support/SVGHeaderCheck` holds every
// line against the library's header: what differs doesn't compile.

typedef struct wi_svg_handle wi_svg_handle;
typedef struct wi_svg_canvas wi_svg_canvas; // cairo_t

typedef enum {
    WI_SVG_UNIT_PERCENT,
    WI_SVG_UNIT_PX,
    WI_SVG_UNIT_EM,
    WI_SVG_UNIT_EX,
    WI_SVG_UNIT_IN,
    WI_SVG_UNIT_CM,
    WI_SVG_UNIT_MM,
    WI_SVG_UNIT_PT,
    WI_SVG_UNIT_PC,
} wi_svg_unit;

typedef struct {
    double length;
    wi_svg_unit unit;
} wi_svg_length;

typedef struct {
    double x, y, width, height;
} wi_svg_rectangle;

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} wi_svg_error;

#endif
