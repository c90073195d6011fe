#if Redis
    internal import FoundationEssentials
    internal import WebImageCore

    /// A failure that one machine met and that the others need not meet again.
    enum SharedFailure {
        static func encode(_ error: WebImageError) -> Data {
            Data("\(error.code.rawValue)\0\(error.status ?? 0)\0\(error.message)".utf8)
        }

        /// The error for a load that is ended by another machine's failure; nil where `data` is none.
        static func decode(_ data: Data, url: ImageURL) -> WebImageError? {
            let fields = String(decoding: data, as: UTF8.self).split(
                separator: "\0", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, let status = Int(fields[1]) else { return nil }
            return WebImageError(
                .failedBefore,
                "Another machine failed to load the address a short while ago. Retry explicitly, or later.", url: url,
                status: status == 0 ? nil : status, underlying: "\(fields[2]) [\(fields[0])]")
        }
    }
#endif
