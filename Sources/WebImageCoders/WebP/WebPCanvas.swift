internal import CWebImagePixels
internal import CWebImageWebP
internal import FoundationEssentials
internal import WebImageCore

/// A picture in the library's own memory, with straight alpha: what its encoder reads.
final class WebPCanvas {
    let picture = UnsafeMutablePointer<WebPPicture>.allocate(capacity: 1)

    /// - Throws: ``WebImageError/Code/encodeFailed`` where there is no memory.
    init(_ bitmap: Bitmap) throws(WebImageError) {
        picture.initialize(to: WebPPicture())
        guard WebPPictureInit(picture) != 0 else { throw Self.noMemory }
        picture.pointee.use_argb = 1
        picture.pointee.width = Int32(bitmap.width)
        picture.pointee.height = Int32(bitmap.height)
        guard WebPPictureAlloc(picture) != 0, let target = picture.pointee.argb else { throw Self.noMemory }
        let stride = Int(picture.pointee.argb_stride)
        bitmap.withUnsafeBytes { bytes in
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            for y in 0..<bitmap.height {
                // An ARGB word of the library is a BGRA pixel in memory, as here.
                (target + y * stride).withMemoryRebound(to: UInt8.self, capacity: bitmap.width * 4) { row in
                    wi_unpremultiply_row(base + y * bitmap.bytesPerRow, row, bitmap.width)
                }
            }
        }
    }

    deinit {
        WebPPictureFree(picture)
        picture.deallocate()
    }

    private static let noMemory = WebImageError(.encodeFailed, "There is no memory to write the picture as WebP.")

    /// Lets a cancelled token end the library's work; the token must outlive it.
    func watch(_ token: CancellationToken) {
        picture.pointee.user_data = Unmanaged.passUnretained(token).toOpaque()
        picture.pointee.progress_hook = { _, picture in
            guard let pointer = picture?.pointee.user_data else { return 1 }
            return Unmanaged<CancellationToken>.fromOpaque(pointer).takeUnretainedValue().isCancelled ? 0 : 1
        }
    }

    /// The picture as a file.
    func encode(_ settings: WebPSettings, token: CancellationToken) throws(WebImageError) -> Data {
        var config = settings.config
        var memory = WebPMemoryWriter()
        WebPMemoryWriterInit(&memory)
        defer { WebPMemoryWriterClear(&memory) }
        watch(token)
        let succeeded = withUnsafeMutablePointer(to: &memory) { memory in
            picture.pointee.writer = WebPMemoryWrite
            picture.pointee.custom_ptr = UnsafeMutableRawPointer(memory)
            return withExtendedLifetime(token) { WebPEncode(&config, picture) != 0 }
        }
        guard succeeded, let bytes = memory.mem else { throw error(token) }
        return Data(bytes: bytes, count: memory.size)
    }

    func error(_ token: CancellationToken) -> WebImageError {
        if token.isCancelled { return WebImageError(.cancelled, "The load was cancelled.") }
        return WebImageError(
            .encodeFailed, "The picture can't be written as WebP.",
            underlying: "libwebp \(picture.pointee.error_code.rawValue)")
    }
}
