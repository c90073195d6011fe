#ifndef WI_AVIF_H
#define WI_AVIF_H

#include "wi_library.h"

#include <avif/avif.h>

/// What is used of libavif.
#define WI_AVIF_FUNCTIONS(F) \
    F(avifCropRectConvertCleanApertureBox) F(avifDecoderCreate) F(avifDecoderDestroy) F(avifDecoderNthImage) \
    F(avifDecoderNthImageMaxExtent) F(avifDecoderNthImageTiming) F(avifDecoderParse) F(avifDecoderSetIOMemory) \
    F(avifEncoderAddImage) F(avifEncoderCreate) F(avifEncoderDestroy) F(avifEncoderFinish) \
    F(avifEncoderSetCodecSpecificOption) F(avifImageCreate) F(avifImageCreateEmpty) F(avifImageDestroy) \
    F(avifImageRGBToYUV) F(avifImageSetViewRect) F(avifImageYUVToRGB) F(avifRGBImageSetDefaults) \
    F(avifRWDataFree) F(avifResultToString) F(avifCodecName)

typedef struct {
    WI_AVIF_FUNCTIONS(WI_FUNCTION)
} wi_avif_functions;

/// libavif's functions; the library is opened by the first call, from any thread.
/// NULL where it isn't there, and `reason` says why.
const wi_avif_functions *_Nullable wi_avif(const char *_Nullable *_Nonnull reason);

#endif
