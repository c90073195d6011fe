/// How new colors are made of old ones: four rows (red, green, blue, alpha) of five factors (red, green, blue, alpha, 1).
///
/// Works on straight sRGB values from 0 to 1, as the matrices of the W3C's Filter Effects Module do.
public struct ColorMatrix: Hashable, Sendable {
    /// Twenty factors, row by row.
    public let values: [Double]

    /// Makes a matrix of its factors.
    ///
    /// - Parameter values: Twenty factors, row by row; nil where there are more or fewer or one isn't finite.
    public init?(_ values: [Double]) {
        guard values.count == 20, values.allSatisfy(\.isFinite) else { return nil }
        self.values = values
    }

    /// Three rows of three factors; alpha stays.
    private init(_ m: [Double], constant: Double = 0) {
        values =
            [m[0], m[1], m[2], 0, constant, m[3], m[4], m[5], 0, constant, m[6], m[7], m[8], 0, constant]
            + [0, 0, 0, 1, 0]
    }

    /// Changes nothing.
    public static let identity = ColorMatrix([1, 0, 0, 0, 1, 0, 0, 0, 1])

    /// 1 changes nothing, 0 is gray (Filter Effects Module Level 1, 9.2 `saturate`).
    public static func saturation(_ s: Double) -> ColorMatrix {
        ColorMatrix([
            0.2126 + 0.7874 * s, 0.7152 - 0.7152 * s, 0.0722 - 0.0722 * s, 0.2126 - 0.2126 * s, 0.7152 + 0.2848 * s,
            0.0722 - 0.0722 * s, 0.2126 - 0.2126 * s, 0.7152 - 0.7152 * s, 0.0722 + 0.9278 * s,
        ])
    }

    /// Gray by luminance (Filter Effects Module Level 1, `grayscale`).
    public static let grayscale = saturation(0)

    /// Brown as an old photograph; 0 changes nothing, 1 is the full effect (Filter Effects Module Level 1, `sepia`).
    public static func sepia(_ amount: Double = 1) -> ColorMatrix {
        let full = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131]
        let none = [1.0, 0, 0, 0, 1, 0, 0, 0, 1]
        return ColorMatrix(zip(full, none).map { $0 * amount + $1 * (1 - amount) })
    }

    /// Every color replaced by its opposite; alpha stays.
    public static let inverted = ColorMatrix([-1, 0, 0, 0, -1, 0, 0, 0, -1], constant: 1)
}
