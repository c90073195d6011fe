#include "include/wi_gif_lzw.h"

#include <string.h>

static void reset_codes(wi_gif_lzw *state) {
    state->code_size = state->minimum_size + 1;
    state->next = (1 << state->minimum_size) + 2;
    state->previous = -1;
}

void wi_gif_lzw_begin(wi_gif_lzw *state, int minimum_size) {
    int literals = 1 << minimum_size;
    state->minimum_size = minimum_size;
    for (int code = 0; code < literals; code++) {
        state->prefix[code] = 0;
        state->length[code] = 1;
        state->suffix[code] = (uint8_t)code;
        state->first[code] = (uint8_t)code;
    }
    state->pending_start = state->pending_end = 0;
    state->bits = 0;
    state->bit_count = 0;
    state->block_left = 0;
    state->ended = 0;
    reset_codes(state);
}

// Writes the string of `code`, last byte first, so that it ends before `end`.
static void write_string(const wi_gif_lzw *state, int code, uint8_t *end) {
    for (int left = state->length[code]; left > 0; left--) {
        *--end = state->suffix[code];
        code = state->prefix[code];
    }
}

int wi_gif_lzw_decode(wi_gif_lzw *state, const uint8_t *input, size_t length, size_t *position, uint8_t *output,
                      size_t capacity, size_t *produced) {
    size_t written = 0, at = *position;
    int result = WI_GIF_LZW_MORE;
    int clear = 1 << state->minimum_size;

    size_t waiting = (size_t)(state->pending_end - state->pending_start);
    if (waiting > 0) {
        size_t taken = waiting < capacity ? waiting : capacity;
        memcpy(output, state->pending + state->pending_start, taken);
        state->pending_start += (uint16_t)taken;
        written = taken;
    }
    for (;;) {
        if (written == capacity) {
            result = WI_GIF_LZW_FULL;
            break;
        }
        if (state->ended) {
            result = WI_GIF_LZW_END;
            break;
        }
        while (state->bit_count < state->code_size) {
            if (state->block_left == 0) {
                if (at == length) goto done;
                state->block_left = input[at++];
                if (state->block_left == 0) {
                    state->ended = 1;
                    result = WI_GIF_LZW_END;
                    goto done;
                }
            }
            if (at == length) goto done;
            state->bits |= (uint32_t)input[at++] << state->bit_count;
            state->bit_count += 8;
            state->block_left--;
        }
        int code = (int)(state->bits & ((1u << state->code_size) - 1));
        state->bits >>= state->code_size;
        state->bit_count -= state->code_size;

        if (code == clear) {
            reset_codes(state);
            continue;
        }
        if (code == clear + 1) {
            state->ended = 1;
            result = WI_GIF_LZW_END;
            break;
        }
        int previous = state->previous;
        // The string that is being made may be used before it is finished: it ends as it begins.
        if (code > state->next || (code == state->next && (previous < 0 || state->next == 4096)) ||
            (previous < 0 && code > clear)) {
            result = WI_GIF_LZW_DAMAGED;
            break;
        }
        if (previous >= 0 && state->next < 4096) {
            int new = state->next++;
            state->prefix[new] = (uint16_t)previous;
            state->first[new] = state->first[previous];
            state->length[new] = (uint16_t)(state->length[previous] + 1);
            state->suffix[new] = code == new ? state->first[previous] : state->first[code];
            if (state->next == 1 << state->code_size && state->code_size < 12) state->code_size++;
        }
        state->previous = code;

        size_t count = state->length[code];
        if (count <= capacity - written) {
            write_string(state, code, output + written + count);
            written += count;
        } else {
            write_string(state, code, state->pending + count);
            size_t taken = capacity - written;
            memcpy(output + written, state->pending, taken);
            written = capacity;
            state->pending_start = (uint16_t)taken;
            state->pending_end = (uint16_t)count;
        }
    }
done:
    *position = at;
    *produced = written;
    return result;
}

size_t wi_gif_draw_row(uint32_t *pixels, const uint8_t *indices, size_t count, const uint32_t palette[256]) {
    size_t left = 0;
    for (size_t x = 0; x < count; x++) {
        uint32_t color = palette[indices[x]];
        if (color >> 24)
            pixels[x] = color;
        else
            left++;
    }
    return left;
}

size_t wi_gif_lzw_bound(size_t count) {
    // At most a code of 12 bits an index, a clear code each 3,838 codes or more, clear and end; a length byte each 255.
    size_t bytes = (count + count / 3000 + 4) * 3 / 2 + 2;
    return bytes + bytes / 255 + 3;
}

typedef struct {
    uint8_t *block;
    int filled;
    uint32_t bits;
    int bit_count;
} writer;

static void put_byte(writer *out, uint8_t byte) {
    out->block[1 + out->filled++] = byte;
    if (out->filled == 255) {
        out->block[0] = 255;
        out->block += 256;
        out->filled = 0;
    }
}

static void put_code(writer *out, int code, int size) {
    out->bits |= (uint32_t)code << out->bit_count;
    for (out->bit_count += size; out->bit_count >= 8; out->bit_count -= 8) {
        put_byte(out, (uint8_t)out->bits);
        out->bits >>= 8;
    }
}

size_t wi_gif_lzw_encode(wi_gif_lzw_table *table, const uint8_t *indices, size_t count, int minimum_size,
                         uint8_t *output) {
    const uint32_t empty = UINT32_MAX;
    int clear = 1 << minimum_size, next = clear + 2, size = minimum_size + 1;
    writer out = {output, 0, 0, 0};
    memset(table->keys, 0xFF, sizeof table->keys);
    put_code(&out, clear, size);
    int current = count ? indices[0] : -1;
    for (size_t i = 1; i < count; i++) {
        uint32_t key = (uint32_t)current << 8 | indices[i];
        uint32_t slot = (key * 2654435761u) >> 19;
        while (table->keys[slot] != key && table->keys[slot] != empty) slot = (slot + 1) & 8191;
        if (table->keys[slot] == key) {
            current = table->codes[slot];
            continue;
        }
        put_code(&out, current, size);
        if (next < 4096) {
            table->keys[slot] = key;
            table->codes[slot] = (uint16_t)next;
            // The decoder is one code behind: it widens when it has made the one before this.
            if (next++ == 1 << size && size < 12) size++;
        } else {
            put_code(&out, clear, size);
            memset(table->keys, 0xFF, sizeof table->keys);
            next = clear + 2;
            size = minimum_size + 1;
        }
        current = indices[i];
    }
    if (current >= 0) {
        put_code(&out, current, size);
        // The decoder adds an entry for this code too, and may widen by it.
        if (next == 1 << size && size < 12) size++;
    }
    put_code(&out, clear + 1, size);
    if (out.bit_count > 0) put_byte(&out, (uint8_t)out.bits);
    if (out.filled > 0) {
        out.block[0] = (uint8_t)out.filled;
        out.block += 1 + out.filled;
    }
    *out.block++ = 0;
    return (size_t)(out.block - output);
}
