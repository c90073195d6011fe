internal import WebImageCore

/// Reading connections, one for each thread that reads at the same time.
final class ReaderPool: Sendable {
    private struct Open {
        var reader: IndexReader?
        var epoch = 0
    }

    private final class Slot: Sendable {
        let open = Lock(Open())
    }

    private let idle = Lock<[Slot]>([])

    /// Runs `body` with a connection of this epoch; `connect` makes one where there is none.
    func withReader<Result: Sendable>(
        epoch: Int, connect: () throws -> IndexReader, _ body: (IndexReader) throws -> Result
    ) throws -> Result {
        let slot = idle.withLock { $0.popLast() } ?? Slot()
        defer { idle.withLock { $0.append(slot) } }
        return try slot.open.withLock { open in
            if open.reader == nil || open.epoch != epoch {
                open.reader = nil
                open.reader = try connect()
                open.epoch = epoch
            }
            guard let reader = open.reader else { throw IndexError.notPrepared }
            return try body(reader)
        }
    }

    /// Closes all connections.
    func close() { idle.withLock { $0 = [] } }
}
