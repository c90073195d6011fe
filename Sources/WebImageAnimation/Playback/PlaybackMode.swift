/// The order in which the frames of an animation are shown. Each end is shown once where the direction changes.
public enum PlaybackMode: String, Sendable, CaseIterable {
    /// From the first frame to the last.
    case normal
    /// From the last frame to the first.
    case reverse
    /// From the first frame to the last and back to the first: one loop.
    case bounce
    /// From the last frame to the first and back to the last: one loop.
    case reversedBounce
}
