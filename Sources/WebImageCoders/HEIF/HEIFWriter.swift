#if HEIF
    internal import CWebImageHEIF
    internal import CWebImagePixels
    internal import FoundationEssentials
    internal import WebImageCore

    /// Writes a bitmap as HEIC, where libheif has an encoder for HEVC.
    struct HEIFWriter {
        static let usualQuality = 0.8

        private let heif: wi_heif_functions
        private let bitmap: Bitmap
        private let quality: Double
        private let context: EncodeContext

        /// - Parameter quality: From 0 to 1; no loss where the options say so.
        init(_ bitmap: Bitmap, quality: Double, context: EncodeContext) throws(WebImageError) {
            heif = try HEIFLibrary.functions()
            self.bitmap = bitmap
            self.quality = quality
            self.context = context
        }

        func write() throws -> Data {
            guard heif.heif_have_encoder_for_format(heif_compression_HEVC) != 0 else {
                throw WebImageError(
                    .encodeFailed, "libheif has no HEVC encoder on this machine; write AVIF, or install its x265.")
            }
            guard let file = heif.heif_context_alloc() else { throw Self.outOfMemory }
            defer { heif.heif_context_free(file) }
            var encoder: OpaquePointer?
            try check(heif.heif_context_get_encoder_for_format(file, heif_compression_HEVC, &encoder))
            guard let encoder else { throw Self.outOfMemory }
            defer { heif.heif_encoder_release(encoder) }
            try check(heif.heif_encoder_set_lossy_quality(encoder, Int32((quality * 100).rounded())))
            try check(heif.heif_encoder_set_lossless(encoder, context.options.isLossless ? 1 : 0))
            if context.options.isLossless || context.options.subsampling == .full444 {
                try check(heif.heif_encoder_set_parameter_string(encoder, "chroma", "444"))
            }
            let image = try makeImage()
            defer { heif.heif_image_release(image) }
            try context.token.check()
            guard let options = heif.heif_encoding_options_alloc(), let color = heif.heif_nclx_color_profile_alloc()
            else {
                throw Self.outOfMemory
            }
            defer {
                heif.heif_nclx_color_profile_free(color)
                heif.heif_encoding_options_free(options)
            }
            // What the pixels are: sRGB, full range. Without loss only green, blue and red themselves will do.
            color.pointee.color_primaries = heif_color_primaries_ITU_R_BT_709_5
            color.pointee.transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1
            color.pointee.matrix_coefficients =
                context.options.isLossless ? heif_matrix_coefficients_RGB_GBR : heif_matrix_coefficients_ITU_R_BT_601_6
            color.pointee.full_range_flag = 1
            // libheif 1.15 takes no notice of the options' colors, but of the picture's.
            try check(heif.heif_image_set_nclx_color_profile(image, color))
            options.pointee.output_nclx_profile = color
            // Old macOS can't read the box, but without it nothing says which green, blue and red these are.
            options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
            try check(heif.heif_context_encode_image(file, image, encoder, options, nil))
            try context.token.check()
            return try bytes(of: file)
        }

        private func makeImage() throws -> OpaquePointer {
            let hasAlpha = !bitmap.isOpaque
            var image: OpaquePointer?
            try check(
                heif.heif_image_create(
                    Int32(bitmap.width), Int32(bitmap.height), heif_colorspace_RGB,
                    hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, &image))
            guard let image else { throw Self.outOfMemory }
            var stride: Int32 = 0
            do {
                try check(
                    heif.heif_image_add_plane(
                        image, heif_channel_interleaved, Int32(bitmap.width), Int32(bitmap.height), hasAlpha ? 32 : 24))
                guard let plane = heif.heif_image_get_plane(image, heif_channel_interleaved, &stride) else {
                    throw Self.outOfMemory
                }
                bitmap.withUnsafeBytes { source in
                    for y in 0..<bitmap.height {
                        guard let base = source.baseAddress else { return }
                        let row = (base + y * bitmap.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                        let target = plane + y * Int(stride)
                        if hasAlpha {
                            wi_unpremultiply_row(row, target, bitmap.width)
                            wi_swap_red_blue_row(target, target, bitmap.width)
                        } else {
                            wi_bgra_to_rgb_row(row, target, bitmap.width)
                        }
                    }
                }
            } catch {
                heif.heif_image_release(image)
                throw error
            }
            return image
        }

        /// The file's bytes, as libheif hands them out.
        private func bytes(of file: OpaquePointer) throws -> Data {
            var writer = heif_writer(
                writer_api_version: 1,
                write: { _, bytes, count, target in
                    if let bytes, let target {
                        target.assumingMemoryBound(to: Data.self).pointee.append(
                            bytes.assumingMemoryBound(to: UInt8.self), count: count)
                    }
                    return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
                })
            let result = UnsafeMutablePointer<Data>.allocate(capacity: 1)
            result.initialize(to: Data())
            defer {
                result.deinitialize(count: 1)
                result.deallocate()
            }
            try check(heif.heif_context_write(file, &writer, result))
            return result.pointee
        }

        private static var outOfMemory: WebImageError {
            WebImageError(.encodeFailed, "There is no memory to write the picture as HEIC.")
        }

        private func check(_ error: heif_error) throws(WebImageError) {
            guard error.code != heif_error_Ok else { return }
            throw WebImageError(
                .encodeFailed, "The picture could not be written as HEIC.",
                underlying: error.message.map { String(cString: $0) })
        }
    }
#endif
