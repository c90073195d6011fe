public import FoundationEssentials

/// The address of a picture, as a person or a program wrote it.
///
/// Spaces, umlauts and names of hosts that aren't ASCII may stand in it as they are: the loader encodes what
/// isn't encoded yet, exactly once. Equality is that of the text, after blanks around it are taken off.
public struct ImageURL: Hashable, Sendable, CustomStringConvertible {
    /// The text of the address, without blanks around it.
    public let string: String

    /// Makes an address from text: an absolute URL, or a path (one that starts with `/`, `./`, `../` or has no scheme).
    public init(_ string: String) {
        // Blanks are rare, and asking whether a character is one takes Unicode's tables.
        if let first = string.utf8.first, let last = string.utf8.last, (0x21..<0x7f).contains(first),
            (0x21..<0x7f).contains(last)
        {
            self.string = string
            return
        }
        var text = Substring(string)
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        self.string = String(text)
    }

    /// Makes an address of Foundation's URL, as its absolute text.
    public init(_ url: URL) { self.init(url.absoluteString) }

    /// The address of a file by its path, every byte of which counts as it is.
    ///
    /// A relative path is taken from the process' current folder as it is now: a later change of that changes nothing.
    public init(filePath: String) {
        var path = filePath
        // In a `file:` URL the first part of a relative path would be a host.
        if !path.isEmpty, !path.hasPrefix("/") {
            let folder = FileManager.default.currentDirectoryPath
            path = folder.hasSuffix("/") ? folder + path : folder + "/" + path
        }
        self.init(verbatim: "file://" + PercentEncoding.encode(path: path))
    }

    private init(verbatim: String) { string = verbatim }

    /// The part before the first colon in lower case (RFC 3986, 3.1), or nil where there is none: then it is a path.
    public var scheme: String? {
        guard let colon = string.utf8.firstIndex(of: UInt8(ascii: ":")), colon != string.startIndex else { return nil }
        let candidate = string[..<colon]
        guard let first = candidate.utf8.first, PercentEncoding.isLetter(first),
            candidate.utf8.allSatisfy(PercentEncoding.isSchemeByte)
        else { return nil }
        // Schemes are ASCII; the general `lowercased` would look at Unicode's tables, on every load.
        return String(decoding: candidate.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether this names a file of this machine: a `file:` URL or a path.
    public var isFile: Bool { scheme == nil || scheme == "file" }

    /// Whether this goes over HTTP.
    public var isHTTP: Bool {
        // Nearly every address begins so; no text is made for it.
        if string.utf8.starts(with: "https://".utf8) || string.utf8.starts(with: "http://".utf8) { return true }
        let scheme = scheme
        return scheme == "http" || scheme == "https"
    }

    /// The path of a file of this machine; nil for other schemes and for a `file:` URL of another host.
    public var filePath: String? {
        guard let scheme else { return string.isEmpty ? nil : string }
        guard scheme == "file" else { return nil }
        var rest = string.dropFirst("file:".count)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
            rest = rest.dropFirst(host.count)
        }
        if let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<end] }
        let path = PercentEncoding.decode(rest)
        return path.isEmpty ? nil : path
    }

    /// The last part of the path, decoded, without query and fragment; empty where there is none.
    public var lastPathComponent: String {
        if scheme == "data" { return "" }
        if let path = filePath { return String(path.split(separator: "/").last ?? "") }
        var rest = Substring(string)
        if let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<end] }
        if let range = rest.firstRange(of: "://") {
            rest = rest[range.upperBound...]
            guard let slash = rest.firstIndex(of: "/") else { return "" }
            rest = rest[slash...]
        }
        return PercentEncoding.decode(rest.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
    }

    /// The text after the last dot of ``lastPathComponent`` in lower case, or nil.
    public var pathExtension: String? {
        let name = lastPathComponent
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let suffix = name[name.index(after: dot)...]
        return suffix.isEmpty ? nil : suffix.lowercased()
    }

    /// The text; a `data:` URL is cut to its beginning, for messages.
    public var description: String {
        guard scheme == "data", string.utf8.count > 64 else { return string }
        return String(string.prefix(48)) + "…"
    }
}
