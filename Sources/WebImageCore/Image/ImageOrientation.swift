/// How stored pixels are turned to be shown: the values of EXIF's Orientation tag (CIPA DC-008, 4.6.4).
public enum ImageOrientation: Int, Sendable, CaseIterable {
    case up = 1
    case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The size as shown of a picture that is stored with `size`.
    public func displayed(_ size: PixelSize) -> PixelSize { swapsSides ? size.transposed : size }
}
