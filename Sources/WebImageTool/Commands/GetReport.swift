internal import WebImage
internal import WebImageCore

/// How one source of `webimage get` ended.
struct GetReport: Sendable {
    /// What was made.
    struct Picture: Sendable {
        var origin: LoadedImage.Source
        var isRevalidated: Bool
        /// Of the file that was written; of the source where none was.
        var format: ImageFormat
        var size: PixelSize
        var frames: Int
        var bytes: Int
        var output: String?
        /// Why refreshing failed, where what was cached was kept.
        var refreshError: WebImageError?
    }

    var source: String
    var result: Result<Picture, WebImageError>
    var duration: Duration

    var json: JSONValue {
        var picture: Picture?
        if case .success(let value) = result { picture = value }
        var members: [JSONValue.Member] = [
            .init("source", .string(source)),
            .init("ok", .bool(picture != nil)),
            .init("from", .optional(picture?.origin.rawValue)),
            .init("revalidated", picture.map { .bool($0.isRevalidated) } ?? .null),
            .init("format", .optional(picture?.format.rawValue)),
            .init("width", .optional(picture?.size.width)),
            .init("height", .optional(picture?.size.height)),
            .init("frames", .optional(picture?.frames)),
            .init("bytes", .optional(picture?.bytes)),
            .init("milliseconds", .milliseconds(duration)),
            .init("output", .optional(picture?.output)),
        ]
        if case .failure(let error) = result { members.append(.init("error", error.json)) }
        return .object(members)
    }

    /// One line for people about a success.
    func line(_ picture: Picture, style: TextStyle) -> String {
        var parts = [
            style.bold(Printable.text(ImageURL(source).description)),
            "\(picture.format) \(picture.size)" + (picture.frames > 1 ? ", \(picture.frames) frames" : ""),
            Quantity.bytes(picture.bytes),
            picture.origin.rawValue + (picture.isRevalidated ? " (unchanged)" : ""),
            Quantity.milliseconds(duration),
        ]
        if let output = picture.output { parts.append("→ " + Printable.text(output)) }
        return parts.joined(separator: "  ")
    }
}

extension WebImageError {
    /// `{code, message, status}`.
    var json: JSONValue {
        .object([
            .init("code", .string(code.rawValue)),
            .init("message", .string(sentence)),
            .init("status", .optional(status)),
        ])
    }

    /// The message with the words of the part below it.
    var sentence: String { underlying.map { "\(message) (\($0))" } ?? message }

    /// One line for people.
    func line(source: String) -> String {
        "\(Printable.text(ImageURL(source).description)): \(Printable.text(sentence)) [\(code)]"
    }
}
