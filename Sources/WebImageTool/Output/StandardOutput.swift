internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// Standard output: data only, each write whole.
enum StandardOutput {
    /// The number of the first error; after it nothing more is written.
    private static let failure = Lock<Int32>(0)

    /// Whether something could not be written: the exit code can't be 0 then.
    static var hasFailed: Bool { failure.withLock { $0 != 0 } }

    static func line(_ text: String) {
        failure.withLock { failure in
            if failure == 0 { failure = Descriptor.write(text + "\n", to: STDOUT_FILENO) }
        }
    }

    static func write(_ text: String) {
        failure.withLock { failure in
            if failure == 0 { failure = Descriptor.write(text, to: STDOUT_FILENO) }
        }
    }

    static func write(_ data: Data) throws(WebImageError) {
        let number = failure.withLock { failure in
            if failure == 0 { failure = Descriptor.write(data, to: STDOUT_FILENO) }
            return failure
        }
        guard number == 0 else { throw OutputFile.error(number, path: "standard output") }
    }
}
