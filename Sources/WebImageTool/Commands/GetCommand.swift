internal import WebImage
internal import WebImageCore

/// `webimage get`: loads, decodes, edits, writes and reports.
struct GetCommand {
    static let definition = CommandDefinition(
        name: "get", operands: "SOURCE…",
        summary: "Load pictures, edit them and write them",
        discussion: """
            SOURCE is an http, https, file or data URL, or a path. Pictures are looked for in the cache first, then loaded. \
            Without -o they are loaded and reported only. Edits are applied in the order written. Without an edit, an \
            encoder setting or another format the original bytes are written untouched.
            """,
        groups: [
            OptionGroup(
                title: "Sources and reports",
                options: [Options.list.definition, Options.json.definition, Options.progress.definition]),
            OptionGroup(
                title: "Output",
                options: [
                    Options.output.definition, Options.format.definition, Options.quality.definition,
                    Options.lossless.definition,
                ]),
            OptionGroup(
                title: "Edits",
                options: [Options.size.definition, Options.fit.definition, Options.enlarge.definition]
                    + Options.edits.dropFirst().map(\.definition)),
            OptionGroup(
                title: "Animations",
                options: [
                    Options.firstFrame.definition, Options.frame.definition, Options.allFrames.definition,
                ]),
            OptionGroup(
                title: "Cache",
                options: [
                    Options.cache.definition, Options.noCache.definition, Options.refresh.definition,
                    Options.offline.definition, Options.followHTTP.definition, Options.shared.definition,
                ]),
            OptionGroup(title: "Transfer", options: Options.transfer + [Options.jobs.definition]),
        ])

    let settings: GetSettings

    init(_ arguments: ParsedArguments) throws(UsageError) { settings = try GetSettings(arguments) }

    func run() async -> ExitCode {
        let console = Console(progress: settings.progress)
        let parts = LoadParts(settings.load, console: console)
        let job = GetJob(
            settings: settings, manager: parts.manager, console: console, pool: WorkerPool(name: "webimage.write"))
        let reporter = GetReporter(settings: settings, console: console)
        let units = GetUnit.units(of: settings)
        console.begin(total: settings.sources.count)
        // More than the transfers at once, so that decoding and writing never keep the network waiting; not all, so
        // that the pictures of a long list are not in memory together.
        await ConcurrentWindow(width: settings.load.jobs + 4).run(count: units.count) { index in
            (index, await job.run(units[index], identifier: index))
        } each: { index, reports in
            reporter.take(reports, identifier: index)
        }
        await parts.close()
        console.finish()
        return reporter.hasFailure ? .failure : .success
    }
}
