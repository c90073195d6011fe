#define _GNU_SOURCE
#include "CBenchBaseline.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

int bench_write_file(const char *folder, int index, const void *bytes, size_t length) {
    char temporary[512], final[512];
    snprintf(temporary, sizeof temporary, "%s/t%d", folder, index);
    snprintf(final, sizeof final, "%s/f%d", folder, index);
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return errno;
    ssize_t written = write(file, bytes, length);
    close(file);
    if (written != (ssize_t)length) return EIO;
    return rename(temporary, final) == 0 ? 0 : errno;
}

int bench_read_file(const char *folder, int index, void *bytes, size_t length) {
    char path[512];
    snprintf(path, sizeof path, "%s/f%d", folder, index);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    ssize_t got = pread(file, bytes, length, 0);
    close(file);
    return got == (ssize_t)length ? 0 : EIO;
}

void bench_return_memory(void) { malloc_trim(0); }

void bench_print_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }
