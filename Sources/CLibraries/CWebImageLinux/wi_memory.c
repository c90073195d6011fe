#include "wi_memory.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

size_t wi_allocated_memory(void) {
#ifdef __GLIBC__
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

void wi_return_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
