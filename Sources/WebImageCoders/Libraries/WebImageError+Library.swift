internal import WebImageCore

extension WebImageError {
    /// A format's library isn't on this machine, or lacks what this build uses of it.
    ///
    /// - Parameter reason: The words of the system's loader, which name the file.
    static func missing(_ library: String, for format: String, reason: UnsafePointer<CChar>?) -> WebImageError {
        WebImageError(
            .unsupportedFormat, "\(format) needs \(library), which this machine doesn't have; install it.",
            underlying: reason.map { String(cString: $0) })
    }
}
