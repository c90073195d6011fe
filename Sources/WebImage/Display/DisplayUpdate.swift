public import FoundationEssentials

/// A picture that a display is asked to show, and where it comes from.
public struct DisplayUpdate: Sendable {
    /// Why a display is asked to show something.
    public enum Kind: Sendable, Hashable {
        /// The placeholder, or nothing, until the picture is there.
        case placeholder
        /// A picture of the bytes so far.
        case partial
        /// What was cached, while its source is asked for something newer.
        case cached
        /// The picture itself: nothing comes after it.
        case final
        /// The picture for a load that failed.
        case failure
    }

    /// Why this is shown.
    public var kind: Kind
    /// nil: show nothing.
    public var image: DecodedImage?
    /// Which of the display's pictures it is.
    public var key: DisplayKey
    /// The address that was asked for.
    public var url: ImageURL?
    /// Where a picture came from; nil for placeholders and partial pictures.
    public var source: LoadedImage.Source?
    /// The original's bytes, where the options ask for them.
    public var data: Data?
    /// How to get there; nil is at once.
    public var transition: DisplayTransition?

    /// Makes an update without source, data and transition.
    public init(kind: Kind, image: DecodedImage?, key: DisplayKey = .image, url: ImageURL? = nil) {
        self.kind = kind
        self.image = image
        self.key = key
        self.url = url
    }
}
