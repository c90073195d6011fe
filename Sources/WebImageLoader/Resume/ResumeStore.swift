internal import FoundationEssentials
internal import WebImageCore

/// Keeps the beginnings of bodies whose transfers broke, so that a later load fetches only the rest.
///
/// Bounded: what was kept longest ago goes first, from memory to disk where there is a folder, and from there away.
/// Several loaders may share one store.
public final class ResumeStore: Sendable {
    private struct State {
        var entries: [String: KeptBytes] = [:]
        /// Keys, the one that was kept longest ago first.
        var order: [String] = []
        var bytes = 0
    }

    private let state = Lock(State())
    private let memoryLimit: Int
    private let disk: ResumeDisk?

    /// Makes a store with limits.
    ///
    /// - Parameters:
    ///   - memoryLimit: Bytes kept in memory. Default: 32 MiB.
    ///   - folder: Where bytes go that memory has no room for; nil drops them. Made when it is needed, mode 0700.
    ///   - diskLimit: Bytes kept in the folder. Default: 128 MiB.
    public init(memoryLimit: Int = 32 << 20, folder: String? = nil, diskLimit: Int = 128 << 20) {
        self.memoryLimit = memoryLimit
        disk = folder.map { ResumeDisk(folder: $0, limit: diskLimit) }
    }

    /// How many bytes are kept in memory.
    public var memoryBytes: Int { state.withLock { $0.bytes } }

    /// Whether nothing is kept in memory.
    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    /// Whether a look-up has to read a folder.
    var readsDisk: Bool { disk != nil }

    /// Takes out what is kept in memory. O(entries).
    func takeFromMemory(_ key: String) -> KeptBytes? {
        state.withLock { state in
            guard let kept = state.entries.removeValue(forKey: key) else { return nil }
            state.order.removeAll { $0 == key }
            state.bytes -= kept.data.count
            return kept
        }
    }

    /// Takes out what is kept, on disk too.
    func take(_ key: String) async -> KeptBytes? {
        if let kept = takeFromMemory(key) { return kept }
        return await disk?.take(key)
    }

    func keep(_ kept: KeptBytes, for key: String) {
        guard !kept.data.isEmpty else { return }
        guard kept.data.count <= memoryLimit else {
            disk?.keep(kept, for: key)
            return
        }
        let surplus = state.withLock { state -> [(String, KeptBytes)] in
            if let old = state.entries.updateValue(kept, forKey: key) {
                state.bytes -= old.data.count
                state.order.removeAll { $0 == key }
            }
            state.order.append(key)
            state.bytes += kept.data.count
            var surplus: [(String, KeptBytes)] = []
            while state.bytes > memoryLimit, !state.order.isEmpty {
                let oldest = state.order.removeFirst()
                guard let old = state.entries.removeValue(forKey: oldest) else { continue }
                state.bytes -= old.data.count
                surplus.append((oldest, old))
            }
            return surplus
        }
        for (key, old) in surplus { disk?.keep(old, for: key) }
    }

    /// Drops everything, on disk too.
    public func removeAll() async {
        state.withLock { $0 = State() }
        await disk?.removeAll()
    }

    /// What a request's bytes are kept under.
    static func key(_ request: LoaderRequest) -> String { "\(request.varyKey) \(request.url.string)" }
}
