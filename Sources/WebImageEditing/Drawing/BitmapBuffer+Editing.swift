internal import WebImageCore

extension BitmapBuffer {
    /// The most pixels that an edit makes: as many as a decoder takes by default.
    static var maximumEditedPixels: Int { DecodeLimits().maximumPixels }

    /// Memory for an edited picture.
    ///
    /// - Throws: ``WebImageError/Code/editFailed`` where a side isn't positive,
    ///   ``WebImageError/Code/tooManyPixels`` where there would be more than 2²⁸ pixels.
    static func edited(_ size: PixelSize, zeroed: Bool = true) throws(WebImageError) -> BitmapBuffer {
        try check(size)
        return try BitmapBuffer(size, zeroed: zeroed)
    }

    /// Throws what ``edited(_:zeroed:)`` throws.
    static func check(_ size: PixelSize) throws(WebImageError) {
        guard !size.isEmpty else { throw .edit("The edit would make a picture of \(size) pixels; nothing is left.") }
        guard let count = size.pixelCount, count <= maximumEditedPixels else {
            throw WebImageError(
                .tooManyPixels,
                "The edit would make a picture of \(size) pixels, more than the \(maximumEditedPixels) that are allowed."
            )
        }
    }
}
