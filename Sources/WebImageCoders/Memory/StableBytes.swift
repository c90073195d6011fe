internal import FoundationEssentials
internal import Glibc

/// A copy of encoded bytes that stays in one place, for C decoders that read from it between calls.
///
/// `Data` promises its address only inside of a closure. ``data`` shares this copy, so the bytes exist once.
final class StableBytes: Sendable {
    // Invariant behind `nonisolated(unsafe)`: the bytes are written by `init` alone and freed by `deinit`.
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer

    let count: Int

    init(_ data: Data) {
        count = data.count
        memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 16)
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            memory.copyMemory(from: base, byteCount: bytes.count)
        }
    }

    deinit { memory.deallocate() }

    /// The bytes; valid while this object lives.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// The bytes as `Data` without a copy; keeps this object alive.
    var data: Data {
        Data(bytesNoCopy: memory, count: count, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
    }
}
