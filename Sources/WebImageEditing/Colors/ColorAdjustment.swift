internal import Glibc

/// Changes of light and color, in the order in which they are done.
public struct ColorAdjustment: Hashable, Sendable {
    /// 0 is gray, 1 changes nothing, more is more colorful.
    public var saturation: Double
    /// In stops: each one doubles the light. 0 changes nothing. In linear light (IEC 61966-2-1).
    public var exposure: Double
    /// The exponent: less than 1 lightens the middle tones, 1 changes nothing.
    public var gamma: Double
    /// How far values lie from the middle gray: 1 changes nothing.
    public var contrast: Double
    /// What is added to each value, from -1 to 1; 0 changes nothing.
    public var brightness: Double

    /// Makes an adjustment; without arguments it changes nothing.
    public init(
        saturation: Double = 1, brightness: Double = 0, contrast: Double = 1, exposure: Double = 0, gamma: Double = 1
    ) {
        self.saturation = saturation
        self.brightness = brightness
        self.contrast = contrast
        self.exposure = exposure
        self.gamma = gamma
    }

    var key: String { EditKey.numbers([saturation, brightness, contrast, exposure, gamma]) }

    var isValid: Bool {
        [saturation, brightness, contrast, exposure, gamma].allSatisfy(\.isFinite) && saturation >= 0 && gamma > 0
            && contrast >= 0
    }

    /// Whether every value of one channel goes to a value by itself only, and which.
    var changesTones: Bool { (brightness, contrast, exposure, gamma) != (0, 1, 0, 1) }

    /// What each of the 256 values of a channel becomes, as BGRX for `wi_map_row`.
    var table: [UInt8] {
        (0..<256).flatMap { index -> [UInt8] in
            var value = Double(index) / 255
            if exposure != 0 {
                value = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
                value = min(1, value * exp2(exposure))
                value = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
            }
            if gamma != 1 { value = pow(value, gamma) }
            value = (value - 0.5) * contrast + 0.5 + brightness
            let byte = UInt8(max(0, min(255, (value * 255).rounded())))
            return [byte, byte, byte, 255]
        }
    }
}
