internal import Glibc
internal import WebImageCore

extension DecodeOptions {
    /// What is done to a picture of `size` pixels as displayed; nil where it keeps its size.
    ///
    /// - Parameter frames: How many frames share ``limitBytes``.
    func plan(for size: PixelSize, frames: Int = 1) -> ThumbnailSize.Plan? {
        var plan = thumbnail?.plan(for: size) ?? ThumbnailSize.Plan(scaled: size, crop: PixelRect(size))
        if limitBytes > 0 {
            let allowed = Double(max(1, limitBytes / 4 / max(1, frames)))
            let ratio = (allowed / (Double(plan.size.width) * Double(plan.size.height))).squareRoot()
            if ratio < 1 { plan = plan.reduced(by: ratio) }
        }
        return plan.scaled == size && plan.size == size ? nil : plan
    }
}

extension ThumbnailSize.Plan {
    /// The same picture smaller; sides are rounded down, so that a limit of pixels holds, and stay at least 1.
    func reduced(by ratio: Double) -> ThumbnailSize.Plan {
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * ratio).rounded(.down))) }
        let size = PixelSize(width: side(crop.width), height: side(crop.height))
        let whole = PixelSize(
            width: max(size.width, side(scaled.width)), height: max(size.height, side(scaled.height)))
        return ThumbnailSize.Plan(
            scaled: whole,
            crop: PixelRect(
                x: (whole.width - size.width) / 2, y: (whole.height - size.height) / 2, width: size.width,
                height: size.height))
    }

    /// The same plan for the stored pixels, before `orientation` turns them.
    func stored(_ orientation: ImageOrientation) -> ThumbnailSize.Plan {
        var crop = crop
        let right = scaled.width - crop.x - crop.width
        let bottom = scaled.height - crop.y - crop.height
        switch orientation {
        case .up: break
        case .upMirrored: crop.x = right
        case .down: (crop.x, crop.y) = (right, bottom)
        case .downMirrored: crop.y = bottom
        // A stored column is a shown row.
        case .leftMirrored: (crop.x, crop.y) = (crop.y, crop.x)
        case .right: (crop.x, crop.y) = (crop.y, right)
        case .rightMirrored: (crop.x, crop.y) = (bottom, right)
        case .left: (crop.x, crop.y) = (bottom, crop.x)
        }
        guard orientation.swapsSides else { return ThumbnailSize.Plan(scaled: scaled, crop: crop) }
        (crop.width, crop.height) = (crop.height, crop.width)
        return ThumbnailSize.Plan(scaled: scaled.transposed, crop: crop)
    }
}
