import FoundationEssentials
import WebImage

/// Full decodes against the bare C library in this process, thumbnails, animations and encoding against Pillow and pyvips
/// in the same run, and the peak memory of each in a process of its own.
struct CoderSuite: Suite {
    let name = "coders"
    let scale: Int
    private let coder = CoderManager.standard

    init(scale: Int) { self.scale = scale }

    /// What is decoded in full: a label and the file's name.
    private static let stills = [
        ("JPEG 12 Mpx", "large.jpg"), ("JPEG 1.9 Mpx", "photo.jpg"), ("JPEG progressive 1.9 Mpx", "progressive.jpg"),
        ("PNG 1275×720 RGBA", "medium.png"), ("PNG 4 Mpx", "4mpx.png"), ("WebP 1.9 Mpx", "photo.webp"),
        ("WebP detailed 1.9 Mpx", "detailed.webp"), ("WebP 12 Mpx", "large.webp"), ("GIF 1.9 Mpx", "photo.gif"),
        ("AVIF 1.9 Mpx", "photo.avif"),
        ("HEIC 1.9 Mpx", "photo.heic"), ("JPEG XL 1.9 Mpx", "photo.jxl"), ("TIFF 1.9 Mpx", "photo.tif"),
        ("SVG 1.9 Mpx", "drawing.svg"), ("BMP 1.9 Mpx", "photo.bmp"),
    ]

    func run(_ report: Report) async throws {
        let peers = try Peers()
        try makeMore(peers)
        try full(report, peers)
        try thumbnails(report, peers)
        try progressive(report, peers)
        try animated(report, peers)
        try encoding(report, peers)
        memory(report, peers)
    }

    /// The pictures that Pillow can't write.
    private func makeMore(_ peers: Peers) throws {
        let photo = try peers.data("photo.jpg")
        let image = try coder.decode(photo, context: context(photo))
        for (format, name) in [(ImageFormat.heic, "photo.heic"), (.jxl, "photo.jxl")] where coder.canEncode(format) {
            try coder.encode(image, context: EncodeContext(format: format)).write(to: peers.url(name))
        }
        let shapes = (0..<300).map { index in
            "<circle cx='\(index * 37 % 1600)' cy='\(index * 91 % 1200)' r='\(20 + index % 60)' fill='#"
                + "\(100_000 + index * 2971 % 900_000)' fill-opacity='0.6'/>"
        }
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='1600' height='1200'>\(shapes.joined())</svg>"
        try Data(svg.utf8).write(to: peers.url("drawing.svg"))
    }

    private func full(_ report: Report, _ peers: Peers) throws {
        report.heading("Full decode, ms; limit: the bare C library, into memory of ours")
        for (label, name) in Self.stills {
            guard let data = try? peers.data(name) else { continue }
            let context = context(data)
            let bare = context.format.flatMap { BareDecoder.all[$0] }
            // In turns, so that a change of the machine's speed meets both.
            var (value, limit) = (Double.infinity, Double.infinity)
            for _ in 0..<max(2, 9 / scale) {
                value = min(value, try Measure.seconds { _ = try coder.decode(data, context: context) } * 1000)
                if let bare { limit = min(limit, try Measure.seconds { try bare.decode(data) } * 1000) }
            }
            report.row("decode \(label)", value, "ms", limit: bare.map { _ in limit }, of: bare?.library ?? "")
        }
    }

    private func thumbnails(_ report: Report, _ peers: Peers) throws {
        report.heading("Thumbnail of 256 px, ms; limit: each peer in the same run")
        let figures = try peers.figures("thumbnails")
        for name in ["large.jpg", "medium.png", "4mpx.png", "large.webp"] {
            let data = try peers.data(name)
            var context = context(data)
            context.options.thumbnail = ThumbnailSize(256)
            let value = try milliseconds { _ = try coder.decode(data, context: context) }
            report.rows("thumbnail \(name)", value, "ms", limits: figures[name])
        }
    }

