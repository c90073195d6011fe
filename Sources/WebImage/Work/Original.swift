internal import FoundationEssentials

/// The encoded bytes of a picture, shared by all loads that were waiting for them.
final class Original: Sendable {
    let data: Data
    let metadata: CacheMetadata
    let source: LoadedImage.Source
    let isRevalidated: Bool
    /// Whether the answer may be kept (RFC 9111, 3).
    let isStorable: Bool
    let metrics: TransferMetrics?

    /// The storing of the bytes, once it has begun: it is done once however many loads share the original.
    private let storing: Lock<Task<Void, Never>?>

    init(
        data: Data, metadata: CacheMetadata, source: LoadedImage.Source, isRevalidated: Bool = false,
        isStorable: Bool = true, metrics: TransferMetrics? = nil
    ) {
        self.data = data
        self.metadata = metadata
        self.source = source
        self.isRevalidated = isRevalidated
        self.isStorable = isStorable
        self.metrics = metrics
        storing = Lock(nil)
    }

    /// Whether the bytes came out of a cache.
    var isCached: Bool { source == .disk || source == .shared }

    /// What tells this state of the picture from earlier and later ones.
    var version: String {
        metadata.etag ?? metadata.lastModified ?? metadata.responseDate.map { "\($0.timeIntervalSince1970)" } ?? ""
    }

    /// Runs `store` where nobody has yet, and gives the task to wait for.
    func storeOnce(_ store: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        storing.withLock { task in
            if let task { return task }
            let new = Task { await store() }
            task = new
            return new
        }
    }
}
