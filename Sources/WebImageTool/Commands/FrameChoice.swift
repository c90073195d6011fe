/// Which frames of an animation are wanted.
enum FrameChoice: Sendable, Equatable {
    /// All of them in one file where its format can hold them, else the first.
    case automatic
    case first
    /// From 0.
    case single(Int)
    /// Each in a file of its own.
    case each

    init(_ arguments: ParsedArguments) throws(UsageError) {
        try arguments.checkAtMostOne(of: [
            Options.firstFrame.definition, Options.frame.definition, Options.allFrames.definition,
        ])
        if let index = try arguments.value(of: Options.frame) {
            self = .single(index)
        } else if arguments.has(Options.allFrames) {
            self = .each
        } else {
            self = arguments.has(Options.firstFrame) ? .first : .automatic
        }
    }
}
