internal import Glibc

/// The `webimage` command.
@main
enum WebImageTool {
    static func main() async {
        Interruption.begin()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let work = Task { await Program.run(arguments) }
        let registration = Interruption.onInterruption { work.cancel() }
        let code = await work.value
        Interruption.remove(registration)
        TemporaryFiles.removeAll()
        let failed = StandardOutput.hasFailed && code == .success
        // Nothing is buffered, and the cache is closed: the libraries' own ends would cost time, with threads still at work.
        _exit(Interruption.exitCode ?? (failed ? ExitCode.failure : code).rawValue)
    }
}
