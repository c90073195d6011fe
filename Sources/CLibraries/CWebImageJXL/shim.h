#ifndef WI_JXL_SHIM_H
#define WI_JXL_SHIM_H

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/resizable_parallel_runner.h>

#endif
