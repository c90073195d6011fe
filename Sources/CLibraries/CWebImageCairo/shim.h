#ifndef WI_CAIRO_SHIM_H
#define WI_CAIRO_SHIM_H

#include <cairo.h>

#endif
