public import WebImageCore

extension ImageEditor {
    /// Does to the pixels, once, what a view would do each time it draws: crops to what the view shows, limits the size,
    /// and draws corners, border and background.
    ///
    /// A picture with more pixels than `maximumResolution` (and than the view) is made smaller; one that is narrower than
    /// the view is made as large as the view; others keep their pixels. Radius and border are scaled with the picture,
    /// so that they look as long as they are in points when the view shows the result.
    ///
    /// - Parameters:
    ///   - viewSize: The view's width and height in points.
    ///   - contentMode: How the view would show the picture. Default: filled, the middle of the picture.
    ///   - maximumResolution: The most pixels of the result; 0 is no limit. Default: 0.
    ///   - corners: Which corners are rounded. Default: none.
    ///   - cornerRadius: In points; limited to half of the shorter side. Default: 0.
    ///   - borderWidth: In points, drawn inside of the edge. Default: 0.
    ///   - borderColor: Default: clear.
    ///   - backgroundColor: Fills all of the result below the picture, also outside of rounded corners. Default: clear.
    ///   - scale: Pixels per point. Default: 1.
    public static func common(
        viewSize: (width: Double, height: Double), contentMode: ContentMode = .aspectFill, maximumResolution: Int = 0,
        corners: Corners = [], cornerRadius: Double = 0, borderWidth: Double = 0, borderColor: PixelColor = .clear,
        backgroundColor: PixelColor = .clear, scale: Double = 1
    ) -> ImageEditor {
        common(
            CommonEdit(
                viewWidth: viewSize.width, viewHeight: viewSize.height, scale: scale, contentMode: contentMode,
                maximumResolution: maximumResolution, corners: cornerRadius == 0 ? [] : corners,
                cornerRadius: corners.isEmpty ? 0 : cornerRadius, borderWidth: borderColor.alpha == 0 ? 0 : borderWidth,
                borderColor: borderWidth == 0 ? .clear : borderColor, backgroundColor: backgroundColor))
    }

    static func common(_ edit: CommonEdit) -> ImageEditor {
        let key = "common(\(edit.key))"
        guard edit.isValid else {
            return failing(
                key,
                "The view's size and scale must be over 0 and finite, the other lengths from 0 up and anchors from 0 to 1."
            )
        }
        return ImageEditor(key: key) { bitmap, context in
            let part = edit.visiblePart(of: bitmap.size)
            let size = edit.resultSize(of: part.size)
            try BitmapBuffer.check(size)
            let shown = try bitmap.cropped(to: part).resized(to: size, token: context.token)
            let perPoint = Double(size.width) / edit.viewWidth
            let radius = min(edit.cornerRadius * perPoint, Double(min(size.width, size.height)) / 2)
            let border = Border(width: edit.borderWidth * perPoint, color: edit.borderColor)
            return try shown.outlined(radius: radius, corners: edit.corners, border: border)
                .painted(on: edit.backgroundColor, token: context.token)
        }
    }
}
