#ifndef BENCH_BASELINE_H
#define BENCH_BASELINE_H

#include <stddef.h>
#include <stdint.h>

/// What the bare system does: the limits that the library is held against. Each returns 0, or an error of errno's kind.

/// Has what is printed come out line by line, also into a file.
void bench_print_lines(void);

/// Gives memory that is free back to the system.
void bench_return_memory(void);

/// Writes `length` bytes to a temporary file in `folder` and renames it to number `index`.
int bench_write_file(const char *_Nonnull folder, int index, const void *_Nonnull bytes, size_t length);

/// Opens file number `index` of `folder`, reads all of it into `bytes`, closes it.
int bench_read_file(const char *_Nonnull folder, int index, void *_Nonnull bytes, size_t length);

/// A fresh SQLite table of blobs by a key (WAL, NORMAL), 64 puts a transaction.
typedef struct bench_sqlite bench_sqlite;
bench_sqlite *_Nullable bench_sqlite_open(const char *_Nonnull path);
int bench_sqlite_put(bench_sqlite *_Nonnull store, int index, const void *_Nonnull bytes, size_t length);
int bench_sqlite_commit(bench_sqlite *_Nonnull store);
/// The length of the blob; 0 where there is none.
size_t bench_sqlite_get(bench_sqlite *_Nonnull store, int index);
void bench_sqlite_close(bench_sqlite *_Nonnull store);

/// Downloads `urls[0..<count]` with one libcurl multi handle and `width` transfers at once; bodies are thrown away after
/// they were copied into one buffer. Gives seconds and bytes.
int bench_curl(const char *_Nonnull const *_Nonnull urls, int count, int width, int insecure, double *_Nonnull seconds,
               long long *_Nonnull bytes);

/// Decodes a whole file into rows of `stride` bytes at `pixels` (NULL: only the size is told): BGRX or BGRA where the
/// library can.
int bench_decode_jpeg(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                      int *_Nonnull width, int *_Nonnull height);
int bench_decode_png(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                     int *_Nonnull width, int *_Nonnull height);
int bench_decode_webp(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                      int *_Nonnull width, int *_Nonnull height);
int bench_decode_gif(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                     int *_Nonnull width, int *_Nonnull height);
int bench_decode_avif(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                      int *_Nonnull width, int *_Nonnull height);
int bench_decode_heif(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                      int *_Nonnull width, int *_Nonnull height);
int bench_decode_jxl(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                     int *_Nonnull width, int *_Nonnull height);
int bench_decode_tiff(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                      int *_Nonnull width, int *_Nonnull height);
int bench_decode_svg(const uint8_t *_Nonnull data, size_t length, uint8_t *_Nullable pixels, size_t stride,
                     int *_Nonnull width, int *_Nonnull height);

/// Stores a value under `key` in the Redis at `port` of 127.0.0.1 and reads it `count` times through hiredis, one at a
/// time; gives the seconds of each, with one copy of the value out of the reply.
int bench_redis_get(int port, const char *_Nonnull key, const void *_Nonnull value, size_t length, int count,
                    double *_Nonnull seconds);

#endif
