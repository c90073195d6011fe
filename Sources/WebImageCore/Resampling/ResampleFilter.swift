internal import CWebImagePixels

/// How pixels are weighted where a picture changes its size.
///
/// When a picture is made smaller every kernel is widened by the ratio, so that all source pixels count.
public enum ResampleFilter: String, Sendable, CaseIterable {
    /// The source pixel below the result's middle; hard edges, aliasing.
    case nearest
    /// The mean of what a result pixel covers.
    case box
    /// Linear between neighbors, also known as bilinear.
    case triangle
    /// The sharper one of the usual cubics (B = 0, C = 1/2), also known as bicubic.
    case catmullRom
    /// The softer one of the usual cubics (B = C = 1/3; Mitchell and Netravali, 1988).
    case mitchell
    /// A windowed sine over three lobes: the sharpest, and the default.
    case lanczos3

    /// ``triangle`` by its usual name.
    public static let bilinear = ResampleFilter.triangle
    /// ``catmullRom`` by its usual name.
    public static let bicubic = ResampleFilter.catmullRom

    var kernel: wi_kernel {
        let filter =
            switch self {
            case .nearest: WI_FILTER_NEAREST
            case .box: WI_FILTER_BOX
            case .triangle: WI_FILTER_TRIANGLE
            case .catmullRom: WI_FILTER_CATMULL_ROM
            case .mitchell: WI_FILTER_MITCHELL
            case .lanczos3: WI_FILTER_LANCZOS3
            }
        return wi_kernel(filter: Int32(filter), sigma: 0)
    }
}
