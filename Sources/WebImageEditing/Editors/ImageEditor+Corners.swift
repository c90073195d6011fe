public import WebImageCore

extension ImageEditor {
    /// Rounds corners; what is cut away becomes clear.
    ///
    /// - Parameters:
    ///   - radius: In pixels or as a part of the shorter side; limited to half of the shorter side.
    ///   - corners: Which ones. Default: all.
    ///   - border: A line inside of the new edge. Default: none.
    public static func roundedCorners(
        _ radius: CornerRadius, corners: Corners = .all, border: Border? = nil
    ) -> ImageEditor {
        guard radius.value.isFinite, radius.value >= 0 else {
            return failing("rounded(invalid)", "Corners can't have the radius \(radius.value); give one from 0 up.")
        }
        if radius.value == 0 || corners.isEmpty { return border.map(Self.border) ?? identity }
        let border = border.flatMap { $0.isInvisible ? nil : $0 }
        if let border, !border.isValid { return failing(border) }
        let line = border.map { ",\($0.key)" } ?? ""
        return ImageEditor(key: "rounded(\(radius.key),\(corners.key)\(line))") { bitmap, _ in
            let length = radius.length(shorterSide: Double(min(bitmap.width, bitmap.height)))
            return try bitmap.outlined(radius: length, corners: corners, border: border)
        }
    }

    /// Cuts the middle square out of the picture and makes it a circle.
    ///
    /// - Parameter border: A line inside of the circle's edge. Default: none.
    public static func circle(border: Border? = nil) -> ImageEditor {
        let border = border.flatMap { $0.isInvisible ? nil : $0 }
        if let border, !border.isValid { return failing(border) }
        return ImageEditor(key: "circle(\(border?.key ?? ""))") { bitmap, _ in
            let side = min(bitmap.width, bitmap.height)
            let square = Anchor.center.rect(of: PixelSize(width: side, height: side), in: bitmap.size)
            return try bitmap.cropped(to: square)
                .outlined(radius: Double(side) / 2, corners: .all, border: border)
        }
    }

    /// Draws a line along the inner side of the picture's edge; the size stays.
    ///
    /// - Parameter width: In pixels. More than half of the shorter side covers the picture.
    public static func border(width: Double, color: PixelColor) -> ImageEditor {
        border(Border(width: width, color: color))
    }

    private static func border(_ border: Border) -> ImageEditor {
        if !border.isValid { return failing(border) }
        if border.isInvisible { return identity }
        return ImageEditor(key: "border(\(border.key))") { bitmap, _ in
            try bitmap.outlined(radius: 0, corners: .all, border: border)
        }
    }

    private static func failing(_ border: Border) -> ImageEditor {
        failing("border(invalid)", "A border can't be \(border.width) pixels wide; give a width from 0 up.")
    }
}

extension Border {
    var isValid: Bool { width.isFinite && width >= 0 }
}
