internal import CWebImagePNG
internal import FoundationEssentials
internal import Glibc

/// Bounded reads of big-endian numbers, and zlib.
struct PNGBytes {
    private let bytes: UnsafeRawBufferPointer

    /// - Parameter bytes: Must stay valid while this value is used.
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(offset: Int) -> UInt8 { bytes[offset] }

    func unsigned32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= bytes.count - 4 else { return nil }
        return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func unsigned16(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        return UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func data(_ range: Range<Int>) -> Data { Data(bytes[range]) }

    /// The bytes before the next zero, and the offset behind it.
    func string(from offset: Int, before end: Int) -> (text: Range<Int>, next: Int)? {
        guard offset <= end, let zero = bytes[offset..<end].firstIndex(of: 0) else { return nil }
        return (offset..<zero, zero + 1)
    }

    /// A zlib stream unpacked; nil where it is broken or gives more than `maximum` bytes.
    func inflated(_ range: Range<Int>, maximum: Int) -> Data? {
        guard let base = bytes.baseAddress, !range.isEmpty else { return nil }
        var count = 0
        guard
            let result = wi_png_inflate(
                (base + range.lowerBound).assumingMemoryBound(to: UInt8.self), range.count, maximum, &count)
        else { return nil }
        defer { free(result) }
        return Data(bytes: result, count: count)
    }

    /// The checksum of a chunk's type and content.
    static func checksum(_ data: Data) -> UInt32 {
        data.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return wi_png_checksum(base.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
    }
}
