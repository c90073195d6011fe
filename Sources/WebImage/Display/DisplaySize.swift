/// The size at which a display shows pictures, in device pixels.
public enum DisplaySize: Sendable, Hashable {
    /// Whatever size the picture has.
    case unlimited
    /// Not laid out yet: loads that fit the size wait for ``DisplayState/sizeDidChange()``.
    case pending
    /// The allocated size, scale factor included.
    case pixels(PixelSize)
}
