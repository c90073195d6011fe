#ifndef WI_LCMS_SHIM_H
#define WI_LCMS_SHIM_H

#include <lcms2.h>

#endif
