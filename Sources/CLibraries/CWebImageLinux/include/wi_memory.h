#ifndef WI_MEMORY_H
#define WI_MEMORY_H

#include <stddef.h>

/// Bytes that the allocator has given out and that were not freed; 0 where it doesn't say. `mallinfo2` is glibc's own, as
/// is `malloc_trim`.
size_t wi_allocated_memory(void);

/// Hands freed memory that the allocator keeps for later back to the system. `malloc_trim` is glibc's own and not part of
/// Swift's Glibc module.
void wi_return_free_memory(void);

#endif
