internal import Glibc
internal import WebImageCore

/// The files that must not outlive this process unless they are renamed.
enum TemporaryFiles {
    private struct State {
        var paths: Set<String> = []
        var lastNumber = 0
    }

    private static let state = Lock(State())

    static func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    static func insert(_ path: String) { state.withLock { _ = $0.paths.insert(path) } }

    static func remove(_ path: String) { state.withLock { _ = $0.paths.remove(path) } }

    /// Removes the files of all outputs that are under way: the process is about to end.
    static func removeAll() {
        let paths = state.withLock { state in
            defer { state.paths = [] }
            return state.paths
        }
        for path in paths { unlink(path) }
    }
}
