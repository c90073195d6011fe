internal import WebImageCore

/// All that a view does to a picture before it shows it, done to the pixels once instead.
struct CommonEdit: Hashable, Sendable {
    /// The view's size in points.
    var viewWidth: Double
    var viewHeight: Double
    /// Pixels per point of the screen.
    var scale: Double
    var contentMode: ContentMode
    /// The most pixels of the result; the pixels of the view where those are more. 0 is no limit.
    var maximumResolution: Int
    var corners: Corners
    /// In points of the view.
    var cornerRadius: Double
    /// In points of the view.
    var borderWidth: Double
    var borderColor: PixelColor
    /// Fills all of the result, also outside of the rounded corners.
    var backgroundColor: PixelColor

    var key: String {
        let numbers = EditKey.numbers([
            viewWidth, viewHeight, scale, Double(maximumResolution), cornerRadius, borderWidth,
        ])
        return "\(numbers),\(contentMode.key),\(corners.key),\(borderColor.canonical),\(backgroundColor.canonical)"
    }

    var isValid: Bool {
        let lengths = [viewWidth, viewHeight, scale]
        let anchor: Anchor =
            switch contentMode {
            case .aspectFill(let anchor), .unscaled(let anchor): anchor
            case .scaleToFill, .aspectFit: .center
            }
        let most = Double(1 << 20)
        return lengths.allSatisfy { $0 > 0 && $0 <= most } && maximumResolution >= 0 && cornerRadius >= 0.0
            && cornerRadius.isFinite && borderWidth >= 0 && borderWidth.isFinite && anchor.isValid
    }

    /// The view's size in pixels, rounded to the nearest, at least 1.
    var viewPixels: PixelSize {
        PixelSize(
            width: max(1, Int((viewWidth * scale).rounded())), height: max(1, Int((viewHeight * scale).rounded())))
    }

    /// The part of a picture that the view shows.
    func visiblePart(of picture: PixelSize) -> PixelRect {
        switch contentMode {
        case .scaleToFill, .aspectFit:
            return PixelRect(picture)
        case .aspectFill(let anchor):
            let ratio = min(Double(picture.width) / viewWidth, Double(picture.height) / viewHeight)
            func side(_ length: Double, _ most: Int) -> Int { max(1, min(most, Int((length * ratio).rounded()))) }
            let part = PixelSize(width: side(viewWidth, picture.width), height: side(viewHeight, picture.height))
            return anchor.rect(of: part, in: picture)
        case .unscaled(let anchor):
            let view = viewPixels
            let part = PixelSize(width: min(view.width, picture.width), height: min(view.height, picture.height))
            return anchor.rect(of: part, in: picture)
        }
    }

    /// The size of the result that is made of a part of `part` pixels.
    func resultSize(of part: PixelSize) -> PixelSize {
        let view = viewPixels
        let pixels = Double(part.width) * Double(part.height)
        let most = max(Double(maximumResolution), Double(view.width) * Double(view.height))
        func scaled(_ ratio: Double) -> PixelSize {
            PixelSize(
                width: max(1, Int((Double(part.width) * ratio).rounded())),
                height: max(1, Int((Double(part.height) * ratio).rounded())))
        }
        if maximumResolution > 0, pixels > most { return scaled((most / pixels).squareRoot()) }
        switch contentMode {
        case .unscaled:
            return part
        case .aspectFit:
            let ratio = min(Double(view.width) / Double(part.width), Double(view.height) / Double(part.height))
            return ratio > 1 ? scaled(ratio) : part
        case .scaleToFill, .aspectFill:
            return part.width < view.width ? view : part
        }
    }
}
