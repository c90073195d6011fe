internal import FoundationEssentials
internal import WebImageCore

/// Takes the beginning of a body until it tells what the picture is.
final class HeaderCollector: Sendable {
    private struct State {
        var head = Data()
        var nextAttempt = HeaderCollector.firstAttempt
        var total: Int?
        var found: (info: ImageInfo, byteCount: Int)?
        var onFound: (@Sendable () -> Void)?
    }

    /// How many bytes are looked at first; the next attempts are made at eight times as many each.
    static let firstAttempt = 64 << 10

    private let coder: any ImageCoder
    private let state = Lock(State())

    init(coder: any ImageCoder) { self.coder = coder }

    /// The length of the whole body; without it nothing is found, since nobody could tell how long the picture is.
    var total: Int? {
        get { state.withLock { $0.total } }
        set { state.withLock { $0.total = newValue } }
    }

    /// What the beginning told.
    var found: (info: ImageInfo, byteCount: Int)? { state.withLock { $0.found } }

    /// Calls `handler` as soon as something is found.
    func onFound(_ handler: @escaping @Sendable () -> Void) {
        let isFound = state.withLock { state in
            state.onFound = handler
            return state.found != nil
        }
        if isFound { handler() }
    }

    func append(_ piece: Data) {
        let attempt = state.withLock { state -> (Data, Int)? in
            guard state.found == nil else { return nil }
            state.head.append(piece)
            guard state.head.count >= state.nextAttempt else { return nil }
            state.nextAttempt *= 8
            // A body that is nearly there is better taken whole.
            guard let total = state.total, total > state.head.count * 2 else { return nil }
            return (state.head, total)
        }
        guard let (head, total) = attempt, let info = Self.info(of: head, coder: coder) else { return }
        let handler = state.withLock { state in
            state.found = (info, total)
            state.head = Data()
            return state.onFound
        }
        handler?()
    }

    /// What the beginning of a JPEG or a plain PNG tells; nil for others, whose frames stand anywhere, and where more is needed.
    static func info(of head: Data, coder: any ImageCoder) -> ImageInfo? {
        guard case .image(let format) = ContentKind(of: head), format == .jpeg || format == .png else { return nil }
        let info = try? coder.info(of: head, context: DecodeContext(format: format))
        // An APNG may show that it is one only behind the bytes that tell formats apart.
        return info?.format == format ? info : nil
    }
}
