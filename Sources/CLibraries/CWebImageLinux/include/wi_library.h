#ifndef WI_LIBRARY_H
#define WI_LIBRARY_H

#include <stddef.h>

// Libraries that only some pictures need are opened when the first of these comes: the loader of the system takes longer for
// librsvg and the AV1 codecs with all that they need than a small program runs. A table of functions is a struct whose members
// have the names and, by `__typeof__`, the types that the library's own header gives them.

/// A member of such a table.
#define WI_FUNCTION(name) __typeof__(&name) _Nonnull name;

/// The name of a member.
#define WI_FUNCTION_NAME(name) #name,

/// Opens a library and writes the addresses of its functions to `functions`, a struct of nothing but pointers to functions.
/// NULL where all are there; else the reason, which is never freed. For one thread at a time, and once: see `pthread_once`.
const char *_Nullable wi_library_open(
    const char *_Nonnull file, const char *_Nonnull const *_Nonnull names, size_t count, void *_Nonnull functions);

#endif
