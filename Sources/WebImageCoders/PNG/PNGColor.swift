internal import FoundationEssentials
internal import WebImageCore

/// The color chunks of a PNG. cICP beats iCCP beats sRGB beats gAMA and cHRM (PNG 3rd edition, 4.3).
struct PNGColor: Sendable {
    private var codePoints: (primaries: Int, transfer: Int)?
    private var profile: Data?
    private var profileName: String?
    private var isSRGB = false
    private var gamma: Double?
    private var chromaticities: [Double]?

    private static let largestProfile = 16 << 20

    mutating func take(_ chunk: PNGChunk, _ file: PNGBytes) {
        let content = chunk.content
        switch chunk.kind {
        case .codePoints where content.count == 4:
            // Only RGB at full range is a PNG's business.
            guard file[content.lowerBound + 2] == 0, file[content.lowerBound + 3] == 1 else { return }
            codePoints = (Int(file[content.lowerBound]), Int(file[content.lowerBound + 1]))
        case .profile:
            guard let name = file.string(from: content.lowerBound, before: content.upperBound),
                name.next < content.upperBound
            else { return }
            profile = file.inflated(name.next + 1..<content.upperBound, maximum: Self.largestProfile)
            if profile != nil { profileName = String(decoding: file.data(name.text), as: UTF8.self) }
        case .sRGB: isSRGB = true
        case .gamma where content.count == 4:
            gamma = file.unsigned32(at: content.lowerBound).map { Double($0) / 100_000 }
        case .chromaticities where content.count == 32:
            chromaticities = (0..<8).compactMap { index in
                file.unsigned32(at: content.lowerBound + index * 4).map { Double($0) / 100_000 }
            }
        default: break
        }
    }

    /// A short name for people; nil where the file says nothing.
    var name: String? {
        if let codePoints { return "CICP \(codePoints.primaries)/\(codePoints.transfer)" }
        if let profile { return LCMSProfile.name(of: profile) ?? profileName }
        if isSRGB { return "sRGB" }
        return gamma.map { "gamma \($0)" }
    }

    /// What turns the colors into sRGB; nil where they are.
    func converter(isGray: Bool) -> ColorConverter? {
        if let codePoints, ColorSpaceDescription(primaries: codePoints.primaries, transfer: codePoints.transfer) != nil
        {
            return ColorConverter.make(primaries: codePoints.primaries, transfer: codePoints.transfer)
        }
        if let profile { return ColorConverter.make(profile: profile, model: isGray ? .gray : .rgb) }
        guard !isSRGB, let space = gammaSpace(isGray: isGray) else { return nil }
        return ColorConverter.make(space)
    }

    /// The space of gAMA and cHRM; nil where it is sRGB or makes no sense. Without gAMA, cHRM says too little.
    private func gammaSpace(isGray: Bool) -> ColorSpaceDescription? {
        guard let gamma, gamma >= 0.05, gamma <= 10 else { return nil }
        var space = ColorSpaceDescription.sRGB
        // Within 5 % of 1/2.2 sRGB is meant, as libpng has it.
        if abs(gamma * 2.2 - 1) > 0.05 { space.curve = gamma == 1 ? .linear : .power(1 / gamma) }
        if let chromaticities, !isGray {
            let points = stride(from: 0, to: 8, by: 2).map {
                ColorSpaceDescription.Chromaticity(chromaticities[$0], chromaticities[$0 + 1])
            }
            var own = space
            (own.white, own.red, own.green, own.blue) = (points[0], points[1], points[2], points[3])
            if own.isValid, !own.hasPrimaries(of: .sRGB) { space = own }
        }
        return space == .sRGB ? nil : space
    }
}
