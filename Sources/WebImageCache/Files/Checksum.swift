internal import CWebImageLinux

/// Proof that bytes are those that were written: cut, zeroed and flipped ones give another number.
package enum Checksum {
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 { wi_hash64(bytes.baseAddress, bytes.count) }
}
