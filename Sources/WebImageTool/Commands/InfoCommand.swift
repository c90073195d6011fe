internal import FoundationEssentials
internal import Glibc
internal import WebImage
internal import WebImageCore

/// `webimage info`: tells what a picture is, without decoding pixels.
struct InfoCommand {
    static let definition = CommandDefinition(
        name: "info", operands: "SOURCE…",
        summary: "Tell what pictures are: format, size, frames, colors",
        discussion: """
            No pixels are decoded. Sizes are those of the picture as shown, orientation applied; durations are \
            milliseconds a frame, and loopCount is how often an animation plays, 0 for ever.
            """,
        groups: [
            OptionGroup(title: "Sources and reports", options: [Options.list.definition, Options.json.definition]),
            OptionGroup(
                title: "Cache",
                options: [Options.cache.definition, Options.noCache.definition, Options.offline.definition]),
            OptionGroup(title: "Transfer", options: Options.transfer + [Options.jobs.definition]),
        ])

    private struct Answer: Sendable {
        var info: ImageInfo
        var byteCount: Int
    }

    private let sources: [String]
    private let load: LoadSettings
    private let writesJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        load = try LoadSettings(arguments)
        writesJSON = arguments.has(Options.json)
        sources = try SourceList.read(arguments, command: "info")
    }

    func run() async -> ExitCode {
        let console = Console()
        let parts = LoadParts(load, console: console)
        let reader = HeaderReader(manager: parts.manager, settings: load)
        var waiting: [Int: Result<Answer, WebImageError>] = [:]
        var next = 0
        var hasFailure = false
        await ConcurrentWindow(width: load.jobs).run(count: sources.count) { index in
            do throws(WebImageError) {
                let (info, byteCount) = try await reader.info(of: sources[index])
                return (index, Result<Answer, WebImageError>.success(Answer(info: info, byteCount: byteCount)))
            } catch {
                return (index, .failure(error))
            }
        } each: { index, result in
            waiting[index] = result
            while let result = waiting.removeValue(forKey: next) {
                if !tell(result, of: sources[next], console: console) { hasFailure = true }
                next += 1
            }
        }
        await parts.close()
        return hasFailure ? .failure : .success
    }

    private func tell(_ result: Result<Answer, WebImageError>, of source: String, console: Console) -> Bool {
        switch result {
        case .success(let answer):
            let members = answer.info.members + [.init("bytes", .integer(answer.byteCount))]
            if writesJSON {
                StandardOutput.line(JSONValue.object([.init("source", .string(source))] + members).line)
            } else {
                StandardOutput.line(Report.text(ImageURL(source).description, members, style: .of(STDOUT_FILENO)))
            }
            return true
        case .failure(let error):
            if writesJSON {
                StandardOutput.line(
                    JSONValue.object([.init("source", .string(source)), .init("error", error.json)]).line)
            }
            console.error(error.line(source: source))
            return false
        }
    }
}

extension ImageInfo {
    /// The values that `info` tells, in their order.
    fileprivate var members: [JSONValue.Member] {
        [
            .init("format", .string(format.rawValue)),
            .init("width", .integer(size.width)),
            .init("height", .integer(size.height)),
            .init("storedWidth", .integer(storedSize.width)),
            .init("storedHeight", .integer(storedSize.height)),
            .init("orientation", .integer(orientation.rawValue)),
            .init("frames", .integer(frameCount)),
            .init("loopCount", .integer(loopCount)),
            .init("durations", .array(durations.map { .milliseconds($0) })),
            .init("hasAlpha", .bool(hasAlpha)),
            .init("bitDepth", .integer(bitDepth)),
            .init("colorModel", .string(colorModel.rawValue)),
            .init("profile", .optional(profile)),
            .init("isProgressive", .bool(isProgressive)),
        ]
    }
}
