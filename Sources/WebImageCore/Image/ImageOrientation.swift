/// How stored pixels are turned to be shown: the values of EXIF's Orientation tag (CIPA DC-008, 4.6.4).
public enum ImageOrientation: Int, Sendable, CaseIterable {
    /// As stored.
    case up = 1
    /// Left and right exchanged.
    case upMirrored
    /// Turned by 180°.
    case down
    /// Top and bottom exchanged.
    case downMirrored
    /// Rows become columns: mirrored along the diagonal from the top left.
    case leftMirrored
    /// Turned by 90° clockwise to be shown.
    case right
    /// Mirrored along the diagonal from the top right.
    case rightMirrored
    /// Turned by 90° counterclockwise to be shown.
    case left

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The size as shown of a picture that is stored with `size`.
    public func displayed(_ size: PixelSize) -> PixelSize { swapsSides ? size.transposed : size }
}
