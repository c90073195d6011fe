#ifndef WI_SVG_SHIM_H
#define WI_SVG_SHIM_H

#include <cairo.h>
#include <librsvg/rsvg.h>

#endif
