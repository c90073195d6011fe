/// An RGB space by its numbers: what PNG's gAMA and cHRM, and the code points of CICP say.
struct ColorSpaceDescription: Hashable, Sendable {
    /// A color's place in the CIE 1931 diagram.
    struct Chromaticity: Hashable, Sendable {
        var x: Double
        var y: Double

        init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    var red: Chromaticity
    var green: Chromaticity
    var blue: Chromaticity
    var white: Chromaticity
    var curve: TransferCurve

    static let sRGB = ColorSpaceDescription(
        red: Chromaticity(0.64, 0.33), green: Chromaticity(0.30, 0.60), blue: Chromaticity(0.15, 0.06),
        white: d65, curve: .sRGB)

    private static let d65 = Chromaticity(0.3127, 0.3290)

    init(
        red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity, curve: TransferCurve
    ) {
        self.red = red
        self.green = green
        self.blue = blue
        self.white = white
        self.curve = curve
    }

    /// The space that code points name (ITU-T H.273, tables 2 and 3); nil where one isn't known or says "unspecified".
    init?(primaries: Int, transfer: Int) {
        guard let curve = TransferCurve(codePoint: transfer) else { return nil }
        func space(
            _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double),
            white: Chromaticity = Self.d65
        ) -> ColorSpaceDescription {
            ColorSpaceDescription(
                red: Chromaticity(red.0, red.1), green: Chromaticity(green.0, green.1),
                blue: Chromaticity(blue.0, blue.1), white: white, curve: curve)
        }
        let illuminantC = Chromaticity(0.310, 0.316)
        switch primaries {
        case 1: self = space((0.640, 0.330), (0.300, 0.600), (0.150, 0.060))
        case 4: self = space((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: illuminantC)
        case 5: self = space((0.64, 0.33), (0.29, 0.60), (0.15, 0.06))
        case 6, 7: self = space((0.630, 0.340), (0.310, 0.595), (0.155, 0.070))
        case 8: self = space((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: illuminantC)
        case 9: self = space((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
        case 11: self = space((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: Chromaticity(0.314, 0.351))
        case 12: self = space((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
        case 22: self = space((0.630, 0.340), (0.295, 0.605), (0.155, 0.077))
        default: return nil
        }
    }

    /// Whether red, green, blue and white lie where those of `other` do, within what files round to.
    func hasPrimaries(of other: ColorSpaceDescription) -> Bool {
        zip([red, green, blue, white], [other.red, other.green, other.blue, other.white]).allSatisfy {
            abs($0.x - $1.x) < 0.005 && abs($0.y - $1.y) < 0.005
        }
    }

    /// Text that is the same for the same space only.
    var cacheKey: String { "\(self)" }

    /// Whether the numbers describe colors at all; a triangle without area would divide by zero.
    var isValid: Bool {
        let points = [red, green, blue, white]
        guard points.allSatisfy({ $0.x >= 0 && $0.y > 0 && $0.x + $0.y <= 1.0001 }) else { return false }
        let area = (green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)
        return abs(area) > 0.001
    }
}
