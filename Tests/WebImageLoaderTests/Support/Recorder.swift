import FoundationEssentials
import WebImageCore

/// Keeps what the callbacks of a load said.
final class Recorder: Sendable {
    private struct State {
        var progress: [LoadProgress] = []
        var pieces: [Data] = []
    }

    private let state = Lock(State())

    var progress: [LoadProgress] { state.withLock { $0.progress } }
    var pieces: [Data] { state.withLock { $0.pieces } }

    func context(_ priority: LoadPriority = .normal) -> LoaderContext {
        LoaderContext(
            priority: PriorityHandle(priority),
            onProgress: { [self] progress in state.withLock { $0.progress.append(progress) } },
            onData: { [self] piece in state.withLock { $0.pieces.append(piece) } })
    }
}
