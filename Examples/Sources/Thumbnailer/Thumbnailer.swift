import FoundationEssentials
import WebImage

/// Makes thumbnails of pictures whose addresses users give: `GET /?url=ADDRESS&size=256&format=webp`.
struct Thumbnailer: Sendable {
    let manager: ImageManager
    /// For a service inside of a network of its own. Otherwise nobody may have this server ask its neighbors, or itself.
    var allowsPrivateAddresses = false

    /// What users may ask for; each format is made from whatever format the original has.
    private static let sizes = 16...2048
    private static let formats: [ImageFormat] = [.avif, .webp, .jpeg, .png]

    func response(to request: HTTPRequest) async -> HTTPResponse {
        guard request.method == "GET" || request.method == "HEAD" else {
            return HTTPResponse(405, text: "Only GET and HEAD.")
        }
        guard let address = request.query["url"].map({ ImageURL($0) }), address.isHTTP else {
            return HTTPResponse(400, text: "url must be an http or https address.")
        }
        guard let size = Int(request.query["size"] ?? "256"), Self.sizes.contains(size) else {
            return HTTPResponse(400, text: "size must be from \(Self.sizes.lowerBound) to \(Self.sizes.upperBound).")
        }
        guard let format = format(for: request) else {
            return HTTPResponse(400, text: "format must be avif, webp, jpeg or png.")
        }
        do {
            let image = try await manager.image(for: load(address, size)).image
            let options = EncodeOptions(quality: format == .avif ? 0.6 : 0.8)
            let file = try CoderManager.standard.encode(image, context: EncodeContext(format: format, options: options))
            return success(file, format, request)
        } catch {
            return failure(.wrapping(error, as: .encodeFailed, "The thumbnail can't be written."))
        }
    }

    private func load(_ address: ImageURL, _ size: Int) -> ImageRequest {
        var request = ImageRequest(url: address)
        // Decoded at this size: a large JPEG never exists as a whole.
        request.options.decode.thumbnail = ThumbnailSize(size)
        request.options.decode.firstFrameOnly = true
        request.options.decode.limits.maximumPixels = 100_000_000
        request.options.transfer.maximumBytes = 20 << 20
        request.options.transfer.totalTimeout = .seconds(20)
        request.options.transfer.refusesPrivateAddresses = !allowsPrivateAddresses
        return request
    }

    /// The format that is asked for, else the best that the client says it takes.
    private func format(for request: HTTPRequest) -> ImageFormat? {
        if let name = request.query["format"] {
            return ImageFormat(fileExtension: name).flatMap { Self.formats.contains($0) ? $0 : nil }
        }
        let accepted = request.headers["accept"] ?? ""
        return [.avif, .webp].first { accepted.contains($0.mediaType) } ?? .jpeg
    }

    private func success(_ file: Data, _ format: ImageFormat, _ request: HTTPRequest) -> HTTPResponse {
        // FNV-1a: the same bytes have the same tag, on every machine.
        let hash = file.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let tag = "\"\(String(hash, radix: 16))\""
        var headers = ["Cache-Control": "public, max-age=86400, stale-while-revalidate=604800", "ETag": tag]
        if request.query["format"] == nil { headers["Vary"] = "Accept" }
        if request.headers["if-none-match"] == tag { return HTTPResponse(304, headers: headers) }
        headers["Content-Type"] = format.mediaType
        return HTTPResponse(200, headers: headers, body: file)
    }

    private func failure(_ error: WebImageError) -> HTTPResponse {
        let status =
            switch error.code {
            case .invalidURL, .unsupportedScheme: 400
            case .addressRefused: 403
            case .httpStatus where error.status == 404 || error.status == 410: 404
            case .tooLarge, .tooManyPixels: 413
            case .notAnImage, .corruptImage, .truncated, .unsupportedFormat: 415
            case .encodeFailed: 500
            case .timeout: 504
            default: 502
            }
        var response = HTTPResponse(status, text: error.message)
        // Not for long: the picture may be there in a minute.
        response.headers["Cache-Control"] = "public, max-age=10"
        return response
    }
}
