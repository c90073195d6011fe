#include "wi_resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Half the width of a kernel at scale 1.
static double wi_support(struct wi_kernel kernel) {
    static const double supports[] = {0, 0.5, 1, 2, 2, 3};
    return kernel.filter == WI_FILTER_GAUSSIAN ? 3.5 * kernel.sigma : supports[kernel.filter];
}

// A cubic of the family of Mitchell and Netravali (1988).
static double wi_cubic(double t, double b, double c) {
    t = fabs(t);
    if (t < 1) return ((12 - 9 * b - 6 * c) * t * t * t + (-18 + 12 * b + 6 * c) * t * t + (6 - 2 * b)) / 6;
    if (t < 2) return ((-b - 6 * c) * t * t * t + (6 * b + 30 * c) * t * t + (-12 * b - 48 * c) * t + (8 * b + 24 * c)) / 6;
    return 0;
}

static double wi_value(struct wi_kernel kernel, double t) {
    switch (kernel.filter) {
    case WI_FILTER_BOX: return t > -0.5 && t <= 0.5 ? 1 : 0;
    case WI_FILTER_TRIANGLE: return fabs(t) < 1 ? 1 - fabs(t) : 0;
    case WI_FILTER_CATMULL_ROM: return wi_cubic(t, 0, 0.5);
    case WI_FILTER_MITCHELL: return wi_cubic(t, 1.0 / 3, 1.0 / 3);
    case WI_FILTER_GAUSSIAN: return exp(-t * t / (2 * kernel.sigma * kernel.sigma));
    default: return 1;
    }
}

// The kernel at `t`, `t + step`, ...: for Lanczos one sine a pixel would cost more than the filtering of a small
// picture, so the angle is turned step by step, and sin(3a) = 3 sin(a) - 4 sin(a)^3 gives the second factor.
struct wi_walk {
    double t, step, sine, cosine, step_sine, step_cosine;
};

static struct wi_walk wi_walk_start(struct wi_kernel kernel, double t, double step) {
    struct wi_walk walk = {t, step, 0, 0, 0, 0};
    if (kernel.filter == WI_FILTER_LANCZOS3) {
        walk.sine = sin(M_PI / 3 * t);
        walk.cosine = cos(M_PI / 3 * t);
        walk.step_sine = sin(M_PI / 3 * step);
        walk.step_cosine = cos(M_PI / 3 * step);
    }
    return walk;
}

static double wi_walk_next(struct wi_kernel kernel, struct wi_walk *walk) {
    double t = walk->t, value;
    walk->t += walk->step;
    if (kernel.filter != WI_FILTER_LANCZOS3) return wi_value(kernel, t);
    double s = walk->sine;
    if (fabs(t) >= 3) value = 0;
    else if (fabs(t) < 1e-6) value = 1;
    else value = 3 * s * (3 * s - 4 * s * s * s) / (M_PI * M_PI * t * t);
    walk->sine = s * walk->step_cosine + walk->cosine * walk->step_sine;
    walk->cosine = walk->cosine * walk->step_cosine - s * walk->step_sine;
    return value;
}

int32_t wi_weights_taps(struct wi_kernel kernel, int32_t source, int32_t scaled) {
    double width = ceil(2 * wi_support(kernel) * fmax((double)source / scaled, 1));
    // Windows begin at even pixels, so one more may be needed. A window never needs more than there is.
    int64_t taps = width < 1 ? 2 : (int64_t)width + 1;
    if (taps > source) taps = source;
    return (int32_t)((taps + 3) & ~3);
}

// Where one result lies: its middle, the source pixels that count, and the first one that is read.
struct wi_window {
    double center;
    int32_t from, to, start;
};

static struct wi_window wi_window_of(
    struct wi_kernel kernel, int32_t source, int32_t scaled, int32_t index, int32_t taps) {
    double scale = (double)source / scaled, radius = wi_support(kernel) * fmax(scale, 1);
    struct wi_window window = {(index + 0.5) * scale, 0, source, 0};
    double from = floor(window.center - radius + 0.5), to = floor(window.center + radius + 0.5);
    if (kernel.filter == WI_FILTER_NEAREST) to = (from = fmin(floor(window.center), source - 1)) + 1;
    if (from > 0) window.from = (int32_t)from;
    if (to < source) window.to = (int32_t)to;
    int32_t last = ((source + 1) & ~1) - taps;
    window.start = window.from & ~1;
    if (window.start > last) window.start = last;
    if (window.start < 0) window.start = 0;
    return window;
}

int32_t wi_weights_fill(
    struct wi_kernel kernel, int32_t source, int32_t scaled, int32_t first, int32_t count, int32_t taps,
    int32_t fraction, int32_t *starts, int16_t *weights) {
    double step = kernel.filter == WI_FILTER_NEAREST ? 1 : 1 / fmax((double)source / scaled, 1);
    double peak = kernel.filter == WI_FILTER_GAUSSIAN ? fmin(1, fmax(0.4 / kernel.sigma, 1.0 / source)) : step;
    double *values = malloc(sizeof(double) * (size_t)taps);
    if (!values) return 0;
    // As many bits after the point as the largest weight leaves in 16: it is about `peak`, and less than twice that
    // where the window is cut off at the picture's edge. 255 << shift, with the overshoot of the negative lobes, must
    // fit into 31 bits; what the values have after the point already comes on top.
    int32_t shift = 22 - fraction;
    while (2 * peak * (1 << shift) > 1 << 15) shift--;
    for (int32_t i = 0; i < count; i++) {
        struct wi_window window = wi_window_of(kernel, source, scaled, first + i, taps);
        int32_t from = window.from - window.start, to = window.to - window.start;
        struct wi_walk walk = wi_walk_start(kernel, (window.from + 0.5 - window.center) * step, step);
        double sum = 0;
        for (int32_t k = from; k < to; k++) sum += values[k] = wi_walk_next(kernel, &walk);
        // The running sum is rounded, not each weight: so they add up exactly, however many there are.
        double reached = 1 << 24, unit = (1 << shift) / sum;
        int32_t before = 1 << 24;
        int16_t *own = weights + (ptrdiff_t)i * taps;
        memset(own, 0, sizeof(int16_t) * (size_t)taps);
        for (int32_t k = from; k < to; k++) {
            reached += values[k] * unit;
            int32_t now = (int32_t)(reached + 0.5);
            own[k] = (int16_t)(now - before);
            before = now;
        }
        starts[i] = window.start;
    }
    free(values);
    return shift;
}
