#ifndef WI_CHAFA_SHIM_H
#define WI_CHAFA_SHIM_H

#include <chafa.h>

#endif
