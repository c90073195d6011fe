internal import WebImage
internal import WebImageCore

/// `webimage prefetch`: fills the cache.
struct PrefetchCommand {
    static let definition = CommandDefinition(
        name: "prefetch", operands: "SOURCE…",
        summary: "Fill the cache before pictures are needed",
        discussion: """
            Pictures that are cached already are skipped. The answer ends with the counts: finished is what was loaded now, \
            skipped what was there.
            """,
        groups: [
            OptionGroup(
                title: "Sources and reports",
                options: [Options.list.definition, Options.json.definition, Options.progress.definition]),
            OptionGroup(title: "Cache", options: [Options.cache.definition, Options.shared.definition]),
            OptionGroup(title: "Transfer", options: Options.transfer + [Options.jobs.definition]),
        ])

    private let sources: [String]
    private let load: LoadSettings
    private let progress: ProgressMode
    private let writesJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        load = try LoadSettings(arguments)
        progress = try arguments.value(of: Options.progress) ?? .auto
        writesJSON = arguments.has(Options.json)
        sources = try SourceList.read(arguments, command: "prefetch")
    }

    func run() async -> ExitCode {
        let console = Console(progress: progress)
        let parts = LoadParts(load, console: console)
        var configuration = ImagePrefetcher.Configuration()
        configuration.width = load.jobs
        configuration.callbackTarget = .immediate
        let prefetcher = ImagePrefetcher(manager: parts.manager, configuration: configuration)
        console.begin(total: sources.count)
        let batch = prefetcher.prefetch(
            sources.map(load.request),
            onEvent: { event in
                var hasFailed = false
                if case .failed(let error) = event.outcome {
                    hasFailed = true
                    tell(error, of: event.url, console: console)
                }
                console.ended(totalBytes: event.counts.byteCount, failed: hasFailed)
            })
        let summary = await withTaskCancellationHandler {
            await batch.summary
        } onCancel: {
            batch.cancel()
        }
        await parts.close()
        console.finish()
        tell(summary, console: console)
        return summary.counts.failed == 0 ? .success : .failure
    }

    private func tell(_ error: WebImageError, of url: ImageURL, console: Console) {
        guard writesJSON else { return console.error(error.line(source: url.string)) }
        StandardOutput.line(
            JSONValue.object([
                .init("source", .string(url.string)), .init("ok", .bool(false)), .init("error", error.json),
            ]).line)
    }

    private func tell(_ summary: PrefetchSummary, console: Console) {
        let counts = summary.counts
        let milliseconds = (summary.duration.inSeconds * 1000).rounded()
        let members: [JSONValue.Member] = [
            .init("total", .integer(counts.total)),
            .init("finished", .integer(counts.finished)),
            .init("skipped", .integer(counts.skipped)),
            .init("failed", .integer(counts.failed)),
            .init("bytes", .integer(counts.byteCount)),
            .init("seconds", .number(milliseconds / 1000)),
        ]
        guard !writesJSON else { return StandardOutput.line(JSONValue.object(members).line) }
        console.line(
            "\(counts.total) in all: \(counts.finished) finished, \(counts.skipped) skipped, \(counts.failed) failed, "
                + "\(Quantity.bytes(counts.byteCount)) in \(Quantity.decimals(summary.duration.inSeconds, 1)) s")
    }
}
