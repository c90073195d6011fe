internal import WebImageCore

extension Bitmap {
    /// A picture of the same size, each row made from the row in the same place.
    ///
    /// - Parameter isOpaque: Whether the result is; nil where it is what this picture is.
    func mappingRows(
        isOpaque: Bool? = nil, token: CancellationToken,
        _ body: (_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ y: Int) -> Void
    ) throws(WebImageError) -> Bitmap {
        let buffer = try BitmapBuffer(size, zeroed: false)
        try withRows { rows throws(WebImageError) in
            for y in 0..<height {
                if y.isMultiple(of: 32) { try token.check() }
                body(rows + y * bytesPerRow, buffer.row(y).assumingMemoryBound(to: UInt8.self), y)
            }
        }
        return buffer.finish(isOpaque: isOpaque ?? self.isOpaque)
    }

    /// Calls `body` with the first byte of the first row.
    func withRows<Result>(
        _ body: (UnsafePointer<UInt8>) throws(WebImageError) -> Result
    ) throws(WebImageError) -> Result {
        try withUnsafeBytes { bytes throws(WebImageError) in
            guard let base = bytes.baseAddress else { throw .edit("The picture has no pixels.") }
            return try body(base.assumingMemoryBound(to: UInt8.self))
        }
    }
}
