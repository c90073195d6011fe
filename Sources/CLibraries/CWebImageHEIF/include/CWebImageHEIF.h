#ifndef WI_HEIF_H
#define WI_HEIF_H

#include "wi_library.h"

#include <libheif/heif.h>

/// What is used of libheif.
#define WI_HEIF_FUNCTIONS(F) \
    F(heif_context_alloc) F(heif_context_encode_image) F(heif_context_free) \
    F(heif_context_get_encoder_for_format) F(heif_context_get_primary_image_handle) \
    F(heif_context_read_from_memory_without_copy) F(heif_context_set_max_decoding_threads) \
    F(heif_context_set_maximum_image_size_limit) F(heif_context_write) F(heif_decode_image) \
    F(heif_decoding_options_alloc) F(heif_decoding_options_free) F(heif_encoder_release) \
    F(heif_encoder_set_lossless) F(heif_encoder_set_lossy_quality) F(heif_encoder_set_parameter_string) \
    F(heif_encoding_options_alloc) F(heif_encoding_options_free) F(heif_have_encoder_for_format) \
    F(heif_image_add_plane) F(heif_image_create) F(heif_image_get_height) F(heif_image_get_plane) \
    F(heif_image_get_plane_readonly) F(heif_image_get_width) F(heif_image_handle_get_color_profile_type) \
    F(heif_image_handle_get_height) F(heif_image_handle_get_ispe_height) F(heif_image_handle_get_ispe_width) \
    F(heif_image_handle_get_list_of_metadata_block_IDs) F(heif_image_handle_get_luma_bits_per_pixel) \
    F(heif_image_handle_get_metadata) F(heif_image_handle_get_metadata_size) \
    F(heif_image_handle_get_nclx_color_profile) F(heif_image_handle_get_raw_color_profile) \
    F(heif_image_handle_get_raw_color_profile_size) F(heif_image_handle_get_width) \
    F(heif_image_handle_has_alpha_channel) F(heif_image_handle_is_premultiplied_alpha) \
    F(heif_image_handle_release) F(heif_image_release) F(heif_image_set_nclx_color_profile) \
    F(heif_nclx_color_profile_alloc) F(heif_nclx_color_profile_free)

typedef struct {
    WI_HEIF_FUNCTIONS(WI_FUNCTION)
} wi_heif_functions;

/// libheif's functions; the library is opened by the first call, from any thread.
/// NULL where it isn't there, and `reason` says why.
const wi_heif_functions *_Nullable wi_heif(const char *_Nullable *_Nonnull reason);

#endif
