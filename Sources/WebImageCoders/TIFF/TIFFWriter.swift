#if TIFF
    internal import CWebImagePixels
    internal import CWebImageTIFF
    internal import FoundationEssentials
    internal import Glibc
    internal import WebImageCore

    /// Writes a bitmap as a TIFF of one page: RGB or RGBA with straight alpha, deflate, without loss.
    struct TIFFWriter {
        /// Rows of one strip: small enough to be read in part, large enough to be packed well.
        private static let stripBytes = 256 << 10

        private let tiff: wi_tiff_functions
        private let bitmap: Bitmap
        private let context: EncodeContext

        init(_ bitmap: Bitmap, context: EncodeContext) throws(WebImageError) {
            tiff = try TIFFLibrary.functions()
            self.bitmap = bitmap
            self.context = context
        }

        func write() throws -> Data {
            let memory = UnsafeMutablePointer<wi_tiff_memory>.allocate(capacity: 1)
            memory.initialize(to: wi_tiff_memory())
            defer {
                free(memory.pointee.output)
                memory.deallocate()
            }
            guard let handle = wi_tiff_open(memory, "w", 0) else { throw Self.failure(memory) }
            do {
                defer { tiff.TIFFClose(handle) }
                guard setTags(handle) else { throw Self.failure(memory) }
                try writeStrips(handle, memory)
                guard tiff.TIFFFlush(handle) == 1 else { throw Self.failure(memory) }
            }
            // Closing writes the directory, so the bytes are taken after it.
            guard let output = memory.pointee.output, memory.pointee.size > 0 else { throw Self.failure(memory) }
            return Data(bytes: output, count: Int(memory.pointee.size))
        }

        private var channels: Int { bitmap.isOpaque ? 3 : 4 }

        private var rowsPerStrip: Int { max(1, min(bitmap.height, Self.stripBytes / (bitmap.width * channels))) }

        private func setTags(_ handle: OpaquePointer) -> Bool {
            var good = wi_tiff_set_long(handle, UInt32(TIFFTAG_IMAGEWIDTH), UInt32(bitmap.width)) == 1
            good = good && wi_tiff_set_long(handle, UInt32(TIFFTAG_IMAGELENGTH), UInt32(bitmap.height)) == 1
            let level = context.options.effort.map { 1 + Int32((min(1, max(0, $0)) * 8).rounded()) } ?? 6
            let tags: [(Int32, Int32)] = [
                (TIFFTAG_BITSPERSAMPLE, 8), (TIFFTAG_SAMPLESPERPIXEL, Int32(channels)),
                (TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE), (TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL),
                (TIFFTAG_ZIPQUALITY, level), (TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB),
                (TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG), (TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT),
            ]
            for (tag, value) in tags { good = good && wi_tiff_set(handle, UInt32(tag), value) == 1 }
            good = good && wi_tiff_set_long(handle, UInt32(TIFFTAG_ROWSPERSTRIP), UInt32(rowsPerStrip)) == 1
            if channels == 4 { good = good && wi_tiff_set_alpha(handle, UInt16(EXTRASAMPLE_UNASSALPHA)) == 1 }
            return good
        }

        private func writeStrips(_ handle: OpaquePointer, _ memory: UnsafeMutablePointer<wi_tiff_memory>) throws {
            let rowBytes = bitmap.width * channels
            var strip = [UInt8](repeating: 0, count: rowBytes * rowsPerStrip)
            for (index, top) in stride(from: 0, to: bitmap.height, by: rowsPerStrip).enumerated() {
                try context.token.check()
                let rows = min(rowsPerStrip, bitmap.height - top)
                let written = strip.withUnsafeMutableBytes { target in
                    bitmap.withUnsafeBytes { source in
                        guard let from = source.baseAddress, let to = target.baseAddress else { return }
                        for y in 0..<rows { write(row: from + (top + y) * bitmap.bytesPerRow, to: to + y * rowBytes) }
                    }
                    return tiff.TIFFWriteEncodedStrip(
                        handle, UInt32(index), target.baseAddress, tmsize_t(rows * rowBytes))
                }
                guard written == rows * rowBytes else { throw Self.failure(memory) }
            }
        }

        private func write(row source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
            let source = source.assumingMemoryBound(to: UInt8.self)
            let target = target.assumingMemoryBound(to: UInt8.self)
            if channels == 4 {
                wi_unpremultiply_row(source, target, bitmap.width)
                wi_swap_red_blue_row(target, target, bitmap.width)
            } else {
                wi_bgra_to_rgb_row(source, target, bitmap.width)
            }
        }

        private static func failure(_ memory: UnsafeMutablePointer<wi_tiff_memory>) -> WebImageError {
            WebImageError(
                .encodeFailed, "The picture could not be written as a TIFF.", underlying: TIFFFile.message(memory))
        }
    }
#endif
