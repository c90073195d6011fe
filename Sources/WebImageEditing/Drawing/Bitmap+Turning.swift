internal import CWebImagePixels
internal import WebImageCore

extension Bitmap {
    /// The picture turned or mirrored by exchanging pixels, as an EXIF reader does for `orientation`.
    func turned(_ orientation: ImageOrientation) throws(WebImageError) -> Bitmap {
        if orientation == .up { return self }
        let buffer = try BitmapBuffer(orientation.displayed(size), zeroed: false)
        try withRows { rows throws(WebImageError) in
            wi_orient_rows(
                rows, bytesPerRow, buffer.baseAddress.assumingMemoryBound(to: UInt8.self), buffer.bytesPerRow, width,
                height, 0, height, Int32(orientation.rawValue))
        }
        return buffer.finish(isOpaque: isOpaque)
    }
}
