internal import CWebImagePixels
internal import WebImageCore

extension Bitmap {
    /// The picture turned as its orientation says; itself where nothing is to turn. O(pixels).
    func oriented(_ orientation: ImageOrientation) throws(WebImageError) -> Bitmap {
        guard orientation != .up else { return self }
        let turned = try BitmapBuffer(orientation.displayed(size), zeroed: false)
        withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            turned.writeRows(
                from: base, bytesPerRow: bytesPerRow, storedSize: size, rows: 0..<height, orientation: orientation)
        }
        return turned.finish(isOpaque: isOpaque)
    }
}

extension BitmapBuffer {
    /// Writes stored rows to where `orientation` shows them.
    borrowing func writeRows(
        from source: UnsafeRawPointer, bytesPerRow sourceBytesPerRow: Int, storedSize: PixelSize, rows: Range<Int>,
        orientation: ImageOrientation
    ) {
        precondition(orientation.displayed(storedSize) == size && rows.upperBound <= storedSize.height)
        wi_orient_rows(
            source.assumingMemoryBound(to: UInt8.self), sourceBytesPerRow,
            baseAddress.assumingMemoryBound(to: UInt8.self), bytesPerRow, storedSize.width, storedSize.height,
            rows.lowerBound, rows.count, Int32(orientation.rawValue))
    }
}
