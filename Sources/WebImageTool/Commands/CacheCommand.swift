internal import FoundationEssentials
internal import Glibc
internal import WebImageCache
internal import WebImageCore

/// `webimage cache …`: looks after the cache folder.
struct CacheCommand {
    enum Action: String, CaseIterable {
        case path, stats, list, remove, trim, clear, verify
    }

    private let action: Action
    private let path: String
    private let operands: [String]
    private let writesJSON: Bool
    private let trimBytes: Int?
    private let trimAge: Double?

    init(_ action: Action, _ arguments: ParsedArguments) throws(UsageError) {
        self.action = action
        path = try LoadSettings.cachePath(arguments)
        operands = arguments.operands
        writesJSON = arguments.has(Options.json)
        trimBytes = try arguments.value(of: Options.trimBytes)
        trimAge = try arguments.value(of: Options.trimAge)
        if action == .remove {
            guard !operands.isEmpty else { throw UsageError("`webimage cache remove` needs the URL of a picture.") }
        } else if let extra = operands.first {
            throw UsageError("`webimage cache \(action)` takes no “\(Printable.text(extra))”.")
        }
        if action == .trim, trimBytes == nil, trimAge == nil {
            throw UsageError("`webimage cache trim` needs --max-bytes N or --max-age S.")
        }
    }

    func run() async -> ExitCode {
        if action == .path {
            StandardOutput.line(path)
            return .success
        }
        let cache = DiskCache(path: path)
        let console = Console()
        do {
            let code = try await perform(on: cache, console: console)
            try await cache.close()
            return code
        } catch {
            let error = WebImageError.wrapping(error, as: .cacheFailed, "The cache can't be used.")
            console.error("\(Printable.text(path)): \(Printable.text(error.sentence)) [\(error.code)]")
            return .failure
        }
    }

    private func perform(on cache: DiskCache, console: Console) async throws -> ExitCode {
        switch action {
        case .path: break
        case .stats: tell(try await cache.statistics())
        case .list:
            for item in try await cache.list().sorted(by: { $0.lastAccess > $1.lastAccess }) { tell(item) }
        case .remove: return try await remove(from: cache, console: console)
        case .trim:
            try await cache.trim(
                maximumBytes: trimBytes, maximumAge: trimAge.map { .milliseconds(Int(($0 * 1000).rounded())) })
        case .clear: try await cache.removeAll()
        case .verify: return tell(try await cache.verify())
        }
        return .success
    }

    private func remove(from cache: DiskCache, console: Console) async throws -> ExitCode {
        var code = ExitCode.success
        for url in operands where try await cache.remove(url: url) == 0 {
            console.error("\(Printable.text(url)): nothing of it is in the cache.")
            code = .failure
        }
        return code
    }

    private func tell(_ statistics: DiskCache.Statistics) {
        let members: [JSONValue.Member] = [
            .init("path", .string(statistics.path)),
            .init("entries", .integer(statistics.entries)),
            .init("bytes", .integer(statistics.bytes)),
            .init("inlineEntries", .integer(statistics.inlineEntries)),
            .init("fileEntries", .integer(statistics.fileEntries)),
            .init("limitBytes", .optional(statistics.limitBytes)),
            .init("maxAgeSeconds", statistics.maximumAge.map { .number(seconds: $0.inSeconds) } ?? .null),
            .init("oldestAccess", .date(statistics.oldestAccess)),
            .init("newestAccess", .date(statistics.newestAccess)),
        ]
        StandardOutput.line(
            writesJSON ? JSONValue.object(members).line : Report.text(nil, members, style: .of(STDOUT_FILENO)))
    }

    private func tell(_ item: DiskCache.Item) {
        guard writesJSON else {
            let url = Printable.text(item.url.map { ImageURL($0).description } ?? item.key.string)
            return StandardOutput.line("\(Timestamp.text(item.lastAccess))  \(Quantity.bytes(item.byteCount))  \(url)")
        }
        StandardOutput.line(
            JSONValue.object([
                .init("key", .string(item.key.string)),
                .init("url", .optional(item.url)),
                .init("bytes", .integer(item.byteCount)),
                .init("created", .date(item.created)),
                .init("lastAccess", .date(item.lastAccess)),
                .init("expires", .date(item.expires)),
                .init("etag", .optional(item.metadata.etag)),
            ]).line)
    }

    private func tell(_ report: DiskCache.VerificationReport) -> ExitCode {
        let members: [JSONValue.Member] = [
            .init("checked", .integer(report.checked)),
            .init("damaged", .integer(report.damaged.count)),
            .init("orphans", .integer(report.orphans)),
            .init("recentOrphans", .integer(report.recentOrphans)),
            .init("adopted", .integer(report.adopted)),
            .init("indexRebuilt", .bool(report.wasIndexRebuilt)),
            .init("totalsCorrected", .bool(report.wereTotalsWrong)),
            .init("ok", .bool(!report.foundProblems)),
        ]
        if writesJSON {
            StandardOutput.line(JSONValue.object(members).line)
        } else {
            for line in Self.sentences(report) { StandardOutput.line(line) }
        }
        return report.foundProblems ? .failure : .success
    }

    private static func sentences(_ report: DiskCache.VerificationReport) -> [String] {
        var lines = ["\(report.checked) entries read."]
        lines += report.damaged.map { "Removed a damaged entry: \(Printable.text($0.string))" }
        if report.orphans > 0 { lines.append("Removed \(report.orphans) files that no entry had.") }
        if report.recentOrphans > 0 {
            lines.append("Left \(report.recentOrphans) new files that no entry has: a process may be at work.")
        }
        if report.wasIndexRebuilt { lines.append("The index was damaged and has been made anew.") }
        if report.adopted > 0 { lines.append("Took \(report.adopted) whole files into the new index.") }
        if report.wereTotalsWrong { lines.append("The sums of the index were wrong and have been put right.") }
        return lines + [report.foundProblems ? "The cache is repaired." : "The cache is whole."]
    }
}
