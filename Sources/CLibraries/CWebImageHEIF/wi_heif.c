#ifdef WI_HEIF // the trait: without it the library's headers needn't be there
#include "CWebImageHEIF.h"

#include <pthread.h>

#define FILE_NAME "libheif.so.1"

static const char *const names[] = {WI_HEIF_FUNCTIONS(WI_FUNCTION_NAME)};
static wi_heif_functions functions;
_Static_assert(sizeof functions == sizeof names, "one pointer a name");

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    failure = wi_library_open(FILE_NAME, names, sizeof names / sizeof *names, &functions);
}

const wi_heif_functions *wi_heif(const char **reason) {
    pthread_once(&once, open_library);
    *reason = failure;
    return failure ? NULL : &functions;
}
#endif
