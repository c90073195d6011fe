internal import Glibc

extension Bitmap {
    /// The picture scaled and cropped as the plan says; the picture itself where nothing changes. O(pixels · radius).
    ///
    /// - Throws: As ``RowResampler/init(source:plan:filter:)``; ``WebImageError/Code/cancelled``.
    public func resampled(
        _ plan: ThumbnailSize.Plan, filter: ResampleFilter = .lanczos3, token: CancellationToken? = nil
    ) throws(WebImageError) -> Bitmap {
        if plan.scaled == size { return try cropped(to: plan.crop) }
        return try filtered(try RowResampler(source: size, plan: plan, filter: filter), token: token)
    }

    /// What `resampler` makes of all rows.
    func filtered(
        _ resampler: consuming RowResampler, token: CancellationToken?
    ) throws(WebImageError) -> Bitmap {
        for y in 0..<height {
            if y.isMultiple(of: 64) { try token?.check() }
            resampler.push(UnsafeRawPointer(storage.base + y * bytesPerRow))
        }
        return resampler.finish(isOpaque: isOpaque)
    }

    /// The picture stretched to `size`.
    ///
    /// - Throws: As ``resampled(_:filter:token:)``.
    public func resized(
        to size: PixelSize, filter: ResampleFilter = .lanczos3, token: CancellationToken? = nil
    ) throws(WebImageError) -> Bitmap {
        try resampled(ThumbnailSize.Plan(scaled: size, crop: PixelRect(size)), filter: filter, token: token)
    }

    /// The part of the picture inside of `rect`, which is clipped to the picture. O(pixels of the part).
    ///
    /// - Throws: ``WebImageError/Code/editFailed`` where nothing of the picture is inside.
    public func cropped(to rect: PixelRect) throws(WebImageError) -> Bitmap {
        let part = rect.clipped(to: size)
        guard !part.isEmpty else {
            throw WebImageError(.editFailed, "The crop \(rect) has nothing of the picture of \(size) pixels in it.")
        }
        if part.size == size { return self }
        let buffer = try BitmapBuffer(part.size, zeroed: false)
        for y in 0..<part.height {
            memcpy(buffer.row(y), storage.base + (part.y + y) * bytesPerRow + part.x * 4, part.width * 4)
        }
        return buffer.finish(isOpaque: isOpaque)
    }
}
