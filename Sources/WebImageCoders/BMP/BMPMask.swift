internal import CWebImagePixels
internal import WebImageCore

/// The mask that follows the pixels of an icon: a bit a pixel, 1 is clear.
struct BMPMask {
    private let base: UnsafePointer<UInt8>
    private let rowBytes: Int
    private let rows: Int
    private let width: Int

    /// Nil where the bytes hold no mask. The bytes must outlive this value.
    init?(_ header: BMPHeader, _ bytes: UnsafeRawBufferPointer) {
        let start = header.pixelOffset + header.rowBytes * header.size.height
        width = header.size.width
        rowBytes = (width + 31) / 32 * 4
        guard start < bytes.count, let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
        self.base = base + start
        rows = (bytes.count - start) / rowBytes
    }

    /// Makes the masked pixels of row `number`, in the order of the file, clear.
    func apply(to pixels: UnsafeMutableRawPointer, row number: Int) {
        guard number < rows else { return }
        wi_bmp_mask_row(pixels.assumingMemoryBound(to: UInt32.self), base + number * rowBytes, width)
    }
}
