#define _GNU_SOURCE
#include "CBenchBaseline.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

/// Puts a transaction holds, as many as the cache's writing thread finds waiting.
enum { puts_a_transaction = 64 };

struct bench_sqlite {
    sqlite3 *db;
    sqlite3_stmt *put, *get;
    int open;
};

bench_sqlite *bench_sqlite_open(const char *path) {
    bench_sqlite *store = calloc(1, sizeof *store);
    if (!store || sqlite3_open(path, &store->db) != SQLITE_OK) return NULL;
    sqlite3_exec(store->db,
                 "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                 "CREATE TABLE t(k TEXT PRIMARY KEY, v BLOB) WITHOUT ROWID",
                 0, 0, 0);
    sqlite3_prepare_v2(store->db, "INSERT OR REPLACE INTO t VALUES(?,?)", -1, &store->put, 0);
    sqlite3_prepare_v2(store->db, "SELECT v FROM t WHERE k=?", -1, &store->get, 0);
    return store;
}

static void bind_key(sqlite3_stmt *statement, int index) {
    char key[80];
    int length = snprintf(key, sizeof key, "https://images.example.org/%d.jpg", index);
    sqlite3_bind_text(statement, 1, key, length, SQLITE_TRANSIENT);
}

int bench_sqlite_put(bench_sqlite *store, int index, const void *bytes, size_t length) {
    if (store->open == 0) sqlite3_exec(store->db, "BEGIN", 0, 0, 0);
    bind_key(store->put, index);
    sqlite3_bind_blob(store->put, 2, bytes, (int)length, SQLITE_STATIC);
    int code = sqlite3_step(store->put);
    sqlite3_reset(store->put);
    if (++store->open == puts_a_transaction) return bench_sqlite_commit(store);
    return code == SQLITE_DONE ? 0 : code;
}

int bench_sqlite_commit(bench_sqlite *store) {
    if (store->open == 0) return 0;
    store->open = 0;
    return sqlite3_exec(store->db, "COMMIT", 0, 0, 0);
}

size_t bench_sqlite_get(bench_sqlite *store, int index) {
    bind_key(store->get, index);
    size_t length = sqlite3_step(store->get) == SQLITE_ROW ? (size_t)sqlite3_column_bytes(store->get, 0) : 0;
    sqlite3_reset(store->get);
    return length;
}

void bench_sqlite_close(bench_sqlite *store) {
    sqlite3_finalize(store->put);
    sqlite3_finalize(store->get);
    sqlite3_close(store->db);
    free(store);
}
