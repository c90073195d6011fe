import FoundationEssentials
import Glibc
import WebImageCore
import WebImageTesting

/// Runs a scenario of the test host in a window on a virtual display.
enum TestHost {
    /// The test host.
    private static let path = program("WebImageGTKTestHost")

    /// The path of a program that lies beside the tests.
    static func program(_ name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The helper of the toolchain runs the test bundle, whose path is among its arguments.
        let candidates = [own] + CommandLine.arguments
        return candidates.lazy
            .compactMap { path in path.lastIndex(of: "/").map { path[..<$0] + "/" + name } }
            .map(String.init)
            .first { access($0, X_OK) == 0 }
    }

    static let xvfb: String? = ["/usr/bin/Xvfb", "/usr/local/bin/Xvfb"].first { access($0, X_OK) == 0 }

    /// Whether windows can be opened here.
    static var isAvailable: Bool { path != nil && xvfb != nil }

    /// What the scenario printed.
    struct Output: CustomStringConvertible {
        var values: [String: String] = [:]
        var text = ""
        /// The process's wait status; 0 is a clean end.
        var status: Int32 = 0

        subscript(name: String) -> String? { values[name] }
        var isClean: Bool { status == 0 && values["error"] == nil }
        var description: String { "status \(status)\n\(text)" }
    }

    static func run(_ scenario: String) async throws -> Output {
        try await WebImageCore.Thread.run {
            guard let display = try VirtualDisplay(xvfb) else { throw CancellationError() }
            defer { display.stop() }
            return try run(scenario, environment: environment(of: display))
        }
    }

    /// Runs a scenario in a window of a Wayland compositor.
    static func runOnWayland(_ scenario: String) async throws -> Output {
        try await WebImageCore.Thread.run {
            guard let display = try WaylandDisplay(WaylandDisplay.weston) else { throw CancellationError() }
            defer { display.stop() }
            return try run(scenario, environment: environmentWithoutDisplays + display.environment + gtk)
        }
    }

    private static func run(_ scenario: String, environment: [String]) throws -> Output {
        guard let path else { throw CancellationError() }
        var output = Output()
        (output.text, output.status) = try Subprocess.run(path, [scenario], environment: environment)
        for line in output.text.split(separator: "\n") {
            guard let split = line.firstIndex(of: "=") else { continue }
            output.values[String(line[..<split])] = String(line[line.index(after: split)...])
        }
        return output
    }

    /// The variables for programs that open windows on `display`.
    static func environment(of display: VirtualDisplay) -> [String] {
        environmentWithoutDisplays + ["DISPLAY=:\(display.number)", "GDK_BACKEND=x11"] + gtk
    }

    /// Drawn by the processor, the same everywhere; a critical message of GLib ends the program.
    private static let gtk = [
        "GSK_RENDERER=cairo", "G_DEBUG=fatal-criticals", "GTK_A11Y=none", "GTK_THEME=Default",
        "LIBGL_ALWAYS_SOFTWARE=1", "GDK_DEBUG=gl-disable",
    ]

    static var environmentWithoutDisplays: [String] {
        // The settings of the sanitizers hold for the programs that the tests start too.
        ["PATH", "HOME", "LD_LIBRARY_PATH", "LANG", "ASAN_OPTIONS", "LSAN_OPTIONS"].compactMap {
            (name: String) -> String? in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
    }
}
