/// A command line that can't be meant: told before anything is done, exit code 2.
struct UsageError: Error, Equatable {
    var message: String

    init(_ message: String) { self.message = message }
}
