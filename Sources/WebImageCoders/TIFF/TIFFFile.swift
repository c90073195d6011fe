#if TIFF
    internal import CWebImageTIFF
    internal import FoundationEssentials
    internal import WebImageCore

    /// A TIFF file in memory that libtiff reads.
    ///
    /// The one owner of libtiff's handle; lives inside of ``TIFFFile/withFile(_:limits:_:)``, where the bytes stay put.
    final class TIFFFile {
        let tiff: wi_tiff_functions
        private let memory: UnsafeMutablePointer<wi_tiff_memory>
        private let handle: OpaquePointer

        /// Calls `body` with the file that `data` holds.
        ///
        /// - Throws: ``WebImageError/Code/truncated`` where the directory lies behind the data's end,
        ///   ``WebImageError/Code/corruptImage`` where there is none, and what `body` throws.
        static func withFile<Result>(
            _ data: Data, limits: DecodeLimits, _ body: (TIFFFile) throws -> Result
        ) throws -> Result {
            try data.withUnsafeBytes { bytes in
                let file = try TIFFFile(bytes, limits: limits)
                return try withExtendedLifetime(file) { try body(file) }
            }
        }

        private init(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws {
            tiff = try TIFFLibrary.functions()
            memory = .allocate(capacity: 1)
            memory.initialize(to: wi_tiff_memory())
            memory.pointee.input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            memory.pointee.size = UInt64(bytes.count)
            // The largest single thing that is taken is a strip of the whole picture: 16 bits of four channels.
            let most = Int64(max(64 << 20, min(limits.maximumPixels, 1 << 40) * 8))
            // "r" maps the memory; "D" would not defer, "h" reads the header only, so that page 0 isn't read twice.
            guard bytes.count >= 8, let handle = wi_tiff_open(memory, "r", most) else {
                let error = Self.openError(bytes, Self.message(memory))
                memory.deallocate()
                throw error
            }
            self.handle = handle
        }

        deinit {
            tiff.TIFFClose(handle)
            memory.deallocate()
        }

        /// What libtiff said last; nil where it said nothing.
        var message: String? { Self.message(memory) }

        var pointer: OpaquePointer { handle }

        /// What libtiff said last about the file in `memory`.
        static func message(_ memory: UnsafeMutablePointer<wi_tiff_memory>) -> String? {
            let text = withUnsafeBytes(of: memory.pointee.message) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return text.isEmpty ? nil : text
        }

        /// Whether the first directory lies outside of the data (TIFF 6.0, section 2).
        private static func openError(_ bytes: UnsafeRawBufferPointer, _ message: String?) -> WebImageError {
            guard bytes.count >= 8 else {
                return WebImageError(.truncated, "The TIFF ends inside of its header; load it again.")
            }
            let isBigEndian = bytes[0] == 0x4D
            let field = bytes[4..<8]
            let offset = (isBigEndian ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
            if bytes[2] | bytes[3] == 42, offset >= UInt64(bytes.count) {
                return WebImageError(
                    .truncated, "The TIFF ends before its directory; load it again.", underlying: message)
            }
            return WebImageError(.corruptImage, "The TIFF's directory is damaged.", underlying: message)
        }

        /// How many pages there are; a chain that is damaged counts up to the damage.
        var pageCount: Int { max(1, Int(tiff.TIFFNumberOfDirectories(handle))) }

        /// Makes page `index` (from 0) the current one.
        func select(page index: Int) throws(WebImageError) {
            guard index >= 0, index < Int(tdir_t.max), index == 0 || tiff.TIFFSetDirectory(handle, tdir_t(index)) == 1
            else {
                throw WebImageError(
                    .corruptImage, "The TIFF has no readable page \(index); pages count from 0.", underlying: message)
            }
        }

        func short(_ tag: Int32, or fallback: UInt16 = 0) -> UInt16 { wi_tiff_short(handle, UInt32(tag), fallback) }

        func long(_ tag: Int32, or fallback: UInt32 = 0) -> UInt32 { wi_tiff_long(handle, UInt32(tag), fallback) }

        /// The embedded ICC profile of the current page.
        var profile: [UInt8]? {
            var count: UInt32 = 0
            guard let bytes = wi_tiff_profile(handle, &count), count > 0 else { return nil }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }

        /// What the first extra sample means (EXTRASAMPLE_…), -1 where there is none.
        var extraSample: Int32 { wi_tiff_extra_sample(handle) }

        var isTiled: Bool { tiff.TIFFIsTiled(handle) != 0 }

        /// Whether a strip or tile of the current page lies behind the end of the data.
        var isCut: Bool {
            let count = isTiled ? tiff.TIFFNumberOfTiles(handle) : tiff.TIFFNumberOfStrips(handle)
            let size = memory.pointee.size
            return (0..<min(count, 1 << 20)).contains { wi_tiff_chunk_end(handle, $0) > size }
        }
    }
#endif
