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
        let reader = try PNGReader(byPush: false, ignoresChecksums: ignoresChecksums)
        let registration = token.onCancel { reader.cancel() }
        defer { registration.remove() }
        return try data.withUnsafeBytes { bytes in
            reader.setData(bytes)
            let header = try reader.readHeader()
            guard Int(header.width) == size.width, Int(header.height) == size.height else {
                throw WebImageError(.corruptImage, "The PNG data is damaged: it has two headers.")
            }
            let finishing = description.finishing(hasAlpha: header.has_alpha)
            return header.is_interlaced
                ? try decodePasses(reader, finishing, allowsTruncated)
                : try decodeRows(reader, finishing, allowsTruncated)
        }
    }

    private func decodeRows(
        _ reader: PNGReader, _ finishing: RowFinishing, _ allowsTruncated: Bool
    ) throws -> (Bitmap, Bool) {
        let builder = try PictureBuilder(
            storedSize: size, orientation: orientation, plan: plan, finishing: finishing, background: background)
        var failure: WebImageError?
        while builder.nextRow < size.height, failure == nil {
            _ = builder.fill { target, bytesPerRow, rows in
                let (count, error) = reader.readRows(target, bytesPerRow: bytesPerRow, rows: rows)
                failure = error
                return count
            }
        }
        if let failure, failure.code == .cancelled || !allowsTruncated || builder.nextRow == 0 { throw failure }
        return (try builder.finish(), failure != nil)
    }

    private func decodePasses(
        _ reader: PNGReader, _ finishing: RowFinishing, _ allowsTruncated: Bool
    ) throws -> (Bitmap, Bool) {
        let whole = try WholePicture(
            storedSize: size, orientation: orientation, plan: plan, finishing: finishing, background: background)
        let failure = reader.readPasses(whole.pixels.baseAddress, bytesPerRow: whole.pixels.bytesPerRow)
        if let failure, failure.code == .cancelled || !allowsTruncated { throw failure }
        return (try whole.finish(validRows: size.height, isWhole: failure == nil), failure != nil)
    }
}
