#include "wi_memory.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void wi_return_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
