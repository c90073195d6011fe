internal import CWebImagePixels
internal import Glibc
public import WebImageCore

extension ImageEditor {
    /// Turns the picture clockwise.
    ///
    /// Quarter turns move pixels and change none. Other angles are sampled by a bicubic filter; outside of the picture all
    /// is clear, so that the new edges are smooth.
    ///
    /// - Parameters:
    ///   - degrees: Any angle; turns of more than 360 degrees are taken off.
    ///   - growsCanvas: Whether the result is as large as the turned picture, rounded up to whole pixels. Otherwise the
    ///     size stays and the corners are cut off. Default: true.
    public static func rotate(degrees: Double, growsCanvas: Bool = true) -> ImageEditor {
        guard degrees.isFinite else {
            return failing("rotate(invalid)", "A picture can't be turned by \(degrees) degrees; give a finite number.")
        }
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let angle = rest < 0 ? rest + 360 : rest
        if angle == 0 || angle == 360 { return identity }
        let fixed = growsCanvas || angle == 180 ? "" : ",fixed"
        let key = "rotate(\(EditKey.number(angle))\(fixed))"
        return ImageEditor(key: key) { bitmap, context in
            let quarter: ImageOrientation? =
                switch angle {
                case 90: .right
                case 180: .down
                case 270: .left
                default: nil
                }
            guard let quarter else {
                return try bitmap.rotated(degrees: angle, growsCanvas: growsCanvas, token: context.token)
            }
            let turned = try bitmap.turned(quarter)
            if growsCanvas || turned.size == bitmap.size { return turned }
            let place = Anchor.center.rect(of: turned.size, in: bitmap.size)
            return try turned.placed(on: bitmap.size, x: place.x, y: place.y, color: .clear, token: context.token)
        }
    }

    /// Mirrors the picture.
    public static func flip(horizontally: Bool = false, vertically: Bool = false) -> ImageEditor {
        let orientation: ImageOrientation =
            switch (horizontally, vertically) {
            case (false, false): .up
            case (true, false): .upMirrored
            case (false, true): .downMirrored
            case (true, true): .down
            }
        // Both ways is half a turn: one effect, one key.
        if orientation == .down { return rotate(degrees: 180) }
        if orientation == .up { return identity }
        return ImageEditor(key: "flip(\(horizontally ? "h" : "v"))") { bitmap, _ in try bitmap.turned(orientation) }
    }
}

extension Bitmap {
    fileprivate func rotated(
        degrees: Double, growsCanvas: Bool, token: CancellationToken
    ) throws(WebImageError) -> Bitmap {
        let sine = sin(degrees * .pi / 180)
        let cosine = cos(degrees * .pi / 180)
        func grown(_ along: Int, _ across: Int) -> Int {
            // A side that is whole but for the rounding of the sine isn't made longer.
            Int((Double(along) * abs(cosine) + Double(across) * abs(sine) - 1e-6).rounded(.up))
        }
        let canvas =
            growsCanvas ? PixelSize(width: grown(width, height), height: grown(height, width)) : size
        let buffer = try BitmapBuffer.edited(canvas, zeroed: false)
        try withRows { rows throws(WebImageError) in
            for y in 0..<canvas.height {
                if y.isMultiple(of: 32) { try token.check() }
                // The middle of the row's first pixel, seen from the middle of the canvas, turned back.
                let fromMiddleX = 0.5 - Double(canvas.width) / 2
                let fromMiddleY = Double(y) + 0.5 - Double(canvas.height) / 2
                wi_sample_row(
                    rows, bytesPerRow, Int32(width), Int32(height),
                    buffer.row(y).assumingMemoryBound(to: UInt8.self), canvas.width,
                    Double(width) / 2 + fromMiddleX * cosine + fromMiddleY * sine,
                    Double(height) / 2 - fromMiddleX * sine + fromMiddleY * cosine, cosine, -sine)
            }
        }
        return buffer.finish(isOpaque: false)
    }
}
