public import WebImageCore

/// Loads pictures over http and https: merged, in order of priority, on libcurl.
///
/// Requests that are equal in address, method, header fields and validators share one transfer; each requester ends on
/// its own, and the last one that leaves stops the transfer. At most ``maximumConcurrentLoads`` run at once.
///
/// All transfers run on one thread of the loader's own. Callbacks of a ``LoaderContext`` run on worker threads.
public final class HTTPLoader: ImageLoader {
    let core: LoaderCore

    /// What the loader was made with.
    public var configuration: HTTPLoaderConfiguration { core.configuration }

    /// Makes a loader; its thread starts with the first load.
    public init(_ configuration: HTTPLoaderConfiguration = HTTPLoaderConfiguration()) {
        core = LoaderCore(configuration)
    }

    public func canLoad(_ request: LoaderRequest) -> Bool { request.url.isHTTP }

    /// Fetches the bytes.
    ///
    /// An answer with a status outside of ``TransferOptions/acceptableStatuses`` throws, as does an empty body. The
    /// answer 304 to a request with validators is no failure: ``LoadedData/isNotModified`` is set, and the data is
    /// empty.
    ///
    /// - Throws: ``WebImageError``: `invalidURL`, `unsupportedScheme`, `httpStatus`, `timeout`, `cannotConnect`,
    ///   `connectionLost`, `tls`, `tooManyRedirects`, `tooLarge`, `truncated`, `notAnImage` (no body, or a media type
    ///   that isn't accepted), `corruptImage` (a body that can't be unpacked), `addressRefused` or `cancelled`.
    public func load(_ request: LoaderRequest, context: LoaderContext) async throws -> LoadedData {
        let address: HTTPAddress
        do { address = try HTTPAddress(request.url) } catch { throw error.with(url: request.url) }
        let requester = core.makeRequester(request, context)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                requester.attach(continuation)
                core.join(requester, request, address)
            }
        } onCancel: {
            core.leave(requester)
        }
    }

    /// Fetches the body piece by piece, for a reader that may be slow.
    ///
    /// The transfer starts at once, outside of the queue, and belongs to this call alone: nothing is merged, retried or
    /// resumed. Limits, redirects and credentials work as in ``load(_:context:)``; an empty body is no error.
    ///
    /// - Throws: ``WebImageError``, once the head shows that the answer is refused.
    public func bytes(for request: LoaderRequest) async throws -> HTTPByteStream {
        let address: HTTPAddress
        do { address = try HTTPAddress(request.url) } catch { throw error.with(url: request.url) }
        let plan = LoadPlanner.plan(for: request, to: address, core: core)
        let transfer = StreamTransfer(request, plan: plan, core: core)
        return HTTPByteStream(response: try await transfer.open(), transfer: transfer)
    }

    // MARK: - Control

    /// How many loads run at once, preloads aside; may be set at any time.
    public var maximumConcurrentLoads: Int {
        get { core.maximumConcurrentLoads }
        set { core.maximumConcurrentLoads = newValue }
    }

    /// The order of waiting loads within a priority; may be set at any time.
    public var order: QueueOrder {
        get { core.order }
        set { core.order = newValue }
    }

    /// Whether no further load starts; those that run go on.
    public var isSuspended: Bool {
        get { core.isSuspended }
        set { core.isSuspended = newValue }
    }

    /// How many loads run.
    public var runningCount: Int { core.counts.running }

    /// How many loads wait for their turn.
    public var waitingCount: Int { core.counts.waiting }

    /// How many calls wait for their end; those that share a transfer count each. O(loads).
    public var requesterCount: Int { core.requesterCount }

    /// Ends all loads of an address, for everybody who waits for them.
    public func cancel(_ url: ImageURL) { core.cancelAll { $0.url == url } }

    /// Ends all loads.
    public func cancelAll() { core.cancelAll { _ in true } }
}
