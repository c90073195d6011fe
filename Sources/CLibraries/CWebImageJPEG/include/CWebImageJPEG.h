#ifndef WI_JPEG_SHIM_H
#define WI_JPEG_SHIM_H

#include "wi_jpeg_decode.h"
#include "wi_jpeg_encode.h"

#endif
