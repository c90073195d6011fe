#ifdef WI_AVIF // the trait: without it the library's headers needn't be there
#include "CWebImageAVIF.h"

#include <pthread.h>

// The structs that are shared with the library are laid out by its version, and so is the name of its file.
#if AVIF_VERSION >= 1000000
#define FILE_NAME "libavif.so.16"
#elif AVIF_VERSION >= 110000
#define FILE_NAME "libavif.so.15"
#else
#error "libavif 0.11 or newer is needed"
#endif

static const char *const names[] = {WI_AVIF_FUNCTIONS(WI_FUNCTION_NAME)};
static wi_avif_functions functions;
_Static_assert(sizeof functions == sizeof names, "one pointer a name");

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    failure = wi_library_open(FILE_NAME, names, sizeof names / sizeof *names, &functions);
}

const wi_avif_functions *wi_avif(const char **reason) {
    pthread_once(&once, open_library);
    *reason = failure;
    return failure ? NULL : &functions;
}
#endif
