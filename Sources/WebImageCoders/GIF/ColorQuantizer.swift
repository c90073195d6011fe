internal import CWebImagePixels

/// Reduces pixels to a palette; the owner of the tables that the C loops work in.
///
/// A pixel here is 0xFFRRGGBB, or 0 for one that isn't painted.
final class ColorQuantizer {
    private let state = UnsafeMutablePointer<wi_quantizer>.allocate(capacity: 1)

    deinit { state.deallocate() }

    /// Makes a palette for the pixels.
    ///
    /// - Parameter limit: The most colors, 1…256.
    init(_ pixels: [UInt32], limit: Int) {
        wi_quantizer_reset(state)
        wi_quantizer_add(state, pixels, pixels.count)
        wi_quantizer_finish(state, Int32(limit))
    }

    /// Makes a palette that has every color of all pictures; nil as soon as they have more than `limit`.
    ///
    /// - Parameter next: Gives the pictures, one a call, then nil.
    init?(exactly limit: Int, _ next: () throws -> [UInt32]?) rethrows {
        wi_quantizer_reset(state)
        while let pixels = try next() {
            wi_quantizer_add(state, pixels, pixels.count)
            guard state.pointee.is_exact != 0, state.pointee.distinct_count <= limit else { return nil }
        }
        wi_quantizer_finish(state, Int32(limit))
    }

    var colorCount: Int { Int(state.pointee.color_count) }

    /// Whether the palette is exact and has each color of `pixels` too.
    func covers(_ pixels: [UInt32]) -> Bool { wi_quantizer_covers(state, pixels, pixels.count) != 0 }

    /// The colors, as red, green and blue bytes.
    var palette: [UInt8] {
        withUnsafePointer(to: &state.pointee.palette) { palette in
            palette.withMemoryRebound(to: UInt32.self, capacity: 256) { colors in
                (0..<colorCount).flatMap { place in
                    [16, 8, 0].map { UInt8(truncatingIfNeeded: colors[place] >> $0) }
                }
            }
        }
    }

    /// The palette places of the pixels; what the palette doesn't have exactly is dithered (Floyd and Steinberg).
    func indices(of pixels: [UInt32], width: Int, unpainted: Int) -> [UInt8] {
        var errors = [Int32](repeating: 0, count: 6 * (width + 2))
        return [UInt8](unsafeUninitializedCapacity: pixels.count) { indices, count in
            count = pixels.count
            guard let base = indices.baseAddress else { return }
            wi_quantizer_map(state, pixels, width, pixels.count / width, Int32(unpainted), base, &errors)
        }
    }
}
