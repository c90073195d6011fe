/// How a display goes from what it shows to the picture that has come. A description: displays do what they can.
public struct DisplayTransition: Sendable {
    public enum Edge: String, Sendable, CaseIterable {
        case left, right, top, bottom
    }

    public enum Style: Sendable {
        case crossfade
        /// The new picture moves in from an edge.
        case slide(from: Edge)
        /// The display turns round about an axis along that edge.
        case flip(from: Edge)
        /// The program's own: called with the display and the update in the place of ``ImageDisplay/show(_:)``.
        case custom(@MainActor @Sendable (any ImageDisplay, DisplayUpdate) -> Void)
    }

    public var style: Style
    public var duration: Duration
    /// Whether it is done for pictures out of memory too. Default: false, as they are there at once.
    public var isForced: Bool

    public init(_ style: Style, duration: Duration = .milliseconds(250), isForced: Bool = false) {
        self.style = style
        self.duration = duration
        self.isForced = isForced
    }

    public static var crossfade: DisplayTransition { DisplayTransition(.crossfade) }
}
