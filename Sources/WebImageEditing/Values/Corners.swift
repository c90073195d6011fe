/// Some of a picture's four corners.
public struct Corners: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue & 15 }

    /// The top left corner alone.
    public static let topLeft = Corners(rawValue: 1)
    /// The top right corner alone.
    public static let topRight = Corners(rawValue: 2)
    /// The bottom left corner alone.
    public static let bottomLeft = Corners(rawValue: 4)
    /// The bottom right corner alone.
    public static let bottomRight = Corners(rawValue: 8)
    /// All four corners.
    public static let all = Corners(rawValue: 15)

    var key: String {
        if self == .all { return "all" }
        let names: [(Corners, String)] = [
            (.topLeft, "topLeft"), (.topRight, "topRight"), (.bottomLeft, "bottomLeft"), (.bottomRight, "bottomRight"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
    }
}
