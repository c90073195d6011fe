internal import FoundationEssentials
internal import Glibc

/// Whole writes and reads of file descriptors.
enum Descriptor {
    /// Writes all bytes; gives 0 or the number of the error.
    static func write(_ data: Data, to descriptor: Int32) -> Int32 {
        data.withUnsafeBytes { write($0, to: descriptor) }
    }

    static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN:
                    // The terminal's other end may have made it non-blocking.
                    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    Glibc.poll(&poll, 1, -1)
                    continue
                default: return errno
                }
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return 0
    }

    /// All bytes up to the end, or the number of the error.
    static func readAll(_ descriptor: Int32) -> (bytes: [UInt8], failure: Int32) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return (bytes, 0) }
            if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { return (bytes, errno) }
        }
    }
}