    private func progressive(_ report: Report, _ peers: Peers) throws {
        report.heading("Progressive decoding in 16 pieces with a picture after each, ms; limit: one shot")
        for name in ["photo.jpg", "progressive.jpg", "photo.png", "photo.webp", "photo.gif", "photo.jxl", "photo.bmp"] {
            guard let data = try? peers.data(name) else { continue }
            let context = context(data)
            let once = try milliseconds { _ = try coder.decode(data, context: context) }
            for (label, shows) in [("progressive", true), ("in pieces, none shown:", false)] {
                let value = try milliseconds { try decodeInPieces(data, context, shows: shows) }
                report.row("\(label) \(name)", value, "ms", limit: once, of: "one shot")
            }
        }
    }

    private func decodeInPieces(_ data: Data, _ context: DecodeContext, shows: Bool) throws {
        guard let decoder = coder.makeProgressiveDecoder(context: context) else { return }
        let piece = max(1, data.count / 16)
        for start in stride(from: 0, to: data.count, by: piece) {
            try decoder.append(data[start..<min(data.count, start + piece)])
            if shows { _ = try decoder.partialImage() }
        }
        _ = try decoder.finish()
    }

    private func animated(_ report: Report, _ peers: Peers) throws {
        report.heading("Animations of 20 frames of 320×240, ms a frame; limit: Pillow in order")
        let token = CancellationToken()
        let figures = try peers.figures("animations")
        for name in ["frames.gif", "frames.png", "frames.webp"] {
            let data = try peers.data(name)
            guard let source = try coder.decode(data, context: context(data)).animation else { continue }
            let count = source.frameCount
            let forward = try milliseconds {
                for index in 0..<count { _ = try source.frame(at: index, token: token) }
            }
            report.rows("in order \(name)", forward / Double(count), "ms", limits: figures[name])
            let backward = try milliseconds {
                for index in (0..<count).reversed() { _ = try source.frame(at: index, token: token) }
            }
            report.row("backward \(name)", backward / Double(count), "ms")
            report.row("kept between frames \(name)", Double(source.retainedByteCount) / 1024, "KiB")
        }
    }

    private func encoding(_ report: Report, _ peers: Peers) throws {
        let data = try peers.data("photo.jpg")
        let image = try coder.decode(data, context: context(data))
        report.heading("Encode 1.9 Mpx, ms; limit: Pillow with the same quality")
        let figures = try peers.figures("encodes")
        for format in [ImageFormat.jpeg, .png, .webp, .gif, .bmp, .tiff, .avif, .heic, .jxl]
        where coder.canEncode(format) {
            var context = EncodeContext(format: format)
            if format == .jpeg || format == .webp { context.options.quality = 0.8 }
            var count = 0
            let value = try milliseconds(rounds: 2) { count = try coder.encode(image, context: context).count }
            report.rows("encode \(format), \(count / 1024) KiB", value, "ms", limits: figures[format.rawValue])
        }
    }

    private func memory(_ report: Report, _ peers: Peers) {
        report.heading(
            "Peak memory over that of the idle process with the file, MiB; limit: the bare C library's full decode")
        for (label, name) in Self.stills {
            let path = peers.folder.path + "/" + name
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let idle = PeakMemory.of(.nothing, path)
            let bare = PeakMemory.of(.bare, path) - idle
            let hasBare = !name.hasSuffix("bmp")
            report.row("full \(label)", PeakMemory.of(.full, path) - idle, "MiB", limit: hasBare ? bare : nil)
            report.row("to 256 px \(label)", PeakMemory.of(.thumbnail, path) - idle, "MiB", limit: hasBare ? bare : nil)
        }
        for name in ["frames.gif", "frames.png", "frames.webp"] {
            let path = peers.folder.path + "/" + name
            report.row("all frames \(name)", PeakMemory.of(.frames, path) - PeakMemory.of(.nothing, path), "MiB")
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
