import FoundationEssentials
import Glibc
import WebImageCore

/// A `webimage` that runs; its output goes to files, so that no pipe can fill up.
final class RunningTool: Sendable {
    let identifier: pid_t
    private let folder: TestFolder

    init(_ arguments: [String], input: String, environment: [String: String]) {
        let folder = TestFolder()
        self.folder = folder
        folder.write(Array(input.utf8), to: "in")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, folder["in"], O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder["out"], O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder["err"], O_WRONLY | O_CREAT, 0o600)
        var variables = ["PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": folder["cache"], "LANG": "C.UTF-8"]
        variables.merge(environment) { $1 }
        let words = ([Tool.path] + arguments).map { strdup($0) } + [nil]
        let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        var identifier: pid_t = 0
        let status = posix_spawn(&identifier, Tool.path, &actions, nil, words, settings)
        precondition(status == 0, "\(Tool.path) can't be run: \(String(cString: strerror(status)))")
        for text in words + settings { free(text) }
        posix_spawn_file_actions_destroy(&actions)
        self.identifier = identifier
    }

    func signal(_ number: Int32) { kill(identifier, number) }

    /// Waits for the end.
    var answer: Tool.Answer {
        get async {
            let identifier = identifier
            let status = await withCheckedContinuation { continuation in
                WebImageCore.Thread.start(named: "wait") {
                    var status: Int32 = 0
                    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
                    continuation.resume(returning: status)
                }
            }
            let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
            return Tool.Answer(
                code: code, output: folder.read("out"), errors: String(decoding: folder.read("err"), as: UTF8.self))
        }
    }
}
