import FoundationEssentials
import Glibc
import WebImageTesting

/// A `webimage` that runs; its output goes to files, so that no pipe can fill up.
final class RunningTool: Sendable {
    let process: ChildProcess
    private let folder: TemporaryFolder

    init(_ arguments: [String], input: String, environment: [String: String]) {
        let folder = TemporaryFolder()
        self.folder = folder
        folder.write(Array(input.utf8), to: "in")
        var variables = ["PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": folder("cache"), "LANG": "C.UTF-8"]
        variables.merge(environment) { $1 }
        do {
            process = try ChildProcess(
                Tool.path, arguments, environment: variables.map { "\($0)=\($1)" },
                files: [0: .reading(folder("in")), 1: .writing(folder("out")), 2: .writing(folder("err"))])
        } catch {
            fatalError("\(Tool.path) can't be run: \(error.reason)")
        }
    }

    func signal(_ number: Int32) { process.signal(number) }

    /// Waits for the end.
    var answer: Tool.Answer {
        get async {
            let status = await process.end()
            let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
            return Tool.Answer(
                code: code, output: folder.read("out"), errors: String(decoding: folder.read("err"), as: UTF8.self))
        }
    }
}
