internal import CWebImageLCMS
internal import CWebImagePixels
internal import FoundationEssentials
internal import WebImageCore

/// Turns the colors of one profile into sRGB, perceptual intent.
///
/// Made by ``make(profile:model:)`` and its siblings, which return nil where nothing has to be done. Any number of
/// threads may use one converter at once.
final class ColorConverter: Sendable {
    /// What the profile's channels are.
    enum Model: Hashable, Sendable {
        case rgb, gray
        /// `inverted`: 255 stands for no ink, as in Adobe's JPEG files.
        case cmyk(inverted: Bool)
    }

    private enum Step: Sendable {
        /// A transform of lcms; `deep` takes RGBA with 16 bits a channel.
        case transform(LCMSTransform, deep: LCMSTransform?)
        /// 256 BGRX entries.
        case table([UInt8])
    }

    let model: Model
    private let step: Step

    private init(model: Model, step: Step) {
        self.model = model
        self.step = step
    }

    /// A converter from an ICC profile; nil where the profile is damaged, is of another model, or is sRGB itself.
    ///
    /// Converters are kept by the profile's bytes: making one costs milliseconds, a look-up microseconds.
    static func make(profile: Data, model: Model) -> ColorConverter? {
        ColorConverterCache.shared.converter(profile, model) { build(LCMSProfile(data: profile), model) }
    }

    /// A converter from coding-independent code points (ITU-T H.273); nil for sRGB and for values that aren't known.
    static func make(primaries: Int, transfer: Int) -> ColorConverter? {
        guard let space = ColorSpaceDescription(primaries: primaries, transfer: transfer) else { return nil }
        return ColorConverterCache.shared.converter(Data(space.cacheKey.utf8), .rgb) {
            build(LCMSProfile(space), .rgb)
        }
    }

    /// A converter from a gamma and chromaticities as PNG writes them (PNG 3rd edition, 11.3.2); nil where they are
    /// sRGB's.
    static func make(_ space: ColorSpaceDescription) -> ColorConverter? {
        ColorConverterCache.shared.converter(Data(space.cacheKey.utf8), .rgb) { build(LCMSProfile(space), .rgb) }
    }

    /// Converts straight (not premultiplied) BGRA8 pixels in place; alpha stays.
    func convert(_ pixels: UnsafeMutableRawPointer, count: Int) {
        switch step {
        case .transform(let transform, _): transform.run(from: pixels, to: pixels, count: count)
        case .table(let table):
            table.withUnsafeBufferPointer { table in
                guard let base = table.baseAddress else { return }
                wi_map_row(pixels.assumingMemoryBound(to: UInt8.self), count, base)
            }
        }
    }

    /// Converts rows of straight BGRA8 pixels in place.
    func convert(_ pixels: UnsafeMutableRawPointer, bytesPerRow: Int, size: PixelSize) {
        for y in 0..<size.height { convert(pixels + y * bytesPerRow, count: size.width) }
    }

    /// Converts RGBA with 16 bits a channel, in the machine's byte order and straight, to straight BGRA8.
    func convert(deep source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        if case .transform(_, let deep?) = step {
            deep.run(from: source, to: target, count: count)
        } else {
            wi_rgba16_to_bgra_row(
                source.assumingMemoryBound(to: UInt16.self), target.assumingMemoryBound(to: UInt8.self), count)
            convert(target, count: count)
        }
    }

    /// Converts four inks a pixel to opaque BGRA8; only for ``Model/cmyk(inverted:)``. May work in place.
    func convert(inks source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        guard case .transform(let transform, _) = step else { return }
        transform.run(from: source, to: target, count: count)
        // lcms leaves the byte that is no color as it was.
        wi_make_opaque_row(target.assumingMemoryBound(to: UInt8.self), count)
    }

    private static func build(_ profile: LCMSProfile?, _ model: Model) -> ColorConverter? {
        guard let profile, let target = LCMSProfile.sRGB else { return nil }
        switch model {
        case .rgb:
            guard profile.isRGB,
                let transform = LCMSTransform(
                    from: profile, wi_lcms_bgra8, to: target, wi_lcms_bgra8, flags: UInt32(cmsFLAGS_COPY_ALPHA)),
                !isIdentity(transform)
            else { return nil }
            let deep = LCMSTransform(
                from: profile, wi_lcms_rgba16, to: target, wi_lcms_bgra8, flags: UInt32(cmsFLAGS_COPY_ALPHA))
            return ColorConverter(model: model, step: .transform(transform, deep: deep))
        case .gray:
            guard profile.isGray,
                let transform = LCMSTransform(from: profile, wi_lcms_gray8, to: target, wi_lcms_bgra8, flags: 0)
            else { return nil }
            let grays = (0...255).map { UInt8($0) }
            var table = [UInt8](repeating: 255, count: 1024)
            grays.withUnsafeBytes { grays in
                table.withUnsafeMutableBytes { table in
                    guard let from = grays.baseAddress, let to = table.baseAddress else { return }
                    transform.run(from: from, to: to, count: 256)
                }
            }
            let changes = (0...255).contains { gray in
                (0..<3).contains { abs(Int(table[gray * 4 + $0]) - gray) > 1 }
            }
            return changes ? ColorConverter(model: model, step: .table(table)) : nil
        case .cmyk(let inverted):
            guard profile.isCMYK,
                let transform = LCMSTransform(
                    from: profile, inverted ? wi_lcms_cmyk8_inverted : wi_lcms_cmyk8, to: target, wi_lcms_bgra8,
                    flags: 0)
            else { return nil }
            return ColorConverter(model: model, step: .transform(transform, deep: nil))
        }
    }

    /// Whether a grid of colors stays as it is within rounding: then the profile is sRGB, whatever its name says.
    private static func isIdentity(_ transform: LCMSTransform) -> Bool {
        let levels: [UInt8] = [0, 8, 24, 48, 80, 112, 144, 176, 208, 240, 255]
        var colors: [UInt8] = []
        for blue in levels {
            for green in levels {
                for red in levels { colors += [blue, green, red, 255] }
            }
        }
        var converted = colors
        converted.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            transform.run(from: base, to: base, count: bytes.count / 4)
        }
        return zip(colors, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
}
