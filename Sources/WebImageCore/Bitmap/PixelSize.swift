/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Makes a size, in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whether either side is zero or less.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// Width times height, or nil where that overflows.
    public var pixelCount: Int? {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? nil : product
    }

    /// Width and height exchanged.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }

    public var description: String { "\(width)×\(height)" }
}
