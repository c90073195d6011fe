internal import Glibc

/// The memory behind a bitmap: one aligned block, freed when the last owner lets go.
///
/// Invariant behind `@unchecked Sendable`: the bytes are written only while a ``BitmapBuffer``, which can't be copied,
/// is the sole owner; from the moment a ``Bitmap`` holds the storage nobody writes. The pointer itself never changes.
package final class BitmapStorage: @unchecked Sendable {
    package let base: UnsafeMutableRawPointer
    package let byteCount: Int
    /// What `malloc` gave.
    private let memory: UnsafeMutableRawPointer

    /// Takes `byteCount` bytes, 64-byte aligned, cleared to zero if asked.
    package init?(byteCount: Int, zeroed: Bool) {
        guard byteCount > 0 else { return nil }
        let rounded = (byteCount + 63) & ~63
        if zeroed {
            // Fresh pages of the system are zero already, and `calloc` knows which these are.
            guard let memory = calloc(1, rounded + 63) else { return nil }
            self.memory = memory
            base = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: memory) + 63) & ~63) ?? memory
        } else {
            guard let memory = aligned_alloc(64, rounded) else { return nil }
            self.memory = memory
            base = memory
        }
        self.byteCount = byteCount
    }

    deinit { free(memory) }
}
