public import WebImageCore

extension ImageEditor {
    /// Adds space around the picture; negative numbers cut away instead.
    ///
    /// - Parameter color: What the space shows. Default: clear.
    public static func padding(
        top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0, color: PixelColor = .clear
    ) -> ImageEditor {
        if (top, left, bottom, right) == (0, 0, 0, 0) { return identity }
        let key = "padding(\(top),\(left),\(bottom),\(right),\(color.canonical))"
        let limit = -(1 << 28)...(1 << 28)
        guard [top, left, bottom, right].allSatisfy(limit.contains) else {
            return failing(key, "The space around the picture is out of range; give numbers within ±2²⁸.")
        }
        return ImageEditor(key: key) { bitmap, context in
            let canvas = PixelSize(width: left + bitmap.width + right, height: top + bitmap.height + bottom)
            return try bitmap.placed(on: canvas, x: left, y: top, color: color, token: context.token)
        }
    }

    /// Adds the same space on all sides.
    public static func padding(_ length: Int, color: PixelColor = .clear) -> ImageEditor {
        padding(top: length, left: length, bottom: length, right: length, color: color)
    }

    /// Puts the picture, in its own size, on a canvas; what is larger is cut away.
    ///
    /// - Parameters:
    ///   - anchor: Where on the canvas; a half pixel goes to the left or top. Default: the middle.
    ///   - color: What the rest shows. Default: clear.
    public static func canvas(
        _ size: PixelSize, anchor: Anchor = .center, color: PixelColor = .clear
    ) -> ImageEditor {
        let key = "canvas(\(size.width)x\(size.height),\(anchor.key),\(color.canonical))"
        guard !size.isEmpty, anchor.isValid else {
            return failing(
                key,
                "There is no canvas of \(size) pixels with its picture at \(anchor.x), \(anchor.y); give sides of "
                    + "at least 1 and an anchor from 0 to 1.")
        }
        return ImageEditor(key: key) { bitmap, context in
            let place = anchor.rect(of: bitmap.size, in: size)
            return try bitmap.placed(on: size, x: place.x, y: place.y, color: color, token: context.token)
        }
    }

    /// Paints a color below the picture. Opaque pictures stay as they are.
    public static func background(_ color: PixelColor) -> ImageEditor {
        if color.alpha == 0 { return identity }
        return ImageEditor(key: "background(\(color))") { bitmap, context in
            try bitmap.painted(on: color, token: context.token)
        }
    }
}

extension PixelColor {
    /// The text for keys: all clear colors are one.
    var canonical: String { alpha == 0 ? "\(PixelColor.clear)" : "\(self)" }
}
