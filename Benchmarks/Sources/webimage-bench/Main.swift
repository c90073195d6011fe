import CBenchBaseline

/// Measures the library against the bare limit or a peer, both in the same run.
///
///     webimage-bench [--json] [--filter TEXT] [--quick]
@main
struct Main {
    static func main() async throws {
        // A figure stands there once it is known, also where the output is a file.
        bench_print_lines()
        let arguments = CommandLine.arguments
        if let child = PeakMemory.Child(arguments) { return try child.run() }
        let filter = arguments.firstIndex(of: "--filter").flatMap { arguments.dropFirst($0 + 1).first }
        let report = Report(isJSON: arguments.contains("--json"))
        let scale = arguments.contains("--quick") ? 10 : 1
        for suite in suites(scale: scale) where filter.map({ suite.name.contains($0) }) ?? true {
            try await suite.run(report)
        }
    }

    private static func suites(scale: Int) -> [any Suite] {
        [
            MemoryCacheSuite(scale: scale), DiskCacheSuite(scale: scale), MillionEntriesSuite(scale: scale),
            LoopbackSuite(scale: scale), CoderSuite(scale: scale), ManagerSuite(scale: scale),
            EditingSuite(scale: scale), SharedCacheSuite(scale: scale),
        ]
    }
}
