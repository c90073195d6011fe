internal import CWebImageLCMS
internal import FoundationEssentials

/// A color profile that lcms has opened; closed with this object.
final class LCMSProfile {
    let handle: cmsHPROFILE

    private init?(_ handle: cmsHPROFILE?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit { cmsCloseProfile(handle) }

    /// Opens an ICC profile; nil where it is damaged.
    convenience init?(data: Data) {
        guard data.count >= 128, data.count <= Int(UInt32.max) else { return nil }
        self.init(data.withUnsafeBytes { cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count)) })
    }

    /// A profile made of primaries, white point and curve.
    convenience init?(_ space: ColorSpaceDescription) {
        var white = cmsCIExyY(x: space.white.x, y: space.white.y, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: space.red.x, y: space.red.y, Y: 1),
            Green: cmsCIExyY(x: space.green.x, y: space.green.y, Y: 1),
            Blue: cmsCIExyY(x: space.blue.x, y: space.blue.y, Y: 1))
        guard let curve = space.curve.makeToneCurve() else { return nil }
        defer { cmsFreeToneCurve(curve) }
        var curves: [OpaquePointer?] = [curve, curve, curve]
        self.init(cmsCreateRGBProfile(&white, &primaries, &curves))
    }

    /// A fresh sRGB profile (IEC 61966-2-1).
    static var sRGB: LCMSProfile? { LCMSProfile(cmsCreate_sRGBProfile()) }

    /// CIE L*a*b* under D50, the encoding of ICC version 4.
    static var lab: LCMSProfile? { LCMSProfile(cmsCreateLab4Profile(nil)) }

    var isRGB: Bool { cmsGetColorSpace(handle) == cmsSigRgbData }
    var isGray: Bool { cmsGetColorSpace(handle) == cmsSigGrayData }
    var isCMYK: Bool { cmsGetColorSpace(handle) == cmsSigCmykData }

    /// The profile's description in English, such as `Display P3`; nil where it has none.
    var name: String? {
        let length = Int(cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", nil, 0))
        guard length > 1, length < 4096 else { return nil }
        var text = [CChar](repeating: 0, count: length)
        guard cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, UInt32(length)) > 0 else {
            return nil
        }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The description of the profile in `data`.
    static func name(of data: Data) -> String? { LCMSProfile(data: data)?.name }
}
