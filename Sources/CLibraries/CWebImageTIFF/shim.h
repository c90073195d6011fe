#ifndef WI_TIFF_SHIM_H
#define WI_TIFF_SHIM_H

#include <tiffio.h>

#endif
