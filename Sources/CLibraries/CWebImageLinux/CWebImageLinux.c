#define _GNU_SOURCE
#include "CWebImageLinux.h"

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

void wi_thread_set_name(const char *name) { pthread_setname_np(pthread_self(), name); }

bool wi_is_main_thread(void) { return getpid() == gettid(); }

bool wi_get_file_stamp(const char *path, wi_file_stamp *stamp) {
    struct stat status;
    if (stat(path, &status) != 0) return false;
    stamp->size = status.st_size;
    stamp->seconds = status.st_mtim.tv_sec;
    stamp->nanoseconds = status.st_mtim.tv_nsec;
    stamp->inode = status.st_ino;
    return true;
}
