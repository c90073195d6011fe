internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// Shows pictures in a window of another program, `webimage-window`, which lies beside this one.
///
/// A program of its own, since the toolkit's libraries alone take longer to start than most commands do.
struct WindowLauncher {
    /// Holds the pictures as files until the window is closed.
    private let folder: String
    private var names = OutputNames()
    private var paths: [String] = []

    init() throws(WebImageError) {
        var template = Array("/tmp/webimage-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw OutputFile.error(errno, path: "/tmp") }
        folder = String(cString: path)
        TemporaryFiles.insert(folder)
    }

    var isEmpty: Bool { paths.isEmpty }

    /// Adds a picture; its file has the picture's name, which the window shows.
    mutating func add(_ data: Data, url: ImageURL) throws(WebImageError) {
        let path = folder + "/" + names.name(for: url, format: nil)
        TemporaryFiles.insert(path)
        try OutputFile(data, to: path).commit()
        paths.append(path)
    }

    /// Opens the window and waits until it is closed; blocks this thread. An interruption of this program closes it.
    ///
    /// - Returns: Whether the program ended well.
    func run() throws(WebImageError) -> Bool {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The signals that are blocked here end the other program as usual.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ([Self.program] + paths).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, Self.program, nil, &attributes, words, environ)
        guard failure == 0 else {
            throw WebImageError(
                .unsupportedFormat,
                "There is no webimage-window beside this program; it comes with builds that have the trait GTK.",
                underlying: String(cString: strerror(failure)))
        }
        // Gone from here before its number can be another process's.
        let running = Lock<pid_t?>(process)
        let registration = Interruption.onInterruption { running.withLock { _ = $0.map { kill($0, SIGTERM) } } }
        defer { Interruption.remove(registration) }
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return running.withLock { running in
            running = nil
            var status: Int32 = 0
            return waitpid(process, &status, 0) == process && status == 0
        }
    }

    /// The program beside this one, else one of that name in `PATH`.
    private static var program: String {
        let name = "webimage-window"
        guard let path = realpath("/proc/self/exe", nil) else { return name }
        defer { free(path) }
        let tool = String(cString: path)
        let beside = String(tool[...(tool.lastIndex(of: "/") ?? tool.startIndex)]) + name
        return access(beside, X_OK) == 0 ? beside : name
    }
}
