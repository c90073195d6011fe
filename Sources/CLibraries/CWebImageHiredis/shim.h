#ifndef WI_HIREDIS_SHIM_H
#define WI_HIREDIS_SHIM_H

#include <hiredis/hiredis.h>
#include <sys/eventfd.h>

/// A descriptor by which one thread ends another's poll(). The flags are an enumeration in glibc and macros elsewhere,
/// which Swift would see as different types.
static inline int wi_redis_make_wakeup(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

/// The text of a context's error: the field is a C array, which Swift sees as a tuple of 128 values.
static inline const char *_Nonnull wi_redis_error_text(const redisContext *_Nonnull context) {
    return context->errstr;
}

#endif
