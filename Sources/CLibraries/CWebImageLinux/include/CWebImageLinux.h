#ifndef WI_LINUX_H
#define WI_LINUX_H

/// Names the calling thread; Linux keeps 15 bytes. Swift's Glibc module leaves out what needs `_GNU_SOURCE`.
void wi_thread_set_name(const char *_Nonnull name);

#endif
