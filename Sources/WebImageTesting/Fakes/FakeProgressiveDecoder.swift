public import FoundationEssentials
public import WebImageCore

/// Gives a partial picture after each piece: as wide as the share of 64 bytes that has come, in pixels.
public final class FakeProgressiveDecoder: ProgressiveDecoder {
    private struct State {
        var data = Data()
        var shown = 0
    }

    private let coder: FakeCoder
    private let context: DecodeContext
    private let state = Lock(State())

    init(coder: FakeCoder, context: DecodeContext) {
        self.coder = coder
        self.context = context
    }

    public func append(_ bytes: Data) throws { state.withLock { $0.data.append(bytes) } }

    public func partialImage() throws -> DecodedImage? {
        let count = state.withLock { state -> Int? in
            guard state.data.count > state.shown else { return nil }
            state.shown = state.data.count
            return state.data.count
        }
        guard let count else { return nil }
        let size = PixelSize(width: count, height: 1)
        return DecodedImage(
            bitmap: try Bitmap(size, color: .black), info: ImageInfo(format: ImageFormat(rawValue: "fake"), size: size))
    }

    public func finish() throws -> DecodedImage { try coder.decode(state.withLock { $0.data }, context: context) }
}
