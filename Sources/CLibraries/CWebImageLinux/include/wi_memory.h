#ifndef WI_MEMORY_H
#define WI_MEMORY_H

/// Hands freed memory that the allocator keeps for later back to the system. `malloc_trim` is glibc's own and not part of
/// Swift's Glibc module.
void wi_return_free_memory(void);

#endif
