internal import CWebImageLCMS

/// Turns CIE L*a*b* under D50, as TIFF files of Photoshop hold it, into sRGB.
final class LabConverter: Sendable {
    /// Nil where lcms has no memory.
    static let shared = LabConverter()

    private let transform: LCMSTransform

    private init?() {
        guard let source = LCMSProfile.lab, let target = LCMSProfile.sRGB,
            let transform = LCMSTransform(from: source, wi_lcms_lab8, to: target, wi_lcms_bgra8, flags: 0)
        else { return nil }
        self.transform = transform
    }

    /// Converts three bytes a pixel (L of 0 to 255, a and b around 128) to BGRA8, whose alpha stays as it is.
    func convert(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        transform.run(from: source, to: target, count: count)
    }
}
