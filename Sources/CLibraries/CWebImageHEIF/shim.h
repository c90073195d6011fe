#ifndef WI_HEIF_SHIM_H
#define WI_HEIF_SHIM_H

#include <libheif/heif.h>

#endif
