internal import CWebImagePixels
internal import Glibc
internal import WebImageCore

extension Bitmap {
    /// The picture made small enough for a box, its shape kept; itself where it fits.
    func fitted(into box: PixelSize?) throws(WebImageError) -> Bitmap {
        guard let box, !box.isEmpty, width > box.width || height > box.height else { return self }
        return try resampled(ThumbnailSize(box).plan(for: size))
    }

    /// Whether no pixel has a color. O(pixels).
    var isGray: Bool { allRows { wi_row_is_gray($0, width) } }

    /// Whether every alpha is 255, looked up in the pixels. O(pixels).
    var hasOnlyOpaquePixels: Bool { allRows { wi_row_is_opaque($0, width) } }

    /// The smallest rectangle outside of which both pictures, which have the same size, are the same; one pixel where
    /// they are the same everywhere.
    func changes(from previous: Bitmap) -> PixelRect {
        withUnsafeBytes { new in
            previous.withUnsafeBytes { old in
                guard let new = new.baseAddress, let old = old.baseAddress else { return PixelRect(size) }
                func differs(_ y: Int) -> Bool {
                    memcmp(new + y * bytesPerRow, old + y * previous.bytesPerRow, width * 4) != 0
                }
                guard let top = (0..<height).first(where: differs), let bottom = (0..<height).last(where: differs)
                else {
                    return PixelRect(x: 0, y: 0, width: 1, height: 1)
                }
                var left = width
                var right = 0
                for y in top...bottom {
                    let (new, old) = (new + y * bytesPerRow, old + y * previous.bytesPerRow)
                    func differs(_ x: Int) -> Bool {
                        new.load(fromByteOffset: x * 4, as: UInt32.self)
                            != old.load(fromByteOffset: x * 4, as: UInt32.self)
                    }
                    // Only what lies outside of the columns found so far can widen them.
                    if let first = (0..<left).first(where: differs) { left = first }
                    if let last = (right..<width).last(where: differs) { right = last + 1 }
                }
                return PixelRect(x: left, y: top, width: right - left, height: bottom - top + 1)
            }
        }
    }

    private func allRows(_ holds: (UnsafePointer<UInt8>) -> Bool) -> Bool {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
            return (0..<height).allSatisfy { holds(base + $0 * bytesPerRow) }
        }
    }
}
