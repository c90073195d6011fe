#ifndef WI_SQLITE_SHIM_H
#define WI_SQLITE_SHIM_H

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast function pointer, which Swift can't import.
static inline int wi_sqlite_bind_text(sqlite3_stmt *_Nonnull statement, int index, const char *_Nullable text, int count) {
    return sqlite3_bind_text(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

/// As above; a null pointer would bind NULL where an empty blob is meant.
static inline int wi_sqlite_bind_blob(sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// `sqlite3_db_config` is variadic. Leaves the write-ahead log as it is when the last connection closes.
static inline int wi_sqlite_keep_log_on_close(sqlite3 *_Nonnull database, int keep) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}

#endif
