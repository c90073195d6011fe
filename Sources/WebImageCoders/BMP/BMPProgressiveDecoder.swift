internal import FoundationEssentials
internal import WebImageCore

/// Shows a bitmap's rows as they arrive: from the bottom up, as a rule.
final class BMPProgressiveDecoder: ProgressiveDecoder {
    private struct State: ~Copyable {
        var data = Data()
        var reader: BMPReader?
        var canvas: WholePicture?
        var shownRows = 0
    }

    private let context: DecodeContext
    private let state = Lock(State())

    init(context: DecodeContext) { self.context = context }

    func append(_ bytes: Data) throws {
        try state.withLock { state in
            state.data.append(bytes)
            let data = state.data
            try data.withUnsafeBytes { try read($0, &state) }
        }
    }

    private func read(_ bytes: UnsafeRawBufferPointer, _ state: inout State) throws(WebImageError) {
        if state.reader == nil {
            guard bytes.count >= 18,
                let header = try BMPHeader.read(bytes, at: 14, as: .file, limits: context.options.limits)
            else { return }
            state.reader = BMPReader(header)
            // A picture inside of the bitmap is shown when it is whole.
            if !header.holdsPicture {
                state.canvas = try WholePicture(
                    storedSize: header.size, orientation: .up, plan: context.options.plan(for: header.size),
                    finishing: RowFinishing(source: .straight, converter: nil),
                    background: context.options.background)
            }
        }
        guard let canvas = state.canvas.take() else { return }
        try state.reader?.read(bytes, onto: canvas.pixels, token: context.token)
        state.canvas = consume canvas
    }

    func partialImage() throws -> DecodedImage? {
        try state.withLock { state in
            guard let reader = state.reader, reader.rowsRead > state.shownRows, let canvas = state.canvas.take() else {
                return nil
            }
            state.shownRows = reader.rowsRead
            let bitmap = try canvas.picture(validRows: reader.header.size.height)
            state.canvas = consume canvas
            let info = state.data.withUnsafeBytes { BMPCoder.info(reader.header, $0, context.options) }
            return DecodedImage(bitmap: bitmap, info: info, isTruncated: !reader.isFinished)
        }
    }

    func finish() throws -> DecodedImage {
        let data = state.withLock { state in
            state.canvas = nil
            return state.data
        }
        // Once more from the beginning, since only the whole tells whether the alpha channel is used; rows are cheap.
        return try BMPCoder().decode(data, context: context)
    }
}
