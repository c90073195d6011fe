internal import CWebImageLinux
internal import Glibc
internal import WebImageCore

/// A program that a test starts, free of what this process holds: no blocked signal, no open file but those named.
///
/// Threads of a test runner block signals. A shell that inherits that waits for its own children forever.
package struct ChildProcess: Sendable {
    /// What a file of the program is at its start; 0, 1 and 2 are empty where nothing is said.
    package enum File: Sendable {
        case reading(String)
        case writing(String)
        case descriptor(Int32)
    }

    package struct FailedToStart: Error {
        package let path: String
        package let reason: String
    }

    /// The process's number.
    package let identifier: Int32

    /// Starts the program at `path`.
    ///
    /// - Parameter environment: `NAME=value` each; this process's own without it.
    package init(
        _ path: String, _ arguments: [String] = [], environment: [String]? = nil, files: [Int32: File] = [:]
    ) throws(FailedToStart) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let empty = [0: File.reading("/dev/null"), 1: .writing("/dev/null"), 2: .writing("/dev/null")] as [Int32: File]
        let files = empty.merging(files) { $1 }
        for (number, file) in files.sorted(by: { $0.key < $1.key }) {
            switch file {
            case .reading(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
            case .writing(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT, 0o600)
            case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other, number)
            }
        }
        wi_spawn_close_from(&actions, (files.keys.max() ?? 2) + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = (environment ?? []).map { strdup($0) } + [nil]
        defer { for text in words + settings { free(text) } }
        var identifier = pid_t()
        let status = settings.withUnsafeMutableBufferPointer { settings in
            posix_spawn(
                &identifier, path, &actions, &attributes, words, environment == nil ? environ : settings.baseAddress)
        }
        guard status == 0 else {
            throw FailedToStart(path: path, reason: String(cString: strerror(status)))
        }
        self.identifier = identifier
    }

    /// Sends a signal to it.
    package func signal(_ number: Int32) { kill(identifier, number) }

    /// Waits for its end and gives the wait status; blocks this thread.
    @discardableResult
    package func waitForEnd() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Waits for its end and gives the wait status; blocks a thread of its own.
    @discardableResult
    package func end() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.start(named: "wait") { continuation.resume(returning: waitForEnd()) }
        }
    }
}
