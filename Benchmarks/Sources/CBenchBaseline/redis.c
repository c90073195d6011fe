#include "CBenchBaseline.h"

#include <errno.h>
#include <hiredis/hiredis.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int bench_redis_get(int port, const char *key, const void *value, size_t length, int count, double *seconds) {
    redisContext *context = redisConnect("127.0.0.1", port);
    if (!context || context->err) return ECONNREFUSED;
    redisReply *reply = redisCommand(context, "SET %s %b", key, value, length);
    if (!reply) return EIO;
    freeReplyObject(reply);
    void *copy = malloc(length);
    int failure = copy ? 0 : ENOMEM;
    for (int index = 0; index < count && failure == 0; index++) {
        double start = now();
        reply = redisCommand(context, "GET %s", key);
        if (!reply || reply->type != REDIS_REPLY_STRING || reply->len != length) failure = EIO;
        else memcpy(copy, reply->str, length);
        if (reply) freeReplyObject(reply);
        seconds[index] = now() - start;
    }
    free(copy);
    redisFree(context);
    return failure;
}
