internal import CWebImagePixels
public import WebImageCore

extension ImageEditor {
    /// Makes new colors of old ones; results are cut to what a pixel can hold and rounded to the nearest.
    public static func colorMatrix(_ matrix: ColorMatrix) -> ImageEditor {
        if matrix == .identity { return identity }
        return ImageEditor(key: "matrix(\(EditKey.numbers(matrix.values)))") { bitmap, context in
            try bitmap.colored(matrix, token: context.token)
        }
    }

    /// Gray by luminance.
    public static let grayscale = colorMatrix(.grayscale)

    /// Brown as an old photograph.
    ///
    /// - Parameter amount: From 0 (nothing) to 1 (the full effect). Default: 1.
    public static func sepia(_ amount: Double = 1) -> ImageEditor {
        guard (0...1).contains(amount) else {
            return failing("sepia(invalid)", "There is no sepia of \(amount); give a number from 0 to 1.")
        }
        return colorMatrix(.sepia(amount))
    }

    /// Every color replaced by its opposite; alpha stays.
    public static let invert = colorMatrix(.inverted)

    /// Changes colors by a table of a cube: the picture of a "lookup table" as photo programs write it.
    ///
    /// - Parameters:
    ///   - cube: A square picture of k × k squares, each of k² × k² pixels: 512 pixels a side for 64 steps a channel, 64
    ///     for 16. Red grows to the right in each square, green downward, blue from square to square.
    ///   - key: Names the cube: the pixels aren't part of the edit's key.
    ///   - intensity: From 0 (nothing) to 1 (all of it). Default: 1.
    public static func lookup(_ cube: Bitmap, key: String, intensity: Double = 1) -> ImageEditor {
        if intensity == 0 { return identity }
        let key = "lookup(\(EditKey.escaped(key)),\(EditKey.number(intensity)))"
        let tiles = (2...16).first { $0 * $0 * $0 == cube.width }
        guard let tiles, cube.width == cube.height, (0...1).contains(intensity) else {
            return failing(
                key,
                "A lookup table must be a square of 8, 27, 64, … 512, … pixels a side and its intensity from 0 to 1; "
                    + "this one is \(cube.size) at \(intensity).")
        }
        return ImageEditor(key: key) { bitmap, context in
            try cube.withRows { colors throws(WebImageError) in
                try bitmap.mappingRows(token: context.token) { source, target, _ in
                    wi_lookup_row(
                        source, target, bitmap.width, colors, cube.bytesPerRow, Int32(tiles * tiles), Int32(tiles),
                        Float(intensity))
                }
            }
        }
    }
}

extension Bitmap {
    func colored(_ matrix: ColorMatrix, token: CancellationToken) throws(WebImageError) -> Bitmap {
        let values = matrix.values.map { Float($0) }
        let keepsAlpha = values[15...].elementsEqual([0, 0, 0, 1, 0])
        return try mappingRows(isOpaque: isOpaque && keepsAlpha, token: token) { source, target, _ in
            wi_color_matrix_row(source, target, width, values)
        }
    }
}
