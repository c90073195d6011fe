internal import WebImageCore

/// A color space by the code points of ITU-T H.273, as AVIF and HEIF carry them.
struct CodePoints: Hashable, Sendable {
    var primaries: Int
    var transfer: Int

    static let unspecified = CodePoints(primaries: 2, transfer: 2)

    /// The usual short name, or nil where the file says nothing.
    var name: String? {
        switch (primaries, transfer) {
        case (2, _), (_, 2): nil
        case (1, 13): "sRGB"
        case (1, _): "BT.709"
        case (9, 16): "BT.2100 PQ"
        case (9, 18): "BT.2100 HLG"
        case (9, _): "BT.2020"
        case (12, 13): "Display P3"
        case (12, 16): "Display P3 PQ"
        case (12, 18): "Display P3 HLG"
        case (12, _): "P3"
        default: "CICP \(primaries)/\(transfer)"
        }
    }
}
