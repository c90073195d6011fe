import FoundationEssentials
import Testing

@testable import WebImageLoader

/// Bodies and the memory that one leaves for the next.
struct BodyBufferTests {
    private func body(_ byte: UInt8, _ count: Int, reserved: Int? = nil) -> Data {
        var buffer = BodyBuffer()
        if let reserved { buffer.reserve(reserved) }
        let piece = [UInt8](repeating: byte, count: 10_000)
        var left = count
        while left > 0 {
            let next = min(left, piece.count)
            #expect(piece.withUnsafeBytes { buffer.append(UnsafeRawBufferPointer(rebasing: $0[..<next])) })
            left -= next
        }
        #expect(buffer.count == count)
        return buffer.take()
    }

    @Test(
        "bodies of any size, reserved or grown, are their own while others come and go",
        arguments: [1, 4097, 131_072, 1_000_003])
    func own(count: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var kept: [(UInt8, Data)] = []
                    for round in 0..<12 {
                        let byte = UInt8(worker * 50 + round)
                        kept.append((byte, body(byte, count, reserved: round % 2 == 0 ? count : nil)))
                        if round % 3 == 2 { kept.removeFirst(2) }
                        for (byte, data) in kept { #expect(data == Data(repeating: byte, count: count)) }
                    }
                }
            }
        }
    }

    @Test("a false length takes no more than is trusted, and an empty body is empty")
    func lengths() {
        var buffer = BodyBuffer()
        buffer.reserve(1 << 40)
        #expect(buffer.take().isEmpty)
        #expect(body(7, 200_000, reserved: 8 << 20) == Data(repeating: 7, count: 200_000))
    }
}
