package import FoundationEssentials
internal import Glibc

/// Memory of encoded pictures that were let go, for the next ones that are received or read.
///
/// One thread takes it and others free it: the system's allocator gives such blocks back to the kernel again and again, which
/// hands them out page by page and cleared. That costs as much as receiving them over a fast link, or reading them from a file.
package enum BodyMemory {
    /// Smaller blocks are quick to get.
    package static let smallest = 16 << 10
    /// What is kept at most, in bytes and in blocks.
    private static let limit = 8 << 20
    private static let countLimit = 64

    private struct Block: Sendable {
        // Invariant behind `nonisolated(unsafe)`: a block in the list belongs to the list.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        let capacity: Int
    }

    private struct State {
        var blocks: [Block] = []
        var bytes = 0
    }

    private static let state = Lock(State())

    /// A block of at least so many bytes, and less than twice of that; nil where none is kept.
    package static func take(_ count: Int) -> (start: UnsafeMutableRawPointer, capacity: Int)? {
        guard count >= smallest else { return nil }
        let block = state.withLock { state -> Block? in
            guard let index = state.blocks.lastIndex(where: { $0.capacity >= count && $0.capacity / 2 < count }) else {
                return nil
            }
            state.bytes -= state.blocks[index].capacity
            return state.blocks.remove(at: index)
        }
        return block.map { ($0.start, $0.capacity) }
    }

    /// Keeps a block of `malloc`, or frees it where there are enough.
    package static func give(_ start: UnsafeMutableRawPointer, _ capacity: Int) {
        let block = Block(start: start, capacity: capacity)
        let isKept = state.withLock { state in
            guard capacity >= smallest, state.bytes + capacity <= limit, state.blocks.count < countLimit else {
                return false
            }
            state.blocks.append(block)
            state.bytes += capacity
            return true
        }
        if !isKept { free(start) }
    }

    /// The first `count` bytes of a block of `malloc` as data that gives the block back; takes the block over.
    package static func data(_ start: UnsafeMutableRawPointer, count: Int, capacity: Int) -> Data {
        guard capacity >= smallest else { return Data(bytesNoCopy: start, count: count, deallocator: .free) }
        return Data(bytesNoCopy: start, count: count, deallocator: .custom { start, _ in give(start, capacity) })
    }
}
