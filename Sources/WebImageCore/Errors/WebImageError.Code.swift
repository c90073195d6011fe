extension WebImageError {
    /// A kind of failure. More may be added: a `switch` over codes needs a default.
    public struct Code: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The address is empty, or no URL can be made of it.
        public static let invalidURL = Code("invalidURL")
        /// No loader takes this scheme.
        public static let unsupportedScheme = Code("unsupportedScheme")
        /// The server answered with a status that is no success; ``WebImageError/status`` says which.
        public static let httpStatus = Code("httpStatus")
        /// A time limit ran out.
        public static let timeout = Code("timeout")
        /// The host could not be found or did not take the connection.
        public static let cannotConnect = Code("cannotConnect")
        /// The connection broke while the answer was under way.
        public static let connectionLost = Code("connectionLost")
        /// The server's certificate or the TLS handshake was refused.
        public static let tls = Code("tls")
        /// More redirects than allowed.
        public static let tooManyRedirects = Code("tooManyRedirects")
        /// The body is larger than the limit.
        public static let tooLarge = Code("tooLarge")
        /// The data ends before the picture does.
        public static let truncated = Code("truncated")
        /// The data is something else than a picture: empty, HTML, JSON, text…
        public static let notAnImage = Code("notAnImage")
        /// The data begins like a picture but is damaged.
        public static let corruptImage = Code("corruptImage")
        /// A picture in a format or variant that this build can't read or write.
        public static let unsupportedFormat = Code("unsupportedFormat")
        /// More pixels or frames than the limits allow.
        public static let tooManyPixels = Code("tooManyPixels")
        /// The address failed a short while ago and isn't asked again yet.
        public static let failedBefore = Code("failedBefore")
        /// The picture is in no cache and the network may not be used.
        public static let notCached = Code("notCached")
        /// The load was cancelled.
        public static let cancelled = Code("cancelled")
        /// There is no such file.
        public static let fileNotFound = Code("fileNotFound")
        /// The file or folder may not be read or written.
        public static let permissionDenied = Code("permissionDenied")
        /// The disk is full.
        public static let diskFull = Code("diskFull")
        /// An edit can't be done.
        public static let editFailed = Code("editFailed")
        /// The picture can't be written in this format.
        public static let encodeFailed = Code("encodeFailed")
        /// The address guard refuses the host's address.
        public static let addressRefused = Code("addressRefused")
        /// The program's own hook refused to ask the source.
        public static let refused = Code("refused")
        /// A cache can't be used.
        public static let cacheFailed = Code("cacheFailed")
        /// A part that the program put in failed with an error of its own.
        public static let customPartFailed = Code("customPartFailed")
    }
}
