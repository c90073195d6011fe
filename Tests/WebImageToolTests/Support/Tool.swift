import FoundationEssentials
import Glibc
import WebImageCore

/// Runs the built `webimage` that lies beside the tests.
enum Tool {
    struct Answer: Sendable {
        /// The exit code, or 128 and the signal's number.
        var code: Int32
        var output: [UInt8]
        var errors: String

        var text: String { String(decoding: output, as: UTF8.self) }

        /// The JSON lines of the output.
        func lines<Line: Decodable>(_ type: Line.Type = GetLine.self) throws -> [Line] {
            try text.split(separator: "\n").map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
        }
    }

    /// The path of the command.
    static let path: String = {
        let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)] + "/webimage"
    }()

    static func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async -> Answer {
        await run(arguments, input: input, environment: environment)
    }

    static func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) async -> Answer {
        await start(arguments, input: input, environment: environment).answer
    }

    static func start(_ arguments: [String], input: String = "", environment: [String: String] = [:])
        -> RunningTool
    {
        RunningTool(arguments, input: input, environment: environment)
    }
}

/// A line of `get --json`.
struct GetLine: Decodable, Equatable {
    struct Failure: Decodable, Equatable {
        var code: String
        var message: String
        var status: Int?
    }

    var source: String
    var ok: Bool
    var from: String?
    var revalidated: Bool?
    var format: String?
    var width: Int?
    var height: Int?
    var frames: Int?
    var bytes: Int?
    var milliseconds: Double
    var output: String?
    var error: Failure?
}
