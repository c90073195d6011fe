#define _GNU_SOURCE
#include "CBenchBaseline.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    char *bytes;
    size_t length, capacity;
} buffer;

static size_t take(char *data, size_t size, size_t count, void *user) {
    buffer *b = user;
    size_t n = size * count;
    if (b->length + n > b->capacity) {
        b->capacity = (b->length + n) * 2;
        b->bytes = realloc(b->bytes, b->capacity);
    }
    memcpy(b->bytes + b->length, data, n);
    b->length += n;
    return n;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

int bench_curl(const char *const *urls, int count, int width, int insecure, double *seconds, long long *bytes) {
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)width);
    CURL **easies = calloc((size_t)width, sizeof *easies);
    buffer *buffers = calloc((size_t)width, sizeof *buffers);
    int next = 0, done = 0, failed = 0;
    double start = now();
    *bytes = 0;
    for (int i = 0; i < width && next < count; i++) {
        easies[i] = curl_easy_init();
        curl_easy_setopt(easies[i], CURLOPT_WRITEFUNCTION, take);
        curl_easy_setopt(easies[i], CURLOPT_WRITEDATA, &buffers[i]);
        curl_easy_setopt(easies[i], CURLOPT_PRIVATE, &buffers[i]);
        curl_easy_setopt(easies[i], CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easies[i], CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
        curl_easy_setopt(easies[i], CURLOPT_PIPEWAIT, 1L);
        if (insecure) {
            curl_easy_setopt(easies[i], CURLOPT_SSL_VERIFYPEER, 0L);
            curl_easy_setopt(easies[i], CURLOPT_SSL_VERIFYHOST, 0L);
        }
        curl_easy_setopt(easies[i], CURLOPT_URL, urls[next++]);
        curl_multi_add_handle(multi, easies[i]);
    }
    while (done < count) {
        int running, left;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->msg != CURLMSG_DONE) continue;
            CURL *easy = message->easy_handle;
            buffer *b;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&b);
            if (message->data.result != CURLE_OK) failed++;
            *bytes += (long long)b->length;
            b->length = 0;
            done++;
            curl_multi_remove_handle(multi, easy);
            if (next < count) {
                curl_easy_setopt(easy, CURLOPT_URL, urls[next++]);
                curl_multi_add_handle(multi, easy);
            }
        }
        if (done < count) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    *seconds = now() - start;
    for (int i = 0; i < width; i++) {
        if (easies[i]) curl_easy_cleanup(easies[i]);
        free(buffers[i].bytes);
    }
    free(easies);
    free(buffers);
    curl_multi_cleanup(multi);
    return failed;
}
