public import WebImageCore

extension ImageEditor {
    /// Cuts out a part of the picture, in pixels from the top left corner of the picture as shown.
    ///
    /// The part is clipped to the picture; where nothing is left, the edit fails with ``WebImageError/Code/editFailed``.
    public static func crop(_ rect: PixelRect) -> ImageEditor {
        let key = "crop(\(rect.x),\(rect.y),\(rect.width),\(rect.height))"
        guard !rect.isEmpty else {
            return failing(key, "A part of \(rect.size) pixels can't be cut out; give sides of at least 1.")
        }
        return ImageEditor(key: key) { bitmap, _ in try bitmap.cropped(to: rect) }
    }

    /// Cuts out a part of `size` pixels, or less where the picture is smaller.
    ///
    /// - Parameter anchor: Which part. Its origin is `(picture - part) · anchor`, rounded down. Default: the middle.
    public static func crop(to size: PixelSize, anchor: Anchor = .center) -> ImageEditor {
        let key = "crop(\(size.width)x\(size.height),\(anchor.key))"
        guard !size.isEmpty, anchor.isValid else {
            return failing(
                key,
                "A part of \(size) pixels at \(anchor.x), \(anchor.y) can't be cut out; give sides of at least 1 "
                    + "and an anchor from 0 to 1.")
        }
        return ImageEditor(key: key) { bitmap, _ in
            let part = PixelSize(width: min(size.width, bitmap.width), height: min(size.height, bitmap.height))
            return try bitmap.cropped(to: anchor.rect(of: part, in: bitmap.size))
        }
    }
}

extension Anchor {
    /// Where a part lies in a whole that is at least as large.
    func rect(of part: PixelSize, in whole: PixelSize) -> PixelRect {
        PixelRect(
            x: origin(of: part.width, in: whole.width, along: \.x),
            y: origin(of: part.height, in: whole.height, along: \.y), width: part.width, height: part.height)
    }
}
