import Glibc

/// Starts programs.
enum Subprocess {
    /// Starts a program with its output (and what it says of errors) going to `output`.
    static func start(
        _ path: String, _ arguments: [String], environment: [String], output: Int32, keeping kept: Int32? = nil
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        if let kept { posix_spawn_file_actions_adddup2(&actions, kept, 3) }
        // Threads of the test runner block signals, and a program that inherits that can't be ended.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        var process = pid_t()
        return posix_spawn(&process, path, &actions, &attributes, &arguments, &environment) == 0 ? process : nil
    }

    /// Both ends are closed in programs that are started.
    static func makePipe(_ ends: inout [Int32]) -> Bool {
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return true
    }

    /// Runs a program to its end; gives all that it wrote, and its wait status.
    static func run(_ path: String, _ arguments: [String], environment: [String]) -> (String, Int32) {
        var ends: [Int32] = [0, 0]
        guard makePipe(&ends) else { return ("", -1) }
        let process = start(path, arguments, environment: environment, output: ends[1])
        close(ends[1])
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        close(ends[0])
        var status: Int32 = -1
        if let process { waitpid(process, &status, 0) }
        return (String(decoding: bytes, as: UTF8.self), status)
    }
}
