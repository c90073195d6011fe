/// How a view of one shape shows a picture of another.
public enum ContentMode: Hashable, Sendable {
    /// Stretched to the view.
    case scaleToFill
    /// The whole picture inside of the view.
    case aspectFit
    /// The view filled; the anchor says which part of the picture is seen.
    case aspectFill(Anchor)
    /// One picture pixel on one view pixel; the anchor says which part of the picture is seen.
    case unscaled(Anchor)

    /// The view filled with the middle of the picture.
    public static let aspectFill = ContentMode.aspectFill(.center)

    /// The middle of the picture in its own size.
    public static let center = ContentMode.unscaled(.center)

    var key: String {
        switch self {
        case .scaleToFill: "fill"
        case .aspectFit: "fit"
        case .aspectFill(let anchor): "cover(\(anchor.key))"
        case .unscaled(let anchor): "unscaled(\(anchor.key))"
        }
    }
}
