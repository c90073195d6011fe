extension ImageManager {
    /// The parts and the rules of a manager; copied when the manager is made.
    public struct Configuration: Sendable {
        /// Rewrites each request before anything else is done with it.
        public typealias RequestProcessor = @Sendable (ImageRequest) -> ImageRequest

        /// Where pictures and their bytes are kept.
        public var cache: any ImageCache
        /// Where bytes come from.
        public var loader: any ImageLoader
        /// What reads and writes formats. Default: ``CoderManager/standard``.
        public var coder: any ImageCoder
        /// Used where a request has no editor. Default: nil.
        public var editor: ImageEditor?
        /// Makes cache keys. Default: nil, the text of the URL.
        public var keyFilter: RequestParts.KeyFilter?
        /// Makes the bytes that are stored. Default: nil, those that were loaded.
        public var serializer: RequestParts.Serializer?
        /// Default: nil.
        public var requestProcessor: RequestProcessor?
        /// How many pictures are decoded and edited at once; nil is the number of cores.
        public var decodeWidth: Int?
        /// The most memory that all decodings which run at once may take, in bytes; further ones wait. Default: 512 MiB.
        public var decodeBudget = 512 << 20
        /// Asked before the source is, when nothing is cached or what is cached is refreshed. False ends the load with
        /// ``WebImageError/Code/refused``, or with what is cached. Default: nil, always.
        public var shouldLoad: (@Sendable (LoadDecision) -> Bool)?
        /// Overrides whether a failed address is remembered. Default: nil.
        public var shouldRememberFailure: (@Sendable (FailureDecision) -> Bool)?
        /// For how long a failed address is not asked again; nil is for ever. Default: 10 minutes.
        public var failureLifetime: Duration? = .seconds(600)
        /// The clock of failures, waits and measurements. Default: the machine's.
        public var timeSource: any TimeSource

        /// Makes a configuration from parts, all rules at their defaults.
        public init(cache: any ImageCache, loader: any ImageLoader, coder: any ImageCoder = CoderManager.standard) {
            self.cache = cache
            self.loader = loader
            self.coder = coder
            timeSource = .system
        }
    }
}
