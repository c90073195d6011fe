internal import CWebImagePixels

/// The weights of all result pixels along one axis.
struct ResampleWeights: Sendable {
    /// How many source pixels one result is made of.
    let taps: Int
    /// The weights of a result add up to 1 << shift.
    let shift: Int32
    private let storage: BitmapStorage
    private let weightsOffset: Int

    /// The weights of the results `range` where `source` pixels become `scaled`.
    ///
    /// - Parameter fraction: How many bits the values that are weighted have after the point.
    init(
        kernel: wi_kernel, source: Int, scaled: Int, range: Range<Int>, fraction: Int32
    ) throws(WebImageError) {
        let taps = Int(wi_weights_taps(kernel, Int32(source), Int32(scaled)))
        // All of these are at most 2²⁸: no product here overflows 64 bits.
        weightsOffset = (range.count * 4 + 63) & ~63
        let byteCount = weightsOffset + range.count * taps * 2
        guard let storage = BitmapStorage(byteCount: byteCount, zeroed: false) else {
            throw Self.noMemory(source, scaled)
        }
        self.storage = storage
        self.taps = taps
        shift = wi_weights_fill(
            kernel, Int32(source), Int32(scaled), Int32(range.lowerBound), Int32(range.count), Int32(taps),
            fraction, storage.base.assumingMemoryBound(to: Int32.self),
            (storage.base + weightsOffset).assumingMemoryBound(to: Int16.self))
        guard shift > 0 else { throw Self.noMemory(source, scaled) }
    }

    private static func noMemory(_ source: Int, _ scaled: Int) -> WebImageError {
        WebImageError(.tooManyPixels, "There is no memory to scale \(source) pixels to \(scaled).")
    }

    /// The first source pixel of each result, an even number.
    var starts: UnsafePointer<Int32> { UnsafePointer(storage.base.assumingMemoryBound(to: Int32.self)) }

    /// ``taps`` weights a result.
    var weights: UnsafePointer<Int16> {
        UnsafePointer((storage.base + weightsOffset).assumingMemoryBound(to: Int16.self))
    }
}
