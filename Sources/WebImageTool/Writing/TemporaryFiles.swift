internal import Glibc
internal import WebImageCore

/// The files and folders that must not outlive this process unless they are renamed.
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

    /// Removes all of them, and the folders that held them: the process is about to end.
    static func removeAll() {
        let paths = state.withLock { state in
            defer { state.paths = [] }
            return state.paths
        }
        // What lies in a folder goes before it.
        for path in paths.sorted(by: { $0.utf8.count > $1.utf8.count }) where unlink(path) != 0 { rmdir(path) }
    }
}
