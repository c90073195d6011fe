internal import CWebImagePixels
public import WebImageCore

extension ImageEditor {
    /// Blurs by a bell curve.
    ///
    /// Nothing lies beyond the edges: near them the mean is over what there is. Clear pixels add no color.
    ///
    /// - Parameter sigma: The standard deviation in pixels. 0 changes nothing; what is over the picture's size gives its
    ///   mean color.
    public static func blur(sigma: Double) -> ImageEditor {
        guard sigma.isFinite, sigma >= 0 else {
            return failing("blur(invalid)", "A picture can't be blurred by \(sigma) pixels; give a number from 0 up.")
        }
        if sigma == 0 { return identity }
        return ImageEditor(key: "blur(\(EditKey.number(sigma)))") { bitmap, context in
            try bitmap.blurred(sigma: sigma, token: context.token)
        }
    }

    /// Makes edges of color stronger: adds the difference to a blurred picture (an unsharp mask). Alpha stays.
    ///
    /// - Parameters:
    ///   - amount: How much of the difference is added; 1 is strong, 0 changes nothing. Default: 0.5.
    ///   - sigma: How wide the edges are, in pixels. Default: 1.
    public static func sharpen(amount: Double = 0.5, sigma: Double = 1) -> ImageEditor {
        guard amount.isFinite, amount >= 0, sigma.isFinite, sigma >= 0 else {
            return failing(
                "sharpen(invalid)",
                "A picture can't be sharpened by \(amount) at \(sigma) pixels; give numbers from 0 up.")
        }
        if amount == 0 || sigma == 0 { return identity }
        return ImageEditor(key: "sharpen(\(EditKey.numbers([amount, sigma])))") { bitmap, context in
            let blurred = try bitmap.blurred(sigma: sigma, token: context.token)
            return try blurred.withRows { soft throws(WebImageError) in
                try bitmap.mappingRows(token: context.token) { source, target, y in
                    wi_sharpen_row(source, soft + y * blurred.bytesPerRow, target, bitmap.width, Float(amount))
                }
            }
        }
    }
}
