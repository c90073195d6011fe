internal import FoundationEssentials
internal import WebImageCoders
public import WebImageCore

/// Does with some bytes all that a program may do with a downloaded file: info, full size, thumbnail, pieces, every
/// frame, and writing it again.
///
/// Errors are fine; crashes, hangs and memory beyond the limits are what is looked for.
public func decode(_ bytes: UnsafeRawBufferPointer, as format: ImageFormat) {
    let data = Data(bytes)
    let manager = CoderManager.standard
    var options = DecodeOptions()
    // Small limits: large pictures would only make the fuzzer slow.
    options.limits.maximumPixels = 1 << 20
    options.limits.maximumFrames = 64
    options.keepsMetadata = true
    options.allowsTruncated = bytes.count.isMultiple(of: 2)
    let context = DecodeContext(options: options, format: format)
    _ = try? manager.info(of: data, context: context)
    if let image = try? manager.decode(data, context: context) {
        check(image, options.limits)
        if let animation = image.animation { frames(of: animation) }
    }
    var small = options
    small.thumbnail = ThumbnailSize(PixelSize(width: 9, height: 7), fit: .cover)
    if let image = try? manager.decode(data, context: DecodeContext(options: small, format: format)) {
        precondition(image.size.width <= 9 && image.size.height <= 7, "a thumbnail is larger than its box")
    }
    decodeInPieces(data, manager, context)
}

/// In reverse and then in order: each has to be the same both ways.
private func frames(of animation: any AnimationFrameSource) {
    let count = min(animation.frameCount, 6)
    let backward = (0..<count).reversed().map { try? animation.frame(at: $0, token: CancellationToken()) }
    for (index, picture) in backward.reversed().enumerated() {
        guard let picture, let again = try? animation.frame(at: index, token: CancellationToken()) else { continue }
        precondition(picture.size == animation.size && again.size == animation.size, "a frame has another size")
        precondition(sum(picture) == sum(again), "frame \(index) depends on the way to it")
    }
}

/// Reads every pixel, so that the address sanitizer sees memory that isn't the picture's.
private func check(_ image: DecodedImage, _ limits: DecodeLimits) {
    precondition(image.bitmap.width * image.bitmap.height <= limits.maximumPixels, "the limit of pixels doesn't hold")
    _ = sum(image.bitmap)
}

private func sum(_ bitmap: Bitmap) -> UInt64 {
    bitmap.withUnsafeBytes { bytes in
        var sum: UInt64 = 0
        for y in 0..<bitmap.height {
            let row = UnsafeRawBufferPointer(rebasing: bytes[(y * bitmap.bytesPerRow)...].prefix(bitmap.width * 4))
            for value in row.bindMemory(to: UInt32.self) { sum = sum &* 31 &+ UInt64(value) }
        }
        return sum
    }
}

private func decodeInPieces(_ data: Data, _ manager: CoderManager, _ context: DecodeContext) {
    guard let decoder = manager.makeProgressiveDecoder(context: context) else { return }
    let piece = max(1, data.count / 5)
    do {
        for start in stride(from: 0, to: data.count, by: piece) {
            try decoder.append(data[start..<min(data.count, start + piece)])
            _ = try decoder.partialImage()
        }
        _ = try decoder.finish()
    } catch {
        return
    }
}
