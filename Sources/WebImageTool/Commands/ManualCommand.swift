/// `webimage manual`: prints the manual page.
struct ManualCommand {
    static let definition = CommandDefinition(
        name: "manual", operands: "",
        summary: "Print the manual page in roff",
        discussion:
            "Read it with `webimage manual | man -l -`, or write it to a file webimage.1 in a folder man1 of the manual path."
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        if let extra = arguments.operands.first {
            throw UsageError("`webimage manual` takes no “\(Printable.text(extra))”.")
        }
    }

    func run() -> ExitCode {
        StandardOutput.write(ManualPage.text)
        return .success
    }
}
