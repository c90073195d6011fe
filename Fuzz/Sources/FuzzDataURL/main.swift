import FuzzSupport
import WebImageCore

@testable import WebImageLoader

// Addresses as people write them, and pictures that stand in one.
fuzz { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    for address in [text, "data:" + text, "http://example.org/" + text] {
        let url = ImageURL(address)
        _ = (url.filePath, url.lastPathComponent, url.pathExtension, url.description, url.isHTTP)
        if let path = url.filePath, path.hasPrefix("/") {
            precondition(ImageURL(filePath: path).filePath == path, "a path doesn't survive the way through a URL")
        }
        if url.isHTTP, let parsed = try? HTTPAddress(url) { _ = try? parsed.resolving(text) }
    }
    let request = LoaderRequest(ImageURL("data:" + text))
    _ = try? DataURLLoader.read(request)
}
