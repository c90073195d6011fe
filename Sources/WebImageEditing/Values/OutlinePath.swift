public import WebImageCore

/// The outline of a picture with rounded corners, as elements of a path: the one that the editors cut and draw along.
///
/// For programs that draw the same shape themselves, such as a selection around a picture. In pixels, x to the right and
/// y down, clockwise from the top left corner.
public struct OutlinePath: Hashable, Sendable {
    /// A step of the path.
    public enum Element: Hashable, Sendable {
        /// Begins the path.
        case move(x: Double, y: Double)
        /// A straight line from where the path is.
        case line(x: Double, y: Double)
        /// A quarter of a circle around a middle, clockwise from `start`, an angle in radians from the x axis.
        case quarter(x: Double, y: Double, radius: Double, start: Double)
        /// A straight line to where the path began.
        case close
    }

    /// The steps, from ``Element/move(x:y:)`` to ``Element/close``.
    public let elements: [Element]

    /// The outline of `size`, `inset` pixels inside of it.
    ///
    /// - Parameters:
    ///   - radius: Of the corners at inset 0, limited to half of the shorter side; inner outlines are parallel to it.
    ///   - corners: Which ones are round.
    public init(size: PixelSize, corners: Corners = .all, radius: CornerRadius, inset: Double = 0) {
        let length = radius.length(shorterSide: Double(min(size.width, size.height)))
        self.init(size: size, corners: corners, length: length, inset: inset)
    }

    /// The middle of a border line of `borderWidth` pixels that lies inside of `size`: stroked with that width, it is
    /// what ``ImageEditor/roundedCorners(_:corners:border:)`` draws.
    public static func border(
        of size: PixelSize, corners: Corners = .all, radius: CornerRadius, borderWidth: Double
    ) -> OutlinePath {
        OutlinePath(size: size, corners: corners, radius: radius, inset: borderWidth / 2)
    }

    init(size: PixelSize, corners: Corners, length: Double, inset: Double) {
        let left = inset
        let top = inset
        let right = max(left, Double(size.width) - inset)
        let bottom = max(top, Double(size.height) - inset)
        let inner = max(0, length - inset)
        let places: [(corner: Corners, x: Double, y: Double, inX: Double, inY: Double)] = [
            (.topLeft, left, top, 1, 1), (.topRight, right, top, -1, 1), (.bottomRight, right, bottom, -1, -1),
            (.bottomLeft, left, bottom, 1, -1),
        ]
        var elements: [Element] = []
        for (index, place) in places.enumerated() {
            let radius = corners.contains(place.corner) ? inner : 0
            let (x, y) = (place.x + place.inX * radius, place.y + place.inY * radius)
            // Each quarter begins where the side before it ends: left, up, right, down of its middle.
            let start = radius > 0 ? Self.offset(ofQuarter: index, radius) : (x: 0, y: 0)
            elements.append(index == 0 ? .move(x: x + start.x, y: y + start.y) : .line(x: x + start.x, y: y + start.y))
            guard radius > 0 else { continue }
            elements.append(.quarter(x: x, y: y, radius: radius, start: Double((index + 2) % 4) * .pi / 2))
        }
        self.elements = elements + [.close]
    }

    private static func offset(ofQuarter index: Int, _ radius: Double) -> (x: Double, y: Double) {
        switch index {
        case 0: (-radius, 0)
        case 1: (0, -radius)
        case 2: (radius, 0)
        default: (0, radius)
        }
    }
}
