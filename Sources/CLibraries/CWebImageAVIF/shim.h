#ifndef WI_AVIF_SHIM_H
#define WI_AVIF_SHIM_H

#include <avif/avif.h>

#endif
