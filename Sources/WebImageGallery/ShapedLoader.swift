#if GTK
    internal import FoundationEssentials
    internal import WebImage

    /// Lets the bodies of another loader come in no faster than a limit, as a slow network would.
    final class ShapedLoader: ImageLoader {
        private static let step = Duration.milliseconds(50)

        private let base: any ImageLoader
        private let rate = Lock<Int?>(nil)

        init(_ base: any ImageLoader) { self.base = base }

        /// Bytes a second for each picture; nil is no limit.
        var bytesPerSecond: Int? {
            get { rate.withLock { $0 } }
            set { rate.withLock { $0 = newValue } }
        }

        func canLoad(_ request: LoaderRequest) -> Bool { base.canLoad(request) }

        func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
            guard bytesPerSecond != nil else { return try await base.load(request, context: context) }
            let loaded = try await base.load(request, context: LoaderContext(priority: context.priority))
            var sent = 0
            while sent < loaded.data.count {
                try await Task.sleep(for: Self.step)
                let piece = bytesPerSecond.map { max(1, $0 / 20) } ?? loaded.data.count
                let end = min(loaded.data.count, sent + piece)
                let start = loaded.data.startIndex
                context.onData?(loaded.data[start + sent..<start + end])
                context.onProgress?(LoadProgress(received: end, total: loaded.data.count))
                sent = end
            }
            return loaded
        }
    }
#endif
