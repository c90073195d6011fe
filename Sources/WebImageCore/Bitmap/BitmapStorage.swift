internal import Glibc

/// The memory behind a bitmap: one aligned block, freed when the last owner lets go.
///
/// Invariant behind `@unchecked Sendable`: the bytes are written only while a ``BitmapBuffer``, which can't be copied,
/// is the sole owner; from the moment a ``Bitmap`` holds the storage nobody writes. The pointer itself never changes.
package final class BitmapStorage: @unchecked Sendable {
    package let base: UnsafeMutableRawPointer
    package let byteCount: Int

    /// Takes `byteCount` bytes, 64-byte aligned, cleared to zero if asked.
    package init?(byteCount: Int, zeroed: Bool) {
        guard byteCount > 0 else { return nil }
        let rounded = (byteCount + 63) & ~63
        guard let memory = aligned_alloc(64, rounded) else { return nil }
        if zeroed { memset(memory, 0, rounded) }
        base = memory
        self.byteCount = byteCount
    }

    deinit { free(base) }
}
