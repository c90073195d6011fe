#ifndef WI_SVG_SHIM_H
#define WI_SVG_SHIM_H

#include <librsvg/rsvg.h>

#endif
