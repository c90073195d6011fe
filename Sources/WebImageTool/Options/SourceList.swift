internal import Glibc

/// The sources of a command line: operands and the lines of lists, in the order written.
enum SourceList {
    static func read(_ arguments: ParsedArguments, command: String) throws(UsageError) -> [String] {
        var sources: [String] = []
        var hasSource = false
        for item in arguments.items {
            switch item {
            case .operand(let text):
                guard !text.isEmpty else { throw UsageError("A source is empty; give a URL or a path.") }
                sources.append(text)
                hasSource = true
            case .option(Options.list.definition.name, let path):
                sources += try lines(of: path)
                hasSource = true
            case .option: break
            }
        }
        guard hasSource else {
            throw UsageError("`webimage \(command)` needs a source: a URL, a path, or -f with a list of them.")
        }
        return sources
    }

    /// The sources in a list; lines that begin with `#` and empty ones are skipped.
    static func parse(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            var line = line
            while let first = line.first, first.isWhitespace || first == "\u{FEFF}" { line.removeFirst() }
            while let last = line.last, last.isWhitespace { line.removeLast() }
            return line.isEmpty || line.hasPrefix("#") ? nil : String(line)
        }
    }

    private static func lines(of path: String) throws(UsageError) -> [String] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { if path != "-" { close(descriptor) } }
        let (bytes, number) = Descriptor.readAll(descriptor)
        guard number == 0 else { throw failure(path, number) }
        return parse(String(decoding: bytes, as: UTF8.self))
    }

    private static func failure(_ path: String, _ number: Int32) -> UsageError {
        UsageError("The list \(Printable.text(path)) can't be read: \(String(cString: strerror(number))).")
    }
}
