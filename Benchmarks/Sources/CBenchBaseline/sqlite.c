#define _GNU_SOURCE
#include "CBenchBaseline.h"

#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

int bench_sqlite(const char *path, int count, const void *bytes, size_t length, double *write_seconds,
                 double *read_seconds) {
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK) return 1;
    sqlite3_exec(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE t(k TEXT PRIMARY KEY, v BLOB) WITHOUT ROWID",
                 0, 0, 0);
    sqlite3_stmt *put, *get;
    sqlite3_prepare_v2(db, "INSERT OR REPLACE INTO t VALUES(?,?)", -1, &put, 0);
    sqlite3_prepare_v2(db, "SELECT v FROM t WHERE k=?", -1, &get, 0);
    char key[80];
    double start = now();
    for (int i = 0; i < count; i++) {
        if (i % 64 == 0) sqlite3_exec(db, i ? "COMMIT; BEGIN" : "BEGIN", 0, 0, 0);
        int n = snprintf(key, sizeof key, "https://images.example.org/%d.jpg", i);
        sqlite3_bind_text(put, 1, key, n, SQLITE_STATIC);
        sqlite3_bind_blob(put, 2, bytes, (int)length, SQLITE_STATIC);
        sqlite3_step(put);
        sqlite3_reset(put);
    }
    sqlite3_exec(db, "COMMIT", 0, 0, 0);
    *write_seconds = now() - start;
    start = now();
    long sum = 0;
    for (int i = 0; i < count; i++) {
        int n = snprintf(key, sizeof key, "https://images.example.org/%d.jpg", (int)((long)i * 7919 % count));
        sqlite3_bind_text(get, 1, key, n, SQLITE_STATIC);
        if (sqlite3_step(get) == SQLITE_ROW) sum += sqlite3_column_bytes(get, 0);
        sqlite3_reset(get);
    }
    *read_seconds = now() - start;
    sqlite3_finalize(put);
    sqlite3_finalize(get);
    sqlite3_close(db);
    return sum == (long)count * (long)length ? 0 : 2;
}
