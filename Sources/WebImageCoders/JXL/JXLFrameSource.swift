#if JXL
    internal import WebImageCore

    /// The frames of an animated JPEG XL; libjxl blends them itself.
    ///
    /// In order each frame is decoded once; going back begins at the first frame that libjxl needs.
    final class JXLFrameSource: AnimationFrameSource {
        private struct State {
            var reader: JXLReader?
            /// The frame that the reader comes to next.
            var next = 0
            /// The bytes at the end that the reader hasn't taken.
            var unused = 0
        }

        let size: PixelSize
        let frameCount: Int
        let loopCount: Int
        let durations: [Duration]
        let storedDurations: [Duration]
        private let options: DecodeOptions
        private let bytes: StableBytes
        private let storedPixels: Int
        private let state = Lock(State())

        init(_ bytes: StableBytes, options: DecodeOptions, size: PixelSize, info: ImageInfo) {
            self.bytes = bytes
            self.options = options
            self.size = options.plan(for: size, frames: info.frameCount)?.size ?? size
            frameCount = info.frameCount
            loopCount = info.loopCount
            durations = info.playedDurations
            storedDurations = info.durations
            storedPixels = info.storedSize.pixelCount ?? 0
        }

        /// The frame's room and one reference frame of four floating-point channels.
        var retainedByteCount: Int { state.withLock { $0.reader == nil ? 0 : storedPixels * 20 } }

        func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
            precondition(index >= 0 && index < frameCount, "there is no frame \(index) of \(frameCount)")
            // libjxl's decoder is for one thread at a time: a second one waits.
            return try state.withLock { state in
                do {
                    return try decode(index, &state, token)
                } catch {
                    // A decoder that stopped in the middle of a frame begins anew.
                    state = State()
                    throw error
                }
            }
        }

        private func decode(_ index: Int, _ state: inout State, _ token: CancellationToken) throws -> Bitmap {
            let reader: JXLReader
            if let current = state.reader {
                reader = current
                if index < state.next {
                    try reader.rewind(skipping: index)
                    state.unused = bytes.count
                } else {
                    reader.skip(index - state.next)
                }
            } else {
                reader = try JXLReader(.pixels, options: options)
                reader.skip(index)
                state.reader = reader
                state.unused = bytes.count
            }
            let rest = UnsafeRawBufferPointer(rebasing: bytes.bytes.suffix(state.unused))
            let (bitmap, unused) = try reader.withInput(rest) {
                while true {
                    try token.check()
                    switch try reader.step() {
                    case .header, .frame: continue
                    case .needsRoom: try reader.prepareFrame()
                    case .picture: return try reader.bitmap(frames: frameCount, token: token)
                    case .needsBytes, .end: throw JXLScan.truncated
                    }
                }
            }
            state.next = index + 1
            state.unused = unused
            return bitmap
        }
    }
#endif
