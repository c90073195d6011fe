internal import CWebImagePNG
internal import FoundationEssentials
internal import WebImageCore

/// Decodes a PNG while its bytes arrive: rows, or the passes of an interlaced picture. Of an animation the still shows.
///
/// Bytes are pushed into libpng only where ``partialImage()`` asks for a picture, so a fast network costs no more
/// decoding than is shown.
final class PNGProgressiveDecoder: ProgressiveDecoder {
    private struct State: ~Copyable {
        var data = Data()
        /// How many bytes libpng has taken.
        var pushed = 0
        var description: PNGDescription?
        var picture: WholePicture?
        var shownRows: UInt64 = 0
    }

    private let context: DecodeContext
    private let reader: PNGReader
    private let registration: CancellationToken.Registration
    private let state = Lock(State())

    init(context: DecodeContext) throws(WebImageError) {
        self.context = context
        let reader = try PNGReader(byPush: true)
        self.reader = reader
        registration = context.token.onCancel { reader.cancel() }
    }

    deinit { registration.remove() }

    func append(_ bytes: Data) throws {
        try context.token.check()
        let limits = context.options.limits
        try state.withLock { state in
            let hadHeader = state.data.count >= 33
            state.data.append(bytes)
            // A size over the limits is told as soon as it is known.
            if !hadHeader, state.data.count >= 33 {
                _ = try state.data.withUnsafeBytes { try PNGDescription(PNGBytes($0), limits: limits) }
            }
        }
    }

    func partialImage() throws -> DecodedImage? {
        let (reader, options) = (reader, context.options)
        return try state.withLock { state in
            try Self.push(reader, options, &state)
            guard let description = state.description, reader.rowsWritten > state.shownRows else { return nil }
            state.shownRows = reader.rowsWritten
            guard let picture = state.picture.take() else { return nil }
            let bitmap = Result { try picture.picture(validRows: reader.validRows) }
            state.picture = consume picture
            return DecodedImage(bitmap: try bitmap.get(), info: description.info(options))
        }
    }

    func finish() throws -> DecodedImage {
        let (reader, context) = (reader, context)
        return try state.withLock { state in
            let data = state.data
            // What comes behind the pixels may turn the picture, and frames need all data.
            let whole = try data.withUnsafeBytes { try PNGDescription(PNGBytes($0), limits: context.options.limits) }
            if let started = state.description, started.orientation == whole.orientation, whole.animation == nil,
                (try? Self.push(reader, context.options, &state)) != nil, reader.isDone,
                let picture = state.picture.take()
            {
                let bitmap = try picture.finish(validRows: whole.storedSize.height)
                return DecodedImage(
                    bitmap: bitmap, info: whole.info(context.options), data: context.options.keepsData ? data : nil)
            }
            return try PNGCoder().decode(data, context: context)
        }
    }

    /// Pushes the bytes that libpng hasn't seen.
    private static func push(
        _ reader: PNGReader, _ options: DecodeOptions, _ state: inout State
    ) throws {
        while state.pushed < state.data.count {
            let start = state.data.startIndex + state.pushed
            let count = try state.data[start...].withUnsafeBytes { try reader.push($0) }
            state.pushed += count
            if state.description == nil, let header = reader.header {
                try begin(reader, header.has_alpha, options, &state)
            } else if count == 0 {
                return
            }
        }
    }

    /// Sets where pixels go, once the header is there.
    private static func begin(
        _ reader: PNGReader, _ hasAlpha: Bool, _ options: DecodeOptions, _ state: inout State
    ) throws {
        let description = try state.data.withUnsafeBytes { try PNGDescription(PNGBytes($0), limits: options.limits) }
        state.description = description
        if description.hidesDefaultImage { return }
        let size = description.orientation.displayed(description.storedSize)
        let picture = try WholePicture(
            storedSize: description.storedSize, orientation: description.orientation, plan: options.plan(for: size),
            finishing: description.finishing(hasAlpha: hasAlpha), background: options.background)
        reader.setTarget(picture.pixels.baseAddress, bytesPerRow: picture.pixels.bytesPerRow)
        state.picture = consume picture
    }
}
