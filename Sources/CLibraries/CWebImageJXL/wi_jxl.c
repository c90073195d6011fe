#ifdef WI_JXL // the trait: without it the library's headers needn't be there
#include "CWebImageJXL.h"

#include <pthread.h>

// Until its version 1 the library's file is named after the header's version.
#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number
#if JPEGXL_MAJOR_VERSION > 0
#define FILE_VERSION TEXT(JPEGXL_MAJOR_VERSION)
#else
#define FILE_VERSION "0." TEXT(JPEGXL_MINOR_VERSION)
#endif

static const char *const names[] = {WI_JXL_FUNCTIONS(WI_FUNCTION_NAME)};
static const char *const threads_names[] = {WI_JXL_THREADS_FUNCTIONS(WI_FUNCTION_NAME)};
static wi_jxl_functions functions;
_Static_assert(sizeof functions == sizeof names + sizeof threads_names, "one pointer a name");

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    enum { COUNT = sizeof names / sizeof *names, THREADS_COUNT = sizeof threads_names / sizeof *threads_names };
    failure = wi_library_open("libjxl.so." FILE_VERSION, names, COUNT, &functions);
    if (failure == NULL) {
        failure = wi_library_open(
            "libjxl_threads.so." FILE_VERSION, threads_names, THREADS_COUNT, (char *)&functions + sizeof names);
    }
}

const wi_jxl_functions *wi_jxl(const char **reason) {
    pthread_once(&once, open_library);
    *reason = failure;
    return failure ? NULL : &functions;
}
#endif
