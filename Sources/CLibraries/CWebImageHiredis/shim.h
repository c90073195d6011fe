#ifndef WI_HIREDIS_SHIM_H
#define WI_HIREDIS_SHIM_H

#include <hiredis/hiredis.h>

#endif
