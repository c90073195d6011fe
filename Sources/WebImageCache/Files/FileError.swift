internal import Glibc
internal import WebImageCore

/// What the system answered instead of doing a file's work.
struct FileError: Error, CustomStringConvertible {
    let number: Int32
    let call: String
    let path: String

    /// The error that `call` has just left in `errno`.
    init(_ call: String, _ path: String, number: Int32 = errno) {
        self.number = number
        self.call = call
        self.path = path
    }

    /// Whether there was no room: a full disk, a quota, or a limit on the size of files.
    var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

    var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    var description: String { "\(call) \(path): \(String(cString: strerror(number)))" }
}
