internal import Glibc

/// What `-o` names.
enum OutputTarget: Sendable, Equatable {
    /// No `-o`: load and report.
    case nothing
    case standardOutput
    case file(String)
    /// Without a slash at its end.
    case folder(String)
    case frames(FramePattern)

    init(_ path: String?, allFrames: Bool) throws(UsageError) {
        guard let path else {
            self = .nothing
            return
        }
        if allFrames {
            guard let pattern = FramePattern(path) else {
                throw UsageError(
                    "With --all-frames -o takes a pattern with one %d or %03d for the number, such as frame-%03d.png.")
            }
            self = .frames(pattern)
        } else if path == "-" {
            self = .standardOutput
        } else if path.hasSuffix("/") || Self.isFolder(path) {
            self = .folder(Self.withoutTrailingSlashes(path))
        } else {
            self = .file(path)
        }
    }

    /// The name that tells the format; nil for folders and standard output.
    var formatName: String? {
        switch self {
        case .file(let path): path
        case .frames(let pattern): pattern.path(for: 0)
        default: nil
        }
    }

    private static func withoutTrailingSlashes(_ path: String) -> String {
        var path = path[...]
        while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
        return String(path)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
