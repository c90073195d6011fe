internal import WebImageCore

/// What `webimage get` is asked to do.
struct GetSettings: Sendable {
    var sources: [String]
    var target: OutputTarget
    /// The format that `--format` or the path names; nil keeps each source's own.
    var format: ImageFormat?
    /// Nil where no encoder setting is given.
    var encoding: EncodeOptions?
    var editor: ImageEditor?
    var frames: FrameChoice
    var load: LoadSettings
    var progress: ProgressMode
    var writesJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        load = try LoadSettings(arguments)
        progress = try arguments.value(of: Options.progress) ?? .auto
        writesJSON = arguments.has(Options.json)
        frames = try FrameChoice(arguments)
        target = try OutputTarget(try arguments.value(of: Options.output), allFrames: frames == .each)
        format = try arguments.value(of: Options.format) ?? target.formatName.flatMap(ImageFormat.init(path:))
        encoding = try Self.encoding(arguments)
        editor = EditChain.editor(
            try arguments.values(ofAny: Options.edits), fit: try arguments.value(of: Options.fit) ?? .contain,
            enlarges: arguments.has(Options.enlarge))
        sources = try SourceList.read(arguments, command: "get")
        try checkTarget()
    }

    private static func encoding(_ arguments: ParsedArguments) throws(UsageError) -> EncodeOptions? {
        let quality = try arguments.value(of: Options.quality)
        let isLossless = arguments.has(Options.lossless)
        guard quality != nil || isLossless else { return nil }
        return EncodeOptions(quality: quality.map { Double($0) / 100 }, isLossless: isLossless)
    }

    private func checkTarget() throws(UsageError) {
        if target == .standardOutput, writesJSON {
            throw UsageError("-o - and --json would both write to standard output; give one of them.")
        }
        guard sources.count > 1 else { return }
        switch target {
        case .file(let path):
            throw UsageError(
                "\(sources.count) sources can't be written to the one file \(Printable.text(path)); end the path in / for a folder."
            )
        case .standardOutput: throw UsageError("Only one picture can be written to standard output.")
        case .frames:
            throw UsageError("--all-frames takes one source with -o: the frames of others would replace its files.")
        case .nothing, .folder: break
        }
    }
}
