/// How urgent a load is among those that wait.
///
/// `preload` is for pictures that nobody looks at yet; it never delays the others.
public enum LoadPriority: Int, Sendable, CaseIterable, Comparable, Codable {
    case preload, low, normal, high

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
