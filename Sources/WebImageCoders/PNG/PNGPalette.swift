internal import CWebImagePixels
internal import WebImageCore

/// The colors of a picture that has no more than 256.
final class PNGPalette {
    // On the heap, at one address: the table is 3 KB and is read for every row.
    private let palette: UnsafeMutablePointer<wi_palette>

    /// Nil where there are more.
    init?(_ bitmap: Bitmap) {
        palette = .allocate(capacity: 1)
        palette.initialize(to: wi_palette())
        let palette = palette
        let fits = bitmap.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
            return (0..<bitmap.height).allSatisfy {
                wi_palette_collect_row(palette, base + $0 * bitmap.bytesPerRow, bitmap.width)
            }
        }
        guard fits else { return nil }
        wi_palette_order(palette)
    }

    deinit { palette.deallocate() }

    var count: Int { Int(palette.pointee.count) }

    /// How many colors, from the first, aren't opaque.
    var transparentCount: Int { Int(palette.pointee.transparent_count) }

    /// The colors as straight BGRA, four bytes each.
    var straightColors: [UInt8] {
        var colors = [UInt8](repeating: 0, count: count * 4)
        withUnsafeBytes(of: palette.pointee.colors) { source in
            colors.withUnsafeMutableBufferPointer { target in
                guard let from = source.baseAddress?.assumingMemoryBound(to: UInt8.self), let to = target.baseAddress
                else { return }
                wi_unpremultiply_row(from, to, count)
            }
        }
        return colors
    }

    /// Writes the index of every pixel of a row.
    func writeIndices(of pixels: UnsafePointer<UInt8>, to indices: UnsafeMutablePointer<UInt8>, count: Int) {
        wi_palette_index_row(palette, pixels, indices, count)
    }
}
