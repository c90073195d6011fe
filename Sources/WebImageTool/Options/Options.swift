/// Every option of every command; extensions hold them by topic.
enum Options {
    static let help = CommandOption(flag: "--help", help: "Show this help.")
    static let version = CommandOption(flag: "--version", help: "Print the version.")
    static let json = CommandOption(
        flag: "--json", help: "Write one JSON object a line to standard output, in the order of the sources.")
    static let list = CommandOption(
        "-f", "FILE",
        help:
            "Read sources from FILE, one a line; lines that begin with # and empty lines are skipped. - is standard input.",
        expects: "the name of a file", isRepeatable: true, completion: .files
    ) { $0.isEmpty ? nil : $0 }
    static let progress = CommandOption<ProgressMode>(
        choice: "--progress", help: "Whether bars are drawn; auto draws them where standard error is a terminal.")
    static let jobs = CommandOption(
        "--jobs", "N", help: "Run N transfers at once (6).", expects: "a whole number from 1 to 1000"
    ) { ValueText.wholeNumber($0, in: 1...1000) }
}

enum ProgressMode: String, Sendable, CaseIterable {
    case auto, always, never
}
