/// How urgent a load is among those that wait.
///
/// `preload` is for pictures that nobody looks at yet; it never delays the others.
public enum LoadPriority: Int, Sendable, CaseIterable, Comparable, Codable {
    /// For pictures that nobody looks at yet: only free slots are used.
    case preload
    /// After what is normal.
    case low
    /// The default.
    case normal
    /// Before everything else.
    case high

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
