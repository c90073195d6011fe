public import WebImageCore

extension ImageEditor {
    /// Scales the picture to a box. As the first edit it is given to the decoder, which then never decodes in full.
    ///
    /// Sides are rounded to the nearest pixel (0.5 up) and are at least 1. An empty box fails with
    /// ``WebImageError/Code/editFailed``.
    public static func thumbnail(_ thumbnail: ThumbnailSize) -> ImageEditor {
        let key = "thumbnail(\(thumbnail.key))"
        guard !thumbnail.box.isEmpty else {
            return failing(key, "A picture can't be scaled to \(thumbnail.box) pixels; give sides of at least 1.")
        }
        return ImageEditor(steps: [
            Step(key: key, thumbnail: thumbnail) { bitmap, context in
                try bitmap.scaled(thumbnail, filter: .lanczos3, context)
            }
        ])
    }

    /// Scales the picture into a square of `side` pixels; never enlarges.
    public static func thumbnail(_ side: Int) -> ImageEditor { thumbnail(ThumbnailSize(side)) }

    /// Scales the picture.
    ///
    /// With the default filter this is ``thumbnail(_:)-(ThumbnailSize)``, so that a decoder may do it.
    ///
    /// - Parameters:
    ///   - size: The box in pixels.
    ///   - fit: What happens where the picture and the box differ in shape. Default: the whole picture inside of the box.
    ///   - enlarges: Whether a smaller picture is made larger. Default: false.
    ///   - filter: How pixels are weighted. Default: ``ResampleFilter/lanczos3``.
    public static func resize(
        _ size: PixelSize, fit: ThumbnailSize.Fit = .contain, enlarges: Bool = false,
        filter: ResampleFilter = .lanczos3
    ) -> ImageEditor {
        let thumbnail = ThumbnailSize(size, fit: fit, enlarges: enlarges)
        if filter == .lanczos3 || size.isEmpty { return self.thumbnail(thumbnail) }
        return ImageEditor(key: "resize(\(thumbnail.key),\(filter.rawValue))") { bitmap, context in
            try bitmap.scaled(thumbnail, filter: filter, context)
        }
    }
}

extension Bitmap {
    fileprivate func scaled(
        _ thumbnail: ThumbnailSize, filter: ResampleFilter, _ context: EditContext
    ) throws(WebImageError) -> Bitmap {
        let plan = thumbnail.plan(for: size)
        try BitmapBuffer.check(plan.size)
        return try resampled(plan, filter: filter, token: context.token)
    }
}
