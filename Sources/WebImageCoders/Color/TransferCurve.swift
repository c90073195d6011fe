internal import CWebImageLCMS
internal import Glibc

/// How stored values become light.
enum TransferCurve: Hashable, Sendable {
    /// IEC 61966-2-1. Stands for the camera curves of BT.601, BT.709 and BT.2020 too, as in browsers.
    case sRGB
    /// Light is the value to this power.
    case power(Double)
    case linear
    /// SMPTE ST 2084. Shown so that 203 cd/m², the white of BT.2408, is white; brighter light is rolled off.
    case perceptualQuantizer
    /// ARIB STD-B67, shown on a screen of 1000 cd/m² with the same white.
    case hybridLogGamma

    /// The curve of a code point (ITU-T H.273, table 3); nil where it isn't known.
    init?(codePoint: Int) {
        switch codePoint {
        case 1, 6, 13, 14, 15: self = .sRGB
        case 4: self = .power(2.2)
        case 5: self = .power(2.8)
        case 8: self = .linear
        case 16: self = .perceptualQuantizer
        case 17: self = .power(2.6)
        case 18: self = .hybridLogGamma
        default: return nil
        }
    }

    /// The curve as lcms takes it; the caller frees it.
    func makeToneCurve() -> OpaquePointer? {
        switch self {
        case .sRGB:
            var parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            return cmsBuildParametricToneCurve(nil, 4, &parameters)
        case .power(let exponent): return cmsBuildGamma(nil, exponent)
        case .linear: return cmsBuildGamma(nil, 1)
        case .perceptualQuantizer: return Self.table { Self.rolledOff(Self.perceptualQuantizerLight($0) / 203) }
        case .hybridLogGamma: return Self.table { Self.rolledOff(Self.hybridLogGammaLight($0) / 203) }
        }
    }

    private static func table(_ light: (Double) -> Double) -> OpaquePointer? {
        let values = (0..<4096).map { index in
            UInt16(min(65535, max(0, (light(Double(index) / 4095) * 65535).rounded())))
        }
        return cmsBuildTabulatedToneCurve16(nil, UInt32(values.count), values)
    }

    /// Keeps light below 0.8 of white as it is and bends what is brighter into the rest.
    private static func rolledOff(_ light: Double) -> Double {
        let knee = 0.8
        guard light > knee else { return light }
        let excess = (light - knee) / (1 - knee)
        return knee + (1 - knee) * excess / (1 + excess)
    }

    /// cd/m² (SMPTE ST 2084, equation 4.1).
    private static func perceptualQuantizerLight(_ value: Double) -> Double {
        let power = pow(value, 1 / 78.84375)
        return 10_000 * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }

    /// cd/m² on a screen of 1000 (BT.2100, table 5; the system gamma of 1.2 taken per channel).
    private static func hybridLogGammaLight(_ value: Double) -> Double {
        let scene = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
        return 1000 * pow(scene, 1.2)
    }
}
