#include "include/wi_quantize.h"

#include <string.h>

static inline int channel(uint32_t color, int index) { return (int)(color >> (16 - 8 * index)) & 255; }

static inline uint32_t bin_of(uint32_t color) {
    return (color >> 9 & 0x7C00) | (color >> 6 & 0x3E0) | (color >> 3 & 0x1F);
}

static inline uint32_t cell_of(int red, int green, int blue) {
    return (uint32_t)(red >> 2) << 12 | (uint32_t)(green >> 2) << 6 | (uint32_t)(blue >> 2);
}

void wi_quantizer_reset(wi_quantizer *state) {
    state->color_count = 0;
    state->is_exact = 1;
    state->distinct_count = 0;
    memset(state->slot_colors, 0, sizeof state->slot_colors);
    memset(state->counts, 0, sizeof state->counts);
    memset(state->sums, 0, sizeof state->sums);
}

// The slot that holds `color`, or the free one where it would stand.
static uint32_t find_slot(const wi_quantizer *state, uint32_t color) {
    uint32_t slot = (color * 2654435761u) >> 22;
    while (state->slot_colors[slot] != color && state->slot_colors[slot] != 0)
        slot = (slot + 1) & (WI_QUANTIZE_SLOTS - 1);
    return slot;
}

void wi_quantizer_add(wi_quantizer *state, const uint32_t *pixels, size_t count) {
    uint32_t last = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t color = pixels[i];
        if (color == 0) continue;
        uint32_t bin = bin_of(color);
        state->counts[bin]++;
        for (int c = 0; c < 3; c++) state->sums[bin][c] += (uint64_t)channel(color, c);
        if (!state->is_exact || color == last) continue;
        last = color;
        uint32_t slot = find_slot(state, color);
        if (state->slot_colors[slot] == color) continue;
        if (state->distinct_count == 256) {
            state->is_exact = 0;
            continue;
        }
        state->slot_colors[slot] = color;
        state->slot_places[slot] = (int16_t)state->distinct_count;
        state->distinct[state->distinct_count++] = color;
    }
}

// A run of bins, and along which channel its colors differ most.
typedef struct {
    int begin, end, axis;
    double spread, mean;
} box;

static int mean_of_bin(const wi_quantizer *state, int bin, int c) {
    return (int)(state->sums[bin][c] / state->counts[bin]);
}

static void measure(const wi_quantizer *state, box *area) {
    double weight = 0, sum[3] = {0}, square[3] = {0};
    for (int i = area->begin; i < area->end; i++) {
        int bin = state->bins[i];
        double count = state->counts[bin];
        weight += count;
        for (int c = 0; c < 3; c++) {
            double value = (double)state->sums[bin][c] / count;
            sum[c] += value * count;
            square[c] += value * value * count;
        }
    }
    area->spread = 0;
    area->axis = 0;
    area->mean = 0;
    for (int c = 0; c < 3; c++) {
        double spread = square[c] - sum[c] * sum[c] / weight;
        if (c == 0 || spread > area->spread) {
            area->spread = spread;
            area->axis = c;
            area->mean = sum[c] / weight;
        }
    }
    if (area->end - area->begin < 2) area->spread = 0;
}

// Puts the bins below the mean first; returns where the others begin.
static int split(wi_quantizer *state, const box *area) {
    int low = area->begin, high = area->end;
    while (low < high) {
        int bin = state->bins[low];
        if ((double)state->sums[bin][area->axis] / state->counts[bin] <= area->mean) {
            low++;
        } else {
            state->bins[low] = state->bins[--high];
            state->bins[high] = (uint16_t)bin;
        }
    }
    return low;
}

static int nearest_color(const wi_quantizer *state, int red, int green, int blue) {
    int best = 0, distance = INT32_MAX;
    for (int i = 0; i < state->color_count; i++) {
        uint32_t color = state->palette[i];
        int r = channel(color, 0) - red, g = channel(color, 1) - green, b = channel(color, 2) - blue;
        int d = r * r + g * g + b * b;
        if (d < distance) {
            distance = d;
            best = i;
        }
    }
    return best;
}

static uint32_t rounded(const uint64_t sum[3], uint64_t count) {
    uint32_t color = 0xFF;
    for (int c = 0; c < 3; c++) color = color << 8 | (uint32_t)((sum[c] + count / 2) / count);
    return color;
}

void wi_quantizer_finish(wi_quantizer *state, int limit) {
    memset(state->nearest, 0xFF, sizeof state->nearest);
    if (state->is_exact && state->distinct_count <= limit) {
        memcpy(state->palette, state->distinct, sizeof state->palette);
        state->color_count = state->distinct_count;
        return;
    }
    state->is_exact = 0;
    int used = 0;
    for (int bin = 0; bin < WI_QUANTIZE_BINS; bin++)
        if (state->counts[bin]) state->bins[used++] = (uint16_t)bin;

    box boxes[256];
    int count = 1;
    boxes[0] = (box){.begin = 0, .end = used};
    measure(state, &boxes[0]);
    while (count < limit) {
        int widest = 0;
        for (int i = 1; i < count; i++)
            if (boxes[i].spread > boxes[widest].spread) widest = i;
        if (boxes[widest].spread <= 0) break;
        int middle = split(state, &boxes[widest]);
        if (middle == boxes[widest].begin || middle == boxes[widest].end) {
            boxes[widest].spread = 0;
            continue;
        }
        boxes[count] = (box){.begin = middle, .end = boxes[widest].end};
        boxes[widest].end = middle;
        measure(state, &boxes[widest]);
        measure(state, &boxes[count++]);
    }

    // Each color is the mean of its box, then, once more, the mean of the colors that are nearest to it.
    uint64_t sums[256][3], weights[256];
    state->color_count = count;
    for (int round = 0; round < 2; round++) {
        memset(sums, 0, sizeof sums);
        memset(weights, 0, sizeof weights);
        for (int i = 0; i < count; i++) {
            for (int j = boxes[i].begin; j < boxes[i].end; j++) {
                int bin = state->bins[j];
                int place = round == 0 ? i
                                       : nearest_color(state, mean_of_bin(state, bin, 0), mean_of_bin(state, bin, 1),
                                                       mean_of_bin(state, bin, 2));
                weights[place] += state->counts[bin];
                for (int c = 0; c < 3; c++) sums[place][c] += state->sums[bin][c];
            }
        }
        for (int i = 0; i < count; i++)
            if (weights[i]) state->palette[i] = rounded(sums[i], weights[i]);
    }
}

