internal import WebImageCore
internal import WebImageEditing

/// Makes an editor of the edits of a command line.
enum EditChain {
    /// The editor for `edits` in their order; nil for none.
    static func editor(_ edits: [EditArgument], fit: ThumbnailSize.Fit, enlarges: Bool) -> ImageEditor? {
        let steps = edits.map { edit -> ImageEditor in
            switch edit {
            // The command enlarges nothing unasked, drawings neither: one rule for all that a script meets.
            case .size(let box):
                .thumbnail(ThumbnailSize(box, fit: fit, enlarges: enlarges, enlargesDrawings: enlarges))
            case .crop(let rectangle): .crop(rectangle)
            case .rotate(let degrees): .rotate(degrees: degrees)
            case .flip(let axis): .flip(horizontally: axis == .horizontal, vertically: axis == .vertical)
            case .round(.pixels(let radius)): .roundedCorners(.pixels(radius))
            case .round(.percent(let percent)): .roundedCorners(.fraction(percent / 100))
            case .border(let width, let color): .border(width: width, color: color)
            case .background(let color): .background(color)
            case .blur(let sigma): .blur(sigma: sigma)
            // Light and dark stay: a plain cover would leave nothing of the picture.
            case .tint(let color): .tint(color, blendMode: .color)
            case .grayscale: .grayscale
            }
        }
        guard let first = steps.first else { return nil }
        return steps.dropFirst().reduce(first, +)
    }
}
