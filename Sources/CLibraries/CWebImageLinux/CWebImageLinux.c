#define _GNU_SOURCE
#include "CWebImageLinux.h"

#include <pthread.h>

void wi_thread_set_name(const char *name) { pthread_setname_np(pthread_self(), name); }
