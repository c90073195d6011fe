#include "wi_png_zlib.h"

#include <stdlib.h>
#include <zlib.h>

uint8_t *wi_png_inflate(const uint8_t *bytes, size_t count, size_t maximum, size_t *result_count) {
    z_stream stream = {0};
    if (count > UINT32_MAX || inflateInit(&stream) != Z_OK) {
        return NULL;
    }
    size_t capacity = count < 1024 ? 4096 : count * 4;
    capacity = capacity > maximum ? maximum : capacity;
    uint8_t *result = malloc(capacity > 0 ? capacity : 1);
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    int status = result == NULL ? Z_MEM_ERROR : Z_OK;
    while (status == Z_OK) {
        if (stream.total_out == capacity) {
            if (capacity >= maximum) {
                break;
            }
            capacity = capacity * 2 > maximum ? maximum : capacity * 2;
            uint8_t *grown = realloc(result, capacity);
            if (grown == NULL) {
                break;
            }
            result = grown;
        }
        size_t room = capacity - stream.total_out;
        stream.next_out = result + stream.total_out;
        stream.avail_out = room > UINT32_MAX ? UINT32_MAX : (uInt)room;
        status = inflate(&stream, Z_NO_FLUSH);
    }
    *result_count = stream.total_out;
    inflateEnd(&stream);
    if (status != Z_STREAM_END) {
        free(result);
        return NULL;
    }
    return result;
}

uint32_t wi_png_checksum(const uint8_t *bytes, size_t count) {
    uLong sum = crc32(0, NULL, 0);
    return (uint32_t)crc32_z(sum, bytes, count);
}
