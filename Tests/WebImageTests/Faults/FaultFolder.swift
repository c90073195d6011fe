import FoundationEssentials
import Glibc
import WebImage

/// A folder of its own that is gone with the value.
final class FaultFolder: Sendable {
    let path = "/tmp/webimage-faults-\(getpid())-\(UInt64.random(in: .min ... .max))"

    init() { mkdir(path, 0o700) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where the disk cache is, or should be.
    var cache: String { path + "/cache" }
}

extension LoadTask.Outcome {
    var failureCode: WebImageError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}
