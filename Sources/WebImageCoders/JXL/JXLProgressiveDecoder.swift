#if JXL
    internal import FoundationEssentials
    internal import WebImageCore

    /// Decodes a JPEG XL while its bytes arrive; of an animation the first frame is shown so.
    final class JXLProgressiveDecoder: ProgressiveDecoder {
        private struct State {
            var reader: JXLReader?
            /// Everything so far; animations and cut files are decoded from it at the end.
            var data = Data()
            /// How many bytes of `data` the reader has taken.
            var taken = 0
            var isInFrame = false
            var hasNews = false
            var isWhole = false
        }

        private let context: DecodeContext
        private let state = Lock(State())

        init(context: DecodeContext) { self.context = context }

        func append(_ bytes: Data) throws {
            try state.withLock { state in
                try context.token.check()
                state.data.append(bytes)
                guard !state.isWhole else { return }
                let reader = try state.reader ?? JXLReader(.pixels, options: context.options)
                state.reader = reader
                try advance(reader, &state)
            }
        }

        private func advance(_ reader: JXLReader, _ state: inout State) throws {
            let taken = state.taken
            let (progress, unused) = try state.data.withUnsafeBytes { bytes in
                try reader.withInput(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(taken))) {
                    var isInFrame = false
                    while true {
                        try context.token.check()
                        switch try reader.step() {
                        case .header, .frame: continue
                        case .needsRoom:
                            try reader.prepareFrame()
                            isInFrame = true
                        case .picture: return (isInFrame: true, isWhole: true)
                        case .needsBytes, .end: return (isInFrame: isInFrame, isWhole: false)
                        }
                    }
                }
            }
            state.hasNews = state.hasNews || unused < state.data.count - taken
            state.taken = state.data.count - unused
            state.isInFrame = state.isInFrame || progress.isInFrame
            state.isWhole = progress.isWhole
        }

        func partialImage() throws -> DecodedImage? {
            try state.withLock { state in
                guard state.isInFrame, state.hasNews, let reader = state.reader, let header = reader.header,
                    state.isWhole || reader.flush()
                else { return nil }
                state.hasNews = false
                let bitmap = try reader.bitmap(token: context.token)
                return DecodedImage(
                    bitmap: bitmap, info: header.info(durations: [], context.options), isTruncated: !state.isWhole)
            }
        }

        func finish() throws -> DecodedImage {
            let (data, still) = try state.withLock { state -> (Data, DecodedImage?) in
                guard state.isWhole, let reader = state.reader, let header = reader.header, !header.isAnimated else {
                    return (state.data, nil)
                }
                var info = header.info(durations: [], context.options)
                info.exif = context.options.keepsMetadata ? JXLContainer.exif(in: state.data) : nil
                let image = DecodedImage(
                    bitmap: try reader.bitmap(token: context.token), info: info,
                    data: context.options.keepsData ? state.data : nil)
                return (Data(), image)
            }
            return try still ?? JXLCoder().decode(data, context: context)
        }
    }
#endif
