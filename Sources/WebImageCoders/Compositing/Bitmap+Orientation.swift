internal import CWebImagePixels
internal import WebImageCore

extension Bitmap {
    /// The picture turned as its orientation says; itself where nothing is to turn. O(pixels).
    func oriented(_ orientation: ImageOrientation) throws(WebImageError) -> Bitmap {
        guard orientation != .up else { return self }
        let turned = try BitmapBuffer(orientation.displayed(size), zeroed: false)
        withUnsafeBytes { source in
            guard let base = source.baseAddress else { return }
            turned.writeRows(base, bytesPerRow: bytesPerRow, rows: 0..<height, of: size, turnedBy: orientation)
        }
        return turned.finish(isOpaque: isOpaque)
    }
}

extension BitmapBuffer {
    /// Writes stored rows to where `orientation` shows them; see
    /// ``ImageOrientation/turn(_:bytesPerRow:rows:of:to:bytesPerRow:)``.
    borrowing func writeRows(
        _ source: UnsafeRawPointer, bytesPerRow sourceBytesPerRow: Int, rows: Range<Int>, of storedSize: PixelSize,
        turnedBy orientation: ImageOrientation
    ) {
        precondition(orientation.displayed(storedSize) == size)
        orientation.turn(
            source, bytesPerRow: sourceBytesPerRow, rows: rows, of: storedSize, to: baseAddress,
            bytesPerRow: bytesPerRow)
    }
}

extension ImageOrientation {
    /// Writes stored rows to where this orientation shows them.
    ///
    /// - Parameters:
    ///   - source: The first of the rows.
    ///   - rows: Which rows of the stored picture they are.
    ///   - size: The size of the stored picture.
    ///   - target: The whole turned picture.
    func turn(
        _ source: UnsafeRawPointer, bytesPerRow: Int, rows: Range<Int>, of size: PixelSize,
        to target: UnsafeMutableRawPointer, bytesPerRow targetBytesPerRow: Int
    ) {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height)
        wi_orient_rows(
            source.assumingMemoryBound(to: UInt8.self), bytesPerRow, target.assumingMemoryBound(to: UInt8.self),
            targetBytesPerRow, size.width, size.height, rows.lowerBound, rows.count, Int32(rawValue))
    }
}
