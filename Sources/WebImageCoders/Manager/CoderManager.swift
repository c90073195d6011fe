public import FoundationEssentials
public import WebImageCore

/// Walks its coders and lets the first that can do the job do it; the one registered last is asked first.
///
/// A manager is a coder itself, so it stands wherever one coder may stand. All reading, writing and animating goes
/// through coders; a custom one takes precedence over the built-in ones by being registered. Any thread may call.
///
/// A coder that says it can decode and then fails ends the search: the next one is not asked.
public final class CoderManager: ImageCoder {
    private let state: Lock<[any ImageCoder]>

    /// Makes a manager of these coders alone.
    ///
    /// - Parameter coders: From the first to the last registered: the last one is asked first.
    public init(coders: [any ImageCoder]) {
        state = Lock(coders)
    }

    /// A new manager with every coder of this build.
    public static var standard: CoderManager { CoderManager(coders: builtInCoders) }

    /// The coders, from the first to the last registered; the last one is asked first.
    public var coders: [any ImageCoder] {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Adds a coder that is asked before all others.
    public func register(_ coder: any ImageCoder) {
        state.withLock { $0.append(coder) }
    }

    /// Takes out every coder with this identifier; does nothing where there is none.
    public func unregister(identifier: String) {
        state.withLock { coders in coders.removeAll { $0.identifier == identifier } }
    }

    public func canDecode(_ format: ImageFormat?, head: Data) -> Bool {
        decoder(for: format, head: head) != nil
    }

    /// - Throws: ``WebImageError/Code/notAnImage`` with what the data is instead,
    ///   ``WebImageError/Code/unsupportedFormat`` where no coder reads it, and the coder's own errors.
    public func info(of data: Data, context: DecodeContext) throws -> ImageInfo {
        let (coder, context) = try choose(data, context)
        return try coder.info(of: data, context: context)
    }

    /// - Throws: ``WebImageError/Code/notAnImage`` with what the data is instead,
    ///   ``WebImageError/Code/unsupportedFormat`` where no coder reads it, and the coder's own errors.
    public func decode(_ data: Data, context: DecodeContext) throws -> DecodedImage {
        let (coder, context) = try choose(data, context)
        try context.token.check()
        return try coder.decode(data, context: context)
    }

    /// A decoder that chooses the coder by the first bytes; formats without partial pictures are decoded at the end.
    public func makeProgressiveDecoder(context: DecodeContext) -> (any ProgressiveDecoder)? {
        SniffingProgressiveDecoder(manager: self, context: context)
    }

    public func canEncode(_ format: ImageFormat) -> Bool {
        coders.contains { $0.canEncode(format) }
    }

    /// - Throws: ``WebImageError/Code/unsupportedFormat`` where no coder writes the format, and the coder's own errors.
    public func encode(_ image: DecodedImage, context: EncodeContext) throws -> Data {
        guard let coder = coders.last(where: { $0.canEncode(context.format) }) else {
            throw WebImageError(
                .unsupportedFormat,
                "This build does not write \(context.format); choose another format, such as png or jpeg.")
        }
        try context.token.check()
        return try coder.encode(image, context: context)
    }

    /// The coder for data that begins with `head`, and the context with the format filled in.
    func choose(_ head: Data, _ context: DecodeContext) throws -> (any ImageCoder, DecodeContext) {
        var context = context
        let kind = ContentKind(of: head)
        if context.format == nil, case .image(let format) = kind { context.format = format }
        if let coder = decoder(for: context.format, head: head) { return (coder, context) }
        if case .other(let reason) = kind, context.format == nil {
            throw WebImageError(.notAnImage, reason.explanation, url: context.url)
        }
        let name = context.format.map(\.rawValue) ?? "this kind of"
        throw WebImageError(
            .unsupportedFormat, "This build does not read \(name) pictures; register a coder that does.",
            url: context.url)
    }

    private func decoder(for format: ImageFormat?, head: Data) -> (any ImageCoder)? {
        coders.last { $0.canDecode(format, head: head) }
    }
}
