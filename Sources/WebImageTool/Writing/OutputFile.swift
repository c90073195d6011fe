internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// Writes files whole or not at all: to a temporary name beside the target, then renamed.
///
/// Until ``commit()`` the targets are as they were; ``discard()`` takes the temporary files away.
struct OutputFile {
    private let target: String
    /// Nil where the target is no regular file (a pipe, a device): then the bytes have gone there already.
    private let temporary: String?

    /// Writes `data` beside `path`.
    ///
    /// - Throws: ``WebImageError``: `fileNotFound`, `permissionDenied`, `diskFull`.
    init(_ data: Data, to path: String) throws(WebImageError) {
        target = Self.resolved(path)
        var status = stat()
        let exists = stat(target, &status) == 0
        guard !exists || status.st_mode & S_IFMT == S_IFREG else {
            temporary = nil
            try Self.writeDirectly(data, to: target)
            return
        }
        let (name, descriptor) = try Self.makeTemporary(beside: target)
        temporary = name
        var failure = Descriptor.write(data, to: descriptor)
        if failure == 0, exists, fchmod(descriptor, status.st_mode & 0o7777) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure != 0 {
            discard()
            throw Self.error(failure, path: path)
        }
    }

    /// Puts the new file in the target's place.
    func commit() throws(WebImageError) {
        guard let temporary else { return }
        guard rename(temporary, target) == 0 else {
            let failure = errno
            discard()
            throw Self.error(failure, path: target)
        }
        TemporaryFiles.remove(temporary)
    }

    func discard() {
        guard let temporary else { return }
        unlink(temporary)
        TemporaryFiles.remove(temporary)
    }

    /// The path behind symbolic links: a rename would replace the link, not what it leads to.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func writeDirectly(_ data: Data, to path: String) throws(WebImageError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error(errno, path: path) }
        defer { close(descriptor) }
        let failure = Descriptor.write(data, to: descriptor)
        guard failure == 0 else { throw error(failure, path: path) }
    }

    private static func makeTemporary(beside path: String) throws(WebImageError) -> (String, Int32) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        while true {
            let name = "\(folder).webimage-\(getpid())-\(TemporaryFiles.nextNumber()).part"
            // Known before it exists: an interruption in between removes nothing, but never leaves a file.
            TemporaryFiles.insert(name)
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            if descriptor >= 0 { return (name, descriptor) }
            let failure = errno
            TemporaryFiles.remove(name)
            guard failure == EEXIST else { throw error(failure, path: path) }
        }
    }

    static func error(_ number: Int32, path: String) -> WebImageError {
        let reason = String(cString: strerror(number))
        let (code, advice): (WebImageError.Code, String) =
            switch number {
            case ENOENT, ENOTDIR:
                (.fileNotFound, "its folder doesn't exist; make it, or end the path in / for a new folder")
            case EACCES, EPERM, EROFS, ELOOP, ETXTBSY, EISDIR:
                (.permissionDenied, "choose a place that you may write to")
            case ENOSPC, EDQUOT, EFBIG: (.diskFull, "make room or choose another disk")
            default: (.encodeFailed, "choose another place")
            }
        return WebImageError(code, "\(path) can't be written: \(advice).", underlying: reason)
    }
}
