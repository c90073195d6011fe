extension Options {
    static let header = CommandOption(
        "--header", "'K: V'", help: "Send a header field.", expects: "a field such as 'Accept: image/webp'",
        isRepeatable: true, parse: ValueText.header)
    static let user = CommandOption(
        "--user", "U:P", help: "User name and password for servers that want them (Basic or Digest).",
        expects: "USER:PASSWORD", parse: ValueText.credentials)
    static let insecure = CommandOption(flag: "--insecure", help: "Don't verify certificates.")
    static let timeout = CommandOption(
        "--timeout", "S", help: "Give up after S seconds without a connection or without a byte; decimals are fine.",
        expects: "a number of seconds above 0", parse: ValueText.seconds)
    static let maxTime = CommandOption(
        "--max-time", "S", help: "Give up a transfer after S seconds altogether.",
        expects: "a number of seconds above 0", parse: ValueText.seconds)
    static let retries = CommandOption(
        "--retries", "N",
        help: "Try N times more after timeouts, lost connections and the statuses 408, 429 and 5xx (0).",
        expects: "a whole number from 0 to 100"
    ) { ValueText.wholeNumber($0, in: 0...100) }
    static let maxBytes = CommandOption(
        "--max-bytes", "N", help: "Refuse bodies of more than N bytes.", expects: "a whole number of bytes from 1"
    ) { ValueText.wholeNumber($0, in: 1...Int.max) }

    static let transfer: [OptionDefinition] = [
        header.definition, user.definition, insecure.definition, timeout.definition, maxTime.definition,
        retries.definition, maxBytes.definition,
    ]
}
