/// How a display loads and shows a picture, besides the request.
public struct DisplayOptions: Sendable {
    /// When the placeholder is shown.
    public enum PlaceholderTime: Sendable {
        /// Before the load, unless the picture is in memory.
        case atOnce
        /// Only if the load fails or is cancelled; until then what is shown stays.
        case onFailure
    }

    /// Loads the pictures. Default: ``ImageManager/shared``.
    public var manager: ImageManager
    /// Used where an address is given instead of a request.
    public var load = LoadOptions()
    /// Which of the display's pictures this is. Default: ``DisplayKey/image``.
    public var key: DisplayKey = .image
    /// When the placeholder is shown. Default: at once.
    public var placeholderTime: PlaceholderTime = .atOnce
    /// Shown when the load fails. Default: nil: the placeholder, or what is there, stays.
    public var errorImage: DecodedImage?
    /// Default: nil.
    public var transition: DisplayTransition?
    /// How long a load may take before the indicator appears. Default: 0.2 s, so that fast loads don't flicker.
    public var indicatorDelay: Duration = .milliseconds(200)
    /// Whether the picture is decoded at the display's own size, and again when that grows. An editor then works on the
    /// smaller picture. Default: nil, no; else how the picture fits.
    public var fit: ThumbnailSize.Fit?
    /// Whether the picture is shown; otherwise it goes to the completion alone, where there is one. Default: true.
    public var showsImage = true
    /// Whether the same request that is under way or shown is done again. Default: false.
    public var reloads = false
    /// Takes all updates in the place of ``ImageDisplay/show(_:)``.
    public var setter: (@MainActor @Sendable (DisplayUpdate) -> Void)?

    /// Makes options with all defaults.
    public init(manager: ImageManager = .shared) { self.manager = manager }
}
