extension ImageManager {
    /// What a manager has done since it was made.
    public struct Statistics: Sendable, Equatable {
        /// Loads that were begun.
        public var loads = 0
        /// Loads that ended with a picture, by where it came from.
        public var results: [LoadedImage.Source: Int] = [:]
        /// Loads that failed, cancelled ones aside.
        public var failures = 0
        /// Loads that were cancelled.
        public var cancellations = 0
        /// Pictures that were decoded; fewer than loads where loads share work.
        public var decodings = 0
        /// Single edits that were run.
        public var edits = 0
        /// Loads that have not ended.
        public var running = 0

        /// Makes a count of nothing.
        public init() {}
    }
}
