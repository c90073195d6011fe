#ifndef WI_LCMS_SHIM_H
#define WI_LCMS_SHIM_H

#include <lcms2.h>

// Swift does not import the pixel formats: they are macros built of macros.
static const cmsUInt32Number wi_lcms_bgra8 = TYPE_BGRA_8;
static const cmsUInt32Number wi_lcms_rgba16 = TYPE_RGBA_16;
static const cmsUInt32Number wi_lcms_gray8 = TYPE_GRAY_8;
static const cmsUInt32Number wi_lcms_lab8 = TYPE_Lab_8;
static const cmsUInt32Number wi_lcms_cmyk8 = TYPE_CMYK_8;
static const cmsUInt32Number wi_lcms_cmyk8_inverted = TYPE_CMYK_8_REV;

#endif
