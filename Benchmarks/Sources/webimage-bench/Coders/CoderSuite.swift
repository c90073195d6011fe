import CBenchBaseline
import FoundationEssentials
import WebImage

/// Full decodes against the bare C library in this process, thumbnails against Pillow and pyvips in the same run.
struct CoderSuite: Suite {
    let name = "coders"
    let scale: Int
    private typealias Bare = (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>?, Int, inout Int32, inout Int32) ->
        Int32

    func run(_ report: Report) async throws {
        let peers = try Peers()
        let coder = CoderManager.standard
        report.heading("Full decode, ms; limit: the bare C library into the same layout")
        try full(report, coder, "JPEG 12 Mpx", peers.data("large.jpg")) { bench_decode_jpeg($0, $1, $2, $3, &$4, &$5) }
        try full(report, coder, "JPEG 1.9 Mpx", peers.data("photo.jpg")) { bench_decode_jpeg($0, $1, $2, $3, &$4, &$5) }
        try full(report, coder, "PNG 1275×720 RGBA", peers.data("medium.png")) {
            bench_decode_png($0, $1, $2, $3, &$4, &$5)
        }
        try full(report, coder, "PNG 4 Mpx", peers.data("4mpx.png")) { bench_decode_png($0, $1, $2, $3, &$4, &$5) }
        try full(report, coder, "WebP 1.9 Mpx", peers.data("photo.webp")) {
            bench_decode_webp($0, $1, $2, $3, &$4, &$5)
        }
        for name in ["photo.gif", "photo.avif"] {
            let data = try peers.data(name)
            report.row("decode \(name)", try milliseconds { _ = try coder.decode(data, context: context(data)) }, "ms")
        }
        try thumbnails(report, coder, peers)
        try progressive(report, coder, peers)
        try animated(report, coder, peers)
        try encoding(report, coder, peers)
    }

    private func full(_ report: Report, _ coder: CoderManager, _ label: String, _ data: Data, bare: Bare) throws {
        let limit = try data.withUnsafeBytes { raw -> Double in
            guard let base = raw.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return .nan }
            var width: Int32 = 0
            var height: Int32 = 0
            precondition(bare(base, raw.count, nil, 0, &width, &height) == 0)
            return try milliseconds {
                let buffer = try BitmapBuffer(PixelSize(width: Int(width), height: Int(height)), zeroed: false)
                let pixels = buffer.baseAddress.assumingMemoryBound(to: UInt8.self)
                precondition(bare(base, raw.count, pixels, buffer.bytesPerRow, &width, &height) == 0)
            }
        }
        let context = context(data)
        let value = try milliseconds { _ = try coder.decode(data, context: context) }
        report.row("decode \(label)", value, "ms", limit: limit)
    }

    private func thumbnails(_ report: Report, _ coder: CoderManager, _ peers: Peers) throws {
        report.heading("Thumbnail of 256 px, ms; limit: each peer in the same run")
        let figures = try peers.figures("thumbnails")
        for name in ["large.jpg", "medium.png", "4mpx.png", "large.webp"] {
            let data = try peers.data(name)
            var context = context(data)
            context.options.thumbnail = ThumbnailSize(256)
            let value = try milliseconds { _ = try coder.decode(data, context: context) }
            for (peer, limit) in (figures[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
                report.row("thumbnail \(name)", value, "ms", limit: limit, of: peer)
            }
        }
    }

    private func progressive(_ report: Report, _ coder: CoderManager, _ peers: Peers) throws {
        report.heading("Progressive decoding in pieces of 16 KiB with a picture after each, ms; limit: one shot")
        for name in ["photo.jpg", "progressive.jpg", "medium.png", "photo.webp"] {
            let data = try peers.data(name)
            let context = context(data)
            let once = try milliseconds { _ = try coder.decode(data, context: context) }
            let value = try milliseconds {
                guard let decoder = coder.makeProgressiveDecoder(context: context) else { return }
                for start in stride(from: 0, to: data.count, by: 16384) {
                    try decoder.append(data[start..<min(data.count, start + 16384)])
                    _ = try decoder.partialImage()
                }
                _ = try decoder.finish()
            }
            report.row("progressive \(name)", value, "ms", limit: once, of: "one shot")
        }
    }

    private func animated(_ report: Report, _ coder: CoderManager, _ peers: Peers) throws {
        let data = try peers.data("frames.gif")
        guard let source = try coder.decode(data, context: context(data)).animation else { return }
        let token = CancellationToken()
        report.heading("Animated GIF, 20 frames of 320×240")
        let sequential = try milliseconds {
            for index in 0..<source.frameCount { _ = try source.frame(at: index, token: token) }
        }
        report.row("a frame in order", sequential / Double(source.frameCount), "ms")
        let backward = try milliseconds {
            for index in (0..<source.frameCount).reversed() { _ = try source.frame(at: index, token: token) }
        }
        report.row("a frame backward", backward / Double(source.frameCount), "ms")
        report.row("kept between frames", Double(source.retainedByteCount) / 1024, "KiB")
    }

    private func encoding(_ report: Report, _ coder: CoderManager, _ peers: Peers) throws {
        let data = try peers.data("photo.jpg")
        let image = try coder.decode(data, context: context(data))
        report.heading("Encode 1.9 Mpx")
        for format in [ImageFormat.jpeg, .png, .webp, .gif, .bmp, .tiff] where coder.canEncode(format) {
            let context = EncodeContext(format: format)
            var count = 0
            let value = try milliseconds(rounds: 2) { count = try coder.encode(image, context: context).count }
            report.row("encode \(format), \(count / 1024) KiB", value, "ms")
        }
    }

    private func context(_ data: Data) -> DecodeContext {
        var context = DecodeContext()
        if case .image(let format) = ContentKind(of: data) { context.format = format }
        return context
    }

    private func milliseconds(rounds: Int = 7, _ body: () throws -> Void) rethrows -> Double {
        try Measure.best(of: max(2, rounds / scale), body) * 1000
    }
}
