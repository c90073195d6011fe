#ifndef WI_PNG_SHIM_H
#define WI_PNG_SHIM_H

#include "wi_png_decode.h"
#include "wi_png_encode.h"
#include "wi_png_whole.h"
#include "wi_png_zlib.h"

#endif
