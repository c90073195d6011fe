#ifndef WI_PNG_FILTERS_H
#define WI_PNG_FILTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes a filter (PNG 3rd edition, 9.2) off a row of `count` pixels of `channels` bytes, in place. `above` is the row
/// before it without its filter, zeros for the first. `channels` is 3 or 4.
///
/// False where there is no such filter.
bool wi_png_unfilter(uint8_t *row, const uint8_t *above, size_t count, int channels, uint8_t filter);

/// Makes BGRA of RGB or RGBA.
void wi_png_to_bgra(const uint8_t *row, uint8_t *target, size_t count, int channels);

#endif
