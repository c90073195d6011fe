internal import FoundationEssentials
internal import WebImageCore

/// Decodes a JPEG while its bytes arrive: baseline files row by row, files of many scans scan by scan.
///
/// Pixels are made only where ``partialImage()`` asks for them, so a fast network costs no more decoding than is shown.
final class JPEGProgressiveDecoder: ProgressiveDecoder {
    private struct State: ~Copyable {
        let reader: JPEGReader
        var pass: JPEGPass?
        var data = Data()
    }

    private let context: DecodeContext
    private let state: Lock<State>
    private let registration: CancellationToken.Registration

    init(context: DecodeContext) throws(WebImageError) {
        let reader = try JPEGReader()
        self.context = context
        state = Lock(State(reader: reader))
        registration = context.token.onCancel { reader.cancel() }
    }

    deinit { registration.remove() }

    func append(_ bytes: Data) throws {
        try context.token.check()
        let context = context
        try state.withLock { state in
            if context.options.keepsData { state.data.append(bytes) }
            try state.reader.append(bytes)
            if state.pass == nil { state.pass = try JPEGPass.begin(state.reader, context.options) }
        }
    }

    func partialImage() throws -> DecodedImage? {
        try state.withLock { state in
            guard var pass = state.pass.take() else { return nil }
            let isNew: Bool
            do { isNew = try pass.advance(state.reader) } catch {
                state.pass = consume pass
                throw error
            }
            let image = isNew ? try pass.partialImage() : nil
            state.pass = consume pass
            return image
        }
    }

    func finish() throws -> DecodedImage {
        try context.token.check()
        let options = context.options
        return try state.withLock { state in
            state.reader.setComplete()
            if state.pass == nil { state.pass = try JPEGPass.begin(state.reader, options) }
            guard var pass = state.pass.take() else {
                throw WebImageError(.truncated, "The JPEG data ends before the picture begins.")
            }
            try pass.complete(state.reader)
            var image = try pass.finish(state.reader, options)
            if options.keepsData { image.data = state.data }
            return image
        }
    }
}
