#if HEIF
    internal import CWebImageHEIF
    internal import FoundationEssentials
    internal import Glibc
    internal import WebImageCore

    /// A HEIF file whose boxes have been read: the one owner of libheif's context and of the primary picture's handle.
    ///
    /// The bytes must stay where they are while this object lives.
    final class HEIFReader {
        /// What libheif itself allows of one side; its own arithmetic is 32 bits wide.
        private static let largestSide = 32_768

        private let heif: wi_heif_functions
        private let context: OpaquePointer
        private let handle: OpaquePointer

        /// Reads the boxes, no pixels.
        ///
        /// - Throws: ``WebImageError/Code/truncated``, ``WebImageError/Code/corruptImage``,
        ///   ``WebImageError/Code/tooManyPixels``, ``WebImageError/Code/unsupportedFormat``.
        init(_ bytes: UnsafeRawBufferPointer, options: DecodeOptions) throws {
            let heif = try HEIFLibrary.functions()
            guard let context = heif.heif_context_alloc() else {
                throw WebImageError(.tooManyPixels, "There is no memory for a HEIF decoder.")
            }
            var handle: OpaquePointer?
            do throws(WebImageError) {
                heif.heif_context_set_maximum_image_size_limit(context, Int32(Self.largestSide))
                // A grid's tiles each take memory while they are decoded.
                heif.heif_context_set_max_decoding_threads(context, Self.threads)
                try Self.check(
                    heif.heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
                try Self.check(heif.heif_context_get_primary_image_handle(context, &handle))
            } catch {
                heif.heif_context_free(context)
                // libheif reports a box that isn't there, whatever the reason.
                throw Self.endsEarly(bytes) ? Self.truncated(error) : error
            }
            guard let handle else {
                heif.heif_context_free(context)
                throw WebImageError(.corruptImage, "The HEIF has no primary picture.")
            }
            self.heif = heif
            self.context = context
            self.handle = handle
            try options.limits.check(storedSize)
            try options.limits.check(size)
        }

        deinit {
            heif.heif_image_handle_release(handle)
            heif.heif_context_free(context)
        }

        private static let threads = Int32(max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

        /// The size as shown; the grid's, where the picture is one.
        var size: PixelSize {
            PixelSize(
                width: Int(heif.heif_image_handle_get_width(handle)),
                height: Int(heif.heif_image_handle_get_height(handle)))
        }

        /// The size before turns and cropping.
        var storedSize: PixelSize {
            PixelSize(
                width: Int(heif.heif_image_handle_get_ispe_width(handle)),
                height: Int(heif.heif_image_handle_get_ispe_height(handle)))
        }

        var hasAlpha: Bool { heif.heif_image_handle_has_alpha_channel(handle) != 0 }

        var isPremultiplied: Bool { heif.heif_image_handle_is_premultiplied_alpha(handle) != 0 }

        /// Bits of one channel; 8 where the file doesn't say.
        var bitDepth: Int {
            let bits = Int(heif.heif_image_handle_get_luma_bits_per_pixel(handle))
            return bits > 0 ? bits : 8
        }

        /// The embedded ICC profile.
        var profile: [UInt8]? {
            let kind = heif.heif_image_handle_get_color_profile_type(handle)
            guard kind == heif_color_profile_type_prof || kind == heif_color_profile_type_rICC else { return nil }
            let count = heif.heif_image_handle_get_raw_color_profile_size(handle)
            guard count > 0, count < 1 << 26 else { return nil }
            var bytes = [UInt8](repeating: 0, count: count)
            let error = bytes.withUnsafeMutableBytes {
                heif.heif_image_handle_get_raw_color_profile(handle, $0.baseAddress)
            }
            return error.code == heif_error_Ok ? bytes : nil
        }

        /// The color by code points (ITU-T H.273), used where there is no profile.
        var codePoints: CodePoints {
            var nclx: UnsafeMutablePointer<heif_color_profile_nclx>?
            let error = heif.heif_image_handle_get_nclx_color_profile(handle, &nclx)
            defer { if let nclx { heif.heif_nclx_color_profile_free(nclx) } }
            guard error.code == heif_error_Ok, let nclx else { return .unspecified }
            return CodePoints(
                primaries: Int(nclx.pointee.color_primaries.rawValue),
                transfer: Int(nclx.pointee.transfer_characteristics.rawValue))
        }

        /// The EXIF block without the four bytes that say where its TIFF header begins (ISO 23008-12, A.2.1).
        var exif: Data? {
            var identifier: heif_item_id = 0
            guard heif.heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &identifier, 1) == 1 else {
                return nil
            }
            let count = heif.heif_image_handle_get_metadata_size(handle, identifier)
            guard count > 4, count < 1 << 26 else { return nil }
            var bytes = Data(count: count)
            let error = bytes.withUnsafeMutableBytes {
                heif.heif_image_handle_get_metadata(handle, identifier, $0.baseAddress)
            }
            guard error.code == heif_error_Ok else { return nil }
            let offset = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            return offset <= count - 4 ? Data(bytes.dropFirst(4 + offset)) : nil
        }

        /// Decodes the picture, turned and cropped as its container says, and hands the rows to `body`.
        ///
        /// - Parameters:
        ///   - isDeep: Whether a channel has 16 bits (of which ``bitDepth`` are used), not 8.
        ///   - body: Takes red, green, blue, alpha of the first row, the distance of rows in bytes, and the size.
        func withPixels<Result>(
            isDeep: Bool, _ body: (UnsafePointer<UInt8>, Int, PixelSize) throws -> Result
        ) throws -> Result {
            guard let options = heif.heif_decoding_options_alloc() else {
                throw WebImageError(.tooManyPixels, "There is no memory for a HEIF decoder.")
            }
            defer { heif.heif_decoding_options_free(options) }
            options.pointee.convert_hdr_to_8bit = isDeep ? 0 : 1
            var image: OpaquePointer?
            let chroma = isDeep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA
            try Self.check(heif.heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, options))
            guard let image else { throw WebImageError(.corruptImage, "The HEIF has no pixels.") }
            defer { heif.heif_image_release(image) }
            var stride: Int32 = 0
            guard let rows = heif.heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride) else {
                throw WebImageError(.corruptImage, "The HEIF has no pixels.")
            }
            let size = PixelSize(
                width: Int(heif.heif_image_get_width(image, heif_channel_interleaved)),
                height: Int(heif.heif_image_get_height(image, heif_channel_interleaved)))
            return try body(rows, Int(stride), size)
        }

        /// Whether the last box of the file goes on behind the end of the data (ISO 14496-12, 4.2).
        private static func endsEarly(_ bytes: UnsafeRawBufferPointer) -> Bool {
            var offset = 0
            while bytes.count - offset >= 8 {
                var length = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
                if length == 0 { return false }
                if length == 1 {
                    guard bytes.count - offset >= 16 else { return true }
                    length = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
                }
                guard length >= 8 else { return false }
                guard length <= UInt64(bytes.count - offset) else { return true }
                offset += Int(length)
            }
            return offset < bytes.count
        }

        private static func truncated(_ error: WebImageError) -> WebImageError {
            WebImageError(
                .truncated, "The HEIF ends before its pixels do; load it again.", underlying: error.underlying)
        }

        static func check(_ error: heif_error) throws(WebImageError) {
            guard error.code != heif_error_Ok else { return }
            let words = error.message.map { String(cString: $0) }
            switch (error.code, error.subcode) {
            case (_, heif_suberror_Security_limit_exceeded), (heif_error_Memory_allocation_error, _):
                throw WebImageError(.tooManyPixels, "The HEIF asks for more memory than allowed.", underlying: words)
            case (_, heif_suberror_End_of_data):
                throw WebImageError(
                    .truncated, "The HEIF ends before its pixels do; load it again.", underlying: words)
            case (heif_error_Unsupported_filetype, _), (heif_error_Unsupported_feature, _):
                throw WebImageError(.unsupportedFormat, "This kind of HEIF can't be read here.", underlying: words)
            default:
                throw WebImageError(.corruptImage, "The HEIF is damaged.", underlying: words)
            }
        }
    }
#endif
