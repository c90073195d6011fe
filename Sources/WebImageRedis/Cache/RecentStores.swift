#if Redis
    internal import FoundationEssentials
    internal import WebImageCache
    internal import WebImageCore

    /// Pictures that a loader has just stored for the fleet, and that the manager is about to store once more.
    final class RecentStores: Sendable {
        private struct State {
            var checksums: [CacheKey: UInt64] = [:]
            var order: [CacheKey] = []
        }

        private static let limit = 1024
        private let state = Lock(State())

        func add(_ data: Data, _ key: CacheKey) {
            let checksum = data.withUnsafeBytes { Checksum.of($0) }
            state.withLock { state in
                if state.checksums.updateValue(checksum, forKey: key) == nil { state.order.append(key) }
                guard state.order.count > Self.limit else { return }
                for key in state.order.prefix(Self.limit / 2) { state.checksums[key] = nil }
                state.order.removeFirst(Self.limit / 2)
            }
        }

        /// Whether just these bytes were stored; true once.
        func take(_ data: Data, _ key: CacheKey) -> Bool {
            guard state.withLock({ $0.checksums[key] != nil }) else { return false }
            let checksum = data.withUnsafeBytes { Checksum.of($0) }
            return state.withLock { state in
                guard let known = state.checksums.removeValue(forKey: key) else { return false }
                state.order.removeAll { $0 == key }
                return known == checksum
            }
        }
    }
#endif