int wi_quantizer_covers(const wi_quantizer *state, const uint32_t *pixels, size_t count) {
    if (!state->is_exact) return 0;
    uint32_t last = 0;
    for (size_t i = 0; i < count; i++) {
        if (pixels[i] == last || pixels[i] == 0) continue;
        last = pixels[i];
        if (state->slot_colors[find_slot(state, last)] != last) return 0;
    }
    return 1;
}

static inline int clamped(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

static void map_exactly(const wi_quantizer *state, const uint32_t *pixels, size_t count, int unpainted,
                        uint8_t *indices) {
    uint32_t last = 0;
    uint8_t place = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t color = pixels[i];
        if (color == 0) {
            indices[i] = (uint8_t)unpainted;
            continue;
        }
        if (color != last) {
            last = color;
            place = (uint8_t)state->slot_places[find_slot(state, color)];
        }
        indices[i] = place;
    }
}

// Rows alternate in direction, so that the pattern doesn't drift to one side.
static void map_row(wi_quantizer *state, const uint32_t *pixels, size_t width, int unpainted, uint8_t *indices,
                    int *here, int *below, int backwards) {
    int step = backwards ? -1 : 1;
    memset(below, 0, (width + 2) * 3 * sizeof(int));
    for (size_t n = 0; n < width; n++) {
        size_t x = backwards ? width - 1 - n : n;
        if (pixels[x] == 0) {
            indices[x] = (uint8_t)unpainted;
            continue;
        }
        int wanted[3];
        for (int c = 0; c < 3; c++) wanted[c] = clamped(channel(pixels[x], c) + here[(x + 1) * 3 + c] / 16);
        int16_t *cell = &state->nearest[cell_of(wanted[0], wanted[1], wanted[2])];
        if (*cell < 0) *cell = (int16_t)nearest_color(state, wanted[0], wanted[1], wanted[2]);
        indices[x] = (uint8_t)*cell;
        for (int c = 0; c < 3; c++) {
            int error = wanted[c] - channel(state->palette[*cell], c);
            here[((int)x + 1 + step) * 3 + c] += error * 7;
            below[((int)x + 1 - step) * 3 + c] += error * 3;
            below[(x + 1) * 3 + c] += error * 5;
            below[((int)x + 1 + step) * 3 + c] += error;
        }
    }
}

void wi_quantizer_map(wi_quantizer *state, const uint32_t *pixels, size_t width, size_t height, int unpainted,
                      uint8_t *indices, int *errors) {
    if (state->is_exact) {
        map_exactly(state, pixels, width * height, unpainted, indices);
        return;
    }
    int *here = errors, *below = errors + (width + 2) * 3;
    memset(here, 0, (width + 2) * 3 * sizeof(int));
    for (size_t y = 0; y < height; y++) {
        map_row(state, pixels + y * width, width, unpainted, indices + y * width, here, below, y & 1);
        int *next = below;
        below = here;
        here = next;
    }
}

void wi_quantize_flatten(uint32_t *pixels, const uint32_t *source, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = source[i], alpha = pixel >> 24;
        if (alpha == 255) {
            pixels[i] = pixel;
        } else if (alpha < 128) {
            pixels[i] = 0;
        } else {
            uint32_t color = 0xFF;
            for (int c = 0; c < 3; c++)
                color = color << 8 | (uint32_t)clamped((int)(((uint32_t)channel(pixel, c) * 255 + alpha / 2) / alpha));
            pixels[i] = color;
        }
    }
}

void wi_quantize_subtract(uint32_t *pixels, const uint32_t *below, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (pixels[i] == below[i]) pixels[i] = 0;
}

int wi_quantize_difference(const uint32_t *one, const uint32_t *other, size_t width, size_t height, size_t rect[4]) {
    size_t left = width, right = 0, top = height, bottom = 0;
    for (size_t y = 0; y < height; y++) {
        const uint32_t *a = one + y * width, *b = other + y * width;
        if (memcmp(a, b, width * sizeof *a) == 0) continue;
        size_t x = 0;
        while (a[x] == b[x]) x++;
        if (x < left) left = x;
        for (x = width; a[x - 1] == b[x - 1];) x--;
        if (x > right) right = x;
        if (y < top) top = y;
        bottom = y + 1;
    }
    if (top == height) return 0;
    rect[0] = left;
    rect[1] = top;
    rect[2] = right - left;
    rect[3] = bottom - top;
    return 1;
}

int wi_quantize_uncovers(const uint32_t *before, const uint32_t *after, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (before[i] != 0 && after[i] == 0) return 1;
    return 0;
}

size_t wi_quantize_unpainted(const uint32_t *pixels, size_t count) {
    size_t unpainted = 0;
    for (size_t i = 0; i < count; i++) unpainted += pixels[i] == 0;
    return unpainted;
}
