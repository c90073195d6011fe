/// How a display goes from what it shows to the picture that has come. A description: displays do what they can.
public struct DisplayTransition: Sendable {
    /// A side of a display, from which a transition begins.
    public enum Edge: String, Sendable, CaseIterable {
        /// From this side of the display.
        case left, right, top, bottom
    }

    /// How one picture gives way to the next.
    public enum Style: Sendable {
        /// The new picture fades in over the old one.
        case crossfade
        /// The new picture moves in from an edge.
        case slide(from: Edge)
        /// The display turns round about an axis along that edge.
        case flip(from: Edge)
        /// The program's own: called with the display and the update in the place of ``ImageDisplay/show(_:)``.
        case custom(@MainActor @Sendable (any ImageDisplay, DisplayUpdate) -> Void)
    }

    /// How the picture gives way.
    public var style: Style
    /// How long that takes. Default: 0.25 s.
    public var duration: Duration
    /// Whether it is done for pictures out of memory too. Default: false, as they are there at once.
    public var isForced: Bool

    /// Makes a transition, for pictures that are not in memory unless it is forced.
    public init(_ style: Style, duration: Duration = .milliseconds(250), isForced: Bool = false) {
        self.style = style
        self.duration = duration
        self.isForced = isForced
    }

    /// The new picture fades in over 0.25 s.
    public static var crossfade: DisplayTransition { DisplayTransition(.crossfade) }
}
