#if AVIF
    internal import WebImageCore

    /// The frames of an AVIF sequence; libavif goes back to the nearest key frame by itself.
    final class AVIFFrameSource: AnimationFrameSource {
        let size: PixelSize
        let frameCount: Int
        let loopCount: Int
        let durations: [Duration]
        let storedDurations: [Duration]
        private let options: DecodeOptions
        private let bytes: StableBytes
        /// Nil before the first frame is asked for and while a thread uses it.
        private let reader: Lock<AVIFReader?>
        /// The planes of the last frame: luma and chroma of 8 or 16 bits.
        private let planeByteCount: Int

        init(_ bytes: StableBytes, options: DecodeOptions, size: PixelSize, info: ImageInfo) throws {
            self.bytes = bytes
            self.options = options
            self.size = size
            frameCount = info.frameCount
            loopCount = info.loopCount
            durations = info.playedDurations
            storedDurations = info.durations
            planeByteCount = (info.storedSize.pixelCount ?? 0) * (info.bitDepth > 8 ? 6 : 3)
            reader = Lock(nil)
        }

        var retainedByteCount: Int { reader.withLock { $0 == nil ? 0 : planeByteCount } }

        func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
            precondition(index >= 0 && index < frameCount, "there is no frame \(index) of \(frameCount)")
            // libavif's decoder is for one thread at a time: a second one waits.
            return try reader.withLock { reader in
                let current: AVIFReader
                if let reader {
                    current = reader
                } else {
                    current = try AVIFReader(bytes.bytes, options: options, threads: 1)
                    reader = current
                }
                return try current.bitmap(index, options: options, token: token)
            }
        }
    }
#endif
