#ifndef WI_PIXELS_SHIM_H
#define WI_PIXELS_SHIM_H

#include "wi_bmp.h"
#include "wi_depth.h"
#include "wi_effects.h"
#include "wi_gif_lzw.h"
#include "wi_palette.h"
#include "wi_pixel_rows.h"
#include "wi_quantize.h"
#include "wi_resample.h"

#endif
