#ifndef WI_JXL_H
#define WI_JXL_H

#include "wi_library.h"

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/resizable_parallel_runner.h>

/// What is used of libjxl.
#define WI_JXL_FUNCTIONS(F) \
    F(JxlColorEncodingSetToSRGB) F(JxlDecoderCreate) F(JxlDecoderDestroy) F(JxlDecoderFlushImage) \
    F(JxlDecoderGetBasicInfo) F(JxlDecoderGetColorAsEncodedProfile) F(JxlDecoderGetColorAsICCProfile) \
    F(JxlDecoderGetExtraChannelInfo) F(JxlDecoderGetFrameHeader) F(JxlDecoderGetICCProfileSize) \
    F(JxlDecoderImageOutBufferSize) F(JxlDecoderProcessInput) F(JxlDecoderReleaseInput) F(JxlDecoderRewind) \
    F(JxlDecoderSetImageOutBuffer) F(JxlDecoderSetInput) F(JxlDecoderSetKeepOrientation) \
    F(JxlDecoderSetParallelRunner) F(JxlDecoderSetPreferredColorProfile) F(JxlDecoderSkipFrames) \
    F(JxlDecoderSubscribeEvents) F(JxlEncoderAddImageFrame) F(JxlEncoderCloseInput) F(JxlEncoderCreate) \
    F(JxlEncoderDestroy) F(JxlEncoderFrameSettingsCreate) F(JxlEncoderFrameSettingsSetOption) \
    F(JxlEncoderGetError) F(JxlEncoderInitBasicInfo) F(JxlEncoderInitFrameHeader) F(JxlEncoderProcessOutput) \
    F(JxlEncoderSetBasicInfo) F(JxlEncoderSetColorEncoding) F(JxlEncoderSetFrameDistance) \
    F(JxlEncoderSetFrameHeader) F(JxlEncoderSetFrameLossless) F(JxlEncoderSetParallelRunner)

/// What is used of libjxl_threads, a library of its own.
#define WI_JXL_THREADS_FUNCTIONS(F) \
    F(JxlResizableParallelRunner) F(JxlResizableParallelRunnerCreate) F(JxlResizableParallelRunnerDestroy) \
    F(JxlResizableParallelRunnerSetThreads) F(JxlResizableParallelRunnerSuggestThreads)

typedef struct {
    WI_JXL_FUNCTIONS(WI_FUNCTION)
    WI_JXL_THREADS_FUNCTIONS(WI_FUNCTION)
} wi_jxl_functions;

/// Both libraries' functions; they are opened by the first call, from any thread.
/// NULL where they aren't there, and `reason` says why.
const wi_jxl_functions *_Nullable wi_jxl(const char *_Nullable *_Nonnull reason);

#endif
