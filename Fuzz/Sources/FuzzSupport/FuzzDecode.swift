internal import FoundationEssentials
internal import WebImageCoders
internal import WebImageCore

/// Does with some bytes all that a program may do with a downloaded file: info, full size, thumbnail, pieces, every
/// frame.
///
/// Errors are fine; crashes, hangs, leaks and memory beyond the limits are what is looked for.
func fuzzDecode(_ bytes: UnsafeRawBufferPointer, as format: ImageFormat) {
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
    if let image = try? manager.decode(data, context: context), let animation = image.animation {
        let count = min(animation.frameCount, 8)
        for index in (0..<count).reversed() { _ = try? animation.frame(at: index, token: CancellationToken()) }
    }
    var small = options
    small.thumbnail = ThumbnailSize(PixelSize(width: 9, height: 7), fit: .cover)
    _ = try? manager.decode(data, context: DecodeContext(options: small, format: format))
    decodeInPieces(data, manager, context)
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
