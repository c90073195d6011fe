internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// A body that grows, handed out as `Data` without a copy.
struct BodyBuffer: ~Copyable, Sendable {
    /// What is taken at once where the whole length is known, so that a false length costs nothing.
    private static let trustedLength = 8 << 20

    // Invariant behind `nonisolated(unsafe)`: the memory belongs to this value alone, which can't be copied.
    private nonisolated(unsafe) var bytes: UnsafeMutableRawPointer?
    private var capacity = 0
    private(set) var count = 0

    init() {}

    deinit { if let bytes { BodyMemory.give(bytes, capacity) } }

    /// Makes room for a body of this length, as far as the length is trusted.
    mutating func reserve(_ length: Int) {
        _ = grow(to: min(length, Self.trustedLength))
    }

    /// Adds bytes.
    ///
    /// - Returns: False where there is no memory.
    mutating func append(_ new: UnsafeRawBufferPointer) -> Bool {
        guard let base = new.baseAddress, !new.isEmpty else { return true }
        if count + new.count > capacity {
            guard grow(to: max(count + new.count, capacity + capacity / 2, 4096)) else { return false }
        }
        guard let bytes else { return false }
        memcpy(bytes + count, base, new.count)
        count += new.count
        return true
    }

    /// A copy of the bytes from `offset` on.
    func copy(from offset: Int) -> Data {
        guard let bytes, offset < count else { return Data() }
        return Data(bytes: bytes + offset, count: count - offset)
    }

    /// Whether the bytes from `offset` on are those of `other`, as far as both go.
    func matches(_ other: borrowing BodyBuffer, from offset: Int) -> Bool {
        let common = min(count, other.count)
        guard let bytes, let others = other.bytes, offset < common else { return true }
        return memcmp(bytes + offset, others + offset, common - offset) == 0
    }

    mutating func removeAll() {
        if let bytes { BodyMemory.give(bytes, capacity) }
        bytes = nil
        capacity = 0
        count = 0
    }

    /// Hands the bytes over; the buffer is empty afterwards.
    mutating func take() -> Data {
        guard let bytes, count > 0 else {
            removeAll()
            return Data()
        }
        let length = count
        // A cache keeps the body for long: give back what was too much.
        var kept = capacity
        var fitted = bytes
        if capacity - length > max(4096, length / 8), let smaller = realloc(bytes, length) {
            fitted = smaller
            kept = length
        }
        self.bytes = nil
        capacity = 0
        count = 0
        return BodyMemory.data(fitted, count: length, capacity: kept)
    }

    private mutating func grow(to newCapacity: Int) -> Bool {
        guard newCapacity > capacity else { return true }
        if bytes == nil, let kept = BodyMemory.take(newCapacity) {
            bytes = kept.start
            capacity = kept.capacity
            return true
        }
        guard let grown = realloc(bytes, newCapacity) else { return false }
        bytes = grown
        capacity = newCapacity
        return true
    }
}
