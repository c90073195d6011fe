/// A color in sRGB with straight (not premultiplied) alpha, 8 bits a channel.
public struct PixelColor: Hashable, Sendable, CustomStringConvertible {
    /// 0…255.
    public var red: UInt8
    /// 0…255.
    public var green: UInt8
    /// 0…255.
    public var blue: UInt8
    /// 0 is clear, 255 opaque.
    public var alpha: UInt8

    /// Makes a color, opaque unless `alpha` is given.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Nothing: black with an alpha of 0.
    public static let clear = PixelColor(red: 0, green: 0, blue: 0, alpha: 0)
    /// Opaque black.
    public static let black = PixelColor(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = PixelColor(red: 255, green: 255, blue: 255)

    /// `#rrggbbaa`: the canonical text, used in cache keys.
    public var description: String {
        let bytes = [red, green, blue, alpha].flatMap {
            [PercentEncoding.hexDigit($0 >> 4), PercentEncoding.hexDigit($0 & 15)]
        }
        return "#" + String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// The color as one premultiplied BGRA8 pixel: blue in the lowest byte, alpha in the highest.
    public var premultipliedBGRA: UInt32 {
        func scaled(_ channel: UInt8) -> UInt32 { (UInt32(channel) * UInt32(alpha) + 127) / 255 }
        return scaled(blue) | scaled(green) << 8 | scaled(red) << 16 | UInt32(alpha) << 24
    }
}
