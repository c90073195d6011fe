import FoundationEssentials
public import WebImage
import WebImageTesting

/// A loopback server with pictures in one color each, and with every fault that a storm is to meet.
public final class StormServer: Sendable {
    /// What a path answers with.
    public enum Fault: String, CaseIterable, Sendable {
        case none, notFound, serverError, reset, short, html, corrupt, slow
    }

    private let server: LoopbackServer
    private let bodies: [Data]
    private let colors: [PixelColor]

    /// Makes `count` pictures of 48 × 48 pixels, as PNG.
    public init(pictures count: Int) throws {
        // A soak asks it for hours.
        server = try LoopbackServer(keepsRequests: false)
        colors = (0..<count).map { index in
            PixelColor(
                red: UInt8(truncatingIfNeeded: index &* 37), green: UInt8(truncatingIfNeeded: index &* 91),
                blue: UInt8(truncatingIfNeeded: index &* 13))
        }
        bodies = try colors.map { color in
            let bitmap = try Bitmap(PixelSize(width: 48, height: 48), color: color)
            let image = DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: bitmap.size))
            return try CoderManager.standard.encode(image, context: EncodeContext(format: .png))
        }
        server.handleOthers { [bodies] request, connection in
            let words = request.path.split(separator: "/")
            guard words.count == 2, let fault = Fault(rawValue: String(words[0])), let index = Int(words[1]) else {
                return connection.reset()
            }
            Self.answer(fault, Array(bodies[index]), request, connection)
        }
    }

    /// The address of a picture that is answered with a fault.
    public func url(_ index: Int, _ fault: Fault = .none) -> ImageURL {
        ImageURL(server.url("/\(fault.rawValue)/\(index)"))
    }

    /// The color of a picture.
    public func color(_ index: Int) -> PixelColor { colors[index] }

    /// Closes all connections and no longer answers.
    public func stop() { server.stop() }

    private static func answer(
        _ fault: Fault, _ body: [UInt8], _ request: LoopbackRequest, _ connection: LoopbackConnection
    ) {
        switch fault {
        case .none: connection.send(LoopbackResponse(body: body), to: request)
        case .notFound: connection.send(LoopbackResponse(status: 404, text: "not here"), to: request)
        case .serverError: connection.send(LoopbackResponse(status: 500, text: "broken"), to: request)
        case .reset: connection.reset()
        case .short:
            connection.send(LoopbackResponse(body: Array(body.dropLast(10)), framing: .claiming(body.count)))
        case .html: connection.send(LoopbackResponse(text: "<!doctype html><p>Sign in"), to: request)
        case .corrupt:
            // Behind the head, which stays true.
            let broken = body.prefix(40) + body.dropFirst(40).map { $0 ^ 0x55 }
            connection.send(LoopbackResponse(body: Array(broken)), to: request)
        case .slow:
            connection.send(LoopbackResponse(body: body).head)
            connection.drip(body, size: 1 + body.count / 4, every: 5)
        }
    }
}
