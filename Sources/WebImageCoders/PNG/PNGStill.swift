internal import CWebImagePNG
internal import FoundationEssentials
internal import WebImageCore

/// Decodes one PNG stream that is there as a whole.
struct PNGStill {
    private let data: Data
    private let description: PNGDescription
    private let size: PixelSize
    private let orientation: ImageOrientation
    private let plan: ThumbnailSize.Plan?
    private let background: PixelColor?
    private let ignoresChecksums: Bool

    /// - Parameters:
    ///   - description: Says how colors are converted.
    ///   - size: The size that the stream's header says.
    ///   - plan: As for the picture as displayed; nil for its full size.
    init(
        _ data: Data, _ description: PNGDescription, size: PixelSize, orientation: ImageOrientation,
        plan: ThumbnailSize.Plan?, background: PixelColor?, ignoresChecksums: Bool = false
    ) {
        self.data = data
        self.description = description
        self.size = size
        self.orientation = orientation
        self.plan = plan
        self.background = background
        self.ignoresChecksums = ignoresChecksums
    }

    /// The picture, and whether its data ended early or is damaged further down.
    ///
    /// - Parameter allowsTruncated: Whether the whole part is given where the rest is missing.
    func decode(token: CancellationToken, allowsTruncated: Bool) throws -> (bitmap: Bitmap, isTruncated: Bool) {
        do {
            if let picture = try decodeAtOnce(token) { return (picture, false) }
            return (try decodeWhole(token), false)
        } catch let error as WebImageError where allowsTruncated && [.truncated, .corruptImage].contains(error.code) {
            guard let part = try decodePart(token) else { throw error }
            return (part, true)
        }
    }

    /// The picture of an ordinary file in half of libpng's time; nil for all others.
    private func decodeAtOnce(_ token: CancellationToken) throws -> Bitmap? {
        guard PNGWholeReader.isFast, !ignoresChecksums else { return nil }
        try token.check()
        return try data.withUnsafeBytes { bytes -> Bitmap? in
            guard let reader = PNGWholeReader(bytes, size: size) else { return nil }
            let builder = try PictureBuilder(
                storedSize: size, orientation: orientation, plan: plan,
                finishing: description.finishing(hasAlpha: reader.hasAlpha), background: background)
            var isWhole = true
            while isWhole, builder.nextRow < size.height {
                try token.check()
                builder.fill { target, bytesPerRow, rows in
                    isWhole = reader.readRows(target, bytesPerRow: bytesPerRow, rows: rows)
                    return rows
                }
            }
            return isWhole ? try builder.finish() : nil
        }
    }

    private func decodeWhole(_ token: CancellationToken) throws -> Bitmap {
        let reader = try PNGReader(byPush: false, ignoresChecksums: ignoresChecksums)
        let registration = token.onCancel { reader.cancel() }
        defer { registration.remove() }
        return try data.withUnsafeBytes { bytes in
            reader.setData(bytes)
            let header = try reader.readHeader()
            let finishing = try finishing(header)
            if header.is_interlaced {
                let whole = try wholePicture(finishing)
                try reader.readPasses(whole.pixels.baseAddress, bytesPerRow: whole.pixels.bytesPerRow)
                return try whole.finish(validRows: size.height)
            }
            let builder = try PictureBuilder(
                storedSize: size, orientation: orientation, plan: plan, finishing: finishing, background: background)
            while builder.nextRow < size.height {
                try builder.fill { target, bytesPerRow, rows throws(WebImageError) in
                    try reader.readRows(target, bytesPerRow: bytesPerRow, rows: rows)
                    return rows
                }
            }
            return try builder.finish()
        }
    }

    /// The rows that the data suffices for; nil where there is none. Pushed, because only so libpng uses the last
    /// bytes.
    private func decodePart(_ token: CancellationToken) throws -> Bitmap? {
        let reader = try PNGReader(byPush: true, ignoresChecksums: ignoresChecksums)
        let registration = token.onCancel { reader.cancel() }
        defer { registration.remove() }
        return try data.withUnsafeBytes { bytes in
            guard let consumed = try? reader.push(bytes), let header = reader.header else { return nil }
            let whole = try wholePicture(finishing(header))
            reader.setTarget(whole.pixels.baseAddress, bytesPerRow: whole.pixels.bytesPerRow)
            // An error here is the one that is known already.
            _ = try? reader.push(UnsafeRawBufferPointer(rebasing: bytes[consumed...]))
            try token.check()
            guard reader.validRows > 0 else { return nil }
            return try whole.finish(validRows: reader.validRows, isWhole: false)
        }
    }

    private func finishing(_ header: wi_png_header) throws -> RowFinishing {
        guard Int(header.width) == size.width, Int(header.height) == size.height else {
            throw WebImageError(.corruptImage, "The PNG data is damaged: it has two headers.")
        }
        return description.finishing(hasAlpha: header.has_alpha)
    }

    private func wholePicture(_ finishing: RowFinishing) throws -> WholePicture {
        try WholePicture(
            storedSize: size, orientation: orientation, plan: plan, finishing: finishing, background: background)
    }
}
