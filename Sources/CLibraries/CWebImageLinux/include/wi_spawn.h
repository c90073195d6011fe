#ifndef WI_SPAWN_H
#define WI_SPAWN_H

#include <spawn.h>

/// Closes every file from number `first` on in the program that is spawned; 0 where that worked. The system's function
/// needs `_GNU_SOURCE`, and is not part of Swift's Glibc module.
int wi_spawn_close_from(posix_spawn_file_actions_t *_Nonnull actions, int first);

#endif
