extension ImagePrefetcher {
    /// How far a prefetched picture is taken.
    public enum Destination: Sendable {
        /// The original's bytes into the tiers below memory; no pixels are decoded.
        case disk
        /// The finished picture, edited and decoded, into memory too.
        case memory
    }

    /// The rules of a prefetcher.
    public struct Configuration: Sendable {
        /// How many pictures are under way at once, in all batches together. Default: 6.
        public var width = 6
        /// Default: ``Destination/disk``.
        public var destination: Destination = .disk
        /// Whether a new batch cancels those before it; never anybody else's loads. Default: false.
        public var cancelsPrevious = false
        /// Default: ``LoadPriority/preload``.
        public var priority: LoadPriority = .preload
        /// Where closures and the delegate are called. Default: the main actor.
        public var callbackTarget: CallbackTarget = .mainActor

        /// Makes rules with all defaults.
        public init() {}
    }
}
