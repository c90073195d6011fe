import FoundationEssentials
import WebImageCoders
import WebImageCore

/// Pictures for the tests: those of `Samples`, and plain ones.
enum Sample {
    static func path(_ name: String) -> String {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return "/\(root)/Samples/\(name)"
    }

    static func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) } ?? []
    }

    /// What a file is, read by the library's coders.
    static func image(_ bytes: [UInt8]) throws -> DecodedImage {
        let data = Data(bytes)
        guard case .image(let format) = ContentKind(of: data) else { throw WebImageError(.notAnImage, "") }
        return try CoderManager.standard.decode(data, context: DecodeContext(format: format))
    }
}
