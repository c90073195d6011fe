internal import FoundationEssentials
internal import WebImageCore

/// Waits for enough bytes to know the format, then hands everything to the format's own decoder.
final class SniffingProgressiveDecoder: ProgressiveDecoder {
    private enum Phase: Sendable {
        /// Too few bytes so far to know the format.
        case waiting(Data)
        case decoding(any ProgressiveDecoder)
        /// The format can't be shown before its end.
        case collecting(any ImageCoder, DecodeContext, Data)
    }

    /// What tells every binary format, and where most headers' sizes stand. Text needs more, but has no partial
    /// pictures.
    private static let enough = 64

    private let manager: CoderManager
    private let context: DecodeContext
    private let phase = Lock(Phase.waiting(Data()))

    init(manager: CoderManager, context: DecodeContext) {
        self.manager = manager
        self.context = context
    }

    func append(_ bytes: Data) throws {
        // One caller at a time: between these two steps nobody else changes the phase.
        switch take() {
        case .waiting(var head):
            head.append(bytes)
            guard head.count >= Self.enough else { return put(.waiting(head)) }
            put(try begin(head))
        case .decoding(let decoder):
            put(.decoding(decoder))
            try decoder.append(bytes)
        case .collecting(let coder, let context, var data):
            data.append(bytes)
            put(.collecting(coder, context, data))
        }
    }

    func partialImage() throws -> DecodedImage? {
        guard case .decoding(let decoder) = phase.withLock({ $0 }) else { return nil }
        return try decoder.partialImage()
    }

    func finish() throws -> DecodedImage {
        switch take() {
        case .waiting(let data): return try manager.decode(data, context: context)
        case .decoding(let decoder): return try decoder.finish()
        case .collecting(let coder, let context, let data): return try coder.decode(data, context: context)
        }
    }

    private func begin(_ head: Data) throws -> Phase {
        // Data that is no picture so far may still become one (a long comment before `<svg`): the verdict falls at the
        // end.
        guard case .image = ContentKind(of: head), let (coder, context) = try? manager.choose(head, context) else {
            return .collecting(manager, context, head)
        }
        guard let decoder = coder.makeProgressiveDecoder(context: context) else {
            return .collecting(coder, context, head)
        }
        try decoder.append(head)
        return .decoding(decoder)
    }

    /// The phase, taken out so that appending to its data doesn't copy it.
    private func take() -> Phase {
        phase.withLock { phase in
            let taken = phase
            phase = .waiting(Data())
            return taken
        }
    }

    private func put(_ next: Phase) { phase.withLock { $0 = next } }
}
