internal import Glibc

/// A lock between processes: gone with the process that holds it.
struct FileLock {
    private let descriptor: Int32

    /// Waits for the lock, at most five seconds.
    init(_ path: String) throws(FileError) {
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open", path) }
        for _ in 0..<500 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(10_000)
        }
        let error = FileError("flock", path)
        close(descriptor)
        throw error
    }

    func unlock() { close(descriptor) }
}
