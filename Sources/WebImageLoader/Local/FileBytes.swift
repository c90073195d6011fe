internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// An open file, read to its end; pipes and devices too.
struct FileBytes: ~Copyable {
    private static let pieceSize = 1 << 20

    private let descriptor: Int32
    private let request: LoaderRequest
    private let expected: Int?

    /// Opens the file.
    init(path: String, request: LoaderRequest) throws(WebImageError) {
        // Not blocking: a pipe that nobody writes to would hold the thread for good.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(errno, path, request) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else {
            let code = errno
            close(descriptor)
            throw Self.failure(code, path, request)
        }
        if info.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw Self.failure(EISDIR, path, request)
        }
        // Files of /proc say 0 and have content.
        expected = info.st_mode & S_IFMT == S_IFREG && info.st_size > 0 ? Int(info.st_size) : nil
        self.descriptor = descriptor
        self.request = request
    }

    deinit { close(descriptor) }

    /// Reads everything; progress and pieces go to the context.
    func read(context: LoaderContext, token: CancellationToken) throws(WebImageError) -> Data {
        let limit = request.options.maximumBytes
        if let expected, expected > limit { throw ResponseCheck.tooLarge(request) }
        var body = BodyBuffer()
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
        defer { piece.deallocate() }
        if let expected { body.reserve(expected + 1) }
        while true {
            try token.check()
            let count = Glibc.read(descriptor, piece.baseAddress, piece.count)
            if count < 0 {
                if errno == EINTR { continue }
                guard errno == EAGAIN else { throw Self.failure(errno, request.url.string, request) }
                // Look at the token now and then while a pipe is silent.
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&wait, 1, 100)
                continue
            }
            if count == 0 { break }
            let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(piece)[..<count])
            guard body.count + count <= limit, body.append(bytes) else { throw ResponseCheck.tooLarge(request) }
            context.onProgress?(LoadProgress(received: body.count, total: expected.map { max($0, body.count) }))
            context.onData?(Data(bytes))
        }
        guard body.count > 0 else {
            throw WebImageError(.notAnImage, "The file is empty: there is no picture.", url: request.url)
        }
        return body.take()
    }

    private static func failure(_ code: Int32, _ path: String, _ request: LoaderRequest) -> WebImageError {
        let words = String(cString: strerror(code))
        switch code {
        case ENOENT, ENOTDIR, ENXIO, ENAMETOOLONG, ELOOP:
            return WebImageError(
                .fileNotFound, "There is no file \(path). Check the path.", url: request.url, underlying: words)
        case EISDIR:
            return WebImageError(.fileNotFound, "\(path) is a folder, not a picture.", url: request.url)
        case EACCES, EPERM:
            return WebImageError(
                .permissionDenied, "The file \(path) may not be read. Check its permissions.", url: request.url,
                underlying: words)
        default:
            return WebImageError(
                .fileNotFound, "The file \(path) can't be read.", url: request.url, underlying: words)
        }
    }
}
