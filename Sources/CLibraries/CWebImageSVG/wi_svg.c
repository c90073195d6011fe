#ifdef WI_SVG // the trait
#include "CWebImageSVG.h"

#include <pthread.h>

#define FILE_NAME "librsvg-2.so.2"

static const char *const names[] = {WI_SVG_FUNCTIONS(WI_FUNCTION_NAME)};
static wi_svg_functions functions;
_Static_assert(sizeof functions == sizeof names, "one pointer a name");

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    failure = wi_library_open(FILE_NAME, names, sizeof names / sizeof *names, &functions);
}

const wi_svg_functions *wi_svg(const char **reason) {
    pthread_once(&once, open_library);
    *reason = failure;
    return failure ? NULL : &functions;
}
#endif
