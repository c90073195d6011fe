#include "wi_library.h"

#include <dlfcn.h>
#include <string.h>

static const char *reason_of_loader(void) {
    const char *words = dlerror();
    char *copy = words ? strdup(words) : NULL;
    return copy ? copy : "The library can't be opened.";
}

const char *wi_library_open(const char *file, const char *const *names, size_t count, void *functions) {
    // Never closed: threads of the library may be at work until the process ends.
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        return reason_of_loader();
    }
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(library, names[i]);
        if (address == NULL) {
            return reason_of_loader();
        }
        memcpy((char *)functions + i * sizeof address, &address, sizeof address);
    }
    return NULL;
}
