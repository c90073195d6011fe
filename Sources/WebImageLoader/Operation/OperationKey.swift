internal import WebImageCore

/// What tells running loads apart: requests with equal keys share one transfer.
///
/// All header fields count, not only those that a cache key needs: a field may be a credential that this library
/// doesn't know. Limits on time don't count; the first requester's hold. What decides about trust does.
///
/// An object, since it goes through many hands and a request has many parts.
final class OperationKey: Hashable, Sendable {
    let request: LoaderRequest

    init(_ request: LoaderRequest) {
        var request = request
        let standard = TransferOptions()
        request.options.connectTimeout = standard.connectTimeout
        request.options.idleTimeout = standard.idleTimeout
        request.options.totalTimeout = standard.totalTimeout
        request.options.resumes = standard.resumes
        self.request = request
    }

    static func == (left: OperationKey, right: OperationKey) -> Bool {
        left === right || left.request == right.request
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(request.url)
        hasher.combine(request.etag)
    }
}
