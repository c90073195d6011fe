/// Numbers out of a file of little-endian byte order.
struct LittleEndianBytes {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The 32-bit number at `offset`, or nil where the bytes end before.
    func int32(at offset: Int) -> Int? { offset >= 0 && bytes.count - offset >= 4 ? unsigned(offset) : nil }

    /// - Precondition: the bytes are there.
    func word(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }

    /// - Precondition: the bytes are there.
    func unsigned(_ offset: Int) -> Int { word(offset) | word(offset + 2) << 16 }

    /// - Precondition: the bytes are there.
    func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: unsigned(offset))) }
}
