public import FoundationEssentials
internal import WebImageCore

/// The body of an answer in pieces, as they come.
///
/// Back-pressure: while the reader has 1 MiB or more to read, the transfer is paused and the server is held back by
/// TCP; it goes on once a quarter is left. For one reader; when the sequence or its iterator is let go, the transfer
/// ends.
public struct HTTPByteStream: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = any Error

    /// Status and header fields.
    public let response: HTTPResponse
    private let transfer: StreamTransfer
    private let lifetime: Lifetime

    init(response: HTTPResponse, transfer: StreamTransfer) {
        self.response = response
        self.transfer = transfer
        lifetime = Lifetime(transfer)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(transfer: transfer, lifetime: lifetime) }

    /// Gives the pieces of the body, in order.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let transfer: StreamTransfer
        fileprivate let lifetime: Lifetime

        /// The next piece; nil after the last.
        ///
        /// - Throws: ``WebImageError``, as ``HTTPLoader/load(_:context:)`` does.
        public mutating func next() async throws -> Data? { try await transfer.next() }
    }

    /// Ends the transfer when neither the sequence nor an iterator is there any more.
    fileprivate final class Lifetime: Sendable {
        private let transfer: StreamTransfer

        init(_ transfer: StreamTransfer) { self.transfer = transfer }

        deinit { transfer.cancel() }
    }
}
