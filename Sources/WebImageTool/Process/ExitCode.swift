/// How the program ends: the numbers that scripts rely on.
enum ExitCode: Int32, Sendable {
    case success = 0
    /// At least one source failed; the others are done.
    case failure = 1
    /// The command line made no sense; nothing is done.
    case usage = 2
}
