#ifndef WI_LINUX_H
#define WI_LINUX_H

#include "wi_hash.h"
#include "wi_library.h"
#include "wi_memory.h"
#include "wi_spawn.h"

#include <stdbool.h>
#include <stdint.h>

/// Names the calling thread; Linux keeps 15 bytes. Swift's Glibc module leaves out what needs `_GNU_SOURCE`.
void wi_thread_set_name(const char *_Nonnull name);

/// Whether the calling thread is the process's first one, where GTK and the main actor live.
bool wi_is_main_thread(void);

/// What tells one state of a file from another.
typedef struct {
    int64_t size;
    int64_t seconds;
    int64_t nanoseconds;
    uint64_t inode;
} wi_file_stamp;

/// Fills `stamp` for the file at `path`; false where there is none. One `stat`: Swift's would need 40 lines of conversions.
bool wi_get_file_stamp(const char *_Nonnull path, wi_file_stamp *_Nonnull stamp);

#endif
